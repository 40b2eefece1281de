import { diagnostic } from "../../../diagnostic/catalogue.js";
import type { Report } from "../../../diagnostic/diagnostic.js";
import { int64FormsOf } from "./int64.js";
import { isAlternatives } from "../../ir/kinds.js";
import { eachSchema } from "../../ir/visit.js";
import { acceptsDigits } from "../accepts-digits.js";
import { certain } from "../described-property.js";
import type { Api } from "../../ir/api.js";
import type { Assertion, Int64, Property, Schema } from "../../ir/schema.js";

/**
 * Reports where an integer that is held as a string of digits may be text as well, and nothing distinguishes the two. In a program they
 * are the same, and the number is sent.
 */
export function reportAmbiguousInt64(api: Api, report: Report): void {
  const context: Context = { api, formOf: int64FormsOf(api, "string"), properties: new Map(), looks: mostLooks };
  eachSchema(api, (schema) => {
    if (schema.assertions.some((assertion) => isAmbiguous(assertion, schema, context))) reportAmbiguity(schema, report);
  });
}

interface Context {
  readonly api: Api;
  readonly formOf: (schema: Schema) => Int64 | undefined;
  /** Those of the schemas that were looked at: each alternative is compared with all the others. */
  readonly properties: Map<Schema, ReadonlyMap<string, Property>>;
  looks: number;
}

/** Schemas that are compared for one description, their properties counted; when they are used up, nothing more is found out. Real descriptions have some thousands. */
const mostLooks = 1_000_000;

function reportAmbiguity({ origin }: Schema, report: Report): void {
  const message = "Here a string of digits may be a 64-bit integer or text; it is read as the integer.";
  const hint =
    'Use `int64: "bigint"`, or give the text a pattern that no integer matches, or the alternatives a property that tells them apart.';
  report(diagnostic("int64-or-text", message, { at: origin, hint }));
}

function isAmbiguous(assertion: Assertion, schema: Schema, context: Context): boolean {
  if (assertion.kind === "type")
    return assertion.types.includes("integer") && context.formOf(schema) !== undefined && acceptsDigits(schema, context.api);
  if (!isAlternatives(assertion) || assertion.discriminator !== undefined) return false;
  const { members } = assertion;
  for (const [index, one] of members.entries())
    for (let next = index + 1; next < members.length && context.looks > 0; next += 1) {
      const other = members[next];
      if (other !== undefined && areAlike(one, other, context, maxReferenceSteps)) return true;
    }
  return false;
}

/** Alternatives are compared this far inside. */
const maxReferenceSteps = 4;

/** Whether a value of one schema may be a value of the other but for an integer that is text in the other. */
function areAlike(one: Schema, other: Schema, context: Context, steps: number): boolean {
  context.looks -= 1;
  if (steps === 0 || one === other || context.looks <= 0) return false;
  const isInteger = (schema: Schema): boolean => context.formOf(schema) !== undefined;
  if (isInteger(one) !== isInteger(other)) return acceptsDigits(isInteger(one) ? other : one, context.api);
  const [left, right] = [propertiesOf(one, context), propertiesOf(other, context)];
  context.looks -= left.size;
  const shared = [...left].flatMap(([name, property]) => {
    const same = right.get(name);
    return same === undefined ? [] : [[property, same] as const];
  });
  if (shared.some(([a, b]) => a.required && b.required && areConstants(a.schema, b.schema))) return false;
  return shared.some(([a, b]) => areAlike(a.schema, b.schema, context, steps - 1)) || itemsAreAlike(one, other, context, steps);
}

function itemsAreAlike(one: Schema, other: Schema, context: Context, steps: number): boolean {
  const [items] = certain(one, context.api.schemas).flatMap((assertion) => (assertion.kind === "array" ? [assertion.items] : []));
  const [others] = certain(other, context.api.schemas).flatMap((assertion) => (assertion.kind === "array" ? [assertion.items] : []));
  return items !== undefined && others !== undefined && areAlike(items, others, context, steps - 1);
}

/** Whether two schemas are constants of which none is the other's. */
function areConstants(one: Schema, other: Schema): boolean {
  const values = one.assertions.find((assertion) => assertion.kind === "enum")?.values;
  const others = other.assertions.find((assertion) => assertion.kind === "enum")?.values;
  return values !== undefined && others !== undefined && values.every((value) => !others.includes(value));
}

function propertiesOf(schema: Schema, { api, properties }: Context): ReadonlyMap<string, Property> {
  const before = properties.get(schema);
  if (before !== undefined) return before;
  const all = certain(schema, api.schemas).flatMap((assertion) => (assertion.kind === "object" ? assertion.properties : []));
  const byName = new Map(all.map((property) => [property.name, property]));
  properties.set(schema, byName);
  return byName;
}
