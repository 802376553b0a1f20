// The page in a real browser, as people use it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, stat } from "node:fs/promises";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { click, fen, fragment, game, move, opened, plies, shows, site, there } from "./site.js";

const TIME = { timeout: 120_000 };
/** How large the modules may be, compressed, by the profile that they were compiled with: they do not grow unnoticed. */
const MODULES = { web: { tilegame: 1_500_000, writing: 820_000 }, "web-ci": { tilegame: 2_300_000, writing: 1_300_000 } };
const shots = new URL("./shots/", import.meta.url);
let host;

before(async () => {
  await mkdir(shots, { recursive: true });
  host = await site();
});
after(() => host.stop());

/** Makes ten moves of the list, or as many as there are; what they are as coordinates. */
async function random(page, next) {
  const made = [];
  await page.locator("#tab-moves").click();
  while (made.length < 10) {
    if (!(await page.locator("#panel .list").isVisible())) await page.locator("#panel summary").click();
    // The heading says how many there are; the list follows.
    await page.waitForFunction(() => {
      const said = /\((\d+)\)/.exec(document.querySelector("#panel summary").textContent);
      return said && document.querySelectorAll("#panel .list button").length === Number(said[1]);
    });
    const buttons = page.locator("#panel .list button");
    const count = await buttons.count();
    if (count === 0) break;
    const button = buttons.nth(next() % count);
    made.push(await button.getAttribute("title"));
    await button.evaluate((element) => element.click());
    await plies(page, made.length);
  }
  return made;
}

const shot = (page, name) => page.screenshot({ path: new URL(`${name}.png`, shots).pathname });

test("the gallery lists all games and finds one", TIME, async () => {
  const { page, strange, close } = await host.open();
  await page.waitForFunction(() => document.querySelectorAll(".card").length > 150);
  await shot(page, "gallery");
  await page.locator("#search").fill("three-player");
  assert.ok((await page.locator(".card:visible").count()) < 10);
  await page.locator('[data-game="three-player"]').click();
  await page.locator("#board svg").waitFor();
  await shows(page, "#where", /Three/);
  await shot(page, "three-player");
  assert.deepEqual(strange, []);
  await close();
});

test("who goes on before the gallery is there is not called back", TIME, async () => {
  const { page, close } = await host.open();
  for (let tries = 0; tries < 5; tries++) {
    await page.evaluate(() => {
      location.hash = "";
      setTimeout(() => (location.hash = "/chess"), 0);
    });
    await opened(page, "chess.tg");
    await page.locator("#board svg").waitFor();
    await page.waitForTimeout(200);
    assert.equal(await page.locator(".card").count(), 0);
  }
  await close();
});

test("a mistake is marked, explained and put right by a click", TIME, async () => {
  const { page, strange, close } = await host.open();
  await page.locator("#new-game").click();
  await page.locator("#board svg").waitFor();
  await page.locator("#fine").waitFor();
  const text = page.locator("#editor .cm-content");
  await text.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("    other: loss if some enemy Kign on e4\n");
  await page.locator("#problems .fix").waitFor();
  await shows(page, "#problems", /Kign/);
  assert.ok(await page.locator("#stale").isVisible(), "the last good board is labelled");
  assert.ok(await page.locator("#board svg").isVisible());
  await page.locator("#editor .cm-lintRange-error").first().waitFor();
  await shot(page, "mistake");
  await page.locator("#problems .fix").click();
  await page.locator("#stale").waitFor({ state: "hidden" });
  await there(page, "#problems .error", 0);
  assert.deepEqual(strange, []);
  await close();
});

