// The front door: all games, by family, with search.

import type { Listed } from "./answers";
import * as drafts from "./drafts";
import { all } from "./library";
import { complain, make } from "./page";

/** The variants of smaller families stand together at the end. */
const FAMILY = 3;

function card(game: Listed): HTMLElement {
  return make(
    "a",
    { class: "card", href: `#/${game.name}`, "data-game": game.name },
    make(
      "span",
      { class: "picture" },
      game.picture && make("img", { src: `./pictures/${game.name}.svg`, alt: "", loading: "lazy", width: 180, height: 180 }),
    ),
    make("strong", {}, game.title),
    make("span", { class: "about" }, game.about),
  );
}

/** One game of each family first, so that all sorts of boards are seen at once; then the variants of each. */
function families(): [string, Listed[]][] {
  const found = new Map<string, Listed[]>();
  for (const game of all) found.set(game.family, [...(found.get(game.family) ?? []), game]);
  const sorted = [...found].sort(([, one], [, other]) => other.length - one.length);
  const first = (family: string, members: Listed[]) => members.find((game) => game.name === family) ?? members[0];
  const heads = sorted.map(([family, members]) => first(family, members));
  const variants: [string, Listed[]][] = [];
  const more: Listed[] = [];
  for (const [family, members] of sorted) {
    const head = first(family, members);
    const others = members.filter((game) => game !== head);
    if (members.length >= FAMILY) variants.push([`Variants of ${head.title}`, others]);
    else more.push(...others);
  }
  return [["Games", heads], ...variants, ["More variants", more]];
}

/** What somebody has written here before. */
async function own(): Promise<HTMLElement | undefined> {
  const kept = await drafts.all();
  if (kept.length === 0) return undefined;
  const cards = kept.map((draft) => {
    const element = make(
      "div",
      { class: "card draft", "data-draft": draft.id },
      make("a", { href: `#draft/${draft.id}` }, make("strong", {}, draft.title)),
      make("span", { class: "about" }, `${draft.root.slice(draft.root.lastIndexOf("/") + 1)}, changed ${new Date(draft.changed).toLocaleString()}`),
      make(
        "button",
        {
          type: "button",
          "aria-label": `Delete ${draft.title}`,
          onclick: () => void drafts.remove(draft.id).then(() => element.remove(), complain),
        },
        "Delete",
      ),
    );
    return element;
  });
  return make("section", { id: "own" }, make("h2", {}, "Your games, kept in this browser"), make("div", { class: "cards" }, ...cards));
}

export async function gallery(): Promise<HTMLElement> {
  const search = make("input", {
    type: "search",
    id: "search",
    placeholder: "Search by name or description",
    "aria-label": "Search the games",
    autocomplete: "off",
  });
  const count = make("p", { class: "count", role: "status" });
  const sections = families().map(([title, members]) => {
    const cards = members.map((game) => {
      const words = [game.name, game.title, game.about, game.family, ...game.names].join(" ").toLowerCase();
      return { card: card(game), words };
    });
    const section = make("section", {}, make("h2", {}, title), make("div", { class: "cards" }, ...cards.map(({ card }) => card)));
    return { section, cards };
  });
  const filter = () => {
    const wanted = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const { section, cards } of sections) {
      let here = 0;
      for (const { card, words } of cards) {
        const fits = wanted.every((word) => words.includes(word));
        card.hidden = !fits;
        if (fits) here++;
      }
      section.hidden = here === 0;
      shown += here;
    }
    count.textContent = shown === 1 ? "1 game" : `${shown} games`;
  };
  search.addEventListener("input", filter);
  filter();
  return make(
    "div",
    { class: "gallery" },
    make("h1", {}, "Board games as text"),
    make(
      "p",
      { class: "lead" },
      "Open a game to play it, to read its rules, and to change them. Everything happens in this page: nothing is sent anywhere.",
    ),
    await own(),
    make("div", { class: "find" }, search, count),
    ...sections.map(({ section }) => section),
  );
}
