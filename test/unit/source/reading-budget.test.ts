import { describe, expect, test } from "vitest";
import { readDescription } from "../../../src/generate.js";
import { withinBudget } from "../../../src/source/reading-budget.js";
import type { SourceFile } from "../../../src/source/source-file.js";
import { MAX_TOTAL_UNITS } from "../../../src/source/size-limits.js";
import { memoryIo } from "../../support/memory-io.js";

const file = (text: string): SourceFile => ({ text }) as SourceFile; // nothing else of it is asked for
const read = (size: number) => (): Promise<{ value: SourceFile; diagnostics: [] }> =>
  Promise.resolve({ value: file("x".repeat(size)), diagnostics: [] });

describe("a budget", () => {
  test.each([
    ["files", { files: 3, units: 1000 }, 1, 3],
    ["text", { files: 100, units: 10 }, 4, 2],
  ])("of %s ends reading", async (_, most, size, expected) => {
    const within = withinBudget(read(size), most);
    const outcomes = [];
    for (let index = 0; index < 10; index += 1) outcomes.push(await within(`file:///${String(index)}`));
    expect(outcomes.filter(({ value }) => value !== undefined)).toHaveLength(expected);
    expect(outcomes.at(-1)?.diagnostics).toMatchObject([{ code: "too-many-files", severity: "error" }]);
  });

  test("of minutes ends what is on the network, and no file on the disk", async () => {
    const slow = async (): ReturnType<ReturnType<typeof read>> => {
      await new Promise((done) => setTimeout(done, 30));
      return read(1)();
    };
    const within = withinBudget(slow, { files: 100, units: 1000, minutes: 1 / 60 / 1000 });
    expect(await within("https://vendor.example/a")).toMatchObject({ diagnostics: [] });
    const { diagnostics } = await within("https://vendor.example/b");
    expect(diagnostics).toMatchObject([{ code: "too-many-files", message: expect.stringContaining("minutes") as string }]);
    expect(await within("file:///c")).toMatchObject({ diagnostics: [] });
  });

  test("reads nothing more once it is used up", async () => {
    let asked = 0;
    const within = withinBudget(() => ((asked += 1), read(1)()), { files: 2, units: 100 });
    for (let index = 0; index < 10; index += 1) await within(`file:///${String(index)}`);
    expect(asked).toBe(2);
  });
});

/** Every file refers to one more. */
const next = (url: string): string => {
  const index = Number(/r(\d+)\.yaml$/.exec(url)?.[1] ?? -1);
  return index < 0
    ? 'openapi: 3.1.0\ninfo: { title: V, version: "1" }\npaths: { /a: { get: { responses: { "200": { description: k, content: { application/json: { schema: { $ref: r0.yaml } } } } } } } }\n'
    : `type: object\nproperties: { a: { $ref: r${String(index + 1)}.yaml }, b: { $ref: s/r${String(index + 1)}.yaml } }\n`;
};

test.each(["https://vendor.example/o.yaml", "o.yaml"])("%s: a description without an end is told once", async (input) => {
  let asked = 0;
  const answer = (at: string): Uint8Array => ((asked += 1), new TextEncoder().encode(next(at)));
  const memory = memoryIo({ "/project/package.json": "{}" });
  const io = {
    ...memory,
    read: (path: string) => (path.endsWith(".yaml") ? Promise.resolve(answer(path)) : memory.read(path)),
    realPath: (path: string) => (path.endsWith(".yaml") ? Promise.resolve(path) : memory.realPath(path)),
    fetch: (url: string) => Promise.resolve({ status: 200, url, body: answer(url) }),
  };
  const request = { input, source: input, command: "x", emit: ["types"] as const, name: undefined };
  const { diagnostics } = await readDescription({ ...request, budget: { files: 30, units: MAX_TOTAL_UNITS } }, io);
  expect(diagnostics.filter(({ code }) => code === "too-many-files")).toMatchObject([
    {
      code: "too-many-files",
      severity: "error",
      message: "The description refers to more than 30 files, which are all that are read.",
    },
  ]);
  expect(asked).toBe(31);
});
