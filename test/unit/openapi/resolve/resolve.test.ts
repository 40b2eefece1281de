import { describe, expect, test } from "vitest";
import { resolve } from "../../../../src/openapi/resolve/resolve.js";
import type { Resolved } from "../../../../src/openapi/resolve/resolved.js";
import { load } from "../../../../src/source/load-file.js";
import { memoryIo } from "../../../support/memory-io.js";
import { generateTexts } from "../../../support/pipeline.js";
import { brief, description, resolving } from "./resolving.js";

describe("references across files", () => {
  const files = {
    "api/root.yaml": description(
      [
        "paths:",
        "  /pets: {$ref: 'paths/pets.yaml'}",
        "  /cats: {$ref: 'paths/pets.yaml'}",
        "components:",
        "  schemas:",
        "    Owner: {$ref: '../common/types.json#/Owner'}",
        "    Name: {$ref: '../common/types.json#/Owner/properties/name'}",
      ].join("\n"),
    ),
    "api/paths/pets.yaml": [
      "get:",
      "  operationId: listPets",
      "  parameters: [{$ref: '../../common/types.json#/limit'}]",
      "  responses: {200: {$ref: '#/ok'}}",
      "ok: {description: ok, content: {application/json: {schema: {$ref: '../root.yaml#/components/schemas/Owner'}}}}",
    ].join("\n"),
    "common/types.json": JSON.stringify({
      Owner: { type: "object", properties: { name: { type: "string" }, friend: { $ref: "#/Owner" } } },
      limit: { name: "limit", in: "query", schema: { type: "integer" } },
    }),
  };

  test("lead to what they name, absolute, whatever file they stand in", async () => {
    const { resolved, diagnostics } = await resolving(files);
    expect(diagnostics).toEqual([]);
    expect(resolved.files.map((file) => file.name)).toEqual(["api/root.yaml", "api/paths/pets.yaml", "common/types.json"]);
    const item = resolved.target("pathItem", resolved.document.paths?.["/pets"]?.$ref ?? "");
    expect(item).toBe(resolved.target("pathItem", resolved.document.paths?.["/cats"]?.$ref ?? ""));
    expect(item).toMatchObject({
      operations: {
        GET: {
          parameters: [{ $ref: "file:///project/common/types.json#/limit" }],
          responses: { 200: { $ref: "file:///project/api/paths/pets.yaml#/ok" } },
        },
      },
    });
    expect(resolved.target("response", "file:///project/api/paths/pets.yaml#/ok")).toMatchObject({
      content: { "application/json": { schema: { $ref: "file:///project/api/root.yaml#/components/schemas/Owner" } } },
    });
    expect(resolved.document.components?.schemas).toMatchObject({
      Name: { $ref: "file:///project/common/types.json#/Owner/properties/name" },
    });
  });

  test("into the middle of a schema share what is there", async () => {
    const { resolved } = await resolving(files);
    const owner = resolved.target("schema", "file:///project/common/types.json#/Owner") as { properties: { name: object } };
    const name = resolved.target("schema", "file:///project/common/types.json#/Owner/properties/name");
    expect(name).toBe(owner.properties.name);
    expect(resolved.origin(owner.properties.name)).toEqual({
      file: "file:///project/common/types.json",
      pointer: "/Owner/properties/name",
    });
  });
});

describe("one reference has one spelling", () => {
  test.each([
    ["#/components/schemas/a%20b", "a b"],
    ["#/components/schemas/a b", "a b"],
    ["./a.yaml#/components/schemas/a~1b", "a~1b"],
    ["#/components/schemas/a%2Fb~1c", "a/b~1c"],
    ["#/components/schemas/Gr%C3%B6%C3%9Fe", "Größe"],
    ["#/components/schemas/100%", "100%"],
  ])("%s", async (written, pointer) => {
    const schemas = `{"a b": {}, "a/b": {}, "a": {"b/c": {}}, Größe: {}, "100%": {}, R: {$ref: ${JSON.stringify(written)}}}`;
    const { resolved } = await resolving({ "a.yaml": description(`components: {schemas: ${schemas}}`) });
    expect(resolved.document.components?.schemas?.["R"]).toEqual({ $ref: `file:///project/a.yaml#/components/schemas/${pointer}` });
  });
});

