import { basename, dirname, join } from "node:path";
import { failedWrite } from "./failed-write.js";
import { diagnostic } from "../diagnostic/catalogue.js";
import { hasErrors, type Diagnostic, type Origin } from "../diagnostic/diagnostic.js";
import { type Io } from "../io.js";
import { nameOfPath } from "../source/uri.js";
import { commitPlan, type WriteReport, type Written } from "./commit-plan.js";
import { contentHash } from "./content-hash.js";
import { lockOutput } from "./lock.js";
import { filesFolderOf, type PlacedFile } from "./pinned-layout.js";
import { listedIn, printPinnedLock, type PinnedFile, type PinnedLock } from "./pinned-lock.js";
import { hashOnDisk, pinnedNames, readPinnedState, type PinnedState } from "./pinned-state.js";
import type { Plan } from "./plan.js";
import { findObstacles } from "./snapshot.js";
import { realPlace } from "../source/real-place.js";

/** What is to stand on disk of a snapshot. */
export interface PinnedOutput {
  /** Absolute path of the snapshot. */
  readonly snapshot: string;
  /** The URL as the configuration has it, without secrets. */
  readonly url: string;
  /** Root first. */
  readonly files: readonly PlacedFile[];
  /** Where the configuration names it. */
  readonly at: Origin;
}

/** Writes a snapshot and its lock, all of it or nothing. `force`: also over what was edited by hand. */
export async function writePinned(io: Io, output: PinnedOutput, force: boolean): Promise<Written<WriteReport>> {
  try {
    const root = await realPlace(io, dirname(output.snapshot));
    const lock = await lockOutput(io, root);
    if ("code" in lock) return { value: undefined, diagnostics: [lock], isChanged: false };
    try {
      const state = await readPinnedState(io, output.snapshot);
      const { plan, diagnostics } = await planPinned(io, state, output, force);
      if (plan === undefined) return { value: undefined, diagnostics, isChanged: false };
      const committed = await commitPlan(io, plan, () => lock.isHeld());
      return { ...committed, diagnostics: [...diagnostics, ...committed.diagnostics] };
    } finally {
      await lock.release();
    }
  } catch (error) {
    const failed = failedWrite(nameOfPath(output.snapshot, io.cwd), error);
    if (failed === undefined) throw error;
    return {
      value: undefined,
      diagnostics: [failed],
      isChanged: false,
    };
  }
}

/** The lock of what was fetched. What is as it was keeps all that was said of it: a server may give the same file another tag each day. */
export function lockOf({ url, files }: Pick<PinnedOutput, "url" | "files">, before: PinnedLock | undefined): PinnedLock {
  const listed = listedIn(before);
  return {
    url,
    files: files.map(({ path, url: own, from, text, etag, lastModified }): PinnedFile => {
      const sha256 = contentHash(text);
      const old = listed({ path, url: own });
      if (old?.sha256 === sha256 && old.url === own && old.from === from) return { ...old, path };
      return {
        path,
        url: own,
        ...(from === undefined ? {} : { from }),
        sha256,
        ...(etag === undefined ? {} : { etag }),
        ...(lastModified === undefined ? {} : { lastModified }),
      };
    }),
  };
}

