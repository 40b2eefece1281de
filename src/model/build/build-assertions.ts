import { diagnostic } from "../../diagnostic/catalogue.js";
import { printJson } from "../ir/print-json.js";
import type { Json } from "../../source/source-file.js";
import type { SchemaKeywords } from "../../openapi/rules/types.js";
import { buildArray } from "./build-array.js";
import { buildDiscriminator } from "./build-discriminator.js";
import { buildObject } from "./build-object.js";
import { buildNumber, buildString } from "./build-scalar.js";
import type { SchemaBuilder } from "./build-schema.js";
import { memberOrigin } from "./origin.js";
import { isOfTypes } from "../ir/type-of-value.js";
import type { Assertion, JsonType, Schema } from "../ir/schema.js";

/** Groups of keywords that are read together. */
const group = { itself: 1, number: 2, string: 4, array: 8, object: 16, combination: 32, condition: 64 } as const;
const groups: ReadonlyMap<string, number> = new Map(
  Object.entries({
    $ref: group.itself,
    $dynamicRef: group.itself,
    type: group.itself,
    enum: group.itself,
    const: group.itself,
    format: group.number | group.string,
    ...fill("minimum maximum exclusiveMinimum exclusiveMaximum multipleOf", group.number),
    ...fill("minLength maxLength pattern contentEncoding contentMediaType", group.string),
    ...fill("prefixItems items contains minItems maxItems uniqueItems", group.array),
    ...fill("properties required patternProperties additionalProperties propertyNames minProperties maxProperties", group.object),
    ...fill("dependentRequired dependentSchemas", group.object),
    ...fill("allOf anyOf oneOf not", group.combination),
    ...fill("if unevaluatedProperties unevaluatedItems", group.condition),
  }),
);

function fill(keywords: string, bit: number): Readonly<Record<string, number>> {
  return Object.fromEntries(keywords.split(" ").map((keyword) => [keyword, bit]));
}

/** What a schema says, as assertions that must all hold: references first, then the value itself, then combinations. */
export function buildAssertions(value: SchemaKeywords, builder: SchemaBuilder): readonly Assertion[] {
  // Most schemas have three keywords or four: looking once which groups there are is a third of the time of looking for each.
  let present = 0;
  for (const keyword of Object.keys(value)) present |= groups.get(keyword) ?? 0;
  const assertions: Assertion[] = [];
  const add = (assertion: Assertion | undefined): void => {
    if (assertion !== undefined) assertions.push(assertion);
  };
  if (present & group.itself) addItself(value, builder, add);
  if (present & group.number) add(buildNumber(value, builder.build));
  if (present & group.string) add(buildString(value, builder.build));
  if (present & group.array) add(buildArray(value, builder));
  if (present & group.object) add(buildObject(value, builder));
  if (present & group.combination) addCombinations(value, builder, add);
  if (present & group.condition) addConditions(value, builder, add);
  return assertions;
}

function addItself(value: SchemaKeywords, builder: SchemaBuilder, add: (assertion: Assertion | undefined) => void): void {
  if (value.$ref !== undefined) add({ kind: "ref", target: builder.build.schemas.idOf(value.$ref) });
  if (value.$dynamicRef !== undefined)
    add({ kind: "ref", target: builder.build.schemas.idOf(dynamicTarget(value.$dynamicRef, value, builder)) });
  add(buildType(value));
  if (value.enum !== undefined) add({ kind: "enum", values: value.enum });
  reportMismatch(value, builder);
  if ("const" in value) add({ kind: "enum", values: [value.const] });
}

/** Where a `$dynamicRef` leads in the scope of the moment; its target as written when it depends on none. */
function dynamicTarget(ref: string, value: SchemaKeywords, { build }: SchemaBuilder): string {
  return build.dynamic?.target(value) ?? ref;
}

const typeOrder: readonly JsonType[] = ["null", "boolean", "integer", "number", "string", "array", "object"];

const single = Object.fromEntries(typeOrder.map((type) => [type, [type]])) as unknown as Readonly<Record<JsonType, readonly JsonType[]>>; // fromEntries forgets the keys

function buildType({ type }: SchemaKeywords): Assertion | undefined {
  if (type === undefined) return undefined;
  if (typeof type === "string") return { kind: "type", types: single[type] };
  const wanted: ReadonlySet<JsonType> = new Set(type);
  const types = typeOrder.filter((name) => wanted.has(name) && !(name === "integer" && wanted.has("number")));
  return { kind: "type", types };
}

/** Values of an enumeration that one message names. */
const shownValues = 10;

/** YAML reads `no` and `1.0` as what they look like, also among strings. */
function reportMismatch(value: SchemaKeywords, { build }: SchemaBuilder): void {
  if (value.enum === undefined || value.type === undefined) return;
  const types: readonly JsonType[] = typeof value.type === "string" ? [value.type] : value.type;
  const isWrong = (each: Json): boolean => !isOfTypes(each, types);
  const wrong = value.enum.filter(isWrong);
  if (wrong.length === 0) return;
  const at = memberOrigin(value, build.resolved, "enum", value.enum.findIndex(isWrong));
  const shown = wrong.slice(0, shownValues).map((each) => printJson(each));
  const more = wrong.length > shownValues ? ` and ${String(wrong.length - shownValues)} more` : "";
  const [noun, verb, they] = wrong.length === 1 ? ["value", "is", "it is"] : ["values", "are", "they are"];
  const left = wrong.length === value.enum.length ? " No other value is left." : "";
  const message = `The ${noun} ${shown.join(", ")}${more} of an enumeration ${verb} not of type ${types.join(" or ")}, so ${they} never valid.${left}`;
  const isUnquoted = types.includes("string") && wrong.every((each) => typeof each === "number" || typeof each === "boolean");
  build.report(
    diagnostic("enum-type-mismatch", message, {
      at,
      hint: isUnquoted
        ? `Put quotes around ${wrong.length === 1 ? "it" : "them"}, or correct the type.`
        : "Correct the type, or the values.",
    }),
  );
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