describe("names of JSON Schema", () => {
  test("$anchor, $id and 3.2's $self lead to their place", async () => {
    const members = [
      "$self: https://example.com/api",
      "components:",
      "  schemas:",
      "    A: {$anchor: here, type: string}",
      "    B: {$id: 'https://example.com/b', $defs: {inner: {type: integer}}, properties: {own: {$ref: '#/$defs/inner'}}}",
      "    C: {oneOf: [{$ref: '#here'}, {$ref: 'https://example.com/b#/$defs/inner'}, {$ref: 'https://example.com/api#/components/schemas/A'}]}",
    ].join("\n");
    const { resolved, diagnostics } = await resolving({ "a.yaml": description(members, "3.2.0") });
    expect(diagnostics).toEqual([]);
    const at = "file:///project/a.yaml#/components/schemas";
    expect(resolved.document.components?.schemas).toMatchObject({
      B: { properties: { own: { $ref: `${at}/B/$defs/inner` } } },
      C: { oneOf: [{ $ref: `${at}/A` }, { $ref: `${at}/B/$defs/inner` }, { $ref: `${at}/A` }] },
    });
  });
});

describe("references that lead nowhere", () => {
  const at = "/components/schemas";
  test.each([
    ["a schema", "A: {$ref: '#/components/schemas/Missing'}", `error ref-not-found ${at}/A/$ref`],
    [
      "a required property",
      "A: {required: [p], properties: {p: {$ref: '#/x', description: d}}}",
      `error ref-not-found ${at}/A/properties/p/$ref`,
    ],
    [
      "an optional property without words of its own",
      "A: {properties: {p: {$ref: '#/x'}}}",
      `error ref-not-found ${at}/A/properties/p/$ref`,
    ],
    [
      "an optional property that is described",
      "A: {properties: {p: {$ref: '#/x', description: d}}}",
      `warning ref-not-found ${at}/A/properties/p/$ref`,
    ],
    ["a described component that nothing refers to", "A: {$ref: other.yaml, description: d}", `warning file-not-found ${at}/A/$ref`],
    [
      "a described component that is referred to",
      "A: {$ref: other.yaml, description: d}\n    B: {$ref: '#/components/schemas/A'}",
      `error file-not-found ${at}/A/$ref`,
    ],
    ["a file", "A: {$ref: other.yaml}", `error file-not-found ${at}/A/$ref`],
    ["an anchor", "A: {$ref: '#nowhere'}", `error ref-not-found ${at}/A/$ref`],
    ["a scheme that has no files", "A: {$ref: 'http://['}", `error bad-ref ${at}/A/$ref`],
    ["a parameter in place of a schema", "A: {$ref: '#/components/parameters/P'}", `warning ref-kind ${at}/A/$ref`],
    ["paths in place of a schema", "A: {$ref: '#/paths'}", `warning ref-kind ${at}/A/$ref`],
    ["the description in place of a schema", "A: {$ref: '#'}", `warning ref-kind ${at}/A/$ref`],
    ["nothing but a reference in place of a schema", "A: {$ref: ''}", `warning ref-kind ${at}/A/$ref`],
    [
      "a part of the description in place of a schema",
      "A: {properties: {p: {$ref: '#/info'}}}",
      `warning ref-kind ${at}/A/properties/p/$ref`,
    ],
  ])("%s", async (_, schemas, expected) => {
    const { diagnostics } = await resolving({
      "a.yaml": description(`components:\n  parameters: {P: {name: p, in: query, schema: {}}}\n  schemas:\n    ${schemas}`),
    });
    expect(diagnostics.map(brief)).toEqual([expected]);
  });

  test("do not include those that lead to a parameter of 2.0, which says its type", async () => {
    const { diagnostics } = await resolving({
      "a.yaml": [
        'swagger: "2.0"',
        'info: {title: T, version: "1"}',
        "paths: {/a: {get: {parameters: [{name: p, in: query, type: string}], responses: {'200': {description: Fine}}}}}",
        "definitions: {A: {$ref: '#/paths/~1a/get/parameters/0'}, B: {$ref: '#/paths/~1a/get'}}",
      ].join("\n"),
    });
    expect(diagnostics.map(brief)).toEqual(["warning ref-kind /definitions/B/$ref"]);
  });

  test("do not include those that lead to a schema in an operation, or in an extension", async () => {
    const schemas = ["200/content/application~1json/schema", "200/content/application~1json/schema/properties/p", "200/headers/X/schema"];
    const { diagnostics } = await resolving({
      "a.yaml": [
        "openapi: 3.1.0",
        'info: {title: T, version: "1", x-shared: {A: {type: string}}}',
        "paths: {/a: {get: {responses: {'200': {description: Fine, headers: {X: {schema: {}}}, content: {application/json: {schema: {properties: {p: {}}}}}}}}}}",
        "components:",
        "  schemas:",
        ...schemas.map((path, index) => `    S${String(index)}: {$ref: '#/paths/~1a/get/responses/${path}'}`),
        "    X: {$ref: '#/info/x-shared/A'}",
        "    R: {$id: 'https://example.com/r', properties: {again: {$ref: '#'}}}",
      ].join("\n"),
      "b.yaml": "",
    });
    expect(diagnostics.map(brief)).toEqual([]);
  });

  test("are told each, with what was probably meant", async () => {
    const { diagnostics } = await resolving({
      "a.yaml": description(
        "components: {schemas: {Pet: {}, A: {$ref: '#/components/schemas/Pett'}, B: {$ref: '#/component/schemas/Pet'}}}",
      ),
    });
    expect(diagnostics.map(({ hint }) => hint)).toEqual([
      'Did you mean "#/components/schemas/Pet"?',
      'Did you mean "#/components/schemas/Pet"?',
    ]);
  });

  test("give an empty value to go on with", async () => {
    const { resolved } = await resolving({ "a.yaml": description("components: {schemas: {A: {$ref: '#/x'}}}") });
    const empty = resolved.target("schema", "file:///project/a.yaml#/x");
    expect(empty).toEqual({});
    expect(resolved.origin(empty as object)).toBeDefined();
  });

  test.each([
    ["example", "example: {$ref: nowhere.yaml}"],
    ["default", "default: {$ref: nowhere.yaml}"],
    ["enum", "enum: [{$ref: nowhere.yaml}]"],
    ["const", "const: {$ref: nowhere.yaml}"],
    ["extension", "x-more: {$ref: nowhere.yaml}"],
  ])("in an %s are no references", async (_, member) => {
    const { diagnostics } = await resolving({ "a.yaml": description(`components: {schemas: {A: {${member}}}}`) });
    expect(diagnostics).toEqual([]);
  });

  test.each(["example", "default", "enum", "const", "$ref"])("in a property called %s are", async (name) => {
    const { diagnostics } = await resolving({
      "a.yaml": description(`components: {schemas: {A: {properties: {${name}: {$ref: '#/x'}}}}}`),
    });
    expect(diagnostics.map(brief)).toEqual([`error ref-not-found /components/schemas/A/properties/${name}/$ref`]);
  });
});

