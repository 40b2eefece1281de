/** Parts that may be a file or a text: the server's handler is given what its type says, as which of the two it was sent. */
import type { Server } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emit } from "../../src/emit/emit.js";
import type { GeneratedFile } from "../../src/emit/print/file.js";
import { apiOf } from "../support/api.js";
import { temporaryFolder, typeCheck, writeFiles } from "../support/compile.js";
import { loadProgram } from "./roundtrip/module.js";

const file = { type: "string", format: "binary" };
const none = { enum: ["none"] };
const either = { anyOf: [file, none] };
const text = { type: "string" };

interface Case {
  readonly schema: object;
  /** Of the handler. */
  readonly type: string;
  /** Parts named `a` and `b`, in forms of their own: a text, or a file. */
  readonly sent: readonly (readonly (readonly [name: string, value: string | Blob])[])[];
}

const blob = new Blob(["bytes"], { type: "image/png" });
const asFileAndText = (name: string, value: string) => [[[name, blob] as const], [[name, value] as const]];

const cases: Readonly<Record<string, Case>> = {
  file: { schema: { properties: { a: file } }, type: "{ a?: Blob }", sent: asFileAndText("a", "none") },
  choice: { schema: { properties: { a: either } }, type: "{ a?: Blob | string }", sent: asFileAndText("a", "none") },
  oneOf: { schema: { properties: { a: { oneOf: [none, file] } } }, type: "{ a?: Blob | string }", sent: asFileAndText("a", "none") },
  required: { schema: { required: ["a"], properties: { a: either } }, type: "{ a: Blob | string }", sent: asFileAndText("a", "none") },
  number: {
    schema: { properties: { a: { anyOf: [file, { type: "integer" }] } } },
    type: "{ a?: Blob | number }",
    sent: [...asFileAndText("a", "7"), ...asFileAndText("a", "none")],
  },
  "other names": {
    schema: { properties: { a: file, b: either, "1": either, "b-c": either } },
    type: '{ a?: Blob; b?: Blob | string; "1"?: Blob | string; "b-c"?: Blob | string }',
    sent: ["a", "b", "1", "b-c"].flatMap((name) => asFileAndText(name, "none")),
  },
  list: {
    schema: { properties: { a: { type: "array", items: either } } },
    type: "{ a?: (Blob | string)[] }",
    sent: [
      ...asFileAndText("a", "none"),
      [
        ["a", blob],
        ["a", "none"],
      ],
    ],
  },
  "list of files": {
    schema: { properties: { a: { type: "array", items: file } } },
    type: "{ a?: Blob[] }",
    sent: [
      ...asFileAndText("a", "none"),
      [
        ["a", blob],
        ["a", "none"],
      ],
    ],
  },
  "file, or list of texts": {
    schema: { properties: { a: { anyOf: [file, { type: "array", items: text }] } } },
    type: "{ a?: Blob | string[] }",
    sent: [
      ...asFileAndText("a", "none"),
      [
        ["a", "one"],
        ["a", "two"],
      ],
    ],
  },
  "texts beside a file": {
    schema: { properties: { a: file }, additionalProperties: text },
    type: "{ a?: Blob; [name: string]: Blob | string | undefined }",
    sent: [...asFileAndText("a", "none"), [["b", "none"]]],
  },
  "numbers beside a file and a text": {
    schema: { properties: { a: file, c: text }, additionalProperties: { type: "integer" } },
    type: "{ a?: Blob; c?: string; [name: string]: Blob | string | number | undefined }",
    sent: [...asFileAndText("a", "none"), [["c", "none"]], [["b", "7"]]],
  },
  "files beside a text": {
    schema: { properties: { a: text }, additionalProperties: file },
    type: "{ a?: string; [name: string]: Blob | string | undefined }",
    sent: [[["a", "none"]], ...asFileAndText("b", "none")],
  },
  "map of files": { schema: { additionalProperties: file }, type: "Record<string, Blob>", sent: asFileAndText("b", "none") },
  "map of either": { schema: { additionalProperties: either }, type: "Record<string, Blob | string>", sent: asFileAndText("b", "none") },
  pattern: {
    schema: { properties: { a: file }, patternProperties: { "^b": text }, additionalProperties: false },
    type: "{ a?: Blob; [name: string]: Blob | string | undefined }",
    sent: [...asFileAndText("a", "none"), [["b", "none"]]],
  },
  anything: {
    schema: { properties: { a: file }, additionalProperties: true },
    type: "{ a?: Blob; [name: string]: unknown }",
    sent: [[["b", "none"]]],
  },
  alternatives: {
    schema: {
      oneOf: [
        { type: "object", required: ["a", "b"], properties: { a: file, b: { const: "file" } } },
        { type: "object", required: ["a", "b"], properties: { a: none, b: { const: "text" } } },
      ],
    },
    type: '{ a: Blob; b: "file" } | { a: "none"; b: "text" }',
    sent: [
      [
        ["a", blob],
        ["b", "file"],
      ],
      [
        ["a", "none"],
        ["b", "text"],
      ],
    ],
  },
  "parts of allOf": {
    schema: {
      allOf: [
        { type: "object", properties: { a: either } },
        { type: "object", properties: { b: file } },
      ],
    },
    type: "{ a?: Blob | string } & { b?: Blob }",
    sent: [...asFileAndText("a", "none"), ...asFileAndText("b", "none")],
  },
  defaults: {
    schema: { properties: { a: either, b: { type: "string", enum: ["x"], default: "x" } } },
    type: '{ a?: Blob | string; b: "x" }',
    sent: asFileAndText("a", "none"),
  },
};

