/** Equality as JSON has it, which never asks the data. */
import { describe, expect, test } from "vitest";
import { inEveryMode, json, testEdges, verdicts } from "./edge-cases.js";

/** Data that would have its say in `==`, in a sum, in a template, in JSON.stringify and in an await. */
const talkative = (answer: unknown): unknown => ({ valueOf: answer, toString: answer, toJSON: answer, then: answer, length: answer });

const unique = { says: "", schema: { uniqueItems: true } };

testEdges([
  {
    ...unique,
    says: "unique scalars",
    accepts: [
      [0, "0", false, null, ""],
      [1, true],
      ["__proto__", "constructor"],
      [1, "1"],
    ],
    refuses: [
      [0, -0],
      ["a", "a"],
      [null, null],
      [1, 1.0],
    ],
  },
  {
    ...unique,
    says: "unique lists",
    accepts: [
      [[1], [true]],
      [[[1]], [1]],
      [
        [1, 2],
        [2, 1],
      ],
      [[], [[]]],
    ],
    refuses: [
      [[1], [1]],
      [[], []],
      [[[0]], [[-0]]],
    ],
  },
  {
    ...unique,
    says: "unique objects",
    accepts: [
      [{ a: 1 }, { a: 2 }],
      [{ a: 1 }, { b: 1 }],
      [{}, []],
      [{ a: 1 }, { a: 1, b: 1 }],
    ],
    refuses: [
      [
        { a: 1, b: { c: 1, d: 2 } },
        { b: { d: 2, c: 1 }, a: 1 },
      ],
      [{}, {}],
    ],
  },
  {
    ...unique,
    says: "objects with methods of their own",
    accepts: [[talkative(1), talkative(2)]],
    refuses: [
      [talkative(1), talkative(1)],
      [json('{"valueOf":1}'), json('{"valueOf":1}')],
    ],
  },
  {
    ...unique,
    says: "an own __proto__",
    accepts: [
      [json('{"__proto__":1}'), {}],
      [json('{"__proto__":1}'), json('{"__proto__":2}')],
    ],
    refuses: [[json('{"__proto__":1}'), json('{"__proto__":1}')]],
  },
  {
    ...unique,
    says: "texts that look like other values",
    accepts: [
      ["[]", []],
      ["{}", {}],
      ['{"a":1}', { a: 1 }],
      [["a,b"], ["a", "b"]],
      [{ "a,b": 1 }, { a: 1, b: 1 }],
      ['"a"', "a"],
    ],
  },
  {
    ...unique,
    says: "many objects",
    accepts: [Array.from({ length: 100 }, (_, index) => ({ index }))],
    refuses: [[...Array.from({ length: 100 }, (_, index) => ({ index })), { index: 50 }]],
  },
  {
    ...unique,
    says: "many objects that are nearly the same",
    accepts: [Array.from({ length: 40 }, (_, index) => ({ a: index % 2 === 0 ? index : String(index - 1), b: [] }))],
  },
  {
    says: "a constant in any order",
    schema: { const: { a: [1, { b: null }], c: "x" } },
    accepts: [{ c: "x", a: [1, { b: null }] }],
    refuses: [{ c: "x", a: [{ b: null }, 1] }, { c: "x" }, { c: "x", a: [1, { b: null, d: 1 }] }, { c: "x", a: [1, { b: undefined }] }],
  },
  {
    says: "a constant with methods",
    schema: { const: { toString: 1, valueOf: { toJSON: 2 } } },
    accepts: [{ valueOf: { toJSON: 2 }, toString: 1 }],
    refuses: [{}, { toString: 1 }, talkative(1)],
  },
  {
    says: "an enumeration of deep values",
    schema: { enum: [{}, [], [{ a: [] }], 1] },
    accepts: [{}, [], [{ a: [] }], 1],
    refuses: [[[]], { a: 1 }, [{ a: [1] }], "1", null],
  },
  { says: "an empty list is no empty object", schema: { const: [] }, accepts: [[]], refuses: [{}, "", null, { length: 0 }] },
]);

describe("data with methods that throw", () => {
  const bomb = (): never => {
    throw new Error("called");
  };
  const data = (): unknown => ({
    valueOf: bomb,
    toString: bomb,
    toJSON: bomb,
    then: bomb,
    constructor: bomb,
    [Symbol.toPrimitive]: bomb,
    [Symbol.iterator]: bomb,
  });

  test.each<[string, unknown]>([
    ["uniqueItems", { uniqueItems: true, items: { type: "object" } }],
    ["const", { items: { const: { a: 1 } } }],
    ["enum", { items: { enum: [{ a: 1 }, "a", 1] } }],
    ["numbers and texts", { items: { type: "string", minLength: 1, pattern: "a", format: "date" } }],
    ["counts", { items: { minProperties: 100, maxLength: 1, minimum: 1, multipleOf: 0.01 } }],
    ["alternatives", { items: { oneOf: [{ type: "string" }, { const: { a: 2 } }, { required: ["b"] }] } }],
  ])("are never called by %s", async (_what, schema) => {
    await inEveryMode(schema, (validator) => {
      const result = validator.safeParse([data(), data()]);
      if (!result.success) expect(result.issues.map(({ message }) => message)).not.toContain("called");
    });
  });
});

test("20,000 objects are held against each other without each being held against each", async () => {
  const items = Array.from({ length: 20_000 }, (_, index) => ({ id: index, name: `item ${String(index % 7)}` }));
  await inEveryMode({ uniqueItems: true }, (validator) => {
    const started = performance.now();
    expect(verdicts(validator, items).is).toBe(true);
    expect(validator.is([...items, { name: "item 0", id: 7 }])).toBe(false);
    // 400 million comparisons take minutes; this is no measurement.
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
