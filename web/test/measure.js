// Measures what people wait for, on this machine: `node test/measure.js` after a build. Nothing is asserted: other machines are faster or slower.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { cpus, loadavg } from "node:os";
import { desk } from "./counter.js";
import { click, game, plies, site } from "./site.js";

const sorted = (list) => [...list].sort((a, b) => a - b);
const share = (list, part) => sorted(list)[Math.min(list.length - 1, Math.floor(list.length * part))].toFixed(0);
const told = (what, list) => console.log(`${what}: median ${share(list, 0.5)} ms, p95 ${share(list, 0.95)} ms (${list.length} times)`);

console.log(`${cpus().length} x ${cpus()[0].model}, load ${loadavg()[0].toFixed(1)}`);
const host = await site();

/** From an event in the page to the next change of an element. */
async function time(page, event, selector, act) {
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
        // A piece that goes to another tile is the same element at another place.
        seen.observe(document.querySelector(selector), { childList: true, subtree: true, attributeFilter: ["x", "y"] });
      });
    },
    [event, selector],
  );
  await act();
  return page.evaluate(() => window.timed);
}

for (const name of ["chess", "cotulenh"]) {
  const { page, close } = await game(host, name);
  const lines = (await readFile(new URL(`../../games/${name}.tg`, import.meta.url), "utf8")).split("\n").length;
  await page.locator("#editor .cm-content").click();
  await page.keyboard.press("Control+Home");
  const checked = [];
  for (let n = 0; n < 100; n++) {
    checked.push(await time(page, "keydown", ".rules > div:last-child", () => page.keyboard.type(n % 20 === 19 ? "\n" : "#")));
    // Nobody types faster than ten keys a second.
    await page.waitForTimeout(100);
  }
  told(`from a key to what is found, ${name}, ${lines} lines`, checked);
  await close();
}
{
  const { page, close } = await game(host, "chess");
  const moved = [];
  for (let n = 0; n < 40; n++) {
    const [from, to] = [["g1", "f3"], ["g8", "f6"], ["f3", "g1"], ["f6", "g8"]][n % 4];
    await click(page, from);
    moved.push(await time(page, "pointerup", "#board", () => click(page, to)));
    // The piece is there before the position is.
    await plies(page, (n % 12) + 1);
    if (n % 12 < 11) continue;
    // Before the same position has come so often that the game is a draw.
    await page.locator("#restart").click();
    await plies(page, 0);
  }
  told("from a click to the moved piece, chess", moved);
  await close();
}
{
  const [seen, first] = [[], []];
  for (let n = 0; n < 5; n++) {
    // A page of the same host, so that nothing of the site is there yet.
    host.extra.set("empty.html", "<!doctype html>");
    const opened = await host.open("empty.html");
    const network = await opened.context.newCDPSession(opened.page);
    await network.send("Network.enable");
    await network.send("Network.emulateNetworkConditions", { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 });
    const began = performance.now();
    await opened.page.goto(`${opened.page.url().replace(/empty\.html$/, "")}#/chess`, { waitUntil: "commit" });
    await opened.page.waitForFunction(() => document.querySelector("#board img")?.complete || document.querySelector("#board svg"));
    seen.push(performance.now() - began);
    await opened.page.locator("#board svg").waitFor();
    first.push(performance.now() - began);
    await opened.close();
  }
  told("the picture of the board of chess, nothing kept, 10 Mbit/s and 40 ms", seen);
  told("the board that can be played on, likewise", first);
}
await host.stop();

{
  const counting = await desk("chess");
  counting.play_checked(false, undefined);
  counting.perft(4);
  const counted = [0, 1, 2].map(() => {
    const began = performance.now();
    counting.perft(5);
    return performance.now() - began;
  });
  const module = Math.min(...counted);
  const command = process.env.TILEGAME;
  let native = "";
  if (command && existsSync(command)) {
    const before = performance.now();
    execFileSync(command, ["perft", "chess", "5"]);
    native = `; the command needs ${(performance.now() - before).toFixed(0)} ms with its start`;
  }
  console.log(`perft of chess, 4,865,609 sequences: ${module.toFixed(0)} ms, ${(4865.609 / module).toFixed(1)} million a second${native}`);
  let seen;
  const began = performance.now();
  counting.analyse(1, 3000, { line: (line) => (seen = { ...JSON.parse(line), after: performance.now() - began }) });
  console.log(`search of chess without a net: depth ${seen.depth} after ${seen.after.toFixed(0)} ms, ${(seen.nodes / seen.after / 1000).toFixed(2)} million positions a second`);
}
