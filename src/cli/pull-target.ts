import { basename, join } from "node:path";
import type { ApiTarget } from "../config/config.js";
import { hasErrors, type Diagnostic } from "../diagnostic/diagnostic.js";
import { redact } from "../diagnostic/redact.js";
import { readConfigured, readDescription } from "../generate.js";
import type { Io } from "../io.js";
import { compareApis, isChanged, type ApiChanges } from "../model/compare/compare-apis.js";
import { selectedChanges } from "../model/compare/selected-changes.js";
import type { Access } from "../openapi/resolve/read-description-files.js";
import type { WriteReport } from "../output/commit-plan.js";
import { contentHash } from "../output/content-hash.js";
import type { PlacedFile } from "../output/pinned-layout.js";
import { listedIn } from "../output/pinned-lock.js";
import { pinnedProblems } from "../output/pinned-problems.js";
import { lockRepair } from "../output/pinned-repair.js";
import { copiesOf, hashOnDisk, readPinnedState, type PinnedState } from "../output/pinned-state.js";
import { lockOf, writePinned } from "../output/write-pinned.js";
import { defaultCommand } from "../project/generate-script.js";
import type { RemoteInput } from "../source/remote-input.js";
import type { ShownFile } from "../source/source-file.js";
import { brokenOff, lostReferences } from "./half-sent.js";
import { fetchDescription, type FetchedValue } from "./fetch-description.js";

/** APIs that have the same snapshot, which is fetched once. */
export interface PullTarget {
  /** The names of the APIs. */
  readonly label: string;
  readonly target: ApiTarget;
  /** All of them, `target` first: each may have overlays and a selection of its own. */
  readonly targets: readonly ApiTarget[];
  readonly remote: RemoteInput;
  /** Absolute. */
  readonly snapshot: string;
}

/**
 * What a description is, held against its snapshot. `text`: bytes changed, and their meaning did not; `unknown`: the snapshot cannot be read, and is
 * not compared; `left-out`: nothing of what the configuration selects changed.
 */
export type PulledState = "new" | "same" | "text" | "left-out" | "changed" | "unknown";

export interface Pulled {
  readonly target: PullTarget;
  /** Undefined where an error stands. */
  readonly state: PulledState | undefined;
  readonly changes: ApiChanges | undefined;
  /** Changes of what the configuration leaves out. */
  readonly leftOut?: ApiChanges | undefined;
  readonly counts: { readonly operations: number; readonly schemas: number } | undefined;
  /** What was written; undefined where nothing was to be. */
  readonly files: WriteReport | undefined;
  /** Why the lock was written anew, as a clause, where that is not because something changed. */
  readonly repair?: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: readonly ShownFile[];
}

export interface PullOptions {
  /** Whether to compare only. */
  readonly check: boolean;
  readonly force: boolean;
}

/** Fetches one description, compares it with its snapshot, and, unless it is only to be checked, writes it. */
export async function pullTarget(pull: PullTarget, access: Access, { check, force }: PullOptions, io: Io): Promise<Pulled> {
  const { targets, remote, snapshot } = pull;
  const state = await readPinnedState(io, snapshot);
  const before = { target: pull, state: undefined, changes: undefined, counts: undefined, files: undefined, sources: [] };
  const standing = check ? pinnedProblems(state, remote, io) : [];
  if (hasErrors(standing)) return { ...before, diagnostics: standing };
  const fetched = await fetchDescription(targets, remote, access, state, force, io);
  const { value, sources } = fetched;
  if (value === undefined) return { ...before, diagnostics: [...standing, ...fetched.diagnostics.filter(isOfFetching)], sources };
  const { changes, leftOut, state: found, diagnostics: unread } = await compared(targets, value, state, force, io);
  const said = [...standing, ...fetched.diagnostics.filter(isOfFetching), ...(check || found !== "unknown" ? unread : [])];
  if (hasErrors(unread) && found === undefined) return { ...before, diagnostics: said, sources };
  const schemas = [...value.api.schemas.values()].filter(({ hidden }) => hidden !== true).length;
  const counts = { operations: value.api.operations.length, schemas };
  if (check) return { ...before, state: found, changes, leftOut, counts, diagnostics: said, sources };
  const written = await writePinned(io, { snapshot, url: redact(remote.url), files: value.files, at: remote.at }, force);
  const diagnostics = [...said, ...written.diagnostics];
  if (written.value === undefined) return { ...before, diagnostics, sources };
  const repair =
    found === "same" || state.lock === undefined
      ? lockRepair(state, lockOf({ url: redact(remote.url), files: value.files }, state.lock))
      : undefined;
  return { ...before, state: found, changes, leftOut, counts, files: written.value, repair, diagnostics, sources };
}

