/** A body of text without a sign, to the generated server and back: it is the empty text wherever the schema takes one. */
import type { Server } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emit } from "../../../src/emit/emit.js";
import { apiOf } from "../../support/api.js";
import { loadProgram, type GeneratedProgram } from "../roundtrip/module.js";

const text = { type: "string" };
const orNull = { type: ["string", "null"] };
const accepting: Readonly<Record<string, object>> = {
  text,
  orNull,
  bounded: { ...orNull, maxLength: 3 },
  listed: { enum: ["", "a", null] },
  pattern: { ...orNull, pattern: "^a*$" },
  nothingOrText: { anyOf: [{ type: "null" }, text] },
  dateOrEmpty: {
    oneOf: [
      { ...text, format: "date" },
      { ...text, maxLength: 0 },
    ],
  },
  orNumber: { type: ["integer", "string"] },
  orBoolean: { anyOf: [{ type: "boolean" }, { ...text, maxLength: 3 }] },
  anything: {},
};
const refusing: Readonly<Record<string, object>> = {
  long: { ...text, minLength: 1 },
  longOrNull: { ...orNull, minLength: 1 },
  dateOrNull: { ...orNull, format: "date" },
  number: { type: "integer" },
  numberOrNull: { type: ["integer", "null"] },
};

describe.each(["text/plain", "text/*", "text/csv; charset=utf-8", "*/*"])("an empty text of %s", (mediaType) => {
  let program: GeneratedProgram;
  let server: Server;
  let client: unknown;
  let seen: unknown;
  const contentType = mediaType.includes("*") ? "text/plain" : mediaType;
  beforeAll(async () => {
    const operation = (operationId: string, schema: object, required: boolean): object => {
      const content = { [mediaType]: { schema } };
      const post = { operationId, requestBody: { required, content }, responses: { 200: { description: "ok", content } } };
      return { [`/${operationId}`]: { post } };
    };
    const all = Object.entries({ ...accepting, ...refusing }).flatMap(([id, schema]) => [
      operation(id, schema, true),
      operation(`${id}Maybe`, schema, false),
    ]);
    const description = { openapi: "3.1.0", info: { title: "Echo", version: "1" }, paths: Object.assign({}, ...all) as object };
    const api = await apiOf(`${JSON.stringify(description)}\n`, { name: "echo" });
    const parts = new Set(["types", "validators", "client", "server"] as const);
    program = await loadProgram(api, await emit(api, { parts, source: "api.yaml", command: "npm run generate" }));
    const echo = (request: unknown): unknown => {
      seen = (request as { readonly body: unknown }).body; // what the server gives to handlers
      return { status: 200, body: "", contentType };
    };
    const handlers = Object.fromEntries(api.operations.map(({ names }) => [names.value, echo]));
    const serving = await program.serve({ handlers, onError: () => undefined });
    server = serving.server;
    client = program.createClient(serving.baseUrl);
  });
  afterAll(() => server.close());

  const sent = async (operation: string): Promise<unknown> => {
    seen = "nothing";
    // A range is sent as what the caller says.
    const body = mediaType.includes("*") ? new Blob([], { type: contentType }) : "";
    const { status, data } = await program.call(operation, client, { body });
    return { status, seen, ...(status === 200 && { data }) };
  };
  test.each(Object.keys(accepting))("arrives, and comes back: %s", async (id) => {
    expect(await sent(id)).toEqual({ status: 200, seen: "", data: "" });
    expect(await sent(`${id}Maybe`)).toEqual({ status: 200, seen: "", data: "" });
  });
  test.each(Object.keys(refusing))("is refused where a body is required: %s", async (id) => {
    expect(await sent(id)).toEqual({ status: 400, seen: "nothing" });
  });
  test.each(Object.keys(refusing).filter((id) => id !== "long"))("is no body where none is required: %s", async (id) => {
    // Under a range, the client reads what cannot be text as JSON: nothing is no value of it.
    const isJson = mediaType === "*/*" && id.startsWith("number");
    expect(await sent(`${id}Maybe`)).toEqual({ status: 200, seen: undefined, data: isJson ? undefined : "" });
  });
});
