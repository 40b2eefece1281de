/**
 * One cell of the table, in a process of its own: which program, which values. Every answer is asserted before time is taken,
 * and what must be refused is handed over only afterwards, so that the optimiser has seen nothing but the workload.
 */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

/** What `speed.ts` writes for a cell. */
export interface Cell {
  /** An ES module that exports `check`. */
  readonly program: string;
  readonly values: readonly string[];
  readonly spoilt: readonly string[];
  /** What each value has to be answered with: true, or that many issues at the least. */
  readonly expected: true | number;
  /** Milliseconds at the least before time is taken. */
  readonly warmUp: number;
  readonly samples: number;
  /** Milliseconds that one sample takes. */
  readonly sample: number;
}

type Check = (value: unknown) => unknown;

const cell = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as Cell; // written for this program
const { check } = (await import(pathToFileURL(cell.program).href)) as { readonly check: Check }; // as `prepare.ts` makes them
const values = cell.values.map((text): unknown => JSON.parse(text));
const mask = values.length - 1;
if ((values.length & mask) !== 0) throw new Error("The number of values is a power of two");

const isRight = (answer: unknown): boolean =>
  cell.expected === true ? answer === true : typeof answer === "number" && answer >= cell.expected;
const isRefused = (answer: unknown): boolean => (typeof answer === "number" ? answer > 0 : answer === false);

values.forEach((value, index) => {
  const answer = check(value);
  if (!isRight(answer))
    throw new Error(`value ${String(index)} is answered with ${String(answer)}: ${cell.values[index]?.slice(0, 300) ?? ""}`);
});

let answered = 0;

/** Nanoseconds for so many calls. */
function take(calls: number): number {
  const start = process.hrtime.bigint();
  for (let call = 0; call < calls; call += 1) if (check(values[call & mask]) !== false) answered += 1;
  return Number(process.hrtime.bigint() - start);
}

let calls = values.length;
let once = take(calls);
let best = Infinity;
let bestAt = performance.now();
// A large function takes the optimiser its time: as long as it still gets faster, it is not warm.
for (const start = bestAt; performance.now() < start + cell.warmUp || performance.now() < bestAt + cell.warmUp / 2;) {
  once = take(calls);
  if (once / calls < 0.95 * best) [best, bestAt] = [once / calls, performance.now()];
  if (once < cell.sample * 1e6) calls *= 2;
}
calls = Math.max(1, Math.round((calls * cell.sample * 1e6) / once));
const samples = Array.from({ length: cell.samples }, () => take(calls) / calls);

cell.spoilt.forEach((text, index) => {
  if (!isRefused(check(JSON.parse(text)))) throw new Error(`what is spoilt is accepted, number ${String(index)}: ${text.slice(0, 300)}`);
});
// Whatever else the machine does adds time, and never takes any.
process.send?.({ nanoseconds: Math.min(...samples), answered });
