import { describe, expect, test } from "vitest";
import { wireTypeCode } from "../../../../src/emit/wire/wire-type-code.js";
import { wireTypeOf } from "../../../../src/emit/wire/wire-type.js";
import type { EmitOptions } from "../../../../src/emit/options.js";
import { emitRoutes } from "../../../../src/emit/files/routes-file.js";
import { emitServer } from "../../../../src/emit/files/server-file.js";
import { defaultsOf } from "../../../../src/model/passes/defaults/default-of.js";
import { basePathOf } from "../../../../src/emit/files/server-route.js";
import { ident } from "../../../../src/emit/print/code.js";
import { apiOf } from "../../../support/api.js";

const options: EmitOptions = { parts: new Set(["types", "validators", "server"]), source: "api.yaml", command: "npm run generate" };

const description = (paths: string, rest = ""): string => `openapi: 3.1.0
info: { title: Shop, version: "1" }
${rest}
paths:
${paths}`;
/** `server.ts`, then `routes.ts`. */
const emitted = async (paths: string, rest?: string): Promise<string> => {
  const api = await apiOf(description(paths, rest), { name: "shop" });
  return `${emitServer(api, options).text}\n${emitRoutes(api, options)?.text ?? ""}`;
};

/** A query parameter's shape, as it is printed. */
async function shapeOf(schema: string, components = ""): Promise<string> {
  const rest = `components: { schemas: { ${components} } }`;
  const api = await apiOf(
    description(`  /a: { get: { operationId: a, parameters: [{ name: p, in: query, schema: ${schema} }], responses: {} } }`, rest),
  );
  const parameter = api.operations[0]?.parameters[0];
  if (parameter === undefined) throw new Error("no parameter");
  return wireTypeCode(wireTypeOf(api, parameter.schema), 0, { runtime: ident, guard: () => ident("isOne"), wholeGuard: () => undefined });
}

test.each([
  ["0", "is_0"],
  ["-", "isValue"],
  ["\u65e5", "is\u65e5"],
  ["2fa-code", "is_2faCode"],
  ["class", "isClass"],
  ["__proto__", "isProto"],
  ["date", "isDate_2"],
])("what tells whether a value of %j is meant has a name in code", async (name, called) => {
  const schema = "{ oneOf: [{ type: integer, maximum: 3 }, { type: string, format: date, pattern: '^2' }] }";
  const parameters = `[{ name: ${JSON.stringify(name)}, in: query, schema: ${schema} }]`;
  const text = await emitted(`  /a: { get: { operationId: a, parameters: ${parameters}, responses: {} } }`);
  expect(text).toContain(`fits: ${called} }`);
  expect(text).toContain(`function ${called}(value: unknown): boolean {`);
});