test("words are completed and explained, and a name is changed everywhere", TIME, async () => {
  const { page, strange, close } = await host.open();
  await page.locator("#new-game").click();
  await page.locator("#board svg").waitFor();
  const text = page.locator("#editor .cm-content");
  await text.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type('piece Camel "C"\n    move camel\n');
  await page.keyboard.type("promote to Kni");
  const offered = page.locator("#editor .cm-tooltip-autocomplete li");
  await offered.filter({ hasText: "Knight" }).waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.type(" on last_rank");
  await shows(page, "#problems", /never gets onto the board/);
  assert.match(await page.evaluate(() => document.getElementById("editor").shadowRoot.querySelector(".cm-content").innerText), /promote to Knight on last_rank/);
  // The caret is in the lines of the camel.
  await page.locator("#beside svg").waitFor();
  await shows(page, "#beside", /Camel/);
  await page.locator("#editor .cm-line span").filter({ hasText: /^promote$/ }).hover();
  await page.locator("#editor .explained").filter({ hasText: "what a piece becomes" }).waitFor();
  await shot(page, "explained");
  await page.locator("#outline").selectOption({ label: "piece Camel" });
  await page.keyboard.press("F2");
  await page.locator("#asked").fill("Dromedary");
  await page.keyboard.press("Enter");
  await page.locator("#editor .cm-line").filter({ hasText: "piece Dromedary" }).waitFor();
  await page.keyboard.press("F2");
  await page.locator("#asked").fill("Knight");
  await page.keyboard.press("Enter");
  await shows(page, "#toast", /already the name of a piece/);
  assert.deepEqual(strange, []);
  await close();
});

test("an edit keeps the game that is being played", TIME, async () => {
  const { page, close } = await game(host, "chess");
  await move(page, "e2", "e4");
  await move(page, "e7", "e5");
  await page.locator("#editor .cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\n# a comment\n");
  await page.locator("#fine").waitFor();
  await plies(page, 2);
  await close();
});

test("a short game of chess by clicks, taken back to the start and made again", TIME, async () => {
  const { page, strange, close } = await game(host, "chess");
  const start = await fen(page);
  for (const [from, to] of ["f2f3", "e7e5", "g2g4", "d8h4"].map((m) => [m.slice(0, 2), m.slice(2)])) await move(page, from, to);
  await shows(page, "#turn", /Black won \(checkmate\)/);
  await plies(page, 4);
  await shot(page, "chess");
  for (let ply = 3; ply >= 0; ply--) {
    await page.locator("#undo").click();
    await plies(page, ply);
  }
  assert.equal(await fen(page), start);
  await page.locator("#redo").click();
  await plies(page, 1);
  await close();
  assert.deepEqual(strange, []);
});

