/** docs/overlays.md: its example gives the types that it shows, and each action of its table what is said of it. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { generateFiles } from "../../src/generate.js";
import { memoryIo } from "../support/memory-io.js";

const page = readFileSync(new URL("../../docs/overlays.md", import.meta.url), "utf8");
const blocks = Array.from(page.matchAll(/^```(\w+)\n([^]*?)^```$/gm), ([, language = "", text = ""]) => ({ language, text }));
const named = (name: string): string => blocks.find(({ text }) => text.startsWith(`# ${name}\n`))?.text ?? "";

async function generated(overlay: string) {
  const io = memoryIo({ "/project/api.yaml": named("api.yaml"), "/project/api.overlay.yaml": overlay }, { cwd: "/project" });
  const overlays = [{ input: "/project/api.overlay.yaml", name: "api.overlay.yaml" }];
  const { value, diagnostics } = await generateFiles(
    { input: "api.yaml", source: "api.yaml", overlays, command: "npm run generate", emit: ["types"], name: "pets", strict: true },
    io,
  );
  return { types: value?.files.find(({ path }) => path === "types.ts")?.text ?? "", diagnostics };
}

describe("docs/overlays.md", () => {
  test("shows what comes out of its example", async () => {
    const { types, diagnostics } = await generated(named("api.overlay.yaml"));
    expect(diagnostics).toEqual([]);
    const shown = blocks.filter(({ language, text }) => language === "ts" && !text.includes("defineConfig"));
    expect(shown).toHaveLength(2);
    for (const { text } of shown) expect(types).toContain(text);
  });

  test("renames a path as it says", async () => {
    const { types, diagnostics } = await generated(blocks.find(({ text }) => text.includes("/animals"))?.text ?? "");
    expect(diagnostics).toEqual([]);
    expect(types).toContain('"/animals": {');
    expect(types).not.toContain('"/pets": {');
  });

  const rows = Array.from(
    page.matchAll(/^\| `(\{.*\})` \| (\w+) `([a-z-]+)`(.*)\|$/gm),
    ([, action = "", severity = "", code = "", more = ""]) => ({
      action,
      severity,
      code,
      more,
    }),
  );

  test("has a table of mistakes", () => {
    expect(rows.length).toBeGreaterThan(8);
  });

  test.each(rows)("$action: $severity $code", async ({ action, severity, code, more }) => {
    const overlay = { overlay: "1.1.0", info: { title: "a", version: "1" }, actions: [parse(action) as unknown] };
    const { diagnostics } = await generated(stringify(overlay));
    expect(diagnostics.map((each) => `${each.severity} ${each.code}`)).toEqual([`${severity} ${code}`]);
    const [, meant] = /whether `(.*)` is meant/.exec(more) ?? [];
    if (meant !== undefined) expect(diagnostics[0]?.hint).toBe(`Did you mean ${meant}?`);
  });
});
