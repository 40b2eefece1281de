import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { projectRoot, temporaryFolder, writeFiles } from "../../../support/compile.js";
import { generateFrom, generateTexts } from "../../../support/pipeline.js";
import { completeRuntime, modulesIn } from "../../../support/shared-runtime.js";

/** Operations of many kinds, the first of which needs nothing but JSON. */
const plain = `openapi: 3.1.0
info: { title: Petstore, version: 1.0.0 }
servers: [{ url: https://api.example.com }]
security: [{ key: [] }]
paths:
  /pets:
    get:
      operationId: listPets
      parameters: [{ name: limit, in: query, schema: { type: integer } }]
      responses: { "200": { description: All, content: { application/json: { schema: { type: array, items: { type: string } } } } } }
    post:
      operationId: addPet
      deprecated: true
      parameters: [{ name: X-Id, in: header, schema: { type: string } }, { name: filter, in: query, style: deepObject, schema: { type: object } }]
      requestBody: { content: { multipart/form-data: { schema: { type: object, properties: { name: { type: string } } } } } }
      responses: { "201": { description: Made, content: { text/plain: { schema: { type: string } } } } }
components: { securitySchemes: { key: { type: http, scheme: bearer } } }
`;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const runtime: Record<string, readonly string[]> = {};

beforeAll(async () => {
  folder = await temporaryFolder();
  for (const [name, settings] of [
    ["petstore", {}],
    ["unlimited", { limits: false }],
  ] as const) {
    const { files } = await generateFrom(`${projectRoot}spec/petstore.yaml`, ["types", "client", "paths"], settings);
    runtime[name] = modulesIn(files);
    await writeFiles(join(folder.path, name), files);
  }
  // As most descriptions are: nothing of limits, nothing deprecated, one server.
  const { files } = await generateTexts({ "plain.yaml": plain }, ["types", "client"], { name: "petstore" });
  await writeFiles(join(folder.path, "plain"), files);
});

afterAll(() => folder.remove());

async function bundleOf(program: string): Promise<{ readonly text: string; readonly gzipped: number }> {
  const entry = { contents: program, resolveDir: folder.path, loader: "ts" } as const;
  const { outputFiles } = await build({
    stdin: entry,
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    absWorkingDir: folder.path,
    outfile: join(folder.path, "out.js"),
  });
  const text = outputFiles[0]?.text ?? "";
  return { text, gzipped: gzipSync(text, { level: 9 }).length };
}

it("the whole Petstore client is under 7.96 kB without its limits", async () => {
  const { gzipped } = await bundleOf('export * from "./unlimited/client.js"; export * from "./unlimited/operations.js";');
  expect(gzipped).toBeLessThan(7_960);
});

it("the whole Petstore client is under 19.65 kB with its limits", async () => {
  // All that a page can use: Redis is for programs that run in several processes.
  const names = "createPetstoreClient, listPets, createPet, getPet, servers, deprecations, rateLimits, RateLimitError, KeyBlockedError";
  const { text, gzipped } = await bundleOf(`export { ${names}, ResponseError, DeprecationError } from "./petstore/index.js";`);
  expect(gzipped).toBeLessThan(19_650);
  expect(text).not.toMatch(/redis|evalsha/i);
});

// Just above what they are: `npm run bench:bundles` has them by another bundler and for other descriptions, and beside other clients.
it.each([
  ["without limits", "unlimited", 5_960],
  ["with limits", "petstore", 17_830],
  ["that knows no limits", "plain", 8_100],
])("one function of a client %s has its size", async (_, name, bound) => {
  const { gzipped } = await bundleOf(`export { createPetstoreClient, listPets } from "./${name}/index.js";`);
  expect(gzipped).toBeLessThan(bound);
});

it("calls by path bring openapi-fetch, and functions do not", async () => {
  const { text } = await bundleOf('export { createPetstoreClient, listPets } from "./petstore/index.js";');
  const { text: byPath } = await bundleOf('export { createPetstoreClient, petstorePaths } from "./petstore/index.js";');
  expect(byPath).toContain("onRequest: must return new Request() or Response()");
  expect(text).not.toContain("onRequest: must return new Request() or Response()");
});

it("operations that are not called are left out of a bundle", async () => {
  const { text } = await bundleOf(
    'import { createPetstoreClient, listPets } from "./petstore/index.js"; void listPets(createPetstoreClient());',
  );
  expect(text).toContain('"listPets"');
  expect(text).not.toContain('"createPet"');
  // Nor those that are deprecated, and what is known of that.
  expect(text).not.toContain('"getPet"');
  expect(text).not.toContain("2030");
});

it("what only one operation needs is in no bundle without a call of it", async () => {
  const few = ["FormData", "text/event-stream", "x-www-form-urlencoded", "%5B", "DeprecationWarning", "Sunset", "Latin-1"];
  const { text } = await bundleOf('export { createPetstoreClient, listPets } from "./plain/index.js";');
  expect(few.filter((each) => text.includes(each))).toEqual(["FormData"]); // a request is sent again with another boundary
  const { text: all } = await bundleOf('export { createPetstoreClient, addPet } from "./plain/index.js";');
  expect(few.filter((each) => !all.includes(each))).toEqual([]);
});

it.each(["shared", "validators", "client", "client-limits"])(
  "nothing of runtime/%s.ts is in a bundle that names nothing of it",
  async (name) => {
    await writeFiles(join(folder.path, "complete"), completeRuntime());
    const { text } = await bundleOf(`import "./complete/runtime/${name}.ts";`);
    expect(text).toBe("");
  },
);

it("only the modules of the runtime come along that the client needs", () => {
  const needed = [
    "call-types",
    "client",
    "credentials",
    "has-own",
    "retain",
    "operation",
    "middleware",
    "or-aborted",
    "headers",
    "request",
    "response-body",
    "of-status",
    "int64-responses",
    "serialise",
    "servers",
    "body-types",
    "is-promise-like",
  ];
  const deprecation = ["deprecated-operation", "deprecation", "http-date", "service-deprecation", "terminal-text"];
  expect(new Set(runtime["unlimited"])).toEqual(new Set([...needed, ...deprecation, "path-calls", "path-client"]));
  expect(runtime["petstore"]).toEqual(
    expect.arrayContaining([...needed, ...deprecation, "rate-limit-transport", "declared-limit-headers"]),
  );
  for (const absent of ["detect-limit-headers", "ietf-limit-headers", "api-keys", "basic-auth", "idempotency-key", "parameter-styles"])
    expect(runtime["petstore"]).not.toContain(absent);
});
