// Keeps the files of the site, so that it works without a network. All files are of one version: a page that was opened with the old ones goes on with them, and
// the new ones are used when no such page is open any more.
//
// What stands between the signs is put in when the site is built.
const VERSION = "%VERSION%";
const FILES = ["%FILES%"];

// Other copies of the site can lie in other folders of the same host.
const MINE = `tilegame ${self.registration.scope} `;
const CACHE = MINE + VERSION;
const AT_ONCE = 12;

const address = (file) => new URL(file, self.registration.scope).href;

self.addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(CACHE);
    for (let first = 0; first < FILES.length; first += AT_ONCE) {
      const some = FILES.slice(first, first + AT_ONCE);
      // Files whose names tell their contents can come from the browser's own cache; the others are asked for again.
      await cache.addAll(some.map((file) => new Request(address(file), { cache: file.startsWith("assets/") ? "default" : "no-cache" })));
    }
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith(MINE) && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) return;
  const url = new URL(request.url);
  const wanted = request.mode === "navigate" && url.pathname === new URL(self.registration.scope).pathname ? address("index.html") : url.origin + url.pathname;
  const answer = async () => {
    const cache = await caches.open(CACHE);
    const kept = await cache.match(wanted);
    if (kept) return kept;
    const fetched = await fetch(request);
    // Nets are many, and few are wanted: those are kept that were.
    if (fetched.ok && wanted.startsWith(address("nets/"))) await cache.put(wanted, fetched.clone());
    return fetched;
  };
  event.respondWith(answer());
});
