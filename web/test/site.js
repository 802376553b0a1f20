// A browser on the site as it is built, served from a folder of a host, as a static host would.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { chromium } from "playwright-core";

const FOLDER = "/some/folder/";
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
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

/** The site; `before` is put before the program of workers, to make them fail. */
export async function site() {
  const faults = { before: "" };
  const dist = new URL("../dist/", import.meta.url);
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://host").pathname);
    if (!path.startsWith(FOLDER) || path.includes("..")) {
      response.writeHead(404).end();
      return;
    }
    const file = path.slice(FOLDER.length) || "index.html";
    try {
      let body = await readFile(new URL(file, dist));
      if (faults.before && /\/worker-.*\.js$/.test(file)) body = Buffer.concat([Buffer.from(faults.before), body]);
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(body);
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
    return { page, strange, close: () => context.close() };
  };
  const stop = async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
  };
  return { open, stop, faults };
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

/** Clicks a tile. */
export async function click(page, tile) {
  await page.locator(`#board [data-tile="${tile}"]`).click({ force: true });
}

/** Waits until so many moves have been made. */
export async function plies(page, count) {
  await page.locator("#tab-moves").click();
  await page.waitForFunction((wanted) => document.querySelectorAll("#panel .history button").length === wanted, count);
}

/** Moves by two clicks, and waits for the answer. */
export async function move(page, from, to) {
  const before = await page.locator("#turn").textContent();
  await click(page, from);
  await click(page, to);
  await page.waitForFunction((text) => document.getElementById("turn").textContent !== text, before);
}
