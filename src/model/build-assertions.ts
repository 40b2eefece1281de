import type { SchemaKeywords } from "../openapi/types.js";
import { buildArray } from "./build-array.js";
import { buildDiscriminator } from "./build-discriminator.js";
import { buildObject } from "./build-object.js";
import { buildNumber, buildString } from "./build-scalar.js";
import type { SchemaBuilder } from "./build-schema.js";
import type { Assertion, JsonType, Schema } from "./types.js";

/** What a schema says, as assertions that must all hold: references first, then the value itself, then combinations. */
export function buildAssertions(value: SchemaKeywords, builder: SchemaBuilder): readonly Assertion[] {
  const assertions: Assertion[] = [];
  const add = (assertion: Assertion | undefined): void => {
    if (assertion !== undefined) assertions.push(assertion);
  };
  if (value.$ref !== undefined) add({ kind: "ref", target: builder.build.schemas.idOf(value.$ref) });
  add(buildType(value));
  if (value.enum !== undefined) add({ kind: "enum", values: value.enum });
  if ("const" in value && value.const !== undefined) add({ kind: "enum", values: [value.const] });
  add(buildNumber(value));
  add(buildString(value, builder.build));
  add(buildArray(value, builder));
  add(buildObject(value, builder));
  addCombinations(value, builder, add);
  addConditions(value, builder, add);
  return assertions;
}

const typeOrder: readonly JsonType[] = ["null", "boolean", "integer", "number", "string", "array", "object"];

function buildType({ type }: SchemaKeywords): Assertion | undefined {
  if (type === undefined) return undefined;
  const wanted: ReadonlySet<JsonType> = new Set(typeof type === "string" ? [type] : type);
  const types = typeOrder.filter((name) => wanted.has(name) && !(name === "integer" && wanted.has("number")));
  return { kind: "type", types };
}

function addCombinations(value: SchemaKeywords, builder: SchemaBuilder, add: (assertion: Assertion) => void): void {
  const members = (key: "allOf" | "anyOf" | "oneOf"): readonly Schema[] =>
    (value[key] ?? []).map((member) => builder.schema(member, value, key));
  if (value.allOf !== undefined && value.allOf.length > 0) add({ kind: "allOf", members: members("allOf") });
  for (const kind of ["anyOf", "oneOf"] as const) {
    const written = value[kind];
    if (written === undefined || written.length === 0) continue;
    const built = members(kind);
    add({ kind, members: built, discriminator: buildDiscriminator(value, built, builder.build) });
  }
  if (value.not !== undefined) add({ kind: "not", schema: builder.schema(value.not, value, "not") });
}

function addConditions(value: SchemaKeywords, builder: SchemaBuilder, add: (assertion: Assertion) => void): void {
  if (value.if !== undefined) {
    add({
      kind: "if",
      if: builder.schema(value.if, value, "if"),
      then: value.then === undefined ? undefined : builder.schema(value.then, value, "then"),
      else: value.else === undefined ? undefined : builder.schema(value.else, value, "else"),
    });
  }
  for (const kind of ["unevaluatedProperties", "unevaluatedItems"] as const) {
    const schema = value[kind];
    if (schema !== undefined) add({ kind, schema: builder.schema(schema, value, kind) });
  }
}
