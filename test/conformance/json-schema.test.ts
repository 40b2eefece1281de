import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { runSuite, suiteFolder } from "../support/json-schema-suite.js";

/** What is known to fail, each with its reason; whoever makes one pass takes it out. */
const known = new Map(
  readFileSync(fileURLToPath(new URL("failing.txt", import.meta.url)), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [name = "", reason = ""] = line.split(" # ");
      return [name, reason] as const;
    }),
);

const parts = { "draft2020-12": "draft2020-12 required", "draft2020-12/optional/format": "draft2020-12 optional/format" } as const;

for (const [part, title] of Object.entries(parts)) {
  const folder = suiteFolder(part);
  if (folder === undefined) console.warn(`NOT RUN: the JSON-Schema-Test-Suite (${part}) is not there; set SUNDIAL_SUITES to its folder.`);
  test.skipIf(folder === undefined)(title, async () => {
    const verdicts = await runSuite(folder ?? "");
    const right = verdicts.filter((verdict) => verdict.right);
    console.log(`${title} ${String(right.length)}/${String(verdicts.length)}`);
    const wrong = verdicts.filter((verdict) => !verdict.right).map(({ name }) => `${part}/${name}`);
    expect(
      wrong.filter((name) => !known.has(name)),
      "fails, and is not in failing.txt",
    ).toEqual([]);
    expect(
      right.map(({ name }) => `${part}/${name}`).filter((name) => known.has(name)),
      "passes, and is in failing.txt",
    ).toEqual([]);
  });
}

test("every known failure says why", () => {
  expect([...known].filter(([, reason]) => reason === "").map(([name]) => name)).toEqual([]);
});
