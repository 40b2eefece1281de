import { diagnostic } from "../diagnostic/catalogue.js";
import { failedWrite } from "./failed-write.js";
import { hasErrors, type Diagnostic, type Outcome } from "../diagnostic/diagnostic.js";
import { errorCode, type Io } from "../io.js";
import { commitPlan, reportOf, type WriteReport, type Written } from "./commit-plan.js";
import { refuseOutput } from "./path-containment.js";
import { lockOutput, type Lock } from "./lock.js";
import { planOutput, type Output, type Plan } from "./plan.js";
import { readSnapshot, type Snapshot } from "./snapshot.js";
import { realPlace } from "../source/real-place.js";

/** An output and the folder it goes to, absolute. */
export interface Destined {
  readonly folder: string;
  /** What depends on what is there is asked for while nobody else can change it. */
  readonly output: Output | ((snapshot: Snapshot) => Promise<Outcome<Output>>);
}

/** Writes several outputs, all or, when there is a mistake anywhere, none. Reports are in the order of the outputs. */
export async function writeOutputs(io: Io, outputs: readonly Destined[], force: boolean): Promise<Written<readonly WriteReport[]>> {
  const diagnostics: Diagnostic[] = [];
  for (const { folder } of outputs) {
    const refusal = await refuseOutput(io, folder);
    if (refusal !== undefined) diagnostics.push(refusal);
  }
  if (hasErrors(diagnostics)) return nothing(diagnostics);
  const locks = new Map<string, Lock>();
  try {
    const roots = await Promise.all(outputs.map(({ folder }) => realPlace(io, folder)));
    const shared = outputs.flatMap(({ folder }, index) => (roots.indexOf(roots[index] ?? "") < index ? [sharedFolder(folder)] : []));
    if (shared.length > 0) return nothing(shared);
    // In one order for every run, so that two runs never wait for each other.
    for (const root of roots.sort()) {
      const lock = await lockOutput(io, root);
      if ("code" in lock) return nothing([lock]);
      locks.set(root, lock);
    }
    return await writeLocked(io, outputs, force, locks);
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    const current = locks.size < outputs.length && isReadOnly(code) ? await reportCurrent(io, outputs, force) : undefined;
    if (current !== undefined) return current;
    const failed = failedWrite("The output", error);
    if (failed === undefined) throw error;
    return nothing([failed]);
  } finally {
    for (const lock of locks.values()) await lock.release();
  }
}

/** What `writeOutputs` would write and remove, of each output by itself; undefined where it would report an error. Takes no lock, and writes nothing. */
export async function previewOutput(io: Io, output: Destined, force: boolean): Promise<Written<WriteReport>> {
  const refusal = await refuseOutput(io, output.folder);
  if (refusal !== undefined) return { value: undefined, diagnostics: [refusal], isChanged: false };
  const { plans, diagnostics } = await planAll(io, [output], force);
  const [plan] = plans;
  if (plan === undefined || hasErrors(diagnostics)) return { value: undefined, diagnostics, isChanged: false };
  return {
    value: reportOf(plan),
    diagnostics,
    isChanged: false,
  };
}

const isReadOnly = (code: string): boolean => code === "EACCES" || code === "EPERM" || code === "EROFS";

/** The reports of outputs that are all as they are to be, which needs no lock, as on a disk that may only be read; undefined where one is not. */
async function reportCurrent(io: Io, outputs: readonly Destined[], force: boolean): Promise<Written<readonly WriteReport[]> | undefined> {
  const { plans, diagnostics } = await planAll(io, outputs, force);
  const isCurrent = ({ writes, removals, manifest, removesManifest, interrupted, isAbandoned }: Plan): boolean =>
    writes.length + removals.length === 0 && manifest === undefined && !removesManifest && !interrupted && !isAbandoned;
  if (hasErrors(diagnostics) || !plans.every(isCurrent)) return undefined;
  return { value: plans.map(({ unchanged }) => ({ written: [], unchanged, removed: [] })), diagnostics, isChanged: false };
}

function nothing(diagnostics: readonly Diagnostic[]): Written<readonly WriteReport[]> {
  return { value: undefined, diagnostics, isChanged: false };
}

/** Lets go of a folder that is no output any more, and removes it where it held nothing but what was ours. Nobody will look at it again. */
async function abandon(io: Io, root: string, locks: Map<string, Lock>): Promise<void> {
  await locks.get(root)?.release();
  locks.delete(root);
  await removeIfEmpty(io, root);
}

async function removeIfEmpty(io: Io, root: string): Promise<void> {
  try {
    if ((await io.list(root)).length === 0) await io.removeEmptyDirectory(root);
  } catch (error) {
    // Somebody else was quicker, or has put something there.
    if (errorCode(error) === undefined) throw error;
  }
}

/** Names may differ where links lead to one folder. */
function sharedFolder(folder: string): Diagnostic {
  return diagnostic("config-shared-output", `${folder} is also the folder of another API.`, { hint: "Give each API a folder of its own." });
}

async function outputIn(io: Io, folder: string, output: Destined["output"]): Promise<Outcome<Output>> {
  return typeof output === "function" ? output(await readSnapshot(io, folder, [])) : { value: output, diagnostics: [] };
}

/** What is to be done in each folder, as far as it can be planned. */
async function planAll(
  io: Io,
  outputs: readonly Destined[],
  force: boolean,
): Promise<{ readonly plans: readonly Plan[]; readonly diagnostics: Diagnostic[] }> {
  const diagnostics: Diagnostic[] = [];
  const plans: Plan[] = [];
  for (const { folder, output: wanted } of outputs) {
    const { value: output, diagnostics: problems } = await outputIn(io, folder, wanted);
    for (const item of problems) diagnostics.push(item);
    if (output === undefined) continue;
    const snapshot = await readSnapshot(
      io,
      folder,
      output.files.map(({ path }) => path),
    );
    const planned = await planOutput(io, snapshot, output, force);
    for (const item of planned.diagnostics) diagnostics.push(item);
    if (planned.value !== undefined) plans.push(planned.value);
  }
  return { plans, diagnostics };
}

async function writeLocked(
  io: Io,
  outputs: readonly Destined[],
  force: boolean,
  locks: Map<string, Lock>,
): Promise<Written<readonly WriteReport[]>> {
  const { plans, diagnostics } = await planAll(io, outputs, force);
  if (hasErrors(diagnostics)) return nothing(diagnostics);
  const reports: WriteReport[] = [];
  let isChanged = false;
  for (const plan of plans) {
    const committed = await commitPlan(io, plan, async () => (await locks.get(plan.root)?.isHeld()) === true);
    for (const item of committed.diagnostics) diagnostics.push(item);
    isChanged ||= committed.isChanged;
    if (committed.value === undefined) return { value: undefined, diagnostics, isChanged };
    if (plan.isAbandoned) await abandon(io, plan.root, locks);
    reports.push(committed.value);
  }
  return { value: reports, diagnostics, isChanged };
}
