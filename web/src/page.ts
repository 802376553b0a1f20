// Small helps for making elements and telling people what happens.

import { Ended } from "./engine";

type Child = Node | string | null | undefined | false;

/** An element with attributes and children. Names that begin with `on` are handlers. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, unknown> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value as EventListener);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no element ${id}`);
  return element as T;
}

let hiding = 0;

/** Says something, also to those who hear the page; it goes away by itself. */
export function tell(text: string, stays = 4000): void {
  const toast = byId("toast");
  toast.textContent = text;
  toast.classList.add("shown");
  window.clearTimeout(hiding);
  hiding = window.setTimeout(() => toast.classList.remove("shown"), stays);
}

/** Says what went wrong, unless it has been said. */
export function complain(error: unknown, before = ""): void {
  if (!(error instanceof Ended)) tell(before + (error as Error).message, 8000);
}

/** Lets somebody choose one of several things; nothing if it was cancelled. */
export function choose<T>(title: string, choices: { text: string; note?: string; value: T }[]): Promise<T | undefined> {
  const dialog = byId<HTMLDialogElement>("chooser");
  byId("chooser-title").textContent = title;
  return new Promise((resolve) => {
    let chosen: T | undefined;
    const buttons = choices.map(({ text, note, value }) =>
      make(
        "button",
        {
          type: "button",
          onclick: () => {
            chosen = value;
            dialog.close();
          },
        },
        make("strong", {}, text),
        note && make("span", {}, note),
      ),
    );
    byId("choices").replaceChildren(...buttons);
    byId("chooser-cancel").onclick = () => dialog.close();
    dialog.onclose = () => resolve(chosen);
    dialog.showModal();
    buttons[0]?.focus();
  });
}

/** Asks for a word; nothing if it was cancelled. */
export function ask(title: string, value: string): Promise<string | undefined> {
  const dialog = byId<HTMLDialogElement>("chooser");
  byId("chooser-title").textContent = title;
  return new Promise((resolve) => {
    let given: string | undefined;
    const field = make("input", { id: "asked", value, "aria-labelledby": "chooser-title", autocomplete: "off", spellcheck: "false" });
    const done = (event: Event) => {
      event.preventDefault();
      given = field.value.trim() || undefined;
      dialog.close();
    };
    byId("choices").replaceChildren(make("form", { class: "controls", onsubmit: done }, field, make("button", { class: "main" }, "OK")));
    byId("chooser-cancel").onclick = () => dialog.close();
    dialog.onclose = () => resolve(given);
    dialog.showModal();
    field.select();
  });
}

/** Saves something as a file. */
export function save(name: string, what: string | Blob, type: string): void {
  const url = URL.createObjectURL(new Blob([what], { type }));
  const link = make("a", { href: url, download: name });
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(url), 1000);
}

export async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    tell(`${what} copied`);
  } catch {
    tell(`${what}: the browser does not let the page copy it`);
  }
}
