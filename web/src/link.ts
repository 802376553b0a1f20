// Links that hold everything: the texts, the start and the moves, compressed, behind the `#`, where no server sees them.

const VERSION = "v1.";
/** Before a link: only the board is shown, in a frame of another page. */
export const EMBEDDED = "embed/";
/** Nothing larger is unpacked: a link is not a way to fill somebody's memory. */
const MOST = 2_000_000;

export interface Shared {
  /** A game of the library, if its text is as it comes. */
  game?: string;
  root?: string;
  texts?: Record<string, string>;
  options?: [string, boolean][];
  start?: string;
  moves?: string[];
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: TransformStream<BufferSource, Uint8Array>): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream as unknown as ReadableWritablePair<Uint8Array, Uint8Array<ArrayBuffer>>).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > MOST) throw new Error("the link holds too much");
    parts.push(value);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export async function pack(shared: Shared): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(shared));
  const packed = await through(bytes, new CompressionStream("deflate-raw") as TransformStream<BufferSource, Uint8Array>);
  let text = "";
  for (const byte of packed) text += String.fromCharCode(byte);
  return VERSION + btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export function isPacked(fragment: string): boolean {
  return /^v\d+\./.test(fragment);
}

export async function unpack(fragment: string): Promise<Shared> {
  if (!fragment.startsWith(VERSION)) throw new Error("the link is of a newer version of this page");
  const text = atob(fragment.slice(VERSION.length).replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const unpacked = await through(bytes, new DecompressionStream("deflate-raw") as TransformStream<BufferSource, Uint8Array>);
  const shared: unknown = JSON.parse(new TextDecoder().decode(unpacked));
  return checked(shared);
}

/** Whoever made the link: only what has the right form is taken. */
function checked(shared: unknown): Shared {
  if (typeof shared !== "object" || shared === null) throw new Error("the link holds no game");
  const { game, root, texts, options, start, moves } = shared as Record<string, unknown>;
  const isText = (value: unknown): value is string => typeof value === "string";
  const taken: Shared = {};
  if (isText(game)) taken.game = game;
  if (isText(root)) taken.root = root;
  if (isText(start)) taken.start = start;
  if (Array.isArray(moves) && moves.length < 5000) taken.moves = moves.filter(isText);
  if (Array.isArray(options)) {
    taken.options = options.filter((o): o is [string, boolean] => Array.isArray(o) && isText(o[0]) && typeof o[1] === "boolean");
  }
  if (typeof texts === "object" && texts !== null) {
    taken.texts = Object.fromEntries(Object.entries(texts).filter((entry): entry is [string, string] => isText(entry[1])));
  }
  if (!taken.game && !(taken.root && taken.texts && taken.root in taken.texts)) throw new Error("the link holds no game");
  return taken;
}
