import { describe, expect, test } from "vitest";
import { fields } from "../../../../src/model/ir/assertion-fields.js";
import { completedSchemas } from "../../../../src/model/ir/completed-schemas.js";
import { mapApi, mapAssertion, mapSchema } from "../../../../src/model/ir/map-schema.js";
import { eachChild, eachRootSchema, hasChildren } from "../../../../src/model/ir/visit.js";
import type { Assertion, Schema } from "../../../../src/model/ir/schema.js";
import { apiOf } from "../../../support/api.js";

/** A schema that is found again by its name. */
function named(pointer: string): Schema {
  const origin = { file: "", pointer };
  return { origin, doc: {}, assertions: [], default: undefined, examples: [], readOnly: false, writeOnly: false };
}

/** One assertion of each kind, full of schemas, and these in order. */
const full: readonly (readonly [Assertion, readonly string[]])[] = [
  [{ kind: "never" }, []],
  [{ kind: "type", types: ["string"] }, []],
  [{ kind: "enum", values: [1] }, []],
  [{ kind: "number", minimum: 1 }, []],
  [{ kind: "string", minLength: 1 }, []],
  [
    {
      kind: "array",
      prefixItems: [named("0"), named("1")],
      items: named("items"),
      contains: { schema: named("contains"), min: 1, max: undefined },
      uniqueItems: false,
    },
    ["item 0", "item 1", "item items", "contained contains"],
  ],
  [
    {
      kind: "object",
      required: [],
      dependentRequired: [],
      dependentSchemas: [{ property: "a", schema: named("dependent") }],
      propertyNames: named("names"),
      additionalProperties: named("others"),
      patternProperties: [{ pattern: "b", schema: named("pattern") }],
      properties: [
        { name: "a", required: true, schema: named("a") },
        { name: "b", required: true, schema: named("b") },
      ],
    },
    ["property a", "property b", "patternProperty pattern", "additionalProperty others", "propertyName names", "dependent dependent"],
  ],
  [{ kind: "ref", target: "Pet" }, []],
  [{ kind: "allOf", members: [named("0"), named("1")] }, ["member 0", "member 1"]],
  [{ kind: "anyOf", members: [named("0"), named("1")], discriminator: undefined }, ["alternative 0", "alternative 1"]],
  [{ kind: "oneOf", members: [named("0"), named("1")], discriminator: undefined }, ["alternative 0", "alternative 1"]],
  [{ kind: "not", schema: named("not") }, ["negated not"]],
  [{ kind: "if", if: named("if"), then: named("then"), else: named("else") }, ["condition if", "branch then", "branch else"]],
  [{ kind: "if", if: named("if"), then: undefined, else: undefined }, ["condition if"]],
  [{ kind: "unevaluatedProperties", schema: named("others") }, ["unevaluatedProperty others"]],
  [{ kind: "unevaluatedItems", schema: named("others") }, ["unevaluatedItem others"]],
];

const byKind = full.map(([assertion, children]) => ({ kind: assertion.kind, assertion, children }));

test("every kind is tried", () => {
  expect(new Set(byKind.map(({ kind }) => kind))).toEqual(new Set(Object.keys(fields)));
});

describe.each(byKind)("the schemas in $kind", ({ assertion, children }) => {
  test("are visited in order, each with how it stands there", () => {
    const met: string[] = [];
    eachChild(assertion, ({ origin }, relation) => met.push(`${relation} ${origin.pointer}`));
    expect(met).toEqual(children);
    expect(hasChildren(assertion)).toBe(children.length > 0);
  });

  test("are mapped in the same order; a map that changes nothing gives the very same assertion", () => {
    const met: string[] = [];
    const same = mapAssertion(assertion, (schema, relation) => {
      met.push(`${relation} ${schema.origin.pointer}`);
      return schema;
    });
    expect(same).toBe(assertion);
    expect(met).toEqual(children);
  });

  test.each(children)("are exchanged one by one: %s", (child) => {
    const mapped = mapAssertion(assertion, (schema, relation) =>
      `${relation} ${schema.origin.pointer}` === child ? named("exchanged") : schema,
    );
    expect(mapped).not.toBe(assertion);
    const met: string[] = [];
    eachChild(mapped, ({ origin }) => met.push(origin.pointer));
    expect(met).toEqual(children.map((each) => (each === child ? "exchanged" : each.split(" ")[1])));
    expect(Object.keys(mapped)).toEqual(Object.keys(assertion));
  });
});

test("what completes a value leaves out schemas that are only asked about", () => {
  const inside = byKind.map(({ kind, assertion }) => [kind, completedSchemas(assertion).map(({ origin }) => origin.pointer)] as const);
  expect(inside.filter(([, schemas]) => schemas.length > 0)).toEqual([
    ["array", ["0", "1", "items"]],
    ["object", ["a", "b", "pattern", "others", "dependent"]],
    ["allOf", ["0", "1"]],
    ["anyOf", ["0", "1"]],
    ["oneOf", ["0", "1"]],
    ["if", ["then", "else"]],
    ["unevaluatedProperties", ["others"]],
    ["unevaluatedItems", ["others"]],
  ]);
});

test("an API whose schemas stay as they are stays the same object", async () => {
  const api = await apiOf("spec/petstore.yaml");
  const copied = (schema: Schema): Schema => mapSchema(schema, (assertion) => mapAssertion(assertion, copied));
  expect(mapApi(api, copied)).toBe(api);
});

test("the schemas of an API that stand in no other are those that are mapped", async () => {
  const api = await apiOf("spec/petstore.yaml");
  const visited: Schema[] = [];
  eachRootSchema(api, (schema) => visited.push(schema));
  const mapped: Schema[] = [];
  mapApi(api, (schema) => {
    mapped.push(schema);
    return schema;
  });
  expect(new Set(visited)).toEqual(new Set(mapped));
  expect(visited.length).toBeGreaterThan(10);
});
