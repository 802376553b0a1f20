// A browser on the site as it is built, served from a folder of a host, as a static host would.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";

const FOLDER = "/some/folder/";
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".json": "application/json",
  ".tg": "text/plain; charset=utf-8",
  ".png": "image/png",
};
const FLAGS = [
  "--no-sandbox",
  "--disable-dev-shm-usage",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const SLOW = 60_000;

const packed = new Map();

function compressed(file, body) {
  if (!file.startsWith("assets/") || /\/worker-/.test(file)) return gzipSync(body);
  if (!packed.has(file)) packed.set(file, gzipSync(body));
  return packed.get(file);
}

/** The site. `before` is put before the program of workers, to make them fail; `extra` are files that lie beside those of the site; with `off` nothing answers. */
export async function site() {
  const faults = { before: "", off: false };
  const extra = new Map();
  const dist = new URL("../dist/", import.meta.url);
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://host").pathname);
    if (!path.startsWith(FOLDER) || path.includes("..")) {
      response.writeHead(404).end();
      return;
    }
    if (faults.off) {
      request.socket.destroy();
      return;
    }
    const file = path.slice(FOLDER.length) || "index.html";
    try {
      let body = extra.get(file) ?? (await readFile(new URL(file, dist)));
      if (faults.before && /\/worker-.*\.js$/.test(file)) body = Buffer.concat([Buffer.from(faults.before), body]);
      // Compressed, as hosts do it.
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream", "content-encoding": "gzip" }).end(compressed(file, body));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
  /** A page of its own; what it asks of other hosts, and what fails in it, is noted. */
  const open = async (fragment = "", options = {}) => {
    const context = await browser.newContext({ viewport: { width: 1360, height: 900 }, ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(SLOW);
    const strange = [];
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(`${origin}${FOLDER}`) && !url.startsWith("blob:")) strange.push(url);
    });
    page.on("pageerror", (error) => strange.push(`error: ${error.message}`));
    page.on("console", (message) => {
      if (message.type() === "error") strange.push(`console: ${message.text()}`);
    });
    await page.goto(`${origin}${FOLDER}${fragment}`);
    return { page, strange, context, close: () => context.close() };
  };
  const stop = async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
  };
  return { open, stop, faults, extra };
}

/** A game that is ready to be played. */
export async function game(site, name, options) {
  const opened = await site.open(`#/${name}`, options);
  await opened.page.locator("#board svg").waitFor();
  return opened;
}

/** The FEN that the page shows. */
export async function fen(page) {
  await page.locator("#tab-notation").click();
  return page.locator("#fen").inputValue();
}

/** Waits until what is shown in a place, or written in a field, fits: a page shows what was done a moment later. */
export async function shows(page, selector, pattern) {
  const fits = ([where, source, flags]) => {
    const found = document.querySelector(where);
    return found && new RegExp(source, flags).test(found.matches("input, textarea, select") ? found.value : found.textContent);
  };
  await page.waitForFunction(fits, [selector, pattern.source, pattern.flags]);
}

/** Waits until there are so many of something. */
export async function there(page, selector, number) {
  await page.waitForFunction(([what, wanted]) => document.querySelectorAll(what).length === wanted, [selector, number]);
}

/** Clicks a tile. */
export async function click(page, tile) {
  await page.locator(`#board [data-tile="${tile}"]`).click({ force: true });
}

/** Waits until so many moves have been made. */
export async function plies(page, count) {
  await page.locator("#tab-moves").click();
  await page.waitForFunction((wanted) => document.querySelectorAll("#panel .history button.made").length === wanted, count);
}

/** Moves by two clicks, and waits for the answer; again if a check of what has just been written ended between them, which takes the choice back. */
export async function move(page, from, to) {
  const before = await page.locator("#turn").textContent();
  for (let tries = 4; ; tries -= 1) {
    await click(page, from);
    await click(page, to);
    const moved = page.waitForFunction((text) => document.getElementById("turn").textContent !== text, before, { timeout: SLOW / 4 });
    const answer = await moved.catch((error) => error);
    if (!(answer instanceof Error)) return;
    if (tries === 1) throw answer;
  }
}

/** Makes moves by two clicks each, written as their two tiles. */
export async function play(page, moves) {
  for (const text of moves.split(" ")) {
    const [from, to] = text.split("-");
    await move(page, from, to);
  }
}

/** Waits until a file of this name is the one that is edited. */
export async function opened(page, file) {
  await page.locator(`#files [data-file="${file}"][aria-pressed="true"]`).waitFor();
}

/** A fragment that holds this, packed as the page packs it. */
export async function fragment(page, shared) {
  return page.evaluate(async (text) => {
    const packed = await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer();
    let letters = "";
    for (const byte of new Uint8Array(packed)) letters += String.fromCharCode(byte);
    return `v1.${btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
  }, JSON.stringify(shared));
}
