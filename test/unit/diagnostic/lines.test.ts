import { expect, test } from "vitest";
import { linesOf } from "../../../src/diagnostic/lines.js";

const text = "one\r\ntwo\n\nfour";
const places = [
  { offset: 0, line: 1, column: 1 },
  { offset: 4, line: 1, column: 5 },
  { offset: 5, line: 2, column: 1 },
  { offset: 8, line: 2, column: 4 },
  { offset: 9, line: 3, column: 1 },
  { offset: 10, line: 4, column: 1 },
  { offset: 14, line: 4, column: 5 },
];
const written = ["one", "two", "", "four"];

test.each([places, places.toReversed()])("finds the line and column of a place, whatever was asked before", (...order) => {
  const lines = linesOf(text);
  for (const { offset, ...place } of order) expect(lines.at(offset)).toEqual(place);
});

test.each([
  [1, 2, 3, 4],
  [4, 3, 2, 1],
  [3, 1, 4, 2],
])("gives the text of a line without its end, in any order (%i, …)", (...order) => {
  const lines = linesOf(text);
  for (const line of order) expect(lines.text(line)).toBe(written[line - 1]);
});

test("has no line before the first and none behind the last", () => {
  for (const [own, count] of [
    [text, 4],
    ["", 1],
    ["\n", 2],
  ] as const) {
    expect(linesOf(own).text(0)).toBeUndefined();
    expect(linesOf(own).text(count)).toBeDefined();
    expect(linesOf(own).text(count + 1)).toBeUndefined();
  }
});
