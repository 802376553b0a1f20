// The editor of the text: colours by the language's own words, messages under the lines they are about, fixes by a click.
//
// It lives in a shadow root, where its styles need no exception from the page's policy.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, bracketMatching, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import type { Diagnostic } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import type { Extension } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

import type { Message, Place } from "./answers";
import words from "./generated/words.json";
import { make } from "./page";
import { writing } from "./writing";
import type { Knows } from "./writing";

const keywords = new Set(words.keywords);
const others = new Set(words.words);

const language = StreamLanguage.define({
  name: "tilegame",
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/#.*/)) return "comment";
    if (stream.match(/"(?:[^"\\]|\\.)*"?/)) return "string";
    if (stream.match(/\d+/)) return "number";
    const word = stream.match(/[A-Za-z_][A-Za-z0-9_]*/) as RegExpMatchArray | null;
    if (word) {
      if (keywords.has(word[0])) return "keyword";
      if (others.has(word[0])) return "atom";
      return /^[A-Z]/.test(word[0]) ? "typeName" : null;
    }
    stream.next();
    return "operator";
  },
  languageData: { commentTokens: { line: "#" } },
});

const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--code-comment)", fontStyle: "italic" },
  { tag: tags.string, color: "var(--code-string)" },
  { tag: tags.number, color: "var(--code-number)" },
  { tag: tags.keyword, color: "var(--code-keyword)", fontWeight: "600" },
  { tag: tags.atom, color: "var(--code-atom)" },
  { tag: tags.typeName, color: "var(--code-type)" },
  { tag: tags.operator, color: "var(--code-operator)" },
]);

