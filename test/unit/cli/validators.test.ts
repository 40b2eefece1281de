import { expect, test } from "vitest";
import { run } from "../../../src/cli/run.js";
import { memoryIo } from "../../support/memory-io.js";

const description = `openapi: 3.1.0
info: { title: A, version: "1" }
paths:
  /a:
    post:
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/A" } } } }
      responses: { "200": { description: Fine, content: { application/json: { schema: { $ref: "#/components/schemas/A" } } } } }
components:
  schemas:
    A:
      type: object
      required: [id]
      properties:
        id: { type: integer, format: int64, readOnly: true }
        at: { type: string, format: date }
        slow: { type: string, pattern: "^(?=a)(a+)+$" }
        other: { $ref: "#/components/schemas/Part" }
    Part: { type: object, properties: { kind: { type: string } }, discriminator: { propertyName: kind } }
    Kind: { allOf: [{ $ref: "#/components/schemas/Part" }, { required: [name] }] }
`;
const config = (more: object) => JSON.stringify({ apis: { shop: { input: "a.yaml", output: "api", emit: ["validators"], ...more } } });

/** The project after a run with a configuration. */
async function generated(more: object): Promise<ReturnType<typeof memoryIo>> {
  const io = memoryIo({ "/project/a.yaml": description, "/project/sundial.config.json": config(more) });
  expect(await run(["generate"], io)).toBe(0);
  expect(await run(["check"], io)).toBe(0);
  return io;
}

test.each([
  [{ int64: "bigint" }, /bigint|isInt64/],
  [{ validators: { mode: "small" } }, /^(?![^]*function isA\()/],
  [{ validators: { formats: "annotate" } }, /^(?![^]*isDate)/],
  [{ validators: { discriminator: "exact" } }, /^(?![^]*switch)/],
  [{ validators: { patterns: "skip" } }, /^(?![^]*a\+\)\+)/],
  [{ validators: { patterns: "accept" } }, /^(?![^]*failPatternLength)/],
  [{ validators: { readOnly: "reject" } }, /failReadOnly/],
  [{ validators: { issues: "first" } }, /return failRequired/],
] as const)("%j reaches the output", async (more, sign) => {
  const usual = (await generated({})).text("/project/api/validators.ts");
  const text = (await generated(more)).text("/project/api/validators.ts");
  expect(usual).not.toMatch(sign);
  expect(text).toMatch(sign);
});

test("a change of them makes the output stale, and is named", async () => {
  const io = await generated({ int64: "string", validators: { mode: "fast" } });
  await io.write("/project/sundial.config.json", new TextEncoder().encode(config({ int64: "bigint", validators: { mode: "small" } })));
  expect(await run(["check"], io)).toBe(1);
  expect(io.printed.stdout).toContain('the option int64 changed from "string" to "bigint"');
  expect(io.printed.stdout).toContain('the option validators changed from {"mode":"fast"} to {"mode":"small"}');
});

test("a mistake in them is told by its key, and nothing is written", async () => {
  const io = memoryIo({ "/project/a.yaml": description, "/project/sundial.config.json": config({ validators: { mode: "fst" } }) });
  expect(await run(["generate"], io)).toBe(2);
  expect(io.printed.stderr).toContain('`apis.shop.validators.mode` does not take "fst".');
  expect(io.printed.stderr).toContain("Did you mean `fast`?");
  expect((await io.list("/project")).map(({ name }) => name)).not.toContain("api");
});
