// After the first visit the page works without a network: a service worker keeps the site's files. `scripts/offline.js` says which they are.

import { tell } from "./page";

/** The files are fetched when the page has done what it was opened for, and whoever wants to type has begun. */
const AFTER = 5000;

export function offline(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator) || document.body.dataset.embedded !== undefined) return;
  window.setTimeout(() => void register(), AFTER);
}

async function register(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.register(new URL("offline.js", document.baseURI));
    registration.addEventListener("updatefound", () => {
      const { installing } = registration;
      installing?.addEventListener("statechange", () => {
        if (installing.state === "installed" && navigator.serviceWorker.controller) {
          tell("There is a newer version of this page: you get it when all its tabs have been closed", 8000);
        }
      });
    });
  } catch {
    // Some browsers keep nothing in private windows; then the page needs the network, as any other.
  }
}
