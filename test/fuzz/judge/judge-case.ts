/** Everything that is asked of how one case is treated. */
import { exitCodeOf } from "../../../src/cli/exit-codes.js";
import type { GeneratedFile } from "../../../src/emit/print/file.js";
import { sizeOf, type FuzzCase } from "../cases/fuzz-case.js";
import { diagnosticFaults } from "./diagnostic-faults.js";
import type { Fault } from "./fault.js";
import { generateCase, type Attempt } from "./generate-case.js";
import { outputFaults } from "./output-faults.js";

export interface Verdict {
  readonly faults: readonly Fault[];
  /** Of processor time, in milliseconds, of one generation. */
  readonly time: number;
  readonly exit: number;
  readonly files: number;
  /** Codes of all that was said. */
  readonly codes: readonly string[];
}

export type Known = ReadonlyMap<string, ReadonlySet<string>>;

/** Milliseconds of processor time that a generation may take: some ten times what it takes, so that a busy machine finds nothing. */
export const budget = (bytes: number): number => 3000 + bytes * 0.06;

/** `again`: whether it is generated a second time, to compare. */
export async function judgeCase(given: FuzzCase, known: Known, again: boolean): Promise<Verdict> {
  let attempt: Attempt;
  let time: number;
  try {
    ({ attempt, time } = await timed(given));
    // What is loaded when it is first needed belongs to no case.
    if (time > budget(sizeOf(given))) time = Math.min(time, (await timed(given)).time);
  } catch (error) {
    return { faults: [{ kind: "throws", detail: told(error) }], time: 0, exit: 70, files: 0, codes: [] };
  }
  const { value, diagnostics } = attempt.generated;
  const faults: Fault[] = [];
  if (time > budget(sizeOf(given)))
    faults.push({ kind: "slow", detail: `${time.toFixed(0)} ms of processor time for ${String(sizeOf(given))} bytes` });
  try {
    faults.push(...diagnosticFaults(given, attempt), ...outputFaults(value?.files ?? [], known, given.settings.header));
  } catch (error) {
    faults.push({ kind: "throws", detail: `as it is printed or looked at: ${told(error)}` });
  }
  if (again) faults.push(...(await differences(given, attempt)));
  return { faults, time, exit: exitCodeOf(diagnostics), files: value?.files.length ?? 0, codes: diagnostics.map(({ code }) => code) };
}

/** A generation, and the milliseconds of processor time that it took. */
async function timed(given: FuzzCase): Promise<{ readonly attempt: Attempt; readonly time: number }> {
  const start = process.cpuUsage();
  const attempt = await generateCase(given);
  const { user, system } = process.cpuUsage(start);
  return { attempt, time: (user + system) / 1000 };
}

/** The same input gives the same bytes, and the same is said of it, in whatever order its files are read. */
async function differences(given: FuzzCase, first: Attempt): Promise<readonly Fault[]> {
  const second = await generateCase(given, true);
  const [one, other] = [first, second].map(({ generated: { value, diagnostics } }) => ({
    files: value?.files ?? [],
    said: diagnostics.map((each) => JSON.stringify(each)),
  }));
  if (one === undefined || other === undefined) return [];
  const said = one.said.findIndex((each, index) => each !== other.said[index]);
  if (said >= 0 || one.said.length !== other.said.length)
    return [{ kind: "different", detail: `messages: ${one.said[said] ?? "none"} and ${other.said[said] ?? "none"}` }];
  const text = (files: readonly GeneratedFile[], path: string): string | undefined => files.find((file) => file.path === path)?.text;
  const file = one.files.find(({ path, text: before }) => text(other.files, path) !== before);
  return file === undefined && one.files.length === other.files.length
    ? []
    : [{ kind: "different", detail: `${file?.path ?? "files"} the second time` }];
}

function told(error: unknown): string {
  return error instanceof Error
    ? `${error.name}: ${error.message.slice(0, 300)}\n${(error.stack ?? "").split("\n").slice(1, 6).join("\n")}`
    : String(error);
}
