/** What is generated from a snapshot is what is generated from its URL, however its files refer to one another. */
import { describe, expect, test } from "vitest";
import { run } from "../../../src/cli/run.js";
import { memoryIo, type MemoryIo, type MemoryOptions } from "../../support/memory-io.js";

const origin = "https://docs.vendor.example";
const ok = (schema: object): object => ({ "200": { description: "ok", content: { "application/json": { schema } } } });
const root = (schema: object, more: object = {}): object => ({
  openapi: "3.1.0",
  info: { title: "Vendor", version: "1" },
  paths: { "/a": { get: { operationId: "a", responses: ok(schema) } } },
  ...more,
});
const pet = { type: "object", properties: { name: { type: "string" }, age: { type: "integer" } } };

type Web = NonNullable<MemoryOptions["web"]>;
/** Files by URL, the root's first. */
const cases: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  "below its own folder": { "/v1/a.json": root({ $ref: "b/pet.json" }), "/v1/b/pet.json": pet },
  "above its own folder": { "/v1/x/a.json": root({ $ref: "../../../../pet.json" }), "/pet.json": pet },
  "from the root of the server": { "/v1/a.json": root({ $ref: "/c/pet.json" }), "/c/pet.json": pet },
  "by absolute URLs": { "/v1/a.json": root({ $ref: `${origin}/v1/pet.json` }), "/v1/pet.json": pet },
  "by URLs without a scheme": { "/v1/a.json": root({ $ref: "//docs.vendor.example/v1/pet.json" }), "/v1/pet.json": pet },
  "with a query": {
    "/v1/a.json": root({ allOf: [{ $ref: "pet.json?v=1" }, { $ref: "pet.json?v=2" }] }),
    "/v1/pet.json?v=1": pet,
    "/v1/pet.json?v=2": { ...pet, required: ["name"] },
  },
  "with a query of its own": { "/v1/a.json?v=1&key=abc": root({ $ref: "pet.json" }), "/v1/pet.json": pet },
  "back to the root, by its name": {
    "/v1/openapi.json": root({ $ref: "pet.json" }, { components: { schemas: { Toy: { type: "string" } } } }),
    "/v1/pet.json": { type: "object", properties: { toy: { $ref: "openapi.json#/components/schemas/Toy" }, friend: { $ref: "#" } } },
  },
  "in circles": {
    "/v1/a.json": root({ $ref: "b.json" }),
    "/v1/b.json": { type: "object", properties: { c: { $ref: "c.json" } } },
    "/v1/c.json": { type: "object", properties: { b: { $ref: "b.json" } } },
  },
  "by $self": {
    "/v1/a.json": { ...root({ $ref: "pet.json" }), openapi: "3.2.0", $self: "/other/api.json" },
    "/other/pet.json": { type: "object", properties: { api: { $ref: "api.json#/components/schemas/A" } } },
  },
  "by $id": {
    "/v1/a.json": root({ $id: "/schemas/list.json", type: "array", items: { $ref: "pet.json" } }),
    "/schemas/pet.json": { $id: "/schemas/pet.json", ...pet },
  },
  "by a mapping": {
    "/v1/a.json": root({
      oneOf: [{ $ref: "cat.json" }, { $ref: "dog.json" }],
      discriminator: { propertyName: "kind", mapping: { c: "cat.json", d: `${origin}/v1/dog.json` } },
    }),
    "/v1/cat.json": { type: "object", required: ["kind"], properties: { kind: { type: "string" }, lives: { type: "integer" } } },
    "/v1/dog.json": { type: "object", required: ["kind"], properties: { kind: { type: "string" }, barks: { type: "boolean" } } },
  },
  "to path items and parameters": {
    "/v1/a.json": { ...root({}), paths: { "/p": { $ref: "paths/p.json" } } },
    "/v1/paths/p.json": { get: { operationId: "p", parameters: [{ $ref: "../parts.json#/parameters/limit" }], responses: ok(pet) } },
    "/v1/parts.json": { parameters: { limit: { name: "limit", in: "query", schema: { type: "integer" } } } },
  },
  "in version 2.0": {
    "/v1/a.json": {
      swagger: "2.0",
      info: { title: "Vendor", version: "1" },
      consumes: ["application/json"],
      paths: {
        "/p": {
          post: {
            operationId: "p",
            parameters: [{ $ref: "parts.json#/body" }, { $ref: "../limit.json" }],
            responses: { 200: { description: "ok", schema: { $ref: "#/definitions/Pet" } } },
          },
        },
      },
      definitions: { Pet: { $ref: "parts.json#/pet" } },
    },
    "/v1/parts.json": { body: { name: "body", in: "body", schema: { $ref: "#/pet" } }, pet },
    "/limit.json": { name: "limit", in: "query", type: "integer" },
  },
  "by names that are no names of files": {
    "/v1/a.json": root({
      allOf: [
        { $ref: "pet" },
        { $ref: "..%2F..%2Fpackage.json" },
        { $ref: "__proto__.json" },
        { $ref: "CON.json" },
        { $ref: "package.json" },
      ],
    }),
    "/v1/pet": pet,
    "/v1/..%2F..%2Fpackage.json": { type: "object", properties: { one: {} } },
    "/v1/__proto__.json": { type: "object", properties: { two: {} } },
    "/v1/CON.json": { type: "object", properties: { three: {} } },
    "/v1/package.json": { type: "object", properties: { four: {} } },
  },
};

