/** What `pull` says of changes, refuses to keep, and where it puts things. */
import { describe, expect, test } from "vitest";
import { run } from "../../../src/cli/run.js";
import { memoryIo, type MemoryIo } from "../../support/memory-io.js";

const url = "https://docs.vendor.example/v1/openapi.yaml";
const head = 'openapi: 3.1.0\ninfo: { title: Vendor, version: "1" }\npaths:\n';
const get = (more: string): string =>
  `{ get: { ${more}responses: { "200": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/P" } } } } } } }`;
const schemas = (p: string): string => `components:\n  schemas:\n    P: ${p}\n`;
const old = `${head}  /a: ${get("deprecated: true, x-sunset: 2030-12-05, ")}\n  /b: ${get("")}\n${schemas("{ type: object, required: [x], properties: { x: { type: string } } }")}`;

interface Setting {
  readonly config?: object;
  readonly files?: Readonly<Record<string, string>>;
  readonly more?: Readonly<Record<string, string>>;
}

/** A project that has pulled the first text, and whose vendor has the second. */
async function pulled(before: string, now: string, { config = {}, files = {}, more = {} }: Setting = {}): Promise<MemoryIo> {
  const web: Record<string, string> = { ...more, [url]: before };
  const configuration = JSON.stringify({ input: { url, snapshot: "spec/vendor.yaml" }, output: "out", emit: ["types"], ...config });
  const io = memoryIo({ "/project/sundial.config.json": configuration, ...files }, { web });
  expect(await run(["pull"], io)).toBe(0);
  web[url] = now;
  Object.assign(io.printed, { stdout: "" });
  Object.assign(io.printed, { stderr: "" });
  return io;
}

interface Printed {
  readonly apis: readonly [{ readonly state: string; readonly changes?: Readonly<Record<string, unknown>> }];
}

const dataOf = (io: MemoryIo): Printed => JSON.parse(io.printed.stdout) as Printed; // as `pull` prints it

test("dates, and what breaks a program, are told in text and as data", async () => {
  const now = `${head}  /b: ${get("")}\n  /c: ${get("deprecated: true, x-sunset: 2029-01-01, ")}\n${schemas("{ type: object, properties: { x: { type: string }, y: { type: string } } }")}`;
  const io = await pulled(old, now);
  expect(await run(["pull", "--check"], io)).toBe(1);
  expect(io.printed.stdout).toMatch(/removed {5}GET \/a, \d+ days before 2030-12-05, the day that was announced \[breaking\]\n/);
  expect(io.printed.stdout).toContain("added       GET /c, deprecated already, to be removed on 2029-01-01\n");
  expect(io.printed.stdout).toContain('schemas     P: property "x" is no longer required [breaking], property "y" is new\n');
  Object.assign(io.printed, { stdout: "" });
  await run(["pull", "--check", "--format", "json"], io);
  const { changes } = dataOf(io).apis[0];
  expect(changes?.["schemas"]).toEqual({
    ...{ added: [], removed: [] },
    changed: [
      {
        name: "P",
        what: [
          { rule: "property-optional", text: 'property "x" is no longer required', breaking: true },
          { rule: "property-added", text: 'property "y" is new', breaking: false },
        ],
      },
    ],
  });
  Object.assign(io.printed, { stdout: "" });
  await run(["pull", "--check", "--format", "github"], io);
  expect(io.printed.stdout).toContain('P: property "x" is no longer required [breaking]');
});

test("a day that moves is told with the day that it was", async () => {
  const io = await pulled(old, old.replace("2030-12-05", "2029-01-01"));
  expect(await run(["pull", "--check"], io)).toBe(1);
  expect(io.printed.stdout).toContain("deprecated  GET /a is to be removed on 2029-01-01 now, and was on 2030-12-05\n");
});

describe("a text that broke off where YAML may end", () => {
  const half = old.slice(0, old.indexOf("components:"));

  test("is refused, as references lead to nothing that led somewhere, unless it is forced", async () => {
    const io = await pulled(old, half);
    for (const args of [["pull", "--check"], ["pull"]]) {
      Object.assign(io.printed, { stderr: "" });
      expect(await run(args, io)).toBe(2);
      expect(io.printed.stderr).toContain(
        '"#/components/schemas/P" led somewhere before, and to nothing now; the snapshot stays as it is. [pull-refused]',
      );
      expect(io.printed.stderr).toContain("sundial pull --force");
    }
    expect(io.text("/project/spec/vendor.yaml")).toBe(old);
    expect(await run(["pull", "--force"], io)).toBe(0);
    expect(io.text("/project/spec/vendor.yaml")).toBe(half);
  });

  test("is taken where the reference led to nothing before, or was not there", async () => {
    expect(await run(["pull"], await pulled(half, half.replace("/b:", "/c:")))).toBe(0);
    const without = `${head}  /a: { get: { responses: { "200": { description: ok } } } }\n`;
    expect(await run(["pull"], await pulled(without, half))).toBe(0);
  });
});

describe("with an overlay", () => {
  const overlay = `overlay: 1.1.0
info: { title: O, version: "1" }
actions:
  - { target: "$.paths['/b']", remove: true }
  - { target: "$.paths['/a'].get", update: { deprecated: true, x-sunset: "2031-01-01" } }
`;
  const plain = old.replace("deprecated: true, x-sunset: 2030-12-05, ", "");
  const setting = { config: { overlays: ["o.yaml"] }, files: { "/project/o.yaml": overlay } };

  test("what it removes and what it says itself is no news", async () => {
    const now = plain.replace("/b: { get: {", "/b: { get: { parameters: [{ name: q, in: query, required: true, schema: {} }],");
    const removed = await pulled(plain, now, setting);
    expect(await run(["pull", "--check"], removed)).toBe(0);
    const deprecated = await pulled(
      plain,
      plain.replace("/a: { get: {", '/a: { get: { deprecated: true, x-sunset: "2031-01-01",'),
      setting,
    );
    expect(await run(["pull", "--check"], deprecated)).toBe(0);
    expect(deprecated.printed.stdout).toContain("nothing of what the configuration selects did");
  });

  test("a target that is gone is said, and one that was never there is not news", async () => {
    const io = await pulled(plain, plain.replace("/a:", "/c:"), setting);
    expect(await run(["pull"], io)).toBe(0);
    expect(io.printed.stderr).toContain("The target \"$.paths['/a'].get\" matches nothing. [overlay-target-unmatched]");
    const again = await pulled(plain.replace("/a:", "/c:"), plain.replace("/a:", "/d:"), setting);
    expect(await run(["pull"], again)).toBe(0);
    expect(again.printed.stderr).not.toContain("overlay-target-unmatched");
  });
});
