import { expect, test } from "vitest";
import { formatModuleProblems, type ConfiguredFormat } from "../../../src/project/format-modules.js";
import { memoryIo } from "../../support/memory-io.js";

const io = memoryIo({
  "/project/src/formats.ts":
    "export function isIban(text: string) { return true; }\nexport const bic = 1;\nconst own = 1;\nexport { own as isOwn, type T };\nexport const { a, b } = c;\n",
  "/project/src/list.ts": 'export * from "./formats.js";\n',
  "/project/src/plain.js": "module.exports = { iban };\n",
});

const format = (written: string, wanted: string): ConfiguredFormat => ({
  name: "iban",
  module: "unused here",
  export: wanted,
  at: { file: "file:///project/sundial.config.ts", pointer: "/formats/iban" },
  written,
  file: written.startsWith("./") ? `/project/${written.slice(2)}` : undefined,
  folder: "/project",
});

test.each([
  ["./src/formats.ts", "isIban", "js"],
  ["./src/formats.ts", "isOwn", "js"],
  ["./src/formats.ts", "b", "js"],
  ["./src/formats", "bic", "none"],
  ["./src/formats.js", "bic", "js"],
  ["./src/list.ts", "whatever", "js"],
  ["./src/plain.js", "whatever", "ts"],
  ["@acme/formats", "whatever", "js"],
] as const)("%s has %s", async (written, wanted, extension) => {
  expect(await formatModuleProblems(io, [format(written, wanted)], extension)).toEqual([]);
});

test.each([
  [
    "./src/fromats.ts",
    "isIban",
    "js",
    'format-module-not-found: The module "./src/fromats.ts" of the format "iban" does not exist. Did you mean "./src/formats.ts"?',
  ],
  [
    "./src/formats.js",
    "isIban",
    "ts",
    'format-module-not-found: The module "./src/formats.js" of the format "iban" does not exist. Did you mean "./src/formats.ts"?',
  ],
  [
    "./nowhere/a.ts",
    "isIban",
    "js",
    'format-module-not-found: The module "./nowhere/a.ts" of the format "iban" does not exist. Paths are relative to the configuration file.',
  ],
  [
    "src/formats.ts",
    "isIban",
    "js",
    'format-module-not-found: The module "src/formats.ts" of the format "iban" does not exist. A path begins with "./": did you mean "./src/formats.ts"?',
  ],
  [
    "./src/formats.ts",
    "isIbn",
    "js",
    'format-export-not-found: The module "./src/formats.ts" of the format "iban" has no export "isIbn". Did you mean "./src/formats.ts#isIban"?',
  ],
  [
    "./src/formats.ts",
    "T1",
    "js",
    'format-export-not-found: The module "./src/formats.ts" of the format "iban" has no export "T1". A check is a function of a string: `export function T1(text: string): boolean`.',
  ],
] as const)("%s has no %s", async (written, wanted, extension, message) => {
  const problems = await formatModuleProblems(io, [format(written, wanted)], extension);
  expect(problems.map((each) => `${each.code}: ${each.message} ${each.hint ?? ""}`)).toEqual([message]);
});
