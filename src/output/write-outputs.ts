import { diagnostic } from "../diagnostic/catalogue.js";
import { hasErrors, type Diagnostic, type Outcome } from "../diagnostic/diagnostic.js";
import { errorCode, type Io } from "../io.js";
import { commitPlan, type WriteReport } from "./commit-plan.js";
import { realFolder, refuseOutput } from "./path-containment.js";
import { lockOutput, type Lock } from "./lock.js";
import { planOutput, type Output, type Plan } from "./plan.js";
import { readSnapshot } from "./snapshot.js";

/** An output and the folder it goes to, absolute. */
export interface Destined {
  readonly folder: string;
  readonly output: Output;
}

/** Writes several outputs, all or, when there is a mistake anywhere, none. Reports are in the order of the outputs. */
export async function writeOutputs(io: Io, outputs: readonly Destined[], force: boolean): Promise<Outcome<readonly WriteReport[]>> {
  const diagnostics: Diagnostic[] = [];
  for (const { folder } of outputs) {
    const refusal = await refuseOutput(io, folder);
    if (refusal !== undefined) diagnostics.push(refusal);
  }
  if (hasErrors(diagnostics)) return { value: undefined, diagnostics };
  const locks = new Map<string, Lock>();
  try {
    const roots = await Promise.all(outputs.map(({ folder }) => realFolder(io, folder)));
    const shared = outputs.flatMap(({ folder }, index) => (roots.indexOf(roots[index] ?? "") < index ? [sharedFolder(folder)] : []));
    if (shared.length > 0) return { value: undefined, diagnostics: shared };
    // In one order for every run, so that two runs never wait for each other.
    for (const root of roots.sort()) {
      const lock = await lockOutput(io, root);
      if ("code" in lock) return { value: undefined, diagnostics: [lock] };
      locks.set(root, lock);
    }
    return await writeLocked(io, outputs, force, async (root) => (await locks.get(root)?.isHeld()) === true);
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    return {
      value: undefined,
      diagnostics: [
        diagnostic("output-failed", `The output cannot be written: ${error instanceof Error ? error.message : code}.`, {
          hint: "Check the permissions of the folder.",
        }),
      ],
    };
  } finally {
    for (const lock of locks.values()) await lock.release();
  }
}

/** Names may differ where links lead to one folder. */
function sharedFolder(folder: string): Diagnostic {
  return diagnostic("config-shared-output", `${folder} is also the folder of another API.`, { hint: "Give each API a folder of its own." });
}

async function writeLocked(
  io: Io,
  outputs: readonly Destined[],
  force: boolean,
  isHeld: (root: string) => Promise<boolean>,
): Promise<Outcome<readonly WriteReport[]>> {
  const diagnostics: Diagnostic[] = [];
  const plans: Plan[] = [];
  for (const { folder, output } of outputs) {
    const snapshot = await readSnapshot(
      io,
      folder,
      output.files.map(({ path }) => path),
    );
    const planned = planOutput(snapshot, output, force);
    diagnostics.push(...planned.diagnostics);
    if (planned.value !== undefined) plans.push(planned.value);
  }
  if (hasErrors(diagnostics)) return { value: undefined, diagnostics };
  const reports: WriteReport[] = [];
  for (const plan of plans) {
    const committed = await commitPlan(io, plan, () => isHeld(plan.root));
    diagnostics.push(...committed.diagnostics);
    if (committed.value === undefined) return { value: undefined, diagnostics };
    reports.push(committed.value);
  }
  return { value: reports, diagnostics };
}