test("an illegal try is explained, and a piece can be dragged", TIME, async () => {
  const { page, close } = await game(host, "chess");
  await click(page, "a1");
  await shows(page, "#toast", /no legal move/);
  await click(page, "e2");
  await there(page, "#board .dot", 2);
  await click(page, "e5");
  await page.locator("#why").waitFor();
  await shows(page, "#why", /Not legal/);
  const middle = async (tile) => {
    const box = await page.locator(`#board [data-tile="${tile}"]`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await page.mouse.move(...(await middle("g1")));
  await page.mouse.down();
  await page.mouse.move(...(await middle("g2")), { steps: 4 });
  await page.mouse.move(...(await middle("f3")), { steps: 4 });
  await page.mouse.up();
  await plies(page, 1);
  await shows(page, "#turn", /Nf3/);
  await close();
});

test("a pawn promotes to what is chosen", TIME, async () => {
  const { page, close } = await game(host, "chess");
  await page.locator("#tab-notation").click();
  await page.locator("#fen").fill("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1");
  await page.locator("#set-fen").click();
  await page.locator('#board [data-tile="e7"][aria-label*="White Pawn"]').waitFor({ state: "attached" });
  await click(page, "e7");
  await click(page, "e8");
  await shot(page, "promotion");
  await page.locator("#choices button", { hasText: "Rook" }).click();
  await plies(page, 1);
  await shows(page, "#turn", /e8=R/);
  await close();
});

test("a piece in hand is dropped", TIME, async () => {
  const { page, strange, close } = await game(host, "shogi");
  for (const text of ["c3c4", "g7g6", "b2h8"]) {
    const turn = await page.locator("#turn").textContent();
    await page.locator("#typed").fill(text);
    await page.locator("#typed").press("Enter");
    // A board that is drawn again puts down what has been taken up.
    await page.waitForFunction((before) => document.getElementById("turn").textContent !== before || document.querySelector("#toast.shown"), turn);
    if (await page.locator("#toast.shown").isVisible()) break;
  }
  const hand = page.locator('#board [data-hand="Bishop"]');
  if ((await hand.count()) === 0) {
    await page.locator("#tab-notation").click();
    await page.locator("#fen").fill("4k4/9/9/9/9/9/9/9/4K4[B] w - - 0 1");
    await page.locator("#set-fen").click();
  }
  await hand.first().waitFor({ state: "attached" });
  if (!/White|Sente|Black|Gote/.test(await page.locator("#turn").textContent())) assert.fail("somebody is to move");
  const before = await fen(page);
  const owner = await hand.first().getAttribute("data-player");
  if (!(await page.locator("#turn").textContent()).startsWith(owner)) {
    await page.locator("#tab-moves").click();
    await page.locator("#panel summary").click();
    await page.locator("#panel .list button").first().click();
    await page.waitForFunction((name) => document.getElementById("turn").textContent.startsWith(name), owner);
  }
  await hand.first().click({ force: true });
  assert.ok((await page.locator("#board .dot").count()) > 20);
  await shot(page, "shogi-drop");
  await click(page, "e5");
  await page.waitForFunction((name) => !document.getElementById("turn").textContent.startsWith(name), owner);
  assert.notEqual(await fen(page), before);
  assert.deepEqual(strange, []);
  await close();
});

test("the board looks as somebody wants it, also after a reload and in its pictures", TIME, async () => {
  const { page, close } = await game(host, "minishogi");
  await page.locator("#board svg").waitFor();
  const drawn = () => page.locator("#board svg").innerHTML();
  const usual = await drawn();
  await page.locator("#looks summary").click();
  assert.ok((await page.locator("#look option").count()) > 2);
  await page.locator("#look").selectOption({ label: "letters" });
  await page.waitForFunction((before) => document.querySelector("#board svg").innerHTML !== before, usual);
  const letters = await drawn();
  await page.locator("#theme").selectOption("green");
  await page.waitForFunction(() => document.querySelector("#board svg").innerHTML.includes("#5d7745"));
  const named = (await drawn()).length;
  await page.locator("#coordinates").uncheck();
  await page.waitForFunction((length) => document.querySelector("#board svg").innerHTML.length < length, named);
  await shot(page, "looks");
  await page.reload();
  await page.waitForFunction(() => document.querySelector("#board svg")?.innerHTML.includes("#5d7745"));
  assert.ok((await drawn()).length < named && letters !== usual);
  assert.equal(await page.locator("#theme").inputValue(), "green");
  await page.locator("#tab-notation").click();
  const [saved] = await Promise.all([page.waitForEvent("download"), page.locator("#svg").click()]);
  assert.match(await readFile(await saved.path(), "utf8"), /#5d7745/);
  // What somebody else has kept there is read with care.
  await page.evaluate(() => localStorage.setItem("board", '{"look":"x","theme":5}'));
  await page.reload();
  await page.waitForFunction(() => document.querySelector("#board svg")?.innerHTML.includes("--board-"));
  await close();
});

test("ten plies at random lead to the FEN of the command, in many games", { timeout: 1_800_000 }, async (t) => {
  const command = process.env.TILEGAME ?? new URL("../../target/debug/tilegame-under-test", import.meta.url).pathname;
  if (!existsSync(command)) return t.skip(`${command} is not built`);
  const listed = process.env.TILEGAME_GAMES?.split(",");
  const names = listed ?? ["chess", "shogi", "xiangqi", "three-player", "glinski", "khet2", "duck", "go9", "cotulenh", "selection", "marseillais", "raumschach", "draughts", "amazons", "crazyhouse", "circular", "four-player", "seirawan"];
  const { page, strange, close } = await host.open();
  let seed = 7;
  for (const name of names) {
    await page.evaluate((game) => (location.hash = `/${game}`), name);
    await opened(page, `${name}.tg`);
    await page.locator("#board svg").waitFor();
    const made = await random(page, () => (seed = (seed * 1103515245 + 12345) % 2147483648));
    const shown = await fen(page);
    assert.ok(made.length === 10 || /won|draw/i.test(await page.locator("#turn").textContent()), `${name}: only ${made}`);
    const native = execFileSync(command, ["fen", name, "--after", made.join(" ")], { encoding: "utf8" }).trim();
    assert.equal(shown, native, `${name}: ${made.join(" ")}`);
    if (["cotulenh", "glinski", "khet2", "raumschach", "xiangqi"].includes(name)) await shot(page, `random-${name}`);
  }
  assert.deepEqual(strange, []);
  await close();
});

test("games of many kinds are played by clicking on what can move and where it can go", { timeout: 240_000 }, async () => {
  const { page, strange, close } = await host.open();
  for (const name of ["three-player", "duck", "selection", "khet2", "cotulenh", "tablut", "go9", "amazons", "arimaa"]) {
    await page.evaluate((game) => (location.hash = `/${game}`), name);
    await opened(page, `${name}.tg`);
    await page.locator("#board svg").waitFor();
    await plies(page, 0);
    for (let made = 1; made <= 6; made++) {
      const from = await page.evaluate((turn) => {
        const all = [...document.querySelectorAll("#board [data-tile]")];
        const able = all.filter((area) => area.getAttribute("aria-label").endsWith("can move"));
        const some = able.length ? able : all.filter((area) => area.style.cursor === "pointer");
        return some[(turn * 7) % some.length].getAttribute("data-tile");
      }, made);
      await click(page, from);
      if (!(await page.locator("#chooser").isVisible())) {
        const to = await page.evaluate(() => {
          const dot = document.querySelector("#board .overlay circle");
          const at = (name) => dot?.getAttribute(name);
          const there = [...document.querySelectorAll("#board [data-tile]")];
          return there.find((area) => area.dataset.x === at("cx") && area.dataset.y === at("cy"))?.dataset.tile;
        });
        // A tile that is chosen without a piece that moves was all there was to click.
        if (to) await click(page, to);
      }
      if (await page.locator("#chooser").isVisible()) await page.locator("#choices button").first().click();
      await plies(page, made);
    }
    await shot(page, `clicks-${name}`);
  }
  assert.deepEqual(strange, []);
  await close();
});

test("how long it takes, for the record", TIME, async () => {
  const { page, close } = await game(host, "chess");
  await page.locator("#editor .cm-content").click();
  await page.keyboard.press("Control+Home");
  const times = { checked: [], moved: [] };
  const median = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)];
  /** From an event in the page to the next change of an element. */
  const time = async (event, selector, act) => {
    await page.evaluate(
      ([event, selector]) => {
        window.timed = new Promise((resolve) => {
          let began = 0;
          window.addEventListener(event, () => (began = performance.now()), { capture: true });
          const seen = new MutationObserver(() => {
            if (!began) return;
            seen.disconnect();
            resolve(performance.now() - began);
          });
          seen.observe(document.querySelector(selector), { childList: true, subtree: true });
        });
      },
      [event, selector],
    );
    await act();
    return page.evaluate(() => window.timed);
  };
  for (let n = 0; n < 10; n++) times.checked.push(await time("keydown", ".rules > div:last-child", () => page.keyboard.type("#")));
  for (const [from, to] of ["g1f3", "g8f6", "f3g1", "f6g8", "b1c3", "b8c6"].map((m) => [m.slice(0, 2), m.slice(2)])) {
    await click(page, from);
    times.moved.push(await time("pointerup", "#turn", () => click(page, to)));
  }
  console.log(`medians with the module of this build: ${median(times.checked).toFixed(0)} ms from a key to what is found, ${median(times.moved).toFixed(0)} ms from a click to the moved piece`);
  await close();
});

test("a link holds the text and the moves", TIME, async () => {
  const { page, close } = await game(host, "minishogi");
  await page.locator("#editor .cm-content").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("# shared text: ü 将 🂡\n");
  await page.locator("#fine").waitFor();
  await page.locator("#tab-moves").click();
  await page.locator("#panel summary").click();
  await page.locator("#panel .list button").first().click();
  await plies(page, 1);
  const there = await fen(page);
  await page.locator("#share").click();
  await page.waitForFunction(() => location.hash.startsWith("#v1."));
  const link = new URL(page.url()).hash;
  await close();
  const again = await host.open(link);
  await again.page.locator("#board svg").waitFor();
  await plies(again.page, 1);
  assert.equal(await fen(again.page), there);
  await again.page.locator("#editor .cm-line").filter({ hasText: "shared text: ü 将 🂡" }).waitFor();
  await again.close();
});

test("an option is switched, and the link says so", TIME, async () => {
  const { page, strange, close } = await game(host, "cotulenh");
  await page.locator("#options summary").click();
  const box = page.locator('[data-option="far_commander"]');
  assert.ok(await box.isChecked());
  await box.uncheck();
  await page.waitForFunction(() => !document.querySelector('[data-option="far_commander"]').checked);
  await shot(page, "options");
  await page.locator("#share").click();
  await page.waitForFunction(() => location.hash.startsWith("#v1."));
  const link = new URL(page.url()).hash;
  assert.deepEqual(strange, []);
  await close();
  const again = await host.open(link);
  await again.page.locator("#board svg").waitFor();
  await again.page.locator("#options summary").click();
  assert.ok(!(await again.page.locator('[data-option="far_commander"]').isChecked()));
  await again.close();
});

test("a net is fetched when an opponent wants it, and kept", TIME, async () => {
  const { page, strange, close } = await game(host, "breakthrough");
  const fetched = [];
  page.on("response", (answer) => {
    if (answer.url().includes("/nets/")) fetched.push([new URL(answer.url()).pathname.split("/").pop(), answer.status()]);
  });
  for (let times = 0; times < 2; times++) {
    await page.locator("#hint").click();
    await page.locator("#toast", { hasText: "Hint:" }).waitFor();
    await page.evaluate(() => (document.querySelector("#toast").textContent = ""));
    assert.deepEqual(fetched, [["breakthrough.net", 200]]);
  }
  assert.deepEqual(strange, []);
  await close();
});

test("the computer moves, hints and is stopped", TIME, async () => {
  const { page, strange, close } = await game(host, "chess");
  await page.locator("#level").selectOption("2");
  await page.locator("#who").selectOption("1");
  await move(page, "e2", "e4");
  await plies(page, 2);
  await page.locator("#hint").click();
  await page.locator("#toast", { hasText: "Hint:" }).waitFor();
  await page.locator("#level").selectOption("10");
  await page.locator("#who").selectOption("all");
  // It may move at once, so that the button is never there for long.
  await page.waitForFunction(() => {
    const stop = document.getElementById("stop");
    if (!stop.hidden) stop.click();
    return document.getElementById("who").value === "";
  });
  await page.locator("#stop").waitFor({ state: "hidden" });
  assert.equal(await page.locator("#who").inputValue(), "");
  const made = await page.locator("#panel .history .made").count();
  await page.waitForTimeout(1500);
  await plies(page, made);
  await page.locator("#tab-analysis").click();
  await page.locator("#lines").selectOption("3");
  await page.locator("#analyse").click();
  await page.waitForFunction(() => document.querySelectorAll("#found li").length === 3);
  await shot(page, "analysis");
  await page.locator("#analyse").click();
  await page.locator("#tab-count").click();
  await page.locator("#perft-depth").fill("3");
  await page.locator("#count").click();
  await page.locator("#perft", { hasText: "sequences of 3 moves" }).waitFor();
  assert.deepEqual(strange, []);
  await close();
});

test("perft is that of the rules", TIME, async () => {
  const { page, close } = await game(host, "chess");
  await page.locator("#tab-count").click();
  await page.locator("#perft-depth").fill("4");
  await page.locator("#count").click();
  await page.locator("#perft", { hasText: "197,281 sequences" }).waitFor();
  await page.locator("#tab-pieces").click();
  await page.locator("#pieces svg").first().waitFor();
  await shot(page, "pieces");
  await close();
});

test("a PGN is read and a file of variants is opened", TIME, async () => {
  const { page, strange, close } = await game(host, "chess");
  await page.locator("#tab-notation").click();
  await page.waitForFunction(() => document.getElementById("pgn").value.includes("[Result "));
  await page.locator("#pgn").fill("1. e4 e5 2. Nf3 *");
  // A check of the text shows the position again, and leaves what was put in.
  await page.locator("#editor .cm-content").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("# a remark\n");
  await page.waitForTimeout(1500);
  assert.equal(await page.locator("#pgn").inputValue(), "1. e4 e5 2. Nf3 *");
  await page.locator("#set-pgn").click();
  await plies(page, 3);
  await page.evaluate(() => {
    const dropped = new DataTransfer();
    dropped.items.add(new File(["[one:chess]\ncastling = false\n\n[two:chess]\ndoubleStep = false\n"], "two.ini"));
    window.dispatchEvent(new DragEvent("drop", { dataTransfer: dropped, cancelable: true }));
  });
  await page.locator("#choices button", { hasText: "two" }).click();
  await opened(page, "two.tg");
  const buffer = Buffer.from("[mine:chess]\ncastling = false\n");
  await page.locator("#file").setInputFiles({ name: "variants.ini", mimeType: "text/plain", buffer });
  await opened(page, "mine.tg");
  await page.locator("#board svg").waitFor();
  assert.deepEqual(strange, []);
  await close();
});

test("everything can be done by keys", TIME, async () => {
  const { page, close } = await game(host, "chess");
  await page.locator('#board [tabindex="0"]').focus();
  const focused = () => page.evaluate(() => document.activeElement.getAttribute("data-tile"));
  const go = async (tile) => {
    for (let step = 0; step < 20; step++) {
      const here = await focused();
      if (here === tile) return;
      if (here[1] !== tile[1]) await page.keyboard.press(here[1] < tile[1] ? "ArrowUp" : "ArrowDown");
      else await page.keyboard.press(here[0] < tile[0] ? "ArrowRight" : "ArrowLeft");
    }
    assert.fail(`no way to ${tile}`);
  };
  await go("d2");
  await page.keyboard.press("Enter");
  await go("d4");
  assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /d4, empty, can be reached/);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.getElementById("turn").textContent.includes("Black to move"));
  assert.equal(await focused(), "d4", "the focus stays on the board");
  await close();
});

