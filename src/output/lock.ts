import { join } from "node:path";
import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { errorCode, type Io } from "../io.js";
import { lockName } from "./contain.js";
import { readText } from "./journal.js";

/** Milliseconds a run waits for another one. */
const patience = 30_000;
const interval = 100;

export interface Lock {
  release(): Promise<void>;
}

/**
 * Takes the lock of an output folder, so that two runs do not write to it at once; waits for half a minute when another
 * run has it. The lock of a process that is gone is taken over. The folder is made when it does not exist.
 */
export async function lockOutput(io: Io, root: string): Promise<Lock | Diagnostic> {
  const path = join(root, lockName);
  await io.makeDirectory(root);
  const until = io.now() + patience;
  for (;;) {
    if (await create(io, path)) return { release: () => io.remove(path) };
    const owner = await readText(io, path);
    if (owner === undefined) continue;
    const pid = Number(owner);
    if (Number.isSafeInteger(pid) && pid > 0 && !io.isRunning(pid)) {
      await takeAway(io, path, owner);
    } else if (io.now() >= until) {
      return diagnostic("output-locked", `Another run (process ${owner.trim()}) is writing to ${root}.`, {
        hint: `Wait for it to end. If there is no such run, delete ${path}.`,
      });
    } else await io.sleep(interval);
  }
}

async function create(io: Io, path: string): Promise<boolean> {
  try {
    await io.write(path, `${String(io.pid)}\n`, { exclusive: true });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

/** By renaming: of two runs that find the same dead lock one gets it, and neither removes the other's fresh one unseen. */
async function takeAway(io: Io, path: string, owner: string): Promise<void> {
  const aside = `${path}-${String(io.pid)}`;
  try {
    await io.rename(path, aside);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return;
    throw error;
  }
  if ((await readText(io, aside)) === owner) await io.remove(aside);
  else await io.rename(aside, path);
}
