/** Holds emitted validators against an interpreter, value by value. */
import type { ValidatorOptions } from "../../src/emit/options.js";
import type { Validator } from "../../templates/runtime/validate/validate.js";
import { validatorsOfSchemas, type Compiled } from "../support/validators.js";
import { judgeOf, type Coverage } from "./interpreter.js";
import { halved, type Bundle } from "./json-schema.js";

export type Variants = Readonly<Record<string, ValidatorOptions>>;

/** The ways to emit validators whose verdicts have to be one. */
export const variants: Variants = {
  fast: { mode: "fast" },
  small: { mode: "small" },
  first: { mode: "small", issues: "first" },
};

/** A value to hold against the schema of a name. */
export interface Pair {
  readonly name: string;
  readonly value: unknown;
}

export interface Disagreement extends Pair {
  readonly bundle: Bundle;
  /** What the interpreter says. */
  readonly expected: boolean;
  /** What is wrong with ours, one line per variant. */
  readonly ours: readonly string[];
}

export interface Comparison {
  readonly compared: number;
  readonly valid: number;
  readonly disagreements: readonly Disagreement[];
}

export interface How {
  /** Counts what the interpreter looks at. */
  readonly coverage?: Coverage;
  /** All when absent. */
  readonly variants?: Variants;
  /** Told what the interpreter says of each. */
  readonly hear?: (pair: Pair, expected: boolean) => void;
}

/** Everything the two sides do not agree about, and what emitted validators contradict themselves about. */
export async function compare(bundle: Bundle, pairs: readonly Pair[], how: How = {}): Promise<Comparison> {
  const compiled = await compileAll(bundle, how.variants ?? variants);
  if (typeof compiled === "string") return compareApart(bundle, pairs, compiled, how);
  const judge = await judgeOf(bundle, new Set(pairs.map(({ name }) => name)), how.coverage);
  const disagreements: Disagreement[] = [];
  let valid = 0;
  for (const { name, value } of pairs) {
    const expected = judge(name, value);
    how.hear?.({ name, value }, expected);
    if (expected) valid += 1;
    const frozen = freeze(value);
    const ours = compiled.flatMap(({ variant, options, validator }) =>
      faults(validator(`${name}Schema`), frozen, expected, options).map((fault) => `${variant}: ${fault}`),
    );
    if (ours.length > 0) disagreements.push({ bundle, name, value, expected, ours });
  }
  return { compared: pairs.length, valid, disagreements };
}

/** A bundle of which no validators come, in halves that do not refer to each other: whatever the values, one disagreement in the end. */
async function compareApart(bundle: Bundle, pairs: readonly Pair[], error: string, how: How): Promise<Comparison> {
  const halves = halved(bundle);
  const [pair] = pairs;
  if (pair === undefined) return { compared: 0, valid: 0, disagreements: [] };
  if (halves === undefined)
    return { compared: 0, valid: 0, disagreements: [{ bundle, ...pair, expected: true, ours: [`${notCompiled}: ${error}`] }] };
  const results = await Promise.all(
    halves.map((half) =>
      compare(
        half,
        pairs.filter(({ name }) => Object.hasOwn(half, name)),
        how,
      ),
    ),
  );
  return {
    compared: results.reduce((sum, { compared }) => sum + compared, 0),
    valid: results.reduce((sum, { valid }) => sum + valid, 0),
    disagreements: results.flatMap(({ disagreements }) => disagreements),
  };
}

export const notCompiled = "is not compiled";

async function compileAll(bundle: Bundle, of: Variants): Promise<readonly Emitted[] | string> {
  try {
    return await Promise.all(
      Object.entries(of).map(async ([variant, options]) => ({ variant, options, ...(await validatorsOfSchemas(bundle, options)) })),
    );
  } catch (error) {
    return String(error);
  }
}

interface Emitted extends Compiled {
  readonly variant: string;
  readonly options: ValidatorOptions;
}

/** What one validator says that it should not. */
function faults(validator: Validator<unknown>, value: unknown, expected: boolean, options: ValidatorOptions): readonly string[] {
  const found: string[] = [];
  const guard = attempt(() => validator.is(value));
  const safe = attempt(() => validator.safeParse(value));
  const standard = attempt(() => validator["~standard"].validate(value));
  if (typeof guard === "string" || typeof safe === "string" || typeof standard === "string")
    return [`throws ${[guard, safe, standard].filter((result) => typeof result === "string").join(" ")}`];
  if (guard !== expected) found.push(guard ? "is() accepts" : "is() refuses");
  if (safe.success !== expected) found.push(safe.success ? "safeParse() accepts" : `safeParse() refuses: ${JSON.stringify(safe.issues)}`);
  if ((standard.issues === undefined) !== expected) found.push("~standard says otherwise");
  if (safe.success) return found;
  const { issues } = safe;
  if (issues.length === 0) found.push("refuses without an issue");
  if (options.issues === "first" && issues.length > 1) found.push(`${String(issues.length)} issues instead of the first`);
  for (const { path, keyword, message } of issues) {
    if (!leadsSomewhere(value, path, keyword)) found.push(`an issue of ${keyword} at ${JSON.stringify(path)}, where nothing is`);
    if (message === "" || message.length > 500) found.push(`a message of ${String(message.length)} characters`);
  }
  return found;
}

function attempt<T>(make: () => T): T | string {
  try {
    return make();
  } catch (error) {
    return String(error);
  }
}

/** Whether there is something at a path, or something of which the path says that it is missing. */
function leadsSomewhere(value: unknown, path: readonly (string | number)[], keyword: string): boolean {
  const steps = /^required|^dependentRequired|^discriminator/.test(keyword) ? path.slice(0, -1) : path;
  let place: unknown = value;
  for (const step of steps) {
    if (typeof place !== "object" || place === null || !Object.hasOwn(place, step)) return false;
    place = place[step as never]; // hasOwn has just said so
  }
  return true;
}

/** A value that nobody can write to: a validator that does throws. */
function freeze(value: unknown): unknown {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) freeze(member);
  }
  return value;
}
