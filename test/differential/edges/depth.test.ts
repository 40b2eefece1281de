/** However deep a value is, and even if it is endless, there is an answer and no overflow. */
import { describe, expect, test } from "vitest";
import { maxDepth } from "../../../templates/runtime/validate/validate.js";
import { validatorsOfSchemas } from "../../support/validators.js";
import { variants } from "../compare.js";
import { verdicts } from "./edge-cases.js";

const nested = (depth: number, wrap: (inner: unknown) => unknown, core: unknown): unknown => {
  let value = core;
  for (let level = 0; level < depth; level += 1) value = wrap(value);
  return value;
};
const deepest = 100_000;
const lists = (core: unknown): unknown => nested(deepest, (inner) => [inner], core);
const objects = (core: unknown): unknown => nested(deepest, (inner) => ({ next: inner }), core);

const cyclicList: unknown[] = [];
cyclicList.push(cyclicList);
const otherCyclicList: unknown[] = [];
otherCyclicList.push(otherCyclicList);
const cyclicObject: Record<string, unknown> = {};
cyclicObject["next"] = cyclicObject;

const self = { $ref: "#/components/schemas/List" };
const node = { $ref: "#/components/schemas/Node" };
const schemas = {
  List: { type: "array", items: self },
  Node: { type: "object", properties: { next: node } },
  Negated: { not: self },
  Conditional: { if: self, then: { minItems: 0 }, else: { maxItems: 0 } },
  OneOf: { oneOf: [self, { type: "string" }, { type: "array", contains: { type: "string" } }] },
  AnyOf: { anyOf: [self, { type: "array", maxItems: 0 }, { type: "array", minItems: 5 }] },
  AllOf: { allOf: [self, { type: "array", minItems: 1 }] },
  Contains: { type: "array", contains: self },
  Prefix: { type: "array", prefixItems: [self] },
  Names: { type: "object", patternProperties: { "^n": node }, unevaluatedProperties: false },
  Additional: { type: "object", additionalProperties: { $ref: "#/components/schemas/Additional" } },
  Dependent: { type: "object", dependentSchemas: { next: node } },
  Unique: { type: "array", uniqueItems: true, minItems: 2 },
  Constant: { const: nested(20, (inner) => [inner], 1) },
  Enumerated: { enum: [nested(20, (inner) => ({ next: inner }), 1), [1]] },
  Unevaluated: { allOf: [{ type: "array", prefixItems: [self] }], unevaluatedItems: self },
};

describe.each(Object.entries(variants))("a value too deep, in mode %s", (_mode, options) => {
  const compiled = validatorsOfSchemas(schemas, options);
  const refused = { is: false, safeParse: false, parse: false, standard: false };

  test.each<[name: string, value: unknown]>([
    ["List", lists(1)],
    ["List", cyclicList],
    ["Node", objects({})],
    ["Node", cyclicObject],
    ["Negated", lists(1)],
    ["Negated", cyclicList],
    ["Conditional", lists(1)],
    ["Conditional", cyclicList],
    ["OneOf", lists(1)],
    ["AnyOf", lists(1)],
    ["AnyOf", cyclicList],
    ["AllOf", lists(1)],
    ["Contains", lists(1)],
    ["Prefix", cyclicList],
    ["Names", objects({})],
    ["Additional", objects({})],
    ["Additional", cyclicObject],
    ["Dependent", objects({})],
    ["Unevaluated", lists(1)],
    ["Unique", [lists(1), lists(1)]],
    ["Unique", [cyclicList, otherCyclicList]],
    ["Unique", Array.from({ length: 40 }, (_, index) => ({ index, deep: objects({}) }))],
  ])("%s is refused", async (name, value) => {
    const validator = (await compiled).validator(`${name}Schema`);
    expect(verdicts(validator, value)).toEqual(refused);
    const result = validator.safeParse(value);
    expect(result.success ? [] : result.issues.map(({ keyword }) => keyword)).toEqual(["depth"]);
  });

  test("what is no deeper than a constant is held against it", async () => {
    for (const name of ["Constant", "Enumerated"]) {
      const validator = (await compiled).validator(`${name}Schema`);
      for (const value of [lists(1), objects(1), cyclicList, cyclicObject]) expect(verdicts(validator, value), name).toEqual(refused);
    }
  });

  test("a value as deep as allowed is accepted", async () => {
    const { validator } = await compiled;
    expect(
      verdicts(
        validator("ListSchema"),
        nested(maxDepth - 1, (inner) => [inner], []),
      ).is,
    ).toBe(true);
    expect(
      verdicts(
        validator("NodeSchema"),
        nested(maxDepth - 1, (inner) => ({ next: inner }), {}),
      ).safeParse,
    ).toBe(true);
  });
});
