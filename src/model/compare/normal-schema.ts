import type { Json } from "../../source/source-file.js";
import { joinedLives, type DatedValue, type Lifecycle } from "../ir/lifecycle.js";
import type {
  ArrayAssertion,
  Assertion,
  JsonType,
  NumberAssertion,
  ObjectAssertion,
  Schema,
  SchemaId,
  StringAssertion,
} from "../ir/schema.js";
import { assertedTypes, typesInCommon } from "../ir/asserted-types.js";
import { canonical } from "./canonical.js";
import { isOfTypes } from "../ir/type-of-value.js";

/** In the order that a list of types has. */
export const typeOrder: readonly JsonType[] = ["null", "boolean", "integer", "number", "string", "array", "object"];

export type Choice = Extract<Assertion, { readonly kind: "anyOf" | "oneOf" }>;

/** A schema in one of the many forms that say the same: `allOf` taken apart, without what holds anyway. */
export interface NormalSchema {
  lifecycle: Lifecycle | undefined;
  readonly datedValues: DatedValue[];
  types: readonly JsonType[] | undefined;
  values: readonly Json[] | undefined;
  number: NumberAssertion | undefined;
  string: StringAssertion | undefined;
  array: ArrayAssertion | undefined;
  object: ObjectAssertion | undefined;
  readonly refs: SchemaId[];
  readonly choices: Choice[];
  /** What does not go together with the rest, as a schema for each. */
  readonly parts: Schema[];
  default: Json | undefined;
  readOnly: boolean;
  writeOnly: boolean;
}

/** `keep`: choices stay as they are written, also those that say what a schema without a choice could. */
export function normalSchema(schema: Schema, keep?: "choices"): NormalSchema {
  const normal: NormalSchema = {
    ...{ lifecycle: undefined, datedValues: [], types: undefined, values: undefined, number: undefined, string: undefined },
    ...{ array: undefined, object: undefined, refs: [], choices: [], parts: [], default: undefined, readOnly: false, writeOnly: false },
  };
  addSchema(normal, schema, keep);
  return normal;
}

/** Makes a schema say what another says, too. */
export function addSchema(normal: NormalSchema, schema: Schema, keep?: "choices"): void {
  normal.lifecycle = joinedLives(normal.lifecycle, schema.doc.lifecycle);
  for (const item of schema.doc.datedValues ?? []) normal.datedValues.push(item);
  normal.default ??= schema.default;
  normal.readOnly ||= schema.readOnly;
  normal.writeOnly ||= schema.writeOnly;
  for (const assertion of schema.assertions) addAssertion(normal, assertion, schema, keep);
}

function addAssertion(normal: NormalSchema, assertion: Assertion, schema: Schema, kept: "choices" | undefined): void {
  const keep = (): void => void normal.parts.push(only(assertion, schema));
  switch (assertion.kind) {
    case "allOf":
      for (const member of inOrder(assertion.members)) addSchema(normal, member, kept);
      return;
    case "anyOf":
    case "oneOf":
      if (kept !== undefined && assertion.members.length > 0) normal.choices.push(assertion);
      else addChoice(normal, assertion, schema);
      return;
    case "ref":
      if (!normal.refs.includes(assertion.target)) normal.refs.push(assertion.target);
      return;
    case "type":
      if (normal.types === undefined) normal.types = assertion.types;
      else {
        const both = typesInCommon(normal.types, assertion.types);
        if (both.length > 0) normal.types = typeOrder.filter((type) => both.includes(type));
        else keep();
      }
      return;
    case "enum":
      if (normal.values === undefined) normal.values = assertion.values;
      else {
        const texts = new Set(assertion.values.map((value) => canonical(value, "default").text));
        normal.values = normal.values.filter((value) => texts.has(canonical(value, "default").text));
      }
      return;
    case "number":
      if (normal.number === undefined) normal.number = assertion;
      else keep();
      return;
    case "string":
      if (normal.string === undefined) normal.string = assertion;
      else keep();
      return;
    case "array":
      if (normal.array === undefined) normal.array = assertion;
      else keep();
      return;
    case "object": {
      const merged = normal.object === undefined ? assertion : mergedObjects(normal.object, assertion);
      if (merged === undefined) keep();
      else normal.object = merged;
      return;
    }
    case "unevaluatedProperties":
    case "unevaluatedItems":
      if (assertion.schema.assertions.length > 0) keep();
      return;
    case "never":
    case "not":
    case "if":
      keep();
      return;
    default:
      assertion satisfies never;
  }
}

