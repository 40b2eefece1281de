/** Every part of an entry is right, and what is made of the table is as the table says. `UPDATE=1` writes what is made of it. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { numberFormatOf, textFormatOf } from "../../../../src/model/formats/find-format.js";
import { formats } from "../../../../src/model/formats/formats.js";
import { sampleString, seeded } from "../../../support/sample-text.js";
import { projectRoot } from "../../../support/compile.js";
import { checkOf, textFormats } from "../../runtime/validate/formats/checking.js";

const digits = ["0", "5", "-1", "10", "42", "123", "2026", "12345", "20260301", "9007199254740993", "9223372036854775807"];

describe.each(textFormats)("%s", (name, { accepts, refuses, neverDigits, words }) => {
  test("is checked by a function of the runtime, which takes its samples and no others", () => {
    const check = checkOf(name);
    expect(accepts.filter((text) => !check(text))).toEqual([]);
    expect(refuses.filter(check)).toEqual([]);
    expect(accepts.length, "one sample is no sample").toBeGreaterThan(1);
    expect(refuses.length).toBeGreaterThan(0);
  });

  test("is put into words that go on where “must be” leaves off", () => {
    expect(words).toMatch(/^\S.*[^\s.]$/);
  });

  test("takes no integer in digits where its entry says so", () => {
    if (neverDigits === true) expect(digits.filter(checkOf(name))).toEqual([]);
  });

  test("has samples that tests of whole descriptions use", () => {
    const random = seeded(1);
    for (let round = 0; round < 20; round += 1)
      expect(accepts).toContain(
        sampleString(random, [{ kind: "string", format: name }], "plain") ?? (accepts.includes("") ? "" : undefined),
      );
  });
});

test("a name that every object inherits is no format", () => {
  const names = ["telephone", "constructor", "__proto__", "toString"];
  expect(names.map(textFormatOf)).toEqual(names.map(() => undefined));
  expect(names.map(numberFormatOf)).toEqual(names.map(() => undefined));
});

const numbers = Object.keys(formats).flatMap((name) => {
  const range = numberFormatOf(name);
  return range === undefined || range === "any" ? [] : [{ name, range }];
});
const between = (min: number | string, max: number | string): string => `an integer between ${String(min)} and ${String(max)}`;
/** What no sentence would add to. */
const isSaid = ([name, { words }]: (typeof textFormats)[number]): boolean => words !== `of the format ${name}`;

function entries(words: readonly (readonly [name: string, words: string])[]): string {
  const key = (name: string): string => (/^[a-z]\w*$/.test(name) ? name : JSON.stringify(name));
  const value = (text: string): string => (text.includes('"') ? `'${text}'` : JSON.stringify(text));
  return words.map(([name, text]) => `  ${key(name)}: ${value(text)},\n`).join("");
}

/** A part of a file that is made of the table: what stands between two texts. */
function made(path: string, start: string, end: string, text: string): void {
  const file = join(projectRoot, path);
  const whole = readFileSync(file, "utf8");
  const from = whole.indexOf(start) + start.length;
  const to = whole.indexOf(end, from);
  expect(whole.indexOf(start), `${path} has ${start}`).toBeGreaterThanOrEqual(0);
  if (process.env["UPDATE"] === "1") writeFileSync(file, whole.slice(0, from) + text + whole.slice(to));
  else expect(whole.slice(from, to)).toBe(text);
}

describe("made of the table", () => {
  const issues = "templates/runtime/validate/issues.ts";

  test("are the sentences of the runtime about strings", () => {
    const words = textFormats.filter(isSaid).map(([name, format]) => [name, format.words] as const);
    made(issues, "export const failFormat: Fail<string> = /* @__PURE__ */ failingFormats({\n", "});\n", entries(words));
  });

  test("are the sentences of the runtime about numbers", () => {
    const held = numbers
      .filter(({ range }) => !("exact" in range))
      .map(({ name, range }) => [name, between(range.min, range.max)] as const);
    made(issues, "export const failIntegerFormat: Fail<string> = /* @__PURE__ */ failingFormats({\n", "});\n", entries(held));
    const exact = numbers.flatMap(({ name, range }) => (range.exact === undefined ? [] : [[name, between(...range.exact)] as const]));
    made(issues, "export const failInt64: Fail<string> = /* @__PURE__ */ failingFormats({\n", "});\n", entries(exact));
  });

  test("is the table of the documentation", () => {
    const row = (name: string, of: string, words: string, sample: string): string => `| \`${name}\` | ${of} | ${words} | ${sample} |\n`;
    const rows = [
      ...textFormats.map(([name, { words, accepts }]) => row(name, "strings", words, `\`${accepts[0]}\``)),
      ...numbers.map(({ name, range }) => row(name, "numbers", between(range.min, range.max), `\`${String(range.max)}\``)),
    ];
    made("docs/validators.md", "| format | of | a value must be | for example |\n|---|---|---|---|\n", "\n\n", rows.join("").slice(0, -1));
  });
});
