/** A few schemas of real descriptions beside three interpreters; `npm run test:differential -- --real 5000` takes more. */
import { expect, test } from "vitest";
import { corpusRequired, readCorpus } from "../corpus/descriptions.js";
import { compareReal } from "./real.js";
import { realBundle } from "./real-schemas.js";

const chosen = ["adyen-checkout", "discord", "kratos", "openapi-fetch-common", "redocly-museum"];
const descriptions = (readCorpus() ?? []).filter(({ name }) => chosen.includes(name));

test.skipIf(!corpusRequired && descriptions.length === 0)("there are descriptions to look at", () => {
  expect(descriptions.length).toBe(chosen.length);
});

test.each(descriptions)("emitted validators and three interpreters agree about $name", { timeout: 300_000 }, async ({ path }) => {
  const found = await compareReal((await realBundle(path)) ?? {}, 1, 40);
  expect(found.disagreements).toEqual([]);
  expect(found.others).toEqual({ cfworker: 0, ours: 0 });
  expect(found.compared).toBeGreaterThan(20);
});
