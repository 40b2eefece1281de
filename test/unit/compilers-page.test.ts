/** docs/compilers.md names what is tried, and what is refused. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { flags } from "../corpus/dimensions.js";
import { frameworks } from "../corpus/frameworks.js";
import { refusals } from "../corpus/refusals.js";
import { projectRoot } from "../support/compile.js";

const page = readFileSync(join(projectRoot, "docs/compilers.md"), "utf8");

describe("the page of compilers", () => {
  it.each(
    refusals.map(
      ({ says, errors }) => `| ${says} | ${(["5.9", "6", "7"] as const).map((compiler) => errors[compiler] ?? "").join(" | ")} |`,
    ),
  )("has %s", (line) => {
    expect(page).toContain(line);
  });

  it.each(frameworks.map(({ name, from }) => [name, from] as const))("has the tsconfig of %s, from %s", (name, from) => {
    expect(page).toMatch(new RegExp(`\\| ${name.replaceAll(".", "\\.")} \\| .*\`${from}\``));
  });

  it("has a figure for each kind of flags, and no error", () => {
    const results = page.slice(page.indexOf("## What was measured"), page.indexOf("## Without"));
    for (const name of [...Object.keys(flags), ...frameworks.map((framework) => framework.name)]) expect(results).toContain(`| ${name} `);
    const errors = [...results.matchAll(/\d+ \/ \d+ \/ (\d+)/g)].map(([, count]) => Number(count));
    expect(errors.length).toBeGreaterThan(Object.keys(flags).length);
    expect(new Set(errors)).toEqual(new Set([0]));
  });
});
