/** What a description says once for all of its operations may not be written out for each of them: the code grows as the description does. */
import { describe, expect, test } from "vitest";
import { emit } from "../../src/emit/emit.js";
import { outputLimits, type OutputLimits } from "../../src/emit/print/output-budget.js";
import { generateFiles } from "../../src/generate.js";
import { memoryIo } from "../support/memory-io.js";
import { generateTexts } from "../support/pipeline.js";

const parts = ["types", "validators", "client", "paths", "server", "mock"] as const;
const list = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));
const byName = <T>(count: number, name: string, make: (index: number) => T): Record<string, T> =>
  Object.fromEntries(list(count, (index) => [`${name}${String(index)}`, make(index)]));

const described = (more: object): string => JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, ...more });
const responses = { 200: { description: "ok" }, 429: { description: "too many" } };
const operations = (count: number, make: (index: number) => object = () => ({})): object =>
  byName(count, "/a", (index) => ({ get: { responses, ...make(index) } }));
const key = (index: number): object => ({ type: "apiKey", in: "header", name: `K${String(index)}` });
const flows = { clientCredentials: { tokenUrl: "https://a.example/", scopes: {} } };
const keys = (count: number): object[] => list(count, (index) => ({ [`k${String(index)}`]: [] }));
const policies = (count: number, first: number): object => byName(count, "w", (index) => ({ q: first + index, w: 60 * (index + 1) }));
const limited = (count: number, plans: object, make: (index: number) => object): string =>
  described({ "x-rate-limits": { plans }, paths: operations(count, (index) => ({ "x-rate-limit": make(index) })) });

/** Descriptions by how many operations there are, and how many of what all of them share. */
const products: Readonly<Record<string, (count: number) => string>> = {
  "alternatives of inherited security": (count) =>
    described({ security: keys(count), paths: operations(count), components: { securitySchemes: byName(count, "k", key) } }),
  "schemes of one alternative": (count) =>
    described({
      security: [Object.assign({}, ...keys(count)) as object],
      paths: operations(count),
      components: { securitySchemes: byName(count, "k", key) },
    }),
  "scopes of inherited security": (count) =>
    described({
      security: [{ o: list(count, (index) => `scope${String(index)}`) }],
      paths: operations(count),
      components: { securitySchemes: { o: { type: "oauth2", flows } } },
    }),
  "security of a path item that paths share": (count) =>
    described({
      paths: byName(count, "/a", () => ({ $ref: "#/components/pathItems/P" })),
      components: {
        pathItems: { P: { get: { security: keys(count), responses } } },
        securitySchemes: byName(count, "k", key),
      },
    }),
  "plans of limits": (count) =>
    limited(
      count,
      byName(count, "p", (index) => ({ policies: policies(3, index + 1) })),
      (index) => ({ cost: index + 1 }),
    ),
  "policies of one plan": (count) => limited(count, { p: { policies: policies(count, 1) } }, (index) => ({ cost: index + 1 })),
  "policies of all operations beside those of groups": (count) =>
    described({
      "x-rate-limits": {
        plans: { p: { policies: policies(count, 1) } },
        groups: byName(count, "g", (index) => ({ paths: `/a${String(index)}`, policies: [`w${String(index)}`] })),
      },
      paths: operations(count),
    }),
  "names of policies that no plan has": (count) =>
    limited(count, { p: { policies: policies(count, 1) } }, (index) => ({ policies: [`other${String(index)}`] })),
};

describe("the code, and what is told, do not grow as operations times", () => {
  test.each(Object.entries(products))("%s", { timeout: 120_000 }, async (_, make) => {
    const size = async (count: number): Promise<number> => {
      const { files, diagnostics } = await generateTexts({ "a.json": make(count) }, parts, { strict: false });
      expect(files.length).toBeGreaterThan(0);
      const told = diagnostics.map(({ message, hint = "" }) => message + hint);
      const own = files.filter(({ path }) => !path.startsWith("runtime/")).map(({ text }) => text);
      return [...own, ...told].reduce((sum, text) => sum + text.length, 0);
    };
    const [few, many, most] = [await size(100), await size(200), await size(400)];
    // What is said once takes the same for each more; what is said for each, twice as much from the second step on.
    expect((most - many) / (many - few)).toBeLessThan(2.3);
  });
});

