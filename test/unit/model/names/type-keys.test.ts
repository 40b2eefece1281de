import { expect, it } from "vitest";
import { maxKeyLength, typeKeys } from "../../../../src/model/names/type-keys.js";
import { apiOf } from "../../../support/api.js";

const keysOf = (names: readonly (readonly [written: string | undefined, own: string])[]): readonly string[] => [
  ...typeKeys(
    names,
    ([written]) => written,
    ([, own]) => own,
  ).values(),
];

it.each([
  { names: [["get-pet", "getPet"]], keys: ["get-pet"] },
  { names: [[undefined, "getPets"]], keys: ["getPets"] },
  { names: [["", "getPets"]], keys: ["getPets"] },
  // the first one keeps a name that two have
  { names: [["a", "a"], ["a", "a2"]], keys: ["a", "a2"] }, // prettier-ignore
  // a name as written goes before one of generated code
  { names: [[undefined, "b"], ["b", "b2"]], keys: ["b", "b2"] }, // prettier-ignore
  { names: [["x".repeat(maxKeyLength + 1), "long"]], keys: ["long"] },
  { names: [["__proto__", "proto"], ["constructor", "c"]], keys: ["__proto__", "constructor"] }, // prettier-ignore
] as const)("of $names", ({ names, keys }) => {
  expect([...keysOf(names)].sort()).toEqual([...keys].sort());
});

it("no two operations or webhooks have one key, whatever the description says", async () => {
  const api = await apiOf(`openapi: 3.1.0
info: { title: T, version: "1" }
paths:
  /a: { get: { operationId: b, responses: {} }, put: { responses: {} } }
  /b: { get: { operationId: B, responses: {} }, put: { operationId: "put a", responses: {} } }
webhooks:
  b: { post: { responses: {} } }
`);
  const keys = [...api.operations, ...api.webhooks].map(({ names }) => names.key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys).toEqual(expect.arrayContaining(["b", "B", "put a"]));
});
