import { describe, expect, it } from "vitest";
import { emitTypes } from "../../../../src/emit/files/types-file.js";
import { apiOf } from "../../../support/api.js";

/** What stands to the right of `export type S =`, on one line; schemas are given in YAML's flow style. */
async function typeOf(schema: string, others: Readonly<Record<string, string>> = {}, name = "S"): Promise<string> {
  const schemas = Object.entries({ ...others, S: schema }).map(([key, text]) => `    ${key}: ${text}\n`);
  const api = await apiOf(`openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths: {}\ncomponents:\n  schemas:\n${schemas.join("")}`);
  const { text } = emitTypes(api, { parts: new Set(["types"]), source: "api.yaml", command: "npm run generate" });
  const [, type = ""] = new RegExp(`export type ${name} =([^]*?);\n(?:\n|$)`).exec(text) ?? [];
  return type
    .replace(/\/\*\*[^]*?\*\//g, "")
    .replace(/\s+/g, " ")
    .trim();
}

const others = {
  A: "{ type: object, properties: { a: { type: string } } }",
  B: "{ type: object, properties: { b: { type: integer } }, required: [b] }",
  R: "{ type: object, required: [r] }",
  Word: "{ type: string, enum: [x, y] }",
};

describe("the type of a schema", () => {
  it.each([
    // any value, no value
    ["{}", "unknown"],
    ["true", "unknown"],
    ["false", "never"],
    ["{ minLength: 1 }", "unknown"],
    ["{ not: { type: string } }", "unknown"],
    ["{ if: { type: string }, then: { minLength: 1 } }", "unknown"],
    // scalars
    ["{ type: string, minLength: 1, format: uuid }", "string"],
    ["{ type: integer, format: int64 }", "number"],
    ['{ type: [string, "null"] }', "string | null"],
    ["{ type: [integer, string, boolean] }", "boolean | number | string"],
    ['{ type: "null" }', "null"],
    // values
    ["{ enum: [a, 1, true, null] }", '"a" | 1 | true | null'],
    ["{ type: string, enum: [a, b, 3] }", '"a" | "b" | "3"'],
    ["{ const: null }", "null"],
    ["{ const: -1.5 }", "-1.5"],
    ["{ type: string, enum: [a], allOf: [{ enum: [a, b] }] }", '"a"'],
    ["{ type: string, enum: [] }", "string"],
    ['{ const: { k: [1, x], "0": null } }', '{ "0": null; k: [1, "x"]; }'],
    // arrays
    ["{ type: array }", "unknown[]"],
    ["{ type: array, items: { type: string } }", "string[]"],
    ["{ items: { type: string } }", "string[]"],
    ["{ type: array, items: { enum: [a, b] } }", '("a" | "b")[]'],
    ["{ type: array, items: { type: array, items: { type: array, items: { type: integer } } } }", "number[][][]"],
    ["{ type: array, items: { const: [1, 2] } }", "[1, 2][]"],
    ['{ type: array, items: { anyOf: [{ type: array, items: {} }, { type: "null" }] } }', "(unknown[] | null)[]"],
    // tuples
    ["{ type: array, prefixItems: [{ type: string }, { type: integer }] }", "[string?, number?, ...unknown[]]"],
    ["{ type: array, prefixItems: [{ type: string }, { type: integer }], items: false, minItems: 2 }", "[string, number]"],
    ["{ type: array, prefixItems: [{ type: string }], items: { type: integer }, minItems: 1 }", "[string, ...number[]]"],
    ["{ type: array, prefixItems: [{ type: string }, {}], minItems: 1, maxItems: 2 }", "[string, unknown?]"],
    // objects
    ["{ type: object }", "{ [key: string]: unknown }"],
    ["{ type: object, required: [z], additionalProperties: { type: integer } }", "{ z: number; [key: string]: number; }"],
    ["{ type: object, required: [z], additionalProperties: false }", "{ z: unknown }"],
    [
      '{ type: object, required: [z], patternProperties: { "^z": { type: string } }, additionalProperties: { type: integer } }',
      "{ z: unknown; [key: string]: unknown; }",
    ],
    ["{ type: object, additionalProperties: false }", "{ [key: string]: never }"],
    ["{ type: object, additionalProperties: { type: string } }", "{ [key: string]: string }"],
    ["{ properties: { a: { type: string } } }", "{ a?: string }"],
    ["{ type: object, properties: { a: {}, b: {} }, required: [b], additionalProperties: false }", "{ a?: unknown; b: unknown; }"],
    ["{ type: object, properties: { a: { type: string, default: x } } }", "{ a?: string; }"],
    ["{ type: object, properties: { a: { type: string, readOnly: true } } }", "{ readonly a?: string }"],
    ["{ type: object, properties: { a: { type: string } }, additionalProperties: true }", "{ a?: string; [key: string]: unknown; }"],
    ["{ type: object, required: [a, b], properties: { a: {} } }", "{ a: unknown; b: unknown; }"],
    ['{ type: [object, "null"], properties: { a: {} } }', "{ a?: unknown } | null"],
    ["{ type: object, patternProperties: { '^x-': { type: string } }, additionalProperties: false }", "{ [key: string]: string }"],
    ["{ type: object, patternProperties: { '^x-': { type: string } } }", "{ [key: string]: unknown }"],
    // bytes: in an object they may be a Blob
    ["{ type: object, properties: { f: { type: string, contentMediaType: application/octet-stream } } }", "{ f?: Blob | string }"],
    // composition
    ["{ $ref: '#/components/schemas/A' }", "A"],
    ["{ allOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }] }", "A & B"],
    ["{ type: object, allOf: [{ $ref: '#/components/schemas/A' }] }", "A"],
    ["{ allOf: [{ properties: { x: {} } }, { properties: { y: {} }, required: [x] }] }", "{ x: unknown; y?: unknown; }"],
    ["{ properties: { x: {} }, allOf: [{ $ref: '#/components/schemas/A' }] }", "A & { x?: unknown }"],
    ["{ allOf: [{ $ref: '#/components/schemas/A' }], required: [a] }", "A & { a: string }"],
    ["{ allOf: [{ $ref: '#/components/schemas/B' }], required: [b] }", "B"],
    // `unknown & (string | undefined)` could be undefined
    ["{ allOf: [{ $ref: '#/components/schemas/R' }, { properties: { r: { type: string } } }] }", "R & { r: string }"],
    ["{ allOf: [{ $ref: '#/components/schemas/R' }, { properties: { r: { type: string } } }], required: [r] }", "R & { r: string }"],
    [
      "{ type: object, required: [b], oneOf: [{ $ref: '#/components/schemas/B' }, { properties: { b: {} }, required: [b] }] }",
      "B | { b: unknown }",
    ],
    ["{ type: object, minProperties: 1, anyOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }] }", "A | B"],
    ["{ anyOf: [{ type: string }, { type: string, format: uuid }] }", "string"],
    ["{ oneOf: [{ $ref: '#/components/schemas/A' }, { type: 'null' }] }", "A | null"],
    ["{ type: string, anyOf: [{ enum: [a] }, { const: b }] }", '"a" | "b"'],
    ["{ type: string, anyOf: [{ minLength: 1 }, { pattern: a }] }", "string"],
    ["{ anyOf: [{ type: string }, {}] }", "unknown"],
    [
      "{ type: object, properties: { x: { type: string }, y: { type: integer } }, oneOf: [{ required: [x] }, { required: [y] }] }",
      "{ x?: string; y?: number; } & ({ x: string } | { y: number })",
    ],
    ["{ type: array, items: { oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/Word' }] } }", "(A | Word)[]"],
  ])("%s is %s", async (schema, expected) => {
    expect(await typeOf(schema, others)).toBe(expected);
  });
});

describe("an index signature beside properties", () => {
  it("admits the properties, or no value could be written down", async () => {
    expect(
      await typeOf("{ type: object, properties: { n: { type: integer } }, required: [n], additionalProperties: { type: string } }"),
    ).toBe("{ n: number; [key: string]: string | number; }");
    expect(await typeOf("{ type: object, properties: { n: { type: string } }, additionalProperties: { type: string } }")).toBe(
      "{ n?: string; [key: string]: string | undefined; }",
    );
  });

  it("is unknown where spelling it out would take a paragraph", async () => {
    const properties = Array.from({ length: 12 }, (_, index) => `p${index}: { const: value-number-${index} }`).join(", ");
    expect(await typeOf(`{ type: object, properties: { ${properties} }, additionalProperties: { type: integer } }`)).toMatch(
      /\[key: string\]: unknown; \}$/,
    );
  });
});

