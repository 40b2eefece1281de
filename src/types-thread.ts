import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { PrintTypes } from "./emit/emit.js";
import type { PrintedTypes } from "./emit/types/print.js";
import { errorCode } from "./io.js";

/** A thread, and the error it dies of. */
interface Thread {
  readonly worker: Worker;
  readonly death: Promise<never>;
}

/**
 * Megabytes a thread may use: ten times what the largest descriptions need. The point of the limit is that V8 collects sooner
 * the lower it is. Who needs more prints in this thread.
 */
const resourceLimits = { maxOldGenerationSizeMb: 1024 };

/** Printed text, in characters, from which a thread is not kept: the memory it holds by then is worth more than a new start. */
const large = 500_000;

/** Returns what starts the thread, once, and then always answers with the same. */
export function typesThread(): () => PrintTypes {
  let print: PrintTypes | undefined;
  return () => (print ??= startTypesThread());
}

/**
 * Starts a thread that prints types, and returns what asks it. TypeScript takes longer to load than a small description
 * to read, and types longer to print than all other files to emit: both happen meanwhile. The thread keeps no process alive.
 */
function startTypesThread(): PrintTypes {
  let idle: Thread | undefined = start();
  return async (request) => {
    const thread = idle ?? start();
    idle = undefined;
    thread.worker.ref();
    try {
      const answer = once(thread.worker, "message") as Promise<[PrintedTypes]>; // what types-worker.ts posts
      thread.worker.postMessage(request);
      const [printed] = await Promise.race([answer, thread.death]);
      if (printed.components.length + printed.operations.length > large) void thread.worker.terminate();
      else idle = thread;
      return printed;
    } catch (error) {
      if (errorCode(error) !== "ERR_WORKER_OUT_OF_MEMORY") throw error;
      const { printTypes } = await import("./emit/types/print.js");
      return printTypes(request);
    } finally {
      thread.worker.unref();
    }
  };
}

function start(): Thread {
  // In the package this file is part of bin.js, and types-worker.js stands beside it.
  const worker = new Worker(new URL("./types-worker.js", import.meta.url), { resourceLimits });
  worker.unref();
  const death = once(worker, "error").then(([error]) => {
    throw error;
  });
  // It may die before anybody asks; who asks is told.
  death.catch(() => undefined);
  return { worker, death };
}
