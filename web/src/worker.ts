// One desk in a worker: whatever is asked of it is asked by the name of a method.
//
// The handler is there from the first moment on, and waits for the module inside: messages that come before it is ready are not lost.

import * as module from "./engine/tilegame.js";
import * as writing from "./engine/writing.js";

interface Request {
  id: number;
  method: string;
  args: unknown[];
  /** The module for authors, if it is the one that is asked. */
  writing?: WebAssembly.Module;
}

type Asked = (...args: unknown[]) => unknown;

let started: (module: WebAssembly.Module) => void;
const given = new Promise<WebAssembly.Module>((resolve) => (started = resolve));
const ready = given.then((compiled) => {
  module.initSync({ module: compiled });
  return new module.Desk();
});
let texts = "";

/** Brings the desk to a position: the same texts are not compiled again. */
function bring(desk: module.Desk, request: string, start: string | null, moves: string[]): void {
  if (request !== texts) {
    texts = "";
    desk.check(request);
    texts = request;
  }
  desk.play_checked(false, start ?? undefined);
  for (const move of moves) desk.play_text(move);
}

/** Asks the module for authors: its editor, which gets the texts that were checked last, or one of its functions. */
function write(desk: module.Desk, compiled: WebAssembly.Module, method: string, args: unknown[]): unknown {
  writing.initSync({ module: compiled });
  if (!(method in writing.Editor.prototype)) return (writing[method as keyof typeof writing] as unknown as Asked)(...args);
  const editor = new writing.Editor(desk.texts());
  try {
    return (editor[method as keyof writing.Editor] as unknown as Asked).apply(editor, args);
  } finally {
    editor.free();
  }
}

async function answer({ id, method, args, writing: compiled }: Request): Promise<void> {
  try {
    const desk = await ready;
    let value: unknown;
    if (compiled) {
      value = write(desk, compiled, method, args);
    } else if (method === "bring") {
      value = bring(desk, args[0] as string, args[1] as string | null, args[2] as string[]);
    } else if (method === "analyse") {
      const watcher = { line: (line: string) => self.postMessage({ id, line }) };
      value = desk.analyse(args[0] as number, args[1] as number, watcher);
    } else if (method in module.Desk.prototype) {
      value = (desk[method as keyof module.Desk] as unknown as Asked).apply(desk, args);
    } else {
      value = (module[method as keyof typeof module] as unknown as Asked)(...args);
    }
    self.postMessage({ id, value });
  } catch (error) {
    // After a trap nothing in a module can be trusted.
    const dead = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    self.postMessage({ id, error: typeof error === "string" ? error : String(error), dead });
  }
}

self.onmessage = (event: MessageEvent<{ module: WebAssembly.Module } | Request>) => {
  if ("module" in event.data) started(event.data.module);
  else void answer(event.data);
};
