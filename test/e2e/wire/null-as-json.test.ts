/** Null has a form where a parameter or a field is JSON: it is sent, and arrives, whatever else the value may be. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { echoPrograms, type EchoProgram } from "../roundtrip/echo-program.js";

const { programOf, close } = echoPrograms();
afterAll(close);

const types: Readonly<Record<string, object>> = {
  "an object or null": { type: ["object", "null"], properties: { a: { type: "integer" } } },
  "a text or null": { type: ["string", "null"] },
  "a list or null": { anyOf: [{ type: "array", items: { type: "string" } }, { type: "null" }] },
  "null with a default beside it": { type: ["integer", "null"], default: 7 },
  anything: {},
};
const values: Readonly<Record<string, readonly unknown[]>> = {
  "an object or null": [null, { a: 1 }],
  "a text or null": [null, "null", "x"],
  "a list or null": [null, ["null"], []],
  "null with a default beside it": [null, 5],
  anything: [null, 1],
};
const places: readonly string[] = [
  "query",
  "header",
  "cookie",
  "path",
  "querystring",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
];
const info = { title: "Echo", version: "1" };
const responses = { 200: { description: "ok" } };
const cases = Object.keys(types).flatMap((what, one) => places.map((place, other) => ({ what, place, id: `op${[one, other].join("x")}` })));

describe("null as JSON", () => {
  let program: EchoProgram;
  beforeAll(async () => {
    const paths = cases.map(({ what, place, id }) => {
      const schema = types[what] ?? {};
      const isBody = place.includes("/");
      const content = isBody
        ? { [place]: { schema: { type: "object", properties: { p: schema } }, encoding: { p: { contentType: "application/json" } } } }
        : { "application/json": { schema } };
      const parts = isBody ? { requestBody: { content } } : { parameters: [{ name: "p", in: place, required: place === "path", content }] };
      return [`/${id}${place === "path" ? "/{p}" : ""}`, { [isBody ? "post" : "get"]: { operationId: id, ...parts, responses } }];
    });
    const parameters = [{ name: "p", in: "query", content: { "text/plain": { schema: { type: ["string", "null"], default: "d" } } } }];
    const more = ["/plain", { get: { operationId: "plain", parameters, responses } }];
    program = await programOf(`${JSON.stringify({ openapi: "3.2.0", info, paths: Object.fromEntries([...paths, more]) as object })}\n`);
  }, 120_000);

  test.each(cases)("$what in $place ($id)", async ({ what, place, id }) => {
    for (const value of values[what] ?? []) {
      const args = place.includes("/") ? { body: { p: value } } : { [place]: place === "querystring" ? value : { p: value } };
      const { result, seen } = await program.send(id, args);
      expect([value, result.error]).toEqual([value, undefined]);
      expect(seen).toMatchObject(args);
    }
  });

  test("null in another media type is left out", async () => {
    const { seen, url } = await program.send("plain", { query: { p: null } });
    expect([seen?.["query"], url]).toEqual([{ p: "d" }, "/plain"]);
  });
});
