/** With `untyped: "any"` an alternative that says nothing of numbers takes any: an integer of 64 bits arrives with all its digits nevertheless. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { temporaryFolder, writeFiles } from "../support/compile.js";
import { generateTexts } from "../support/pipeline.js";

const int64 = { type: "integer", format: "int64" };
const uint64 = { type: "integer", format: "uint64" };

const choices: Readonly<Record<string, object>> = {
  required: { anyOf: [{ required: ["k y"] }, uint64] },
  "the other way round": { anyOf: [int64, { required: ["k y"] }] },
  properties: { anyOf: [{ properties: { a: { type: "string" } } }, int64] },
  items: { anyOf: [{ items: { type: "string" } }, int64] },
  "a length": { anyOf: [{ minLength: 2 }, int64] },
  "no others": { anyOf: [{ properties: { a: {} }, additionalProperties: false }, int64] },
  "beside an object": { anyOf: [{ required: ["k"] }, { type: "object", properties: { v: int64 } }, int64] },
  "beside a text": { anyOf: [{ required: ["k"] }, { type: ["string", "null"] }, int64] },
};
const names = Object.keys(choices);
const content = (schema: object) => ({ "application/json": { schema } });
const schemas = Object.fromEntries(Object.values(choices).map((schema, index) => [`C${String(index)}`, schema]));
const description = {
  openapi: "3.1.0",
  info: { title: "Open", version: "1" },
  paths: Object.fromEntries(
    names.map((_, index) => {
      const schema = { type: "object", properties: { v: { $ref: `#/components/schemas/C${String(index)}` } } };
      const responses = { 200: { description: "OK", content: content(schema) } };
      return [
        `/c${String(index)}`,
        { post: { operationId: `call${String(index)}`, requestBody: { content: content(schema) }, responses } },
      ];
    }),
  ),
  components: { schemas },
};

interface Program extends Record<string, unknown> {
  readonly createOpenServer: (options: object) => { readonly fetch: (request: Request) => Promise<Response> };
}

describe.each(["bigint", "string"] as const)("as %s", (form) => {
  test("integers beyond what a number holds arrive as they were sent", { timeout: 60_000 }, async () => {
    const settings = { int64: form, untyped: "any", strict: false } as const;
    const { files } = await generateTexts({ "api.json": JSON.stringify(description) }, ["validators", "client", "server"], settings);
    const folder = await temporaryFolder();
    try {
      await writeFiles(folder.path, files);
      const outfile = join(folder.path, "bundle.mjs");
      const entryPoints = [join(folder.path, "index.ts")];
      await build({ entryPoints, outfile, bundle: true, format: "esm", platform: "node", target: "node20", logLevel: "silent" });
      const program = (await import(pathToFileURL(outfile).href)) as Program; // what was generated
      const echo = ({ body }: { readonly body: unknown }) => ({ status: 200, body });
      const server = program.createOpenServer({ handlers: Object.fromEntries(names.map((_, index) => [`call${String(index)}`, echo])) });
      const headers = { "Content-Type": "application/json" };
      for (const [index, name] of names.entries())
        for (const value of ["9007199254740993", "5", "1.5", "true", '{"k":1,"k y":2}']) {
          const body = `{"v":${value}}`;
          const answer = await server.fetch(new Request(`http://open.test/c${String(index)}`, { method: "POST", headers, body }));
          const isRefused = name === "no others" && value.startsWith("{");
          expect([name, answer.status, isRefused || (await answer.text())]).toEqual([name, isRefused ? 400 : 200, isRefused || body]);
        }
    } finally {
      await folder.remove();
    }
  });
});
