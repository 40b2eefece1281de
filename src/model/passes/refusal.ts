import { allRead } from "../ir/assertion-fields.js";
import { boundsBroken } from "../ir/bounds.js";
import { isInteger } from "../ir/is-integer.js";
import { printJson } from "../ir/print-json.js";
import { sameJson } from "../ir/same-json.js";
import { patternFlags } from "../patterns/flags.js";
import { isJsonArray, type Json } from "../../source/source-file.js";
import type { Api } from "../ir/api.js";
import type { ArrayAssertion, Assertion, Discriminator, JsonType, ObjectAssertion, Schema, StringAssertion } from "../ir/schema.js";

/** Why a schema refuses a value. */
export interface Refusal {
  /** Where in the value: names of members and positions in lists. */
  readonly path: readonly (string | number)[];
  /** What is wrong there: "is not of type integer". */
  readonly reason: string;
}

/** How a value is held against a schema. */
export interface Held {
  readonly schemas: Api["schemas"];
  /** Whether patterns are tried. Only where slow ones have a limit: one may take its time. */
  readonly patterns?: boolean;
  /** Whether the value may be of a request as well as of a response: what is only read, or only written, may be missing. */
  readonly eitherWay?: boolean;
}

/** Deeper than this nobody writes a value into a description. */
const maxNesting = 40;

/** Schemas that are looked at for one value. Alternatives that refer to one another could be tried in more ways than there is time for. */
const maxSteps = 100_000;

/** Whether a schema certainly refuses a value. */
export function isInvalid(schema: Schema, value: Json, held: Held): boolean {
  return refusalOf(schema, value, held) !== undefined;
}

/**
 * Why a schema certainly refuses a value; `undefined` where it may not. What takes a closer look (`not`, `if`, formats, how many of
 * `oneOf` fit) does not count: this reports plain mistakes of authors, and validators do the rest.
 */
export function refusalOf(schema: Schema, value: Json, held: Held): Refusal | undefined {
  let steps = 0;
  const atDepth = (depth: number, part: Schema, member: Json): Refusal | undefined => {
    steps += 1;
    if (depth > maxNesting || steps > maxSteps) return undefined;
    const inner: Inner = (below, value) => atDepth(depth + 1, below, value);
    return firstOf(part.assertions, (assertion) => refusalBy(assertion, member, held, inner));
  };
  return atDepth(0, schema, value);
}

type Inner = (schema: Schema, value: Json) => Refusal | undefined;

function refusalBy(assertion: Assertion, value: Json, held: Held, inner: Inner): Refusal | undefined {
  switch (assertion.kind) {
    case "never":
      return here("is not allowed at all");
    case "type":
      return assertion.types.some((type) => isOfType(value, type)) ? undefined : here(`${wrongType} ${assertion.types.join(" or ")}`);
    case "enum":
      return assertion.values.some((member) => sameJson(member, value)) ? undefined : here(notAmong(assertion.values));
    case "number":
      return maybeHere(boundsBroken(assertion, value));
    case "string":
      return maybeHere(boundsBroken(assertion, value) ?? (held.patterns === true ? patternBroken(assertion, value) : undefined));
    case "array":
      return isJsonArray(value) ? refusalOfList(assertion, value, inner) : undefined;
    case "object":
      return isMembers(value) ? refusalOfMembers(assertion, value, held, inner) : undefined;
    case "ref": {
      const target = held.schemas.get(assertion.target);
      return target === undefined ? undefined : inner(target.schema, value);
    }
    case "allOf":
      return firstOf(assertion.members, (member) => inner(member, value));
    case "anyOf":
    case "oneOf":
      return refusalOfAll(assertion, value, inner);
    // Take a closer look.
    case "not":
    case "if":
    case "unevaluatedProperties":
    case "unevaluatedItems":
      return undefined;
  }
}

const wrongType = "is not of type";

function here(reason: string): Refusal {
  return { path: [], reason };
}

function maybeHere(reason: string | undefined): Refusal | undefined {
  return reason === undefined ? undefined : here(reason);
}

function within(key: string | number, refusal: Refusal | undefined): Refusal | undefined {
  return refusal && { ...refusal, path: [key, ...refusal.path] };
}

