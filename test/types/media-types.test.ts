/** What types say of a body by its media type, beside how its bytes are read. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { codecOf, type Codec } from "../../templates/runtime/shared/media-type.js";
import { temporaryFolder, typeCheck, writeFiles } from "../support/compile.js";
import { generateTexts } from "../support/pipeline.js";

const essences = [
  ...["json", "problem+json", "vnd.api+json", "json5", "x-ndjson", "ndjson", "jsonl", "x-jsonl", "jsonlines", "x-jsonlines", "json-lines"],
  ...["stream+json", "x-json-stream", "json-seq", "geo+json-seq", "xml", "soap+xml", "yaml", "x-yaml", "openapi+yaml", "jwt", "graphql"],
  ...["octet-stream", "pdf", "zip", "x-www-form-urlencoded"],
].map((name) => `application/${name}`);
const others = ["text/plain", "text/csv", "text/json", "text/xml", "text/event-stream", "image/png", "image/svg+xml", "multipart/mixed"];
const mediaTypes = [...essences, ...others].flatMap((essence) => [essence, `${essence}; charset=utf-8`, `${essence};v=1`]);
const wordOf = (index: number): string => `op${String(index)}`;

/** What a program is given of a body that is described as an object. */
const answers: Readonly<Record<Codec, string>> = {
  json: "Described",
  lines: "ReadableStream<Uint8Array>",
  events: "ReadableStream<Uint8Array>",
  text: "string",
  xml: "string",
  form: "string",
  multipart: "Blob",
  // Of a schema that says more, types are as described.
  binary: "Blob",
};

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(async () => {
  await folder.remove();
});

it("is the same for the client's answers, whatever parameters it has", async () => {
  const paths = mediaTypes.map((mediaType, index) => {
    const binary = codecOf(mediaType) === "binary";
    const schema = binary ? {} : { type: "object", properties: { n: { type: "integer" } } };
    const responses = { 200: { description: "ok", content: { [mediaType]: { schema } } } };
    return [`/${wordOf(index)}`, { get: { operationId: wordOf(index), responses } }];
  });
  const description = { openapi: "3.1.0", info: { title: "Api", version: "1" }, paths: Object.fromEntries(paths) as object };
  const { files, diagnostics } = await generateTexts({ "api.json": JSON.stringify(description) }, ["types", "client"]);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const asks = mediaTypes.map((mediaType, index) => {
    const type = `DataOf<api.${wordOf(index).replace("o", "O")}Result>`;
    return `export const ${wordOf(index)}: Same<${type}, ${answers[codecOf(mediaType)]}> = true; // ${mediaType}`;
  });
  const head = `import type * as api from "./api/operations.js";
type Described = { n?: number };
type DataOf<R> = Extract<R, { readonly ok: true; readonly status: 200 }> extends { readonly data: infer Data } ? Data : never;
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : [A]) : [A];
`;
  const use = { path: "use.ts", text: `${head}${asks.join("\n")}\n` };
  await writeFiles(folder.path, [...files.map((file) => ({ ...file, path: `api/${file.path}` })), use]);
  expect(await typeCheck(folder.path, ["."], "7", "browser")).toEqual([]);
});