describe("a discriminator", () => {
  const cat = "{ type: object, properties: { kind: { type: string }, meow: {} } }";
  const dog = "{ type: object, properties: { kind: { const: dog } }, required: [kind] }";
  const union = (members: string): string =>
    `{ oneOf: [${members}], discriminator: { propertyName: kind, mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' } } }`;

  it("narrows the members that do not say their tag themselves", async () => {
    const members = "{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }";
    expect(await typeOf(union(members), { Cat: cat, Dog: dog })).toBe('(Cat & { kind: "cat" }) | Dog');
  });

  it("leaves the member alone that takes in all other tags, and values without one", async () => {
    const other = "{ type: object, properties: { kind: { type: string } } }";
    const members = "{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Other' }";
    const defaulting = `{ oneOf: [${members}], discriminator: { propertyName: kind, defaultMapping: '#/components/schemas/Other' } }`;
    expect(await typeOf(defaulting, { Cat: cat, Other: other })).toBe('(Cat & { kind: "Cat" }) | Other');
  });

  it("takes the values that a member chooses from where none of them is the tag, and text alone", async () => {
    const members = "{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }";
    const choice =
      "{ type: object, properties: { kind: { anyOf: [{ const: Katze }, { $ref: '#/components/schemas/Kater' }, { type: 'null' }] } } }";
    expect(await typeOf(union(members), { Cat: choice, Dog: dog, Kater: "{ enum: [kater] }" })).toBe(
      '(Cat & { kind: "Katze" | "kater" }) | Dog',
    );
    expect(await typeOf(union(members), { Cat: choice, Dog: dog, Kater: "{ enum: [kater, cat] }" })).toBe('(Cat & { kind: "cat" }) | Dog');
  });

  it("narrows members whose tag is a number or a boolean by such a value", async () => {
    const members = "{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }";
    const kinds = (type: string): Record<string, string> => {
      const schema = `{ type: object, properties: { kind: { type: ${type} } } }`;
      return { Cat: schema, Dog: schema };
    };
    const of = (cat: string, dog: string): string => union(members).replace("cat:", `'${cat}':`).replace("dog:", `'${dog}':`);
    expect(await typeOf(of("1", "2"), kinds("integer"))).toBe("(Cat & { kind: 1 }) | (Dog & { kind: 2 })");
    expect(await typeOf(of("true", "False"), kinds("boolean"))).toBe("(Cat & { kind: true }) | (Dog & { kind: false })");
    expect(await typeOf(of("1", "2"), kinds("string"))).toBe('(Cat & { kind: "1" }) | (Dog & { kind: "2" })');
  });

  it("leaves a member alone whose own tag says otherwise, or is no string", async () => {
    const members = "{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }";
    const other = "{ type: object, properties: { kind: { const: Katze } } }";
    const number = "{ type: object, properties: { kind: { type: integer } } }";
    expect(await typeOf(union(members), { Cat: other, Dog: number })).toBe("Cat | Dog");
  });
});

