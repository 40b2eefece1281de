import { describe, expect, test } from "vitest";
import { failMinLength, listIssues, noIssues, type Issues } from "../../../../templates/runtime/validate/issues.js";
import * as members from "../../../../templates/runtime/validate/members.js";

/** What a call finds, each issue with its path and keyword. */
function found(ask: (issues: Issues) => void): readonly string[] {
  const issues = noIssues();
  ask(issues);
  return listIssues(issues).map(({ path, keyword, expected }) =>
    `${path.join("/")} ${keyword} ${expected === undefined ? "" : JSON.stringify(expected)}`.trim(),
  );
}

const isWord = (text: string): boolean => /^\w+$/.test(text);
const checkName = (value: unknown, issues: Issues): Issues => (value === "" ? failMinLength(issues, [], 1) : issues);

type Ask = (issues: Issues, value: unknown) => void;

const asks: readonly [name: string, required: Ask, optional: Ask, valid: readonly unknown[], wrong: readonly [unknown, string][]][] = [
  [
    "a type",
    (issues, value) => {
      members.requireType(issues, value, "string", "a");
    },
    (issues, value) => {
      members.optionalType(issues, value, "string", "a");
    },
    ["", "x"],
    [
      [1, 'a type "string"'],
      [null, 'a type "string"'],
    ],
  ],
  [
    "one of several types",
    (issues, value) => {
      members.requireType(issues, value, ["integer", "null", "array", "boolean"], "a");
    },
    (issues, value) => {
      members.optionalType(issues, value, ["integer", "null", "array", "boolean"], "a");
    },
    [1, -0, 2 ** 60, null, [], false],
    [
      [1.5, 'a type ["integer","null","array","boolean"]'],
      [{}, 'a type ["integer","null","array","boolean"]'],
    ],
  ],
  [
    "an object or a number",
    (issues, value) => {
      members.requireType(issues, value, ["object", "number"], "a");
    },
    (issues, value) => {
      members.optionalType(issues, value, ["object", "number"], "a");
    },
    [{}, 1.5],
    [
      [[], 'a type ["object","number"]'],
      [null, 'a type ["object","number"]'],
      [NaN, 'a type ["object","number"]'],
      [Infinity, 'a type ["object","number"]'],
      [1n, 'a type ["object","number"]'],
    ],
  ],
  [
    "a safe integer",
    (issues, value) => {
      members.requireSafeInteger(issues, value, "a");
    },
    (issues, value) => {
      members.optionalSafeInteger(issues, value, "a");
    },
    [0, 2 ** 53 - 1],
    [
      ["1", 'a type "integer"'],
      [1.5, 'a type "integer"'],
    ],
  ],
  [
    "a format",
    (issues, value) => {
      members.requireFormat(issues, value, "word", isWord, "a", ["string", "null"]);
    },
    (issues, value) => {
      members.optionalFormat(issues, value, "word", isWord, "a", ["string", "null"]);
    },
    ["word", null],
    [
      ["two words", 'a format "word"'],
      [1, 'a type ["string","null"]'],
    ],
  ],
  [
    "one of some values",
    (issues, value) => {
      members.requireOneOf(issues, value, ["x", 1, null], "a");
    },
    (issues, value) => {
      members.optionalOneOf(issues, value, ["x", 1, null], "a");
    },
    ["x", 1, null],
    [["1", 'a enum ["x",1,null]']],
  ],
  [
    "one value",
    (issues, value) => {
      members.requireOneOf(issues, value, ["x"], "a");
    },
    (issues, value) => {
      members.optionalOneOf(issues, value, ["x"], "a");
    },
    ["x"],
    [["y", 'a const "x"']],
  ],
  [
    "a check",
    (issues, value) => {
      members.requireValid(issues, value, checkName, "a");
    },
    (issues, value) => {
      members.optionalValid(issues, value, checkName, "a");
    },
    ["x", null],
    [["", "a minLength 1"]],
  ],
  [
    "items with a check",
    (issues, value) => {
      members.requireItems(issues, value, checkName, "a", 0, ["array", "null"]);
    },
    (issues, value) => {
      members.optionalItems(issues, value, checkName, "a", 0, ["array", "null"]);
    },
    [[], ["x", "y"], null],
    [
      [["x", "", ""], "a/1 minLength 1, a/2 minLength 1"],
      [{}, 'a type ["array","null"]'],
    ],
  ],
];

describe.each(asks)("a property asked for %s", (_name, required, optional, valid, wrong) => {
  test("is right, or absent where it may be", () => {
    for (const value of valid)
      expect([
        found((issues) => {
          required(issues, value);
        }),
        found((issues) => {
          optional(issues, value);
        }),
      ]).toEqual([[], []]);
    expect(
      found((issues) => {
        optional(issues, undefined);
      }),
    ).toEqual([]);
    expect(
      found((issues) => {
        required(issues, undefined);
      }),
    ).toEqual(["a required"]);
  });
  test.each(wrong)("is wrong as %o: %s", (value, text) => {
    expect(
      found((issues) => {
        required(issues, value);
      }).join(", "),
    ).toBe(text);
    expect(
      found((issues) => {
        optional(issues, value);
      }).join(", "),
    ).toBe(text);
  });
});

test("a property has only to be there", () => {
  for (const value of [null, 0, "", false])
    expect(
      found((issues) => {
        members.requirePresent(issues, value, "a");
      }),
    ).toEqual([]);
  expect(
    found((issues) => {
      members.requirePresent(issues, undefined, "a");
    }),
  ).toEqual(["a required"]);
});

test("how deep a value is goes with it", () => {
  const depths: number[] = [];
  const check = (_value: unknown, issues: Issues, depth: number): Issues => (depths.push(depth), issues);
  const issues = noIssues();
  members.requireValid(issues, {}, check, "a", 3);
  members.optionalItems(issues, [{}, {}], check, "a", 4);
  members.optionalValid(issues, {}, check, "a");
  expect(depths).toEqual([3, 4, 4, 0]);
});
