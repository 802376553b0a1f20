// The games that somebody is writing, kept in the browser: they are there again after the page was closed.

export interface Draft {
  id: string;
  title: string;
  root: string;
  texts: Record<string, string>;
  options?: [string, boolean][];
  /** When it was changed last, in thousandths of a second. */
  changed: number;
}

const STORE = "drafts";

let opened: Promise<IDBDatabase> | undefined;

function base(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("tilegame", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the browser keeps nothing"));
  });
  return opened;
}

async function work<T>(mode: IDBTransactionMode, what: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const transaction = (await base()).transaction(STORE, mode);
  const request = what(transaction.objectStore(STORE));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error("the browser keeps nothing"));
  });
}

/** All drafts, the last changed first. Where the browser keeps nothing, there are none. */
export async function all(): Promise<Draft[]> {
  try {
    const drafts = await work<Draft[]>("readonly", (store) => store.getAll() as IDBRequest<Draft[]>);
    return drafts.sort((one, other) => other.changed - one.changed);
  } catch {
    return [];
  }
}

export function get(id: string): Promise<Draft | undefined> {
  return work<Draft | undefined>("readonly", (store) => store.get(id) as IDBRequest<Draft | undefined>);
}

export async function keep(draft: Draft): Promise<void> {
  await work("readwrite", (store) => store.put(draft));
}

export async function remove(id: string): Promise<void> {
  await work("readwrite", (store) => store.delete(id));
}
