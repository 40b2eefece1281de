/** Many cases, one after the other: the same seed gives the same ones. */
import type { FuzzCase } from "./cases/fuzz-case.js";
import { sizeOf } from "./cases/fuzz-case.js";
import { makeCase } from "./cases/make-case.js";
import type { Source } from "./cases/sources.js";
import { faultKey, type Fault } from "./judge/fault.js";
import { commandFaults } from "./judge/real-command.js";
import { isTypeChecked, typeFaults } from "./judge/type-faults.js";
import type { WatchedJudge } from "./judge/watched-judge.js";
import { shrinkCase } from "./shrink/shrink-case.js";

export interface Plan {
  readonly seed: number;
  readonly first: number;
  /** Asked before each case. */
  readonly goesOn: (done: number) => boolean;
  readonly shrinks: boolean;
  /** Of so many cases, one runs as a command of its own; 0: none does. */
  readonly commandEvery: number;
  /** How many outputs are type-checked. */
  readonly typeChecked: number;
}

export interface Failure {
  readonly fault: Fault;
  readonly found: FuzzCase;
  readonly smallest: FuzzCase;
}

export interface Figures {
  readonly cases: number;
  readonly generated: number;
  readonly refused: number;
  readonly bytes: number;
  readonly commands: number;
  readonly typeChecked: number;
  /** Codes that were reported, and how often. */
  readonly codes: ReadonlyMap<string, number>;
  /** Milliseconds of processor time, and the case that took them. */
  readonly slowest: { readonly time: number; readonly index: number };
  /** How often each kind of fault was found. */
  readonly faults: ReadonlyMap<string, number>;
}

/** `tell`: called for the first fault of each kind, shrunk where the plan says so. */
export async function campaign(
  plan: Plan,
  sources: readonly Source[],
  judge: WatchedJudge,
  tell: (failure: Failure) => Promise<void>,
): Promise<Figures> {
  const codes = new Map<string, number>();
  const faults = new Map<string, number>();
  const compiled: FuzzCase[] = [];
  let [cases, generated, refused, bytes, commands] = [0, 0, 0, 0, 0];
  let slowest = { time: 0, index: 0 };
  const meet = async (fault: Fault, found: FuzzCase): Promise<void> => {
    const key = faultKey(fault);
    const before = faults.get(key) ?? 0;
    faults.set(key, before + 1);
    if (before > 0) return;
    await tell({ fault, found, smallest: plan.shrinks ? await smallestLike(fault, found, judge) : found });
  };
  for (let index = plan.first; plan.goesOn(cases); index += 1) {
    const given = makeCase(plan.seed, index, sources);
    const verdict = await judge.judge(given);
    cases += 1;
    bytes += sizeOf(given);
    if (verdict.files > 0) generated += 1;
    else refused += 1;
    for (const code of new Set(verdict.codes)) codes.set(code, (codes.get(code) ?? 0) + 1);
    if (verdict.time > slowest.time) slowest = { time: verdict.time, index };
    for (const fault of verdict.faults) await meet(fault, given);
    if (verdict.faults.length > 0) continue;
    if (verdict.files > 0 && compiled.length < plan.typeChecked && index % 5 === 0 && isTypeChecked(given)) compiled.push(given);
    if (plan.commandEvery > 0 && index % plan.commandEvery === plan.commandEvery - 1) {
      commands += 1;
      for (const fault of await commandFaults(given, judge)) await meet(fault, given);
    }
  }
  if (compiled.length > 0) for (const [found, fault] of await typeFaults(compiled)) await meet(fault, found);
  return { cases, generated, refused, bytes, commands, typeChecked: compiled.length, codes, slowest, faults };
}

/** What takes longest to find again is tried less often. */
const tries = { hangs: 30, slow: 150, types: 60, command: 60 } as const;

function smallestLike(fault: Fault, found: FuzzCase, judge: WatchedJudge): Promise<FuzzCase> {
  const key = faultKey(fault);
  const faultsOf = async (candidate: FuzzCase): Promise<readonly Fault[]> => {
    if (fault.kind === "command") return commandFaults(candidate, judge);
    const verdict = await judge.judge(candidate);
    if (fault.kind !== "types") return verdict.faults;
    return verdict.files === 0 || verdict.faults.length > 0 ? [] : [...(await typeFaults([candidate])).values()];
  };
  const { kind } = fault;
  const most = kind in tries ? tries[kind as keyof typeof tries] : 1200;
  return shrinkCase(found, async (candidate) => (await faultsOf(candidate)).some((each) => faultKey(each) === key), most);
}
