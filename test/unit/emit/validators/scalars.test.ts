import { describe } from "vitest";
import { testSchemas } from "../../../support/schema-cases.js";

const big = 9_007_199_254_740_992;

describe("a compiled schema of scalars", () => {
  testSchemas([
    // --- types
    { says: "true accepts everything", schema: true, accepts: [null, 1, "a", [], {}], refuses: [] },
    {
      says: "false accepts nothing",
      schema: { not: {} },
      accepts: [],
      refuses: [[1, " not must not match what is described as excluded"]],
    },
    {
      says: "type names one type",
      schema: { type: "string" },
      accepts: ["", "a"],
      refuses: [
        [1, " type must be a string"],
        [null, " type must be a string"],
      ],
    },
    {
      says: "type names several",
      schema: { type: ["string", "integer", "null"] },
      accepts: ["a", 1, null],
      refuses: [[1.5, " type must be an integer or a string or null"]],
    },
    {
      says: "a number is finite",
      schema: { type: "number" },
      accepts: [0, -1.5, 1e300],
      refuses: [
        [Infinity, " type must be a number"],
        [NaN, " type must be a number"],
        ["1", " type must be a number"],
      ],
    },
    {
      says: "an integer may be written with a fraction of zero",
      schema: { type: "integer" },
      accepts: [1, 1.0, 1e300],
      refuses: [
        [1.5, " type must be an integer"],
        [Infinity, " type must be an integer"],
      ],
    },
    {
      says: "an array is no object",
      schema: { type: "object" },
      accepts: [{}],
      refuses: [
        [[], " type must be an object"],
        [null, " type must be an object"],
      ],
    },
    // --- enum, const
    {
      says: "enum lists the values",
      schema: { enum: ["a", 1, null, true] },
      accepts: ["a", 1, null, true],
      refuses: [["1", ' enum must be one of "a", 1, null, true']],
    },
    {
      says: "an enumeration holds back what the type forbids",
      schema: { type: ["string", "null"], enum: ["a", "b"] },
      accepts: ["a"],
      refuses: [[null, ' enum must be one of "a", "b"']],
    },
    {
      says: "an enumeration is held against the bounds beside it",
      schema: { type: "integer", format: "int32", enum: [1, 5, 10, 1e10], minimum: 2, maximum: 20 },
      accepts: [5, 10],
      refuses: [
        [1, " enum must be one of 5, 10"],
        [1e10, " enum must be one of 5, 10"],
      ],
    },
    {
      says: "enumerations that meet have in common what is equal",
      schema: { allOf: [{ enum: [{ a: [1] }, 2, 3] }, { enum: [{ a: [1] }, 3, 4] }] },
      accepts: [{ a: [1] }, 3],
      refuses: [[2, ' enum must be one of {"a":[1]}, 3']],
    },
    {
      says: "const compares deeply, members in any order",
      schema: { const: { a: [1, { b: null }], c: 2 } },
      accepts: [{ c: 2, a: [1, { b: null }] }],
      refuses: [[{ a: [1, { b: null }] }, ' const must be {"a":[1,{"b":null}],"c":2}']],
    },
    {
      says: "a long enumeration is a set, and lists its values",
      schema: { type: "string", enum: "abcdefghijklmnopqrstuvwxyz".split("") },
      accepts: ["z"],
      refuses: [
        [
          "ä",
          ` enum must be one of ${"abcdefghijklmnopqrstuvwxyz"
            .split("")
            .map((letter) => JSON.stringify(letter))
            .join(", ")}`,
        ],
      ],
    },
    // --- numbers
    {
      says: "bounds",
      schema: { type: "number", minimum: 1, maximum: 3 },
      accepts: [1, 3],
      refuses: [
        [0.9, " minimum must be at least 1"],
        [3.1, " maximum must be at most 3"],
      ],
    },
    {
      says: "exclusive bounds",
      schema: { type: "number", exclusiveMinimum: 1, exclusiveMaximum: 3 },
      accepts: [1.1, 2.9],
      refuses: [
        [1, " exclusiveMinimum must be greater than 1"],
        [3, " exclusiveMaximum must be less than 3"],
      ],
    },
    {
      says: "a number that has to be an integer besides",
      schema: { type: ["number", "null"], allOf: [{ type: ["integer", "string"] }] },
      accepts: [0, -1],
      refuses: [
        [0.5, " type must be an integer"],
        [null, " type must be an integer"],
      ],
    },
    {
      says: "bounds say nothing about strings",
      schema: { minimum: 1 },
      accepts: [NaN, "", 1, null],
      refuses: [[0, " minimum must be at least 1"]],
    },
    {
      says: "multipleOf a whole number",
      schema: { type: "integer", multipleOf: 3 },
      accepts: [0, -3, 9],
      refuses: [[4, " multipleOf must be a multiple of 3"]],
    },
    {
      says: "multipleOf a decimal, as written",
      schema: { type: "number", multipleOf: 0.01 },
      accepts: [19.99, 4.35, 0.07, 123456789.01, 1e20],
      refuses: [
        [1.005, " multipleOf must be a multiple of 0.01"],
        [1e-10, " multipleOf must be a multiple of 0.01"],
      ],
    },
    {
      says: "multipleOf something small",
      schema: { type: "number", multipleOf: 1e-8 },
      accepts: [12391239.123, 1e-8],
      refuses: [[1.5e-8, " multipleOf must be a multiple of 1e-8"]],
    },
    {
      says: "int32",
      schema: { type: "integer", format: "int32" },
      accepts: [2147483647, -2147483648],
      refuses: [
        [2147483648, " format must be an integer between -2147483648 and 2147483647"],
        [1.5, " type must be an integer"],
      ],
    },
    {
      says: "int64 refuses what a number rounds",
      schema: { type: "integer", format: "int64" },
      accepts: [big - 1, 1 - big],
      refuses: [
        [big, ` type must be an integer between ${String(1 - big)} and ${String(big - 1)}`],
        [1e300, ` type must be an integer between ${String(1 - big)} and ${String(big - 1)}`],
      ],
    },
    {
      says: "int64 with bounds",
      schema: { type: "integer", format: "int64", minimum: 1 },
      accepts: [1],
      refuses: [
        [0, " minimum must be at least 1"],
        ["1", " type must be an integer"],
        [2 ** 60, ` type must be an integer between ${String(1 - big)} and ${String(big - 1)}`],
      ],
    },
    // --- strings
    {
      says: "lengths count code points",
      schema: { type: "string", minLength: 2, maxLength: 3 },
      accepts: ["ab", "😀😀", "😀😀😀"],
      refuses: [
        ["😀", " minLength must have at least 2 characters"],
        ["abcd", " maxLength must have at most 3 characters"],
        ["😀😀😀😀", " maxLength must have at most 3 characters"],
      ],
    },
    {
      says: "minLength 1 is not empty",
      schema: { type: "string", minLength: 1 },
      accepts: ["a"],
      refuses: [["", " minLength must have at least 1 character"]],
    },
    {
      says: "maxLength 0 is empty",
      schema: { type: "string", maxLength: 0 },
      accepts: [""],
      refuses: [["a", " maxLength must have at most 0 characters"]],
    },
    {
      says: "patterns match anywhere, with code points",
      schema: { type: "string", pattern: "^.$" },
      accepts: ["a", "😀"],
      refuses: [["ab", " pattern must match the pattern ^.$"]],
    },
    {
      says: "a pattern that only the older grammar reads",
      schema: { type: "string", pattern: "^a\\_\\-b$" },
      accepts: ["a_-b"],
      refuses: [["a", " pattern must match the pattern ^a\\_\\-b$"]],
    },
    {
      says: "several things wrong with a string are several issues",
      schema: { type: "string", minLength: 3, pattern: "^a" },
      accepts: ["abc"],
      refuses: [["b", " minLength must have at least 3 characters", " pattern must match the pattern ^a"]],
    },
    {
      says: "a known format is asserted",
      schema: { type: "string", format: "date" },
      accepts: ["2024-02-29"],
      refuses: [["2023-02-29", " format must be a date such as 2026-03-01"]],
    },
    {
      says: "an unknown format is not",
      schema: { type: "string", format: "telephone" },
      accepts: ["x"],
      refuses: [[1, " type must be a string"]],
    },
    {
      says: "bytes are a string or a Blob",
      schema: { type: "string", format: "binary" },
      accepts: ["a", new Blob(["a"])],
      refuses: [[1, " type must be a string or binary data"]],
    },
  ]);
});
