import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { PrintTypes } from "./emit/emit.js";
import type { PrintedTypes } from "./emit/types-adapter.js";

/**
 * Starts a thread that prints types, and returns what asks it. TypeScript takes longer to load than a small description
 * to read, and types longer to print than all other files to emit: both happen meanwhile. The thread keeps no process alive.
 * Undefined where the code is not bundled, as in tests: types are then printed in place.
 */
export function startTypesThread(): PrintTypes | undefined {
  if (import.meta.url.endsWith(".ts")) return undefined;
  // Both are chunks of the bundle, in one folder.
  const worker = new Worker(new URL("./types-worker.js", import.meta.url));
  worker.unref();
  return async (document) => {
    worker.ref();
    const answer = once(worker, "message") as Promise<[PrintedTypes]>; // what types-worker.ts posts
    worker.postMessage(document);
    const [printed] = await answer;
    worker.unref();
    return printed;
  };
}
