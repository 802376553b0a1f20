// The game on the desk: everything that the page shows is made of the texts, the start and the moves, and nothing else.

import type { Branch, Checked, Declared, Imported, Piece, Position, Texts } from "./answers";
import { Ended, Engine } from "./engine";
import * as library from "./library";
import type { Look } from "./looks";
import { kept } from "./looks";
import { Tree } from "./tree";
import type { Node } from "./tree";

/** No text takes longer to check, or it is given up. */
const CHECK = 10_000;
/** No move takes longer. */
const PLAY = 10_000;
/** Milliseconds after the last change until the game that is played becomes that of the texts: who writes on shall not wait for it. */
const SETTLED = 400;
/** After so many checks the browser has compiled for speed what they need. */
const REHEARSALS = 12;
/** No game is a variant of a variant of so many. */
const ROUNDS = 32;

/** What is said when a worker had to be ended. */
const restarted = (why: string) => `The program was started again (${why}). Your text and the moves are still here.`;

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
  /** The moves made, and what else was tried. */
  tree = new Tree();
  /** The player who sees the board from below. */
  seat = 0;
  /** What the board looks like. */
  look: Look = kept();
  private readonly engine: Engine;
  /** Checks texts as they are written, so that nobody who writes waits for the moves of the game to be found. */
  private readonly checker: Engine;
  /** Whether it has been given texts. */
  private edited = false;
  private busy = false;
  private waiting = false;
  /** The last good texts, if the game that is played is not yet theirs. */
  private next: Texts | undefined;
  private following = false;
  /** Whether what checks texts has been made ready. */
  private rehearsed = false;
  private resting = 0;
  private restoring = false;
  /** Games of the library that the texts need, by the names that the compiler has for them. */
  private apart: Record<string, string> = {};

  constructor(private readonly told: Told) {
    this.engine = new Engine((why) => void this.restore(why));
    this.checker = new Engine((why) => this.told.said(restarted(why)));
  }

  /** Another game: without the moves of the one before. */
  async open(texts: Texts, start?: string, moves: string[] = [], apart: Record<string, string> = {}): Promise<void> {
    window.clearTimeout(this.resting);
    this.next = undefined;
    this.texts = texts;
    this.apart = apart;
    this.playing = undefined;
    this.position = undefined;
    this.tree = new Tree();
    this.seat = 0;
    const checked = await this.checked(texts, this.engine);
    this.told.checked(checked);
    if (!checked.playable) return;
    this.playing = this.whole(texts);
    await this.begin(start, moves);
  }

  /** Texts with what they need of the library. */
  private whole(texts: Texts): Texts {
    return { ...texts, texts: { ...this.apart, ...texts.texts } };
  }

  /** What there is to say about texts. What they need of the library is fetched. */
  private async checked(texts: Texts, engine: Engine): Promise<Checked> {
    for (let round = 0; ; round++) {
      const checked = await engine.read<Checked>("check", [JSON.stringify(this.whole(texts))], CHECK);
      if (checked.missing.length === 0 || round === ROUNDS) return checked;
      try {
        Object.assign(this.apart, await library.texts(checked.missing));
      } catch (error) {
        this.told.said((error as Error).message);
        return checked;
      }
    }
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

  /** Somebody is about to write: what checks texts gets ready, so that the first keys do not wait for it. */
  async expectEdits(): Promise<void> {
    if (!this.playing || this.edited || this.rehearsed) return;
    this.rehearsed = true;
    try {
      for (let round = 0; round < REHEARSALS && !this.edited; round++) {
        await this.checker.read<Checked>("check", [JSON.stringify(this.playing)], CHECK);
      }
    } catch (error) {
      if (!(error instanceof Ended)) this.told.said((error as Error).message);
    }
  }

  /** Texts have changed. Checks are not piled up: while one is going on, only the last texts wait. */
  async edit(texts: Record<string, string>): Promise<void> {
    this.texts = { ...this.texts, texts };
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
    this.edited = true;
    const checked = await this.checked(texts, this.checker);
    if (this.texts !== texts) return;
    this.told.checked(checked);
    if (!checked.playable) return;
    this.next = this.whole(texts);
    window.clearTimeout(this.resting);
    this.resting = window.setTimeout(() => void this.follow(), SETTLED);
  }

  /** The game that is played becomes that of the last good texts. */
  private async follow(): Promise<void> {
    if (this.following) return;
    this.following = true;
    try {
      for (let texts = this.next; texts; texts = this.next) {
        this.next = undefined;
        await this.become(texts);
      }
    } catch (error) {
      if (!(error instanceof Ended)) this.told.said((error as Error).message);
    } finally {
      this.following = false;
    }
  }

  private async become(texts: Texts): Promise<void> {
    await this.engine.read<Checked>("check", [JSON.stringify(texts)], CHECK);
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
    window.clearTimeout(this.resting);
    this.engine.stop();
    this.checker.stop();
  }

  /** Shows the position again, for example from another side. */
  async show(): Promise<void> {
    const asked = this.engine.read<Position>("position", [], PLAY);
    const [position, picture] = await Promise.all([asked, this.engine.ask<string>("picture", [this.picture("b-")], PLAY)]);
    this.position = position;
    this.tree.follow(position.history);
    this.told.shown(position, picture);
  }

  /** How the board is drawn: with a prefix as a part of the page, else as a picture of its own. */
  picture(prefix?: string): string {
    return JSON.stringify({ seen_by: this.seat, prefix, ...this.look });
  }

  async flip(): Promise<void> {
    this.seat = (this.seat + 1) % (this.position?.players.length ?? 2);
    await this.show();
  }

  async play(index: number): Promise<void> {
    await this.showing(this.engine.ask("play", [index], PLAY));
  }

  async playText(text: string): Promise<void> {
    await this.showing(this.engine.ask("play_text", [text], PLAY));
  }

  /** Shows what comes of something that has been asked, without waiting for the answer before: the worker takes one question after the other. */
  private async showing(asked: Promise<unknown>): Promise<void> {
    await Promise.all([asked, this.show()]);
  }

  /** Goes to a place in the tree: back to where it branches off, and on from there. */
  async go(to: Node): Promise<void> {
    const line = this.tree.line(to);
    const history = this.position?.history ?? [];
    let same = 0;
    while (same < line.length && same < history.length && line[same].uci === history[same].uci) same++;
    for (let now = history.length; now > same; now--) await this.engine.ask<boolean>("undo", [], PLAY);
    try {
      for (const node of line.slice(same)) await this.engine.ask("play_text", [node.uci], PLAY);
    } finally {
      await this.show();
    }
  }

  async start(fen?: string): Promise<void> {
    await this.engine.read<Checked>("check", [JSON.stringify(this.playing)], CHECK);
    await this.engine.ask("play_checked", [false, fen]);
    this.tree = new Tree();
    await this.show();
  }

  async readPgn(text: string): Promise<void> {
    this.tree = Tree.of(await this.engine.read<Branch[]>("read_pgn", [text], PLAY));
    await this.show();
  }

  /** The game with its variations, as PGN. */
  pgn(): Promise<string> {
    return this.ask<string>("pgn", [JSON.stringify(this.tree.branches)]);
  }

  /** The time of the player to move is up; the others have so many thousandths of a second left. */
  async timeIsUp(left: number[]): Promise<void> {
    await this.ask("time_is_up", [new Float64Array(left)]);
    await this.show();
  }

  ask<T>(method: string, args: unknown[] = []): Promise<T> {
    return this.engine.ask<T>(method, args, PLAY);
  }

  read<T>(method: string, args: unknown[] = []): Promise<T> {
    return this.engine.read<T>(method, args, PLAY);
  }

  /** Who has been given the last texts. */
  private get author(): Engine {
    return this.edited ? this.checker : this.engine;
  }

  /** What is declared in a text. */
  outline(text: string): Promise<Declared[]> {
    return this.author.read<Declared[]>("outline", [text], CHECK);
  }

  /** Asks the module for authors about one of the texts that were checked last, as it is now. */
  async about<T>(method: string, name: string, text: string, args: unknown[] = []): Promise<T> {
    return JSON.parse(await this.author.write<string>(method, [name, text, ...args], CHECK)) as T;
  }

  format(text: string): Promise<string> {
    return this.engine.write<string>("format", [text], CHECK);
  }

  async import(text: string): Promise<Imported> {
    return JSON.parse(await this.engine.write<string>("import_variants", [text], CHECK)) as Imported;
  }

  /** How the pieces of the game that is played move. */
  async pieces(): Promise<Piece[]> {
    return JSON.parse(await this.engine.write<string>("pieces", [JSON.stringify(this.playing)], CHECK)) as Piece[];
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
    const said = () => this.told.said(restarted(why));
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
