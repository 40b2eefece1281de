import { describe, expect, it } from "vitest";
import type { Assertion, Schema } from "../../../../src/model/ir/schema.js";
import { apiOf, outcomeOf } from "../../../support/api.js";

const head = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\n";

async function schemaOf(text: string, more = ""): Promise<Schema> {
  const api = await apiOf(`${head}components: {schemas: {It: ${text}${more}}}\n`, { untyped: "any" });
  const schema = api.schemas.get("It")?.schema;
  if (schema === undefined) throw new Error("no schema");
  return schema;
}

/** Assertions without the places of the schemas in them. */
async function assertionsOf(text: string, more = ""): Promise<unknown> {
  return strip((await schemaOf(text, more)).assertions);
}

function strip(assertions: readonly Assertion[]): unknown {
  return JSON.parse(
    JSON.stringify(assertions, (key, value: unknown) => (key === "origin" || key === "doc" || key === "examples" ? undefined : value)),
  );
}

const any = { assertions: [], readOnly: false, writeOnly: false };

describe("a schema", () => {
  it("is a list of assertions that must all hold", async () => {
    expect(
      await assertionsOf("{type: string, minLength: 1, enum: [a, b], $ref: '#/components/schemas/Base', not: {const: b}}", ", Base: {}"),
    ).toEqual([
      { kind: "ref", target: "Base" },
      { kind: "type", types: ["string"] },
      { kind: "enum", values: ["a", "b"] },
      { kind: "string", minLength: 1 },
      { kind: "not", schema: { ...any, assertions: [{ kind: "enum", values: ["b"] }] } },
    ]);
  });

  it("that is true asserts nothing, one that is false never holds", async () => {
    expect(await assertionsOf("true")).toEqual([]);
    expect(await assertionsOf("false")).toEqual([{ kind: "never" }]);
    expect(await assertionsOf("{}")).toEqual([]);
  });

  it("knows where it stands, booleans too", async () => {
    const schema = await schemaOf("{properties: {a/b: false, c: {}}}");
    const object = schema.assertions[0];
    const places = object?.kind === "object" ? object.properties.map((property) => property.schema.origin.pointer) : [];
    expect(places).toEqual(["/components/schemas/It/properties/a~1b", "/components/schemas/It/properties/c"]);
    expect((await schemaOf("true")).origin.pointer).toBe("/components/schemas/It");
  });

  it("keeps its defaults, examples and notes", async () => {
    expect(await schemaOf("{title: t, description: d, default: null, examples: [1, 2], readOnly: true, deprecated: true}")).toMatchObject({
      doc: { title: "t", description: "d", lifecycle: { deprecated: true } },
      default: null,
      examples: [1, 2],
      readOnly: true,
      writeOnly: false,
    });
  });

  it("names its types in one order and integers only beside no numbers", async () => {
    expect(await assertionsOf("{type: [object, 'null', number, integer]}")).toEqual([
      { kind: "type", types: ["null", "number", "object"] },
    ]);
  });

  it("says null as a constant", async () => {
    expect(await assertionsOf("{const: null}")).toEqual([{ kind: "enum", values: [null] }]);
  });

  it("speaks of one type where no type is said", async () => {
    expect(await assertionsOf("{minimum: 0, maxLength: 3, maxItems: 2, required: [a]}")).toEqual([
      { kind: "number", minimum: 0 },
      { kind: "string", maxLength: 3 },
      { kind: "array", prefixItems: [], maxItems: 2, uniqueItems: false },
      { kind: "object", properties: [], required: ["a"], patternProperties: [], dependentRequired: [], dependentSchemas: [] },
    ]);
  });

  it.each([
    ["{type: integer, format: int64}", { kind: "number", format: "int64" }],
    ["{type: string, format: int64}", { kind: "string", format: "int64" }],
    ["{format: double}", { kind: "number", format: "double" }],
    ["{format: date}", { kind: "string", format: "date" }],
    ["{type: [string, 'null'], format: uuid}", { kind: "string", format: "uuid" }],
    ["{type: [string, integer], format: uint64}", { kind: "number", format: "uint64" }],
    ["{type: number, format: unixtime}", { kind: "number", format: "unixtime" }],
    ["{type: boolean, format: date}", undefined],
  ])("gives the format of %s to the type it belongs to", async (text, expected) => {
    const assertions = (await assertionsOf(text)) as readonly { kind: string }[];
    expect(assertions.find(({ kind }) => kind === "string" || kind === "number")).toEqual(expected);
  });

  it.each([
    ["{type: string, format: binary}", { kind: "string", binary: true }],
    ["{contentMediaType: application/octet-stream}", { kind: "string", contentMediaType: "application/octet-stream", binary: true }],
    ["{type: string, contentMediaType: image/png}", { kind: "string", contentMediaType: "image/png", binary: true }],
    [
      "{contentMediaType: image/png, contentEncoding: base64}",
      { kind: "string", contentMediaType: "image/png", contentEncoding: "base64" },
    ],
    ["{contentMediaType: application/json}", { kind: "string", contentMediaType: "application/json" }],
    ["{type: string, format: byte}", { kind: "string", format: "byte" }],
  ])("tells raw bytes from text: %s", async (text, expected) => {
    const assertions = (await assertionsOf(text)) as readonly { kind: string }[];
    expect(assertions.find(({ kind }) => kind === "string")).toEqual(expected);
  });

  it("folds required names into properties, and keeps those that are no property", async () => {
    const [object] = (await schemaOf("{properties: {b: {}, a: {}}, required: [a, z], additionalProperties: {}}")).assertions;
    expect(object).toMatchObject({
      properties: [
        { name: "b", required: false },
        { name: "a", required: true },
      ],
      required: ["z"],
      additionalProperties: { assertions: [] },
    });
  });

  it("keeps properties that have names of Object's own", async () => {
    const [object] = (
      await schemaOf("{properties: {__proto__: {type: string}, constructor: {}, hasOwnProperty: {}}, required: [__proto__]}")
    ).assertions;
    expect(object?.kind === "object" ? object.properties.map(({ name, required }) => [name, required]) : []).toEqual([
      ["__proto__", true],
      ["constructor", false],
      ["hasOwnProperty", false],
    ]);
  });

  it("keeps every keyword of arrays and objects", async () => {
    const array = "{prefixItems: [true], items: false, contains: {}, maxContains: 2, uniqueItems: true}";
    expect(await assertionsOf(array)).toEqual([
      {
        kind: "array",
        prefixItems: [any],
        items: { ...any, assertions: [{ kind: "never" }] },
        contains: { schema: any, min: 1, max: 2 },
        uniqueItems: true,
      },
    ]);
    const object =
      "{patternProperties: {^x: {}}, propertyNames: {}, minProperties: 1, maxProperties: 2, dependentRequired: {a: [b]}, dependentSchemas: {a: {}}, unevaluatedProperties: false}";
    expect(await assertionsOf(object)).toEqual([
      {
        kind: "object",
        properties: [],
        required: [],
        patternProperties: [{ pattern: "^x", schema: any }],
        propertyNames: any,
        minProperties: 1,
        maxProperties: 2,
        dependentRequired: [{ property: "a", required: ["b"] }],
        dependentSchemas: [{ property: "a", schema: any }],
      },
      { kind: "unevaluatedProperties", schema: { ...any, assertions: [{ kind: "never" }] } },
    ]);
  });

  it("keeps conditions, and drops `then` without `if`", async () => {
    expect(await assertionsOf("{if: {}, else: {}}")).toEqual([{ kind: "if", if: any, else: any }]);
    expect(await assertionsOf("{then: {}, allOf: []}")).toEqual([]);
  });

  it("refers to itself by name", async () => {
    expect(await assertionsOf("{items: {$ref: '#/components/schemas/It'}}")).toMatchObject([
      { kind: "array", items: { assertions: [{ kind: "ref", target: "It" }] } },
    ]);
  });

  it("leaves out a pattern that is no regular expression, and says so", async () => {
    const { value, diagnostics } = await outcomeOf(
      `${head}components: {schemas: {It: {pattern: '(?i)a', maxLength: 1}, B: {pattern: '\\-'}}}\n`,
    );
    expect(value?.schemas.get("It")?.schema.assertions).toEqual([{ kind: "string", maxLength: 1 }]);
    expect(value?.schemas.get("B")?.schema.assertions).toEqual([{ kind: "string", pattern: "\\-" }]);
    expect(diagnostics.map(({ code }) => code)).toEqual(["pattern-invalid", "pattern-without-unicode"]);
  });

  it.each([
    ["(?i)a", /no inline flags/],
    ["^\\\\p{Lu}{x}", /\\p\{Lu\}, needs the flag `u`/],
    ["\\\\P{Greek}", /needs the flag `u`/],
  ])("says of the pattern %s why it is none", async (pattern, hint) => {
    const { diagnostics } = await outcomeOf(`${head}components: {schemas: {It: {pattern: "${pattern}"}}}\n`);
    expect(diagnostics).toMatchObject([{ code: "pattern-invalid", hint: expect.stringMatching(hint) as unknown }]);
  });

  it("that nests too deep is an error, and no overflow of the stack", async () => {
    const deep = `${'{"items":'.repeat(3000)}{}${"}".repeat(3000)}`;
    const { diagnostics } = await outcomeOf(
      `{"openapi":"3.1.0","info":{"title":"T","version":"1"},\n"components":{"schemas":{"It":${deep}}}}`,
    );
    expect(diagnostics.length).toBeGreaterThan(0);
    expect(diagnostics.every(({ severity }) => severity === "error")).toBe(true);
  });

  it("that can never hold for a value of its enumeration says so", async () => {
    const { diagnostics } = await outcomeOf(
      `${head}components: {schemas: {It: {type: boolean, enum: [true, 1]}, B: {type: [integer, 'null'], enum: [1, null]}}}\n`,
    );
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ["enum-type-mismatch", "The value 1 of an enumeration is not of type boolean, so it is never valid."],
    ]);
  });

  it("that can never hold for several says of which, and whether any is left", async () => {
    const numbers = Array.from({ length: 12 }, (_, index) => index);
    const { diagnostics } = await outcomeOf(
      `${head}components: {schemas: {It: {type: boolean, enum: [1.0, true, a]}, B: {type: boolean, enum: [${numbers.join(", ")}]}}}\n`,
    );
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'The values 1, "a" of an enumeration are not of type boolean, so they are never valid.',
      "The values 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more of an enumeration are not of type boolean, so they are never valid. No other value is left.",
    ]);
  });
});

