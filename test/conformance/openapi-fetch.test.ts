import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { compilers, type Compiler } from "../support/compile.js";
import { compileSuite, hasSuite, runSuite, type Results } from "../support/openapi-fetch-suite.js";

/** What is known to fail, each with its reason; whoever makes one pass takes it out. */
const known = failuresIn("openapi-fetch-failing.txt");
const knownWithItsClient = failuresIn("openapi-fetch-types-failing.txt");

function failuresIn(file: string): ReadonlyMap<string, string> {
  return new Map(
    readFileSync(fileURLToPath(new URL(file, import.meta.url)), "utf8")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => {
        const [name = "", reason = ""] = line.split(" # ");
        return [name, reason] as const;
      }),
  );
}

const isMissing = !hasSuite();
if (isMissing) console.warn("NOT RUN: openapi-fetch's tests are not there; set SUNDIAL_SUITES to the folder they are in.");

test("the suite is there where it is asked for", () => {
  expect(isMissing && process.env["SUNDIAL_REQUIRE_SERVICES"] === "1").toBe(false);
});

test("every known failure says why", () => {
  expect([...known, ...knownWithItsClient].filter(([, reason]) => reason === "").map(([name]) => name)).toEqual([]);
});

describe.skipIf(isMissing)("openapi-fetch's tests", () => {
  let results: Results;

  beforeAll(async () => {
    results = await runSuite();
  }, 900_000);

  test("pass with our client", () => {
    const { tests } = results;
    const failing = [...tests].flatMap(([name, why]) => (why === undefined ? [] : [[name, why] as const]));
    console.log(`openapi-fetch's tests ${String(tests.size - failing.length)}/${String(tests.size)}`);
    expect(tests.size).toBeGreaterThan(200);
    expect(
      failing.filter(([name]) => !known.has(name)).map(([name, why]) => `${name} (${why})`),
      "fails, and is not in openapi-fetch-failing.txt",
    ).toEqual([]);
  });

  test.each(Object.keys(compilers) as Compiler[])("compile with our types under TypeScript %s", (compiler) => {
    expect(
      [...(results.errors.get(compiler) ?? [])].filter(([name]) => !known.has(name)).map(([name, why]) => `${name} (${why})`),
      "fails, and is not in openapi-fetch-failing.txt",
    ).toEqual([]);
  });

  test("fail where they are known to", () => {
    const { tests, errors } = results;
    expect(
      [...known.keys()].filter((name) => tests.get(name) === undefined && ![...errors.values()].every((each) => each.has(name))),
      "passes, and is in openapi-fetch-failing.txt",
    ).toEqual([]);
  });
});

describe.skipIf(isMissing)("openapi-fetch's tests with openapi-fetch as the client", () => {
  test("compile with our types, but where it is known that they do not", async () => {
    for (const [compiler, errors] of await compileSuite()) {
      expect(
        Array.from(errors, ([name, text]) => (knownWithItsClient.has(name) ? name : `${name} (${text})`)).toSorted(),
        `TypeScript ${compiler}`,
      ).toEqual([...knownWithItsClient.keys()].toSorted());
    }
  }, 900_000);
});
