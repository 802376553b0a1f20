// A game: its text on the one side, its board on the other, and a drawer of tools below.

import type { Checked, Completions, Declared, Hover, Message, Move, Place, Position, Texts } from "./answers";
import { Board } from "./board";
import { Clock } from "./clock";
import { Beside } from "./diagram";
import * as drafts from "./drafts";
import { Editor } from "./editor";
import { Effort } from "./effort";
import words from "./generated/words.json";
import { all, fileOf, withParents } from "./library";
import { EMBEDDED, pack } from "./link";
import type { Shared } from "./link";
import { Looks } from "./looks";
import { ask, byId, complain, copy, make, save, tell } from "./page";
import { analysis, counting, moves, notation, pieces } from "./panels";
import type { Panel } from "./panels";
import { problems } from "./problems";
import { Session } from "./session";
import type { Knows } from "./writing";

/** What was written is kept when nothing was typed for so many thousandths of a second. */
const KEEP = 400;
/** What is beside the caret is shown when it has rested for so many. */
const REST = 120;
/** What is declared is read again when the last check is so many old: who writes on shall not wait for it. */
const OUTLINED = 300;
const [LEVELS, USUAL] = words.levels;
const EASY = 3;

/** A file's name without its folder. */
function bare(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The piece in whose declaration a place is. */
function pieceAt(all: Declared[], at: number): string | undefined {
  const around = all.find((one) => one.from <= at && at <= one.to);
  return around && (around.sort === "piece" ? around.name : pieceAt(around.children, at));
}

/** Milliseconds after a game has been opened until what checks texts gets ready: what is needed at once comes first. */
const QUIET = 300;

export class Workshop {
  readonly element: HTMLElement;
  private readonly session: Session;
  private readonly effort: Effort;
  private readonly editor: Editor;
  private readonly board: Board;
  private readonly panels: Panel[];
  private panel: Panel;
  private keeping = 0;
  private resting = 0;
  private outlining = 0;
  /** What is declared in the text that is shown. */
  private declared: Declared[] = [];
  /** The texts as they were opened. */
  private original: Record<string, string> = {};
  /** Its name in the library, if it comes from there. */
  private library: string | undefined;
  /** Where it is kept in the browser, once it was changed. */
  private draft: string | undefined;
  private messages: Checked["messages"] = [];
  private thinking = false;
  /** The page shows something else. */
  private left = false;

  private readonly list = make("div");
  private readonly options = make("details", { class: "options", id: "options", hidden: true });
  private readonly files = make("div", { class: "files grow", id: "files", role: "group", "aria-label": "Files" });
  private readonly outline = make("select", { id: "outline", "aria-label": "Go to a declaration", onchange: () => this.jump() });
  private readonly beside: Beside;
  private readonly clock: Clock;
  private readonly looks: Looks;
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
    ...Array.from({ length: LEVELS }, (_, n) => make("option", { value: n + 1, selected: n + 1 === EASY }, `level ${n + 1}`)),
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
    this.looks = new Looks(this.session);
    this.editor = new Editor(
      this.knows(),
      () => this.edited(),
      () => this.moved(),
    );
    this.editor.element.addEventListener("focusin", () => void this.session.expectEdits());
    this.beside = new Beside(this.session);
    this.board = new Board({
      play: (move) => void this.play(move),
      why: (from, to) => void this.why(`${from}${to}`),
      mark: (mark) => {
        const { at } = this.session.tree;
        const others = at.marks.filter((other) => other.from !== mark.from || other.to !== mark.to);
        at.marks = others.length < at.marks.length ? others : [...others, mark];
        this.board.drawn(at.marks);
      },
    });
    this.clock = new Clock((left) => void this.session.timeIsUp(left).catch(complain));
    this.panels = [
      moves(this.session),
      analysis(this.session, this.effort, (moves) => this.board.arrows(moves)),
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
          this.files,
          this.outline,
          button("format", "Format", () => void this.format()),
          button("revert", "Revert", () => this.revert()),
          button("download", "Download", () => this.download()),
          button("embed", "Embed", () => this.embed().catch(complain)),
          make("button", { type: "button", class: "main", id: "share", onclick: () => void this.share() }, "Share"),
        ),
        this.editor.element,
        this.beside.element,
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
            this.clock.element,
          ),
          this.looks.element,
        ),
        make("div", { class: "drawer" }, tabs, this.slot),
      ),
      make("nav", { class: "views", "aria-label": "Parts of the page" }, ...this.views),
    );
    this.open(this.panel);
    this.view("board");
  }

  /** Whether a text is another than the one that was opened. */
  private get changed(): boolean {
    const { texts } = this.editor;
    const names = Object.keys(texts);
    return names.length !== Object.keys(this.original).length || names.some((name) => texts[name] !== this.original[name]);
  }

  /** Whether something would be lost by leaving now. */
  get unkept(): boolean {
    return this.keeping !== 0;
  }

  /** The names of the texts that can be edited. */
  get names(): string[] {
    return Object.keys(this.editor.texts);
  }

  async openGame(name: string, shared: Shared = {}): Promise<void> {
    const listed = all.find((game) => game.name === name);
    if (listed?.picture && !shared.start && !shared.moves?.length) this.board.expect(`./pictures/${name}.svg`, listed.title);
    const { text, others } = await withParents(name);
    this.library = name;
    const root = fileOf(name);
    await this.openTexts({ root, texts: { [root]: text }, options: shared.options }, shared.start, shared.moves, others);
  }

  async openTexts(texts: Texts, start?: string, moves?: string[], others?: Record<string, string>): Promise<void> {
    if (this.left) return;
    this.original = { ...texts.texts };
    if (this.library && fileOf(this.library) !== texts.root) this.library = undefined;
    this.editor.open(texts.texts, texts.root);
    this.session.texts = texts;
    this.title();
    await this.session.open(texts, start, moves, others);
    // Who sees the text may change it: until then there is time to get ready.
    window.setTimeout(() => {
      if (!this.left && this.editor.element.offsetParent) void this.session.expectEdits();
    }, QUIET);
  }

  async openShared(shared: Shared): Promise<void> {
    if (shared.game) return this.openGame(shared.game, shared);
    if (shared.root && shared.texts) {
      this.library = undefined;
      await this.openTexts({ root: shared.root, texts: shared.texts, options: shared.options }, shared.start, shared.moves);
    }
  }

  async openDraft(id: string): Promise<void> {
    const draft = await drafts.get(id);
    if (!draft) throw new Error("this game is not kept in this browser any more");
    this.draft = id;
    await this.openTexts({ root: draft.root, texts: draft.texts, options: draft.options });
  }

  /** A new file of the game, or another text for the one that has this name. */
  addFile(name: string, text: string): void {
    this.editor.set(name, text);
    this.editor.show(name);
    this.edited();
  }

  importVariants(text: string) {
    return this.session.import(text);
  }

  /** What the editor asks about the text that is shown. */
  private knows(): Knows {
    const about = <T>(method: string, ...args: unknown[]) => this.session.about<T>(method, this.editor.name, this.editor.text, args);
    return {
      completions: (at) => about<Completions>("completions", at),
      hover: (at) => about<Hover | null>("hover", at),
      definitions: (at) => about<Place[]>("definitions", at),
      rename: (at, name) => about<Place[]>("rename", at, name),
      replace: (places, text) => this.editor.replace(places, text),
      go: (place) => {
        const known = this.names.includes(place.text);
        if (known) this.point(place);
        return known;
      },
    };
  }

  /** Goes to a place of the texts. */
  private point(place: { text: string; from: number }): void {
    this.editor.point(place);
    this.editor.mark(this.messages);
    this.title();
  }

  /** Reads again what is declared in the text that is shown. */
  private async outlined(): Promise<void> {
    const { name, text } = this.editor;
    if (!name) return;
    const declared = await this.session.outline(text);
    if (name !== this.editor.name) return;
    this.declared = declared;
    const option = (one: Declared, depth: number): HTMLOptionElement[] => [
      make("option", { value: one.at }, `${"\u00a0\u00a0".repeat(depth)}${[one.sort, one.name].filter(Boolean).join(" ")}`),
      ...one.children.flatMap((child) => option(child, depth + 1)),
    ];
    this.outline.replaceChildren(make("option", { value: "", hidden: true }, "Go to…"), ...declared.flatMap((one) => option(one, 0)));
    this.outline.value = "";
    this.moved();
  }

  /** Goes to what was chosen of the outline. */
  private jump(): void {
    if (this.outline.value) this.point({ text: this.editor.name, from: Number(this.outline.value) });
    this.outline.value = "";
  }

  /** The caret was moved, or the game is another one: the piece in whose lines the caret rests is shown. */
  private moved(): void {
    window.clearTimeout(this.resting);
    this.resting = window.setTimeout(() => void this.beside.show(pieceAt(this.declared, this.editor.caret)).catch(() => {}), REST);
  }

  /** Nothing goes on when the page shows something else. */
  leave(): void {
    this.left = true;
    this.who.value = "";
    window.clearTimeout(this.resting);
    window.clearTimeout(this.outlining);
    if (this.keeping) void this.keep();
    this.clock.close();
    this.effort.close();
    this.session.close();
  }

  /** A text was changed. */
  private edited(): void {
    void this.session.edit(this.editor.texts);
    window.clearTimeout(this.keeping);
    this.keeping = window.setTimeout(() => void this.keep(), KEEP);
    this.title();
  }

  /** Keeps the texts in the browser; the address says where. */
  private async keep(): Promise<void> {
    window.clearTimeout(this.keeping);
    this.keeping = 0;
    const { texts } = this.editor;
    const { root, options } = this.session.texts;
    const first = this.draft === undefined;
    this.draft ??= crypto.randomUUID();
    const title = this.session.position?.title ?? bare(root);
    try {
      await drafts.keep({ id: this.draft, title, root, texts, options, changed: Date.now() });
      if (first && this.element.isConnected && !document.body.dataset.embedded) window.history.replaceState(null, "", `#draft/${this.draft}`);
    } catch (error) {
      if (first) complain(error, "Your changes can't be kept: ");
    }
  }

  private title(): void {
    const { root } = this.session.texts;
    const title = all.find((game) => game.name === this.library)?.title;
    const shown = this.editor.name;
    const tabs = this.names.map((name) => {
      const note = name === root && this.changed ? " (changed)" : "";
      return make("button", { type: "button", "data-file": bare(name), "aria-pressed": String(name === shown), onclick: () => this.openFile(name) }, `${bare(name)}${note}`);
    });
    const add = make("button", { type: "button", id: "add-file", title: "A new file, to be imported with use", "aria-label": "New file", onclick: () => void this.newFile() }, "+");
    const remove = make("button", { type: "button", id: "remove-file", "aria-label": `Remove ${bare(shown)}`, onclick: () => this.removeFile() }, "×");
    this.files.replaceChildren(...tabs, add, ...(shown !== root ? [remove] : []));
    byId("where").textContent = this.session.position?.title ?? title ?? "";
  }

  private openFile(name: string): void {
    this.editor.show(name);
    this.editor.mark(this.messages);
    this.title();
    void this.outlined().catch(() => {});
  }

  private async newFile(): Promise<void> {
    const given = await ask("The name of the new file", "rules.tg");
    if (!given) return;
    const name = given.endsWith(".tg") ? given : `${given}.tg`;
    if (this.names.includes(name)) return tell(`There is a file ${name} already`);
    this.addFile(name, `# Imported by the line: use "${name}"\n`);
  }

  private removeFile(): void {
    const { name } = this.editor;
    this.editor.show(this.session.texts.root);
    this.editor.remove(name);
    this.edited();
  }

  private revert(): void {
    for (const [name, text] of Object.entries(this.original)) this.editor.set(name, text);
    this.edited();
  }

  private download(): void {
    for (const [name, text] of Object.entries(this.editor.texts)) save(bare(name), text, "text/plain");
  }

  private checked(checked: Checked): void {
    const root = this.session.texts.root;
    this.messages = checked.messages;
    this.editor.mark(checked.messages);
    const point = (message: Message) => this.point(message.place);
    window.clearTimeout(this.outlining);
    this.outlining = window.setTimeout(() => void this.outlined().catch(() => {}), OUTLINED);
    const count = checked.messages.length;
    this.list.replaceChildren(
      count
        ? problems(checked.messages, root, this.names, point, (message) => this.editor.fix(message))
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
    this.board.drawn(this.session.tree.at.marks);
    this.clock.show(position);
    this.whyNot.hidden = true;
    this.undo.disabled = position.history.length === 0;
    this.redo.disabled = !this.session.tree.following;
    const passes = position.moves.filter((move) => move.kind === "pass");
    this.passes.replaceChildren(...passes.map((move) => make("button", { type: "button", onclick: () => void this.play(move) }, `Pass (${move.san})`)));
    this.passes.hidden = passes.length === 0;
    this.seats(position);
    this.looks.offer(position.looks);
    this.switches(position);
    this.title();
    this.panel.show(position);
    // The game may be another one now, with other pieces than that which was beside the text.
    this.moved();
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
    const { tree } = this.session;
    const to = by < 0 ? tree.at.before : tree.following;
    // With the computer at the table, what is taken back is its move and one's own.
    this.halt();
    if (to) void this.session.go(to).catch(complain);
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
      const chosen = await this.effort.choose(USUAL);
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
      const text = await this.session.format(this.editor.text);
      if (text !== this.editor.text) this.editor.set(this.editor.name, text);
      tell("Formatted");
    } catch (error) {
      complain(error, "Left as it is: ");
    }
  }

  /** What a link to this holds. */
  private shared(): Promise<string> {
    const { position, texts } = this.session;
    const shared: Shared = this.library && !this.changed ? { game: this.library, options: texts.options } : { ...texts };
    if (position && !position.usual) shared.start = position.start;
    if (position?.history.length) shared.moves = position.history.map((made) => made.uci);
    return pack(shared);
  }

  private async share(): Promise<void> {
    window.history.replaceState(null, "", `#${await this.shared()}`);
    await copy(location.href, "The link with the game and the moves");
  }

  /** A line that shows this board in another page. */
  private async embed(): Promise<void> {
    const address = new URL(`#${EMBEDDED}${await this.shared()}`, location.href);
    await copy(`<iframe src="${address}" width="480" height="560" style="border:0" title="A board of TileGame"></iframe>`, "The line for your page");
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