async function planPinned(
  io: Io,
  state: PinnedState,
  output: PinnedOutput,
  force: boolean,
): Promise<{ readonly plan: Plan | undefined; readonly diagnostics: readonly Diagnostic[] }> {
  const lock = lockOf(output, state.lock);
  const diagnostics: Diagnostic[] = [
    ...(await findObstacles(
      io,
      state.root,
      output.files.map(({ path }) => path),
    )),
  ];
  if (hasErrors(diagnostics)) return { plan: undefined, diagnostics };
  const writes: { readonly path: string; readonly text: string }[] = [];
  const unchanged: string[] = [];
  for (const [index, { path, text }] of output.files.entries()) {
    const found = await hashOnDisk(state, path, io);
    if (found === lock.files[index]?.sha256) unchanged.push(path);
    else {
      if (found !== undefined && !isOurs(state, path, found))
        for (const item of conflict(io, state, path, output.at, force)) diagnostics.push(item);
      writes.push({ path, text });
    }
  }
  const wanted = new Set(output.files.map(({ path }) => path));
  const removals: string[] = [];
  for (const path of [...(state.lock?.files ?? []), ...(state.journal?.keys() ?? [])].map((each) =>
    typeof each === "string" ? each : each.path,
  )) {
    const hash = wanted.has(path) || removals.includes(path) ? undefined : await hashOnDisk(state, path, io);
    if (hash === undefined) continue;
    if (isOurs(state, path, hash)) removals.push(path);
    else diagnostics.push(kept(nameOfPath(join(state.root, path), io.cwd), output.at));
  }
  if (hasErrors(diagnostics)) return { plan: undefined, diagnostics };
  const manifest = printPinnedLock(lock);
  const isSame = state.lockText?.replaceAll("\r\n", "\n") === manifest;
  return { plan: planOf(state, lock, { writes, unchanged, removals, manifest: isSame ? undefined : manifest }), diagnostics };
}

function planOf(state: PinnedState, lock: PinnedLock, changes: Pick<Plan, "writes" | "unchanged" | "removals" | "manifest">): Plan {
  return {
    ...changes,
    root: state.root,
    names: { ...namesOf(state.snapshot), command: "sundial pull" },
    isAbandoned: false,
    removesManifest: false,
    journal: journalOf(state, lock),
    interrupted: state.journal !== undefined,
  };
}

function namesOf(snapshot: string): { readonly manifest: string; readonly journal: string } {
  const { lock, journal } = pinnedNames(snapshot);
  return { manifest: lock, journal };
}

/** Every hash under which a file may be ours while this run is under way: as it was, and as it will be. */
function journalOf({ lock: before, journal }: PinnedState, lock: PinnedLock): Plan["journal"] {
  const hashes = new Map<string, Set<string>>();
  const add = (path: string, hash: string): void => {
    hashes.set(path, (hashes.get(path) ?? new Set()).add(hash));
  };
  for (const { path, sha256 } of [...(before?.files ?? []), ...lock.files]) add(path, sha256);
  for (const [path, known] of journal ?? []) for (const hash of known) add(path, hash);
  return new Map([...hashes].map(([path, known]) => [path, [...known]]));
}

function isOurs({ lock, journal }: PinnedState, path: string, hash: string): boolean {
  return lock?.files.some((file) => file.path === path && file.sha256 === hash) === true || journal?.get(path)?.includes(hash) === true;
}

/** Why a file may not be written over, if it may not. */
function conflict(io: Io, { snapshot, root, lock }: PinnedState, path: string, at: Origin, force: boolean): readonly Diagnostic[] {
  const name = nameOfPath(join(root, path), io.cwd);
  const isListed = lock?.files.some((file) => file.path === path) === true;
  const isRoot = path === basename(snapshot);
  if ((isListed || isRoot) && force) return [];
  if (isListed)
    return [
      diagnostic("snapshot-edited", `${name} was edited after it was pulled, and is not overwritten.`, {
        severity: "error",
        at,
        hint: "To keep the change, put it into an overlay (`overlays` in the configuration); to discard it, run `sundial pull --force`. A formatter has to leave the file alone.",
      }),
    ];
  const hint = isRoot
    ? "Run `sundial pull --force` to overwrite it, or name another file as `snapshot`."
    : `Move it: ${nameOfPath(filesFolderOf(snapshot), io.cwd)} is for what \`sundial pull\` writes. It is never overwritten.`;
  const what = isRoot ? "a snapshot belongs there" : `a file of the snapshot ${nameOfPath(snapshot, io.cwd)} belongs there`;
  return [diagnostic("snapshot-in-the-way", `${name} was not written by \`sundial pull\`, and ${what}.`, { at, hint })];
}

function kept(name: string, at: Origin): Diagnostic {
  return diagnostic("snapshot-edited", `${name} is no longer a part of the snapshot, and is kept because it was edited.`, {
    at,
    hint: "Delete it if nothing of yours is in it.",
  });
}
