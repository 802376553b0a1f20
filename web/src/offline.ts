// After the first visit the page works without a network: a service worker keeps the site's files. `scripts/offline.js` says which they are.

import { tell } from "./page";

/** The files are fetched when the page has done what it was opened for, and nobody has typed or clicked for a while: it is work for the whole machine. */
const AFTER = 5000;
const RESTED = 2000;

/** When somebody has done something last, in milliseconds of the page's clock. */
let busy = 0;
const noted = () => (busy = performance.now());

export function offline(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator) || document.body.dataset.embedded !== undefined) return;
  for (const event of ["keydown", "pointerdown"]) window.addEventListener(event, noted, { capture: true, passive: true });
  window.setTimeout(whenRested, AFTER);
}

function whenRested(): void {
  const left = busy + RESTED - performance.now();
  if (left > 0) {
    window.setTimeout(whenRested, left);
    return;
  }
  for (const event of ["keydown", "pointerdown"]) window.removeEventListener(event, noted, { capture: true });
  void register();
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
