import { expect, test } from "vitest";
import { askedRange, withRange } from "../../../src/upgrade/version-range.js";

const name = "openapi-sundial";

test.each<readonly [range: string, wanted: string | undefined, byHand: boolean]>([
  ["^0.1.0", "^0.2.0", false],
  ["~0.1.0", "~0.2.0", false],
  [">=0.1.0", ">=0.2.0", false],
  ["0.1.0", "0.2.0", false],
  ["v0.1.0", "0.2.0", false],
  ["^0.2.0-beta.1", "^0.2.0", false],
  ["^0.2.0", undefined, false],
  ["^0.3.0", undefined, false],
  ["*", undefined, false],
  ["latest", undefined, false],
  ["workspace:*", undefined, true],
  ["catalog:", undefined, true],
  ["file:../sundial.tgz", undefined, true],
  ["0.1.x || ^0.2.0", undefined, true],
])("%s, where 0.2.0 runs", (range, wanted, byHand) => {
  expect(askedRange({ devDependencies: { [name]: range } }, name, "0.2.0")).toEqual({ list: "devDependencies", range, wanted, byHand });
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
