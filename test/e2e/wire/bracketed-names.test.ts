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
    list: [texts, ["a", "b"]],
    listOfOne: [texts, ["a"]],
    numbers: [{ type: "array", items: { type: "integer" } }, [1, 2]],
    object: [closed, { a: "x" }],
    map: [{ type: "object", additionalProperties: text }, { k: "x" }],
    objects: [{ type: "array", items: closed }, [{ a: "x" }, { a: "y" }]],
    choice: [{ oneOf: [closed, texts] }, { a: "x" }],
    otherChoice: [{ oneOf: [closed, texts] }, ["a", "b"]],
    untyped: [{}, "t"],
    untypedList: [{}, ["a", "b"]],
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

describe("a member of an object whose members are pairs of their own", () => {
  const keys = ["k[a]", "k[]", "k[a][b]", "k", "x[]", "x[a]", "x[a]b", "[x]", "x]", "a b", "a&b=c", "é", "toString"];
  const values: Readonly<Record<string, readonly [schema: object, value: unknown]>> = {
    text: [text, "t"],
    integer: [{ type: "integer" }, 5],
    list: [texts, ["a", "b"]],
    listOfOne: [texts, ["a"]],
  };
  const shapes: Readonly<Record<string, (value: object) => object>> = {
    named: (value) => ({ type: "object", properties: Object.fromEntries(keys.map((key) => [key, value])) }),
    map: (value) => ({ type: "object", additionalProperties: value }),
    besideNamed: (value) => ({ type: "object", properties: { x: value, k: value }, additionalProperties: value }),
    patterns: (value) => ({ type: "object", properties: { z: text }, patternProperties: { "": value } }),
    either: (value) => ({ oneOf: [{ type: "object", additionalProperties: value }, { type: "null" }] }),
  };
  const beside = [
    { name: "list", in: "query", schema: texts },
    { name: "deep", in: "query", style: "deepObject", schema: { type: "object", additionalProperties: text } },
  ];
  const cases = Object.keys(values).flatMap((kind) => Object.keys(shapes).map((shape) => ({ id: `${kind}X${shape}`, kind, shape })));
  let program: EchoProgram;
  beforeAll(async () => {
    const responses = { 200: { description: "ok" } };
    const paths = cases.flatMap(({ id, kind, shape }) => {
      const schema = shapes[shape]?.(values[kind]?.[0] ?? {});
      const reserved = { name: "k", in: "query", allowReserved: true, schema };
      const content = {
        "application/x-www-form-urlencoded": {
          schema: { type: "object", properties: { k: schema, list: texts }, additionalProperties: false },
          encoding: { k: { style: "form", explode: true } },
        },
      };
      return [
        [`/${id}`, { get: { operationId: id, parameters: [{ name: "k", in: "query", schema }, ...beside], responses } }],
        [`/${id}Reserved`, { get: { operationId: `${id}Reserved`, parameters: [reserved], responses } }],
        [`/${id}Form`, { post: { operationId: `${id}Form`, requestBody: { required: true, content }, responses } }],
      ];
    });
    program = await programOf(`${JSON.stringify({ openapi: "3.1.0", info, paths: Object.fromEntries(paths) as object })}\n`);
  }, 120_000);

  test.each(cases)("has any name: $id", async ({ id, kind }) => {
    const value = values[kind]?.[1];
    for (const k of [...keys.map((key) => ({ [key]: value })), Object.fromEntries(keys.map((key) => [key, value])) as object]) {
      for (const query of [{ k }, { k, list: ["l"], deep: { d: "x" } }]) {
        const { result, seen } = await program.send(id, { query });
        expect([k, result.error]).toEqual([k, undefined]);
        expect(seen?.["query"]).toEqual(query);
      }
      const reserved = await program.send(`${id}Reserved`, { query: { k } });
      expect([k, reserved.result.error]).toEqual([k, undefined]);
      expect(reserved.seen?.["query"]).toEqual({ k });
      const { result, seen } = await program.send(`${id}Form`, { body: { k, list: ["l", "m"] } });
      expect([k, result.error]).toEqual([k, undefined]);
      expect(seen?.["body"]).toEqual({ k, list: ["l", "m"] });
    }
  });

  test("is refused where it is in brackets behind another parameter", async () => {
    expect((await program.get("/textXmap?list[]=1")).status).toBe(400);
    expect((await program.get("/textXnamed?k[z]=1")).status).toBe(400);
    expect((await program.get("/textXmap?deep[z]=1")).seen?.["query"]).toEqual({ deep: { z: "1" } });
  });
});

describe("a key of a deep object", () => {
  const schema = { type: "object", additionalProperties: {} };
  const get = {
    operationId: "ask",
    parameters: [{ name: "k", in: "query", style: "deepObject", schema }],
    responses: { 200: { description: "ok" } },
  };
  const program = programOf(`${JSON.stringify({ openapi: "3.1.0", info, paths: { "/ask": { get } } })}\n`);
  test.each(["x[a]", "x[a][b]", "x[]", "x[][]", "[x]", "x[", "x]", "a[b[c]]", "k[a]", "a.b"])("may have brackets: %s", async (key) => {
    for (const value of ["t", { b: "t" }, { [key]: "t" }]) {
      const { result, seen } = await (await program).send("ask", { query: { k: { [key]: value } } });
      expect(result.error).toBeUndefined();
      expect(seen?.["query"]).toEqual({ k: { [key]: value } });
    }
  });
  test("is not sent where it would be read as two", async () => {
    const sent = (await program).send("ask", { query: { k: { "a][b": "t" } } });
    await expect(sent).rejects.toThrow('the query parameter "k" cannot be sent');
  });
});