test("a mistake in a file is an error as soon as one of those that refer to it needs it", async () => {
  const optional = "A: {type: object, properties: {b: {description: B, $ref: 'b.yaml'}}}";
  const told = async (more: string) =>
    (await resolving({ "a.yaml": description(`components: {schemas: {${optional}${more}}}`), "b.yaml": "type: [" })).diagnostics.map(brief);
  expect(await told("")).toEqual(["warning syntax 1:8"]);
  expect(await told(", C: {$ref: 'b.yaml'}")).toEqual(["error syntax 1:8"]);
});

describe("references that lead back to themselves", () => {
  test.each([
    ["a schema", "schemas: {A: {$ref: '#/components/schemas/A'}}", 1],
    ["two schemas", "schemas: {A: {$ref: '#/components/schemas/B'}, B: {$ref: '#/components/schemas/A'}}", 1],
    ["through allOf", "schemas: {A: {allOf: [{type: object}, {$ref: '#/components/schemas/A'}]}}", 1],
    ["through anyOf", "schemas: {A: {anyOf: [{type: string}, {$ref: '#/components/schemas/A'}]}}", 1],
    ["through not and if", "schemas: {A: {not: {$ref: '#/components/schemas/A'}}, B: {if: {}, then: {$ref: '#/components/schemas/B'}}}", 2],
    [
      "through a schema for values with a property",
      "schemas: {A: {dependentSchemas: {a: true, b: {allOf: [{$ref: '#/components/schemas/A'}]}}}}",
      1,
    ],
    ["responses", "responses: {A: {$ref: '#/components/responses/B'}, B: {$ref: '#/components/responses/A'}}", 1],
    ["path items", "pathItems: {A: {$ref: '#/components/pathItems/A'}}", 1],
    ["in a property it is a tree", "schemas: {A: {properties: {a: {$ref: '#/components/schemas/A'}}}}", 0],
    [
      "as an item it is a tree",
      "schemas: {A: {items: {$ref: '#/components/schemas/B'}}, B: {allOf: [{$ref: '#/components/schemas/A'}]}}",
      0,
    ],
    [
      "a diamond is no cycle",
      "schemas: {A: {allOf: [{$ref: '#/components/schemas/C'}, {$ref: '#/components/schemas/B'}]}, B: {$ref: '#/components/schemas/C'}, C: {}}",
      0,
    ],
  ])("%s", async (_, components, count) => {
    const { diagnostics } = await resolving({ "a.yaml": description(`components: {${components}}`) });
    expect(diagnostics.map(({ code }) => code)).toEqual(Array.from({ length: count }, () => "ref-cycle"));
  });

  test("are taken out, so that following references ends", async () => {
    const { resolved } = await resolving({
      "a.yaml": description("components: {schemas: {A: {$ref: '#/components/schemas/A', title: t}}}"),
    });
    expect(resolved.document.components?.schemas).toEqual({ A: { title: "t" } });
  });

  test.each([
    ["the base first", ["Base", "Cat"]],
    ["the subtype first", ["Cat", "Base"]],
  ])("of a base that is one of its subtypes end at what they share (%s)", async (_, order) => {
    const schemas: Record<string, string> = {
      Base: "Base: {type: object, properties: {kind: {type: string}}, oneOf: [{$ref: '#/components/schemas/Cat'}]}",
      Cat: "Cat: {allOf: [{$ref: '#/components/schemas/Base'}, {required: [claws]}]}",
    };
    const { resolved, diagnostics } = await resolving({
      "a.yaml": description(`components: {schemas: {${order.map((name) => schemas[name]).join(", ")}}}`),
    });
    expect(diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual(["warning base-cycle"]);
    expect(resolved.document.components?.schemas?.["Cat"]).toEqual({
      allOf: [{ type: "object", properties: { kind: { type: "string" } } }, { required: ["claws"] }],
    });
  });
});

describe("a chain of references", () => {
  const chain = (length: number, link: (ref: string) => object): string => {
    const schemas = Array.from(
      { length },
      (_, index) => [`S${String(index)}`, link(`#/components/schemas/S${String(index + 1)}`)] as const,
    );
    const all: Readonly<Record<string, object>> = Object.fromEntries<object>([...schemas, [`S${String(length)}`, { type: "object" }]]);
    return JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths: {}, components: { schemas: all } });
  };
  const links: Readonly<Record<string, (ref: string) => object>> = {
    $ref: ($ref) => ({ $ref }),
    allOf: ($ref) => ({ allOf: [{ type: "object" }, { $ref }] }),
    nested: ($ref) => ({ allOf: [{ oneOf: [{ $ref }, { type: "string" }] }] }),
    anyOf: ($ref) => ({ anyOf: [{ $ref }, { $ref }] }),
    not: ($ref) => ({ not: { $ref } }),
    if: ($ref) => ({ if: { $ref }, then: {} }),
  };

  test.each(Object.entries(links))("of 200 is followed, one of any more is told once: %s", async (_, link) => {
    for (const [length, expected] of [
      [201, []], // the first schema is not referred to itself
      [202, ["error ref-chain"]],
      [5_000, ["error ref-chain"]],
    ] as const) {
      const { diagnostics } = await resolving({ "a.json": chain(length, link) });
      expect(diagnostics.map(({ severity, code }) => `${severity} ${code}`)).toEqual(expected);
    }
  });

  test.each(Object.entries(links))("of 200 is generated: %s", async (_, link) => {
    const { files, diagnostics } = await generateTexts({ "a.json": chain(200, link) });
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(files.length).toBeGreaterThan(0);
  });

  test("through properties and items may be as long as it is", async () => {
    const { diagnostics } = await resolving({ "a.json": chain(5_000, ($ref) => ({ properties: { a: { $ref } }, items: { $ref } })) });
    expect(diagnostics).toEqual([]);
  });
});

