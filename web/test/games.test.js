// Whole games, played by clicks from the first move to the end.
import assert from "node:assert/strict";
import { mkdir, readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { desk } from "./counter.js";
import { click, fen, game, plies, shows, site } from "./site.js";

const shots = new URL("./shots/", import.meta.url);
const games = JSON.parse(await readFile(new URL("games.json", import.meta.url), "utf8"));
let host;

before(async () => {
  await mkdir(shots, { recursive: true });
  host = await site();
});
after(() => host.stop());

/** Makes a move as one makes it with a pointer. */
async function make(page, position, uci) {
  const move = position.moves.find((move) => move.uci === uci);
  assert.ok(move, `${uci} is legal`);
  if (move.kind === "pass") return page.locator("#passes button").first().click();
  if (move.kind === "drop" && position.moves.some((other) => other.from !== null)) {
    await page.locator(`#board [data-hand="${move.piece}"][data-player="${position.players[position.to_move]}"]`).click({ force: true });
  } else if (move.from !== null) await click(page, move.from);
  await click(page, move.to);
  const chooser = page.locator("#chooser");
  const same = position.moves.filter((other) => other.from === move.from && other.to === move.to && other.kind !== "pass");
  if (same.length > 1 && (await chooser.isVisible())) {
    const note = move.promotion ? move.san : move.uci;
    const buttons = page.locator("#choices button");
    const notes = await buttons.locator("span").allTextContents();
    assert.ok(notes.includes(note), `${note} is among ${notes}`);
    await buttons.nth(notes.indexOf(note)).click();
  }
}

for (const { name, pgn, with: what, fen: start, moves: listed } of games) {
  test(`a whole game of ${name}, ${what}`, { timeout: 240_000 }, async () => {
    const beside = await desk(name);
    beside.play_checked(false, start);
    const moves = listed ?? JSON.parse(beside.read_pgn(pgn)).map((branch) => branch.uci);
    beside.play_checked(false, start);
    const { page, strange, close } = await game(host, name);
    if (start) {
      await page.locator("#tab-notation").click();
      await page.locator("#fen").fill(start);
      await page.locator("#set-fen").click();
      const { fen } = JSON.parse(beside.position());
      await page.waitForFunction((fen) => document.querySelector("#pgn").value.includes(`"${fen}"`), fen);
    }
    await page.locator("#tab-moves").click();
    for (const [ply, uci] of moves.entries()) {
      await make(page, JSON.parse(beside.position()), uci);
      beside.play_text(uci);
      await plies(page, ply + 1);
    }
    const position = JSON.parse(beside.position());
    assert.ok(position.ended, "the game is over");
    await shows(page, "#turn", new RegExp(position.ended.slice(1).replace(/[.*+?^${}()|[\]\\]/g, "\\$&")));
    await page.screenshot({ path: new URL(`whole-${name}.png`, shots).pathname });
    assert.equal(await fen(page), position.fen);
    assert.deepEqual(strange, []);
    await close();
  });
}
