// Asks the module, once it is compiled, what belongs into the site before any module is loaded: the list of games and the words of the language.
// Pictures of the games are those of the book.
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { games, initSync, words } from "../src/engine/tilegame.js";

const here = (path) => new URL(path, import.meta.url);
initSync({ module: await readFile(here("../src/engine/tilegame_bg.wasm")) });
await mkdir(here("../src/generated/"), { recursive: true });
await mkdir(here("../public/pictures/"), { recursive: true });
const listed = JSON.parse(games());
for (const game of listed) {
  const picture = `../../docs/src/gallery/${game.name}.svg`;
  game.picture = await copyFile(here(picture), here(`../public/pictures/${game.name}.svg`)).then(
    () => true,
    () => false,
  );
}
await writeFile(here("../src/generated/games.json"), JSON.stringify(listed));
await writeFile(here("../src/generated/words.json"), words());
console.log(`${listed.length} games, ${listed.filter((game) => game.picture).length} pictures`);
