import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { catalogue } from "../../../src/diagnostic/catalogue.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const sources = textsOf("src", (path) => path.endsWith(".ts") && !path.endsWith("diagnostic/catalogue.ts"));
const tests = textsOf("test", (path) => path.endsWith(".test.ts") && !path.endsWith("diagnostic/catalogue.test.ts"));
const goldens = textsOf("test/golden", (path) => path.endsWith("/diagnostics.txt"));

describe.each(Object.entries(catalogue))("%s", (code, { title, explanation }) => {
  test("is a kebab-case word", () => {
    expect(code).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
  });

  test("is explained in whole sentences", () => {
    expect(title).toMatch(/^["A-Z].*\.$/);
    expect(explanation).toMatch(/^[`"A-Z].*[.)`}]$/);
  });

  test("is reported somewhere", () => {
    expect(sources.includes(`"${code}"`)).toBe(true);
  });

  test("is shown by a golden case, or named by a test of what reports it", () => {
    const shown = new RegExp(`^(?:error|warning|info) ${code}(?: |$)`, "m").test(goldens);
    expect(shown || tests.includes(`"${code}"`)).toBe(true);
  });
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
