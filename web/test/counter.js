// Counts for a test, in a thread of its own.
import { readFile } from "node:fs/promises";
import { parentPort } from "node:worker_threads";
import { Desk, initSync } from "../src/engine/tilegame.js";

initSync({ module: await readFile(new URL("../src/engine/tilegame_bg.wasm", import.meta.url)) });
const library = new URL("../../", import.meta.url);

/** A desk with a game on it, whose texts are brought as they are missed. */
export async function desk(name) {
  const desk = new Desk();
  const root = `games/${name}.tg`;
  const texts = { [root]: await readFile(new URL(root, library), "utf8") };
  for (;;) {
    const checked = JSON.parse(desk.check(JSON.stringify({ root, texts })));
    if (checked.playable) return desk;
    if (checked.missing.length === 0) throw new Error(`${name}: ${checked.messages[0]?.title}`);
    for (const file of checked.missing) texts[file] = await readFile(new URL(file, library), "utf8");
  }
}

parentPort?.on("message", async ({ game, found, most }) => {
  const done = { positions: 0, nodes: 0, wrong: [] };
  try {
    const counting = await desk(game);
    for (const { fen, setup, counts } of found) {
      if (setup) counting.play_setup(setup);
      else counting.play_checked(false, fen);
      for (const [depth, nodes] of counts) {
        if (nodes > most) continue;
        const counted = Number(counting.perft(depth));
        done.positions++;
        done.nodes += counted;
        if (counted !== nodes) done.wrong.push(`${game}, ${fen ?? setup}, depth ${depth}: ${counted} instead of ${nodes}`);
      }
    }
    counting.free();
  } catch (error) {
    done.wrong.push(`${game}: ${error}`);
  }
  parentPort.postMessage(done);
});
