import { describe, expect, test } from "vitest";
import type { FieldsOf } from "../../../../src/model/ir/assertion-fields.js";
import { createStructuralKey } from "../../../../src/model/ir/structural-key.js";
import type { AssertionKind, AssertionOf } from "../../../../src/model/ir/kinds.js";
import type { Assertion, Discriminator, Int64, Property, Schema } from "../../../../src/model/ir/schema.js";

function schemaOf(assertions: readonly Assertion[], others: Partial<Schema> = {}): Schema {
  return {
    origin: { file: "", pointer: "" },
    doc: {},
    assertions,
    default: undefined,
    examples: [],
    readOnly: false,
    writeOnly: false,
    ...others,
  };
}

const text = schemaOf([{ kind: "type", types: ["string"] }]);
const count = schemaOf([{ kind: "type", types: ["integer"] }]);

const bigint: Int64 = { as: "bigint", unsigned: false };
const choice: Discriminator = { property: "a", tags: [["x"], ["y"]], defaultMember: undefined };

/** One assertion of each kind, with what it cannot be without. */
const plain = {
  never: { kind: "never" },
  type: { kind: "type", types: ["string"] },
  enum: { kind: "enum", values: ["a"] },
  number: { kind: "number" },
  string: { kind: "string" },
  array: { kind: "array", prefixItems: [], uniqueItems: false },
  object: { kind: "object", properties: [], required: [], patternProperties: [], dependentRequired: [], dependentSchemas: [] },
  ref: { kind: "ref", target: "A" },
  allOf: { kind: "allOf", members: [] },
  anyOf: { kind: "anyOf", members: [], discriminator: undefined },
  oneOf: { kind: "oneOf", members: [], discriminator: undefined },
  not: { kind: "not", schema: text },
  if: { kind: "if", if: text, then: undefined, else: undefined },
  unevaluatedProperties: { kind: "unevaluatedProperties", schema: text },
  unevaluatedItems: { kind: "unevaluatedItems", schema: text },
} satisfies { [K in AssertionKind]: AssertionOf<K> };

type Values<T> = readonly [T, T, ...T[]];

/** Values of each field of each kind, no two of which mean the same. */
const values: { readonly [K in AssertionKind]: { readonly [F in FieldsOf<K>]-?: Values<AssertionOf<K>[F]> } } = {
  never: {},
  type: { types: [["string"], ["number"], ["string", "number"]], int64: [undefined, ...int64s()] },
  enum: { values: [["a"], ["b"], ["a", "b"], ["a,b"], [1], ["1"], [null], ["null"], [{ a: 1 }], [{ a: "1" }]], int64: [undefined, bigint] },
  number: {
    int64: [undefined, bigint],
    minimum: [undefined, 1, 2],
    maximum: [undefined, 1, 2],
    exclusiveMinimum: [undefined, 1, 2],
    exclusiveMaximum: [undefined, 1, 2],
    multipleOf: [undefined, 1, 2],
    format: [undefined, "int32", "int64"],
    formatAsserted: [undefined, true],
  },
  string: {
    minLength: [undefined, 1, 2],
    maxLength: [undefined, 1, 2],
    pattern: [undefined, "a", "b"],
    linearPattern: [undefined, { kind: "regExp", pattern: "^a$" }, { kind: "automaton", part: ["^", "a"] }],
    patternLimit: [undefined, 1, 2],
    format: [undefined, "email", "uuid"],
    formatAsserted: [undefined, true],
    contentEncoding: [undefined, "base64"],
    contentMediaType: [undefined, "image/png"],
    binary: [undefined, true],
  },
  array: {
    prefixItems: [[], [text], [count], [text, count]],
    items: [undefined, text, count],
    contains: [
      undefined,
      { schema: text, min: 1, max: undefined },
      { schema: count, min: 1, max: undefined },
      { schema: text, min: 2, max: undefined },
      { schema: text, min: 1, max: 2 },
    ],
    minItems: [undefined, 1, 2],
    maxItems: [undefined, 1, 2],
    uniqueItems: [false, true],
  },
  object: {
    properties: [[], ...properties()],
    patternProperties: [
      [],
      [{ pattern: "a", schema: text }],
      [{ pattern: "b", schema: text }],
      [{ pattern: "a", schema: count }],
      [{ pattern: "a", patternLimit: 1, schema: text }],
      [{ pattern: "a", linearPattern: { kind: "regExp", pattern: "b" }, schema: text }],
    ],
    additionalProperties: [undefined, text, count],
    propertyNames: [undefined, text, count],
    dependentSchemas: [[], [{ property: "a", schema: text }], [{ property: "b", schema: text }], [{ property: "a", schema: count }]],
    required: [[], ["a"], ["b"], ["a", "b"], ["a,b"]],
    minProperties: [undefined, 1, 2],
    maxProperties: [undefined, 1, 2],
    dependentRequired: [
      [],
      [{ property: "a", required: ["b"] }],
      [{ property: "b", required: ["b"] }],
      [{ property: "a", required: ["c"] }],
    ],
  },
  ref: { target: ["A", "B"] },
  allOf: { members: [[], [text], [count], [text, count]] },
  anyOf: { members: [[], [text], [count], [text, count], [count, text]], discriminator: [undefined, ...discriminators()] },
  oneOf: { members: [[], [text], [count], [text, count], [count, text]], discriminator: [undefined, ...discriminators()] },
  not: { schema: [text, count] },
  if: { if: [text, count], then: [undefined, text, count], else: [undefined, text, count] },
  unevaluatedProperties: { schema: [text, count] },
  unevaluatedItems: { schema: [text, count] },
};

