import { describe } from "vitest";
import { testSchemas } from "../../../support/schema-cases.js";

const parse = (text: string): unknown => JSON.parse(text);

describe("a compiled schema of arrays and objects", () => {
  testSchemas([
    // --- names
    {
      says: "properties that are called as what a check calls",
      schema: {
        type: "object",
        required: ["failRequired", "failRequiredType"],
        properties: {
          issues: { type: "string" },
          noIssues: {
            oneOf: [
              { type: "object", required: ["a"] },
              { type: "object", required: ["b"] },
            ],
          },
          failType: { type: "string" },
          failRequired: { type: "string", minLength: 1 },
          failRequiredType: { type: "string" },
          requireType: { type: "string", format: "date" },
          optionalType: { type: ["string", "null"] },
          at: { type: "array", items: { type: "object", properties: { at: { type: "string" } } } },
        },
      },
      accepts: [{ failRequired: "a", failRequiredType: "b", noIssues: { a: 1 } }],
      refuses: [
        [
          { failType: 1, issues: 1, noIssues: {}, requireType: "x", optionalType: 1, at: [{ at: 1 }] },
          "issues type must be a string",
          "noIssues oneOf must match one of the described alternatives",
          "failType type must be a string",
          "failRequired required is required",
          "failRequiredType required is required",
          "requireType format must be a date such as 2026-03-01",
          "optionalType type must be a string or null",
          "at.0.at type must be a string",
        ],
      ],
    },
    // --- arrays
    {
      says: "a required property that may not be there",
      schema: { type: "object", required: ["a"], properties: { a: false, b: { type: "string" } } },
      accepts: [],
      refuses: [
        [{}, "a required is required"],
        [{ a: 1 }, "a properties is not allowed"],
      ],
    },
    {
      says: "items",
      schema: { type: "array", items: { type: "string" } },
      accepts: [[], ["a"]],
      refuses: [
        [["a", 1, null], "1 type must be a string", "2 type must be a string"],
        ["a", " type must be an array"],
      ],
    },
    {
      says: "a number of items",
      schema: { type: "array", minItems: 1, maxItems: 2 },
      accepts: [[1], [1, 2]],
      refuses: [
        [[], " minItems must have at least 1 item"],
        [[1, 2, 3], " maxItems must have at most 2 items"],
      ],
    },
    {
      says: "prefixItems, then items",
      schema: { type: "array", prefixItems: [{ type: "string" }, { type: "integer" }], items: { type: "boolean" } },
      accepts: [[], ["a"], ["a", 1, true]],
      refuses: [[[1, 1, 1], "0 type must be a string", "2 type must be a boolean"]],
    },
    {
      says: "nothing after the prefix",
      schema: { prefixItems: [true], items: false },
      accepts: [[1], "x"],
      refuses: [[[1, 2], " items must have at most 1 item"]],
    },
    {
      says: "contains, between two numbers",
      schema: { contains: { type: "integer" }, minContains: 2, maxContains: 3 },
      accepts: [
        [1, "a", 2],
        [1, 2, 3],
      ],
      refuses: [
        [[1], " contains must have at least 2 items of the kind described"],
        [[1, 2, 3, 4], " maxContains must have at most 3 items of the kind described"],
      ],
    },
    {
      says: "unique scalars",
      schema: { uniqueItems: true },
      accepts: [
        [1, "1", true, null],
        [1, true],
        [0, false],
        ["__proto__", "a"],
      ],
      refuses: [
        [[1, 2, 1], " uniqueItems must not have the same item twice"],
        [[0, -0], " uniqueItems must not have the same item twice"],
      ],
    },
    {
      says: "unique objects, whatever their methods",
      schema: { uniqueItems: true },
      accepts: [
        [{ valueOf: 1 }, { valueOf: 2 }],
        [
          { a: 1, b: 2 },
          { a: 1, b: 3 },
        ],
        [[1], ["1"]],
      ],
      refuses: [
        [
          [
            { a: 1, b: [2] },
            { b: [2], a: 1 },
          ],
          " uniqueItems must not have the same item twice",
        ],
      ],
    },
    // --- objects
    {
      says: "required and optional properties",
      schema: { type: "object", required: ["a"], properties: { a: { type: "string" }, b: { type: "integer" } } },
      accepts: [{ a: "x" }, { a: "x", b: 1, c: null }, { a: "x", b: undefined }],
      refuses: [
        [{}, "a required is required"],
        [{ a: 1, b: "x" }, "a type must be a string", "b type must be an integer"],
      ],
    },
    {
      says: "required without a description",
      schema: { required: ["a", "b"] },
      accepts: [{ a: null, b: 1 }, 1],
      refuses: [[{}, "a required is required", "b required is required"]],
    },
    {
      says: "no other properties",
      schema: { type: "object", properties: { a: true }, additionalProperties: false },
      accepts: [{}, { a: 1 }, { a: 1, b: undefined }],
      refuses: [
        [{ a: 1, b: 2 }, "b additionalProperties is not allowed"],
        [parse('{"__proto__":1}'), "__proto__ additionalProperties is not allowed"],
      ],
    },
    {
      says: "other properties of one kind",
      schema: { type: "object", properties: { a: { type: "string" } }, additionalProperties: { type: "integer" } },
      accepts: [{ a: "x", b: 1 }],
      refuses: [[{ a: "x", b: "y", c: 1.5 }, "b type must be an integer", "c type must be an integer"]],
    },
    {
      says: "patternProperties",
      schema: { patternProperties: { "^x-": { type: "string" }, y$: { type: "integer" } }, additionalProperties: false },
      accepts: [{ "x-a": "b", ay: 1 }],
      refuses: [
        [{ "x-y": 1 }, "x-y type must be a string"],
        [{ z: 1 }, "z additionalProperties is not allowed"],
      ],
    },
    {
      says: "propertyNames",
      schema: { propertyNames: { maxLength: 2 } },
      accepts: [{ ab: 1 }],
      refuses: [[{ abc: 1 }, "abc propertyNames is not allowed as a name, which must have at most 2 characters"]],
    },
    {
      says: "propertyNames of some kinds",
      schema: { propertyNames: { anyOf: [{ pattern: "^a" }, { pattern: "^b" }] } },
      accepts: [{ ab: 1, b: 1 }],
      refuses: [[{ a: 1, c: 1, d: 1 }, "c propertyNames is not allowed as a name", "d propertyNames is not allowed as a name"]],
    },
    {
      says: "a number of properties",
      schema: { minProperties: 1, maxProperties: 2 },
      accepts: [{ a: 1 }, "x"],
      refuses: [
        [{}, " minProperties must have at least 1 property"],
        [{ a: undefined }, " minProperties must have at least 1 property"],
        [{ a: 1, b: 1, c: 1 }, " maxProperties must have at most 2 properties"],
      ],
    },
    {
      says: "dependentRequired",
      schema: { dependentRequired: { a: ["b"] } },
      accepts: [{}, { b: 1 }, { a: 1, b: 1 }],
      refuses: [[{ a: 1 }, 'b dependentRequired is required beside "a"']],
    },
    {
      says: "dependentSchemas",
      schema: { dependentSchemas: { a: { required: ["b"] } } },
      accepts: [{}, { a: 1, b: 1 }],
      refuses: [[{ a: 1 }, "b required is required"]],
    },
    {
      says: "names that every object inherits",
      schema: { type: "object", required: ["constructor", "toString", "__proto__"], properties: { valueOf: { type: "string" } } },
      accepts: [parse('{"constructor":1,"toString":2,"__proto__":3}')],
      refuses: [[{}, "constructor required is required", "toString required is required", "__proto__ required is required"]],
    },
    {
      says: "an own __proto__ is looked at",
      schema: parse('{"properties":{"__proto__":{"type":"string"}}}'),
      accepts: [{}, parse('{"__proto__":"a"}')],
      refuses: [[parse('{"__proto__":1}'), "__proto__ type must be a string"]],
    },
    {
      says: "a forbidden property",
      schema: { properties: { a: false } },
      accepts: [{}, { b: 1 }],
      refuses: [[{ a: 1 }, "a properties is not allowed"]],
    },
    // --- nested
    {
      says: "paths lead from the root",
      schema: {
        properties: {
          a: {
            type: "array",
            items: { type: "object", required: ["c"], properties: { b: { type: "array", items: { type: "integer" } } } },
          },
        },
      },
      accepts: [{ a: [{ c: 1, b: [1] }] }],
      refuses: [[{ a: [{ c: 1 }, { b: [1, "x"] }] }, "a.1.b.1 type must be an integer", "a.1.c required is required"]],
    },
  ]);
});
