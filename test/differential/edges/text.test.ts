/** Texts are counted and matched by code points. */
import { testEdges } from "./edge-cases.js";

const high = "\ud83d";
const low = "\ude00";

testEdges([
  {
    says: "a pair of surrogates is one character",
    schema: { minLength: 2, maxLength: 2 },
    accepts: ["ab", "😀😀", "a😀", "é1"],
    refuses: ["😀", "😀😀😀", "a", "abc", "e\u0301a"],
  },
  {
    says: "a lone surrogate is one character",
    schema: { minLength: 2, maxLength: 2 },
    accepts: [high + high, low + high, `a${low}`, `${high}a`, low + low],
    refuses: [high, low, high + low],
  },
  {
    says: "exactly one character",
    schema: { minLength: 1, maxLength: 1 },
    accepts: ["a", "😀", high, low, "\0", "\u2028"],
    refuses: ["", "ab", "😀😀", low + high],
  },
  {
    says: "long texts of pairs",
    schema: { minLength: 1000, maxLength: 1000 },
    accepts: ["😀".repeat(1000), "a".repeat(1000)],
    refuses: ["😀".repeat(999), "😀".repeat(1001), `${"😀".repeat(500)}${"a".repeat(501)}`],
  },
  { says: "a pattern matches code points", schema: { pattern: "^.$" }, accepts: ["😀", "a", high], refuses: ["", "ab", "\n", "😀a"] },
  {
    says: "a pattern knows properties of Unicode",
    schema: { pattern: "^\\p{L}+$" },
    accepts: ["é", "日本", "a"],
    refuses: ["p{L}", "1", ""],
  },
  { says: "a pattern is not anchored", schema: { pattern: "b" }, accepts: ["abc", "b"], refuses: ["ac", ""] },
  { says: "a pattern that only the old syntax has", schema: { pattern: "^[\\w\\-]+\\_$" }, accepts: ["a-b_"], refuses: ["a b_", ""] },
  {
    says: "a pattern does not remember where it was",
    schema: { items: { pattern: "a" } },
    accepts: [["a", "a", "ba", "a"]],
    refuses: [["a", "b", "a"]],
  },
  {
    says: "a pattern with what ends a literal",
    schema: { pattern: "^[/]\\/`\\$\\{\u2028\"'$" },
    accepts: ["//`${\u2028\"'"],
    refuses: ["//", ""],
  },
  {
    says: "names by code points",
    schema: { propertyNames: { maxLength: 1 } },
    accepts: [{ "😀": 1, a: 1 }],
    refuses: [{ ab: 1 }, { "😀😀": 1 }],
  },
  { says: "texts are not normalised", schema: { enum: ["é"] }, accepts: ["é"], refuses: ["e\u0301", "É"] },
  { says: "a lone surrogate in an enumeration", schema: { enum: [high, low, "a"] }, accepts: [high, low], refuses: [high + low, "\ufffd"] },
  {
    says: "a lone surrogate as a name",
    schema: { properties: { [high]: { type: "string" } }, additionalProperties: false },
    accepts: [{ [high]: "a" }],
    refuses: [{ [high]: 1 }, { "\ufffd": "a" }],
  },
  {
    says: "a text of ten million characters",
    schema: { pattern: "^[a-z]*$", maxLength: 20_000_000 },
    accepts: ["a".repeat(10_000_000)],
    refuses: [`${"a".repeat(10_000_000)}A`],
  },
]);
