/**
 * For every operation of a description: the generated client calls the generated server over HTTP with valid input, and each
 * side sees what the other sent.
 */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readCorpus } from "../../corpus/descriptions.js";
import { projectRoot } from "../../support/compile.js";
import { makeRoundTrips } from "./drive.js";

async function expectRoundTrips(path: string): Promise<void> {
  const { operations, calls, skipped, failures } = await makeRoundTrips(path);
  console.log(
    `${path.slice(path.lastIndexOf("/") + 1)}: ${String(operations)} operations, ${String(calls)} calls, ${String(skipped.length)} skipped, ${String(failures.length)} failed`,
  );
  expect({ failures, skipped }).toEqual({ failures: [], skipped: [] });
}

test("every operation of the Petstore is called, and answered", async () => {
  await expectRoundTrips(join(projectRoot, "spec/petstore.yaml"));
});

const corpus = readCorpus();
const small = [
  "oai-petstore-2.0",
  "oapi-codegen-params",
  "redocly-cafe-3.2",
  "redocly-museum",
  "scalar-galaxy",
  "synthetic-names",
  "typespec-sse-3.2",
];
const wanted = ["readme-parameters-style", ...small, "square", "discord", "stripe-2024"];

describe.skipIf(corpus === undefined)("every operation of a real description is called, and answered", () => {
  test.each(wanted)("%s", async (name) => {
    const description = corpus?.find((candidate) => candidate.name === name);
    expect(description).toBeDefined();
    await expectRoundTrips(description?.path ?? "");
  });
});