describe("a discriminator", () => {
  const members = ", Cat: {type: object}, Dog: {type: object}, Fish: {type: object}";
  const tags = async (discriminator: string, oneOf: string): Promise<unknown> => {
    const found = (await schemaOf(`{oneOf: [${oneOf}], discriminator: ${discriminator}}`, members)).assertions.find(
      ({ kind }) => kind === "oneOf",
    );
    return found?.kind === "oneOf" ? found.discriminator : undefined;
  };
  const ref = (name: string): string => `{$ref: '#/components/schemas/${name}'}`;

  it("has the names of its members for tags where no mapping says otherwise", async () => {
    expect(
      await tags("{propertyName: kind, mapping: {puss: Cat, kitty: '#/components/schemas/Cat'}}", `${ref("Cat")}, ${ref("Dog")}`),
    ).toEqual({
      property: "kind",
      tags: [["puss", "kitty"], ["Dog"]],
      defaultMember: undefined,
    });
  });

  it("says nothing of members that are no lone reference, unless the mapping does", async () => {
    const members = `${ref("Cat")}, {type: object}, {allOf: [${ref("Dog")}]}`;
    expect(await tags("{propertyName: kind}", members)).toMatchObject({ tags: [["Cat"], [], []] });
    expect(await tags("{propertyName: kind, mapping: {hound: Dog}}", members)).toMatchObject({ tags: [["Cat"], [], ["hound"]] });
  });

  it("knows which member an unknown tag means", async () => {
    expect(await tags("{propertyName: kind, defaultMapping: Dog}", `${ref("Cat")}, ${ref("Dog")}`)).toMatchObject({ defaultMember: 1 });
  });
});