test("requirements that operations share are written once where they are longer than a line, under a name that nothing else has", async () => {
  const text = described({
    security: keys(30),
    paths: operations(3, (index) => ({ operationId: index === 0 ? "sharedSecurity" : `other${String(index)}` })),
    components: { securitySchemes: byName(30, "k", key) },
  });
  const { files } = await generateTexts({ "a.json": text }, parts, { strict: false });
  const code = files.find(({ path }) => path === "operations.ts")?.text ?? "";
  expect(code.split(`["k7"]`)).toHaveLength(2);
  expect(code.split("security: sharedSecurity_1,")).toHaveLength(4);
  const short = await generateTexts({ "a.json": text.replace(/"security":\[.*?\]\}\]/, '"security":[{"k1":[]}]') }, parts, {
    strict: false,
  });
  expect(short.files.find(({ path }) => path === "operations.ts")?.text.split(`security: [["k1"]],`)).toHaveLength(4);
});

describe("more code than is made is told", () => {
  const description = described({ paths: operations(50), components: { schemas: byName(50, "S", () => ({ type: "string" })) } });
  const run = (output: OutputLimits | undefined) => {
    const io = memoryIo({ "/project/a.json": description }, { cwd: "/project" });
    const request = {
      input: "a.json",
      source: "a.json",
      command: "npm run generate",
      emit: parts,
      name: undefined,
      strict: false,
    } as const;
    return generateFiles(request, io, { output });
  };

  test.each<readonly [string, OutputLimits, string]>([
    [
      "of one file",
      { file: 10_000, total: 1_000_000 },
      "More than 10,000 characters of code would be made of the description: types.ts alone would have more.",
    ],
    [
      "of all files",
      { file: 100_000, total: 30_000 },
      "More than 30,000 characters of code would be made of the description: most of it is ",
    ],
  ])("%s", async (_, limits, message) => {
    const { value, diagnostics } = await run(limits);
    expect(value).toBeUndefined();
    const [told, ...others] = diagnostics.filter(({ code }) => code === "description-too-large");
    expect(others).toEqual([]);
    expect(told?.message).toContain(message);
    expect(told?.message).toContain("It has 50 operations and 50 schemas.");
    expect(told?.severity).toBe("error");
  });

  test("the part that is the largest is named", async () => {
    const parameters = list(40, (index) => ({ name: `q${String(index)}`, in: "query", schema: { type: "string" } }));
    const text = described({ paths: operations(2, (index) => (index === 0 ? {} : { parameters })) });
    const io = memoryIo({ "/project/a.json": text }, { cwd: "/project" });
    const request = {
      input: "a.json",
      source: "a.json",
      command: "npm run generate",
      emit: parts,
      name: undefined,
      strict: false,
    } as const;
    const { diagnostics } = await generateFiles(request, io, { output: { file: 2000, total: 2000 } });
    expect(diagnostics.at(-1)?.message).toContain("Its largest part: the 40 parameters of GET /a1.");
  });

  test("it is told while the code is printed, and not when all of it is there", async () => {
    const { value } = await run(undefined);
    const whole = value?.files.find(({ path }) => path === "operations.ts")?.text.length ?? 0;
    const seen: number[] = [];
    const budget = {
      of: (path: string) => (piece: string) => {
        if (path === "operations.ts") seen.push(piece.length);
      },
      done: () => undefined,
      refused: () => new RangeError() as never,
    };
    if (value === undefined) throw new Error("nothing was generated");
    await emit(value.api, { parts: new Set(parts), source: "a.json", command: "npm run generate" }, budget);
    expect(seen.length).toBeGreaterThanOrEqual(50);
    expect(seen.reduce((sum, length) => sum + length, 0)).toBeGreaterThan(whole * 0.9);
  });

  test("what is within the limits is made", async () => {
    expect((await run(outputLimits)).value?.files.length).toBeGreaterThan(0);
  });
});
