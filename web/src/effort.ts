// What takes long, in a worker of its own that is ended when somebody says stop: the opponent, analysis, counting.

import type { Line } from "./answers";
import { Engine, Stopped } from "./engine";
import { net, nets } from "./library";
import { tell } from "./page";
import type { Session } from "./session";

export interface Chosen {
  uci: string;
  san: string;
  score: string;
}

export class Effort {
  private readonly engine = new Engine((why) => tell(`What was going on had to be ended (${why})`, 8000));
  /** What is going on, so that something else can end it. */
  private running = 0;

  constructor(private readonly session: Session) {}

  stop(): void {
    if (this.running) this.engine.stop();
  }

  /** Nothing more is asked. */
  close(): void {
    this.engine.stop();
  }

  /** The move of an opponent; nothing if it was stopped. */
  choose(level: number): Promise<Chosen | undefined> {
    const seed = crypto.getRandomValues(new Uint32Array(1))[0];
    return this.work(async () => {
      await this.judge();
      return this.engine.read<Chosen>("choose", [level, seed]);
    });
  }

  /** Looks for the best moves for so many thousandths of a second. */
  async analyse(lines: number, time: number, seen: (line: Line) => void): Promise<void> {
    await this.work(async () => {
      await this.judge();
      await this.engine.ask("analyse", [lines, time], undefined, (line) => seen(JSON.parse(line) as Line));
    });
  }

  /** Counts the sequences that begin with each move in turn; what was counted is told one by one. */
  async divide(depth: number, moves: number, counted: (index: number, nodes: number) => void): Promise<boolean> {
    const done = await this.work(async () => {
      for (let index = 0; index < moves; index++) counted(index, Number(await this.engine.ask<string>("perft", [depth, index])));
      return true;
    });
    return done ?? false;
  }

  /** Gives the desk the net of the game, if there is one. */
  private async judge(): Promise<void> {
    const name = await this.engine.ask<string | undefined>("named", [nets]);
    const found = name && (await net(name));
    if (found) await this.engine.ask("judge_by", [found]);
  }

  /** One thing at a time: what was going on before is ended. */
  private async work<T>(what: () => Promise<T>): Promise<T | undefined> {
    this.stop();
    this.running++;
    try {
      await this.engine.ask("bring", this.session.brought());
      return await what();
    } catch (error) {
      if (error instanceof Stopped) return undefined;
      throw error;
    } finally {
      this.running--;
    }
  }
}
