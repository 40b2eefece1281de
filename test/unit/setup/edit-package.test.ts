import { describe, expect, test } from "vitest";
import { withScripts } from "../../../src/setup/edit-package.js";

const scripts = { generate: "sundial generate", "generate:check": "sundial check" };

describe("scripts are added to a package.json, and all else stays", () => {
  test.each([
    [
      "two blanks",
      '{\n  "name": "a",\n  "scripts": {\n    "test": "x"\n  },\n  "z": 1\n}\n',
      '{\n  "name": "a",\n  "scripts": {\n    "test": "x",\n    "generate": "sundial generate",\n    "generate:check": "sundial check"\n  },\n  "z": 1\n}\n',
    ],
    [
      "tabs, CRLF, a byte order mark, no last line end",
      '\ufeff{\r\n\t"scripts": {\r\n\t\t"a": "b"\r\n\t}\r\n}',
      '\ufeff{\r\n\t"scripts": {\r\n\t\t"a": "b",\r\n\t\t"generate": "sundial generate",\r\n\t\t"generate:check": "sundial check"\r\n\t}\r\n}',
    ],
    [
      "no scripts, before dependencies",
      '{\n    "name": "a",\n    "dependencies": {}\n}\n',
      '{\n    "name": "a",\n    "scripts": {\n        "generate": "sundial generate",\n        "generate:check": "sundial check"\n    },\n    "dependencies": {}\n}\n',
    ],
    [
      "no scripts, at the end",
      '{\n  "private": true\n}\n',
      '{\n  "private": true,\n  "scripts": {\n    "generate": "sundial generate",\n    "generate:check": "sundial check"\n  }\n}\n',
    ],
    [
      "empty scripts",
      '{\n\t"scripts": {},\n\t"a": 1\n}',
      '{\n\t"scripts": {\n\t\t"generate": "sundial generate",\n\t\t"generate:check": "sundial check"\n\t},\n\t"a": 1\n}',
    ],
    ["one line", '{"a":1}', '{"a":1,"scripts": {"generate": "sundial generate","generate:check": "sundial check"}}'],
    [
      "one line with blanks",
      '{ "scripts": { "a": "b" } }',
      '{ "scripts": { "a": "b", "generate": "sundial generate", "generate:check": "sundial check" } }',
    ],
    ["nothing", "{}\n", '{\n  "scripts": {\n    "generate": "sundial generate",\n    "generate:check": "sundial check"\n  }\n}\n'],
  ])("%s", (_, before, after) => {
    expect(withScripts(before, scripts)).toBe(after);
  });

  test("names of others, with quotes and braces in them, are no places to add to", () => {
    const before = '{\n  "description": "\\"scripts\\": {",\n  "scripts": {\n    "a}": "echo \\"}\\""\n  }\n}';
    expect(JSON.parse(withScripts(before, scripts) ?? "")).toEqual({ ...JSON.parse(before), scripts: { "a}": 'echo "}"', ...scripts } });
  });
});

test.each([
  ["scripts that stand twice", '{ "scripts": {}, "scripts": { "a": "b" } }'],
  ["scripts that are no object", '{ "scripts": [] }'],
  ["no JSON", '{ "scripts": {}, }'],
  ["a list", "[]"],
])("%s are left to a person", (_, text) => {
  expect(withScripts(text, scripts)).toBeUndefined();
});
