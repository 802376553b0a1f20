// Workers that answer for the modules. A worker can be ended at any time: the next question starts another.

import playing from "./engine/tilegame_bg.wasm?url";
import writing from "./engine/writing_bg.wasm?url";

/** The modules, each compiled once for all workers. */
const compiled = new Map<string, Promise<WebAssembly.Module>>();

function compile(wasm: string): Promise<WebAssembly.Module> {
  let module = compiled.get(wasm);
  if (!module) {
    module = WebAssembly.compileStreaming(fetch(wasm));
    compiled.set(wasm, module);
    // What could not be fetched is tried again.
    module.catch(() => compiled.delete(wasm));
  }
  return module;
}

/** Begins to fetch the module that plays, which is the most of what a game waits for. */
export function prefetch(): void {
  // Whoever needs it hears what went wrong.
  compile(playing).catch(() => {});
}

/** The worker was ended before it answered; who had to know has been told. */
export class Ended extends Error {}

/** Somebody wanted it. */
export class Stopped extends Ended {}

/** The module has failed, or took too long. */
export class Failed extends Ended {}

interface Waiting {
  resolve: (value: never) => void;
  reject: (error: Error) => void;
  line?: (line: string) => void;
  timer?: number;
}

interface Request {
  method: string;
  args: unknown[];
  /** The module for authors, if it is the one that is asked. */
  writing?: WebAssembly.Module;
}

interface Reply {
  id: number;
  value?: unknown;
  error?: string;
  dead?: boolean;
  line?: string;
}

export class Engine {
  private worker: Worker | undefined;
  private waiting = new Map<number, Waiting>();
  private next = 0;

  /** `failed` is told when a worker had to be ended: what was on its desk is gone. */
  constructor(private readonly failed: (why: string) => void = () => {}) {}

  /** Asks for a method of the desk, or a function of the module. With a limit, the worker is ended if it takes longer. */
  ask<T>(method: string, args: unknown[] = [], limit?: number, line?: (line: string) => void): Promise<T> {
    return this.send({ method, args }, limit, line);
  }

  /** The same, of an answer in JSON. */
  async read<T>(method: string, args: unknown[] = [], limit?: number): Promise<T> {
    return JSON.parse(await this.ask<string>(method, args, limit)) as T;
  }

  /** Asks the module for authors, which is fetched when it is first asked something. */
  async write<T>(method: string, args: unknown[], limit?: number): Promise<T> {
    const module = await compile(writing).catch(() => {
      throw new Error("The part for authors could not be loaded");
    });
    return this.send({ method, args, writing: module }, limit);
  }

  /** Ends whatever is going on. */
  stop(): void {
    this.drop(new Stopped("stopped"));
  }

  private send<T>(request: Request, limit?: number, line?: (line: string) => void): Promise<T> {
    const worker = this.started();
    const id = this.next++;
    return new Promise<T>((resolve, reject) => {
      const waiting: Waiting = { resolve, reject, line };
      if (limit) waiting.timer = window.setTimeout(() => this.end("it took too long"), limit);
      this.waiting.set(id, waiting);
      worker.postMessage({ id, ...request });
    });
  }

  private started(): Worker {
    if (!this.worker) {
      const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
      this.worker = worker;
      worker.onmessage = (event: MessageEvent<Reply>) => this.answered(event.data);
      worker.onerror = () => {
        if (this.worker === worker) this.end("the module could not be started");
      };
      compile(playing).then(
        (module) => worker.postMessage({ module }),
        () => this.end("the module could not be loaded"),
      );
    }
    return this.worker;
  }

  private answered(reply: Reply): void {
    const waiting = this.waiting.get(reply.id);
    if (!waiting) return;
    if (reply.line !== undefined) {
      waiting.line?.(reply.line);
      return;
    }
    window.clearTimeout(waiting.timer);
    this.waiting.delete(reply.id);
    if (reply.dead) {
      waiting.reject(new Failed(reply.error));
      this.end(reply.error ?? "");
    } else if (reply.error !== undefined) {
      waiting.reject(new Error(reply.error));
    } else {
      waiting.resolve(reply.value as never);
    }
  }

  private end(why: string): void {
    this.drop(new Failed(why));
    this.failed(why);
  }

  private drop(error: Error): void {
    this.worker?.terminate();
    this.worker = undefined;
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const waiting of all) {
      window.clearTimeout(waiting.timer);
      waiting.reject(error);
    }
  }
}
