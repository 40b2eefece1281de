/** With `validators: { discriminator: "exact" }` no tag decides where a value holds integers of 64 bits: what the alternatives say does. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { temporaryFolder, writeFiles } from "../support/compile.js";
import { generateTexts } from "../support/pipeline.js";

const int64 = { type: "integer", format: "int64" };
const text = { type: "string" };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });
const required = ["a", "c"];
const discriminator = { propertyName: "a" };
const mapping = { x: ref("B").$ref, y: ref("A").$ref };

const schemas: Readonly<Record<string, object>> = {
  A: object({ a: { type: "string", enum: ["Cat1"] }, c: text }, { required }),
  B: object({ a: text, c: int64 }),
  Parent: object({ a: text, c: {} }, { required: ["a"], discriminator }),
  Child: { allOf: [ref("Parent"), object({ c: int64 })] },
};

/** A choice, and a value of it whose tag names another alternative, or none. */
const cases: readonly (readonly [what: string, schema: object, tag: string])[] = [
  ["oneOf", { oneOf: [ref("A"), ref("B")], discriminator }, "x-1"],
  ["anyOf", { anyOf: [ref("A"), ref("B")], discriminator }, "x-1"],
  ["a mapping", { oneOf: [ref("A"), ref("B")], discriminator: { ...discriminator, mapping } }, "y"],
  ["a tag of the other", { anyOf: [ref("A"), ref("B")], discriminator }, "Cat1"],
  ["a choice in a choice", { oneOf: [{ oneOf: [ref("A"), ref("B")], discriminator }, { type: "null" }] }, "x-1"],
  ["a part", { allOf: [{ oneOf: [ref("A"), ref("B")], discriminator }] }, "x-1"],
];

const content = (schema: object) => ({ "application/json": { schema } });
const description = {
  openapi: "3.1.0",
  info: { title: "Tags", version: "1" },
  paths: Object.fromEntries(
    cases.map((_, index) => [
      `/c${String(index)}`,
      {
        post: {
          operationId: `call${String(index)}`,
          requestBody: { required: true, content: content(ref(`C${String(index)}`)) },
          responses: { 200: { description: "OK", content: content(ref(`C${String(index)}`)) } },
        },
      },
    ]),
  ),
  components: { schemas: { ...schemas, ...Object.fromEntries(cases.map(([, schema], index) => [`C${String(index)}`, schema])) } },
};

interface Program extends Record<string, unknown> {
  readonly createTagsServer: (options: object) => { readonly fetch: (request: Request) => Promise<Response> };
}

async function load(int64Form: "bigint" | "string"): Promise<Program> {
  const { files } = await generateTexts({ "api.json": JSON.stringify(description) }, ["validators", "client", "server"], {
    int64: int64Form,
    validators: { discriminator: "exact" },
    strict: false,
  });
  const folder = await temporaryFolder();
  try {
    await writeFiles(folder.path, files);
    const outfile = join(folder.path, "bundle.mjs");
    const entryPoints = [join(folder.path, "index.ts")];
    await build({ entryPoints, outfile, bundle: true, format: "esm", platform: "node", target: "node20", logLevel: "silent" });
    return (await import(pathToFileURL(outfile).href)) as Program; // what was generated
  } finally {
    await folder.remove();
  }
}

describe.each(["bigint", "string"] as const)("as %s", (form) => {
  test("what validators take arrives as it was sent, whatever its tag says", async () => {
    const program = await load(form);
    const echo = ({ body }: { readonly body: unknown }) => ({ status: 200, body });
    const server = program.createTagsServer({ handlers: Object.fromEntries(cases.map((_, index) => [`call${String(index)}`, echo])) });
    for (const [index, [what, , tag]] of cases.entries()) {
      const { is } = program[`C${String(index)}Schema`] as { readonly is: (value: unknown) => boolean };
      expect([what, is({ a: tag, c: form === "bigint" ? 9007199254740993n : "9007199254740993" })]).toEqual([what, true]);
      const body = `{"a":"${tag}","c":9007199254740993}`;
      const headers = { "Content-Type": "application/json" };
      const answer = await server.fetch(new Request(`http://tags.test/c${String(index)}`, { method: "POST", headers, body }));
      expect([what, answer.status, await answer.text()]).toEqual([what, 200, body]);
    }
  });
});