const only = (assertion: Assertion, schema: Schema): Schema => ({
  ...{ origin: schema.origin, doc: {}, assertions: [assertion], default: undefined, examples: [], readOnly: false, writeOnly: false },
});

function inOrder(members: readonly Schema[]): readonly Schema[] {
  if (members.length < 2) return members;
  const keyed = members.map((member) => [canonical(member).text, member] as const);
  return keyed.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, member]) => member);
}

/** A choice of one is none, and a choice of values is an enum; a choice of types is a list of types. */
function addChoice(normal: NormalSchema, choice: Choice, schema: Schema): void {
  const { members, discriminator } = choice;
  const [first] = members;
  if (first !== undefined && members.length === 1 && discriminator === undefined) {
    addSchema(normal, first);
    return;
  }
  const values = members.map(loneValue);
  if (normal.values === undefined && values.every((value) => value !== undefined) && (choice.kind === "anyOf" || areDistinct(values))) {
    normal.values = values.map(({ value }) => value);
    for (const [index, { value }] of values.entries()) {
      const lifecycle = members[index]?.doc.lifecycle;
      if (lifecycle !== undefined) normal.datedValues.push({ value, lifecycle });
    }
    return;
  }
  const isFree = [normal.types, normal.number, normal.string, normal.array, normal.object].every((each) => each === undefined);
  const simple = isFree && discriminator === undefined ? withoutNull(choice) : undefined;
  if (simple !== undefined) {
    addSchema(normal, simple);
    return;
  }
  if (choice.kind === "oneOf" || members.length > 0) normal.choices.push(choice);
  else normal.parts.push(only(choice, schema));
}

/** What may stand beside the one value, and says no more than that. */
const besideValue: ReadonlySet<Assertion["kind"]> = new Set(["enum", "type"]);

function loneValue({ assertions }: Schema): { readonly value: Json } | undefined {
  const values = assertions.find(({ kind }) => kind === "enum");
  const isAlone = assertions.every(({ kind }) => besideValue.has(kind));
  const [value, more] = values?.kind === "enum" ? values.values : [];
  const isTyped = value !== undefined && isOfTypes(value, assertedTypes(assertions));
  return isAlone && isTyped && more === undefined ? { value } : undefined;
}

/** A value that two alternatives of `oneOf` are is refused. */
const areDistinct = (values: readonly { readonly value: Json }[]): boolean =>
  new Set(values.map(({ value }) => canonical(value, "default").text)).size === values.length;

export function isNull({ assertions: [first, more] }: Schema): boolean {
  return first?.kind === "type" && more === undefined && first.types.join() === "null";
}

/** Of "X or null", with the types of X said: X, with null among its types. */
function withoutNull({ kind: choiceKind, members }: Choice): Schema | undefined {
  const [other, more] = members.filter((member) => !isNull(member));
  if (other === undefined || more !== undefined || members.length !== 2) return undefined;
  const kinds = other.assertions.map(({ kind }) => kind);
  const isPlain = kinds.includes("type") && kinds.every((kind) => ["type", "number", "string", "array", "object"].includes(kind));
  // Of "X or null" and null, `oneOf` takes no null.
  if (!isPlain || (choiceKind === "oneOf" && assertedTypes(other.assertions)?.includes("null") === true)) return undefined;
  const assertions = other.assertions.map((each) =>
    each.kind === "type" ? { ...each, types: ["null" as const, ...each.types.filter((type) => type !== "null")] } : each,
  );
  return { ...other, assertions };
}

/** Both at once; undefined where each looks at what the other does not. */
function mergedObjects(a: ObjectAssertion, b: ObjectAssertion): ObjectAssertion | undefined {
  const isClosed = [a, b].some((each) => (each.additionalProperties?.assertions.length ?? 0) > 0 || each.patternProperties.length > 0);
  const isBounded = [a, b].some(
    ({ minProperties, maxProperties, propertyNames }) => (minProperties ?? maxProperties ?? propertyNames) !== undefined,
  );
  const names = new Set(a.properties.map(({ name }) => name));
  if (isClosed || isBounded || b.properties.some(({ name }) => names.has(name))) return undefined;
  const required = new Set([...a.required, ...b.required]);
  const properties = [...a.properties, ...b.properties].map((each) => (required.has(each.name) ? { ...each, required: true } : each));
  for (const { name } of properties) required.delete(name);
  return {
    ...a,
    ...{ properties, required: [...required] },
    dependentRequired: [...a.dependentRequired, ...b.dependentRequired],
    dependentSchemas: [...a.dependentSchemas, ...b.dependentSchemas],
  };
}
