/** Values of named schemas, as their validators take them, and the same with one thing spoilt. */
import type { NamedSchema, Schema } from "../../src/model/ir/schema.js";
import { isAlternatives } from "../../src/model/ir/kinds.js";
import { eachChild } from "../../src/model/ir/visit.js";
import type { Validator } from "../../templates/runtime/validate/validate.js";
import { createSampler, Unsatisfiable } from "../support/sample.js";
import { pick, seeded, type Random } from "../support/sample-text.js";
import { isMembers, type Schemas } from "../support/valid.js";

export interface Value {
  readonly value: unknown;
  readonly valid: boolean;
  /** Why TypeScript may say otherwise. */
  readonly quirk?: "inherited" | "open" | undefined;
}

/** Of another kind than most values. */
const junk: readonly unknown[] = [null, true, 1, "zz", [], {}];

/** Keywords whose failures a type can tell: of kinds, members and literals. */
const told: ReadonlySet<string> = new Set(["type", "required", "enum", "const"]);

/** Makes values of a schema. `rounds`: how many samples it starts from. */
export function createValues(schemas: Schemas, rounds: number): (named: NamedSchema, validator: Validator<unknown>) => readonly Value[] {
  const sample = createSampler(schemas, 1_500); // some schemas ask for lists of hundreds that are hard to find
  return (named, validator) => {
    const random = seeded(named.id.length + rounds);
    const values: Value[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const made = sampleOf(sample, named, round);
      if (made === undefined) continue;
      for (const value of [made.value, ...Array.from({ length: 3 }, () => spoilt(made.value, random))]) {
        const judged = judge(value, validator);
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
function judge(value: unknown, validator: Validator<unknown>): Value | undefined {
  if (validator.is(value)) return { value, valid: true };
  const result = validator.safeParse(value);
  // A type of TypeScript knows no integers, and a number in place of a date is one of it.
  const isTold = !result.success && result.issues.every(({ keyword, expected }) => told.has(keyword) && expected !== "integer");
  return isTold ? { value, valid: false } : undefined;
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
