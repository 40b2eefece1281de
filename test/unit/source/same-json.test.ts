import { expect, test } from "vitest";
import { sameJson, sameJsonKey } from "../../../src/source/same-json.js";
import type { Json } from "../../../src/source/source-file.js";

const values: readonly Json[] = [
  null,
  true,
  0,
  -0,
  1,
  1n,
  "1",
  "1n",
  "null",
  "",
  Infinity,
  [],
  {},
  [1, 2],
  [2, 1],
  ["1,2"],
  [[1], 2],
  { a: 1, b: [2, { c: 3, d: 4 }] },
  { b: [2, { d: 4, c: 3 }], a: 1 },
  { a: 1, b: [2, { c: 3, d: 5 }] },
  { 'a":1,"b': 1 },
  JSON.parse('{"__proto__": 1}') as Json,
];

test("two values have the same key where they are the same, and only then", () => {
  for (const one of values) for (const other of values) expect(sameJsonKey(one) === sameJsonKey(other)).toBe(sameJson(one, other));
});
