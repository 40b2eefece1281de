import { describe, expect, test } from "vitest";
import { catalogue, diagnostic } from "../../../src/diagnostic/catalogue.js";
import type { Diagnostic } from "../../../src/diagnostic/diagnostic.js";
import { isFixedError, judged } from "../../../src/diagnostic/strictness.js";

const defect = diagnostic("ref-not-found", '"#/a" leads to nothing.', { hint: "Did you mean #/b?", assumed: "any value is accepted" });
const fixed = diagnostic("not-openapi", "It is no description.");
const warning = diagnostic("unknown-key", '"gett" is not a key.');

const brief = ({ severity, message, hint }: Diagnostic): string => [severity, message, ...(hint === undefined ? [] : [hint])].join(" | ");

describe("a defect with an evident meaning", () => {
  test("is an error with a way out where the description is held strictly", () => {
    expect(judged([defect], { strict: true }).map(brief)).toEqual([
      'error | "#/a" leads to nothing. | Did you mean #/b? Without `strict`, any value is accepted.',
    ]);
  });

  test("is else a warning that says what is assumed", () => {
    expect(judged([defect], { strict: false }).map(brief)).toEqual([
      'warning | "#/a" leads to nothing; any value is accepted. | Did you mean #/b?',
    ]);
  });
});

test("a code has the severity that is asked for, strict or not", () => {
  for (const strict of [true, false]) {
    const severity = { "ref-not-found": "info", "unknown-key": "error" } as const;
    expect(judged([defect, warning], { strict, severity }).map((each) => each.severity)).toEqual(["info", "error"]);
    expect(judged([defect, warning], { strict, severity: { "ref-not-found": "off", "unknown-key": "off" } })).toEqual([]);
  }
});

test("an error without an assumption stands, whatever is asked for", () => {
  expect(judged([fixed], { strict: false, severity: { "not-openapi": "off" } })).toEqual([fixed]);
});

test("a code whose errors can be assumed away says in its explanation what is then assumed", () => {
  const codes = Object.keys(catalogue) as (keyof typeof catalogue)[];
  expect(isFixedError("ref-not-found")).toBe(false);
  expect(isFixedError("syntax")).toBe(true);
  expect(codes.filter((code) => catalogue[code].severity === "error" && !isFixedError(code)).length).toBeGreaterThan(10);
});
