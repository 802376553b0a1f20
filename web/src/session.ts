// The game on the desk: everything that the page shows is made of the texts, the start and the moves, and nothing else.

import type { Checked, Imported, Position, Texts } from "./answers";
import { Ended, Engine } from "./engine";

/** No text takes longer to check, or it is given up. */
const CHECK = 10_000;
/** No move takes longer. */
const PLAY = 10_000;

export interface Told {
  /** What was found in the text. */
  checked(checked: Checked): void;
  /** There is another position to show. */
  shown(position: Position, picture: string): void;
  /** Something to say to people. */
  said(text: string): void;
}

export class Session {
  texts: Texts = { root: "", texts: {} };
  /** The texts of the game that is played: the last that were a game. */
  playing: Texts | undefined;
  position: Position | undefined;
  /** The player who sees the board from below. */
  seat = 0;
  private readonly engine: Engine;
  private busy = false;
  private waiting = false;
  private restoring = false;

  constructor(private readonly told: Told) {
    this.engine = new Engine((why) => void this.restore(why));
  }

  /** Another game: without the moves of the one before. */
  async open(texts: Texts, start?: string, moves: string[] = []): Promise<void> {
    this.texts = texts;
    this.playing = undefined;
    this.position = undefined;
    this.seat = 0;
    const checked = await this.engine.read<Checked>("check", [JSON.stringify(texts)], CHECK);
    this.told.checked(checked);
    if (!checked.playable) return;
    this.playing = texts;
    await this.begin(start, moves);
  }

  private async begin(start?: string, moves: string[] = []): Promise<void> {
    await this.engine.ask("play_checked", [false, start]);
    for (const move of moves) {
      try {
        await this.engine.ask("play_text", [move], PLAY);
      } catch (error) {
        this.told.said(`${move} can't be played: ${(error as Error).message}`);
        break;
      }
    }
    await this.show();
  }

  /** The text has changed. Checks are not piled up: while one is going on, only the last text waits. */
  async edit(text: string): Promise<void> {
    this.texts = { ...this.texts, texts: { ...this.texts.texts, [this.texts.root]: text } };
    await this.changed();
  }

  /** An option of the game is switched. */
  async switch(name: string, on: boolean): Promise<void> {
    const others = (this.texts.options ?? []).filter(([other]) => other !== name);
    this.texts = { ...this.texts, options: [...others, [name, on]] };
    await this.changed();
  }

  private async changed(): Promise<void> {
    if (this.busy) {
      this.waiting = true;
      return;
    }
    this.busy = true;
    try {
      do {
        this.waiting = false;
        await this.check();
      } while (this.waiting);
    } catch (error) {
      if (!(error instanceof Ended)) this.told.said((error as Error).message);
    } finally {
      this.busy = false;
    }
  }

  private async check(): Promise<void> {
    const texts = this.texts;
    const checked = await this.engine.read<Checked>("check", [JSON.stringify(texts)], CHECK);
    if (this.texts !== texts) return;
    this.told.checked(checked);
    if (!checked.playable) return;
    const before = this.position;
    const start = before && !before.usual ? before.start : undefined;
    let made: number;
    try {
      made = await this.engine.ask<number>("play_checked", [true, start]);
    } catch {
      made = await this.engine.ask<number>("play_checked", [true]);
    }
    this.playing = texts;
    await this.show();
    const played = before?.history.length ?? 0;
    if (made < played) {
      const lost = before?.history[made]?.san;
      this.told.said(`After this change ${lost} is no move any more: the game was taken back to the move before`);
    }
  }

  /** Nothing more is asked. */
  close(): void {
    this.engine.stop();
  }

  /** Shows the position again, for example from another side. */
  async show(): Promise<void> {
    const position = await this.engine.read<Position>("position", [], PLAY);
    const picture = await this.engine.ask<string>("picture", [JSON.stringify({ seen_by: this.seat, prefix: "b-" })], PLAY);
    this.position = position;
    this.told.shown(position, picture);
  }

  async flip(): Promise<void> {
    this.seat = (this.seat + 1) % (this.position?.players.length ?? 2);
    await this.show();
  }

  async play(index: number): Promise<void> {
    await this.engine.ask("play", [index], PLAY);
    await this.show();
  }

  async playText(text: string): Promise<void> {
    await this.engine.ask("play_text", [text], PLAY);
    await this.show();
  }

  /** Goes to the position after so many moves, by taking back or making again. */
  async go(plies: number): Promise<void> {
    let now = this.position?.history.length ?? 0;
    while (now > plies && (await this.engine.ask<boolean>("undo"))) now--;
    while (now < plies && (await this.engine.ask<boolean>("redo", [], PLAY))) now++;
    await this.show();
  }

  async start(fen?: string): Promise<void> {
    await this.engine.read<Checked>("check", [JSON.stringify(this.playing)], CHECK);
    await this.engine.ask("play_checked", [false, fen]);
    await this.show();
  }

  async readPgn(text: string): Promise<void> {
    await this.engine.ask("read_pgn", [text], PLAY);
    await this.show();
  }

  ask<T>(method: string, args: unknown[] = []): Promise<T> {
    return this.engine.ask<T>(method, args, PLAY);
  }

  read<T>(method: string, args: unknown[] = []): Promise<T> {
    return this.engine.read<T>(method, args, PLAY);
  }

  import(text: string): Promise<Imported> {
    return this.engine.read<Imported>("import_variants", [text], CHECK);
  }

  textOf(name: string): Promise<string | undefined> {
    return this.engine.ask<string | undefined>("text_of_game", [name]);
  }

  /** What the other worker needs to be in the same position. */
  brought(): [string, string | null, string[]] {
    const position = this.position;
    return [
      JSON.stringify(this.playing),
      position && !position.usual ? position.start : null,
      position?.history.map((made) => made.uci) ?? [],
    ];
  }

  /** The worker had to be ended: another one gets what was on the desk. */
  private async restore(why: string): Promise<void> {
    // What ends the worker again is not tried a third time.
    if (this.restoring) return;
    const said = () => this.told.said(`The program was started again (${why}). Your text and the moves are still here.`);
    const [, start, moves] = this.brought();
    if (!this.playing) return said();
    this.restoring = true;
    try {
      await this.engine.read<Checked>("check", [JSON.stringify(this.playing)], CHECK);
      await this.begin(start ?? undefined, moves);
      // Whoever hears it can go on.
      said();
    } catch {
      this.told.said("The game can't be played: change its text, or open another");
    } finally {
      this.restoring = false;
    }
  }
}
