/** 64-bit integers in the parts of multipart bodies, to the generated server and back: no digit is lost, in either form. */
import type { Server } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emit } from "../../../src/emit/emit.js";
import { apiOf } from "../../support/api.js";
import { loadProgram, type GeneratedProgram } from "../roundtrip/module.js";

const id = { type: "integer", format: "int64" };
const schema = {
  type: "object",
  properties: {
    id,
    ids: { type: "array", items: id },
    item: { type: "object", properties: { id, name: { type: "string" } } },
    items: { type: "array", items: { type: "object", properties: { id } } },
    lists: { type: "array", items: { type: "array", items: id } },
    told: { oneOf: [id, { type: "object", required: ["id"], properties: { id } }] },
    plain: { type: "string" },
    file: { type: "string", format: "binary" },
  },
};
const large = "9007199254740993";
const other = "-9223372036854775808";

describe.each(["bigint", "string"] as const)("as %s", (int64) => {
  const held = (digits: string): unknown => (int64 === "bigint" ? BigInt(digits) : digits);
  const value = {
    id: held(large),
    ids: [held(large), held(other)],
    item: { id: held(large), name: large },
    items: [{ id: held(other) }],
    lists: [[held(large)], [held(other), held("1")]],
    told: { id: held(large) },
    plain: large,
  };
  describe.each(["multipart/mixed", "multipart/related", "multipart/form-data"])("of %s", (mediaType) => {
    let program: GeneratedProgram;
    let server: Server;
    let client: unknown;
    let seen: unknown;
    beforeAll(async () => {
      const content = { [mediaType]: { schema } };
      const post = {
        operationId: "echo",
        requestBody: { required: true, content },
        responses: { 200: { description: "ok", content } },
      };
      const description = { openapi: "3.1.0", info: { title: "Echo", version: "1" }, paths: { "/echo": { post } } };
      const api = await apiOf(`${JSON.stringify(description)}\n`, { name: "echo", int64 });
      const parts = new Set(["types", "validators", "client", "server"] as const);
      program = await loadProgram(api, await emit(api, { parts, int64, source: "api.yaml", command: "npm run generate" }));
      const echo = (request: unknown): unknown => {
        seen = (request as { readonly body: unknown }).body; // what the server gives to handlers
        return { status: 200, body: seen };
      };
      const serving = await program.serve({ handlers: { echo }, onError: () => undefined });
      server = serving.server;
      client = program.createClient(serving.baseUrl);
    });
    afterAll(() => server.close());

    const sent = async (body: unknown): Promise<unknown> => {
      seen = undefined;
      return (await program.call("echo", client, { body })).status;
    };
    const json = (text: string): Blob => new Blob([text], { type: "application/json" });
    const form = (parts: Readonly<Record<string, readonly (string | Blob)[]>>): FormData => {
      const data = new FormData();
      for (const [name, values] of Object.entries(parts)) for (const part of values) data.append(name, part);
      return data;
    };
    const written = {
      id: [large],
      ids: [large, other],
      item: [json(`{"id":${large},"name":"${large}"}`)],
      items: [json(`{"id":${other}}`)],
      lists: [json(`[${large}]`), json(`[${other},1]`)],
      told: [json(`{"id":${large}}`)],
      plain: [large],
    };

    test("parts are read exactly", async () => {
      expect(await sent(form(written))).toBe(200);
      expect(seen).toEqual(value);
    });
    test("parts that are text are read as those that say that they are JSON", async () => {
      const texts = Object.entries(written).map(
        async ([name, parts]) =>
          [
            name,
            await Promise.all(parts.map(async (part: string | Blob) => (typeof part === "string" ? part : await part.text()))),
          ] as const,
      );
      expect(await sent(form(Object.fromEntries(await Promise.all(texts))))).toBe(200);
      expect(seen).toEqual(value);
    });
    test("a list as one part is read exactly", async () => {
      expect(await sent(form({ ids: [json(`[${large},${other}]`)], told: [large] }))).toBe(200);
      expect(seen).toEqual({ ids: [held(large), held(other)], told: held(large) });
    });
    test("text in JSON and what no integer is are refused", async () => {
      const wrong = { ids: [json(`["${large}"]`)], item: [json(`{"id":"${large}"}`)], told: [json(`{"id":"x"}`)], id: ["x"] };
      for (const [name, parts] of Object.entries(wrong)) expect([name, await sent(form({ [name]: parts }))]).toEqual([name, 400]);
    });
    test("a reply has all digits", async () => {
      const { status, data } = await program.call("echo", client, { body: form(written) });
      expect(status).toBe(200);
      const text = await (data as Blob).text();
      expect((data as Blob).type).toMatch(new RegExp(`^${mediaType};`, "i"));
      for (const part of [`\r\n${large}\r\n`, `\r\n${other}\r\n`, `{"id":${large},"name":"${large}"}`, `{"id":${other}}`, `[${other},1]`])
        expect(text).toContain(part);
    });
    test.runIf(mediaType === "multipart/form-data")("a value is sent with all digits", async () => {
      expect(await sent(value)).toBe(200);
      expect(seen).toEqual(value);
    });
  });
});
