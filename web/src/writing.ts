// What helps while one writes: what can be written here, what a word means, where a thing is declared, and another name for it.

import { acceptCompletion, autocompletion, completionStatus, moveCompletionSelection } from "@codemirror/autocomplete";
import type { CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import { hoverTooltip, keymap } from "@codemirror/view";
import type { Command, EditorView, Tooltip } from "@codemirror/view";

import type { Completions, Hover, Place } from "./answers";
import { ask, complain, make, tell } from "./page";

/** Whoever has the answers about the text that is shown. */
export interface Knows {
  completions(at: number): Promise<Completions>;
  hover(at: number): Promise<Hover | null>;
  definitions(at: number): Promise<Place[]>;
  /** The places that have to change; fails if the name can't be changed to this one. */
  rename(at: number, name: string): Promise<Place[]>;
  /** Goes to a place; whether it is in a text that can be shown. */
  go(place: Place): boolean;
  /** Writes something at all of these places. */
  replace(places: Place[], text: string): void;
}

/** Where the book is beside the page, if it is. */
const BOOK = import.meta.env.VITE_BOOK as string | undefined;

/** Text in which `words of the language` are marked. */
function prose(text: string): Node[] {
  return text.split("`").map((part, number) => (number % 2 ? make("code", {}, part) : document.createTextNode(part)));
}

function section([title, page]: [string, string]): Node {
  if (!BOOK) return make("span", {}, title);
  const [file, heading] = page.split("#");
  const href = `${BOOK}/${file.replace(/\.md$/, ".html")}${heading ? `#${heading}` : ""}`;
  return make("a", { href, target: "_blank", rel: "noopener" }, title);
}

/** The explanation of a word. */
function explained(hover: Hover): HTMLElement {
  const sections = hover.sections.flatMap((one, number) => [number ? ", " : "In the book: ", section(one)]);
  return make(
    "div",
    { class: "explained" },
    make("p", {}, make("strong", {}, ...prose(hover.head))),
    hover.text && make("p", {}, ...prose(hover.text)),
    hover.example && make("pre", {}, hover.example),
    hover.declared && make("p", {}, "Declared in ", make("code", {}, hover.declared)),
    sections.length > 0 && make("p", {}, ...sections),
  );
}

/** Takes what is chosen; the first, if nothing is. */
const accept: Command = (view) =>
  acceptCompletion(view) || (completionStatus(view.state) === "active" && moveCompletionSelection(true)(view) && acceptCompletion(view));

function definition(knows: Knows, at: number): boolean {
  const go = async () => {
    const [first] = await knows.definitions(at);
    if (!first) tell("Nothing is declared by this name");
    else if (!knows.go(first)) tell(`Declared in ${first.text}, line ${first.line}, which comes with the program`);
  };
  go().catch(complain);
  return true;
}

function rename(knows: Knows, view: EditorView): boolean {
  const at = view.state.selection.main.head;
  const { doc } = view.state;
  const word = view.state.wordAt(at);
  const go = async () => {
    const now = word ? view.state.sliceDoc(word.from, word.to) : "";
    const name = await ask(now ? `Another name for ${now}` : "Another name", now);
    if (!name || name === now) return;
    const places = await knows.rename(at, name);
    // Places in a text that has changed meanwhile are wrong.
    if (view.state.doc === doc) knows.replace(places, name);
    view.focus();
  };
  go().catch(complain);
  return true;
}

/** Completion as one types, explanations under the pointer, and keys: F12 goes to the declaration, F2 gives another name. */
export function writing(knows: Knows): Extension {
  const complete = async (context: CompletionContext): Promise<CompletionResult | null> => {
    if (!context.explicit && !context.matchBefore(/[A-Za-z_]\w*$/)) return null;
    // Whatever fails is said elsewhere: writing goes on.
    const found = await knows.completions(context.pos).catch(() => undefined);
    if (!found || context.aborted) return null;
    // What is there already need not be offered.
    const written = context.state.sliceDoc(found.from, context.pos);
    const others = context.explicit ? found.all : found.all.filter(({ text }) => text !== written);
    const options = others.map(({ text, sort, about }) => ({ label: text, detail: sort ?? "", info: about || undefined }));
    return { from: found.from, options, validFor: /^\w*$/ };
  };
  const hover = async (_: EditorView, at: number): Promise<Tooltip | null> => {
    const found = await knows.hover(at).catch(() => null);
    return found && { pos: found.from, end: found.to, above: true, create: () => ({ dom: explained(found) }) };
  };
  return [
    // Enter ends a line as long as nothing was chosen.
    autocompletion({ override: [complete], icons: false, selectOnOpen: false, interactionDelay: 0 }),
    hoverTooltip(hover),
    keymap.of([
      { key: "Tab", run: accept },
      { key: "F12", run: (view) => definition(knows, view.state.selection.main.head) },
      { key: "F2", run: (view) => rename(knows, view) },
    ]),
  ];
}
