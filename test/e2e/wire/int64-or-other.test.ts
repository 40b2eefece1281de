/** `int64: "string"`: alternatives of which one is a 64-bit integer. Text in JSON is one of them only where it is described as text. */
import type { Server } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emit } from "../../../src/emit/emit.js";
import { apiOf } from "../../support/api.js";
import { loadProgram, type GeneratedProgram } from "../roundtrip/module.js";

const id = { type: "integer", format: "int64" };
const object = { type: "object", required: ["a"], properties: { a: { type: "string" } } };
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const list = { type: "array", items: { type: "string" } };

const withoutText: Readonly<Record<string, object>> = {
  object: { oneOf: [id, object] },
  behind: { anyOf: [object, id] },
  list: { oneOf: [id, list] },
  boolean: { oneOf: [id, { type: "boolean" }] },
  nullToo: { oneOf: [id, object, { type: "null" }] },
  named: { oneOf: [ref("Id"), ref("Thing")] },
  nested: { anyOf: [{ oneOf: [id, object] }, { type: "boolean" }] },
  namedNested: { anyOf: [ref("Either"), list] },
  number: { anyOf: [id, { type: "number" }, object] },
  values: { oneOf: [id, { enum: [true, null] }] },
  condition: { type: ["integer", "object"], format: "int64", if: { type: "object" }, then: object },
  alone: id,
};
const withText: Readonly<Record<string, object>> = {
  text: { anyOf: [id, { type: "string" }] },
  textAndObject: { oneOf: [object, id, { type: "string", minLength: 1 }] },
  value: { oneOf: [id, { enum: ["123", "x"] }] },
  namedText: { anyOf: [ref("Either"), ref("Word")] },
};

describe("a member that is an integer of 64 bits or something else, as text", () => {
  let program: GeneratedProgram;
  let server: Server;
  let client: unknown;
  let baseUrl: string;
  let seen: unknown;
  beforeAll(async () => {
    const operation = ([operationId, v]: readonly [string, object]): object => {
      const content = { "application/json": { schema: { type: "object", required: ["v"], properties: { v } } } };
      return {
        [`/${operationId}`]: {
          post: { operationId, requestBody: { required: true, content }, responses: { 200: { description: "ok", content } } },
        },
      };
    };
    const paths = Object.assign({}, ...Object.entries({ ...withoutText, ...withText }).map(operation)) as object;
    const schemas = { Id: id, Thing: object, Word: { type: "string" }, Either: { oneOf: [id, object] } };
    const description = { openapi: "3.1.0", info: { title: "Echo", version: "1" }, paths, components: { schemas } };
    const api = await apiOf(`${JSON.stringify(description)}\n`, { name: "echo", int64: "string" });
    const parts = new Set(["types", "validators", "client", "server"] as const);
    program = await loadProgram(api, await emit(api, { parts, int64: "string", source: "api.yaml", command: "npm run generate" }));
    const echo = (request: unknown): unknown => {
      seen = (request as { readonly body: unknown }).body; // what the server gives to handlers
      return { status: 200, body: seen };
    };
    const handlers = Object.fromEntries(api.operations.map(({ names }) => [names.value, echo]));
    const serving = await program.serve({ handlers, onError: () => undefined });
    ({ server, baseUrl } = serving);
    client = program.createClient(baseUrl);
  });
  afterAll(() => server.close());

  const post = async (operation: string, body: string): Promise<unknown> => {
    seen = undefined;
    const { status } = await fetch(`${baseUrl}/${operation}`, { method: "POST", headers: { "Content-Type": "application/json" }, body });
    return status === 200 ? seen : status;
  };
  const large = "9007199254740993";

  test.each(Object.keys(withoutText))("is refused as text in JSON where nothing is text: %s", async (operation) => {
    expect(await post(operation, '{"v":"123"}')).toBe(400);
    expect(await post(operation, '{"v":"x"}')).toBe(400);
    expect(await post(operation, '{"v":123}')).toMatchObject({ v: operation === "number" ? (expect.anything() as unknown) : "123" });
    if (operation !== "number") expect(await post(operation, `{"v":${large}}`)).toEqual({ v: large });
    // Also where the text is looked at again, for another integer that is large.
    expect(await post(operation, `{"v":"${large}","more":${large}}`)).toBe(400);
  });
  test.each(Object.keys(withText))("passes as text where something is text: %s", async (operation) => {
    expect(await post(operation, '{"v":"123"}')).toEqual({ v: "123" });
    expect(await post(operation, '{"v":"x"}')).toEqual({ v: "x" });
  });
  test("arrives, whichever it is", async () => {
    for (const [operation, values] of Object.entries({ object: [large, { a: "123" }], list: [large, ["1"]], nested: [large, true] }))
      for (const v of values) {
        const { data, error } = await program.call(operation, client, { body: { v } });
        expect(error).toBeUndefined();
        expect([seen, data]).toEqual([{ v }, { v }]);
      }
  });
});