/** What differs from `base` in one member only, for each of its members. */
function varied<T extends object>(base: T, others: { readonly [M in keyof T]-?: T[M] }): readonly [T, ...T[]] {
  const names = Object.keys(others) as (keyof T)[]; // its own members
  return [base, ...names.map((name) => ({ ...base, [name]: others[name] }))];
}

function int64s(): Values<Int64> {
  const [first, second = first, ...more] = varied(bigint, { as: "string", unsigned: true });
  return [first, second, ...more];
}

function discriminators(): readonly [Discriminator, ...Discriminator[]] {
  return varied(choice, { property: "b", tags: [["x"], ["z"]], defaultMember: 1, parent: 1 });
}

function properties(): readonly [readonly Property[], ...(readonly Property[])[]] {
  const [first, ...others] = varied<Property>(
    { name: "a", required: false, schema: text },
    { name: "b", required: true, schema: { ...count, hidden: "readOnly" } },
  );
  return [[first], ...others.map((property) => [property])];
}

const cases = Object.entries(values).flatMap(([kind, fields]) =>
  Object.entries<readonly unknown[]>(fields).map(([field, all]) => ({ kind, field, all })),
);

test.each(cases)("$kind: schemas that differ in $field only have keys of their own", ({ kind, field, all }) => {
  const keyOf = createStructuralKey();
  const schemas = all.map((value) => schemaOf([{ ...plain[kind as AssertionKind], [field]: value }])); // as `values` types it
  const keys = schemas.map(keyOf);
  expect(new Set(keys).size).toBe(all.length);
  expect(schemas.map(({ assertions }) => keyOf(schemaOf(assertions)))).toEqual(keys);
});

describe("schemas that assert the same have one key", () => {
  const base = schemaOf([{ kind: "string", minLength: 1 }]);

  test.each<[string, Partial<Schema>]>([
    ["place", { origin: { file: "other.yaml", pointer: "/a" } }],
    ["prose", { doc: { description: "other" } }],
    ["default", { default: "a" }],
    ["examples", { examples: ["a"] }],
    ["readOnly", { readOnly: true }],
    ["writeOnly", { writeOnly: true }],
  ])("whatever their %s", (_, others) => {
    const keyOf = createStructuralKey();
    expect(keyOf({ ...base, ...others })).toBe(keyOf(base));
  });

  test("a field that is undefined is one that is absent", () => {
    const keyOf = createStructuralKey();
    const items: Assertion = { kind: "array", prefixItems: [], uniqueItems: false };
    expect(keyOf(schemaOf([{ kind: "anyOf", members: [], discriminator: undefined }]))).not.toBe(keyOf(schemaOf([items])));
    expect(keyOf(schemaOf([{ kind: "if", if: text, then: undefined, else: undefined }]))).toBe(
      keyOf(schemaOf([{ kind: "if", if: schemaOf([{ kind: "type", types: ["string"] }]), then: undefined, else: undefined }])),
    );
  });
});

test("for a type it counts, besides, whether there is a default and who sends a value", () => {
  const keyOf = createStructuralKey("type");
  const string = schemaOf([{ kind: "type", types: ["string", "null"] }]);
  const annotated: readonly Partial<Schema>[] = [{}, { default: null }, { default: "a" }, { readOnly: true }, { writeOnly: true }];
  const inside = annotated.map((others) =>
    schemaOf([{ kind: "array", prefixItems: [], uniqueItems: false, items: { ...string, ...others } }]),
  );
  expect(new Set(inside.map(keyOf)).size).toBe(annotated.length);
  expect(keyOf({ ...string, origin: { file: "other.yaml", pointer: "/a" }, doc: { description: "other" }, examples: ["a"] })).toBe(
    keyOf(string),
  );
});

test("where nothing is valid it counts for whom the property is", () => {
  const keyOf = createStructuralKey();
  const marks: readonly Partial<Schema>[] = [{}, { readOnly: true }, { writeOnly: true }];
  expect(new Set(marks.map((mark) => keyOf(schemaOf([{ kind: "never" }], mark)))).size).toBe(3);
});

test("one assertion after another is not one with the fields of both", () => {
  const keyOf = createStructuralKey();
  const both = keyOf(schemaOf([{ kind: "string", minLength: 1, maxLength: 2 }]));
  const apart = keyOf(
    schemaOf([
      { kind: "string", minLength: 1 },
      { kind: "string", maxLength: 2 },
    ]),
  );
  expect(apart).not.toBe(both);
});