const operationOf = (index: number): string => `op${String(index)}`;
const paths = Object.values(cases).map(({ schema }, index) => {
  const typed = "oneOf" in schema || "allOf" in schema ? schema : { type: "object", ...schema };
  const content = { "multipart/form-data": { schema: typed } };
  const responses = { 204: { description: "Taken." } };
  return [`/${operationOf(index)}`, { post: { operationId: operationOf(index), requestBody: { required: true, content }, responses } }];
});
const description = { openapi: "3.1.0", info: { title: "Parts", version: "1" }, paths: Object.fromEntries(paths) as object };

/** A value as TypeScript. */
function written(value: unknown): string {
  if (value instanceof Blob) return "new Blob([])";
  if (Array.isArray(value)) return `[${value.map(written).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, inner]) => `${JSON.stringify(name)}: ${written(inner)}`)
    .join(", ")} }`;
}

describe("a handler", () => {
  let files: readonly GeneratedFile[];
  let server: Server;
  let base: string;
  let seen: unknown;
  const received: string[] = [];
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  beforeAll(async () => {
    folder = await temporaryFolder();
    const api = await apiOf(`${JSON.stringify(description)}\n`, { name: "parts" });
    files = await emit(api, {
      parts: new Set(["types", "validators", "client", "server"]),
      source: "api.json",
      command: "npm run generate",
    });
    const program = await loadProgram(api, files);
    const keep = (request: unknown) => {
      seen = (request as { body: unknown }).body; // what the server gives to handlers
      return { status: 204 };
    };
    const handlers = Object.fromEntries(Object.keys(cases).map((_, index) => [operationOf(index), keep]));
    const serving = await program.serve({ handlers, onError: () => undefined });
    server = serving.server;
    base = serving.baseUrl;
  });
  afterAll(async () => {
    server.close();
    await folder.remove();
  });

  test.each(Object.entries(cases).map(([name, each], index) => [name, each, index] as const))("is given %s", async (_, { sent }, index) => {
    for (const parts of sent) {
      const form = new FormData();
      for (const [name, value] of parts) form.append(name, value);
      const response = await fetch(`${base}/${operationOf(index)}`, { method: "POST", body: form });
      expect([response.status, await response.text()]).toEqual([204, ""]);
      received.push(`{ const body: Body<"${operationOf(index)}"> = ${written(seen)}; keep(body); }`);
    }
  });

  test("has types that say so, and no more", async () => {
    expect(received).toHaveLength(Object.values(cases).reduce((sum, { sent }) => sum + sent.length, 0));
    const same = Object.values(cases).map(
      ({ type }, index) => `export const ${operationOf(index)}: Same<Body<"${operationOf(index)}">, ${type}> = true;`,
    );
    const head = `import type { PartsHandlers } from "./api/server.js";
type Body<Key extends keyof PartsHandlers> = Parameters<PartsHandlers[Key]>[0]["body"];
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : [A]) : [A];
declare const keep: (value: unknown) => void;
`;
    const use = { path: "use.ts", text: `${head}${[...same, ...received].join("\n")}\n` };
    await writeFiles(folder.path, [...files.map((each) => ({ ...each, path: `api/${each.path}` })), use]);
    expect(await typeCheck(folder.path, ["."], "7", "node")).toEqual([]);
  });
});
