import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { catalogue } from "../../../src/diagnostic/catalogue.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const codes = Object.keys(catalogue);

test.each(Object.entries(catalogue))("%s is a word, explained in whole sentences", (code, { title, explanation }) => {
  expect(code).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
  expect(title).toMatch(/^["A-Z].*\.$/);
  expect(explanation).toMatch(/^[`"A-Z].*[.)`}]$/);
});

test("every code is reported somewhere", () => {
  const sources = textsOf("src", (path) => path.endsWith(".ts") && !path.endsWith("diagnostic/catalogue.ts"));
  expect(codes.filter((code) => !sources.includes(`"${code}"`))).toEqual([]);
});

test("every code is shown by a golden case, or named by a test of what reports it", () => {
  const goldens = textsOf("test/golden", (path) => path.endsWith("/diagnostics.txt"));
  const shown = new Set(Array.from(goldens.matchAll(/^(?:error|warning|info) (\S+)/gm), ([, code]) => code));
  const tests = textsOf("test", (path) => path.endsWith(".test.ts") && !path.endsWith("diagnostic/catalogue.test.ts"));
  const named = new Set(tests.match(/[a-z][a-z0-9]*(?:-[a-z0-9]+)*/g));
  expect(codes.filter((code) => !shown.has(code) && !named.has(code))).toEqual([]);
});

/** The texts of the files of a folder of the project, one after the other. */
function textsOf(folder: string, isWanted: (path: string) => boolean): string {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).replaceAll("\\", "/"))
    .filter(isWanted)
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
}