test("what tells so of a value with a long name has a name of bounded length", async () => {
  const schema = "{ oneOf: [{ type: integer, maximum: 3 }, { type: string, pattern: '^2' }] }";
  const parameters = `[{ name: ${"a".repeat(500)}, in: query, schema: ${schema} }]`;
  const text = await emitted(`  /a: { get: { operationId: a, parameters: ${parameters}, responses: {} } }`);
  expect(/function (is\w+)\(value: unknown\): boolean \{/.exec(text)?.[1]?.length).toBeLessThan(90);
});

describe("what text is to become", () => {
  test.each([
    ["{ type: string }", '"string"'],
    ["{ type: [integer, 'null'] }", '["null", "integer"]'],
    ["{ enum: [1, 2] }", '"integer"'],
    ["{ enum: [a, 1, true] }", '{ scalars: ["boolean", "integer", "string"], fits: isOne }'],
    ["{ type: [integer, string], maximum: 3 }", '{ scalars: ["integer", "string"], fits: isOne }'],
    ["{ type: [integer, boolean, 'null'], maximum: 3 }", '["null", "boolean", "integer"]'],
    ["{ const: 1.5 }", '"number"'],
    ["{}", '"any"'],
    ["{ minimum: 1 }", '"any"'],
    ["{ type: array, items: { type: integer } }", '{ items: "integer" }'],
    ["{ type: array }", '{ items: "any" }'],
    ["{ anyOf: [{ type: string }, { type: array, items: { type: boolean } }] }", '["string", { items: "boolean" }]'],
    ["{ allOf: [{ type: number }, { type: integer }] }", '"integer"'],
    ["{ type: object, properties: { a: { type: integer }, b: {} } }", '{ properties: { a: "integer", b: "any" } }'],
    ["{ type: object }", '{ additional: "any" }'],
    ["{ type: object, additionalProperties: { type: integer } }", '{ additional: "integer" }'],
    ["{ type: object, properties: { a: { type: integer } }, additionalProperties: false }", '{ properties: { a: "integer" } }'],
    ["{ type: object, properties: { toString: { type: integer } } }", '{ properties: { toString: "integer" as const } }'],
    [
      "{ oneOf: [{ type: object, properties: { a: { type: integer } } }, { type: object, properties: { a: { type: integer }, b: { type: boolean } } }] }",
      // One alternative does not speak of `b`, which may be any text for it.
      '{ properties: { a: "integer", b: "boolean" }, ambiguous: true }',
    ],
    ["{ properties: { a: { type: integer } } }", '{ properties: { a: "integer" } }'],
  ])("%s is %s", async (schema, shape) => {
    expect(await shapeOf(schema)).toBe(shape);
  });
  test("alternatives that read a member in different ways stay apart", async () => {
    const shape = await shapeOf(
      "{ type: object, oneOf: [{ required: [a], properties: { a: { type: integer } } }, { properties: { a: { type: string }, k: { const: x } } }] }",
    );
    expect(shape.replaceAll(/\s+/g, " ")).toContain('{ type: { properties: { a: "integer" } }, required: ["a"] }');
    expect(shape.replaceAll(/\s+/g, " ")).toContain('values: { k: ["x"] }');
  });
  test("a schema that refers to itself ends", async () => {
    expect(
      await shapeOf(
        "{ $ref: '#/components/schemas/T' }",
        "T: { type: object, properties: { next: { $ref: '#/components/schemas/T' }, n: { type: integer } } }",
      ),
    ).toBe('{ properties: { next: "any", n: "integer" } }');
  });
});

describe("the base path", () => {
  const server = (url: string) => [
    {
      key: "a",
      url,
      description: undefined,
      lifecycle: undefined,
      variables: [{ name: "v", default: "v2", values: undefined, description: undefined }],
    },
  ];
  test.each([
    ["https://x.example/v1/", "/v1"],
    ["https://x.example", ""],
    ["//x.example/a/b?c=d#e", "/a/b"],
    ["/v1", "/v1"],
    ["v1", "/v1"],
    ["/", ""],
    [".", ""],
    ["./", ""],
    ["..", ""],
    ["./v1", "/v1"],
    ["../v1", "/v1"],
    ["../../a/./b/../v1/", "/a/v1"],
    ["/a/..", ""],
    ["/a/b/.", "/a/b"],
    ["/a/%2e%2E/b/%2e", "/b"],
    ["/...a/.b/c..", "/...a/.b/c.."],
    ["https://x.example/a/../b", "/b"],
    ["https://x.example/../{v}/./{w}", "/v2/{w}"],
    ["https://{v}.x.example/{v}/{w}", "/v2/{w}"],
  ])("of %s is %j", (url, path) => {
    expect(basePathOf(server(url))).toBe(path);
  });
  test("of no server is empty", () => {
    expect(basePathOf([])).toBe("");
  });
});

describe("defaults", () => {
  test.each([
    ["{ type: integer, default: 20 }", 20],
    ["{ $ref: '#/components/schemas/Limit' }", 5],
    ["{ allOf: [{ type: string, default: a }] }", "a"],
    ["{ type: integer, default: '20' }", 20],
    ["{ type: integer, default: many }", undefined],
    ["{ type: integer }", undefined],
    ["{ type: [integer, 'null'], default: null }", null],
    ["{ type: integer, default: null }", undefined],
  ])("of %s is %j", async (schema, value) => {
    const api = await apiOf(
      description(
        `  /a: { get: { operationId: a, parameters: [{ name: p, in: query, schema: ${schema} }], responses: {} } }`,
        "components: { schemas: { Limit: { type: integer, default: 5 } } }",
      ),
    );
    const parameter = api.operations[0]?.parameters[0];
    expect(parameter && (parameter.required ? undefined : defaultsOf(api.schemas)(parameter.schema))).toBe(value);
  });
});

describe("server.ts", () => {
  test("of the Petstore says what its description says, and imports what it uses", async () => {
    const { text, exports } = emitServer(await apiOf("spec/petstore.yaml"), options);
    const names = exports.map(({ name }) => name);
    expect(names.toSorted()).toEqual([
      "AgreedPlan",
      "AuthenticateContext",
      "BanEvent",
      "BanRule",
      "Bytes",
      "Consumption",
      "Context",
      "CorsOptions",
      "Defaults",
      "DeprecatedCallEvent",
      "GuessRule",
      "Handler",
      "IncomingHeaders",
      "IncomingRequest",
      "LimitCall",
      "LimitGroup",
      "LimitKind",
      "LimitPolicy",
      "LimitStore",
      "LimitWindow",
      "NodeRequest",
      "NodeResponse",
      "PetstoreAuthenticate",
      "PetstoreHandlers",
      "PetstoreReply",
      "PetstoreRequest",
      "PetstoreServerOptions",
      "Policies",
      "PolicyLimit",
      "Problem",
      "ProblemCode",
      "ProblemError",
      "ProblemIssue",
      "RejectedEvent",
      "Reply",
      "ReportedIssue",
      "Server",
      "ServerOptions",
      "ServerRequest",
      "StoreEvent",
      "WindowState",
      "createPetstoreServer",
      "flexibleLimits",
      "memoryLimits",
      "notImplemented",
      "redisLimits",
    ]);
    expect(text).toContain('  listPets: Handler<operations, "listPets", Principal, { query: "limit" }>;\n');
    expect(text).toContain("  readonly errors: (problem: Problem) => Error;");
    expect(text).toContain('basePath: "/v1",');
    expect(text).toContain("@deprecated To be removed on 2030-12-05.");
  });
  test("asks for a principal only where someone is asked for a credential", async () => {
    const text = await emitted(
      `  /a: { get: { operationId: a, security: [], responses: {} } }
  /b: { get: { operationId: b, security: [{}, { key: [read] }], responses: {} } }
  /c: { get: { operationId: c, responses: {} } }`,
      "security: [{ key: [read] }]\ncomponents: { securitySchemes: { key: { type: oauth2, flows: {} }, unused: { type: http, scheme: basic } } }",
    );
    expect(text).toContain('a: Handler<operations, "a", undefined>;');
    expect(text).toContain('b: Handler<operations, "b", Principal | undefined>;');
    expect(text).toContain('c: Handler<operations, "c", Principal>;');
    expect(text).toContain('security: [{}, { key: ["read"] }],');
    expect(text).toContain('schemes: { key: { kind: "bearer" } },');
    expect(text).not.toContain("unused");
    const open = await emitted("  /a: { get: { operationId: a, responses: {} } }");
    expect(open).toContain("export interface ShopHandlers<Principal = unknown> extends Anonymous<Principal> {");
    expect(open.match(/Principal/g)).toHaveLength(2);
    expect(await emitted("  {}")).not.toContain("Principal");
  });
  test("types `errors` by the schema that all errors share, and by nothing where they do not", async () => {
    const response = (name: string): string =>
      `{ description: x, content: { application/problem+json: { schema: { $ref: '#/components/schemas/${name}' } } } }`;
    const components = "components: { schemas: { Fault: { type: object }, Other: { type: object } } }";
    const shared = await emitted(
      `  /a: { get: { operationId: a, responses: { "4XX": ${response("Fault")}, default: ${response("Fault")}, "200": ${response("Other")} } } }`,
      components,
    );
    expect(shared).toContain("readonly errors: (problem: Problem) => Fault;");
    expect(shared).toContain('errorType: "application/problem+json",');
    const divided = await emitted(
      `  /a: { get: { operationId: a, responses: { "4XX": ${response("Fault")}, "500": ${response("Other")} } } }`,
      components,
    );
    expect(divided).toContain("readonly errors?: (problem: Problem) => unknown;");
    expect(divided).not.toContain("errorType");
  });
  test("has the limiter and the calendar of the Petstore in it, and asks for the plan of a caller", async () => {
    const { text } = emitServer(await apiOf("spec/petstore.yaml"), options);
    expect(text).toContain(
      "export interface PetstoreServerOptions<Principal = unknown>\n  extends ServerOptions, LimiterOptions<Principal>, LifecycleOptions<Principal> {",
    );
    expect(text).toContain(
      '  /** The plan of a caller, or the figures agreed with it. `undefined`: no limit. */\n  readonly plan: (principal: Principal) => "free" | "pro" | "business" | AgreedPlan | undefined;',
    );
    expect(text).toContain("    limiter: createLimiter(rateLimits, options),\n    lifecycle: createLifecycle(options),\n");
  });
  test("tells the limiter which policies are for the operations of groups alone", async () => {
    const text = await emitted(
      "  /a: { get: { operationId: a, responses: { 200: { description: Fine } } } }",
      `x-rate-limits:
  key: { ip: true }
  plans: { free: { policies: { core: { q: 9, w: 9 }, search: { q: 3, w: 9 } } } }
  groups: { search: { paths: "/search/**", policies: [search] } }
`,
    );
    expect(text).toContain('createLimiter(rateLimits, options, ["search"])');
  });
  test("has no limiter in it where limits are not asked for", async () => {
    const { text } = emitServer(await apiOf("spec/petstore.yaml"), { ...options, limits: false });
    expect(text).not.toMatch(/limit(er|s)|plan:/i);
    expect(text).toContain("createServer(definition, options, { lifecycle: createLifecycle(options) });");
  });
  test("has neither in it where the description says nothing of limits and removals", async () => {
    const text = await emitted("  /a: { get: { operationId: a, responses: {} } }");
    expect(text).toContain("export interface ShopServerOptions extends ServerOptions {");
    expect(text).toContain("return createServer(definition, options);");
    expect(text).not.toMatch(/limiter|lifecycle|deprecat/i);
  });
  const limited = (limits: string, security = "[{ key: [] }]"): string =>
    `security: ${security}\nx-rate-limits: ${limits}\ncomponents: { securitySchemes: { key: { type: http, scheme: bearer } } }`;
  test.each([
    ["one plan", "{ key: { securityScheme: key }, plans: { all: { policies: { minute: { q: 60, w: 60 } } } } }"],
    [
      "a default plan",
      "{ key: { securityScheme: key }, defaultPlan: all, plans: { all: { policies: { minute: { q: 60, w: 60 } } }, more: { policies: { minute: { q: 90, w: 60 } } } } }",
    ],
  ])("does not insist on the plan of a caller where there is %s", async (_, limits) => {
    const text = await emitted("  /a: { get: { operationId: a, responses: {} } }", limited(limits));
    expect(text).toContain("`undefined`: the default. */\n  readonly plan?: (principal: Principal) => ");
  });
  test("knows no plans of callers where nobody is asked for a credential", async () => {
    const text = await emitted(
      "  /a: { get: { operationId: a, responses: {} } }",
      limited("{ key: { ip: true }, plans: { all: { policies: { minute: { q: 60, w: 60 } } } } }", "[]"),
    );
    expect(text).toContain("export interface ShopServerOptions extends ServerOptions, LimiterOptions<undefined> {");
    expect(text).not.toContain("plan");
  });
  test("says where an operation has servers of its own", async () => {
    const text = await emitted(
      "  /a: { get: { operationId: a, servers: [{ url: https://files.example.com/up }], responses: {} } }",
      "servers: [{ url: https://example.com/v1 }]",
    );
    expect(text).toContain('basePath: "/up",');
  });
  test("tells how the fields of a form are read", async () => {
    const text = await emitted(
      "  /a: { post: { operationId: a, requestBody: { content: { multipart/form-data: { schema: { type: object, properties: { file: { type: string, format: binary }, n: { type: integer } } } } } }, responses: {} } }",
    );
    expect(text).toContain('"multipart/form-data": {');
    expect(text).toMatch(/n: "integer"/);
  });
  test("holds the whole query string against its schema", async () => {
    const schema = "{ type: object, required: [q], properties: { q: { type: string, maxLength: 3 }, n: { type: integer } } }";
    const parameter = `{ name: whole, in: querystring, content: { application/x-www-form-urlencoded: { schema: ${schema} } } }`;
    const text = await emitted(`  /a: { get: { operationId: a, parameters: [${parameter}], responses: {} } }`);
    expect(text).toContain(
      'querystring: { decode: { properties: { q: "string", n: "integer" } }, validator: validators.AQuerystringSchema }',
    );
  });
  test("holds no reply against what is said of other statuses", async () => {
    const lines = "content: { application/x-ndjson: { schema: { type: object } } }";
    const json = "content: { application/json: { schema: { type: string } } }";
    const text = await emitted(`  /a: { get: { operationId: a, responses: { "200": { ${lines} }, "204": {}, default: { ${json} } } } }
  /b: { get: { operationId: b, responses: { "200": { ${lines} }, "404": { ${json} } } } }`);
    expect(text).toContain('replies: { 200: {}, 204: {}, default: { "application/json": validators.ADefaultSchema } }');
    expect(text).toContain('replies: { 404: { "application/json": validators.B404Schema } }');
  });
  test("has no operations to serve where there are none", async () => {
    const text = await emitServerOfNothing();
    expect(text).toContain("export type ShopHandlers = Readonly<Record<string, never>>;");
    expect(text).toContain("routes: {},");
  });
  test("prints hostile words as data only", async () => {
    const word = String.raw`*/ }; globalThis.PWN = 1; /* \u0022 \${x} </script>`;
    const quoted = JSON.stringify(word);
    const text = await emitted(
      `  "/a": { get: { operationId: a, summary: ${quoted}, parameters: [{ name: ${quoted}, in: query, schema: { type: integer, default: 1 } }], security: [{ ${quoted}: [${quoted}] }], responses: {} } }`,
      `components: { securitySchemes: { ${quoted}: { type: apiKey, in: header, name: ${quoted}, description: ${quoted} } } }`,
    ).catch((error: unknown) => String(error));
    // Outside literals and comments nothing of it is left.
    const code = text.replace(/"(?:[^"\\]|\\.)*"/g, '""').replace(/\/\*\*(?:(?!\*\/)[^])*\*\//g, "");
    expect(code).not.toContain("PWN");
  });
});

async function emitServerOfNothing(): Promise<string> {
  return emitServer(await apiOf('openapi: 3.1.0\ninfo: { title: Shop, version: "1" }\npaths: {}\n', { name: "shop" }), options).text;
}
