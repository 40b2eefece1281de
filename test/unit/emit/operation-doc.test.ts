import { describe, expect, it } from "vitest";
import { operationDoc, shortOperationDoc } from "../../../src/emit/doc/operation-doc.js";
import type { Audience } from "../../../src/emit/doc/deprecation-text.js";
import { apiOf } from "../../support/api.js";
import { projectRoot } from "../../support/compile.js";

/** The comment of the first operation of a description in YAML's flow style. */
async function docOf(operation: string, rest = "", audience: Audience = "client"): Promise<string> {
  const api = await apiOf(`openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
  /a/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: ${operation}
  /b:
    get: { operationId: listB, responses: { "200": { description: Fine } } }
${rest}`);
  const [first] = api.operations;
  if (first === undefined) throw new Error("no operation");
  return operationDoc(api, first, audience);
}

const responses = `responses: { "200": { description: Fine } }`;
const petstore = `${projectRoot}/spec/petstore.yaml`;

describe("operationDoc", () => {
  it("says what the design shows of getPet", async () => {
    const api = await apiOf(petstore);
    const getPet = api.operations.find(({ names }) => names.value === "getPet");
    expect(getPet && operationDoc(api, getPet, "client")).toBe(`/**
 * Get an animal.
 *
 * Returns a single animal by identifier.
 *
 * \`GET /pets/{petId}\`
 *
 * Rate limit per API key: free 60/min, 1,000/day; pro 300/min, 10,000/day; business 1,000/min,
 * 100,000/day; enterprise custom.
 *
 * @deprecated To be removed on 2030-12-05. Use {@link listPets} with the \`status\` filter.
 */
`);
  });

  it.each([
    ["[{ key: [] }]", "API key"],
    ["[{ bearer: [] }]", "token"],
    ["[{ bearer: [] }, { oauth: [] }]", "token"],
    ["[{ key: [] }, { bearer: [] }]", "credential"],
    ["[{ key: [], bearer: [] }]", "API key"],
    ["[{}, { key: [] }]", "API key, or per address without one"],
    ["[]", "address"],
  ])("names what limits belong to after the operation's security %s, where the description does not say it", async (security, counter) => {
    const rest = `x-rate-limits: { plans: { free: { policies: { minute: { q: 60, w: 60 } } } } }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    bearer: { type: http, scheme: bearer }
    oauth: { type: openIdConnect, openIdConnectUrl: "https://x.test/openid" }
`;
    expect(await docOf(`{ security: ${security}, ${responses} }`, rest)).toContain(` * Rate limit per ${counter}: free 60/min.`);
  });

  it.each([
    ["[{ key: [] }]", "API key"],
    ["[{ bearer: [] }]", "token"],
    ["[{ bearer: [], key: [] }]", "API key"],
    ["[{ bearer: [] }, { key: [] }]", "credential"],
    ["[{ key: [] }, {}]", "API key, or per address without one"],
    ["[]", "address"],
  ])("names what calls with security %s count by, where the limits are those of an API key", async (security, counter) => {
    const rest = `x-rate-limits: { key: { securityScheme: key }, plans: { free: { policies: { minute: { q: 60, w: 60 } } } } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key }, bearer: { type: http, scheme: bearer } }
`;
    expect(await docOf(`{ security: ${security}, ${responses} }`, rest)).toContain(` * Rate limit per ${counter}: free 60/min.`);
  });

  it("is one line where the route is all there is to say", async () => {
    expect(await docOf(`{ ${responses} }`)).toBe("/** `GET /a/{id}` */\n");
  });

  it("never says the same thing twice", async () => {
    expect(await docOf(`{ summary: Get A, description: Get A., ${responses} }`)).toBe("/**\n * Get A.\n *\n * `GET /a/{id}`\n */\n");
    expect(await docOf(`{ summary: Get A, description: "Get A\\n\\nand more", ${responses} }`)).toBe(
      "/**\n * Get A\n *\n * and more\n *\n * `GET /a/{id}`\n */\n",
    );
  });

  it.each([
    ["deprecated: true", "@deprecated"],
    ["deprecated: true, x-sunset: '2030-01-01'", "@deprecated To be removed on 2030-01-01."],
    ["deprecated: true, x-deprecation: { since: '2026-01-01' }", "@deprecated Since 2026-01-01."],
    [
      "deprecated: true, x-sunset: '2030-01-01', x-deprecation: { since: '2026-01-01' }",
      "@deprecated Since 2026-01-01, to be removed on 2030-01-01.",
    ],
    ["deprecated: true, x-deprecation: { removedIn: '2.0' }", "@deprecated To be removed in version 2.0."],
    ["deprecated: true, x-deprecation: { message: Too slow }", "@deprecated Too slow."],
    ["deprecated: true, x-deprecation: { message: Too slow!, replacement: listB }", "@deprecated Too slow! Use {@link listB}."],
    ["deprecated: true, x-deprecation: { link: 'https://x.test/m' }", "@deprecated See https://x.test/m"],
    ["deprecated: true, x-deprecation: { message: '*/ @ts-ignore {@link x}' }", "@deprecated *\\/ &#64;ts-ignore &#123;&#64;link x}."],
    ["x-stability-level: beta", "@beta"],
    ["x-stability-level: draft", "@experimental"],
  ])("says of { %s }: %s", async (keys, tag) => {
    const doc = await docOf(`{ ${keys}, ${responses} }`);
    expect(doc.split("\n").at(-3)).toBe(` * ${tag}`);
  });

  it("links to what can be found from the file the comment stands in", async () => {
    const operation = `{ deprecated: true, x-deprecation: { replacement: listB }, ${responses} }`;
    expect(await docOf(operation, "", "client")).toContain("Use {@link listB}.");
    expect(await docOf(operation, "", "server")).toMatch(/Use \{@link \w+Handlers\.listB\}\./);
    expect(await docOf(operation, "", "types")).toContain("Use `listB` (`GET /b`).");
  });

  it.each([
    ["{ q: 60, w: 60, sliding: true }", "60/min sliding"],
    ["{ rate: 10, burst: 40 }", "10/s (40 at once)"],
    ["{ rate: 0.5, burst: 1000 }", "30/min (1,000 at once)"],
    ["{ rate: 0.016666666666666666, burst: 1 }", "1/min (1 at once)"],
    ["{ rate: 2.7182818, burst: 1 }", "2.718/s (1 at once)"],
    ["{ concurrency: 5 }", "5 at once"],
    ["{ spacing: 0.2 }", "0.2 s apart"],
    ["{ spacing: 2, per: operation }", "2 s apart for each operation"],
    ["{ q: 5, w: 1, per: address }", "5/s for each address"],
    ["{ q: 90000, w: 60, qu: '*/ tokens' }", "90,000 *\\/ tokens/min"],
  ])("says what the policy %s allows", async (policy, words) => {
    const unit = policy.includes("qu:") ? ", headers: { unit: '*/ tokens', remaining: X-Left }" : "";
    const limits = `x-rate-limits: { key: { ip: true }, plans: { free: { policies: { one: ${policy} } } }${unit} }`;
    expect(await docOf(`{ ${responses} }`, limits)).toContain(` * Rate limit per address: free ${words}.`);
  });

  it("says what limits apply to the operation, whatever the window and the cost", async () => {
    const limits =
      "x-rate-limits: { key: { ip: true }, plans: { free: { policies: { s: { q: 5, w: 1 }, ten: { q: 1000000, w: 600 } } } } }";
    expect(await docOf(`{ ${responses} }`, limits)).toContain("Rate limit per address: free 5/s, 1,000,000/10 min.");
    expect(await docOf(`{ x-rate-limit: { cost: 3, policies: [s] }, ${responses} }`, limits)).toContain(
      "Rate limit per address: free 5/s. A call counts as 3 requests.",
    );
    expect(await docOf(`{ x-rate-limit: { exempt: true }, ${responses} }`, limits)).toContain("Exempt from the rate limits.");
  });
});

