// The module counts the same as the engine on this machine: every game, so deep as there is time.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, readdir } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { before, test } from "node:test";
import { Worker } from "node:worker_threads";
import { desk } from "./counter.js";

/** Counts of more sequences are left out. */
const MOST = Number(process.env.TILEGAME_NODES ?? 30_000);
const folder = new URL("../../tests/perft/", import.meta.url);

/** The positions and counts of a file. */
function cases(text) {
  const found = [];
  let game = "";
  for (const line of text.split("\n").map((line) => line.trim())) {
    const [word, rest] = [line.split(" ", 1)[0], line.slice(line.indexOf(" ") + 1)];
    if (word === "game") game = rest;
    else if (word === "fen" || word === "setup") found.push({ [word]: rest, counts: [] });
    else if (word === "perft") found.at(-1).counts.push(rest.split(" ").map(Number));
    else assert.ok(line === "" || line.startsWith("#"), line);
  }
  return { game, found };
}

const suites = [];
before(async () => {
  for (const file of (await readdir(folder)).filter((name) => name.endsWith(".perft"))) suites.push(cases(await readFile(new URL(file, folder), "utf8")));
});

test("all games are counted as they should be", { timeout: 900_000 }, async () => {
  assert.ok(suites.length > 150);
  const waiting = [...suites];
  const sum = { positions: 0, nodes: 0 };
  const wrong = [];
  const began = performance.now();
  const work = () =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL("./counter.js", import.meta.url));
      const next = () => {
        const suite = waiting.pop();
        if (suite) worker.postMessage({ ...suite, most: MOST });
        else worker.terminate().then(resolve);
      };
      worker.on("message", (done) => {
        sum.positions += done.positions;
        sum.nodes += done.nodes;
        wrong.push(...done.wrong);
        next();
      });
      worker.on("error", reject);
      next();
    });
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, work));
  assert.deepEqual(wrong, []);
  console.log(`${suites.length} games, ${sum.positions} counts, ${sum.nodes.toLocaleString("en")} sequences in ${((performance.now() - began) / 1000).toFixed(0)} s`);
});

test("the opponent looks at the same positions as that of the command", { timeout: 600_000 }, async (t) => {
  const command = process.env.TILEGAME ?? new URL("../../target/debug/tilegame-under-test", import.meta.url).pathname;
  if (!existsSync(command)) return t.skip(`${command} is not built`);
  for (const name of ["chess", "shogi", "xiangqi", "atomic", "glinski", "othello"]) {
    const found = [];
    const playing = await desk(name);
    playing.play_checked(false, undefined);
    playing.analyse(1, 3000, { line: (line) => found.push(JSON.parse(line)) });
    const input = "setoption name EvalFile value none\nposition startpos\ngo depth 6\n";
    const said = execFileSync(command, ["uci", name], { input, encoding: "utf8", stdio: ["pipe", "pipe", "ignore"] });
    const native = [...said.matchAll(/^info depth (\d+) .* nodes (\d+) /gm)].map(([, depth, nodes]) => `${depth}: ${nodes}`);
    const here = found.map(({ depth, nodes }) => `${depth}: ${nodes}`);
    assert.ok(native.length > 3 && here.length > 3, name);
    const both = Math.min(native.length, here.length);
    assert.deepEqual(here.slice(0, both), native.slice(0, both), name);
  }
});
