import { describe, expect, test } from "vitest";
import { brief, description, resolving } from "./resolving.js";

const ours = "https://json-schema.org/draft/2020-12/vocab";

function metaschema(vocabularies: Readonly<Record<string, boolean>>): string {
  return JSON.stringify({ $schema: "https://json-schema.org/draft/2020-12/schema", $vocabulary: vocabularies });
}

describe("a metaschema of one's own", () => {
  test("takes the keywords of vocabularies it does not list out of its schemas", async () => {
    const { resolved, diagnostics } = await resolving({
      "a.yaml": description("components: {schemas: {A: {$ref: b.json}, B: {minimum: 1}}}"),
      "b.json": JSON.stringify({ $schema: "meta.json", properties: { n: { minimum: 1, type: "number" } }, required: ["n"] }),
      "meta.json": metaschema({ [`${ours}/core`]: true, [`${ours}/applicator`]: true }),
    });
    expect(diagnostics).toEqual([]);
    expect(resolved.target("schema", "file:///project/b.json#")).toEqual({ $schema: "meta.json", properties: { n: {} } });
    expect(resolved.document.components?.schemas?.["B"]).toEqual({ minimum: 1 });
    expect(resolved.files.map(({ name }) => name)).toContain("meta.json");
  });

  test("is that of all schemas of a description that names it", async () => {
    const { resolved } = await resolving({
      "a.yaml": description("jsonSchemaDialect: ./meta.json\ncomponents: {schemas: {A: {minimum: 1, not: {const: 2}}}}"),
      "meta.json": metaschema({ [`${ours}/applicator`]: true }),
    });
    expect(resolved.document.components?.schemas).toEqual({ A: { not: {} } });
  });

  test("may be that of one schema with an $id", async () => {
    const { resolved } = await resolving({
      "a.yaml": description("components: {schemas: {A: {$id: a, $schema: meta.json, minimum: 1, items: {minimum: 1}}, B: {minimum: 1}}}"),
      "meta.json": metaschema({ [`${ours}/applicator`]: true }),
    });
    expect(resolved.document.components?.schemas).toEqual({ A: { $id: "a", $schema: "meta.json", items: {} }, B: { minimum: 1 } });
  });

  test("that requires what is not known, or cannot be read, is told", async () => {
    const { diagnostics } = await resolving({
      "a.yaml": description("components: {schemas: {A: {$id: a, $schema: meta.json}, B: {$id: b, $schema: nowhere.json, minimum: 1}}}"),
      "meta.json": metaschema({ "https://example.com/units": true, "https://example.com/colours": false }),
    });
    expect(diagnostics.map(brief)).toEqual([
      "warning unknown-vocabulary /components/schemas/A/$schema",
      "warning unknown-dialect /components/schemas/B/$schema",
    ]);
  });
});

describe("the standard's own", () => {
  test("metaschemas are known without reading anything", async () => {
    const { resolved, diagnostics } = await resolving({
      "a.yaml": description(
        "components: {schemas: {A: {$ref: 'https://json-schema.org/draft/2020-12/schema'}, B: {$ref: 'http://json-schema.org/draft-04/schema#'}}}",
      ),
    });
    expect(diagnostics).toEqual([]);
    expect(resolved.files.map(({ name }) => name)).toEqual(["a.yaml"]);
    expect(resolved.target("schema", "http://json-schema.org/draft-04/schema#")).toMatchObject({
      properties: { not: { $ref: "http://json-schema.org/draft-04/schema#" } },
    });
  });

  test.each([
    ["http://json-schema.org/draft-04/schema#", true],
    ["http://json-schema.org/draft-07/schema#", true],
    ["https://json-schema.org/draft/2019-09/schema", false],
    ["https://json-schema.org/draft/2020-12/schema", false],
    ["https://spec.openapis.org/oas/3.1/dialect/base", false],
  ])("%s decides whether what stands beside $ref counts", async (dialect, isIgnored) => {
    const { diagnostics } = await resolving({
      "a.yaml": description("components: {schemas: {A: {$ref: b.json}}}"),
      "b.json": JSON.stringify({ $schema: dialect, items: { $ref: "#/$defs/x", minimum: 1 }, $defs: { x: {} } }),
    });
    expect(diagnostics.map(({ code }) => code)).toEqual(isIgnored ? ["ref-siblings-ignored"] : []);
  });
});
