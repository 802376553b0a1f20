// Workers that answer for the module. A worker can be ended at any time: the next question starts another.

import wasm from "./engine/tilegame_bg.wasm?url";

/** The module, compiled once for all workers. */
let compiled: Promise<WebAssembly.Module> | undefined;

function compile(): Promise<WebAssembly.Module> {
  compiled ??= WebAssembly.compileStreaming(fetch(wasm));
  return compiled;
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
    const worker = this.started();
    const id = this.next++;
    return new Promise<T>((resolve, reject) => {
      const waiting: Waiting = { resolve, reject, line };
      if (limit) waiting.timer = window.setTimeout(() => this.end("it took too long"), limit);
      this.waiting.set(id, waiting);
      worker.postMessage({ id, method, args });
    });
  }

  /** The same, of an answer in JSON. */
  async read<T>(method: string, args: unknown[] = [], limit?: number): Promise<T> {
    return JSON.parse(await this.ask<string>(method, args, limit)) as T;
  }

  /** Ends whatever is going on. */
  stop(): void {
    this.drop(new Stopped("stopped"));
  }

  private started(): Worker {
    if (!this.worker) {
      const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
      this.worker = worker;
      worker.onmessage = (event: MessageEvent<Reply>) => this.answered(event.data);
      worker.onerror = () => {
        if (this.worker === worker) this.end("the module could not be started");
      };
      compile().then(
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