/** What `generate` will say of the description is said there: warnings of it are no matter of fetching it. */
function isOfFetching({ severity, code }: Diagnostic): boolean {
  return severity === "error" || code === "credential-repeated";
}

function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

/** The disk as it will be. */
function asWritten(files: readonly PlacedFile[], { root }: PinnedState, io: Io): Io {
  const texts = new Map(files.map(({ path, text }) => [join(root, path), text]));
  return {
    ...io,
    read: async (path, options) => {
      const text = texts.get(path);
      return text === undefined ? io.read(path, options) : Promise.resolve(new TextEncoder().encode(text));
    },
  };
}

interface Compared {
  /** Undefined where the new one is not to be kept. */
  readonly state: PulledState | undefined;
  readonly changes: ApiChanges | undefined;
  readonly leftOut?: ApiChanges;
  /** Why the snapshot cannot be read, and what the configuration names that is there no longer. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Whether a vendor has what was pulled: by the lock, or, where that is wrong, by what stands on the disk. */
async function isSame(files: readonly PlacedFile[], state: PinnedState, io: Io): Promise<boolean> {
  const listed = listedIn(state.lock);
  const parts = new Set(files.map(listed));
  if (state.lock?.files.some((file) => !parts.has(file)) === true) return false;
  for (const file of files) {
    const hash = contentHash(file.text);
    if (listed(file)?.sha256 !== hash && (await hashOnDisk(state, file.path, io)) !== hash) return false;
  }
  return true;
}

async function compared(targets: readonly ApiTarget[], value: FetchedValue, state: PinnedState, force: boolean, io: Io): Promise<Compared> {
  const { files } = value;
  const nothing = { changes: undefined, diagnostics: [] };
  const [target] = targets;
  if (!state.exists || target === undefined) return { ...nothing, state: "new" };
  if (await isSame(files, state, io)) return { ...nothing, state: "same" };
  // Read as it will stand on disk: some names come from those of files.
  const pinned = copiesOf({ root: state.root, lock: lockOf({ url: "", files }, undefined) });
  const fresh = { input: join(state.root, basename(state.snapshot)), pinned };
  const written = asWritten(files, state, io);
  const requestOf = (each: ApiTarget) => ({ ...each, command: defaultCommand, importExtension: undefined, runtime: undefined });
  const { api: before, raw: facts, diagnostics, sources } = await readDescription(requestOf(target), io);
  // Of a single file nothing is called after it: what was read when it was fetched is the same.
  const readAgain = async () => readDescription({ ...requestOf(target), ...fresh }, written);
  const {
    api: now,
    raw: freshFacts,
    diagnostics: unsound,
  } = files.length === 1 ? { ...value, diagnostics: value.found } : await readAgain();
  if (before === undefined || now === undefined) return { ...nothing, state: "unknown", diagnostics: diagnostics.filter(isError) };
  const lost = force ? undefined : (lostReferences(target, [diagnostics, unsound], sources) ?? (await brokenOff(target, files, state, io)));
  if (lost !== undefined) return { ...nothing, state: undefined, diagnostics: [lost] };
  const whole = compareApis(before, now, { raw: [facts ?? new Map(), freshFacts ?? new Map()], now: io.now() });
  const used: ApiChanges[] = [];
  const unmatched: Diagnostic[] = [];
  for (const each of targets) {
    // What is taken as it is changes as all of it does, and so does what cannot be read as it is configured: `generate` says why.
    const [old, current] = isWhole(each)
      ? []
      : [await readConfigured(requestOf(each), io), await readConfigured({ ...requestOf(each), ...fresh }, written)];
    const known = new Set(old?.diagnostics.map(({ message }) => message));
    for (const found of current?.diagnostics ?? [])
      if (found.code === "overlay-target-unmatched" && !known.has(found.message)) unmatched.push(found);
    used.push(
      old?.api === undefined || current?.api === undefined
        ? whole
        : compareApis(old.api, current.api, {
            raw: [old.raw ?? new Map(), current.raw ?? new Map()],
            now: io.now(),
            whole: [before, now],
          }),
    );
  }
  const { changes, leftOut } = selectedChanges(whole, used);
  const isOther = isChanged(leftOut);
  const found = isChanged(changes) ? "changed" : isOther ? "left-out" : "text";
  return { state: found, changes, ...(isOther ? { leftOut } : {}), diagnostics: unmatched };
}

function isWhole({ include, exclude, components, overlays }: ApiTarget): boolean {
  return [include, exclude, components, overlays].every((each) => each === undefined);
}
