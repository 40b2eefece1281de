/** What the version that runs would change of outputs: each file with what that means for a program. */
import { join, relative } from "node:path";
import type { Io } from "../../io.js";
import type { CheckReport } from "../../output/check-output.js";
import type { Compared } from "../../output/compare-output.js";
import { manifestName } from "../../output/manifest.js";
import { readText } from "../../output/journal.js";
import { unifiedDiff } from "../../output/unified-diff.js";
import { posixPath } from "../../setup/read-settings.js";
import type { ChangeKind, CodeChange, ExportChanges } from "../../upgrade/compare-code.js";
import type { PublicNames, Texts } from "../../upgrade/public-names.js";
import type { ReachedName } from "../../upgrade/reached-names.js";

/** An output, or a runtime that several share, as a check has found it. */
export interface FoundOutput {
  readonly label: string;
  /** Absolute. */
  readonly folder: string;
  /** The version that made what is there; undefined where nothing is, or it does not say. */
  readonly made: string | undefined;
  /** Undefined where it could not be made. */
  readonly report: CheckReport | undefined;
  /** All files that would be there, relative to the folder. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

/** A file that would be another. */
export interface ChangedFile {
  /** Relative to the output, with forward slashes. */
  readonly path: string;
  readonly state: Exclude<Compared["state"], "current">;
  readonly kind: ChangeKind;
  readonly exports: ExportChanges;
  /** Those of them that a program can import from the index of an output. */
  readonly public: ExportChanges;
  /** Names that a program can import, and whose types are made of others of these: the nearest first. */
  readonly reached: readonly Reached[];
}

/** A name in a file, relative to the current folder, whose type is another by way of a declaration that it is made of. */
export interface Reached {
  readonly name: string;
  readonly file: string;
  readonly through: string;
}

export interface OutputPreview extends Omit<FoundOutput, "report" | "files"> {
  readonly failed: boolean;
  readonly files: readonly ChangedFile[];
  /** How many files stay as they are. */
  readonly unchanged: number;
  /** What else than the version has changed since it was made. */
  readonly reasons: readonly string[];
  /** A unified diff, where it was asked for. */
  readonly diff: string | undefined;
}

/** Looks at all outputs together, as what one exports may be a file of a shared runtime. */
export async function previewOutputs(found: readonly FoundOutput[], withDiff: boolean, io: Io): Promise<readonly OutputPreview[]> {
  const [{ compareCode }, { publicNames }] = await Promise.all([
    import("../../upgrade/compare-code.js"),
    import("../../upgrade/public-names.js"),
  ]);
  const { before, after } = await textsOf(found, io);
  const indexes = found.map(({ folder }) => posixPath(join(folder, "index.ts")));
  const namesIn = (texts: ReadonlyMap<string, string>): readonly PublicNames[] =>
    indexes.flatMap((index) => (texts.has(index) ? [publicNames(index, texts)] : []));
  const [publicAfter, known] = [namesIn(after), namesIn(before)];
  const changesOf = found.map(({ folder, report }) =>
    (report?.differences ?? []).flatMap(({ path, state, text }) => {
      if (state === "current") return [];
      const place = posixPath(join(folder, path));
      const change = compareCode(path, before.get(place) ?? "", text ?? "");
      return [{ path, state, ...change, place, public: publicOf(change, place, [...known, ...publicAfter]) }];
    }),
  );
  const reached = await reachedBy(changesOf.flat(), { before, after, publicAfter });
  const previews: OutputPreview[] = [];
  for (const [index, each] of found.entries()) {
    const { label, folder, made, report, files } = each;
    const changes = report?.differences ?? [];
    const changed = (changesOf[index] ?? []).map(({ place, ...change }): ChangedFile => {
      const ofFile = reached.filter(({ through }) => through.file === place);
      const nameOf = (file: string): string => posixPath(relative(io.cwd, file));
      return { ...change, reached: ofFile.map(({ name, file, through }) => ({ name, file: nameOf(file), through: through.name })) };
    });
    previews.push({
      ...{ label, folder, made, failed: report === undefined, files: changed },
      unchanged: Math.max(0, files.length - changed.filter(({ state }) => state !== "obsolete" && state !== "leftover").length),
      reasons: (report?.reasons ?? []).filter((reason) => !/^(?:openapi-sundial changed|sundial itself)/.test(reason)),
      diff: withDiff ? await diffOf(folder, changes, io) : undefined,
    });
  }
  return previews;
}

/**
 * What a program can import, and is made of declarations that changed. A declaration that moved to another file as it was is none of these; one
 * that changed on the way is.
 */
async function reachedBy(
  changes: readonly (CodeChange & { readonly place: string })[],
  { before, after, publicAfter }: Readonly<Record<"before" | "after", Texts>> & { readonly publicAfter: readonly PublicNames[] },
): Promise<readonly ReachedName[]> {
  if (!changes.some(({ kind }) => kind === "exports")) return [];
  const [{ reachedNames }, { declarationsOf }] = await Promise.all([
    import("../../upgrade/reached-names.js"),
    import("../../upgrade/compare-code.js"),
  ]);
  const removed = new Map(changes.flatMap(({ place, exports }) => exports.removed.map((name) => [name, place] as const)));
  const read = new Map<string, ReadonlyMap<string, string>>();
  const textOf = (name: string, place: string, texts: Texts): string | undefined => {
    const key = `${texts === before ? "before" : "after"} ${place}`;
    const declared = read.get(key) ?? declarationsOf(place, texts.get(place) ?? "");
    read.set(key, declared);
    return declared.get(name);
  };
  const isOther = (name: string, place: string): boolean => {
    const from = removed.get(name);
    return from !== undefined && textOf(name, from, before) !== textOf(name, place, after);
  };
  const changed = changes.flatMap(({ place, exports }) =>
    [...exports.changed, ...exports.added.filter((name) => isOther(name, place))].map((name) => ({ file: place, name })),
  );
  return reachedNames(changed, after, publicAfter);
}

/** The texts of outputs as they are and as they would be, by absolute path with forward slashes. */
async function textsOf(
  found: readonly FoundOutput[],
  io: Io,
): Promise<{ readonly before: ReadonlyMap<string, string>; readonly after: ReadonlyMap<string, string> }> {
  const [before, after] = [new Map<string, string>(), new Map<string, string>()];
  for (const { folder, files, report } of found) {
    const changed = new Map((report?.differences ?? []).map((each) => [each.path, each]));
    for (const { path, text } of files) {
      after.set(posixPath(join(folder, path)), text);
      if (!changed.has(path)) before.set(posixPath(join(folder, path)), text);
    }
    for (const { path, text } of changed.values()) {
      const place = posixPath(join(folder, path));
      if (text !== undefined) after.set(place, text);
      const onDisk = await readText(io, join(folder, path));
      if (onDisk !== undefined) before.set(place, onDisk);
    }
  }
  return { before, after };
}

function publicOf({ exports }: CodeChange, place: string, known: readonly PublicNames[]): ExportChanges {
  const isPublic = (name: string): boolean =>
    known.some((names) => {
      const ofFile = names.get(place);
      return ofFile === "all" || ofFile?.has(name) === true;
    });
  return {
    added: exports.added.filter(isPublic),
    removed: exports.removed.filter(isPublic),
    changed: exports.changed.filter(isPublic),
  };
}

async function diffOf(folder: string, changes: readonly Compared[], io: Io): Promise<string> {
  const patches: string[] = [];
  for (const { path, text, state } of changes) {
    if (path === manifestName || state === "current") continue;
    const file = join(folder, path);
    patches.push(await unifiedDiff(posixPath(relative(io.cwd, file)), await readText(io, file), text));
  }
  return patches.join("");
}