describe("shortOperationDoc", () => {
  const shortOf = async (operation: string, route: boolean): Promise<string> => {
    const api = await apiOf(`openapi: 3.1.0\ninfo: { title: Shop, version: "1" }\npaths:\n  /a:\n    get: ${operation}\n`);
    const [first] = api.operations;
    if (first === undefined) throw new Error("no operation");
    return shortOperationDoc(api, first, "types", route);
  };

  it.each([
    ["{ summary: Lists all, description: Long text., responses: {} }", false, "/** Lists all */\n"],
    ["{ summary: Lists all, responses: {} }", true, "/** `GET /a`: Lists all */\n"],
    ["{ description: One sentence. And another one., responses: {} }", false, "/** One sentence. */\n"],
    ["{ description: Version 1.5 lists all! Or not., responses: {} }", false, "/** Version 1.5 lists all! */\n"],
    ["{ responses: {} }", false, ""],
    ["{ responses: {} }", true, "/** `GET /a` */\n"],
    ['{ summary: "a */ b @internal", responses: {} }', false, "/** a *\\/ b &#64;internal */\n"],
    [
      '{ summary: Lists all, deprecated: true, x-sunset: "2030-12-05", responses: {} }',
      false,
      "/**\n * Lists all\n *\n * @deprecated To be removed on 2030-12-05.\n */\n",
    ],
  ])("of %s, with the route: %s", async (operation, route, text) => {
    expect(await shortOf(operation, route)).toBe(text);
  });
});
