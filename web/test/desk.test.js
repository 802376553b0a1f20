// What people do around a game: writing several files, keeping them, variations, clocks, pictures; and the page without a network.
import assert from "node:assert/strict";
import { mkdir, readFile, readdir } from "node:fs/promises";
import { after, before, test } from "node:test";
import { click, fen, fragment, game, move, opened, play, plies, shows, site, there } from "./site.js";

const TIME = { timeout: 120_000 };
const shots = new URL("./shots/", import.meta.url);
let host;

before(async () => {
  await mkdir(shots, { recursive: true });
  host = await site();
});
after(() => host.stop());

const shot = (page, name) => page.screenshot({ path: new URL(`${name}.png`, shots).pathname });

/** Writes at the end of the text. */
async function type(page, text) {
  await page.locator("#editor .cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText(text);
}

test("after the first visit the page works without a network", TIME, async () => {
  const { page, context, strange, close } = await game(host, "chess");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  host.faults.off = true;
  try {
    await page.reload();
    await page.locator("#board svg").waitFor();
    await move(page, "e2", "e4");
    await plies(page, 1);
    await page.goto(page.url().replace(/#.*/, ""));
    await page.locator(".card").first().waitFor();
    // Games that have never been opened, and their pictures.
    const second = await context.newPage();
    await second.goto(`${page.url().replace(/#.*/, "")}#/glinski`);
    await second.locator("#board svg").waitFor();
    assert.ok(await page.evaluate(async () => (await fetch("./pictures/glinski.svg")).ok));
  } finally {
    host.faults.off = false;
  }
  assert.deepEqual(strange, []);
  await close();
});

test("what is written is kept in the browser, in several files, and can be deleted", TIME, async () => {
  const { page, strange, close } = await host.open();
  await page.locator("#new-game").click();
  await page.locator("#board svg").waitFor();
  await page.locator("#add-file").click();
  await page.locator("#asked").fill("hill");
  await page.locator("#asked").press("Enter");
  await opened(page, "hill.tg");
  await type(page, "end\n    hill: loss if some enemy Knight on d4..e5\n");
  await page.locator('#files [data-file="mine.tg"]').click();
  await opened(page, "mine.tg");
  await page.locator("#editor .cm-content").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Control+ArrowDown");
  await page.keyboard.type('# the rules of the hill are in another file\n');
  await type(page, 'use "hill.tg"\n');
  await page.locator("#fine").waitFor();
  await play(page, "g1-f3 a7-a6 f3-e5");
  await shows(page, "#turn", /won/);
  // A mistake in the other file is listed, and one goes there by a click.
  await page.locator('#files [data-file="hill.tg"]').click();
  await type(page, "    other: loss if some enemy Kign on e4\n");
  await page.locator('#files [data-file="mine.tg"]').click();
  await page.locator("#problems .go").click();
  await opened(page, "hill.tg");
  await page.locator("#problems .fix").click();
  await page.locator("#fine").waitFor();
  await page.waitForFunction(() => location.hash.startsWith("#draft/"));
  await page.waitForTimeout(600);
  await shot(page, "files");
  await page.reload();
  await page.locator("#board svg").waitFor();
  await page.locator('#files [data-file="hill.tg"]').waitFor();
  await play(page, "g1-f3 a7-a6 f3-e5");
  await shows(page, "#turn", /won/);
  // A link holds both files.
  await page.locator("#share").click();
  await page.waitForFunction(() => location.hash.startsWith("#v1."));
  await page.evaluate(() => (location.hash = ""));
  await page.locator("#own .draft").waitFor();
  await shot(page, "drafts");
  await page.locator("#own .draft button").click();
  await page.locator("#own .draft").waitFor({ state: "detached" });
  assert.deepEqual(strange, []);
  await close();
});

test("files are dropped and downloaded", TIME, async () => {
  const { page, strange, close } = await host.open();
  const drop = (files) =>
    page.evaluate((files) => {
      const dropped = new DataTransfer();
      for (const [name, text] of files) dropped.items.add(new File([text], name));
      window.dispatchEvent(new DragEvent("drop", { dataTransfer: dropped, cancelable: true }));
    }, files);
  await drop([
    ["rule.tg", "end\n    hill: loss if some enemy King on d4..e5\n"],
    ["hill.tg", 'variant "Hill" of chess\nuse "rule.tg"\n'],
  ]);
  await page.locator("#choices button", { hasText: "hill.tg" }).click();
  await opened(page, "hill.tg");
  await page.locator("#fine").waitFor();
  await page.locator("#board svg").waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#download").click()]);
  assert.match(download.suggestedFilename(), /\.tg$/);
  await drop([["more.tg", "# more\n"]]);
  await page.locator("#choices button", { hasText: "Add it" }).click();
  await opened(page, "more.tg");
  await page.locator("#remove-file").click();
  await opened(page, "hill.tg");
  await there(page, '#files [data-file="more.tg"]', 0);
  assert.deepEqual(strange, []);
  await close();
});

test("variations are kept, commented, written as PGN and read again", TIME, async () => {
  const { page, strange, close } = await game(host, "chess");
  await play(page, "e2-e4 e7-e5 g1-f3");
  await page.locator("#undo").click();
  await plies(page, 2);
  await page.locator("#undo").click();
  await plies(page, 1);
  await play(page, "c7-c5");
  await page.locator("#comment").fill("sharp");
  await page.locator("#comment").press("Enter");
  await play(page, "b1-c3");
  await plies(page, 3);
  await there(page, "#panel .history button", 5);
  await there(page, "#panel .variation", 1);
  await shot(page, "variations");
  await page.locator("#tab-notation").click();
  await shows(page, "#pgn", /1\. e4 e5 \(1\.\.\. c5 \{sharp\} 2\. Nc3\) 2\. Nf3/);
  const pgn = await page.locator("#pgn").inputValue();
  await page.locator("#restart").click();
  await plies(page, 0);
  await page.locator("#tab-notation").click();
  await page.locator("#pgn").fill(pgn);
  await page.locator("#set-pgn").click();
  await plies(page, 3);
  await there(page, "#panel .history button", 5);
  await page.locator("#panel .variation button", { hasText: "c5" }).click();
  await page.waitForFunction(() => document.querySelector("#comment").value === "sharp");
  await page.locator("#redo").click();
  await plies(page, 3);
  await page.locator("#promote").click();
  await page.locator("#tab-notation").click();
  await page.waitForFunction(() => /1\. e4 c5 .*\(1\.\.\. e5 2\. Nf3\)/s.test(document.querySelector("#pgn").value));
  await page.locator("#tab-moves").click();
  await page.locator("#remove").click();
  await plies(page, 2);
  await there(page, "#panel .history button", 4);
  assert.deepEqual(strange, []);
  await close();
});

test("clocks run, and the rules say what it means that time is up", TIME, async () => {
  const { page, close } = await game(host, "chess");
  await page.clock.install();
  await page.locator("#clock").selectOption("1 0");
  await move(page, "e2", "e4");
  await page.clock.runFor(2000);
  await shows(page, "#clocks .running", /Black 0:5\d/);
  await page.clock.runFor(61_000);
  await page.locator("#turn", { hasText: "White won" }).waitFor();
  await page.locator("#undo").click();
  await page.locator("#turn", { hasText: "White to move" }).waitFor();
  await close();
});

test("pictures are downloaded, arrows drawn, and a board is shown in another page", TIME, async () => {
  const { page, strange, close } = await game(host, "chess");
  await page.locator("#tab-notation").click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#png").click()]);
  const bytes = await readFile(await download.path());
  assert.deepEqual([...bytes.subarray(1, 4)], [...Buffer.from("PNG")]);
  assert.ok(bytes.length > 10_000);
  const middle = async (tile) => {
    const box = await page.locator(`#board [data-tile="${tile}"]`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const draw = async (from, to) => {
    await page.mouse.move(...(await middle(from)));
    await page.mouse.down({ button: "right" });
    await page.mouse.move(...(await middle(to)), { steps: 3 });
    await page.mouse.up({ button: "right" });
  };
  await draw("e2", "e4");
  await draw("d5", "d5");
  assert.deepEqual([await page.locator("#board polygon.drawn").count(), await page.locator("#board circle.drawn").count()], [1, 1]);
  await draw("d5", "d5");
  await there(page, "#board circle.drawn", 0);
  await page.locator("#tab-analysis").click();
  await page.locator("#lines").selectOption("3");
  await page.locator("#analyse").click();
  await page.waitForFunction(() => document.querySelectorAll("#board .best").length === 3);
  await shot(page, "arrows");
  await page.locator("#analyse").click();
  await page.waitForFunction(() => document.querySelectorAll("#board .best").length === 0);
  await move(page, "g1", "f3");
  const link = await fragment(page, { game: "chess", moves: ["g1f3"] });
  await close();
  const inside = await host.open(`#embed/${link}`, { viewport: { width: 480, height: 560 } });
  await inside.page.locator("#board svg").waitFor();
  assert.ok(!(await inside.page.locator("#editor").isVisible()) && !(await inside.page.locator(".top").isVisible()));
  await move(inside.page, "e7", "e5");
  assert.ok((await inside.page.evaluate(() => document.documentElement.scrollHeight)) <= 640);
  await shot(inside.page, "embedded");
  assert.deepEqual([...strange, ...inside.strange], []);
  await inside.close();
});

/** The examples of the book, as they stand there. */
async function examples() {
  const found = [];
  const folder = new URL("../../docs/src/", import.meta.url);
  for (const entry of await readdir(folder, { recursive: true })) {
    if (!entry.endsWith(".md")) continue;
    const text = await readFile(new URL(entry, folder), "utf8");
    for (const [, info, rules] of text.matchAll(/^```tg([^\n]*)\n(.*?)^```$/gms)) found.push({ chapter: entry, wrong: info.includes("wrong"), rules });
  }
  return found;
}

test("every example of the book opens by its link", { timeout: 300_000 }, async () => {
  const all = await examples();
  assert.ok(all.length > 60);
  const escape = (text) => text.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign]);
  const blocks = all.map(({ rules }) => `<pre><code class="language-tg">${escape(rules)}</code></pre>`);
  host.extra.set("book/examples.html", Buffer.from(`<!doctype html><link rel="icon" href="../icon.svg"><script>const path_to_root = "";</script>${blocks.join("\n")}<script src="try-it.js"></script>`));
  host.extra.set("book/try-it.js", await readFile(new URL("../../docs/try-it.js", import.meta.url)));
  const { page, strange, close } = await host.open("book/examples.html");
  await page.waitForFunction((count) => document.querySelectorAll(".try-it").length === count, all.length);
  const links = await page.locator(".try-it").evaluateAll((anchors) => anchors.map((anchor) => anchor.href));
  await page.goto(links[0].replace(/#.*/, ""));
  for (const [number, link] of links.entries()) {
    const { chapter, wrong, rules } = all[number];
    await page.evaluate((hash) => (location.hash = hash), new URL(link).hash);
    const said = page.locator(".rules :is(#fine, #problems)");
    await page.waitForFunction((first) => document.querySelector("#editor")?.shadowRoot?.querySelector(".cm-content")?.textContent.includes(first), rules.trim().split("\n").at(-1).trim().slice(0, 30));
    await said.waitFor();
    if (wrong) assert.ok((await page.locator("#problems li").count()) > 0, `${chapter}: there is a mistake in ${rules}`);
    else assert.equal(await page.locator("#problems .error").count(), 0, `${chapter}: ${rules}`);
  }
  assert.deepEqual(strange, []);
  await close();
});

test("a hostile link can't hang the page, fill the memory or ask other hosts", { timeout: 300_000 }, async () => {
  const { page, strange, close } = await host.open();
  // Very long, very deep, and too many paths.
  const huge = `variant "Huge" of chess\n${"piece P0 \"X\"\n    move n\n".repeat(30_000)}`;
  const deep = `variant "Deep" of chess\ntest t = ${"(".repeat(20_000)}some King${")".repeat(20_000)}\n`;
  const steps = `variant "Steps" of chess\nextend piece Queen\n    move ${"(n|e|s|w)*0..".repeat(60)} n\n`;
  const large = 'game "Large"\nboard\n    squares 4000 x 4000\nplayers White "w", Black "b"\npiece King "K"\n    move n\n';
  for (const text of [huge, deep, steps, large]) {
    const link = await fragment(page, { root: "mine.tg", texts: { "mine.tg": text } });
    await page.evaluate((hash) => (location.hash = hash), link);
    // In the time that a text has to be checked, there is an answer or it is given up; and the page answers meanwhile.
    await page.waitForFunction(
      () => document.querySelector("#problems li, #fine") || /started again|too long|can't/.test(document.querySelector("#toast").textContent),
      undefined,
      { timeout: 60_000 },
    );
    const began = Date.now();
    await page.evaluate(() => (location.hash = ""));
    await page.locator(".card").first().waitFor();
    assert.ok(Date.now() - began < 10_000);
    await page.evaluate(() => (document.querySelector("#toast").textContent = ""));
  }
  // A game whose moves never end is played, and left.
  const endless = await fragment(page, { game: "chess", moves: Array.from({ length: 4000 }, (_, ply) => ["g1f3", "g8f6", "f3g1", "f6g8"][ply % 4]) });
  await page.evaluate((hash) => (location.hash = hash), endless);
  await page.locator("#board svg").waitFor();
  await page.evaluate(() => (location.hash = ""));
  await page.locator(".card").first().waitFor();
  assert.deepEqual(strange, []);
  await close();
});

test("the policy of the page lets nothing in", TIME, async () => {
  const { page, close } = await host.open();
  const tried = await page.evaluate(async () => {
    const blocked = [];
    document.addEventListener("securitypolicyviolation", (event) => blocked.push(event.effectiveDirective));
    const script = document.createElement("script");
    script.textContent = "window.injected = true";
    document.body.append(script);
    const image = document.createElement("img");
    image.src = "https://example.org/x.png";
    document.body.append(image);
    await fetch("https://example.org/").catch(() => {});
    // Later, when it is the page that does it and not the test.
    setTimeout(() => {
      try {
        new Function("window.injected = true")();
      } catch {
        blocked.push("eval");
      }
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { blocked, injected: window.injected };
  });
  assert.equal(tried.injected, undefined);
  for (const what of ["script-src-elem", "img-src", "connect-src", "eval"]) assert.ok(tried.blocked.includes(what), `${what} in ${tried.blocked}`);
  await close();
});
