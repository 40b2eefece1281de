import { describe } from "vitest";
import { testSchemas } from "../../../support/schema-cases.js";

describe("a compiled combination of schemas", () => {
  testSchemas([
    {
      says: "unevaluatedProperties knows beforehand what members of allOf look at",
      schema: {
        type: "object",
        allOf: [
          { properties: { a: { type: "string" } } },
          { patternProperties: { "^x-": true }, not: { properties: { c: { const: 1 } }, required: ["c"] } },
        ],
        properties: { b: { type: "integer" } },
        unevaluatedProperties: false,
      },
      accepts: [{}, { a: "a", b: 1, "x-c": 1 }],
      refuses: [
        [{ a: 1, c: 2 }, "a type must be a string", "c unevaluatedProperties is not allowed"],
        ["x", " type must be an object"],
      ],
    },
    {
      says: "unevaluatedProperties of a kind",
      schema: { type: "object", allOf: [{ properties: { a: true } }], unevaluatedProperties: { type: "integer" } },
      accepts: [{ a: "a", b: 1 }],
      refuses: [[{ b: "b" }, "b type must be an integer"]],
    },
    {
      says: "unevaluatedItems after a prefix",
      schema: { type: "array", prefixItems: [{ type: "string" }], unevaluatedItems: false },
      accepts: [[], ["a"]],
      refuses: [[["a", 1, 2], "1 unevaluatedItems is not allowed", "2 unevaluatedItems is not allowed"]],
    },
    // --- combinations
    {
      says: "allOf",
      schema: {
        allOf: [
          { type: "object", required: ["a"] },
          { type: "object", properties: { b: { type: "string" } } },
        ],
      },
      accepts: [{ a: 1, b: "x" }],
      refuses: [
        [{ b: 1 }, "a required is required", "b type must be a string"],
        [1, " type must be an object"],
      ],
    },
    {
      says: "anyOf of scalars",
      schema: {
        anyOf: [
          { type: "string", minLength: 2 },
          { type: "string", pattern: "^a" },
        ],
      },
      accepts: ["bb", "a"],
      refuses: [["b", " anyOf must match one of the described alternatives"]],
    },
    {
      says: "alternatives of different types are told apart by it",
      schema: { oneOf: [{ type: "string", minLength: 2 }, { type: "object", required: ["a"] }, { type: "null" }] },
      accepts: ["ab", { a: 1 }, null],
      refuses: [
        ["a", " minLength must have at least 2 characters"],
        [{}, "a required is required"],
        [1, " type must be a string or an object or null"],
      ],
    },
    {
      says: "alternatives of objects are told apart by a constant",
      schema: {
        oneOf: [
          { type: "object", required: ["kind", "a"], properties: { kind: { const: "a" } } },
          { type: "object", required: ["kind", "b"], properties: { kind: { enum: ["b", "c"] } } },
        ],
      },
      accepts: [
        { kind: "a", a: 1 },
        { kind: "c", b: 1 },
      ],
      refuses: [
        [{ kind: "c" }, "b required is required"],
        [{ kind: "x" }, 'kind enum must be one of "a", "b", "c"'],
        [{}, "kind required is required"],
        [1, " type must be an object"],
      ],
    },
    {
      says: "oneOf refuses two that fit",
      schema: {
        oneOf: [
          { type: "integer", minimum: 1 },
          { type: "integer", maximum: 5 },
        ],
      },
      accepts: [0, 6],
      refuses: [
        [3, " oneOf must match only one of the described alternatives"],
        [1.5, " oneOf must match one of the described alternatives"],
      ],
    },
    {
      says: "anyOf of objects tells of the closest",
      schema: {
        anyOf: [
          { type: "object", required: ["a", "b", "c"] },
          { type: "object", required: ["a", "d"], properties: { a: { type: "string" } } },
        ],
      },
      accepts: [
        { a: "x", d: 1 },
        { a: 1, b: 1, c: 1 },
      ],
      refuses: [[{ a: "x" }, "d required is required"]],
    },
    { says: "not", schema: { not: { type: "string" } }, accepts: [1, null], refuses: [["a", " not must not be a string"]] },
    {
      says: "if, then, else",
      schema: { if: { type: "integer" }, then: { minimum: 1 }, else: { type: "string" } },
      accepts: [1, "a"],
      refuses: [
        [0, " minimum must be at least 1"],
        [1.5, " type must be a string"],
      ],
    },
    {
      says: "if about objects",
      schema: { if: { properties: { a: { const: 1 } }, required: ["a"] }, then: { required: ["b"] } },
      accepts: [{}, { a: 2 }, { a: 1, b: 1 }],
      refuses: [[{ a: 1 }, "b required is required"]],
    },
    // --- unevaluated
    {
      says: "unevaluatedProperties sees through allOf",
      schema: { allOf: [{ properties: { a: true } }, { properties: { b: true } }], properties: { c: true }, unevaluatedProperties: false },
      accepts: [{ a: 1, b: 1, c: 1 }],
      refuses: [[{ d: 1 }, "d unevaluatedProperties is not allowed"]],
    },
    {
      says: "unevaluatedProperties counts only alternatives that fit",
      schema: {
        anyOf: [
          { properties: { a: { type: "string" } }, required: ["a"] },
          { properties: { b: true }, required: ["b"] },
        ],
        unevaluatedProperties: { type: "integer" },
      },
      accepts: [{ a: "x" }, { b: "x" }, { a: "x", b: "x" }, { a: 1, b: "x" }],
      refuses: [[{ a: null, b: 1 }, "a type must be an integer"]],
    },
    {
      says: "unevaluatedItems",
      schema: { prefixItems: [true], contains: { type: "string" }, unevaluatedItems: false },
      accepts: [[1, "a"], ["a"]],
      refuses: [[[1, "a", 2], "2 unevaluatedItems is not allowed"]],
    },
  ]);
});
