import { join } from "node:path";
import { diagnostic } from "../diagnostic/catalogue.js";
import { hasErrors, type Diagnostic, type Outcome } from "../diagnostic/diagnostic.js";
import { compareOutput, type Compared } from "./compare-output.js";
import type { Journal } from "./journal.js";
import { manifestName, printManifest, type Manifest } from "./manifest.js";
import type { Io } from "../io.js";
import type { Snapshot } from "./snapshot.js";

/** What a run is about to do to one output folder. Paths are relative to it. */
export interface Plan {
  readonly root: string;
  readonly writes: readonly { readonly path: string; readonly text: string }[];
  readonly unchanged: readonly string[];
  readonly removals: readonly string[];
  /** The manifest's new text, when it changes. */
  readonly manifest: string | undefined;
  /** What the manifest and the journal are called, and the command that writes them; those of an output when absent. */
  readonly names?: { readonly manifest: string; readonly journal: string; readonly command: string };
  /** Whether the folder is to be no output any more. */
  readonly isAbandoned: boolean;
  /** Whether the manifest goes with the last of its files. */
  readonly removesManifest: boolean;
  /** For whoever finds this run interrupted. */
  readonly journal: Journal;
  /** Whether an earlier run was interrupted, so that there is something to put in order even if no file changes. */
  readonly interrupted: boolean;
}

/** An output to be: its files, and what made them. Without files, the output is to be none any more. */
export interface Output {
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly manifest: Pick<Manifest, "version" | "inputs" | "options">;
  /** The command line that writes it over what was edited by hand. */
  readonly overwrite?: string | undefined;
  /** What lays out the text of the manifest, as it did those of the files. */
  readonly layOut?: (path: string, text: string) => Promise<string>;
}

/**
 * Decides what to write and remove. Errors: a file of ours that was edited (unless `force`), a file of the user's where ours
 * belongs (always), a path that leads out. What left the output is removed only as we wrote it.
 */
export async function planOutput(io: Io, snapshot: Snapshot, output: Output, force: boolean): Promise<Outcome<Plan>> {
  const diagnostics: Diagnostic[] = [...snapshot.diagnostics];
  const compared = await compareOutput(io, snapshot, output.files);
  if (snapshot.manifestProblem !== undefined) {
    const isRebuilt = force || isKnownAnyway(snapshot, compared);
    diagnostics.push(isRebuilt ? rebuiltManifest(snapshot) : unreadableManifest(snapshot, snapshot.manifestProblem, output));
  }
  const shared = sharedRuntime(snapshot, output);
  if (shared !== undefined) diagnostics.push(shared);
  if (snapshot.journal !== undefined)
    diagnostics.push(
      diagnostic("output-interrupted", `An earlier run was interrupted while it wrote to ${snapshot.root}; this one completes it.`),
    );
  for (const each of compared) {
    const problem = overwriteConflict(snapshot, each, output, force);
    if (problem !== undefined) diagnostics.push(problem);
  }
  if (hasErrors(diagnostics)) return { value: undefined, diagnostics };

  const writes = compared.flatMap(({ path, text, state }) => (text === undefined || state === "current" ? [] : [{ path, text }]));
  const manifest = output.files.length === 0 ? undefined : manifestOf(output, compared);
  const text = manifest === undefined || (!force && isSettled(snapshot, manifest)) ? undefined : await manifestText(output, manifest);
  return {
    value: {
      root: snapshot.root,
      writes,
      unchanged: compared.filter(({ state }) => state === "current").map(({ path }) => path),
      removals: compared.filter(({ state }) => state === "obsolete").map(({ path }) => path),
      manifest: text === snapshot.manifestText ? undefined : text,
      isAbandoned: output.files.length === 0,
      removesManifest: manifest === undefined && snapshot.manifestText !== undefined,
      journal: journalOf(snapshot, compared),
      interrupted: snapshot.journal !== undefined,
    },
    diagnostics,
  };
}

/** A runtime that several APIs share is no place for the output of one: its files would seem to have left it. */
function sharedRuntime({ root, manifest }: Snapshot, output: Output): Diagnostic | undefined {
  if (manifest === undefined || !("configurations" in manifest.options) || "configurations" in output.manifest.options) return undefined;
  return diagnostic("output-refused", `${root} cannot be an output folder: it holds a runtime that several APIs share.`, {
    hint: "Choose another folder; or delete this one first, if nothing uses it any more.",
  });
}

