/** No server chooses the name of a file on this machine: programs look for theirs by name, and no list of such names is complete. */
import { expect, test } from "vitest";
import { run } from "../../src/cli/run.js";
import { memoryIo, type MemoryIo, type MemoryOptions } from "../support/memory-io.js";

const origin = "https://docs.vendor.example";
const served: readonly string[] = [
  "project.json",
  "nested/project.json",
  "support/jasmine.json",
  "package.json",
  ".github/workflows/x.yml",
  ".eslintrc.json",
  "x.config.json",
  "lefthook.yml",
  "CON.yaml",
  "pet.yaml",
  "PET.yaml",
  "vendor.yaml",
  "vendor.yaml.lock.json",
  "vendor.yaml.files/project.json",
  "a%2Fproject.json",
  "..%2F..%2Fproject.json",
  "a/..%2f..%5c..%5Cproject.json",
  "../project.json",
  "../../../../project.json",
  "/project.json",
  "a%00.json",
  "a%0A.json",
  "%E0%A4%A.json",
  `${"a/".repeat(1000)}project.json`,
  `${"a".repeat(3000)}.json`,
  "node_modules/a/package.json",
  "sch%C3%A9mas/x.json",
  "run.sh",
  "schema",
  "folder/",
  "project.json?v=1",
];
const schema = (index: number): string => JSON.stringify({ type: "object", properties: { [`p${String(index)}`]: { type: "string" } } });
const root = (references: readonly string[]): string =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Vendor", version: "1" },
    paths: {
      "/a": {
        get: {
          responses: {
            "200": { description: "ok", content: { "application/json": { schema: { allOf: references.map(($ref) => ({ $ref })) } } } },
          },
        },
      },
    },
  });
const rootUrl = `${origin}/api/v1/openapi.yaml`;
const urls = [...new Set(served.map((name) => new URL(name, rootUrl).href))];

/** What the server answers: under the names themselves, or by redirects to them. */
const servers: Readonly<Record<string, MemoryOptions["web"]>> = {
  "that serves them": { [rootUrl]: root(urls), ...Object.fromEntries(urls.map((each, index) => [each, schema(index)])) },
  "that serves them by relative references": {
    [rootUrl]: root(served),
    ...Object.fromEntries(urls.map((each, index) => [each, schema(index)])),
  },
  "that redirects to them": {
    [rootUrl]: { url: `${origin}/moved/project.json`, body: root(urls.map((_, index) => `${origin}/from/${String(index)}`)) },
    ...Object.fromEntries(urls.map((each, index) => [`${origin}/from/${String(index)}`, { url: each, body: schema(index) }])),
  },
};
const own = /^\/project\/spec\/vendor\.yaml(?:\.lock\.json|\.files\/part-(?:[A-Za-z0-9_-]{1,40}-)?[\da-f]{12}\.(?:json|yaml))?$/;

function ioWith(files: Readonly<Record<string, string | Uint8Array>>, web: MemoryOptions["web"]): MemoryIo {
  const config = { input: { url: rootUrl, snapshot: "spec/vendor.yaml" }, output: "out", emit: ["types"] };
  return memoryIo({ ...files, "/project/sundial.config.json": JSON.stringify(config) }, web === undefined ? {} : { web });
}

test.each(Object.entries(servers))("a server %s names no file", async (_, web) => {
  const io = ioWith({}, web);
  expect([await run(["pull"], io), io.printed.stderr]).toEqual([0, ""]);
  const paths = [...io.files.keys()].filter((path) => path !== "/project/sundial.config.json");
  expect(paths.filter((path) => !own.test(path))).toEqual([]);
  expect(paths).toHaveLength(urls.length + 2);
  expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length);
  const offline = ioWith(Object.fromEntries(io.files), undefined);
  expect([await run(["generate"], offline), offline.printed.stderr]).toEqual([0, expect.not.stringContaining("error")]);
  for (const index of urls.keys()) expect(offline.text("/project/out/types.ts")).toMatch(new RegExp(`\\bp${String(index)}\\?: string`));
});
