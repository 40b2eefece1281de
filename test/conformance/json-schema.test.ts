import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { hasSuite, runPart, type Part, type Verdict } from "../support/json-schema-suite.js";

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

const latest = { openapi: "3.1.0", formats: "annotate" } as const;
const draft4 = { openapi: "3.0.3", formats: "annotate" } as const;
const parts: readonly (readonly [title: string, part: Part])[] = [
  ["draft2020-12 required", { ...latest, path: "draft2020-12" }],
  ["draft2020-12 optional", { ...latest, path: "draft2020-12/optional" }],
  ["draft2020-12 optional/format", { ...latest, path: "draft2020-12/optional/format", formats: "assert" }],
  ["draft4 required", { ...draft4, path: "draft4" }],
  ["draft4 optional", { ...draft4, path: "draft4/optional" }],
  ["draft4 optional/format", { ...draft4, path: "draft4/optional/format", formats: "assert" }],
];

const isMissing = !hasSuite();
if (isMissing) console.warn("NOT RUN: the JSON-Schema-Test-Suite is not there; set SUNDIAL_SUITES to the folder it is in.");

test("the suite is there where it is asked for", () => {
  expect(isMissing && process.env["SUNDIAL_REQUIRE_SERVICES"] === "1").toBe(false);
});

describe.skipIf(isMissing)("the JSON-Schema-Test-Suite", () => {
  test.each(parts)("%s", async (title, part) => {
    const verdicts = await runPart(part, "fast");
    console.log(`${title} ${String(verdicts.filter(({ right }) => right).length)}/${String(verdicts.length)}`);
    compare(verdicts, part);
  });

  test.each(parts.filter(([title]) => title.endsWith("required")))("%s, in small mode", async (_, part) => {
    compare(await runPart(part, "small"), part);
  });
});

function compare(verdicts: readonly Verdict[], { path }: Part): void {
  const isKnown = ({ name }: Verdict): boolean => known.has(`${path}/${name}`);
  const failing = verdicts.filter((verdict) => !verdict.right && !isKnown(verdict));
  expect(
    failing.map(({ name, why }) => `${path}/${name} (${why ?? ""})`),
    "fails, and is not in failing.txt",
  ).toEqual([]);
  expect(
    verdicts.filter((verdict) => verdict.right && isKnown(verdict)).map(({ name }) => `${path}/${name}`),
    "passes, and is in failing.txt",
  ).toEqual([]);
}

test("every known failure says why", () => {
  expect([...known].filter(([, reason]) => reason === "").map(([name]) => name)).toEqual([]);
});