async function manifestText({ layOut }: Output, manifest: Manifest): Promise<string> {
  const text = printManifest(manifest);
  return layOut === undefined ? text : layOut(manifestName, text);
}

/** The manifest of an output. */
export function manifestOf(output: Output, compared: readonly Compared[]): Manifest {
  const written = compared.flatMap(({ path, hash, ink }) => (hash === undefined || ink === undefined ? [] : [{ path, hash, ink }]));
  return {
    ...output.manifest,
    files: new Map(written.map(({ path, hash }) => [path, hash])),
    inks: new Map(written.map(({ path, ink }) => [path, ink])),
  };
}

/**
 * Whether the manifest that is there says what one that is written now would, but for what the inputs are as texts: a comment in a description
 * changes nothing here, so that no two branches meet in it for nothing. `force` writes it all the same.
 */
export function isSettled({ manifest: before, manifestText }: Snapshot, manifest: Manifest): boolean {
  if (before === undefined || !isSameValue(printManifest(before), manifestText)) return false;
  const names = before.inputs.map(({ name }) => name);
  if (names.join("\n") !== manifest.inputs.map(({ name }) => name).join("\n")) return false;
  return isSameValue(printManifest({ ...manifest, inputs: before.inputs }), manifestText);
}

/** Whether two texts are the same value of JSON, in whatever order its members are. */
export function isSameValue(written: string, found = ""): boolean {
  const sorted = (_: string, value: unknown): unknown =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value;
  if (sameText(written, found)) return true;
  const [one, other] = [written, found].map((text) => JSON.stringify(JSON.parse(text), sorted)); // both were read as manifests
  return one === other;
}

/** Whether it is known without the manifest which files nobody has edited: from what can be read of it, or because there is none to overwrite. */
function isKnownAnyway({ merged }: Snapshot, compared: readonly Compared[]): boolean {
  return merged !== undefined || compared.every(({ state }) => state === "current" || state === "formatted" || state === "missing");
}

function rebuiltManifest({ root, manifestProblem = "" }: Snapshot): Diagnostic {
  return diagnostic("manifest-rebuilt", `${join(root, manifestName)} is written anew: ${manifestProblem}.`);
}

export function sameText(a: string, b: string | undefined): boolean {
  return a === b || a === b?.replaceAll("\r\n", "\n");
}

function overwriteConflict(snapshot: Snapshot, { path, state }: Compared, output: Output, force: boolean): Diagnostic | undefined {
  const name = join(snapshot.root, path);
  if (state === "edited" && !force) {
    return diagnostic("edited-by-hand", `${name} was changed after it was generated.`, {
      hint: `To keep the change, make it in the description or in a file of your own; to discard it, ${overwriting(output)}.`,
    });
  }
  if (state === "foreign") {
    return diagnostic("output-in-the-way", `${name} is not a generated file, and a generated file belongs there.`, {
      hint: "Move it, or choose another output folder; a file that sundial did not write is never overwritten.",
    });
  }
  if (state === "leftover") {
    return diagnostic("leftover-kept", `${name} is no longer part of the output, and is kept because it is not as sundial wrote it.`, {
      hint: "Delete it if nothing of yours is in it.",
    });
  }
  return undefined;
}

function unreadableManifest(snapshot: Snapshot, problem: string, output: Output): Diagnostic {
  return diagnostic("manifest-unreadable", `${join(snapshot.root, manifestName)} cannot be read: ${problem}.`, {
    hint: `It is written with the files it lists; after a merge conflict, take either side or delete it, and ${overwriting(output)}.`,
  });
}

const overwriting = ({ overwrite }: Output): string => (overwrite === undefined ? "generate with `--force`" : `run \`${overwrite}\``);

/** Every hash under which a file may be ours while this run is under way: as it was, and as it will be. */
function journalOf(snapshot: Snapshot, compared: readonly Compared[]): Journal {
  const journal = new Map<string, readonly string[]>();
  for (const { path, hash } of compared) {
    const ours = [snapshot.manifest?.files.get(path), ...(snapshot.journal?.get(path) ?? []), hash];
    const hashes = [...new Set(ours)].filter((each) => each !== undefined);
    if (hashes.length > 0) journal.set(path, hashes);
  }
  return journal;
}
