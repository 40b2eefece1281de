import type { Api } from "../../model/ir/api.js";
import type { Assertion, JsonType, Schema, SchemaId } from "../../model/ir/schema.js";
import { assertedTypes } from "../../model/ir/asserted-types.js";
import { isAlternatives, kindTest } from "../../model/ir/kinds.js";
import { isInteger } from "../../model/ir/is-integer.js";
import { printJson } from "../../model/ir/print-json.js";
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

/** Everything that must hold of a value of a schema: its assertions, with `allOf` opened. */
export function conjunctsOf({ assertions }: Pick<Schema, "assertions">): readonly Assertion[] {
  if (!assertions.some(({ kind }) => kind === "allOf")) return assertions;
  return assertions.flatMap((assertion) => (assertion.kind === "allOf" ? assertion.members.flatMap(conjunctsOf) : [assertion]));
}

/**
 * Without references to objects with hidden properties alone, where other conjuncts describe the value: the type of any object,
 * beside one of described properties, would allow a wrong name.
 */
export function withoutHollowRefs(conjuncts: readonly Assertion[], api: Api): readonly Assertion[] {
  const isLeft = (assertion: Assertion): boolean => assertion.kind !== "ref" || !isHollow(assertion.target, api, []);
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

function isHollow(id: SchemaId, api: Api, open: readonly SchemaId[]): boolean {
  const target = api.schemas.get(id);
  if (target === undefined || open.includes(id)) return false;
  const conjuncts = conjunctsOf(target.schema).filter(({ kind }) => kind !== "type");
  return (
    conjuncts.length > 0 &&
    conjuncts.every((assertion) => (assertion.kind === "ref" ? isHollow(assertion.target, api, [...open, id]) : saysHiddenOnly(assertion)))
  );
}

/** Whether an assertion speaks of hidden properties, and of nothing else. */
function saysHiddenOnly(assertion: Assertion): boolean {
  if (assertion.kind !== "object" || assertion.additionalProperties !== undefined) return false;
  const { properties, required, patternProperties } = assertion;
  return properties.length > 0 && properties.every(({ hidden }) => hidden) && required.length + patternProperties.length === 0;
}

/** The values that are left after all `enum` assertions; `undefined` when there is none. */
export function valuesOf(conjuncts: readonly Assertion[], types: readonly JsonType[] | undefined): readonly Json[] | undefined {
  let values: readonly Json[] | undefined;
  for (const assertion of conjuncts) {
    if (assertion.kind !== "enum") continue;
    if (values === undefined) values = assertion.values;
    else {
      const allowed = new Set(assertion.values.map((value) => printJson(value)));
      values = values.filter((value) => allowed.has(printJson(value)));
    }
  }
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

/** The only values that a schema may accept, through references and choices as well; `undefined` when they are not listed. */
export function possibleValues(schema: Schema, api: Api): readonly Json[] | undefined {
  const conjuncts = conjunctsOf(schema);
  const types = assertedTypes(conjuncts);
  const lists = conjuncts.map((assertion) => {
    if (assertion.kind === "ref") {
      const target = api.schemas.get(assertion.target);
      return target && possibleValues(target.schema, api);
    }
    if (!isAlternatives(assertion)) return undefined;
    const members = assertion.members.map((member) => possibleValues(member, api));
    return members.includes(undefined) ? undefined : members.flatMap((values) => values ?? []);
  });
  const all = [valuesOf(conjuncts, types), ...lists].filter((values) => values !== undefined);
  if (all.length > 0) return all.reduce((left, right) => left.filter((value) => right.includes(value)));
  // No string is as good as a list of other values, and null is a list of one.
  if (types === undefined || types.includes("string")) return undefined;
  return types.every((type) => type === "null") ? [null] : [];
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

/** Whether a value of these conjuncts must have a property. */
export function requires(conjuncts: readonly Assertion[], name: string, api: Api): boolean {
  return conjuncts.some((assertion) => {
    switch (assertion.kind) {
      case "object":
        return assertion.required.includes(name) || assertion.properties.some((property) => property.required && property.name === name);
      case "ref":
        return requires(conjunctsOf(api.schemas.get(assertion.target)?.schema ?? { assertions: [] }), name, api);
      case "anyOf":
      case "oneOf":
        return assertion.members.every((member) => requires(conjunctsOf(member), name, api));
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
        return false;
    }
  });
}