function webOf(files: Readonly<Record<string, object>>): Web {
  return Object.fromEntries(Object.entries(files).map(([path, value]) => [origin + path, JSON.stringify(value)]));
}

function ioOf(input: unknown, web: Web | undefined, files: MemoryIo["files"] = new Map()): MemoryIo {
  const config = { input, output: "out", emit: ["types", "validators", "client"], name: "vendor" };
  return memoryIo(
    { ...Object.fromEntries(files), "/project/sundial.config.json": JSON.stringify(config) },
    web === undefined ? {} : { web },
  );
}

/** What is generated, but for what names the input. */
function generated(io: MemoryIo): Readonly<Record<string, string>> {
  const paths = [...io.files.keys()].filter((path) => path.startsWith("/project/out/") && !path.endsWith("sundial.json"));
  return Object.fromEntries(paths.sort().map((path) => [path, io.text(path).replace(/^.*\n/, "")]));
}

describe("references", () => {
  test.each(Object.entries(cases))("%s", async (_, files) => {
    const [path = ""] = Object.keys(files);
    const web = webOf(files);
    const online = ioOf({ url: origin + path }, web);
    expect([await run(["generate"], online), online.printed.stderr]).toEqual([0, expect.any(String)]);
    const input = { url: origin + path, snapshot: "spec/deep/vendor.json" };
    const pulling = ioOf(input, web);
    expect([await run(["pull"], pulling), pulling.printed.stderr]).toEqual([0, ""]);
    for (const each of pulling.files.keys()) expect(each).toMatch(/^\/project\/(?:spec\/deep\/|sundial)/);
    const offline = ioOf(input, undefined, pulling.files);
    expect([await run(["generate"], offline), offline.printed.stderr.replaceAll("spec/deep/vendor.json", "")]).toEqual([
      0,
      expect.any(String),
    ]);
    expect(offline.printed.stderr.match(/\[[a-z-]+\]/g)).toEqual(online.printed.stderr.match(/\[[a-z-]+\]/g));
    expect(JSON.stringify(generated(offline))).toBe(JSON.stringify(generated(online)));
    expect(await run(["pull", "--check"], ioOf(input, web, offline.files))).toBe(0);
  });

  test("where a redirect leads", async () => {
    const web: Web = {
      [`${origin}/latest`]: { url: `${origin}/v7/a.json`, body: JSON.stringify(root({ $ref: "pet" })) },
      [`${origin}/v7/pet`]: {
        url: `${origin}/v7/schemas/pet.json`,
        body: JSON.stringify({ ...pet, required: ["name"], properties: { name: { $ref: "name.json" } } }),
      },
      [`${origin}/v7/schemas/name.json`]: '{ "type": "string" }',
    };
    const input = { url: `${origin}/latest`, snapshot: "spec/vendor.json" };
    const pulling = ioOf(input, web);
    expect([await run(["pull"], pulling), pulling.printed.stderr]).toEqual([0, ""]);
    const offline = ioOf(input, undefined, pulling.files);
    expect([await run(["generate"], offline), offline.printed.stderr]).toEqual([0, ""]);
    expect(offline.text("/project/out/types.ts")).toContain("name: ");
  });

  test("a thousand files are a thousand requests, and a thousand files", async () => {
    const count = 1000;
    const files: Record<string, object> = { "/v1/a.json": root({ $ref: "s/0.json" }) };
    for (let index = 0; index < count; index += 1)
      files[`/v1/s/${String(index)}.json`] =
        index === count - 1
          ? pet
          : {
              type: "object",
              properties: {
                next: { $ref: `${String(index + 1)}.json` },
                first: { $ref: "../a.json#/paths/~1a/get/responses/200/content/application~1json/schema" },
              },
            };
    const input = { url: `${origin}/v1/a.json`, snapshot: "spec/vendor.json" };
    const pulling = ioOf(input, webOf(files));
    let asked = 0;
    const counting = { ...pulling, fetch: (...args: Parameters<MemoryIo["fetch"]>) => ((asked += 1), pulling.fetch(...args)) };
    expect([await run(["pull"], counting), pulling.printed.stderr]).toEqual([0, ""]);
    expect(asked).toBe(count + 1);
    expect(pulling.files.size).toBe(count + 3);
  });
});
