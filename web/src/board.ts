// The board: our own picture with an area for every tile. Moves are made by clicking twice, by dragging, or by keys.

import type { Move, Position } from "./answers";
import { choose, make, tell } from "./page";
import type { Mark } from "./tree";

const SVG = "http://www.w3.org/2000/svg";
/** A pointer that goes farther than this drags. */
const FAR = 6;

/** What has been taken up: the piece on a tile, or one in hand. */
type Chosen = { tile: string } | { hand: string };

type Area = SVGGraphicsElement;

export interface Player {
  /** Plays one of the legal moves. */
  play(move: Move): void;
  /** Why a move from here to there is not legal. */
  why(from: string, to: string): void;
  /** Draws an arrow or a ring, or takes it away. */
  mark(mark: Mark): void;
}

export class Board {
  readonly element = make("div", { class: "board", id: "board" });
  private position: Position | undefined;
  /** What is shown, as one text. */
  private shown = "";
  private chosen: Chosen | undefined;
  private focused: string | undefined;
  private areas = new Map<string, Area>();
  private overlay: SVGGElement | undefined;
  private dragged: { use: SVGElement; x: number; y: number } | undefined;
  private started: { x: number; y: number; tile: string; was: boolean } | undefined;
  private hinted: string[] = [];
  private best: { mark: Mark; worth: number }[] = [];
  private marks: Mark[] = [];
  private marking: string | undefined;

