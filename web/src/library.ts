// The games that come with the page: each is a file beside it, which is fetched when somebody opens it, or a variant of it.

import type { Listed } from "./answers";
import games from "./generated/games.json";
import named from "./generated/nets.json";

export const all = games as Listed[];
const FOLDER = "games/";

/** What the compiler calls the text of a game. */
export function fileOf(name: string): string {
  return `${FOLDER}${name}.tg`;
}

const fetched = new Map<string, Promise<string>>();

/** The text of a file that the compiler calls by this name. */
function text(file: string): Promise<string> {
  const known = fetched.get(file);
  if (known) return known;
  const asked = fetch(new URL(file, document.baseURI)).then((answer) => {
    if (!answer.ok) throw new Error(`${file} can't be loaded`);
    return answer.text();
  });
  fetched.set(file, asked);
  // Whoever asks again, tries again.
  asked.catch(() => fetched.delete(file));
  return asked;
}

/** The texts of files that the compiler misses, by its names for them. */
export async function texts(files: string[]): Promise<Record<string, string>> {
  const found = await Promise.all(files.map(async (file) => [file, await text(file)] as const));
  return Object.fromEntries(found);
}

/** The games for which there is a net: each is a file beside the page, which is fetched when an opponent wants it. */
export const nets: string[] = named;
const judges = new Map<string, Promise<Uint8Array | undefined>>();

/** One of the nets, if it can be had: without it, the rules alone judge positions. */
export function net(name: string): Promise<Uint8Array | undefined> {
  const known = judges.get(name);
  if (known) return known;
  const asked = fetch(new URL(`nets/${name}.net`, document.baseURI))
    .then(async (answer) => (answer.ok ? new Uint8Array(await answer.arrayBuffer()) : undefined))
    .catch(() => undefined);
  judges.set(name, asked);
  // Who asks again, tries again.
  void asked.then((found) => found ?? judges.delete(name));
  return asked;
}

/** A game and those that it is a variant of, all asked for at once. */
export async function withParents(name: string): Promise<{ text: string; others: Record<string, string> }> {
  const line: string[] = [];
  for (let at = all.find((game) => game.name === name); at && !line.includes(fileOf(at.name)); ) {
    line.push(fileOf(at.name));
    const { parent } = at;
    at = all.find((game) => game.name === parent);
  }
  if (line.length === 0) throw new Error(`no game is named ${name}`);
  const { [line[0]]: own, ...others } = await texts(line);
  return { text: own, others };
}
