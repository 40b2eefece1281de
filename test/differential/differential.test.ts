/** Emitted validators and an interpreter that is not ours agree about random values of random schemas. */
import { expect, test } from "vitest";
import { campaign, coverageTable, told } from "./campaign.js";
import { compare } from "./compare.js";
import { isMultiple } from "./multiple.js";
import { theirs } from "./theirs.js";

/** Keywords that the campaign has to have met, satisfied and not. */
const keywords = [
  ..."type enum const multipleOf minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength pattern".split(" "),
  ..."items prefixItems contains minItems maxItems uniqueItems unevaluatedItems".split(" "),
  ..."properties required patternProperties additionalProperties propertyNames minProperties maxProperties".split(" "),
  ..."dependentRequired dependentSchemas unevaluatedProperties allOf anyOf oneOf not then else ref".split(" "),
];

// `npm run test:differential` goes on for as long as it is told to.
test("validators agree with an interpreter about 40,000 random values", { timeout: 600_000 }, async () => {
  const { compared, valid, coverage, disagreements } = await campaign(1, 40_000);
  console.log(`${String(compared)} values compared, ${String(valid)} of them valid\n${coverageTable(coverage)}`);
  expect(disagreements.map(told).join("\n\n")).toBe("");
  expect(compared).toBeGreaterThanOrEqual(40_000);
  expect(valid / compared).toBeGreaterThan(0.3);
  const seldom = keywords.filter((keyword) => {
    const { passes, fails } = coverage.get(keyword) ?? { passes: 0, fails: 0 };
    return passes < 200 || fails < 200;
  });
  expect(seldom, "hardly tested").toEqual([]);
});

test("what is known to be wrong with the interpreter still is", async () => {
  const bundle = { S0: { patternProperties: { "": true }, additionalProperties: false } };
  const { disagreements } = await compare(bundle, [{ name: "S0", value: { "": 0 } }]);
  expect(disagreements.map((found) => theirs.filter(({ isIt }) => isIt(found)).length)).toEqual([1]);
});

test.each([
  [19.99, 0.01, true],
  [4.35, 0.01, true],
  [0.075, 0.01, false],
  [123456789.01, 0.01, true],
  [1e308, 0.5, true],
  [1e21, 1e-7, true],
  [-6, 3, true],
  [7, 3, false],
  [0, 5e-324, true],
  [1e-7, 1e-10, true],
])("the judge of multiples says of %s and %s: %s", (value, divisor, expected) => {
  expect(isMultiple(value, divisor)).toBe(expected);
});
