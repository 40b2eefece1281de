/**
 * Replies of media types that a description names by a range, or that a service does not name at all, as the generated client hands them
 * out: what its types say, or an error that says what came.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emit } from "../../../src/emit/emit.js";
import { apiOf } from "../../support/api.js";
import { loadProgram, type GeneratedProgram } from "../roundtrip/module.js";

const schemas = {
  text: { type: "string" },
  textOrNull: { type: ["string", "null"] },
  textOrNumber: { anyOf: [{ type: "string" }, { type: "integer" }] },
  number: { type: "number" },
  integerOrNull: { type: ["integer", "null"] },
  boolean: { $ref: "#/components/schemas/Flag" },
  object: { type: "object", properties: { a: { type: "integer" } } },
  untypedObject: { properties: { a: { type: "integer" } } },
  array: { type: "array", items: { type: "string" } },
  constant: { enum: [1, true] },
  anything: {},
  bytes: { type: "string", format: "binary" },
} as const;
type Kind = keyof typeof schemas;

const ranges = ["*/*", "application/*", "text/*", "image/*", "application/*+json", "multipart/*"] as const;
type Range = (typeof ranges)[number];

/** What is sent, and its value where that is JSON. */
const bodies = { "5": 5, true: true, '{"a":1}': { a: 1 }, '["a"]': ["a"], '"word"': "word", null: null, word: undefined } as const;
type Body = keyof typeof bodies;

const nothing = "none";
const sentTypes = [
  nothing,
  "application/json",
  "application/vnd.a+json; charset=utf-8",
  "text/plain",
  "text/json",
  "application/xml",
  "image/svg+xml",
  "application/octet-stream",
  "application/x-www-form-urlencoded",
  "application/x-ndjson",
] as const;

/** Whether a value is of a schema. */
const fits: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === "string",
  textOrNull: (value) => value === null || typeof value === "string",
  textOrNumber: (value) => typeof value === "string" || typeof value === "number",
  number: (value) => typeof value === "number",
  integerOrNull: (value) => value === null || typeof value === "number",
  boolean: (value) => typeof value === "boolean",
  object: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  untypedObject: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  array: (value) => Array.isArray(value),
  constant: (value) => typeof value === "number" || typeof value === "boolean",
  anything: () => true,
  bytes: (value) => value instanceof Blob,
};

let program: GeneratedProgram;
let service: Server;
let client: unknown;
let reply: { readonly body: string; readonly contentType: string | undefined };

const nameOf = (range: string, kind: string): string => `${kind}${String(ranges.indexOf(range as Range))}`;

beforeAll(async () => {
  const paths = ranges.flatMap((range) =>
    Object.entries(schemas).map(([kind, schema]) => {
      const operationId = nameOf(range, kind);
      // What is said of other answers says nothing of this one.
      const responses = {
        200: { description: "ok", content: { [range]: { schema } } },
        default: { description: "failed", content: { [range]: { schema: { type: "boolean" } } } },
      };
      return [`/${operationId}`, { get: { operationId, responses } }] as const;
    }),
  );
  const components = { schemas: { Flag: { type: "boolean" } } };
  const description = { openapi: "3.1.0", info: { title: "Echo", version: "1" }, paths: Object.fromEntries(paths), components };
  const api = await apiOf(`${JSON.stringify(description)}\n`, { name: "echo" });
  const parts = new Set(["types", "client"] as const);
  program = await loadProgram(api, await emit(api, { parts, source: "api.yaml", command: "npm run generate" }));
  service = createServer((_, response) => {
    if (reply.contentType !== undefined) response.setHeader("Content-Type", reply.contentType);
    response.end(reply.body);
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  client = program.createClient(`http://127.0.0.1:${String((service.address() as AddressInfo).port)}`);
});
afterAll(() => service.close());

/** What a call hands out, or the error that it rejects with. */
async function received(range: Range, kind: Kind, body: string, contentType: string): Promise<unknown> {
  reply = { body, contentType: contentType === nothing ? undefined : contentType };
  try {
    return (await program.call(nameOf(range, kind), client, {})).data;
  } catch (error) {
    return error;
  }
}

const isJsonType = (contentType: string): boolean => /[/+]json(?:;|$)/.test(contentType);

describe.each(["*/*", "application/*"] as const)("a reply under %s", (range) => {
  describe.each(sentTypes)("that is sent as %s", (contentType) => {
    test.each(Object.keys(schemas) as Kind[])("is a value of the described type, or an error: %s", async (kind) => {
      for (const body of Object.keys(bodies) as Body[]) {
        const found = await received(range, kind, body, contentType);
        const value = bodies[body];
        const isNamed = `${body} as ${contentType} for ${kind}: ${String(found)}`;
        if (kind === "bytes") expect(found, isNamed).toBeInstanceOf(Blob);
        else if (kind === "anything") continue;
        else if (value !== undefined && isJsonType(contentType)) expect(found, isNamed).toEqual(value);
        // Text that may be meant is what it is.
        else if (kind.startsWith("text") && contentType !== nothing && !isJsonType(contentType)) expect(found, isNamed).toBe(body);
        else if (value !== undefined && fits[kind](value)) expect(found, isNamed).toEqual(value);
        else if (kind.startsWith("text") && contentType === nothing) expect(found, isNamed).toBe(body);
        else if (value === undefined) {
          expect(found, isNamed).toBeInstanceOf(Error);
          expect(String(found)).toContain(`(${contentType === nothing ? "no content type" : contentType})`);
        }
        // JSON of another type is handed out as under `application/json`: nothing is validated.
        else expect(found, isNamed).toEqual(value);
      }
    });
  });

  test("of which nothing is described is what the service says, and JSON or text where it says nothing", async () => {
    expect(await received(range, "anything", '{"a":1}', "application/json")).toEqual({ a: 1 });
    expect(await received("*/*", "anything", '{"a":1}', "text/plain")).toBe('{"a":1}');
    expect(await received(range, "anything", '{"a":1}', nothing)).toEqual({ a: 1 });
    expect(await received(range, "anything", "word", nothing)).toBe("word");
    expect(await received(range, "anything", "word", "application/octet-stream")).toBeInstanceOf(Blob);
  });

  test("without a body is no value, and the empty text where that may be meant", async () => {
    for (const contentType of sentTypes) {
      expect(await received(range, "object", "", contentType)).toBe(undefined);
      if (!isJsonType(contentType)) expect(await received(range, "text", "", contentType)).toBe("");
    }
  });
});

describe("a reply under a range of one kind", () => {
  test.each(sentTypes)("is of that kind, whatever it is sent as: %s", async (contentType) => {
    for (const kind of Object.keys(schemas) as Kind[]) {
      expect(await received("text/*", kind, '{"a":1}', contentType)).toBe('{"a":1}');
      expect(await received("image/*", kind, '{"a":1}', contentType)).toBeInstanceOf(Blob);
      expect(await received("multipart/*", kind, '{"a":1}', contentType)).toBeInstanceOf(Blob);
      expect(await received("application/*+json", kind, '{"a":1}', contentType)).toEqual({ a: 1 });
      expect(await received("application/*+json", kind, "word", contentType)).toBeInstanceOf(Error);
    }
  });
});