test("on a telephone everything fits", TIME, async () => {
  const { page, strange, close } = await game(host, "crazyhouse", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok((await wide()) <= 390);
  await shot(page, "phone-board");
  await page.locator('#board [data-tile="e2"]').tap({ force: true });
  await page.locator('#board [data-tile="e4"]').tap({ force: true });
  await page.waitForFunction(() => document.getElementById("turn").textContent.includes("e4"));
  for (const view of ["rules", "more"]) {
    await page.locator(`#view-${view}`).click();
    assert.ok((await wide()) <= 390, view);
    await shot(page, `phone-${view}`);
  }
  await page.evaluate(() => (location.hash = ""));
  await page.locator(".card").first().waitFor();
  assert.ok((await wide()) <= 390);
  await shot(page, "phone-gallery");
  assert.deepEqual(strange, []);
  await close();
});

for (const colorScheme of ["light", "dark"]) {
  test(`nothing keeps anybody out, ${colorScheme}`, TIME, async () => {
    const axe = await readFile(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
    const look = async (page, what) => {
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => window.axe.run());
      const serious = violations.filter((violation) => ["serious", "critical"].includes(violation.impact));
      const told = serious.map((violation) => `${what}: ${violation.id}: ${violation.nodes.slice(0, 3).map((node) => `${node.target} ${node.failureSummary}`).join("; ")}`);
      assert.deepEqual(told, []);
    };
    const first = await host.open("", { colorScheme });
    await first.page.locator(".card").first().waitFor();
    await shot(first.page, `gallery-${colorScheme}`);
    await look(first.page, "gallery");
    await first.close();
    const { page, close } = await game(host, "shogi", { colorScheme });
    for (const tab of ["moves", "analysis", "count", "pieces", "notation"]) {
      await page.locator(`#tab-${tab}`).click();
      await look(page, tab);
    }
    await shot(page, `shogi-${colorScheme}`);
    await close();
  });
}

test("a worker that fails or does not answer is ended, and the next goes on where it was", TIME, async () => {
  host.faults.before = `addEventListener("message", ({ data }) => {
    if (data.method === "format") postMessage({ id: data.id, error: "unreachable", dead: true });
    if (data.method === "why") for (;;);
  });\n`;
  const { page, close } = await game(host, "chess");
  await move(page, "e2", "e4");
  await page.locator("#format").click();
  await page.locator("#toast", { hasText: "started again" }).waitFor();
  await move(page, "e7", "e5");
  await plies(page, 2);
  // It does not answer any more, and is given up after its time.
  await click(page, "g1");
  await click(page, "g5");
  await page.locator("#toast", { hasText: "took too long" }).waitFor();
  await move(page, "g1", "f3");
  await plies(page, 3);
  await close();
  host.faults.before = "";
});

test("links from strangers are read with care", TIME, async () => {
  const { page, strange, close } = await host.open("#v1.notalink");
  await page.locator("#toast.shown").waitFor();
  await page.evaluate(() => (location.hash = "v9.abc"));
  await page.locator("#toast", { hasText: "newer version" }).waitFor();
  const hostile = 'variant "<img src=x onerror=alert(1)></title><script>alert(2)</script>" of chess\n    about "<b>bold</b>"\npiece Bomb "X"\n    move n*inf\n';
  const link = await fragment(page, { root: "<i>x</i>.tg", texts: { "<i>x</i>.tg": hostile } });
  await page.evaluate((hash) => (location.hash = hash), link);
  await page.locator("#board svg").waitFor();
  await page.locator("#tab-pieces").click();
  await page.locator("#pieces svg").first().waitFor();
  await there(page, "main img, main script, main i, main b", 0);
  await shows(page, "#where", /<img src=x/);
  // A small link that unpacks to very much is given up.
  const bomb = await page.evaluate(async () => {
    const packed = await new Response(new Blob(["a".repeat(50_000_000)]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer();
    let text = "";
    for (const byte of new Uint8Array(packed)) text += String.fromCharCode(byte);
    return `v1.${btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
  });
  await page.evaluate((hash) => (location.hash = hash), bomb);
  await page.locator("#toast", { hasText: "holds too much" }).waitFor();
  assert.deepEqual(strange, []);
  await close();
});

test("the site stays small", async () => {
  const dist = new URL("../dist/assets/", import.meta.url);
  const sizes = { js: 0, tilegame: 0, writing: 0 };
  for (const name of await readdir(dist)) {
    const kind = name.endsWith(".wasm") ? name.split("_")[0] : name.split(".").pop();
    if (kind in sizes) sizes[kind] += gzipSync(await readFile(new URL(name, dist)), { level: 9 }).length;
  }
  const { size } = await stat(new URL("../dist/index.html", import.meta.url));
  console.log(`gzip: JavaScript ${sizes.js}, module ${sizes.tilegame}, for authors ${sizes.writing} (profile ${process.env.PROFILE ?? "unknown"}); index.html ${size}`);
  assert.ok(sizes.js < 200_000);
  const limits = MODULES[process.env.PROFILE] ?? {};
  for (const [module, limit] of Object.entries(limits)) assert.ok(sizes[module] < limit, module);
});
