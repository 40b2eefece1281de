import { expect, test } from "vitest";
import { admits } from "../../../src/upgrade/range-admits.js";
import { askedRange, withRange } from "../../../src/upgrade/version-range.js";

const name = "openapi-sundial";

test.each<readonly [range: string, wanted: string | undefined, byHand: boolean, admitted: boolean | undefined]>([
  ["^0.1.0", "^0.2.0", false, false],
  ["~0.1.0", "~0.2.0", false, false],
  [">=0.1.0", ">=0.2.0", false, true],
  ["0.1.0", "0.2.0", false, false],
  ["v0.1.0", "0.2.0", false, false],
  ["^0.2.0-beta.1", "^0.2.0", false, undefined],
  ["^0.2.0", undefined, false, true],
  ["^0.3.0", undefined, false, false],
  ["*", undefined, false, true],
  ["latest", undefined, false, undefined],
  ["workspace:*", undefined, true, undefined],
  ["catalog:", undefined, true, undefined],
  ["file:../sundial.tgz", undefined, true, undefined],
  ["0.1.x || ^0.2.0", undefined, false, true],
  ["0.1.x", undefined, true, false],
  [">=0.1.0 <0.2.0", undefined, true, false],
])("%s, where 0.2.0 runs", (range, wanted, byHand, admitted) => {
  expect(askedRange({ devDependencies: { [name]: range } }, name, "0.2.0")).toEqual({
    list: "devDependencies",
    range,
    wanted,
    byHand,
    admits: admitted,
  });
});

test("a package that is not asked for has no range", () => {
  expect(askedRange({ dependencies: { other: "1.0.0" }, devDependencies: [] }, name, "0.2.0")).toBeUndefined();
});

test("all but the range stays as it was written", () => {
  const text = '\ufeff{\r\n\t"name": "a",\r\n\t"devDependencies": { "openapi-sundial":"^0.1.0" , "b": "1" }\r\n}\r\n';
  expect(withRange(text, { list: "devDependencies" }, name, "^0.2.0")).toBe(text.replace("^0.1.0", "^0.2.0"));
});

test("a key that stands twice is left to a person", () => {
  expect(
    withRange(
      '{ "dependencies": { "openapi-sundial": "1.0.0" }, "dependencies": { "openapi-sundial": "1.0.0" } }',
      { list: "dependencies" },
      name,
      "2.0.0",
    ),
  ).toBeUndefined();
});

/** As the package `semver` of npm has it. */
test.each<readonly [range: string, inside: readonly string[], outside: readonly string[]]>([
  ["*", ["0.0.0", "9.9.9"], []],
  ["", ["0.2.0"], []],
  ["1", ["1.0.0", "1.9.9"], ["0.9.9", "2.0.0"]],
  ["0.1.x", ["0.1.0", "0.1.9"], ["0.0.9", "0.2.0"]],
  ["1.*", ["1.0.0", "1.9.0"], ["2.0.0"]],
  ["^1.2.3", ["1.2.3", "1.9.0"], ["1.2.2", "2.0.0"]],
  ["^0.1.2", ["0.1.2", "0.1.9"], ["0.2.0"]],
  ["^0.0.3", ["0.0.3"], ["0.0.4"]],
  ["^0.0", ["0.0.9"], ["0.1.0"]],
  ["^0", ["0.9.0"], ["1.0.0"]],
  ["^0.1", ["0.1.5"], ["0.2.0"]],
  ["^1.x", ["1.5.0"], ["2.0.0"]],
  ["~1.2.3", ["1.2.9"], ["1.3.0", "1.2.2"]],
  ["~1", ["1.9.0"], ["2.0.0"]],
  [">=0.1.0 <0.2.0", ["0.1.5"], ["0.2.0", "0.0.9"]],
  [">= 0.1.0 < 0.2.0", ["0.1.5"], ["0.2.0"]],
  [">1.2", ["1.3.0"], ["1.2.9"]],
  ["<=1.2", ["1.2.9"], ["1.3.0"]],
  ["<1.2", ["1.1.9"], ["1.2.0"]],
  ["=1.2.3", ["1.2.3"], ["1.2.4"]],
  ["1.2.3 - 2.3", ["1.2.3", "2.3.9"], ["2.4.0", "1.2.2"]],
  ["^0.1.0 || ^0.2.0", ["0.1.0", "0.2.9"], ["0.3.0"]],
])("what is in %s", (range, inside, outside) => {
  for (const version of inside) expect([version, admits(range, version)]).toEqual([version, true]);
  for (const version of outside) expect([version, admits(range, version)]).toEqual([version, false]);
});

test.each(["workspace:*", "latest", "file:../x", "1.2.3-beta.1", "1.2.3.4", "a || 1", "1 2 -", "=="])("%s: nothing is said", (range) => {
  expect(admits(range, "0.2.0")).toBeUndefined();
});
