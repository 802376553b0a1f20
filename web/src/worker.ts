// One desk in a worker: whatever is asked of it is asked by the name of a method.
//
// The handler is there from the first moment on, and waits for the module inside: messages that come before it is ready are not lost.

import * as module from "./engine/tilegame.js";

interface Request {
  id: number;
  method: string;
  args: unknown[];
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

async function answer({ id, method, args }: Request): Promise<void> {
  try {
    const desk = await ready;
    let value: unknown;
    if (method === "bring") {
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
    // After a trap nothing in the module can be trusted.
    const dead = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    self.postMessage({ id, error: typeof error === "string" ? error : String(error), dead });
  }
}

self.onmessage = (event: MessageEvent<{ module: WebAssembly.Module } | Request>) => {
  if ("module" in event.data) started(event.data.module);
  else void answer(event.data);
};
