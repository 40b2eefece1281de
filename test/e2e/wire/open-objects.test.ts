/** Objects that take any member, written member by member beside other parameters and credentials: what is theirs is none of the object. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { echoPrograms, type EchoProgram } from "../roundtrip/echo-program.js";

const { programOf, close } = echoPrograms();
afterAll(close);

const values: Readonly<Record<string, readonly [schema: object, value: unknown]>> = {
  text: [{ type: "string" }, "1"],
  list: [{ type: "array", items: { type: "string" } }, ["1", "2"]],
  object: [
    { type: "object", properties: { b: { type: "string" }, c: { type: "array", items: { type: "string" } } } },
    { b: "1", c: ["1", "2"] },
  ],
};
const styles: Readonly<Record<string, object>> = { form: {}, deep: { style: "deepObject" }, flat: { explode: false } };
const members: Readonly<Record<string, readonly [schema: object, value: unknown]>> = {
  texts: [{ type: "string" }, "x"],
  integers: [{ type: "integer" }, 5],
  anything: [{}, "x"],
};
const places = ["query", "cookie"] as const;

const cases = places
  .flatMap((place) =>
    Object.keys(members).flatMap((member) =>
      Object.keys(values).flatMap((other) =>
        Object.keys(styles)
          .filter((style) => (style !== "deep" || (place === "query" && other === "object")) && !(style === "flat" && other === "object"))
          .flatMap((style) => [true, false].map((secured) => ({ place, member, other, style, secured }))),
      ),
    ),
  )
  .map((each, index) => ({ ...each, id: `op${String(index)}` }));

describe("an object that takes any member", () => {
  let program: EchoProgram;
  beforeAll(async () => {
    const securitySchemes = Object.fromEntries(places.map((place) => [`${place}Key`, { type: "apiKey", in: place, name: "key" }]));
    const paths = cases.map(({ id, place, member, other, style, secured }) => {
      const open = { name: "open", in: place, schema: { type: "object", additionalProperties: members[member]?.[0] } };
      const parameters = [open, { name: "filter", in: place, ...styles[style], schema: values[other]?.[0] }];
      const security = secured ? [{ [`${place}Key`]: [] }] : [];
      return [`/${id}`, { get: { operationId: id, parameters, security, responses: { 200: { description: "ok" } } } }];
    });
    const info = { title: "Echo", version: "1" };
    program = await programOf(
      `${JSON.stringify({ openapi: "3.1.0", info, paths: Object.fromEntries(paths) as object, components: { securitySchemes } })}\n`,
    );
  }, 120_000);

  test.each(cases)(
    "has none of others: $place, $member beside $other in $style, with a key: $secured",
    async ({ id, place, member, other }) => {
      const open = { a: members[member]?.[1] };
      const filter = values[other]?.[1];
      for (const sent of [{ open, filter }, { filter }, { open }]) {
        const { result, seen } = await program.send(id, { [place]: sent });
        expect(result.error).toBeUndefined();
        expect(seen?.[place]).toEqual(sent);
      }
    },
  );
});

test.each([
  [false, { a: "x" }],
  [{ type: "string" }, { a: "x", b: "y" }],
])("a whole query has no key of a credential, with other members: %j", async (additionalProperties, querystring) => {
  const schema = { type: "object", properties: { a: { type: "string" } }, additionalProperties };
  const parameters = [{ name: "all", in: "querystring", content: { "application/x-www-form-urlencoded": { schema } } }];
  const get = { operationId: "ask", parameters, security: [{ key: [] }], responses: { 200: { description: "ok" } } };
  const components = { securitySchemes: { key: { type: "apiKey", in: "query", name: "key" } } };
  const info = { title: "Echo", version: "1" };
  const program = await programOf(`${JSON.stringify({ openapi: "3.2.0", info, paths: { "/ask": { get } }, components })}\n`);
  const { result, seen } = await program.send("ask", { querystring });
  expect(result.error).toBeUndefined();
  expect(seen?.["querystring"]).toEqual(querystring);
});
