// The list of what is wrong with the text, for eyes and ears, each with its fix.

import type { Message } from "./answers";
import { complain, make } from "./page";

/** What a code means at length, which is fetched when somebody wants to know it. */
function explanation(code: string): HTMLElement {
  const text = make("pre");
  const fetched = async () => {
    const { default: all } = await import("./generated/explanations.json");
    text.textContent = (all as Record<string, string>)[code] ?? "";
  };
  return make("details", { ontoggle: () => void fetched().catch(complain) }, make("summary", {}, `What ${code} means`), text);
}

/** `root` is the text of the game, and `own` are all that can be edited. */
export function problems(messages: Message[], root: string, own: string[], show: (message: Message) => void, fix: (message: Message) => void): HTMLElement {
  return make(
    "ul",
    { class: "problems", id: "problems", "aria-label": "Messages about the text" },
    ...messages.map((message) => {
      const here = own.includes(message.place.text);
      const where = message.place.text === root ? `line ${message.place.line}` : `${message.place.text}, line ${message.place.line}`;
      return make(
        "li",
        {},
        make(
          "div",
          { class: "head" },
          make("span", { class: message.error ? "error" : "warning" }, message.error ? "Error" : "Warning"),
          make("button", { type: "button", class: "go", disabled: !here, onclick: () => show(message) }, `${where}: ${message.title}`),
          message.fix && own.includes(message.fix.place.text)
            ? make("button", { type: "button", class: "main fix", onclick: () => fix(message) }, message.fix.message || "Fix")
            : null,
        ),
        ...message.notes.map((note) => make("p", {}, note)),
        explanation(message.code),
      );
    }),
  );
}
