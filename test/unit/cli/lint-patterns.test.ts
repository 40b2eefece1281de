/** What `lint` says of patterns that are slow as they are written. */
import { expect, test } from "vitest";
import { run } from "../../../src/cli/run.js";
import { memoryIo } from "../../support/memory-io.js";

const description = `openapi: 3.1.0
info: { title: Words, version: "1" }
paths: {}
components:
  schemas:
    Rewritten: { type: string, pattern: '^(\\w+\\s?)+$', examples: [aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!] }
    Resource: { type: string, pattern: '^arn:aws:kms:.*:[0-9]+:.*$', default: "arn:aws:kms:${":".repeat(3000)}1:" }
    Names: { type: object, patternProperties: { '^(a+)+$': { type: integer } } }
    LooksAhead: { type: string, pattern: '^(?=a)(a+)+$' }
    Fast: { type: string, pattern: '^a+$' }
    Short: { type: string, maxLength: 5, pattern: '^(a+)+$' }
`;

async function said(...args: readonly string[]): Promise<readonly string[]> {
  const io = memoryIo({ "/project/api.yaml": description });
  await run([...args, "--format", "json"], io);
  const { diagnostics } = JSON.parse(io.printed.stdout) as {
    readonly diagnostics: readonly {
      readonly code: string;
      readonly severity: string;
      readonly at: { readonly line: number; readonly column: number };
    }[];
  };
  return diagnostics.map(({ code, severity, at: { line, column } }) => `${severity} ${code} ${String(line)}:${String(column)}`);
}

test("those that validators match in another way are a remark of lint, those with a limit a warning of all commands", async () => {
  expect((await said("lint", "--input", "api.yaml")).toSorted()).toEqual([
    "info pattern-vulnerable 6:41",
    "info pattern-vulnerable 7:40",
    "info pattern-vulnerable 8:49",
    "warning example-invalid 6:67",
    "warning pattern-vulnerable 9:42",
  ]);
  expect(await said("generate", "--input", "api.yaml", "--output", "out", "--emit", "validators")).toEqual([
    "warning pattern-vulnerable 9:42",
  ]);
});
