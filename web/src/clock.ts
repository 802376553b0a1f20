// The time of each player. The page only counts it; what it means that time is up, the rules of the game say.

import type { Position } from "./answers";
import { make } from "./page";

/** Minutes for the game, and seconds more for each move. */
const CHOICES: [number, number][] = [
  [1, 0],
  [3, 2],
  [5, 3],
  [10, 5],
  [30, 20],
];
const OFTEN = 100;

function told(time: number): string {
  const tenths = Math.ceil(time / 100);
  const seconds = Math.floor(tenths / 10);
  const two = (n: number) => String(n).padStart(2, "0");
  return time < 20_000 ? `${Math.floor(seconds / 60)}:${two(seconds % 60)}.${tenths % 10}` : `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

export class Clock {
  private readonly chosen = make(
    "select",
    { id: "clock", "aria-label": "Time for each player" },
    make("option", { value: "" }, "no clock"),
    ...CHOICES.map(([minutes, more]) => make("option", { value: `${minutes} ${more}` }, `${minutes} min + ${more} s`)),
  );
  private readonly faces = make("span", { class: "clocks", id: "clocks", role: "timer", hidden: true });
  readonly element = make("span", { class: "clock" }, this.chosen, this.faces);
  private left: number[] = [];
  private position: Position | undefined;
  private timer = 0;
  private since = 0;
  /** Whose time runs. */
  private of: number | undefined;

  /** `up` is told what everybody has left when the player to move has nothing. */
  constructor(private readonly up: (left: number[]) => void) {
    this.chosen.onchange = () => this.reset();
  }

  /** From the first move on, the time of whoever is to move runs. */
  show(position: Position): void {
    const before = this.position;
    this.position = position;
    if (!this.chosen.value) return;
    const same = before && before.players.length === position.players.length;
    if (!same || position.history.length === 0 || this.left.length !== position.players.length) return this.reset();
    this.pass();
    if (before.history.length + 1 === position.history.length) this.left[before.to_move] += this.more;
    if (position.ended) this.pause();
    else if (!this.timer) this.run();
    this.draw();
  }

  /** Nothing runs any more. */
  close(): void {
    this.chosen.value = "";
    this.reset();
  }

  private get more(): number {
    return 1000 * Number(this.chosen.value.split(" ")[1] ?? 0);
  }

  private reset(): void {
    this.pause();
    const { position } = this;
    const minutes = Number(this.chosen.value.split(" ")[0]);
    this.faces.hidden = !minutes || !position;
    this.left = minutes && position ? position.players.map(() => 60_000 * minutes) : [];
    if (minutes && position?.history.length && !position.ended) this.run();
    this.draw();
  }

  private run(): void {
    this.since = performance.now();
    this.timer = window.setInterval(() => this.tick(), OFTEN);
  }

  private pause(): void {
    window.clearInterval(this.timer);
    this.timer = 0;
  }

  /** What has passed is taken from whoever it was the turn of. */
  private pass(): void {
    if (!this.timer || this.of === undefined) return;
    const now = performance.now();
    this.left[this.of] = Math.max(0, this.left[this.of] - (now - this.since));
    this.since = now;
  }

  private tick(): void {
    this.pass();
    this.draw();
    if (this.of === undefined || this.left[this.of] > 0) return;
    this.pause();
    this.up([...this.left]);
  }

  private draw(): void {
    const { position } = this;
    this.of = position?.to_move;
    if (!position || this.left.length === 0) return;
    this.faces.replaceChildren(
      ...position.players.map((player, number) =>
        make("span", { class: number === position.to_move && this.timer ? "running" : "", title: player }, `${player} ${told(this.left[number])}`),
      ),
    );
  }
}
