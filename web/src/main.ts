// Where the page is: the gallery, a game, or what a link holds.

import "./style.css";
import { gallery } from "./gallery";
import { isPacked, unpack } from "./link";
import { byId, choose, complain, tell } from "./page";
import { Workshop } from "./workshop";

const NEW = `# A game of your own. Change it, and play it on the board.
variant "My game" of chess
    about "A king that reaches the middle wins."
end
    arrived: loss if some enemy King on d4..e5
`;
const LARGEST = 1_000_000;

const main = byId("main");
let workshop: Workshop | undefined;
/** What the address said when the page was last changed. */
let here: string | undefined;

/** A new desk: whatever went on at the other one is ended. */
function desk(): Workshop {
  workshop?.leave();
  workshop = new Workshop();
  main.replaceChildren(workshop.element);
  main.scrollTop = 0;
  return workshop;
}

async function go(): Promise<void> {
  const fragment = location.hash.slice(1);
  if (fragment === here) return;
  here = fragment;
  document.body.dataset.page = "game";
  if (isPacked(fragment)) {
    const shared = await unpack(fragment);
    await desk().openShared(shared);
  } else if (fragment.startsWith("/")) {
    await desk().openGame(decodeURIComponent(fragment.slice(1)));
  } else {
    workshop?.leave();
    workshop = undefined;
    document.body.dataset.page = "gallery";
    byId("where").textContent = "";
    main.replaceChildren(gallery());
  }
}

/** A text that is no game of the library: from a file, or a new one. */
async function open(name: string, text: string): Promise<void> {
  if (text.length > LARGEST) throw new Error("the file is too large");
  let root = name;
  let source = text;
  if (name.endsWith(".ini")) {
    const imported = await (workshop ?? desk()).importVariants(text);
    if (imported.games.length === 0) {
      const first = imported.messages[0];
      throw new Error(first ? `line ${first.line}: ${first.title}` : "the file holds no variant");
    }
    const games = imported.games.map((game) => ({ text: game.name, value: game }));
    const chosen = games.length === 1 ? games[0].value : await choose("Which variant?", games);
    if (!chosen) return;
    root = `${chosen.name}.tg`;
    source = chosen.text;
    const errors = imported.messages.filter((message) => message.error).length;
    if (errors) tell(`${errors} lines of the file have no counterpart: they are comments in the text`, 8000);
  }
  if (!root.endsWith(".tg")) root += ".tg";
  document.body.dataset.page = "game";
  here = "own";
  history.pushState(null, "", "#own");
  await desk().openTexts({ root, texts: { [root]: source } });
}

async function read(file: File | undefined): Promise<void> {
  if (file) await open(file.name, await file.text());
}

window.addEventListener("hashchange", () => {
  // A link that the page itself has written describes what is there already.
  if (workshop && location.hash.slice(1) === here) return;
  go().catch(complain);
});
window.addEventListener("beforeunload", (event) => {
  if (workshop?.changed) event.preventDefault();
});
byId("new-game").addEventListener("click", () => open("mine.tg", NEW).catch(complain));
const input = byId<HTMLInputElement>("file");
byId("open-file").addEventListener("click", () => input.click());
input.addEventListener("change", () => {
  read(input.files?.[0]).catch(complain);
  input.value = "";
});
byId("skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
window.addEventListener("dragover", (event) => {
  if (!event.dataTransfer?.types.includes("Files")) return;
  event.preventDefault();
  document.body.classList.add("dropping");
});
window.addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) document.body.classList.remove("dropping");
});
window.addEventListener("drop", (event) => {
  document.body.classList.remove("dropping");
  if (!event.dataTransfer?.files.length) return;
  event.preventDefault();
  read(event.dataTransfer.files[0]).catch(complain);
});
go().catch(complain);
