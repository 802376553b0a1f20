// The editor of the text: colours by the language's own words, messages under the lines they are about, fixes by a click.
//
// It lives in a shadow root, where its styles need no exception from the page's policy.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, bracketMatching, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import type { Diagnostic } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

import type { Message } from "./answers";
import words from "./generated/words.json";
import { make } from "./page";

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
  ".cm-diagnosticAction": { backgroundColor: "var(--accent)", color: "var(--on-accent)", padding: "2px 8px", borderRadius: "4px" },
});

export class Editor {
  readonly element = make("div", { class: "editor", id: "editor" });
  private readonly view: EditorView;
  private quiet = false;

  constructor(changed: (text: string) => void) {
    const root = this.element.attachShadow({ mode: "open" });
    const inside = document.createElement("div");
    inside.style.height = "100%";
    root.append(inside);
    const tell = EditorView.updateListener.of((update) => {
      if (update.docChanged && !this.quiet) changed(update.state.doc.toString());
    });
    this.view = new EditorView({
      root,
      parent: inside,
      state: EditorState.create({
        extensions: [
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
          keymap.of([...lintKeymap, ...searchKeymap, ...historyKeymap, indentWithTab, ...defaultKeymap]),
        ],
      }),
    });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Another text takes the place of this one; by `edit` it can be undone and counts as a change. */
  set(text: string, edit = false): void {
    this.quiet = !edit;
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
    this.quiet = false;
  }

  /** Marks what is wrong in the text of this name. */
  mark(messages: Message[], name: string): void {
    const length = this.view.state.doc.length;
    const inside = (at: number) => Math.min(at, length);
    const found = messages.map((message): Diagnostic => {
      const here = message.place.text === name;
      const { fix } = message;
      return {
        from: here ? inside(message.place.from) : 0,
        to: here ? inside(message.place.to) : 0,
        severity: message.error ? "error" : "warning",
        source: message.code,
        message: [message.title, message.label, ...message.notes].filter(Boolean).join("\n"),
        actions: fix && fix.place.text === name ? [{ name: fix.message || "Fix", apply: () => this.fix(message) }] : [],
      };
    });
    this.view.dispatch(setDiagnostics(this.view.state, found));
  }

  /** Makes the change that a message suggests. */
  fix({ fix }: Message): void {
    if (!fix) return;
    const length = this.view.state.doc.length;
    this.view.dispatch({
      changes: { from: Math.min(fix.place.from, length), to: Math.min(fix.place.to, length), insert: fix.replacement },
    });
    this.view.focus();
  }

  /** Goes to the place of a message. */
  show(message: Message): void {
    const anchor = Math.min(message.place.from, this.view.state.doc.length);
    this.view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    this.view.focus();
  }
}