const look = EditorView.theme({
  "&": { height: "100%", fontSize: "14px", color: "var(--text)", backgroundColor: "var(--paper)" },
  ".cm-scroller": { fontFamily: "ui-monospace, 'Cascadia Code', Menlo, Consolas, monospace", lineHeight: "1.5" },
  ".cm-gutters": { backgroundColor: "var(--paper)", color: "var(--faint)", border: "none" },
  ".cm-activeLine": { backgroundColor: "var(--line)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  "&.cm-focused": { outline: "none" },
  ".cm-selectionBackground, &.cm-focused .cm-selectionBackground": { backgroundColor: "var(--selected) !important" },
  ".cm-tooltip": { backgroundColor: "var(--paper)", color: "var(--text)", border: "1px solid var(--rim)", maxWidth: "32rem" },
  ".cm-panels": { backgroundColor: "var(--page)", color: "var(--text)" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent) !important", color: "var(--on-accent) !important" },
  ".cm-completionDetail": { marginLeft: "1em", color: "var(--faint)", fontStyle: "normal" },
  "[aria-selected] .cm-completionDetail": { color: "inherit" },
  ".cm-completionInfo": { padding: "4px 8px", maxWidth: "24rem" },
  ".explained": { padding: "4px 10px", fontFamily: "system-ui, sans-serif" },
  ".explained p, .explained pre": { margin: "4px 0" },
  ".explained pre": { padding: "4px 8px", backgroundColor: "var(--page)", whiteSpace: "pre-wrap" },
  ".explained a": { color: "var(--accent)" },
  ".cm-diagnosticAction": { backgroundColor: "var(--accent)", color: "var(--on-accent)", padding: "2px 8px", borderRadius: "4px" },
});

/** The editor of the texts of a game, one of which is shown. */
export class Editor {
  readonly element = make("div", { class: "editor", id: "editor" });
  private readonly view: EditorView;
  private readonly extensions: Extension;
  private quiet = false;
  /** The texts that are not shown, each with what can be undone in it. */
  private others = new Map<string, EditorState>();
  private shown = "";

  /** `changed` is told when the text changes, `moved` when the caret moves. */
  constructor(knows: Knows, changed: () => void, moved: () => void) {
    const root = this.element.attachShadow({ mode: "open" });
    const inside = document.createElement("div");
    inside.style.height = "100%";
    root.append(inside);
    const tell = EditorView.updateListener.of((update) => {
      if (update.docChanged && !this.quiet) changed();
      if (update.selectionSet || update.docChanged) moved();
    });
    this.extensions = [
      lineNumbers(),
      history(),
      drawSelection(),
      highlightActiveLine(),
      highlightSelectionMatches(),
      bracketMatching(),
      indentUnit.of("    "),
      EditorState.tabSize.of(4),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": "The text of the game", tabindex: "0" }),
      language,
      syntaxHighlighting(colours),
      lintGutter(),
      look,
      tell,
      writing(knows),
      keymap.of([...lintKeymap, ...searchKeymap, ...historyKeymap, indentWithTab, ...defaultKeymap]),
    ];
    this.view = new EditorView({ root, parent: inside, state: this.state("") });
  }

  private state(doc: string): EditorState {
    return EditorState.create({ doc, extensions: this.extensions });
  }

  /** Opens texts and shows one of them; there is nothing to undo in them. */
  open(texts: Record<string, string>, shown: string): void {
    this.others = new Map(Object.entries(texts).map(([name, text]) => [name, this.state(text)]));
    this.shown = "";
    this.show(shown);
  }

  /** The name of the text that is shown. */
  get name(): string {
    return this.shown;
  }

  /** Where the caret is in the text that is shown. */
  get caret(): number {
    return this.view.state.selection.main.head;
  }

  /** What is shown. */
  get text(): string {
    return this.view.state.doc.toString();
  }

  /** All texts, by their names. */
  get texts(): Record<string, string> {
    const all: Record<string, string> = {};
    for (const [name, state] of this.others) all[name] = name === this.shown ? this.text : state.doc.toString();
    return all;
  }

  /** Shows another of the texts. */
  show(name: string): void {
    const state = this.others.get(name);
    if (!state || name === this.shown) return;
    if (this.others.has(this.shown)) this.others.set(this.shown, this.view.state);
    this.shown = name;
    this.view.setState(state);
  }

  /** Another text comes, or the text of this name becomes another; that can be undone. */
  set(name: string, text: string): void {
    const known = this.others.get(name);
    if (name === this.shown) this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
    else this.others.set(name, known ? known.update({ changes: { from: 0, to: known.doc.length, insert: text } }).state : this.state(text));
  }

  /** Takes a text away that is not shown. */
  remove(name: string): void {
    if (name !== this.shown) this.others.delete(name);
  }

  /** Marks what is wrong in the text that is shown. */
  mark(messages: Message[]): void {
    const length = this.view.state.doc.length;
    const inside = (at: number) => Math.min(at, length);
    const here = messages.filter((message) => message.place.text === this.shown);
    const found = here.map((message): Diagnostic => {
      const { fix } = message;
      return {
        from: inside(message.place.from),
        to: inside(message.place.to),
        severity: message.error ? "error" : "warning",
        source: message.code,
        message: [message.title, message.label, ...message.notes].filter(Boolean).join("\n"),
        actions: fix && fix.place.text === this.shown ? [{ name: fix.message || "Fix", apply: () => this.fix(message) }] : [],
      };
    });
    this.quiet = true;
    this.view.dispatch(setDiagnostics(this.view.state, found));
    this.quiet = false;
  }

  /** Makes the change that a message suggests. */
  fix({ fix }: Message): void {
    if (!fix) return;
    this.show(fix.place.text);
    const length = this.view.state.doc.length;
    this.view.dispatch({
      changes: { from: Math.min(fix.place.from, length), to: Math.min(fix.place.to, length), insert: fix.replacement },
    });
    this.view.focus();
  }

  /** Writes something at places of the texts. */
  replace(places: Place[], insert: string): void {
    const shown = this.shown;
    for (const name of new Set(places.map((place) => place.text))) {
      this.show(name);
      const here = places.filter((place) => place.text === name);
      this.view.dispatch({ changes: here.map(({ from, to }) => ({ from, to, insert })) });
    }
    this.show(shown);
  }

  /** Goes to a place of the texts. */
  point(place: { text: string; from: number }): void {
    this.show(place.text);
    const anchor = Math.min(place.from, this.view.state.doc.length);
    this.view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    this.view.focus();
  }
}
