import { expect, test } from "vitest";
import type { Result } from "../../templates/runtime/validate.js";
import { validatorsOfSchemas } from "./validators.js";

/** A schema; values it accepts; values it refuses, each with its issues as "path keyword message". */
export interface SchemaCase {
  readonly says: string;
  readonly schema: unknown;
  readonly accepts: readonly unknown[];
  readonly refuses: readonly (readonly [value: unknown, ...issues: string[]])[];
}

/** One test per case; all schemas are compiled together, as those of a description are. */
export function testSchemas(cases: readonly SchemaCase[]): void {
  const compiled = validatorsOfSchemas(Object.fromEntries(cases.map(({ schema }, index) => [`Case${String(index)}`, schema])));
  test.each(cases.map((example, index) => ({ ...example, index })))("$says", async ({ index, accepts, refuses }) => {
    const validator = (await compiled).validator(`Case${String(index)}Schema`);
    for (const value of accepts) expect(issuesOf(validator.safeParse(value)), JSON.stringify(value)).toEqual([]);
    for (const [value, ...issues] of refuses) expect(issuesOf(validator.safeParse(value)), JSON.stringify(value)).toEqual(issues);
  });
}

/** Issues as "path keyword message". */
export function issuesOf(result: Result<unknown>): readonly string[] {
  return result.success ? [] : result.issues.map(({ path, keyword, message }) => `${path.join(".")} ${keyword} ${message}`);
}
