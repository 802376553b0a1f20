// Diagrams of how pieces move.

import type { Piece } from "./answers";
import { make } from "./page";
import type { Session } from "./session";

/** The diagram of a piece of the game that is played. Its names begin with `prefix`. */
export async function diagram(session: Session, piece: Piece, prefix: string): Promise<Node | undefined> {
  const svg = await session.ask<string>("diagram", [piece.number, prefix]);
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  if (parsed.nodeName !== "svg") return undefined;
  parsed.querySelector("title")?.remove();
  parsed.querySelector(".areas")?.remove();
  parsed.setAttribute("role", "img");
  parsed.setAttribute("aria-label", `How the ${piece.name} moves from the middle of the board`);
  return document.importNode(parsed, true);
}

/** The piece in whose lines the caret is, beside the text. */
export class Beside {
  readonly element = make("figure", { class: "beside", id: "beside", hidden: true });
  private of: unknown;
  private all: Promise<Piece[]> | undefined;
  private name: string | undefined;

  constructor(private readonly session: Session) {}

  /** Shows the piece of this name, or none. */
  async show(name: string | undefined): Promise<void> {
    const { playing } = this.session;
    if (name === this.name && this.of === playing) return;
    if (this.of !== playing) this.all = undefined;
    [this.name, this.of] = [name, playing];
    if (!name || !this.session.position) {
      this.element.hidden = true;
      return;
    }
    this.all ??= this.session.pieces();
    const piece = (await this.all).find((one) => one.name === name);
    const drawn = piece && (await diagram(this.session, piece, "b-"));
    // Another one may be wanted by now.
    if (this.name !== name || this.of !== playing) return;
    this.element.hidden = !drawn;
    if (!piece || !drawn) return;
    const betza = piece.betza ? make("p", {}, "Betza ", make("code", {}, piece.betza)) : null;
    this.element.replaceChildren(drawn, make("figcaption", {}, make("strong", {}, piece.name), betza));
  }
}
