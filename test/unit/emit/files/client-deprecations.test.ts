import { describe, expect, it } from "vitest";
import { projectRoot } from "../../../support/compile.js";
import { generateFrom, generateTexts } from "../../../support/pipeline.js";
import { modulesIn } from "../../../support/shared-runtime.js";

const head = "openapi: 3.1.0\ninfo: { title: Example, version: 1.0.0 }\n";
const done = 'responses: { "204": { description: Done } }';

async function filesOf(description: string): Promise<ReadonlyMap<string, string>> {
  const { files, diagnostics } = await generateTexts({ "example.yaml": head + description }, ["types", "client"]);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return new Map(files.map(({ path, text }) => [path, text]));
}

/** The modules of the runtime about deprecation that an output has. */
const copied = (files: ReadonlyMap<string, string>): readonly string[] =>
  modulesIn(Array.from(files, ([path, text]) => ({ path, text }))).filter((name) => name.includes("deprecat"));

describe("an output whose description has no lifecycle facts", () => {
  const usual = `
security: [{ key: [] }]
paths:
  /a/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: getA, x-stability-level: beta, ${done} }
    post: { operationId: postA, requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/A" } } } }, ${done} }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  schemas: { A: { type: object, properties: { a: { type: string }, next: { $ref: "#/components/schemas/A" } } } }
`;

  it("has no word of deprecation in any file of a client, the copied ones included", async () => {
    const files = await filesOf(usual);
    for (const [path, text] of files) expect(`${path}\n${text}`).not.toMatch(/deprecat|sunset/i);
    expect([...files.keys()]).not.toContain("lifecycle.ts");
    expect(files.get("client.ts")).not.toMatch(/onCall|onAttach|onAnswer/);
  });

  it("has those of the document only where the document has some", async () => {
    const files = await filesOf(usual.replace("operationId: getA", "operationId: getDeprecated"));
    const words = [...files.values()].flatMap((text) => text.match(/\w*deprecat\w*/gi) ?? []);
    expect(new Set(words.map((word) => word.replace(/^Get/, "get")))).toEqual(
      new Set(["getDeprecated", "getDeprecatedOperation", "getDeprecatedArgs", "getDeprecatedResult"]),
    );
  });

  it("has none of what is deprecated in answers only: no call sends it", async () => {
    const files = await filesOf(`
paths:
  /a: { get: { operationId: getA, responses: { "200": { description: Done, headers: { X-Old: { deprecated: true, schema: { type: string } } }, content: { application/json: { schema: { $ref: "#/components/schemas/A" } } } } } } }
components: { schemas: { A: { type: object, properties: { old: { type: string, deprecated: true } } } } }
`);
    expect(copied(files)).toEqual([]);
    expect(files.get("types.ts")).toContain("@deprecated");
    for (const name of ["client.ts", "operations.ts", "index.ts"]) expect(files.get(name)).not.toMatch(/deprecat/i);
  });
});

describe("an output with lifecycle facts", () => {
  it("has the files that it needs, and no other", async () => {
    const operation = await filesOf(`paths: { /a: { get: { operationId: getA, deprecated: true, ${done} } } }\n`);
    expect(copied(operation)).toEqual(["deprecated-operation", "deprecation", "service-deprecation"]);
    // In its descriptor: a bundle without a call of it has none of this.
    expect(operation.get("client.ts")).not.toMatch(/onCall|onAnswer/);
    expect(operation.get("operations.ts")).toContain("  onCall: warnDeprecated,\n  onAnswer: warnOfAnswer,\n");
    const core = ["deprecated-operation", "deprecation", "deprecation-code"];
    const parameter = await filesOf(
      `paths: { /a: { get: { operationId: getA, parameters: [{ name: q, in: query, deprecated: true, schema: { type: string } }], ${done} } } }\n`,
    );
    expect(copied(parameter)).toEqual([...core, "deprecated-parts"].sort());
    expect(parameter.get("operations.ts")).not.toContain("warnDeprecated");
    expect(parameter.get("operations.ts")).toContain('warnParts(operation, sending, {}, "EXAMPLE_DEP", options);');
    const scheme = await filesOf(`
security: [{ key: [] }]
paths: { /a: { get: { operationId: getA, ${done} } } }
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key, deprecated: true } } }
`);
    expect(copied(scheme)).toEqual([...core, "deprecated-schemes"].sort());
    expect(scheme.get("operations.ts")).not.toContain("onCall");
  });

  it("warns of what is deprecated in a call, and of the call itself where that is deprecated too", async () => {
    const both = await filesOf(
      `paths: { /a: { get: { operationId: getA, deprecated: true, parameters: [{ name: q, in: query, deprecated: true, schema: { type: string } }], ${done} } } }\n`,
    );
    expect(both.get("operations.ts")).toContain(`  onCall(operation, sending, options) {
    warnDeprecated(operation, sending, options);
    warnParts(operation, sending, {}, "EXAMPLE_DEP", options);
  },
  onAnswer: warnOfAnswer,
`);
  });

  it("says nothing of parts to a server, and lists what is deprecated", async () => {
    const { files } = await generateFrom(`${projectRoot}test/golden/deprecated-parts/description.yaml`, ["server"]);
    const lifecycle = files.find(({ path }) => path === "lifecycle.ts")?.text ?? "";
    expect([...lifecycle.matchAll(/^export const (\w+)/gm)].map(([, name]) => name)).toEqual(["deprecatedElements"]);
    expect(modulesIn(files)).not.toContain("deprecated-parts");
    expect(files.find(({ path }) => path === "operations.ts")?.text).not.toContain("deprecatedParts");
  });
});