test("names that JavaScript knows are names like others", async () => {
  const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "prototype"];
  const schemas = names.map((name) => `    ${name}: {type: object, properties: {${name}: {type: string}}, required: [${name}]}`);
  const refs = names.map((name) => `    R-${name}: {$ref: '#/components/schemas/${name}'}`);
  const { resolved, diagnostics } = await resolving({
    "a.yaml": description(["components:", "  schemas:", ...schemas, ...refs].join("\n")),
  });
  expect(diagnostics).toEqual([]);
  const found = resolved.document.components?.schemas ?? {};
  expect(Object.keys(found)).toEqual([...names, ...names.map((name) => `R-${name}`)]);
  for (const name of names) {
    const target = resolved.target("schema", `file:///project/a.yaml#/components/schemas/${name}`);
    expect(target).toBe(found[name]);
    expect(Object.keys((target as { properties: object }).properties)).toEqual([name]);
  }
  const { diagnostics: missing } = await resolving({
    "a.yaml": description("components: {schemas: {A: {$ref: '#/components/schemas/constructor'}}}"),
  });
  expect(missing.map(brief)).toEqual(["error ref-not-found /components/schemas/A/$ref"]);
});

test("a YAML alias is the same schema twice, where it was written first", async () => {
  const { resolved } = await resolving({ "a.yaml": description("components: {schemas: {A: &a {type: string}, B: *a}}") });
  const { A, B } = resolved.document.components?.schemas ?? {};
  expect(A).toBe(B);
});

