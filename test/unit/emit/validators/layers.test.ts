/** Schemas in layers that lead on to the same next one by several ways: a value is held against each of them a few times, not once for each way. */
import { describe, expect, test } from "vitest";
import type { ValidatorOptions } from "../../../../src/emit/options.js";
import { judgeOf } from "../../../differential/interpreter.js";
import type { SchemaObject } from "../../../differential/json-schema.js";
import { dice } from "../../../support/dice.js";
import { validatorsOfSchemas } from "../../../support/validators.js";

const name = (index: number): string => `S${String(index)}`;
const ref = (index: number): SchemaObject => ({ $ref: `#/components/schemas/${name(index)}` });

/** A layer by its number and a reference to the next. */
type Layer = (next: SchemaObject, index: number) => SchemaObject;

const member = (index: number, more: SchemaObject = {}): SchemaObject => ({
  properties: { [`x${String(index)}`]: { type: "string", ...more } },
});

const layers: Readonly<Record<string, Layer>> = {
  "any of the same": (next) => ({ anyOf: [next, next] }),
  "one of the same": (next) => ({ oneOf: [next, next] }),
  "all of the same": (next) => ({ allOf: [next, { allOf: [next] }] }),
  "one of two that differ": (next, index) => ({ oneOf: [{ allOf: [next, member(index)] }, { allOf: [next, { not: member(index) }] }] }),
  "any of a schema and more": (next, index) => ({ anyOf: [next, { allOf: [next, member(index)] }] }),
  "two that are asked about": (next) => ({ not: { anyOf: [{ not: next }, { not: { allOf: [next] } }] } }),
  "a condition": (next) => ({ if: next, then: next, else: next }),
  "what a member brings": (next) => ({ allOf: [next], dependentSchemas: { id: next } }),
  "a member": (next) => ({ properties: { a: next }, anyOf: [{ properties: { a: next } }, { required: ["b"] }] }),
  "any member": (next) => ({ additionalProperties: next, patternProperties: { "^a": next } }),
  "an item": (next) => ({ items: next, anyOf: [{ prefixItems: [next] }, { minItems: 2 }] }),
  "an item that has to be there": (next) => ({ items: next, contains: next, minContains: 0 }),
  "what nothing has looked at": (next, index) => ({
    anyOf: [next, { allOf: [next, member(index)] }],
    ...(index % 10 === 0 ? { unevaluatedProperties: { type: "integer" } } : {}),
  }),
};

const same: Layer = (next) => next;

const leaf = {
  anyOf: [{ type: "integer" }, { type: "object", properties: { id: { type: "integer" }, a: true }, required: ["id"] }, { type: "array" }],
};

const described = (count: number, layer: (index: number) => Layer): Record<string, SchemaObject> =>
  Object.fromEntries(
    Array.from({ length: count + 1 }, (_, index) => [name(index), index === count ? leaf : layer(index)(ref(index + 1), index)]),
  );

const nested = (levels: number, inner: unknown, wrap: (value: unknown) => unknown): unknown =>
  Array.from({ length: levels }).reduce<unknown>((value) => wrap(value), inner);

const values = (levels: number): readonly unknown[] =>
  [1, "text", null, true, [], { id: 1 }, { id: "x" }, { id: 1, x1: "x", y: 1 }, { id: 1, x1: 1, y: "y" }].flatMap((inner) => [
    inner,
    nested(levels, inner, (a) => ({ a, id: 1 })),
    nested(levels, inner, (value) => [value]),
  ]);

const choices: readonly ValidatorOptions[] = [{}, { mode: "small" }, { issues: "first" }];

describe.each(choices)("with %o the answers of many layers come to an end:", (options) => {
  test.each(Object.entries(layers))("%s", async (_, layer) => {
    const { validator, text } = await validatorsOfSchemas(
      described(40, () => layer),
      options,
    );
    expect(text).toContain("memoized");
    const schema = validator("S0Schema");
    for (const value of values(40)) {
      const result = schema.safeParse(value);
      expect(schema.is(value)).toBe(result.success);
      if (!result.success) expect(result.issues.length).toBeLessThanOrEqual(100);
    }
  });
});

test("defaults that layers fill in again and again are those that each fills in", async () => {
  const layer: Layer = (next, index) => ({ anyOf: [next, { allOf: [next, { type: "object", ...member(index, { default: "d" }) }] }] });
  const { validator } = await validatorsOfSchemas(described(40, () => layer));
  const value = { id: 1, x3: "own" };
  const filled = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`x${String(index)}`, index === 3 ? "own" : "d"]));
  const parsed = validator("S0Schema").parse(value);
  expect(parsed).toEqual({ ...filled, id: 1 });
  expect(parsed).not.toBe(value);
  expect(value).toEqual({ id: 1, x3: "own" });
  expect(validator("S0Schema").parse(parsed)).toEqual(parsed);
});

test.each(choices)("with %o layers of all kinds say what each of them says", async (options) => {
  const kinds = Object.values(layers);
  for (let seed = 0; seed < 5; seed += 1) {
    const { below } = dice(seed);
    const drawn = Array.from({ length: 11 }, () => below(kinds.length));
    const schemas = described(11, (index) => kinds[drawn[index] ?? 0] ?? same);
    const { validator } = await validatorsOfSchemas(schemas, options);
    const judge = await judgeOf(schemas, new Set([name(0)]));
    for (const levels of [1, 2, 5]) {
      for (const value of values(levels)) {
        const valid = judge(name(0), value);
        expect({ seed, value, valid: validator("S0Schema").is(value) }).toEqual({ seed, value, valid });
        expect(validator("S0Schema").safeParse(value).success).toBe(valid);
      }
    }
  }
});
