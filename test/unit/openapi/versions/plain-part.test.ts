/** Files that are called as those of secrets are, and are parts of a description. */
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { isPlainPart } from "../../../../src/openapi/versions/plain-part.js";
import type { Json } from "../../../../src/source/source-file.js";
import { generateTexts } from "../../../support/pipeline.js";

const parts = [
  "{ description: d, content: { application/yaml: { schema: { type: string } } } }",
  "{ get: { responses: { 200: { description: d } } }, parameters: [] }",
  "{ components: { paths: { /secrets: { get: { operationId: a, responses: { 204: {} } } } } } }",
  "{ Secret: { type: object, properties: { key: { type: string } } }, Other: { $ref: '#/Secret' } }",
  "{ name: q, in: query, schema: { type: string } }",
  "{ swagger: '2.0', info: {}, paths: {} }",
];
const others = [
  "{ apiVersion: v1, kind: Secret, type: Opaque, data: { password: cGFzcw== } }",
  "{ apiVersion: v1, clusters: [{ name: a }], users: [{ user: { token: t } }] }",
  "{ type: service_account, private_key: k }",
  "{ type: object, private_key: k }",
  "{ production: { password: p }, Pet: { type: object } }",
  "{ description: p, note: n }",
  "{ description: p }",
  "{ get: { password: p } }",
  "{ get: { responses: { 200: {} } }, password: p }",
  "{ secrets: { db: { file: ./x } } }",
  "{}",
  "[]",
  "text",
];

describe("a file that is called as one of secrets", () => {
  test.each(parts)("is a part: %s", (text) => {
    expect(isPlainPart(parse(text) as Json)).toBe(true);
  });
  test.each(others)("is none: %s", (text) => {
    expect(isPlainPart(parse(text) as Json)).toBe(false);
  });

  const root = (reference: string): string =>
    JSON.stringify({
      openapi: "3.0.3",
      info: { title: "T", version: "1" },
      paths: { "/a": { get: { responses: { 200: { $ref: reference }, 400: { $ref: "secrets/other.yml" } } } } },
    });
  const told = async (files: Readonly<Record<string, string>>, reference: string): Promise<(string | undefined)[][]> =>
    (await generateTexts({ "api.yaml": root(reference), ...files }, ["types"], { strict: false })).diagnostics.map(
      ({ code, message, hint }) => [code, message, hint],
    );

  test("is read where it is a part, and refused in the same words whatever else it is; all are told at once", async () => {
    const [part = ""] = parts;
    expect(await told({ "kubeconfig.yml": part, "secrets/other.yml": part }, "kubeconfig.yml")).toEqual([]);
    const refused = await told({}, "kubeconfig.yml");
    expect(refused.map(([code]) => code)).toEqual(["ref-outside", "ref-outside"]);
    for (const text of [...others, "{", "a: 1\na: 2", `${part}\n# a\n---\n${part}`])
      expect(await told({ "kubeconfig.yml": text, "secrets/other.yml": text }, "kubeconfig.yml")).toEqual(refused);
  });

  test.each([".secret.yaml", "node_modules/x/credentials.yaml", "id_rsa", "server.pem", ".aws/credentials.json"])(
    "%s is not even read",
    async (name) => {
      const refused = await told({ [name]: parts[0] ?? "", "secrets/other.yml": parts[0] ?? "" }, name);
      expect(refused.map(([code]) => code)).toEqual(["ref-outside"]);
    },
  );
});