describe("3.2", () => {
  test("methods of its own are operations like others, in upper case", async () => {
    const { resolved } = await resolving({
      "a.yaml": description(
        "paths:\n  /a:\n    query: {responses: {200: {description: a}}}\n    additionalOperations: {COPY: {responses: {200: {description: b}}}}",
        "3.2.0",
      ),
    });
    expect(Object.keys(resolved.document.paths?.["/a"]?.operations ?? {})).toEqual(["QUERY", "COPY"]);
  });

  test("media types may be components, and have schemas for items", async () => {
    const { resolved, diagnostics } = await resolving({
      "a.yaml": description(
        "paths: {/a: {get: {responses: {200: {content: {application/jsonl: {$ref: '#/components/mediaTypes/L'}}}}}}}\ncomponents: {mediaTypes: {L: {itemSchema: {type: [string, 'null']}}}}",
        "3.2.0",
      ),
    });
    expect(diagnostics).toEqual([]);
    expect(resolved.target("mediaType", "file:///project/a.yaml#/components/mediaTypes/L")).toEqual({
      itemSchema: { type: ["string", "null"] },
    });
  });
});

test("a file that a server sends from another URL is one file", async () => {
  const io = memoryIo(
    {},
    {
      web: {
        "https://a.example/root.yaml": description("components: {schemas: {A: {$ref: 'b.yaml#/B'}}}"),
        "https://a.example/b.yaml": { url: "https://a.example/v2/b.yaml", body: "B: {$ref: '#/C'}\nC: {$ref: c.yaml}" },
        "https://a.example/v2/c.yaml": "type: string",
      },
    },
  );
  const root = await load("https://a.example/root.yaml", io);
  const { value, diagnostics } = root.value === undefined ? root : await resolve(root.value, (uri) => load(uri, io));
  expect(diagnostics).toEqual([]);
  expect((value as Resolved).files.map(({ uri: each }) => each)).toEqual([
    "https://a.example/root.yaml",
    "https://a.example/v2/b.yaml",
    "https://a.example/v2/c.yaml",
  ]);
  expect((value as Resolved).target("schema", "https://a.example/v2/b.yaml#/C")).toEqual({ $ref: "https://a.example/v2/c.yaml#" });
});

describe("a reference behind another one", () => {
  const schemas = `components: { schemas: { A: { properties: { b: { $ref: "#/components/schemas/B" } } }, B: { $ref: "other.yaml#/C" } } }`;
  const at = (pointer: string): string =>
    `paths: {}\n${schemas}\nx: 1\n`.replace("x: 1", "").replace("schemas: {", `schemas: { X: { $ref: "${pointer}" },`);

  test("leads to what stands there when the first is followed, and is told", async () => {
    const texts = {
      "a.yaml": description(at("#/components/schemas/A/properties/b/properties/c")),
      "other.yaml": "C: { properties: { c: { type: string } } }",
    };
    const { diagnostics, resolved } = await resolving(texts);
    expect(diagnostics.map(({ message, assumed }) => [message, assumed])).toEqual([
      ['"#/components/schemas/A/properties/b/properties/c" leads to nothing.', 'it is read as "other.yaml#/C/properties/c"'],
    ]);
    const x = resolved.document.components?.schemas?.["X"] as { readonly $ref: string };
    expect(resolved.target("schema", x.$ref)).toEqual({ type: "string" });
  });

  test("leads to nothing where it is not there either, or goes round", async () => {
    const other = { "other.yaml": "C: { properties: { c: { type: string } } }" };
    for (const pointer of ["#/components/schemas/A/properties/b/properties/d", "#/components/schemas/X/y"]) {
      const { diagnostics } = await resolving({ "a.yaml": description(at(pointer)), ...other });
      expect(diagnostics.map(({ code }) => code)).toContain("ref-not-found");
    }
  });
});
