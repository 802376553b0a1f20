// What boards look like: the shapes of pieces, colours, names of files and ranks. It is kept in the browser, for all games.

import { make } from "./page";
import type { Session } from "./session";

export interface Look {
  /** The colours of the board; those of the page, if there is none. */
  theme?: string;
  /** By which of the shapes that a game has for them pieces are drawn, from 0; as letters, if there are not so many. */
  look: number;
  /** Without the names of files and ranks. */
  bare: boolean;
}

const KEPT = "board";
/** As letters: no game has so many shapes for a piece. */
const LETTERS = 99;

/** What was chosen last time. */
export function kept(): Look {
  try {
    const { theme, look, bare } = JSON.parse(localStorage.getItem(KEPT) ?? "{}") as Partial<Look>;
    return { theme: typeof theme === "string" ? theme : undefined, look: typeof look === "number" && look >= 0 ? Math.trunc(look) : 0, bare: bare === true };
  } catch {
    // Where nothing may be kept, or something else was.
    return { look: 0, bare: false };
  }
}

function keep(look: Look): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify(look));
  } catch {
    // It holds until the page is left.
  }
}

/** Where it is chosen. */
export class Looks {
  private readonly theme = make("select", { id: "theme", onchange: () => this.choose() });
  private readonly look = make("select", { id: "look", onchange: () => this.choose() });
  private readonly names = make("input", { type: "checkbox", id: "coordinates", onchange: () => this.choose() });
  readonly element = make(
    "details",
    { class: "options", id: "looks" },
    make("summary", {}, "Board"),
    make("label", {}, "Colours", this.theme),
    make("label", {}, "Pieces", this.look),
    make("label", {}, this.names, "Names of files and ranks"),
  );

  constructor(private readonly session: Session) {
    this.names.checked = !session.look.bare;
    this.theme.append(make("option", { value: "" }, "of the page"));
    session.read<string[]>("themes").then(
      (names) => {
        this.theme.append(...names.map((name) => make("option", { value: name }, name)));
        this.theme.value = session.look.theme ?? "";
      },
      () => undefined, // The page was left before.
    );
  }

  /** The shapes that the game has for its pieces. */
  offer(looks: number): void {
    const shapes = Array.from({ length: looks }, (_, n) => make("option", { value: n }, n === 0 ? "as usual" : `other shapes${looks > 2 ? ` (${n})` : ""}`));
    this.look.replaceChildren(...shapes, make("option", { value: LETTERS }, "letters"));
    this.look.value = String(this.session.look.look < looks ? this.session.look.look : LETTERS);
  }

  private choose(): void {
    const look = { theme: this.theme.value || undefined, look: Number(this.look.value), bare: !this.names.checked };
    keep(look);
    this.session.look = look;
    void this.session.show();
  }
}
