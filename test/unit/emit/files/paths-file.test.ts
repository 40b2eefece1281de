import { describe, expect, it } from "vitest";
import { emitPaths } from "../../../../src/emit/files/paths-file.js";
import { apiOf } from "../../../support/api.js";

const head = "openapi: 3.1.0\ninfo: { title: Shop, version: 1.0.0 }\n";

const options = { parts: new Set(["types", "client", "paths"] as const), source: "api.yaml", command: "npm run generate" };

const pathsOf = async (description: string, limits = true): Promise<string> =>
  emitPaths(await apiOf(head + description), { ...options, limits }).text;

describe("calls by path", () => {
  const response = "responses: { '200': { description: Fine } }";
  const schemes = "components: { securitySchemes: { key: { type: apiKey, in: query, name: k } } }\n";
  const get = (more: string): string =>
    `paths: { /a: { get: { operationId: getA, ${more} responses: { "200": { description: OK } } } } }\n`;

  it.each(["rest*", ";id", ".id"])("know the parameter that is called %s, with what is an operator elsewhere", async (name) => {
    const text = await pathsOf(`
paths:
  /a/{${name}}:
    get:
      operationId: getA
      parameters: [{ name: "${name}", in: path, required: true, schema: { type: string } }]
      responses: { "200": { description: Done } }
`);
    expect(text).toContain(`"GET /a/{${name}}": getAOperation`);
  });

  it("know an operation whose path has parameters in its query", async () => {
    const text = await pathsOf(`
paths:
  /export?beta=true&file={file}: { get: { operationId: getA, parameters: [{ name: file, in: query, schema: { type: string } }], ${response} } }
  /import?beta=true: { get: { operationId: getB, ${response} } }
`);
    expect(text).toContain('"GET /export?beta=true&file={file}": getAOperation');
    expect(text).not.toContain("/import");
  });

  it("list only the operations that cannot be sent by default", async () => {
    const text = await pathsOf(`${schemes}security: [{ key: [] }]
paths:
  /plain: { get: { operationId: plain, parameters: [{ name: a, in: query, schema: { type: string } }], ${response} } }
  /json: { post: { operationId: json, requestBody: { content: { application/json: {} } }, ${response} } }
  /style: { get: { operationId: style, parameters: [{ name: a, in: query, style: deepObject, schema: { type: object } }], ${response} } }
  /form: { post: { operationId: form, requestBody: { content: { application/x-www-form-urlencoded: {} } }, ${response} } }
  /public: { get: { operationId: open, security: [], ${response} } }
  /upload: { get: { operationId: upload, servers: [{ url: https://upload.example.com }], ${response} } }
`);
    expect(/ {6}operations: \{\n([^}]*)\}/.exec(text)?.[1]?.match(/"[^"]*"/g)).toEqual([
      '"GET /style"',
      '"POST /form"',
      '"GET /public"',
      '"GET /upload"',
    ]);
    expect(text).toContain('      security: [["key"]],\n');
  });

  it("have an overload with the literal path for each deprecated operation", async () => {
    const text = await pathsOf(`
paths:
  /a/{b}: { get: { operationId: a, deprecated: true, x-sunset: "2030-01-01", parameters: [{ name: b, in: path, required: true, schema: {} }], ${response} }, delete: { operationId: b, deprecated: true, ${response}, parameters: [{ name: b, in: path, required: true, schema: {} }] } }
`);
    expect(text).toContain(`interface ApiDeprecatedPaths {
  get: "/a/{b}";
  delete: "/a/{b}";
}

interface ApiDeprecatedGetCalls {
  /**
   * @deprecated To be removed on 2030-01-01.
   */
  <Path extends string, Init, This extends keyof paths = "/a/{b}">(
    url: Exactly<Path, This>,
    ...init: OverloadArguments<Path, This, OverloadInit<paths, This, "get">, Init>
  ): RawResult<paths, This, "get", Init>;
}
export interface ApiGetCalls
  extends FirstOverload<paths, "get", ApiDeprecatedPaths["get"]>,
    ApiDeprecatedGetCalls,
    LastOverload<paths, "get"> {}

interface ApiDeprecatedDeleteCalls {
  /**
   * @deprecated
   */
`);
    expect(text).toContain(`interface ApiDeprecatedCalls {
  readonly GET: ApiGetCalls;
  readonly DELETE: ApiDeleteCalls;
  readonly request: ApiRequestCalls;
}`);
    expect(text).toContain("export type ApiPaths = ApiDeprecatedCalls & Omit<PathClient<paths>, keyof ApiDeprecatedCalls>;");
  });

  it("know the operations that cost more, are sent again by a key, or answer by a redirect", async () => {
    for (const more of ["x-rate-limit: { cost: 5 },", "x-retry: { idempotencyKeyHeader: Idempotency-Key },"]) {
      expect(await pathsOf(get(more))).toContain('"GET /a": getAOperation');
      expect(await pathsOf(get(more), false)).not.toContain("getAOperation");
    }
    expect(await pathsOf('paths: { /a: { get: { operationId: getA, responses: { "302": { description: There } } } } }')).toContain(
      '"GET /a": getAOperation',
    );
  });

  it("keep words of the description out of the code", async () => {
    const text = await pathsOf(
      `paths: { '/a"+b': { get: { operationId: a, deprecated: true, x-deprecation: { message: "*/ x() /*" }, ${response} } } }\n`,
    );
    const code = text.replace(/\/\*\*[^]*?\*\//g, "").replace(/"(?:[^"\\]|\\.)*"/g, '""');
    expect(code).not.toContain("x()");
    expect(code).not.toContain("+b");
  });

  it("are all that there is where nothing is special", async () => {
    const text = await pathsOf(get(""));
    expect(text).toContain("export type ApiPaths = PathClient<paths>;");
    expect(text).toContain("export function apiPaths(client: ApiClient, options?: PathOptions): ApiPaths {");
    expect(text).not.toMatch(/deprecat|security|operations/i);
  });
});
