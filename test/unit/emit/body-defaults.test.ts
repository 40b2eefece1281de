import { describe, expect, test } from "vitest";
import { bodyDefaults } from "../../../src/emit/body-defaults.js";
import type { EmitOptions } from "../../../src/emit/options.js";
import { emitServer } from "../../../src/emit/server-file.js";
import { apiOf } from "../../support/api.js";

const options: EmitOptions = { parts: new Set(["types", "validators", "server"]), source: "api.yaml", command: "npm run generate" };

interface Given {
  readonly schema: string;
  readonly schemas?: string;
  readonly method?: string;
  readonly type?: string;
}

const describing = ({ schema, schemas = "", method = "post", type = "application/json" }: Given): string => `openapi: 3.1.0
info: { title: Shop, version: "1" }
components: { schemas: { ${schemas} } }
paths:
  /a: { ${method}: { operationId: a, requestBody: { content: { "${type}": { schema: ${schema} } } }, responses: {} } }
`;

/** The defaults of a body, and those of the named schemas, on one line each. */
async function defaultsOf(given: Given): Promise<readonly (string | undefined)[]> {
  const api = await apiOf(describing(given));
  const [operation] = api.operations;
  const content = operation?.body?.contents[0];
  if (operation === undefined || content === undefined) throw new Error("no body");
  const defaults = bodyDefaults(api);
  const oneLine = (text: string | undefined) => text?.replace(/\s*\n\s*/g, " ").replace(/, ([}\]])/g, " $1");
  return [oneLine(defaults.of(operation, content, 0)), oneLine(defaults.shared)];
}

const ref = (name: string): string => `{ $ref: '#/components/schemas/${name}' }`;

describe("the defaults of a body", () => {
  test.each([
    ["{ type: object, properties: { a: { type: integer, default: 1 }, b: {} } }", "{ values: { a: 1 } }"],
    ["{ properties: { a: { default: { x: [1] } } } }", "{ values: { a: { x: [1] } } }"],
    ["{ properties: { a: { type: integer, default: '1' } } }", undefined],
    ["{ properties: { a: { type: [integer, 'null'], default: null } } }", "{ values: { a: null } }"],
    ["{ required: [a], properties: { a: { default: 1 } } }", undefined],
    ["{ properties: { a: { readOnly: true, default: 1 } } }", undefined],
    ["{ default: { a: 1 }, properties: { a: {} } }", undefined],
    ["{ properties: { __proto__: { default: 1 }, 'b c': { default: 2 } } }", '{ values: { ["__proto__"]: 1, "b c": 2 } }'],
    ["{ properties: { in: { properties: { a: { default: 1 } } } } }", "{ properties: { in: { values: { a: 1 } } } }"],
    ["{ items: { properties: { a: { default: 1 } } } }", "{ items: { values: { a: 1 } } }"],
    ["{ prefixItems: [{}, { properties: { a: { default: 1 } } }] }", "{ prefix: [[], { values: { a: 1 } }] }"],
    [
      "{ properties: { b: {} }, additionalProperties: { properties: { a: { default: 1 } } } }",
      "{ properties: { b: [] }, additional: { values: { a: 1 } } }",
    ],
    ["{ patternProperties: { x: {} }, additionalProperties: { properties: { a: { default: 1 } } } }", undefined],
    [
      "{ allOf: [{ properties: { a: { default: 1 } } }, { properties: { b: { default: 2 } } }] }",
      "[{ values: { a: 1 } }, { values: { b: 2 } }]",
    ],
    ["{ properties: { a: { allOf: [{ type: string }, { default: x }] } } }", '{ values: { a: "x" } }'],
    ["{ anyOf: [{ properties: { a: { default: 1 } } }] }", undefined],
    ["{ oneOf: [{ properties: { a: { default: 1 } } }] }", undefined],
    ["{ not: { properties: { a: { default: 1 } } } }", undefined],
    ["{ if: { properties: { a: { default: 1 } } }, then: { properties: { b: { default: 1 } } } }", undefined],
    ["{ properties: { x: { anyOf: [{ properties: { a: { default: 1 } } }, { type: 'null' }] } } }", undefined],
  ])("of %s are %s", async (schema, code) => {
    expect(await defaultsOf({ schema })).toEqual([code, undefined]);
  });
  test("of schemas with names are shared, and only where they give something", async () => {
    const schemas = `Node: { properties: { next: ${ref("Node")}, size: ${ref("Size")}, plain: ${ref("Plain")}, loop: ${ref("Loop")} } },
      Size: { type: integer, default: 3 }, Plain: { properties: { again: ${ref("Plain")} } }, Loop: { properties: { node: ${ref("Node")} } },
      Unused: { properties: { a: { default: 1 } } }`;
    expect(await defaultsOf({ schema: ref("Node"), schemas })).toEqual([
      '"Node"',
      '{ Node: { values: { size: 3 }, properties: { next: "Node", loop: "Loop" } }, Loop: { properties: { node: "Node" } } }',
    ]);
    expect(await defaultsOf({ schema: ref("Plain"), schemas })).toEqual([undefined, undefined]);
  });
  test("that are said in place go before those that are referred to", async () => {
    const schemas = "Base: { properties: { kind: { default: base } } }";
    const [code] = await defaultsOf({ schema: `{ allOf: [${ref("Base")}, { properties: { kind: { default: own } } }] }`, schemas });
    expect(code).toBe('[{ values: { kind: "own" } }, "Base"]');
  });
  test.each([
    ["post", "application/vnd.x+json", true],
    ["put", "application/x-www-form-urlencoded", true],
    ["post", "multipart/form-data", true],
    ["post", "*/*", true],
    ["patch", "application/json", false],
    ["patch", "multipart/form-data", false],
    ["post", "application/merge-patch+json", false],
    ["put", "application/json-patch+json; charset=utf-8", false],
    ["post", "application/x-ndjson", false],
    ["post", "application/xml", false],
    ["post", "application/octet-stream", false],
  ])("of %s %s are filled in: %s", async (method, type, expected) => {
    const [code] = await defaultsOf({ schema: "{ type: object, properties: { a: { default: 1 } } }", method, type });
    expect(code !== undefined).toBe(expected);
  });
  test("stand in server.ts beside the validator, and nowhere without any", async () => {
    const schemas = "Pet: { type: object, properties: { status: { type: string, default: new } } }";
    const { text } = emitServer(await apiOf(describing({ schema: ref("Pet"), schemas })), options);
    expect(text).toContain('body: { "application/json": { validator: ABodySchema, defaults: "Pet" } },');
    expect(text).toContain('  defaults: {\n    Pet: { values: { status: "new" } },\n  },\n  routes: {');
    const petstore = emitServer(await apiOf("spec/petstore.yaml"), options).text;
    expect(petstore.match(/defaults:.*/g)).toEqual(["defaults: { limit: 20 }, validator: ListPetsQuerySchema },"]);
  });
});