describe("schemas that lead back to themselves", () => {
  it("stay references through objects and arrays", async () => {
    expect(await typeOf("{ type: object, properties: { next: { $ref: '#/components/schemas/S' } } }")).toBe("{ next?: S }");
    expect(await typeOf("{ anyOf: [{ type: string }, { type: array, items: { $ref: '#/components/schemas/S' } }] }")).toBe("string | S[]");
  });
});

it("breaks a long union after an object before the next member, without an empty one", async () => {
  const words = ["one", "two", "three"].map((word) => word.repeat(15));
  const type = await typeOf(`{ anyOf: [{ type: object, properties: { a: { type: string } } }, { enum: [${words.join(", ")}] }] }`);
  expect(type).toBe(`{ a?: string; } | ${words.map((word) => JSON.stringify(word)).join(" | ")}`);
});

describe("a type that leads back to itself", () => {
  const tree = "#/components/schemas/S";

  it("names an optional item that holds it in a list", async () => {
    const inner = `{ type: array, prefixItems: [{ $ref: "${tree}" }], items: false }`;
    expect(await typeOf(`{ type: [array, string], prefixItems: [${inner}], items: false }`)).toBe("string | [item1?: [S?]]");
  });

  it("names the rest that holds it in a list", async () => {
    const inner = `{ type: array, items: { $ref: "${tree}" } }`;
    const type = await typeOf(`{ type: [array, string], prefixItems: [{ type: string }], items: ${inner} }`);
    expect(type).toBe("string | [string?, ...items: S[][]]");
  });

  it("ends where a property is required beside the schema that declares it, and its own schema requires it again", async () => {
    const again = '{ required: [a], $ref: "#/components/schemas/T" }';
    const type = await typeOf('{ required: [a], $ref: "#/components/schemas/T" }', { T: `{ type: object, properties: { a: ${again} } }` });
    expect(type).toBe("T & { a: T & { a: unknown } }");
  });
});
