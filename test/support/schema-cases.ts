import { expect, test } from "vitest";
import type { ValidatorOptions } from "../../src/emit/options.js";
import type { Result } from "../../templates/runtime/validate/validate.js";
import { validatorsOfSchemas } from "./validators.js";

/** A schema; values it accepts; values it refuses, each with its issues as "path keyword message". */
export interface SchemaCase {
  readonly says: string;
  readonly schema: unknown;
  readonly accepts: readonly unknown[];
  readonly refuses: readonly (readonly [value: unknown, ...issues: string[]])[];
}

/** The ways in which a configuration can have validators emitted that say the same of a value. */
const ways: readonly ValidatorOptions[] = [
  { mode: "fast" },
  { mode: "small" },
  { mode: "fast", issues: "first" },
  { mode: "small", issues: "first" },
];

/** One test per case; all schemas are compiled together, as those of a description are. */
export function testSchemas(cases: readonly SchemaCase[]): void {
  const schemas = Object.fromEntries(cases.map(({ schema }, index) => [`Case${String(index)}`, schema]));
  const compiled = Promise.all(ways.map(async (way) => ({ way, validators: await validatorsOfSchemas(schemas, way) })));
  test.each(cases.map((example, index) => ({ ...example, index })))("$says", async ({ index, accepts, refuses }) => {
    for (const { way, validators } of await compiled) {
      const validator = validators.validator(`Case${String(index)}Schema`);
      const told = (value: unknown): string => `${JSON.stringify(value)} ${JSON.stringify(way)}`;
      for (const value of accepts) {
        expect(issuesOf(validator.safeParse(value)), told(value)).toEqual([]);
        expect(validator.is(value), told(value)).toBe(true);
      }
      for (const [value, ...issues] of refuses) {
        const found = issuesOf(validator.safeParse(value));
        if (way.issues === "first") expect([found.length, isFirst(found[0] ?? "", issues)], told(value)).toEqual([1, true]);
        else expect(found, told(value)).toEqual(issues);
        expect(validator.is(value), told(value)).toBe(false);
      }
    }
  });
}

/** Of alternatives that stop at their first issue, none is closer than another. */
const isFirst = (found: string, issues: readonly string[]): boolean => issues.includes(found) || / (?:anyOf|oneOf) /.test(found);

/** Issues as "path keyword message". */
export function issuesOf(result: Result<unknown>): readonly string[] {
  return result.success ? [] : result.issues.map(({ path, keyword, message }) => `${path.join(".")} ${keyword} ${message}`);
}
