import { describe, expect, it } from "vitest";
import type { DeprecatedMembers, DeprecatedNode } from "../../../../src/model/ir/lifecycle.js";
import { apiOf } from "../../../support/api.js";

const head = "openapi: 3.1.0\ninfo: { title: T, version: 1.0.0 }\n";
const old = "{ type: string, deprecated: true }";

/** As plain data: `true` for what is deprecated, an object for what leads to it. */
const plain = (node: DeprecatedNode): unknown => {
  const items = node.map((item) => (typeof item === "string" ? item : members(item)));
  return items.length === 1 ? items[0] : items;
};
const members = (all: DeprecatedMembers): unknown =>
  Object.fromEntries(
    [...all].map(([name, { lifecycle, parts }]) => [
      name,
      lifecycle === undefined ? plain(parts) : parts.length === 0 || [true, plain(parts)],
    ]),
  );

/** What is deprecated in the body of an operation that is described by `schema`, and in the schemas of the description. */
async function bodyOf(schema: string, schemas = "{}"): Promise<readonly [unknown, Readonly<Record<string, unknown>>]> {
  const body = `requestBody: { content: { application/json: { schema: ${schema} } } }`;
  const api = await apiOf(
    `${head}paths: { /a: { post: { operationId: a, ${body}, responses: { "204": { description: Done } } } } }\ncomponents: { schemas: ${schemas} }\n`,
  );
  const { operations, schemas: found } = api.deprecatedParts;
  const groups = operations.get("a");
  return [
    groups === undefined ? undefined : plain(groups.get("body")?.parts ?? []),
    Object.fromEntries([...found].map(([id, node]) => [id, plain(node)])),
  ];
}

describe("deprecated properties", () => {
  it.each<[string, string, string, unknown, object]>([
    ["in an object", `{ properties: { a: ${old}, b: { type: string } } }`, "{}", { a: true }, {}],
    ["in the items of a list", `{ type: array, items: { properties: { a: ${old} } } }`, "{}", { a: true }, {}],
    ["in tuples", `{ prefixItems: [{ properties: { a: ${old} } }, { properties: { b: ${old} } }] }`, "{}", { a: true, b: true }, {}],
    ["in maps", `{ additionalProperties: { properties: { a: ${old} } } }`, "{}", { "*": { a: true } }, {}],
    ["in maps by pattern", `{ patternProperties: { "^x": { properties: { a: ${old} } } } }`, "{}", { "*": { a: true } }, {}],
    [
      "with a reference beside the flag",
      `{ properties: { a: { $ref: "#/components/schemas/S", deprecated: true } } }`,
      "{ S: { type: string } }",
      { a: true },
      {},
    ],
    [
      "that refer to a deprecated schema",
      `{ properties: { a: { $ref: "#/components/schemas/S" } } }`,
      "{ S: { type: string, deprecated: true } }",
      { a: true },
      {},
    ],
    ["through a schema", `{ $ref: "#/components/schemas/S" }`, `{ S: { properties: { a: ${old} } } }`, "S", { S: { a: true } }],
    [
      "of all of several schemas",
      `{ allOf: [{ $ref: "#/components/schemas/S" }, { properties: { b: ${old} } }] }`,
      `{ S: { properties: { a: ${old} } } }`,
      [{ b: true }, "S"],
      { S: { a: true } },
    ],
    ["where a condition holds", `{ if: { properties: { k: { const: 1 } } }, then: { properties: { a: ${old} } } }`, "{}", { a: true }, {}],
    ["that depend on another", `{ dependentSchemas: { k: { properties: { a: ${old} } } } }`, "{}", { a: true }, {}],
    [
      "of a recursive schema",
      `{ $ref: "#/components/schemas/S" }`,
      `{ S: { properties: { a: ${old}, next: { $ref: "#/components/schemas/S" } } } }`,
      "S",
      { S: { a: true, next: "S" } },
    ],
    [
      "of schemas that lead to each other",
      `{ $ref: "#/components/schemas/S" }`,
      `{ S: { properties: { t: { $ref: "#/components/schemas/T" } } }, T: { properties: { s: { $ref: "#/components/schemas/S" }, a: ${old} } } }`,
      "S",
      { S: { t: "T" }, T: { s: "S", a: true } },
    ],
  ])("are found %s", async (_, schema, schemas, body, found) => {
    expect(await bodyOf(schema, schemas)).toEqual([body, found]);
  });

  it.each<[string, string, string]>([
    ["where there are none", "{ properties: { a: { type: string } } }", "{}"],
    [
      "in circles that lead to none",
      `{ $ref: "#/components/schemas/S" }`,
      `{ S: { properties: { s: { $ref: "#/components/schemas/S" } } }, T: { deprecated: true } }`,
    ],
    [
      "in a schema that is deprecated itself",
      `{ $ref: "#/components/schemas/S" }`,
      `{ S: { deprecated: true, properties: { a: { type: string } } } }`,
    ],
    ["in what a value must not be", `{ not: { properties: { a: ${old} } } }`, "{}"],
    ["of an asterisk, which stands for all others", `{ properties: { "*": ${old} } }`, "{}"],
  ])("are not found %s", async (_, schema, schemas) => {
    expect(await bodyOf(schema, schemas)).toEqual([undefined, {}]);
  });
});

