import { basename, dirname, join } from "node:path";
import { redact } from "../diagnostic/redact.js";
import { errorCode, type Io } from "../io.js";
import type { Copies, Copy } from "../source/copies.js";
import { contentHash } from "./content-hash.js";
import { readJournal, readText, type Journal } from "./journal.js";
import { lockPathOf, parsePinnedLock, type PinnedFile, type PinnedLock } from "./pinned-lock.js";
import { realPlace } from "../source/real-place.js";

/** What stands on disk of a snapshot. */
export interface PinnedState {
  /** Absolute path of the snapshot. */
  readonly snapshot: string;
  /** Its folder, absolute, symlinks resolved. */
  readonly root: string;
  readonly exists: boolean;
  /** Undefined where there is none, or none that can be read. */
  readonly lock: PinnedLock | undefined;
  readonly lockText: string | undefined;
  /** Why the lock cannot be used; undefined where it can, or is not there. */
  readonly lockProblem: string | undefined;
  /** Hashes of the files of the lock that exist, by path relative to the folder. */
  readonly hashes: ReadonlyMap<string, string>;
  /** Present when an earlier `pull` was interrupted. */
  readonly journal: Journal | undefined;
}

/** The names of what belongs to one snapshot among the files of its folder. */
export function pinnedNames(snapshot: string): { readonly lock: string; readonly journal: string } {
  const name = basename(snapshot);
  return { lock: basename(lockPathOf(snapshot)), journal: `.sundial-journal-${name}.json` };
}

export async function readPinnedState(io: Io, snapshot: string): Promise<PinnedState> {
  const root = await realPlace(io, dirname(snapshot));
  const names = pinnedNames(snapshot);
  const lockText = await readText(io, join(root, names.lock));
  const parsed = lockText === undefined ? undefined : parsePinnedLock(lockText);
  const own = typeof parsed === "object" && parsed.files[0]?.path !== basename(snapshot) ? "it is the lock of another snapshot" : parsed;
  const lock = typeof own === "object" ? own : undefined;
  const hashes = new Map<string, string>();
  for (const path of new Set([basename(snapshot), ...(lock?.files.map((file) => file.path) ?? [])])) {
    const hash = await hashOf(io, root, path);
    if (hash !== undefined) hashes.set(path, hash);
  }
  return {
    snapshot,
    root,
    exists: hashes.has(basename(snapshot)),
    lock,
    lockText,
    lockProblem: typeof own === "string" ? own : undefined,
    hashes,
    journal: await readJournal(io, root, names.journal),
  };
}

/** The hash of what stands where a file of the snapshot belongs, also where the lock does not list it. */
export async function hashOnDisk({ root, hashes }: PinnedState, path: string, io: Io): Promise<string | undefined> {
  return hashes.get(path) ?? hashOf(io, root, path);
}

/** Undefined where it does not exist, or a link leads out of the folder: a lock is somebody's text, and names no file elsewhere. */
async function hashOf(io: Io, root: string, path: string): Promise<string | undefined> {
  const file = join(root, path);
  if ((await io.realPath(file)) !== file) return undefined;
  try {
    return contentHash(await io.read(file));
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}

/** Files that are not as a run wrote them, and those that are not there. */
export function changedFiles({ lock, hashes, journal }: PinnedState): {
  readonly edited: readonly PinnedFile[];
  readonly missing: readonly PinnedFile[];
} {
  const files = lock?.files ?? [];
  return {
    edited: files.filter(({ path, sha256 }) => {
      const hash = hashes.get(path);
      return hash !== undefined && hash !== sha256 && journal?.get(path)?.includes(hash) !== true;
    }),
    missing: files.filter(({ path }) => !hashes.has(path)),
  };
}

/** The copies of a snapshot, as whoever reads the description takes them. */
export function copiesOf({ root, lock }: Pick<PinnedState, "root" | "lock">): Copies | undefined {
  const [first] = lock?.files ?? [];
  if (lock === undefined || first === undefined) return undefined;
  const files = new Map<string, Copy>();
  for (const { path, url, from } of lock.files) {
    const copy = { path: join(root, path), base: from ?? redact(url) };
    files.set(redact(url), copy);
    files.set(copy.base, copy);
  }
  return { base: first.from ?? redact(first.url), files };
}
