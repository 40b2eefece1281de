import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { projectRoot, temporaryFolder, writeFiles } from "../../../support/compile.js";
import { generateFrom } from "../../../support/pipeline.js";
import { completeRuntime, modulesIn } from "../../../support/shared-runtime.js";

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

it("the whole Petstore client is under 8.2 kB without its limits", async () => {
  const { gzipped } = await bundleOf('export * from "./unlimited/client.js"; export * from "./unlimited/operations.js";');
  expect(gzipped).toBeLessThan(8_200);
});

it("the whole Petstore client is under 18 kB with its limits", async () => {
  // All that a page can use: Redis is for programs that run in several processes.
  const names = "createPetstoreClient, listPets, createPet, getPet, servers, deprecations, rateLimits, RateLimitError, KeyBlockedError";
  const { text, gzipped } = await bundleOf(`export { ${names}, ResponseError, DeprecationError } from "./petstore/index.js";`);
  expect(gzipped).toBeLessThan(18_000);
  expect(text).not.toMatch(/redis|evalsha/i);
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
    "headers",
    "request",
    "response-body",
    "int64-responses",
    "serialise",
    "servers",
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