  constructor(private readonly player: Player) {
    this.element.addEventListener("keydown", (event) => this.key(event));
    // The other button of the pointer draws.
    this.element.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /** Arrows of the best moves, the best first. */
  arrows(moves: Move[]): void {
    this.best = moves.map((move, number) => ({ mark: { from: move.from ?? move.to, to: move.to }, worth: 1 / (1 + number) }));
    this.draw();
  }

  /** What somebody has drawn here. */
  drawn(marks: Mark[]): void {
    this.marks = marks;
    this.draw();
  }

  /** An arrow between the middles of two tiles, or a ring around one. */
  private sketch({ from, to }: Mark, kind: string, thick: number): void {
    const [one, other] = [this.areas.get(from), this.areas.get(to)];
    if (!this.overlay || !one || !other) return;
    const room = Number(one.parentElement?.dataset.room ?? 20);
    const [x, y] = this.middle(one);
    const [tx, ty] = this.middle(other);
    const far = Math.hypot(tx - x, ty - y);
    if (far < 1) {
      const ring = document.createElementNS(SVG, "circle");
      for (const [name, value] of Object.entries({ cx: x, cy: y, r: room * 0.95, class: `${kind} around` })) ring.setAttribute(name, String(value));
      this.overlay.append(ring);
      return;
    }
    const arrow = document.createElementNS(SVG, "polygon");
    const [half, head] = [room * 0.16 * thick, room * 0.5];
    // Along the arrow and to its side.
    const at = (along: number, aside: number) => `${x + ((tx - x) * along - (ty - y) * aside) / far},${y + ((ty - y) * along + (tx - x) * aside) / far}`;
    const neck = Math.max(far - head * 1.6, far * 0.3);
    const points = [at(room * 0.3, half), at(neck, half), at(neck, head), at(far, 0), at(neck, -head), at(neck, -half), at(room * 0.3, -half)];
    arrow.setAttribute("points", points.join(" "));
    arrow.setAttribute("class", kind);
    this.overlay.append(arrow);
  }

  /**
   * Shows a position. What was taken up is put down, but not if all is as it was: a check of a text that says the same game takes nothing out of
   * anybody's hand.
   */
  show(position: Position, picture: string): void {
    const shown = JSON.stringify([position, picture]);
    if (shown === this.shown && this.element.firstChild) return;
    this.shown = shown;
    const had = this.element.contains(document.activeElement);
    this.position = position;
    this.chosen = undefined;
    this.hinted = [];
    this.best = [];
    this.marks = [];
    const parsed = new DOMParser().parseFromString(picture, "image/svg+xml").documentElement;
    if (parsed.nodeName !== "svg") return;
    const svg = document.importNode(parsed, true) as unknown as SVGSVGElement;
    svg.querySelector("title")?.remove();
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", `The board of ${position.title}`);
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    this.element.replaceChildren(svg);
    this.overlay = document.createElementNS(SVG, "g");
    this.overlay.setAttribute("class", "overlay");
    svg.querySelector(".areas")?.before(this.overlay);
    this.areas.clear();
    for (const area of svg.querySelectorAll<Area>(".areas > *")) this.prepare(area);
    const keep = this.focused && this.areas.has(this.focused) ? this.focused : this.first();
    if (keep) this.focus(keep, had);
    this.draw();
  }

  /** Shows a picture of a board that is being set up, until it can be played on. */
  expect(picture: string, title: string): void {
    if (this.element.firstChild) return;
    this.element.replaceChildren(make("img", { src: picture, alt: `The board of ${title} is being set up` }));
  }

  /** Shows where a move goes. */
  hint(move: Move): void {
    this.hinted = [move.from, move.to].filter((tile): tile is string => tile !== null);
    this.draw();
  }

  private first(): string | undefined {
    const from = this.position?.moves.find((move) => move.from && this.areas.has(move.from))?.from;
    return from ?? this.areas.keys().next().value;
  }

  private name(area: Area): string {
    const { tile, hand, player } = area.dataset;
    return tile ?? `hand:${player}:${hand}`;
  }

  private prepare(area: Area): void {
    const name = this.name(area);
    this.areas.set(name, area);
    area.setAttribute("role", "button");
    area.setAttribute("tabindex", "-1");
    area.addEventListener("pointerdown", (event) => this.down(event, area));
    area.addEventListener("pointermove", (event) => this.move(event));
    area.addEventListener("pointerup", (event) => this.up(event, area));
    area.addEventListener("pointercancel", () => this.release());
    area.addEventListener("focus", () => this.focus(name, false));
  }

  /** What a screen reader says of an area. */
  private label(area: Area): string {
    const position = this.position;
    if (!position) return "";
    const { tile, hand, player } = area.dataset;
    if (hand) return `${player} has ${hand} in hand`;
    const there = position.tiles.find((shown) => shown.tile === tile);
    const owner = there?.player != null ? `${position.players[there.player]} ` : "";
    const piece = there?.piece ? `${owner}${there.piece}` : "empty";
    const parts = [tile, piece];
    if (position.check.includes(tile ?? "")) parts.push("in check");
    if (this.chosen) {
      const targets = this.targets(this.chosen).filter((move) => move.to === tile);
      if (targets.length) parts.push(targets.some((move) => move.captures) ? "can be taken" : "can be reached");
    } else if (position.moves.some((move) => move.from === tile)) parts.push("can move");
    return parts.join(", ");
  }

  private targets(chosen: Chosen): Move[] {
    const moves = this.position?.moves ?? [];
    if ("hand" in chosen) return moves.filter((move) => move.kind === "drop" && move.piece === chosen.hand);
    return moves.filter((move) => move.from === chosen.tile && move.kind !== "pass");
  }

  /** What can be done with a tile without a piece that moves: it is chosen, or, where players can only put pieces on the board, gets one of them. */
  private choices(tile: string): Move[] {
    const moves = this.position?.moves ?? [];
    const onlyDrops = moves.every((move) => move.from === null);
    return moves.filter((move) => move.to === tile && (move.kind === "choice" || (onlyDrops && move.kind === "drop")));
  }

  private draw(): void {
    if (!this.overlay || !this.position) return;
    this.overlay.replaceChildren();
    const targets = new Set(this.chosen ? this.targets(this.chosen).map((move) => move.to) : []);
    const own = this.chosen && "tile" in this.chosen ? this.chosen.tile : undefined;
    const room = Number(this.areas.values().next().value?.parentElement?.dataset.room ?? 20);
    const occupied = new Set(this.position.tiles.filter((shown) => shown.piece).map((shown) => shown.tile));
    for (const [name, area] of this.areas) {
      area.setAttribute("aria-label", this.label(area));
      const isOwn = name === own || (this.chosen && "hand" in this.chosen && area.dataset.hand === this.chosen.hand && this.isMover(area));
      area.setAttribute("class", isOwn ? "chosen" : this.hinted.includes(name) ? "hinted" : "");
      if (isOwn) area.setAttribute("aria-pressed", "true");
      else area.removeAttribute("aria-pressed");
      const movable = this.position.moves.some((move) => move.from === name);
      area.style.touchAction = movable ? "none" : "manipulation";
      area.style.cursor = movable || targets.has(name) || this.choices(name).length || (area.dataset.hand && this.isMover(area)) ? "pointer" : "default";
      if (targets.has(name)) {
        const dot = document.createElementNS(SVG, "circle");
        dot.setAttribute("cx", area.dataset.x ?? "");
        dot.setAttribute("cy", area.dataset.y ?? "");
        dot.setAttribute("r", String(room * (occupied.has(name) ? 0.88 : 0.3)));
        dot.setAttribute("class", occupied.has(name) ? "ring" : "dot");
        this.overlay.append(dot);
      }
    }
    for (const { mark, worth } of this.best) this.sketch(mark, "best", 0.5 + worth / 2);
    for (const mark of this.marks) this.sketch(mark, "drawn", 1);
  }

  private isMover(area: Area): boolean {
    return area.dataset.player === this.position?.players[this.position.to_move];
  }

  private choose(chosen: Chosen | undefined): void {
    this.chosen = chosen;
    this.draw();
  }

  /** A tile or a piece in hand has been clicked, or a piece was dropped on it. */
  private async activate(area: Area): Promise<void> {
    const position = this.position;
    if (!position) return;
    const { tile, hand } = area.dataset;
    if (hand) {
      if (!this.isMover(area)) return tell(`It is the turn of ${position.players[position.to_move]}`);
      const same = this.chosen && "hand" in this.chosen && this.chosen.hand === hand;
      return this.choose(same ? undefined : { hand });
    }
    if (!tile) return;
    const chosen = this.chosen;
    const same = chosen && "tile" in chosen && chosen.tile === tile;
    const wanted = chosen ? this.targets(chosen).filter((move) => move.to === tile) : [];
    if (!chosen || same) wanted.push(...this.choices(tile));
    const canMove = position.moves.some((move) => move.from === tile && move.kind !== "pass");
    if (!chosen && canMove) return this.choose({ tile });
    if (wanted.length) {
      const move = await this.oneOf(wanted);
      if (!move) return this.choose(undefined);
      this.goAhead(move);
      this.player.play(move);
      return;
    }
    if (same) return this.choose(undefined);
    if (canMove) return this.choose({ tile });
    this.choose(undefined);
    if (chosen && "tile" in chosen) return this.player.why(chosen.tile, tile);
    const there = position.tiles.find((shown) => shown.tile === tile);
    if (position.ended) tell(`The game is over: ${position.ended}`);
    else if (!there?.piece) tell(`${tile} is empty`);
    else if (there.player !== null && there.player !== position.to_move) {
      tell(`It is the turn of ${position.players[position.to_move]}`);
    } else tell(`The ${there.piece} on ${tile} has no legal move`);
  }

  /** The piece goes to its tile at once. The picture of the new position, which says what else has happened, is there some milliseconds later. */
  private goAhead(move: Move): void {
    const [from, to] = [this.areas.get(move.from ?? ""), this.areas.get(move.to)];
    const piece = from && this.standing(from);
    if (!piece || !to || from === to || move.kind === "choice") return;
    this.standing(to)?.remove();
    for (const name of ["x", "y"]) piece.setAttribute(name, to.dataset[name] ?? "");
    this.overlay?.replaceChildren();
    this.chosen = undefined;
    // Even if nothing comes of it, the picture is another one now.
    this.shown = "";
  }

  /** What is drawn of the piece on a tile. */
  private standing(area: Area): SVGElement | null {
    const { x, y } = area.dataset;
    return this.element.querySelector<SVGElement>(`svg > use[x="${x}"][y="${y}"]`);
  }

  /** Several moves go the same way: promotions, effects. */
  private async oneOf(moves: Move[]): Promise<Move | undefined> {
    if (moves.length === 1) return moves[0];
    const title = moves.some((move) => move.kind === "promotion") ? "Promote to" : "Which move?";
    return choose(
      title,
      moves.map((move) => ({ text: move.promotion ?? move.san, note: move.promotion ? move.san : move.uci, value: move })),
    );
  }

  private down(event: PointerEvent, area: Area): void {
    if (event.button === 2) {
      area.releasePointerCapture?.(event.pointerId);
      this.marking = area.dataset.tile;
    }
    if (event.button !== 0) return;
    const { tile } = area.dataset;
    area.releasePointerCapture?.(event.pointerId);
    if (!tile || !this.position?.moves.some((move) => move.from === tile)) return;
    // Another piece that could be taken is a target, not a piece to be taken up.
    if (this.chosen && this.targets(this.chosen).some((move) => move.to === tile)) return;
    const was = this.chosen !== undefined && "tile" in this.chosen && this.chosen.tile === tile;
    this.started = { x: event.clientX, y: event.clientY, tile, was };
    const use = this.standing(area);
    this.dragged = use ? { use, x: event.clientX, y: event.clientY } : undefined;
    if (!was) this.choose({ tile });
  }

  private move(event: PointerEvent): void {
    if (!this.started || !this.dragged) return;
    const [dx, dy] = [event.clientX - this.started.x, event.clientY - this.started.y];
    if (Math.hypot(dx, dy) < FAR && !this.dragged.use.hasAttribute("transform")) return;
    const svg = this.element.querySelector("svg");
    const scale = svg ? svg.viewBox.baseVal.width / svg.getBoundingClientRect().width : 1;
    this.dragged.use.setAttribute("transform", `translate(${dx * scale} ${dy * scale})`);
    this.dragged.use.classList.add("dragged");
  }

  private up(event: PointerEvent, area: Area): void {
    if (event.button === 2) {
      if (this.marking && area.dataset.tile) this.player.mark({ from: this.marking, to: area.dataset.tile });
      this.marking = undefined;
      return;
    }
    const { started } = this;
    const dragging = this.dragged?.use.hasAttribute("transform");
    this.release();
    this.focus(this.name(area), false);
    if (!started) return void this.activate(area);
    if (!dragging) {
      // The first click takes a piece up; a second on the same puts it down, or is a move to where it stands.
      if (started.was) void this.activate(area);
      return;
    }
    if (event.type === "pointerup" && area.dataset.tile !== started.tile) void this.activate(area);
  }

  private release(): void {
    if (this.dragged) {
      this.dragged.use.removeAttribute("transform");
      this.dragged.use.classList.remove("dragged");
    }
    this.dragged = undefined;
    this.started = undefined;
  }

  /** One area at a time can be reached with the tabulator. */
  private focus(name: string, really: boolean): void {
    if (this.focused) this.areas.get(this.focused)?.setAttribute("tabindex", "-1");
    const area = this.areas.get(name);
    if (!area) return;
    this.focused = name;
    area.setAttribute("tabindex", "0");
    if (really) area.focus();
  }

  private key(event: KeyboardEvent): void {
    const here = this.focused && this.areas.get(this.focused);
    if (!here) return;
    const ways: Record<string, [number, number]> = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    const way = ways[event.key];
    if (way) {
      event.preventDefault();
      const next = this.nearest(here, way);
      if (next) this.focus(next, true);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      void this.activate(here);
    } else if (event.key === "Escape") this.choose(undefined);
  }

  private middle(area: Area): [number, number] {
    if (area.dataset.x) return [Number(area.dataset.x), Number(area.dataset.y)];
    const box = area.getBBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  }

  /** The nearest area in a direction: what lies aside counts as farther. */
  private nearest(here: Area, [dx, dy]: [number, number]): string | undefined {
    const [x, y] = this.middle(here);
    let best: [number, string] | undefined;
    for (const [name, area] of this.areas) {
      const [ox, oy] = this.middle(area);
      const along = (ox - x) * dx + (oy - y) * dy;
      const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
      if (along < 1 || aside > along * 1.2) continue;
      const far = along + 2 * aside;
      if (!best || far < best[0]) best = [far, name];
    }
    return best?.[1];
  }
}