function firstOf<T>(list: readonly T[], find: (item: T, index: number) => Refusal | undefined): Refusal | undefined {
  for (const [index, item] of list.entries()) {
    const found = find(item, index);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Values of an enumeration that a reason names. */
const shownValues = 5;

function notAmong(values: readonly Json[]): string {
  if (values.length === 1) return `is not ${printJson(values[0] ?? null)}`;
  const shown = values.slice(0, shownValues).map((each) => printJson(each));
  return `is none of ${shown.join(", ")}${values.length > shownValues ? ` and ${String(values.length - shownValues)} more` : ""}`;
}

function isOfType(value: Json, type: JsonType): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return isJsonArray(value);
    case "object":
      return isMembers(value);
    case "integer":
      return isInteger(value);
    case "number":
      return typeof value === "number" || typeof value === "bigint";
    case "boolean":
    case "string":
      return typeof value === type;
  }
}

function patternBroken({ pattern, patternLimit = Infinity }: StringAssertion, value: Json): string | undefined {
  if (pattern === undefined || typeof value !== "string" || value.length > patternLimit) return undefined;
  const flags = patternFlags(pattern);
  return flags === undefined || new RegExp(pattern, flags).test(value) ? undefined : `does not match the pattern ${pattern}`;
}

function refusalOfList(
  { prefixItems, items, minItems = 0, maxItems = Infinity, ...rest }: ArrayAssertion,
  value: readonly Json[],
  inner: Inner,
): Refusal | undefined {
  // Take a closer look.
  allRead(rest, "contains", "uniqueItems");
  if (value.length < minItems) return here(`has fewer than ${counted(minItems, "item")}`);
  if (value.length > maxItems) return here(`has more than ${counted(maxItems, "item")}`);
  return firstOf(value, (item, index) => {
    const schema = prefixItems[index] ?? items;
    return schema && within(index, inner(schema, item));
  });
}

function counted(number: number, noun: string): string {
  return `${String(number)} ${noun}${number === 1 ? "" : "s"}`;
}

function refusalOfMembers(
  { properties, required, patternProperties, additionalProperties, ...rest }: ObjectAssertion,
  value: { readonly [name: string]: Json },
  { eitherWay = false }: Held,
  inner: Inner,
): Refusal | undefined {
  // Take a closer look.
  allRead(rest, "propertyNames", "minProperties", "maxProperties", "dependentRequired", "dependentSchemas");
  const isNeeded = (schema: Schema): boolean => !eitherWay || !(schema.readOnly || schema.writeOnly);
  const wanted = [...required, ...properties.filter((property) => property.required && isNeeded(property.schema)).map(({ name }) => name)];
  const missing = wanted.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return here(`does not have the property ${JSON.stringify(missing)}, which is required`);
  const described = new Map(properties.map(({ name, schema }) => [name, schema]));
  return firstOf(Object.entries(value), ([name, member]) => {
    const schema = described.get(name) ?? (patternProperties.length === 0 ? additionalProperties : undefined);
    return schema && within(name, inner(schema, member));
  });
}

/** Of alternatives that all refuse a value, the one that is meant says why: the only one, or the one that the tag names. */
function refusalOfAll(
  { members, discriminator }: { readonly members: readonly Schema[]; readonly discriminator: Discriminator | undefined },
  value: Json,
  inner: Inner,
): Refusal | undefined {
  const refusals: Refusal[] = [];
  for (const member of members) {
    const refusal = inner(member, value);
    if (refusal === undefined) return undefined;
    refusals.push(refusal);
  }
  const tag = discriminator === undefined || !isMembers(value) ? undefined : value[discriminator.property];
  const meant = refusals.length === 1 ? 0 : discriminator?.tags.findIndex((tags) => typeof tag === "string" && tags.includes(tag));
  // Those of another kind say the least: an object that fails where an object or null may be is a mistake inside the object.
  const ofKind = refusals.filter(({ path, reason }) => path.length > 0 || !reason.startsWith(wrongType));
  return refusals[meant ?? -1] ?? (ofKind.length === 1 ? ofKind[0] : undefined) ?? here("fits none of the alternatives");
}

const isMembers = (value: Json): value is { readonly [name: string]: Json } =>
  typeof value === "object" && value !== null && !isJsonArray(value);
