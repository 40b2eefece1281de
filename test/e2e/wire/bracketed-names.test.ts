/** Fields and parameters whose names look like those of members of others (`k[0]` beside `k`), from the generated client to the generated server. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { echoPrograms, type EchoProgram } from "../roundtrip/echo-program.js";

const { programOf, close } = echoPrograms();
afterAll(close);

const text = { type: "string" };
const texts = { type: "array", items: text };
const closed = { type: "object", properties: { a: text }, additionalProperties: false };
const kinds: Readonly<Record<string, readonly [schema: object, value: unknown]>> = {
  text: [text, "t"],
  integer: [{ type: "integer" }, 5],
  texts: [texts, ["a", "b"]],
  closed: [closed, { a: "x" }],
  open: [{ type: "object", additionalProperties: text }, { a: "x" }],
  choice: [{ anyOf: [closed, texts] }, ["a", "b"]],
  untyped: [{}, "t"],
};
const others: Readonly<Record<string, readonly [schema: object, value: unknown]>> = {
  text: [text, "o"],
  texts: [texts, ["o", "p"]],
  object: [{ type: "object", properties: { b: text } }, { b: "o" }],
};
const names = ["k[0]", "k[]", "k[z]", "k[z][0]", "k[a]b"];
const encodings: Readonly<Record<string, object | undefined>> = { none: undefined, form: { style: "form" }, deep: { style: "deepObject" } };
const info = { title: "Echo", version: "1" };

/** Whether both are written under the very same name: the first item of a list, and a member of a map that takes any. */
const isSame = (kind: string, other: string, encoding: string, name: string): boolean =>
  (encoding === "deep" && Array.isArray(kinds[kind]?.[1]) && name === "k[0]") ||
  (encoding === "form" && kind === "open" && other === "object");

describe.each(["application/x-www-form-urlencoded", "multipart/form-data"])("a field of %s", (mediaType) => {
  const cases = Object.keys(kinds).flatMap((kind) =>
    Object.keys(others).flatMap((other) =>
      Object.keys(encodings).flatMap((encoding) =>
        names
          .map((name, index) => ({ id: `${kind}X${other}X${encoding}X${String(index)}`, kind, other, encoding, name }))
          .filter(({ name }) => !isSame(kind, other, encoding, name)),
      ),
    ),
  );
  let program: EchoProgram;
  beforeAll(async () => {
    const paths = cases.map(({ id, kind, other, encoding, name }) => {
      const schema = { type: "object", properties: { k: kinds[kind]?.[0], [name]: others[other]?.[0] }, additionalProperties: false };
      const said = encodings[encoding];
      const content = { [mediaType]: { schema, ...(said && { encoding: { k: said, [name]: said } }) } };
      return [`/${id}`, { post: { operationId: id, requestBody: { required: true, content }, responses: { 200: { description: "ok" } } } }];
    });
    program = await programOf(`${JSON.stringify({ openapi: "3.1.0", info, paths: Object.fromEntries(paths) as object })}\n`);
  }, 120_000);

  test.each(cases)("is no member of another one: $id $name", async ({ id, kind, other, name }) => {
    const [k, o] = [kinds[kind]?.[1], others[other]?.[1]];
    for (const body of [{ k, [name]: o }, { [name]: o }, { k }]) {
      const { result, seen } = await program.send(id, { body });
      expect(result.error).toBeUndefined();
      expect(seen?.["body"]).toEqual(body);
    }
  });
});

