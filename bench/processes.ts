import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** The next message of a process; rejects when the process ends instead. Each program sends its own kind of message. */
export async function nextMessage<T>(child: ChildProcess): Promise<T> {
  const over = new AbortController();
  const ended = once(child, "exit", { signal: over.signal }).then(([code]) => {
    throw new Error(`A process of the benchmark ended with ${String(code)}`);
  });
  const told = once(child, "message", { signal: over.signal }).then(([message]: unknown[]) => message);
  try {
    return (await Promise.race([told, ended])) as T; // see above
  } finally {
    // The one that lost the race is given up, and says so.
    for (const promise of [told, ended]) promise.catch(() => undefined);
    over.abort();
  }
}
