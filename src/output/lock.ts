import { dirname, join } from "node:path";
import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { errorCode, type Io } from "../io.js";
import { lockName } from "./path-containment.js";
import { readOwner, printOwner, sameOwner, type Owner } from "./lock-owner.js";

/** Milliseconds between two polls of a lock. Waits are counted in polls, because clocks may be set meanwhile. */
const pollMilliseconds = 100;
/** Polls for which a run waits for another one. */
const maxPolls = 300;
/** Polls after which a lock that does not name its owner is taken over: its owner died, or had no room, between making it and writing it. */
const unsignedPolls = 20;
/** Polls after which the lock of another machine or container is taken over: it is not known here whether its owner runs. */
const foreignPolls = 100;

export interface Lock {
  /** Whether no other run has taken the lock over meanwhile. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/**
 * Takes the lock of an output folder, so that two runs do not write to it at once; waits for half a minute when another
 * run has it. A lock whose owner is gone, or is not known to run, is taken over. The folder is made when it does not exist.
 */
export async function lockOutput(io: Io, root: string): Promise<Lock | Diagnostic> {
  const path = join(root, lockName);
  await io.makeDirectory(root);
  let [polls, steady] = [0, 0];
  let before: Owner | undefined;
  for (;;) {
    const obstacle = await obstacleAt(io, root, path);
    if (obstacle !== undefined) return obstacle;
    const own = printOwner(io);
    if (await create(io, path, own)) {
      await removeAside(io, root);
      return { isHeld: async () => holds(await readOwner(io, path), own), release: () => release(io, path, own) };
    }
    const owner = await readOwner(io, path);
    if (owner.kind === "none") continue;
    steady = before !== undefined && sameOwner(before, owner) ? steady + 1 : 0;
    before = owner;
    if (isStale(owner, steady, io)) await takeAway(io, path, owner);
    else if (polls >= maxPolls) return locked(root, path, owner);
    else {
      polls += 1;
      await io.sleep(pollMilliseconds);
    }
  }
}

/** Whether the owner of a lock is gone; `steady`: polls for which the lock has been the same. */
function isStale(owner: Owner, steady: number, io: Io): boolean {
  if (owner.kind !== "run") return steady >= (owner.kind === "unreadable" ? maxPolls : unsignedPolls);
  if (owner.machine !== io.machine()) return steady >= foreignPolls;
  if (!io.isRunning(owner.pid)) return true;
  const started = io.startOf(owner.pid);
  // Process numbers are reused. Where the start of a process is not known, this process at least knows that it waits for no lock of its own.
  return started === undefined || owner.start === undefined ? owner.pid === io.pid : started !== owner.start;
}

function locked(root: string, path: string, owner: Owner): Diagnostic {
  const who = owner.kind === "run" ? `Another run (process ${String(owner.pid)} on ${owner.machine})` : "Another run";
  return diagnostic("output-locked", `${who} is writing to ${root}.`, {
    hint: `Wait for it to end. If there is no such run, delete ${path}.`,
  });
}

/** A folder in place of the lock is none of ours; it would be met again at each look. */
async function obstacleAt(io: Io, root: string, path: string): Promise<Diagnostic | undefined> {
  const found = (await io.list(root)).find(({ name }) => name === lockName);
  if (found === undefined || found.kind === "file") return undefined;
  if (found.kind === "symlink") {
    await io.remove(path).catch(ignoreMissing);
    return undefined;
  }
  if (found.kind === "directory" && (await io.list(path)).length === 0) {
    await io.removeEmptyDirectory(path).catch(ignoreMissing);
    return undefined;
  }
  return diagnostic("output-in-the-way", `${path} is a ${found.kind}, where the lock of the output folder belongs.`, {
    hint: "Move or delete it.",
  });
}

async function create(io: Io, path: string, own: string): Promise<boolean> {
  try {
    await io.write(path, own, { exclusive: true });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    if (errorCode(error) !== "ENOENT") throw error;
    // Another run has removed the folder with the last file in it.
    await io.makeDirectory(dirname(path));
    return false;
  }
}

function holds(owner: Owner, own: string): boolean {
  return owner.kind !== "none" && owner.kind !== "unreadable" && owner.text === own;
}

/** Its own lock only: a run that was stopped for long may find another one's. What is done is done: one that stays is taken over by the next run, as its owner is gone. */
async function release(io: Io, path: string, own: string): Promise<void> {
  try {
    if (holds(await readOwner(io, path), own)) await io.remove(path);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
  }
}

/** By renaming: of two runs that find the same dead lock one gets it, and neither removes the other's fresh one unseen. */
async function takeAway(io: Io, path: string, owner: Owner): Promise<void> {
  const aside = `${path}-${String(io.pid)}-${String(io.now())}`;
  try {
    await io.rename(path, aside);
    if (sameOwner(await readOwner(io, aside), owner)) await io.remove(aside);
    else await io.rename(aside, path);
  } catch (error) {
    ignoreMissing(error);
  }
}

/** Dead locks that a run put aside and died before it removed them. */
async function removeAside(io: Io, root: string): Promise<void> {
  for (const { name, kind } of await io.list(root))
    if (name.startsWith(`${lockName}-`) && kind === "file") await io.remove(join(root, name)).catch(ignoreMissing);
}

/** Another run was quicker. */
function ignoreMissing(error: unknown): void {
  if (errorCode(error) !== "ENOENT") throw error;
}
