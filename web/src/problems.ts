// The list of what is wrong with the text, for eyes and ears, each with its fix.

import type { Message } from "./answers";
import { make } from "./page";

export function problems(messages: Message[], name: string, show: (message: Message) => void, fix: (message: Message) => void): HTMLElement {
  return make(
    "ul",
    { class: "problems", id: "problems", "aria-label": "Messages about the text" },
    ...messages.map((message) => {
      const here = message.place.text === name;
      const where = here ? `line ${message.place.line}` : `${message.place.text}, line ${message.place.line}`;
      return make(
        "li",
        {},
        make(
          "div",
          { class: "head" },
          make("span", { class: message.error ? "error" : "warning" }, message.error ? "Error" : "Warning"),
          make("button", { type: "button", class: "go", disabled: !here, onclick: () => show(message) }, `${where}: ${message.title}`),
          message.fix && message.fix.place.text === name
            ? make("button", { type: "button", class: "main fix", onclick: () => fix(message) }, message.fix.message || "Fix")
            : null,
        ),
        ...message.notes.map((note) => make("p", {}, note)),
        message.explanation
          ? make("details", {}, make("summary", {}, `What ${message.code} means`), make("pre", {}, message.explanation))
          : null,
      );
    }),
  );
}