describe("of alternatives", () => {
  const schemas = `{ A: { properties: { a: ${old}, n: { type: string } } }, B: { properties: { a: { type: integer }, b: ${old} } }, C: { properties: { c: ${old} } } }`;
  const ref = (name: string): string => `{ $ref: "#/components/schemas/${name}" }`;

  it("a property counts that is deprecated in all that have it", async () => {
    expect(await bodyOf(`{ oneOf: [${ref("A")}, ${ref("C")}] }`, schemas)).toEqual([["A", "C"], { A: { a: true }, C: { c: true } }]);
  });

  it("a property does not count that is a usual one in another", async () => {
    expect(await bodyOf(`{ anyOf: [${ref("A")}, ${ref("B")}] }`, schemas)).toEqual(["B", { B: { b: true } }]);
    expect(await bodyOf(`{ oneOf: [{ type: array, items: ${ref("A")} }, ${ref("B")}] }`, schemas)).toEqual(["B", { B: { b: true } }]);
  });

  it("recursive ones end", async () => {
    const loop = `{ N: { oneOf: [${ref("L")}, ${ref("M")}] }, L: { properties: { l: ${old}, child: ${ref("N")} } }, M: { properties: { l: { type: string }, child: { oneOf: [${ref("L")}, ${ref("M")}] } } } }`;
    const [body] = await bodyOf(ref("N"), loop);
    expect(body).toBeUndefined();
  });

  it("several media types of a body are alternatives too", async () => {
    const api = await apiOf(
      `${head}paths: { /a: { post: { operationId: a, requestBody: { content: { application/json: { schema: ${ref("A")} }, text/json: { schema: ${ref("B")} } } }, responses: { "204": { description: Done } } } } }\ncomponents: { schemas: ${schemas} }\n`,
    );
    expect([...api.deprecatedParts.schemas.keys()]).toEqual(["B"]);
  });
});

describe("deprecated parameters", () => {
  it("are listed by place, with what is in them", async () => {
    const api = await apiOf(`${head}paths:
  /a/{p}:
    get:
      operationId: a
      parameters:
        - { name: p, in: path, required: true, deprecated: true, schema: { type: string } }
        - { name: q, in: query, schema: { type: string, deprecated: true } }
        - { name: f, in: query, style: deepObject, schema: { type: object, properties: { a: ${old} } } }
        - { name: X-H, in: header, deprecated: true, schema: { type: string } }
        - { name: c, in: cookie, schema: { type: string } }
      responses: { "204": { description: Done } }
`);
    const groups = api.deprecatedParts.operations.get("a");
    expect(groups && members(groups)).toEqual({ path: { p: true }, query: { q: true, f: { a: true } }, header: { "X-H": true } });
  });
});
