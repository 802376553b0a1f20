// A game: its text on the one side, its board on the other, and a drawer of tools below.

import type { Checked, Move, Position, Texts } from "./answers";
import { Board } from "./board";
import { Editor } from "./editor";
import { Effort } from "./effort";
import { all } from "./gallery";
import { pack } from "./link";
import type { Shared } from "./link";
import { byId, complain, copy, make, save, tell } from "./page";
import { analysis, counting, moves, notation, pieces } from "./panels";
import type { Panel } from "./panels";
import { problems } from "./problems";
import { Session } from "./session";

/** The text is checked when nothing was typed for so many thousandths of a second. */
const PAUSE = 30;
const LEVELS = 10;
const HINT = 7;

/** What the compiler calls the text of a game of the library. */
function fileOf(name: string): string {
  return `games/${name}.tg`;
}

/** A file's name without its folder. */
function bare(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

export class Workshop {
  readonly element: HTMLElement;
  private readonly session: Session;
  private readonly effort: Effort;
  private readonly editor: Editor;
  private readonly board: Board;
  private readonly panels: Panel[];
  private panel: Panel;
  private typing = 0;
  /** The text as it was opened. */
  private original = "";
  /** Its name in the library, if it comes from there. */
  private library: string | undefined;
  private thinking = false;

  private readonly list = make("div");
  private readonly options = make("details", { class: "options", id: "options", hidden: true });
  private readonly fileName = make("span", { class: "grow" });
  private readonly turn = make("p", { class: "turn", id: "turn", role: "status", "aria-live": "polite" });
  private readonly stale = make("p", { class: "stale-note", id: "stale", hidden: true }, "The text has mistakes: this is the game before the last changes");
  private readonly whyNot = make("p", { class: "why", id: "why", role: "status", hidden: true });
  private readonly passes = make("div", { class: "controls", id: "passes" });
  private readonly undo = make("button", { type: "button", id: "undo", title: "Take back" }, "↶ Undo");
  private readonly redo = make("button", { type: "button", id: "redo", title: "Make again" }, "↷ Redo");
  private readonly who = make("select", { id: "who", "aria-label": "Whom the computer plays" });
  private readonly level = make(
    "select",
    { id: "level", "aria-label": "How strong the computer is" },
    ...Array.from({ length: LEVELS }, (_, n) => make("option", { value: n + 1, selected: n === 3 }, `level ${n + 1}`)),
  );
  private readonly stop = make("button", { type: "button", id: "stop", hidden: true }, "Stop");
  private readonly slot = make("div", { class: "panel", id: "panel", role: "tabpanel", tabindex: 0 });
  private readonly tabs: HTMLButtonElement[];
  private readonly views: HTMLButtonElement[];

  constructor() {
    this.session = new Session({
      checked: (checked) => this.checked(checked),
      shown: (position, picture) => this.shown(position, picture),
      said: (text) => tell(text, 8000),
    });
    this.effort = new Effort(this.session);
    this.editor = new Editor((text) => {
      window.clearTimeout(this.typing);
      this.typing = window.setTimeout(() => void this.session.edit(text), PAUSE);
      this.title();
    });
    this.board = new Board({
      play: (move) => void this.play(move),
      why: (from, to) => void this.why(`${from}${to}`),
    });
    this.panels = [
      moves(this.session),
      analysis(this.session, this.effort),
      counting(this.session, this.effort),
      pieces(this.session),
      notation(this.session),
    ];
    this.panel = this.panels[0];
    this.tabs = this.panels.map((panel) =>
      make("button", { type: "button", role: "tab", id: `tab-${panel.title.toLowerCase()}`, "aria-controls": "panel", onclick: () => this.open(panel) }, panel.title),
    );
    const tabs = make("div", { class: "tabs", role: "tablist", "aria-label": "Tools", onkeydown: (event: KeyboardEvent) => this.tabKey(event) }, ...this.tabs);
    this.views = ["Board", "Rules", "More"].map((name) =>
      make("button", { type: "button", id: `view-${name.toLowerCase()}`, onclick: () => this.view(name.toLowerCase()) }, name),
    );
    this.undo.onclick = () => this.step(-1);
    this.redo.onclick = () => this.step(1);
    this.who.onchange = () => void this.opponent();
    this.stop.onclick = () => this.halt();
    const button = (id: string, text: string, click: () => void) => make("button", { type: "button", id, onclick: click }, text);
    this.element = make(
      "div",
      { class: "workshop", "data-view": "board" },
      make(
        "section",
        { class: "rules", "aria-label": "Rules" },
        make(
          "div",
          { class: "bar" },
          this.fileName,
          button("format", "Format", () => void this.format()),
          button("revert", "Revert", () => this.editor.set(this.original, true)),
          button("download", "Download", () => save(bare(this.session.texts.root), this.editor.text, "text/plain")),
          make("button", { type: "button", class: "main", id: "share", onclick: () => void this.share() }, "Share"),
        ),
        this.editor.element,
        this.options,
        this.list,
      ),
      make(
        "section",
        { class: "game", "aria-label": "Game" },
        make(
          "div",
          { class: "table" },
          this.turn,
          this.stale,
          this.board.element,
          this.passes,
          this.whyNot,
          make(
            "div",
            { class: "controls" },
            this.undo,
            this.redo,
            button("flip", "⟳ Flip", () => void this.session.flip()),
            button("restart", "Restart", () => this.session.start().catch(complain)),
            button("hint", "Hint", () => void this.hint()),
            make("label", {}, "Computer", this.who),
            this.level,
            this.stop,
          ),
        ),
        make("div", { class: "drawer" }, tabs, this.slot),
      ),
      make("nav", { class: "views", "aria-label": "Parts of the page" }, ...this.views),
    );
    this.open(this.panel);
    this.view("board");
  }

  /** Whether something would be lost by leaving. */
  get changed(): boolean {
    return this.editor.text !== this.original;
  }

  async openGame(name: string): Promise<void> {
    const text = await this.session.textOf(name);
    if (text === undefined) throw new Error(`no game is named ${name}`);
    this.library = name;
    const root = fileOf(name);
    await this.openTexts({ root, texts: { [root]: text } });
  }

  async openTexts(texts: Texts, start?: string, moves?: string[]): Promise<void> {
    const text = texts.texts[texts.root];
    this.original = text;
    if (this.library && fileOf(this.library) !== texts.root) this.library = undefined;
    this.editor.set(text);
    this.session.texts = texts;
    this.title();
    await this.session.open(texts, start, moves);
  }

  async openShared(shared: Shared): Promise<void> {
    if (shared.game) {
      const text = await this.session.textOf(shared.game);
      if (text === undefined) throw new Error(`no game is named ${shared.game}`);
      this.library = shared.game;
      const root = fileOf(shared.game);
      return this.openTexts({ root, texts: { [root]: text }, options: shared.options }, shared.start, shared.moves);
    }
    if (shared.root && shared.texts) {
      this.library = undefined;
      await this.openTexts({ root: shared.root, texts: shared.texts, options: shared.options }, shared.start, shared.moves);
    }
  }

  importVariants(text: string) {
    return this.session.import(text);
  }

  /** Nothing goes on when the page shows something else. */
  leave(): void {
    this.who.value = "";
    window.clearTimeout(this.typing);
    this.effort.close();
    this.session.close();
  }

  private title(): void {
    const title = all.find((game) => game.name === this.library)?.title;
    this.fileName.textContent = `${bare(this.session.texts.root)}${this.changed ? " (changed)" : ""}`;
    byId("where").textContent = this.session.position?.title ?? title ?? "";
  }

  private checked(checked: Checked): void {
    const root = this.session.texts.root;
    this.editor.mark(checked.messages, root);
    const count = checked.messages.length;
    this.list.replaceChildren(
      count
        ? problems(checked.messages, root, (message) => this.editor.show(message), (message) => this.editor.fix(message))
        : make("p", { class: "fine", id: "fine" }, "No mistakes"),
    );
    this.views[1].textContent = count ? `Rules (${count})` : "Rules";
    this.stale.hidden = checked.playable || !this.session.position;
    this.board.element.classList.toggle("stale", !checked.playable);
    if (!checked.playable && !this.session.position) {
      this.board.element.replaceChildren();
      this.turn.textContent = "The text is not a game yet";
    }
  }

  private shown(position: Position, picture: string): void {
    const mover = position.players[position.to_move];
    const check = position.check.length ? ", in check" : "";
    const last = position.history.at(-1);
    this.turn.replaceChildren(
      position.ended ? `${position.ended[0].toUpperCase()}${position.ended.slice(1)} (${position.score})` : `${mover} to move${check}`,
      last ? make("span", { class: "note" }, `${position.players[last.player]} played ${last.san}`) : "",
    );
    this.board.show(position, picture);
    this.whyNot.hidden = true;
    this.undo.disabled = position.history.length === 0;
    this.redo.disabled = position.undone === 0;
    const passes = position.moves.filter((move) => move.kind === "pass");
    this.passes.replaceChildren(...passes.map((move) => make("button", { type: "button", onclick: () => void this.play(move) }, `Pass (${move.san})`)));
    this.passes.hidden = passes.length === 0;
    this.seats(position);
    this.switches(position);
    this.title();
    this.panel.show(position);
    void this.opponent();
  }

  /** What can be switched on and off in the game. */
  private switches(position: Position): void {
    this.options.hidden = position.options.length === 0;
    const boxes = position.options.map(([name, on, about]) => {
      const box = make("input", { type: "checkbox", "data-option": name, onchange: () => void this.session.switch(name, box.checked) });
      box.checked = on;
      return make("label", {}, box, about || name);
    });
    this.options.replaceChildren(make("summary", {}, `Options (${boxes.length})`), ...boxes);
  }

  /** Who can be played by the computer. */
  private seats(position: Position): void {
    const wanted = ["nobody", ...position.players, "everybody"].join();
    if (this.who.dataset.of === wanted) return;
    this.who.dataset.of = wanted;
    const option = (value: string, text: string) => make("option", { value }, text);
    this.who.replaceChildren(
      option("", "nobody"),
      ...position.players.map((player, number) => option(String(number), player)),
      option("all", "everybody"),
    );
  }

  private async play(move: Move): Promise<void> {
    try {
      await this.session.play(move.index);
    } catch (error) {
      complain(error);
    }
  }

  private async why(text: string): Promise<void> {
    try {
      this.whyNot.textContent = await this.session.ask<string>("why", [text]);
      this.whyNot.hidden = false;
    } catch (error) {
      complain(error);
    }
  }

  private step(by: number): void {
    const now = this.session.position?.history.length ?? 0;
    // With the computer at the table, what is taken back is its move and one's own.
    this.halt();
    void this.session.go(Math.max(0, now + by)).catch(complain);
  }

  /** Lets the computer move if it is its turn. */
  private async opponent(): Promise<void> {
    const position = this.session.position;
    if (this.thinking || !position || position.ended || !this.who.value) return;
    if (this.who.value !== "all" && Number(this.who.value) !== position.to_move) return;
    this.thinking = true;
    this.stop.hidden = false;
    try {
      const chosen = await this.effort.choose(Number(this.level.value));
      this.thinking = false;
      this.stop.hidden = true;
      if (chosen && this.who.value && this.session.position === position) await this.session.playText(chosen.uci);
      else if (!chosen && this.who.value) this.halt();
    } catch (error) {
      this.halt();
      complain(error, "The computer can't move: ");
    } finally {
      this.thinking = false;
      this.stop.hidden = true;
    }
  }

  /** The computer leaves the table. */
  private halt(): void {
    this.who.value = "";
    if (this.thinking) this.effort.stop();
  }

  private async hint(): Promise<void> {
    const position = this.session.position;
    if (!position || position.ended) return tell("The game is over");
    tell("Thinking…");
    try {
      const chosen = await this.effort.choose(HINT);
      const move = position.moves.find((move) => move.uci === chosen?.uci);
      if (!chosen || this.session.position !== position) return;
      tell(`Hint: ${chosen.san} (${chosen.score})`, 6000);
      if (move) this.board.hint(move);
    } catch (error) {
      complain(error);
    }
  }

  private async format(): Promise<void> {
    try {
      const text = await this.session.ask<string>("format", [this.editor.text]);
      if (text !== this.editor.text) this.editor.set(text, true);
      tell("Formatted");
    } catch (error) {
      complain(error, "Left as it is: ");
    }
  }

  private async share(): Promise<void> {
    const { position, texts } = this.session;
    const shared: Shared = this.library && !this.changed ? { game: this.library, options: texts.options } : { ...texts };
    if (position && !position.usual) shared.start = position.start;
    if (position?.history.length) shared.moves = position.history.map((made) => made.uci);
    const fragment = await pack(shared);
    window.history.replaceState(null, "", `#${fragment}`);
    await copy(location.href, "The link with the game and the moves");
  }

  private open(panel: Panel): void {
    if (this.panel !== panel) this.panel.hide?.();
    this.panel = panel;
    this.panels.forEach((other, number) => {
      const tab = this.tabs[number];
      tab.setAttribute("aria-selected", String(other === panel));
      tab.tabIndex = other === panel ? 0 : -1;
      if (other === panel) this.slot.setAttribute("aria-labelledby", tab.id);
    });
    this.slot.replaceChildren(panel.element);
    if (this.session.position) panel.show(this.session.position);
  }

  private tabKey(event: KeyboardEvent): void {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!by) return;
    event.preventDefault();
    const next = (this.panels.indexOf(this.panel) + by + this.panels.length) % this.panels.length;
    this.open(this.panels[next]);
    this.tabs[next].focus();
  }

  /** On narrow screens one part is seen at a time. */
  private view(name: string): void {
    this.element.dataset.view = name;
    for (const button of this.views) button.setAttribute("aria-pressed", String(button.id === `view-${name}`));
  }
}