describe("a parameter of a query", () => {
  const styles: Readonly<Record<string, object>> = { form: {}, deep: { style: "deepObject" }, flat: { explode: false } };
  const cases = ["closed", "open", "choice", "untyped"].flatMap((kind) =>
    Object.keys(others).flatMap((other) =>
      Object.keys(styles).flatMap((style) =>
        names.map((name, index) => ({ id: `${kind}X${other}X${style}X${String(index)}`, kind, other, style, name })),
      ),
    ),
  );
  let program: EchoProgram;
  beforeAll(async () => {
    const paths = cases.map(({ id, kind, other, style, name }) => {
      const k = { name: "k", in: "query", style: "deepObject", schema: kinds[kind]?.[0] };
      const parameters = [k, { name, in: "query", ...styles[style], schema: others[other]?.[0] }];
      return [`/${id}`, { get: { operationId: id, parameters, responses: { 200: { description: "ok" } } } }];
    });
    program = await programOf(`${JSON.stringify({ openapi: "3.1.0", info, paths: Object.fromEntries(paths) as object })}\n`);
  }, 120_000);

  test.each(cases)("is no member of a deep object: $id $name", async ({ id, kind, other, name }) => {
    const o = others[other]?.[1];
    const k = kind === "untyped" ? { a: "x" } : kind === "choice" ? { a: "x" } : kinds[kind]?.[1];
    for (const query of [{ k, [name]: o }, { [name]: o }, { k }]) {
      const { result, seen } = await program.send(id, { query });
      expect(result.error).toBeUndefined();
      expect(seen?.["query"]).toEqual(query);
    }
  });
});

test.each(Object.keys(others).flatMap((other) => names.map((name) => ({ other, name }))))(
  "a field of a whole query is no member of another one: $name, $other",
  async ({ other, name }) => {
    const schema = { type: "object", properties: { k: text, [name]: others[other]?.[0] }, additionalProperties: false };
    const parameters = [{ name: "all", in: "querystring", content: { "application/x-www-form-urlencoded": { schema } } }];
    const get = { operationId: "ask", parameters, responses: { 200: { description: "ok" } } };
    const program = await programOf(`${JSON.stringify({ openapi: "3.2.0", info, paths: { "/ask": { get } } })}\n`);
    const querystring = { k: "t", [name]: others[other]?.[1] };
    const { result, seen } = await program.send("ask", { querystring });
    expect(result.error).toBeUndefined();
    expect(seen?.["querystring"]).toEqual(querystring);
  },
);

describe("a key of a map", () => {
  const keys = ["a", "a[]", "a[b]", "a[0]", "a[b][c]", "a[b]c", "[a]", "a]", "a[__proto__]", "__proto__[a]"];
  const values: Readonly<Record<string, readonly [schema: object, value: unknown]>> = {
    text: [text, "t"],
    integer: [{ type: "integer" }, 5],
    either: [{ anyOf: [{ type: "boolean" }, { type: "integer" }] }, true],
    named: [{ enum: ["x", "y"] }, "y"],
  };
  const bodies = ["application/x-www-form-urlencoded", "multipart/form-data"];
  let program: EchoProgram;
  beforeAll(async () => {
    const responses = { 200: { description: "ok" } };
    const paths = Object.entries(values).flatMap(([kind, [additionalProperties]]) => {
      const schemas = [
        { type: "object", additionalProperties },
        { type: "object", properties: { n: text }, patternProperties: { "": additionalProperties } },
      ];
      return schemas.flatMap((schema, index) => [
        ...bodies.map((mediaType, form) => {
          const operationId = `${kind}X${String(index)}X${String(form)}`;
          return [
            `/${operationId}`,
            { post: { operationId, requestBody: { required: true, content: { [mediaType]: { schema } } }, responses } },
          ];
        }),
        (() => {
          const operationId = `${kind}X${String(index)}XQuery`;
          const content = { "application/x-www-form-urlencoded": { schema } };
          return [`/${operationId}`, { get: { operationId, parameters: [{ name: "q", in: "querystring", content }], responses } }];
        })(),
      ]);
    });
    program = await programOf(`${JSON.stringify({ openapi: "3.2.0", info, paths: Object.fromEntries(paths) as object })}\n`);
  }, 120_000);

  const cases = Object.keys(values).flatMap((kind) =>
    ["0", "1"].flatMap((schema) => ["0", "1", "Query"].map((place) => ({ id: `${kind}X${schema}X${place}`, kind }))),
  );
  test.each(cases)("is all of its name: $id", async ({ id, kind }) => {
    const value = values[kind]?.[1];
    const maps = [...keys.map((key) => ({ [key]: value })), Object.fromEntries(keys.map((key) => [key, value])) as object];
    for (const map of maps) {
      const { result, seen } = await program.send(id, id.endsWith("Query") ? { querystring: map } : { body: map });
      expect([map, result.error]).toEqual([map, undefined]);
      expect(id.endsWith("Query") ? seen?.["querystring"] : seen?.["body"]).toEqual(map);
    }
  });
});
