/** Values of named schemas, as their validators take them, and the same with one thing spoilt. */
import type { Int64 } from "../../src/emit/options.js";
import type { NamedSchema, Schema } from "../../src/model/ir/schema.js";
import { isAlternatives } from "../../src/model/ir/kinds.js";
import { eachChild } from "../../src/model/ir/visit.js";
import type { Issue } from "../../templates/runtime/validate/issues.js";
import type { Validator } from "../../templates/runtime/validate/validate.js";
import { createSampler, Unsatisfiable } from "../support/sample.js";
import { pick, seeded, type Random } from "../support/sample-text.js";
import { isMembers, type Schemas } from "../support/valid.js";

export interface Value {
  readonly value: unknown;
  /** What its validator makes of it, where it is valid. */
  readonly parsed?: unknown;
  readonly valid: boolean;
  /** Why TypeScript may say otherwise. */
  readonly quirk?: "inherited" | "open" | undefined;
}

/** In what a program holds integers of 64 bits; `number` is JSON's. */
export type HeldForm = Exclude<Int64, "number">;

/** Of another kind than most values. */
const junk: readonly unknown[] = [null, true, 1, "zz", [], {}];

/** Keywords whose failures a type can tell: of kinds, members and literals. */
const told: ReadonlySet<string> = new Set(["type", "required", "enum", "const"]);

/** Makes values of a schema, as JSON has them. `rounds`: how many samples it starts from; `as`: what its integers of 64 bits are held as. */
export function createValues(
  schemas: Schemas,
  rounds: number,
  as: Int64,
): (named: NamedSchema, validator: Validator<unknown>) => readonly Value[] {
  const sample = createSampler(schemas, 1_500); // some schemas ask for lists of hundreds that are hard to find
  return (named, validator) => {
    const random = seeded(named.id.length + rounds);
    const values: Value[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const json = sampleOf(sample, named, round);
      if (json === undefined) continue;
      const made = as === "number" ? json : { value: held(json.value, as, validator) };
      const others = round === 0 ? [...junk, ...ofOtherKinds(made.value)] : [];
      for (const value of [made.value, ...others, ...Array.from({ length: 3 }, () => spoilt(made.value, random))]) {
        const judged = judge(value, validator, as);
        if (judged !== undefined) values.push({ ...judged, quirk: quirkOf(named.schema, schemas, judged.valid) });
      }
    }
    return values;
  };
}

function sampleOf(
  sample: ReturnType<typeof createSampler>,
  { schema }: NamedSchema,
  round: number,
): { readonly value: unknown } | undefined {
  const optional = (["some", "none", "all"] as const)[round % 3] ?? "some";
  try {
    return { value: sample(schema, { seed: round + 1, direction: "response", carrier: "json", optional, words: "plain" }) };
  } catch (error) {
    if (error instanceof Unsatisfiable) return undefined;
    throw error;
  }
}

/** What TypeScript says of the values of a schema otherwise than all validators do. */
function quirkOf(schema: Schema, schemas: Schemas, valid: boolean): Value["quirk"] {
  const found = { inherited: false, index: false, closed: false, choice: false };
  const seen = new Set<Schema>();
  const look = (inner: Schema | undefined): void => {
    if (inner === undefined || seen.has(inner)) return;
    seen.add(inner);
    for (const assertion of inner.assertions) {
      if (assertion.kind === "ref") look(schemas.get(assertion.target)?.schema);
      else if (assertion.kind === "object") {
        const others = assertion.additionalProperties;
        const isClosed = others?.assertions.some(({ kind }) => kind === "never") === true;
        // A text and a list have a `length`, as an object may that is described.
        const held = valid ? [{}] : ["", []].map(Object);
        found.inherited ||= assertion.properties.some(({ name }) => held.some((each) => name in (each as object)));
        found.closed ||= isClosed;
        found.index ||= others !== undefined && !isClosed && assertion.properties.length > 0;
      } else found.choice ||= isAlternatives(assertion);
      eachChild(assertion, look);
    }
  };
  look(schema);
  if (valid || found.inherited) return found.inherited ? "inherited" : undefined;
  return found.index || (found.closed && found.choice) ? "open" : undefined;
}

/** Whether a value is valid, or invalid in a way that a type can tell; nothing where it is invalid otherwise. */
function judge(value: unknown, validator: Validator<unknown>, as: Int64): Value | undefined {
  const result = validator.safeParse(value);
  if (result.success !== validator.is(value)) throw new Error(`is and safeParse disagree about ${JSON.stringify(value)}`);
  if (result.success) return { value, parsed: result.data, valid: true };
  // A type of TypeScript knows no integers, and a number in place of a date is one of it; nor does it know which texts are digits.
  const isDigits = (issue: Issue): boolean =>
    as === "string" && String(issue.expected).startsWith("integer") && typeof partOf(value, issue.path) === "string";
  const isTold = result.issues.every((issue) => told.has(issue.keyword) && issue.expected !== "integer" && !isDigits(issue));
  return isTold ? { value, valid: false } : undefined;
}

function partOf(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (part, step) => (typeof part === "object" && part !== null ? (part as Record<PropertyKey, unknown>)[step] : undefined),
    value,
  );
}

/** A value of JSON with those integers in another form of which its validator says so; as far as its issues lead. */
function held(value: unknown, as: HeldForm, validator: Validator<unknown>): unknown {
  let found = value;
  for (let round = 0; round < 4; round += 1) {
    const result = validator.safeParse(found);
    if (result.success) return found;
    for (const { path } of result.issues) found = changed(found, path, as);
  }
  return found;
}

/** The value with all integers at a path, or below it, in the other form. */
function changed(value: unknown, [step, ...rest]: readonly (string | number)[], as: HeldForm): unknown {
  const inside = (member: unknown, name: string | number): unknown =>
    step === undefined ? changed(member, [], as) : name === step ? changed(member, rest, as) : member;
  if (Array.isArray(value)) return value.map(inside);
  if (isMembers(value)) return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inside(member, name)]));
  if (Number.isInteger(value)) return as === "bigint" ? BigInt(value as number) : String(value);
  return typeof value === "bigint" || (typeof value === "string" && /^-?\d{1,15}$/.test(value)) ? Number(value) : value;
}

/** An object with each of its first members, or a list with its first item, as a value of each other kind. */
function ofOtherKinds(value: unknown): readonly unknown[] {
  if (Array.isArray(value))
    return value.length === 0 ? [] : junk.map((other) => value.map((item: unknown, index) => (index === 0 ? other : item)));
  if (!isMembers(value)) return [];
  const names = Object.keys(value).slice(0, 12);
  return names.flatMap((name) => junk.map((other) => ({ ...value, [name]: other })));
}

/** A value with a part of another kind, without a member, or with another literal. */
export function spoilt(value: unknown, random: Random): unknown {
  if (typeof value !== "object" || value === null || random() < 0.1) return pick(random, junk);
  if (Array.isArray(value)) {
    const place = Math.floor(random() * value.length);
    return value.length === 0 ? pick(random, junk) : value.map((item: unknown, index) => (index === place ? spoilt(item, random) : item));
  }
  const key = isMembers(value) ? pick(random, Object.keys(value)) : undefined;
  if (key === undefined) return pick(random, junk);
  const isRemoved = random() < 0.3;
  const entries = Object.entries(value).filter(([name]) => name !== key || !isRemoved);
  return Object.fromEntries(entries.map(([name, member]: [string, unknown]) => [name, name === key ? spoilt(member, random) : member]));
}
