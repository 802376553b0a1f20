// Where the page is: the gallery, a game, or what a link holds.

import "./style.css";
import { prefetch } from "./engine";
import { gallery } from "./gallery";
import { EMBEDDED, isPacked, unpack } from "./link";
import { offline } from "./offline";
import { byId, choose, complain, tell } from "./page";
import type { Workshop } from "./workshop";

const NEW = `# A game of your own. Change it, and play it on the board.
variant "My game" of chess
    about "A king that reaches the middle wins."
end
    arrived: loss if some enemy King on d4..e5
`;
const LARGEST = 1_000_000;
/** Before the name of what is kept in the browser. */
const DRAFT = "draft/";

const main = byId("main");
let workshop: Workshop | undefined;

/** So many times somebody went somewhere: who has gone on meanwhile is not called back. */
let steps = 0;

/**
 * A new desk: whatever went on at the other one is ended. The gallery needs neither the program of the desk nor the module, so they are fetched
 * here, side by side. Nothing if somebody has gone elsewhere meanwhile.
 */
async function desk(): Promise<Workshop | undefined> {
  const step = steps;
  prefetch();
  const { Workshop } = await import("./workshop");
  if (step !== steps) return undefined;
  workshop?.leave();
  workshop = new Workshop();
  main.replaceChildren(workshop.element);
  main.scrollTop = 0;
  return workshop;
}

async function go(): Promise<void> {
  const step = ++steps;
  let fragment = location.hash.slice(1);
  document.body.dataset.page = "game";
  if (fragment.startsWith(EMBEDDED)) {
    fragment = fragment.slice(EMBEDDED.length);
    document.body.dataset.embedded = "";
    byId("full").setAttribute("href", `#${fragment}`);
  } else delete document.body.dataset.embedded;
  if (isPacked(fragment)) {
    const shared = await unpack(fragment);
    if (step !== steps) return;
    await (await desk())?.openShared(shared);
  } else if (fragment.startsWith("/")) {
    const name = decodeURIComponent(fragment.slice(1));
    await (await desk())?.openGame(name);
  } else if (fragment.startsWith(DRAFT)) {
    await (await desk())?.openDraft(fragment.slice(DRAFT.length));
  } else {
    workshop?.leave();
    workshop = undefined;
    document.body.dataset.page = "gallery";
    byId("where").textContent = "";
    const shown = await gallery();
    if (step === steps) main.replaceChildren(shown);
  }
}

/** A text that is no game of the library: from a file, or a new one. */
async function open(name: string, text: string): Promise<void> {
  if (text.length > LARGEST) throw new Error("the file is too large");
  let root = name;
  let source = text;
  if (name.endsWith(".ini")) {
    const imported = await (workshop ?? (await desk()))?.importVariants(text);
    if (!imported) return;
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
  history.pushState(null, "", "#own");
  steps++;
  await (await desk())?.openTexts({ root, texts: { [root]: source } });
}

/** Opens files. Several are one game, of which one is chosen as its text; with a game on the desk, a file can also be put beside its texts. */
async function read(list: FileList | null | undefined): Promise<void> {
  const files = await Promise.all([...(list ?? [])].map(async (file) => ({ name: file.name, text: await file.text() })));
  if (files.length === 0) return;
  if (files.some((file) => file.text.length > LARGEST)) throw new Error("the file is too large");
  const [first] = files;
  if (files.length === 1) {
    const beside = workshop && first.name.endsWith(".tg") && document.body.dataset.page === "game";
    if (beside) {
      const choices = [
        { text: "Open it", note: "as a game", value: false },
        { text: "Add it", note: "to the files of this game", value: true },
      ];
      const add = await choose(first.name, choices);
      if (add === undefined) return;
      if (add) return workshop?.addFile(first.name, first.text);
    }
    return open(first.name, first.text);
  }
  const root = await choose("Which is the game? The others are imported.", files.map((file) => ({ text: file.name, value: file.name })));
  if (!root) return;
  document.body.dataset.page = "game";
  history.pushState(null, "", "#own");
  steps++;
  await (await desk())?.openTexts({ root, texts: Object.fromEntries(files.map((file) => [file.name, file.text])) });
}

// Links that the page itself writes for what is there already come without this event.
window.addEventListener("hashchange", () => void go().catch(complain));
window.addEventListener("beforeunload", (event) => {
  if (workshop?.unkept) event.preventDefault();
});
byId("new-game").addEventListener("click", () => open("mine.tg", NEW).catch(complain));
const input = byId<HTMLInputElement>("file");
byId("open-file").addEventListener("click", () => input.click());
input.addEventListener("change", () => {
  read(input.files).catch(complain).finally(() => (input.value = ""));
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
  read(event.dataTransfer.files).catch(complain);
});
go().catch(complain).finally(offline);
