import { listedIn, type PinnedLock } from "./pinned-lock.js";
import type { PinnedState } from "./pinned-state.js";

/**
 * Why the lock of a snapshot has to be written anew though its files are what the server has, as a clause; undefined where it is as it was written.
 * A lock that somebody edited, or that a merge put together, is not mended in silence.
 */
export function lockRepair({ exists, journal, lock, lockText, lockProblem }: PinnedState, wanted: PinnedLock): string | undefined {
  if (!exists || journal !== undefined) return undefined;
  if (lockText === undefined) return "there was none";
  if (lock === undefined) return lockProblem;
  if (lock.url !== wanted.url) return "it named another URL";
  const listed = listedIn(lock);
  for (const file of wanted.files) {
    const known = listed(file);
    if (known === undefined) return `it did not list ${file.path}`;
    if (known.sha256 !== file.sha256 || known.url !== file.url || known.from !== file.from)
      return `what it said of ${file.path} was not so`;
  }
  const parts = new Set(wanted.files.map(listed));
  const more = lock.files.find((file) => !parts.has(file));
  if (more !== undefined) return `it listed ${more.path}, which is no part of it`;
  const isMoved = wanted.files.some((file) => listed(file)?.path !== file.path);
  return isMoved ? "it listed files under names that a server chose" : undefined;
}
