import { isJsonArray, type Json } from "../../../source/source-file.js";
import { plain } from "../../build/build-schema.js";
import { isInteger } from "../../ir/is-integer.js";
import { mapApi, mapAssertion, mapSchema } from "../../ir/map-schema.js";
import { opened } from "./opened-values.js";
import { eachValueOf64Bits } from "./values-of-64-bits.js";
import { partFinder, type Said } from "./parts-of-values.js";
import type { Api } from "../../ir/api.js";
import type { AssertionOf } from "../../ir/kinds.js";
import type { Origin } from "../../../diagnostic/diagnostic.js";
import type { Assertion, Int64, Property, Schema } from "../../ir/schema.js";
import { surveyOf } from "../../ir/survey.js";
import { eachRootSchema } from "../../ir/visit.js";

type Enum = AssertionOf<"enum">;
type FormOf = (schema: Schema) => Int64 | undefined;

/**
 * The API with constants that are objects or lists written as schemas, where something else says that they hold integers of 64 bits: then each
 * of these is a constant at a place of its own, and is held as all that is at that place.
 * @param formOf What a schema says itself.
 */
export function withOpenConstants(api: Api, formOf: FormOf): Api {
  if (!hasComposites(api)) return api;
  const found = new Set<Assertion>();
  const matters = (schema: Schema): boolean => formOf(schema) !== undefined || schema.assertions.some(({ kind }) => kind === "enum");
  eachValueOf64Bits(
    api,
    ({ composite }) => composite,
    matters,
    (all) => {
      for (const { schema } of all)
        for (const assertion of schema.assertions)
          if (assertion.kind === "enum" && assertion.values.some((value) => isComposite(value) && isHeldIn(value, all, api, formOf)))
            found.add(assertion);
    },
  );
  return found.size === 0 ? api : withOpen(api, found);
}

function hasComposites(api: Api): boolean {
  const found: Schema[] = [];
  eachRootSchema(api, (schema) => {
    if (surveyOf(schema).composite) found.push(schema);
  });
  return found.length > 0;
}

function withOpen(api: Api, found: ReadonlySet<Assertion>): Api {
  const known = new Map<Schema, Schema>();
  const open = (schema: Schema): Schema => {
    const before = known.get(schema);
    if (before !== undefined) return before;
    const made = mapSchema(schema, (assertion) =>
      assertion.kind === "enum" && found.has(assertion) ? asSchemas(assertion, schema) : mapAssertion(assertion, open),
    );
    known.set(schema, made);
    return made;
  };
  return mapApi(api, open);
}

const isComposite = (value: Json): boolean => typeof value === "object" && value !== null;

/** Whether an integer in a value is one of 64 bits by what else is said of the value. */
function isHeldIn(value: Json, given: readonly Said[], api: Api, formOf: FormOf): boolean {
  if (given.length === 0) return false;
  const all = opened(given, api);
  if (isInteger(value)) return all.some(({ schema }) => formOf(schema) !== undefined);
  if (typeof value !== "object" || value === null) return false;
  const find = partFinder(all);
  return isJsonArray(value)
    ? value.some((item, index) => isHeldIn(item, find(index), api, formOf))
    : Object.entries(value).some(([name, member]) => isHeldIn(member, find(name), api, formOf));
}

function asSchemas({ values }: Enum, { origin }: Schema): Assertion {
  const scalars = values.filter((value) => !isComposite(value));
  const rest = scalars.length === 0 ? [] : [plain(origin, [{ kind: "enum", values: scalars }])];
  const members = [...values.filter(isComposite).map((value) => asSchema(value, origin)), ...rest];
  const [only] = members;
  return only !== undefined && members.length === 1
    ? { kind: "allOf", members: [only] }
    : { kind: "anyOf", members, discriminator: undefined };
}

/** The schema that takes one value. */
function asSchema(value: Json, origin: Origin): Schema {
  if (typeof value !== "object" || value === null) return plain(origin, [{ kind: "enum", values: [value] }]);
  const inside = (inner: Json): Schema => asSchema(inner, origin);
  const nothing = plain(origin, [{ kind: "never" }]);
  if (isJsonArray(value)) {
    const prefixItems = value.map(inside);
    const list: Assertion = { kind: "array", prefixItems, items: nothing, minItems: value.length, uniqueItems: false };
    return plain(origin, [{ kind: "type", types: ["array"] }, list]);
  }
  const properties = Object.entries(value).map(([name, member]): Property => ({ name, required: true, schema: inside(member) }));
  const none = { required: [], patternProperties: [], dependentRequired: [], dependentSchemas: [] };
  return plain(origin, [
    { kind: "type", types: ["object"] },
    { kind: "object", properties, additionalProperties: nothing, ...none },
  ]);
}
