import { expect, test } from "vitest";
import { run } from "../../../src/cli/run.js";
import { memoryIo, type MemoryIo } from "../../support/memory-io.js";

const description = `openapi: 3.1.0
info: { title: Bank, version: "1" }
paths: {}
components: { schemas: { Account: { type: object, properties: { iban: { type: string, format: iban } } } } }
`;
const module = "export function iban(text: string): boolean { return text !== ''; }\nexport const isIban = iban;\n";
const config = (formats: object, more: object = {}): string =>
  JSON.stringify({ input: "bank.yaml", output: "src/bank", emit: ["validators"], formats, ...more });

async function generated(written: string): Promise<MemoryIo> {
  const io = memoryIo({ "/project/bank.yaml": description, "/project/src/formats.ts": module, "/project/sundial.config.json": written });
  expect(await run(["generate"], io)).toBe(0);
  return io;
}

test.each([
  ["./src/formats.ts", "js", '{ iban as isIban } from "../formats.js"'],
  ["./src/formats.ts#isIban", "ts", '{ isIban } from "../formats.ts"'],
  ["./src/formats.ts#isIban", "none", '{ isIban } from "../formats"'],
  ["./src/formats#isIban", "ts", '{ isIban } from "../formats.ts"'],
  ["./src/plain.js#isIban", "ts", '{ isIban } from "../plain.js"'],
  ["./src/plain.mts#isIban", "none", '{ isIban } from "../plain.mjs"'],
  ["./src/plain.mts#isIban", "ts", '{ isIban } from "../plain.mts"'],
  ["@acme/formats.js#isIban", "none", '{ isIban } from "@acme/formats.js"'],
])("%s is imported as imports that end in %s are", async (from, importExtension, line) => {
  const io = await generated(config({ iban: from }, { importExtension }));
  expect(io.text("/project/src/bank/validators.ts")).toContain(`import ${line};\n`);
  expect(await run(["check"], io)).toBe(0);
});

test("a change of them makes the output stale, and is named", async () => {
  const io = await generated(config({ iban: "./src/formats.ts" }));
  await io.write("/project/sundial.config.json", config({ iban: { from: "./src/formats.ts#isIban", words: "an IBAN" } }));
  expect(await run(["check"], io)).toBe(1);
  expect(io.printed.stdout).toContain('the option formats changed from [{"name":"iban","module":"../formats.ts","export":"iban"}] to');
});

test("a format that is not used, a module and an export that are not there are warnings", async () => {
  const io = await generated(config({ iban: "./src/format.ts", ibna: "./src/formats.ts", bic: "./src/formats.ts#isIbn" }));
  expect(io.printed.stderr).toContain("[format-unused]");
  expect(io.printed.stderr).toContain("[format-module-not-found]");
  expect(io.printed.stderr).toContain("[format-export-not-found]");
});
