// After each build: the service worker, with the list of the site's files and a version that changes with any of them.
import { createHash } from "node:crypto";
import { readFile, readdir, writeFile } from "node:fs/promises";

const dist = new URL("../dist/", import.meta.url);
const NAME = "offline.js";

const entries = await readdir(dist, { recursive: true, withFileTypes: true });
const names = entries.filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath}/${entry.name}`.slice(dist.pathname.length).replace(/^\//, ""));
// The book, which may lie beside the page, is not part of it, and nets are kept when they are first fetched.
const files = names.filter((name) => name !== NAME && !name.startsWith("book/") && !name.startsWith("nets/")).sort();
const hash = createHash("sha256");
for (const file of [...files, ...names.filter((name) => name.startsWith("nets/")).sort()]) hash.update(file).update(await readFile(new URL(file, dist)));
const service = await readFile(new URL("service.js", import.meta.url), "utf8");
const text = service.replace("%VERSION%", hash.digest("hex").slice(0, 16)).replace('["%FILES%"]', JSON.stringify(files));
await writeFile(new URL(NAME, dist), text);
console.log(`${files.length} files are kept for use without a network`);
