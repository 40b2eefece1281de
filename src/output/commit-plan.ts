import { dirname, join, posix } from "node:path";
import { diagnostic } from "../diagnostic/catalogue.js";
import type { Outcome } from "../diagnostic/diagnostic.js";
import { errorCode, type Io } from "../io.js";
import { journalName, stageName } from "./path-containment.js";
import { printJournal } from "./journal.js";
import { manifestName } from "./manifest.js";
import type { Plan } from "./plan.js";
import { sideBySide } from "./side-by-side.js";
import { findObstacles } from "./snapshot.js";

/** How writing went. `isChanged`: whether something on the disk is another than before, also where an error stopped it halfway. */
export interface Written<T> extends Outcome<T> {
  readonly isChanged: boolean;
}

/** What a run did. Paths are relative to the output folder. */
export interface WriteReport {
  readonly written: readonly string[];
  readonly unchanged: readonly string[];
  readonly removed: readonly string[];
  /** That what is recorded of them is all that changed: the manifest. */
  readonly manifestOnly?: true;
}

/** What a plan does, or would do. */
export function reportOf({ writes, unchanged, removals, manifest }: Plan): WriteReport {
  const isManifestOnly = manifest !== undefined && writes.length === 0 && removals.length === 0;
  return { written: writes.map(({ path }) => path), unchanged, removed: removals, ...(isManifestOnly ? { manifestOnly: true } : {}) };
}

/**
 * Carries out a plan. All changes are first written beside the output, then a journal of the next steps. Then files are renamed into
 * place, the manifest last, and the journal is removed. A run that dies before the journal is written leaves the old output. One that dies
 * later leaves the journal, by which the next run knows. A plan without changes touches nothing. `isHeld`: whether the folder is still ours to write to, asked before the
 * first file is renamed.
 */
export async function commitPlan(io: Io, plan: Plan, isHeld: () => Promise<boolean>): Promise<Written<WriteReport>> {
  const report = reportOf(plan);
  const staged = plan.manifest === undefined ? plan.writes : [...plan.writes, { path: namesOf(plan).manifest, text: plan.manifest }];
  const isChange = staged.length > 0 || plan.removals.length > 0 || plan.removesManifest;
  let renaming = false;
  try {
    await dropStage(io, plan.root);
    if (isChange) {
      await stage(io, plan.root, staged);
      const obstacles = await findObstacles(io, plan.root, report.written);
      if (obstacles.length > 0) {
        await dropStage(io, plan.root);
        return { value: undefined, diagnostics: obstacles, isChanged: false };
      }
      if (!(await isHeld())) return { value: undefined, diagnostics: [overtaken(plan)], isChanged: false };
      await writeJournal(io, plan);
      renaming = true;
      await putInPlace(io, plan);
    }
    if (isChange || plan.interrupted) await finish(io, plan);
    return { value: report, diagnostics: [], isChanged: isChange };
  } catch (error) {
    const code = errorCode(error);
    // Without a code it is not the disk that failed, but we.
    if (code === undefined) throw error;
    if (!renaming) await dropStage(io, plan.root).catch(leaveToNextRun);
    return { value: undefined, diagnostics: [failure(plan, code, error, renaming)], isChanged: renaming };
  }
}

/** A disk that could not take a file may not let go of one either; the next run tries again. */
function leaveToNextRun(error: unknown): void {
  if (errorCode(error) === undefined) throw error;
}

function failure(plan: Plan, code: string, error: unknown, renaming: boolean): ReturnType<typeof diagnostic> {
  const reason = error instanceof Error ? error.message : code;
  return renaming
    ? diagnostic("output-failed", `Writing to ${plan.root} stopped halfway: ${reason}.`, {
        hint: `Remove the cause and run \`${namesOf(plan).command}\` again: that completes it.`,
      })
    : diagnostic("output-failed", `Nothing in ${plan.root} was changed, because it cannot be written: ${reason}.`, {
        hint: "Check the free space and the permissions of the folder.",
      });
}

function overtaken(plan: Plan): ReturnType<typeof diagnostic> {
  return diagnostic(
    "output-locked",
    `Another run took over ${plan.root}, because this run seemed to have ended; this run changed nothing.`,
    {
      hint: `Run \`${namesOf(plan).command}\` again.`,
    },
  );
}

const namesOf = ({ names }: Plan): NonNullable<Plan["names"]> =>
  names ?? { manifest: manifestName, journal: journalName, command: "sundial generate" };

const stagedName = (root: string, index: number): string => join(root, stageName, String(index));

async function stage(io: Io, root: string, files: Plan["writes"]): Promise<void> {
  await io.makeDirectory(join(root, stageName));
  await sideBySide(files, (file, index) => io.write(stagedName(root, index), file.text, { exclusive: true }));
}

/** Written beside its name and renamed, so that a journal is whole or absent: its presence is the moment the commit begins. */
async function writeJournal(io: Io, plan: Plan): Promise<void> {
  const draft = join(plan.root, stageName, "journal");
  await io.write(draft, printJournal(plan.journal), { exclusive: true });
  await io.rename(draft, join(plan.root, namesOf(plan).journal));
}

async function putInPlace(io: Io, plan: Plan): Promise<void> {
  const target = (path: string): string => join(plan.root, path);
  for (const folder of new Set(plan.writes.map(({ path }) => dirname(target(path))))) await io.makeDirectory(folder);
  await sideBySide(plan.writes, ({ path }, index) => io.rename(stagedName(plan.root, index), target(path)));
  await removeAll(io, plan);
  if (plan.manifest !== undefined) await io.rename(stagedName(plan.root, plan.writes.length), join(plan.root, namesOf(plan).manifest));
  if (plan.removesManifest) await io.remove(join(plan.root, namesOf(plan).manifest));
}

async function removeAll(io: Io, plan: Plan): Promise<void> {
  for (const path of plan.removals) await io.remove(join(plan.root, path));
  for (const each of new Set(plan.removals.map((path) => posix.dirname(path))))
    for (let folder = each; folder !== "."; folder = posix.dirname(folder)) {
      if ((await io.realPath(join(plan.root, folder))) === undefined) continue; // It went with another file.
      if ((await io.list(join(plan.root, folder))).length > 0) break;
      await io.removeEmptyDirectory(join(plan.root, folder));
    }
}

async function finish(io: Io, plan: Plan): Promise<void> {
  const { journal } = namesOf(plan);
  if ((await io.list(plan.root)).some(({ name }) => name === journal)) await io.remove(join(plan.root, journal));
  await dropStage(io, plan.root);
}

/** Removes what a run has staged. The folder is ours by name; nothing but files is removed from it. What is no folder, a link above all, goes itself: nothing is staged elsewhere. */
async function dropStage(io: Io, root: string): Promise<void> {
  const found = (await io.list(root)).find(({ name }) => name === stageName);
  if (found === undefined) return;
  const folder = join(root, stageName);
  if (found.kind !== "directory") {
    await io.remove(folder);
    return;
  }
  for (const { name, kind } of await io.list(folder)) if (kind === "file") await io.remove(join(folder, name));
  await io.removeEmptyDirectory(folder);
}
