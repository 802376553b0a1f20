// Gathers, once the module is compiled, what belongs to the site beside it: the games, which are fetched when they are opened, the list of them and the words of
// the language and what messages mean, as the modules know them, nets, which are fetched for an opponent, and pictures of the games, which are those of the book.
import { existsSync } from "node:fs";
import { copyFile, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";

const here = (path) => new URL(path, import.meta.url);
if (!["tilegame.js", "tilegame_bg.wasm", "writing.js", "writing_bg.wasm"].every((file) => existsSync(here(`../src/engine/${file}`)))) {
  console.error("The modules are not compiled yet: `npm run wasm` does that, some minutes the first time");
  process.exit(1);
}
const { initSync, levels } = await import("../src/engine/tilegame.js");
const { explanations, games, initSync: initWriting, words } = await import("../src/engine/writing.js");
initSync({ module: await readFile(here("../src/engine/tilegame_bg.wasm")) });
initWriting({ module: await readFile(here("../src/engine/writing_bg.wasm")) });
for (const folder of ["../src/generated/", "../public/pictures/", "../public/games/", "../public/nets/"]) {
  await rm(here(folder), { recursive: true, force: true });
  await mkdir(here(folder), { recursive: true });
}
const texts = {};
for (const file of await readdir(here("../../games/"))) {
  if (!file.endsWith(".tg")) continue;
  texts[file.slice(0, -3)] = await readFile(here(`../../games/${file}`), "utf8");
  await copyFile(here(`../../games/${file}`), here(`../public/games/${file}`));
}
const listed = JSON.parse(games(JSON.stringify(texts)));
for (const game of listed) {
  const picture = `../../docs/src/gallery/${game.name}.svg`;
  game.picture = await copyFile(here(picture), here(`../public/pictures/${game.name}.svg`)).then(
    () => true,
    () => false,
  );
}
await writeFile(here("../src/generated/games.json"), JSON.stringify(listed));
const nets = (await readdir(here("../../search/nets/"))).filter((file) => file.endsWith(".net")).sort();
for (const file of nets) await copyFile(here(`../../search/nets/${file}`), here(`../public/nets/${file}`));
await writeFile(here("../src/generated/nets.json"), JSON.stringify(nets.map((file) => file.slice(0, -4))));
await writeFile(here("../src/generated/words.json"), JSON.stringify({ ...JSON.parse(words()), levels: JSON.parse(levels()) }));
await writeFile(here("../src/generated/explanations.json"), explanations());
console.log(`${nets.length} nets, ${listed.length} games, ${listed.filter((game) => game.picture).length} pictures`);
