import type { Api } from "../../model/ir/api.js";
import type { Assertion, JsonType, NamedSchema, Schema, SchemaId } from "../../model/ir/schema.js";
import { conjunctsOf } from "../../model/ir/conjuncts.js";
import { kindTest } from "../../model/ir/kinds.js";
import { isInteger } from "../../model/ir/is-integer.js";
import { allowedByAll } from "../../model/passes/allowed-values.js";
import type { Json } from "../../source/source-file.js";

/** What a schema is a part of: what the names it requires mean there, and whether bytes may be. */
export interface TypeContext {
  /** Whether a binary string may be a `Blob` here: not in JSON. */
  readonly bytes: boolean;
  /** A property that a schema around this one declares. */
  readonly declared: (name: string) => Schema | undefined;
}

/** Where binary strings may be a `Blob`, and where they are text; nothing is known of what schemas around declare. */
export const inForm: TypeContext = { bytes: true, declared: () => undefined };
export const inText: TypeContext = { bytes: false, declared: () => undefined };

/** Inside an object or an array nothing is known of what the schemas around declare. */
export function inside({ bytes }: TypeContext): TypeContext {
  return bytes ? inForm : inText;
}

/**
 * Without references to objects with hidden properties alone, where other conjuncts describe the value: the type of any object,
 * beside one of described properties, would allow a wrong name.
 */
export function withoutHollowRefs(conjuncts: readonly Assertion[], api: Api): readonly Assertion[] {
  const isLeft = (assertion: Assertion): boolean => assertion.kind !== "ref" || !isHollow(assertion.target, api);
  if (conjuncts.every(isLeft)) return conjuncts;
  const left = conjuncts.filter(isLeft);
  return left.some(namesProperties) ? left : conjuncts;
}

/** Whether an assertion may describe properties of a value, by itself or by what it leads to. */
const namesProperties = kindTest({
  object: true,
  ref: true,
  anyOf: true,
  oneOf: true,
  // Opened before.
  allOf: false,
  // No part of a type.
  not: false,
  if: false,
  unevaluatedProperties: false,
  unevaluatedItems: false,
  // About no object, or about a whole value.
  never: false,
  type: false,
  enum: false,
  number: false,
  string: false,
  array: false,
});

function isHollow(id: SchemaId, api: Api): boolean {
  // One that is asked for again on the way to itself has no properties of its own.
  return remembered(hollow, api, id, false, ({ schema }) => {
    const conjuncts = conjunctsOf(schema).filter(({ kind }) => kind !== "type");
    return (
      conjuncts.length > 0 &&
      conjuncts.every((assertion) => (assertion.kind === "ref" ? isHollow(assertion.target, api) : saysHiddenOnly(assertion)))
    );
  });
}

/** What was found of the named schemas of an API. Schemas that share others would be walked once for each way through them. */
type Memory<T> = WeakMap<Api["schemas"], Map<SchemaId, T>>;

const hollow: Memory<boolean> = new WeakMap();
const requiredNames: Memory<ReadonlySet<string>> = new WeakMap();

/** What is found of a named schema, once. `meanwhile`: the answer where it is asked for on the way to itself, and of one that there is not. */
function remembered<T>(memory: Memory<T>, { schemas }: Api, id: SchemaId, meanwhile: T, find: (named: NamedSchema) => T): T {
  const known = memory.get(schemas) ?? new Map<SchemaId, T>();
  memory.set(schemas, known);
  // `undefined` may be an answer.
  if (known.has(id)) return known.get(id) as T;
  known.set(id, meanwhile);
  const named = schemas.get(id);
  const found = named === undefined ? meanwhile : find(named);
  known.set(id, found);
  return found;
}

/** Whether an assertion speaks of hidden members, and of nothing else. */
function saysHiddenOnly(assertion: Assertion): boolean {
  if (assertion.kind !== "object" || assertion.required.length > 0) return false;
  const { properties, patternProperties, additionalProperties: others } = assertion;
  const said = [...properties, ...patternProperties].map(({ schema }) => schema).concat(others ?? []);
  return said.length > 0 && said.every(({ hidden }) => hidden);
}

/** The values that are left after all `enum` assertions; `undefined` when there is none. */
export function valuesOf(conjuncts: readonly Assertion[], types: readonly JsonType[] | undefined): readonly Json[] | undefined {
  const values = allowedByAll(conjuncts.map((assertion) => (assertion.kind === "enum" ? assertion.values : undefined)));
  return types === undefined ? values : values?.filter((value) => typesOfValue(value).some((type) => types.includes(type)));
}

function typesOfValue(value: Json): readonly JsonType[] {
  if (value === null) return ["null"];
  if (Array.isArray(value)) return ["array"];
  if (isInteger(value)) return ["integer", "number"];
  if (typeof value === "number") return ["number"];
  if (typeof value === "string" || typeof value === "boolean") return [typeof value === "string" ? "string" : "boolean"];
  return ["object"];
}

/** The schema of a property of a value of these conjuncts: declared among them, or behind a reference. */
export function propertyOf(name: string, conjuncts: readonly Assertion[], api: Api, seen = new Set<SchemaId>()): Schema | undefined {
  for (const assertion of conjuncts) {
    const found = declaredIn(assertion, name) ?? declaredBehind(assertion, name, api, seen);
    if (found !== undefined) return found;
  }
  return undefined;
}

function declaredIn(assertion: Assertion, name: string): Schema | undefined {
  return assertion.kind === "object" ? assertion.properties.find((property) => property.name === name)?.schema : undefined;
}

function declaredBehind(assertion: Assertion, name: string, api: Api, seen: Set<SchemaId>): Schema | undefined {
  if (assertion.kind !== "ref" || seen.has(assertion.target)) return undefined;
  seen.add(assertion.target);
  const target = api.schemas.get(assertion.target);
  return target && propertyOf(name, conjunctsOf(target.schema), api, seen);
}

/** The names of the properties that a value of these conjuncts must have. */
export function namesRequiredBy(conjuncts: readonly Assertion[], api: Api): ReadonlySet<string> {
  const names = new Set<string>();
  for (const assertion of conjuncts) for (const name of namesIn(assertion, api)) names.add(name);
  return names;
}

function namesIn(assertion: Assertion, api: Api): Iterable<string> {
  switch (assertion.kind) {
    case "object":
      return [...assertion.required, ...assertion.properties.flatMap(({ name, required }) => (required ? [name] : []))];
    case "ref":
      return remembered(requiredNames, api, assertion.target, noNames, ({ schema }) => namesRequiredBy(conjunctsOf(schema), api));
    case "anyOf":
    case "oneOf": {
      const [first, ...others] = assertion.members.map((member) => namesRequiredBy(conjunctsOf(member), api));
      return [...(first ?? noNames)].filter((name) => others.every((names) => names.has(name)));
    }
    case "allOf": // opened before
    case "not": // holds of no valid value
    case "if": // may hold, or not
    case "never": // require no name
    case "type":
    case "enum":
    case "number":
    case "string":
    case "array":
    case "unevaluatedProperties":
    case "unevaluatedItems":
      return noNames;
  }
}

const noNames: ReadonlySet<string> = new Set();
