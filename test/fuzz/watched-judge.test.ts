/** What a process does that judges a case is noticed from outside, and the next case finds a new one. */
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import type { FuzzCase } from "./cases/fuzz-case.js";
import { watchedJudge } from "./judge/watched-judge.js";

const program = fileURLToPath(new URL("planted-child.ts", import.meta.url));
const patience = 5000;
const judge = watchedJudge({ program, patience: () => patience, memory: 100 });
afterAll(() => {
  judge.stop();
});

const saying = (word: string): FuzzCase => ({
  seed: 1,
  index: 1,
  source: "planted",
  mutations: [],
  files: [{ path: "a.json", bytes: Buffer.from(word) }],
  settings: { emit: ["types"] },
});

test.each([
  ["hang", "hangs", /no answer within 5 s/],
  ["end", "dies", /^3/],
  ["stray", "unhandled", /nobody waits/],
])("one that is to %s", async (word, kind, detail) => {
  const { faults } = await judge.judge(saying(word));
  expect(faults).toMatchObject([{ kind, detail: expect.stringMatching(detail) as unknown }]);
  expect(await judge.judge(saying("fine"))).toMatchObject({ faults: [], files: 1 });
});

test("one that runs out of memory", async () => {
  const patient = watchedJudge({ program, patience: () => 120_000, memory: 60 });
  const { faults } = await patient.judge(saying("eat"));
  patient.stop();
  expect(faults).toMatchObject([{ kind: "dies", detail: expect.stringContaining("heap out of memory") as unknown }]);
});
