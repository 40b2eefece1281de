import { describe, expect, test } from "vitest";
import { readFormats } from "../../../src/config/formats.js";
import { ConfigReader } from "../../../src/config/config-reader.js";

const folders = { folder: "/project", output: "/project/src/bank" };

function read(
  formats: unknown,
  where: typeof folders | "library" = folders,
): { readonly formats: unknown; readonly mistakes: readonly string[] } {
  const reader = new ConfigReader("/project/sundial.config.ts");
  const found = readFormats(reader, { formats }, [], where === "library" ? undefined : where);
  return {
    formats: found?.map(({ name, module, export: check, words }) => [name, module, check, ...(words === undefined ? [] : [words])]),
    mistakes: reader.diagnostics.map(({ message, hint }) => (hint === undefined ? message : `${message} ${hint}`)),
  };
}

describe("formats of a configuration", () => {
  test.each([
    ["./src/formats.ts", ["iban", "../formats.ts", "iban"]],
    ["./src/formats.ts#isIban", ["iban", "../formats.ts", "isIban"]],
    ["./formats/index.ts#isIban", ["iban", "../../formats/index.ts", "isIban"]],
    ["../shared/formats#isIban", ["iban", "../../../shared/formats", "isIban"]],
    ["/elsewhere/formats.js", ["iban", "../../../elsewhere/formats.js", "iban"]],
    ["@acme/formats", ["iban", "@acme/formats", "iban"]],
    ["@acme/formats/bank.js#isIban", ["iban", "@acme/formats/bank.js", "isIban"]],
    ["#formats", ["iban", "#formats", "iban"]],
    ["#internal/formats#isIban", ["iban", "#internal/formats", "isIban"]],
    [{ from: "./src/formats.ts#$is_1", words: " an IBAN " }, ["iban", "../formats.ts", "$is_1", "an IBAN"]],
  ] as const)("are read: %j", (value, expected) => {
    expect(read({ iban: value })).toEqual({ formats: [expected], mistakes: [] });
  });

  test("of the library are relative to the output, whose place is not known", () => {
    expect(read({ iban: "../formats.ts", bic: "../../x/../formats.ts#bic" }, "library").formats).toEqual([
      ["iban", "../formats.ts", "iban"],
      ["bic", "../../formats.ts", "bic"],
    ]);
  });

  test.each([
    [{ "phone-number": "./a.ts" }, '`formats.phone-number` needs the name of the export behind it. Such as "./a.ts#isPhoneNumber".'],
    [{ iban: "./a.ts#default" }, '`formats.iban` does not take "default" as the name of an export. Such as "./a.ts#isIban".'],
    [{ iban: "./a.ts#a b" }, '`formats.iban` does not take "a b" as the name of an export. Such as "./a.ts#isIban".'],
    [{ iban: './a.ts#x } from "y"; alert(1); import { z' }, /as the name of an export\. Such as "\.\/a\.ts#isIban"\.$/],
    [{ iban: "./a.ts#" }, '`formats.iban` does not take "" as the name of an export. Such as "./a.ts#isIban".'],
    [{ iban: 1 }, "`formats.iban` must be an object, and is a number."],
    [{ iban: { from: "./a.ts", word: "x" } }, "`formats.iban.word` is not a known key. Did you mean `words`?"],
    [{ iban: { words: "x" } }, "`formats.iban.from` is required, and must be a string."],
    [{ iban: { from: "./a.ts", words: 1 } }, "`formats.iban.words` must be a string, and is a number."],
    [{ iban: "./src/bank/formats.ts" }, /^`formats\.iban` must not be inside the folder of the generated files/],
    [["a"], "`formats` must be an object, and is a list."],
  ] as const)("are refused: %j", (formats, message) => {
    expect(read(formats).mistakes).toEqual([message instanceof RegExp ? expect.stringMatching(message) : message]);
  });

  test("of the library are not inside the output", () => {
    expect(read({ iban: "./runtime/validate.js" }, "library").mistakes).toHaveLength(1);
  });
});
