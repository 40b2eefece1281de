import { describe, expect, test } from "vitest";
import { brief, description, resolving } from "../resolve/resolving.js";

const uri = "file:///project/a.yaml";
const ref = (name: string): string => `${uri}#/components/schemas/${name}`;

async function upgraded(version: string, schema: string): Promise<unknown> {
  const definitions = `A: ${schema}\n    B: {type: object}`;
  const members = version === "2.0" ? `definitions:\n    ${definitions}` : `components:\n  schemas:\n    ${definitions}`;
  const { resolved } = await resolving({ "a.yaml": description(members, version) });
  return resolved.document.components?.schemas?.["A"];
}

const B = to("B");
function to(name: string): { readonly $ref: string } {
  return { $ref: ref(name) };
}

describe("a schema keyword of an earlier version", () => {
  test.each<[string, string, string, unknown]>([
    ["nullable adds null to the type", "3.0.3", "{type: string, nullable: true}", { type: ["string", "null"] }],
    ["nullable false says nothing", "3.0.3", "{type: string, nullable: false}", { type: "string" }],
    [
      "nullable lets an enum take null",
      "3.0.3",
      "{type: string, nullable: true, enum: [a]}",
      { type: ["string", "null"], enum: ["a", null] },
    ],
    ["null in an enum is taken", "3.0.3", "{type: string, enum: [a, null]}", { type: ["string", "null"], enum: ["a", null] }],
    ["null in an enum is refused", "3.0.3", "{type: string, nullable: false, enum: [a, null]}", { type: "string", enum: ["a", null] }],
    ["nullable without a type says nothing", "3.0.3", "{nullable: true, minLength: 2}", { minLength: 2 }],
    [
      "nullable beside a reference is that or null",
      "3.0.3",
      `{$ref: "#/components/schemas/B", nullable: true, description: d}`,
      { description: "d", anyOf: [B, { type: "null" }] },
    ],
    [
      "nullable beside allOf is that or null",
      "3.0.3",
      `{nullable: true, title: t, type: object, allOf: [{$ref: "#/components/schemas/B"}]}`,
      { title: "t", anyOf: [{ type: "object", allOf: [B] }, { type: "null" }] },
    ],
    [
      "nullable beside anyOf is one more alternative",
      "3.0.3",
      `{nullable: true, anyOf: [{type: string}]}`,
      { anyOf: [{ type: "string" }, { type: "null" }] },
    ],
    ...["3.0.3", "3.1.0"].flatMap((version): [string, string, string, unknown][] => [
      [
        "nullable alone is an alternative",
        version,
        `{anyOf: [{$ref: "#/components/schemas/B"}, {nullable: true}]}`,
        { anyOf: [B, { type: "null" }] },
      ],
      [
        "nullable alone, with notes, is one of oneOf",
        version,
        `{oneOf: [{nullable: true, description: none, example: null}, {type: string}]}`,
        { oneOf: [{ type: "null", description: "none", examples: [null] }, { type: "string" }] },
      ],
      [
        "nullable with null alone is null",
        version,
        "{anyOf: [{type: string}, {nullable: true, enum: [null]}]}",
        { anyOf: [{ type: "string" }, { enum: [null] }] },
      ],
      ["null alone is null", version, "{oneOf: [{type: string}, {enum: [null]}]}", { oneOf: [{ type: "string" }, { enum: [null] }] }],
      [
        "nullable alone in allOf is said of the whole",
        version,
        `{title: t, allOf: [{$ref: "#/components/schemas/B"}, {nullable: true}]}`,
        { title: "t", anyOf: [{ allOf: [B, {}] }, { type: "null" }] },
      ],
      [
        "nullable beside properties is of an object",
        version,
        "{nullable: true, properties: {a: {}}}",
        { type: ["object", "null"], properties: { a: {} } },
      ],
      ["nullable beside items is of a list", version, "{nullable: true, items: {}}", { type: ["array", "null"], items: {} }],
      ["nullable beside both says nothing", version, "{nullable: true, items: {}, properties: {}}", { items: {}, properties: {} }],
      [
        "nullable with more to say is no null",
        version,
        "{anyOf: [{type: string}, {nullable: true, minLength: 2}]}",
        { anyOf: [{ type: "string" }, { minLength: 2 }] },
      ],
      [
        "nullable with an example of another kind is no null",
        version,
        "{anyOf: [{type: string}, {nullable: true, example: a}]}",
        { anyOf: [{ type: "string" }, { examples: ["a"] }] },
      ],
      ["nullable everywhere is any value", version, "{anyOf: [{nullable: true}, {nullable: true}]}", { anyOf: [{}, {}] }],
      [
        "a type of null is the word",
        version,
        "{oneOf: [{type: null}, {type: ~, description: d}, {type: string}]}",
        { oneOf: [{ type: "null" }, { type: "null", description: "d" }, { type: "string" }] },
      ],
      ["a type without a value is none beside what other types have", version, "{type: , properties: {a: {}}}", { properties: { a: {} } }],
    ]),
    [
      "x-nullable alone is 2.0's",
      "2.0",
      `{allOf: [{$ref: "#/definitions/B"}, {x-nullable: true}]}`,
      { anyOf: [{ allOf: [{ $ref: ref("B") }, { "x-nullable": true }] }, { type: "null" }] },
    ],
    ["nullable is understood in 3.1 too", "3.1.0", "{type: [string, integer], nullable: true}", { type: ["string", "integer", "null"] }],
    ["x-nullable is 2.0's", "2.0", "{type: string, x-nullable: true}", { type: ["string", "null"], "x-nullable": true }],
    ["x-nullable is met in later ones", "3.0.3", "{type: string, x-nullable: true}", { type: ["string", "null"], "x-nullable": true }],
    ["a true exclusiveMinimum takes the limit", "3.0.3", "{minimum: 1, exclusiveMinimum: true}", { exclusiveMinimum: 1 }],
    ["a false exclusiveMaximum goes", "3.0.3", "{maximum: 1, exclusiveMaximum: false}", { maximum: 1 }],
    ["a true exclusiveMaximum without a limit goes", "3.1.0", "{exclusiveMaximum: true}", {}],
    ["a number stays", "3.1.0", "{exclusiveMaximum: 3}", { exclusiveMaximum: 3 }],
    ["example becomes examples", "3.0.3", "{example: 2030-12-05}", { examples: ["2030-12-05"] }],
    ["a reference in an example is text", "3.0.3", "{example: {$ref: nowhere.yaml}}", { examples: [{ $ref: "nowhere.yaml" }] }],
    [
      "a list of items is a prefix",
      "3.0.3",
      "{items: [{type: string}], additionalItems: false}",
      { prefixItems: [{ type: "string" }], items: false },
    ],
    [
      "dependencies are of two kinds",
      "3.0.3",
      "{dependencies: {a: [b], c: {type: object}}}",
      { dependentRequired: { a: ["b"] }, dependentSchemas: { c: { type: "object" } } },
    ],
    ["binary stays binary", "3.0.3", "{type: string, format: binary}", { type: "string", format: "binary" }],
    ["a file of 2.0 is binary", "2.0", "{type: file}", { type: "string", format: "binary" }],
    ["2.0's discriminator is a name", "2.0", "{discriminator: kind}", { discriminator: { propertyName: "kind" } }],
    [
      "siblings of a reference that only annotate are kept",
      "3.0.3",
      `{$ref: "#/components/schemas/B", readOnly: true, type: string}`,
      { ...B, readOnly: true },
    ],
    ["siblings of a reference count in 3.1", "3.1.0", `{$ref: "#/components/schemas/B", minProperties: 1}`, { ...B, minProperties: 1 }],
    [
      "a mapping takes names and references",
      "3.1.0",
      `{discriminator: {propertyName: k, mapping: {b: B, c: "#/components/schemas/B"}}}`,
      { discriminator: { propertyName: "k", mapping: { b: ref("B"), c: ref("B") } } },
    ],
    ["unknown keywords and extensions are kept", "3.1.0", "{x-a: 1, made-up: {$ref: b}}", { "x-a": 1, "made-up": { $ref: "b" } }],
  ])("%s (%s)", async (_, dialect, schema, expected) => {
    expect(await upgraded(dialect, schema)).toEqual(expected);
  });
});

test("what the upgrade makes up stands where it was made from", async () => {
  const { resolved } = await resolving({ "a.yaml": description("components: {schemas: {A: {allOf: [{}], nullable: true}}}", "3.0.3") });
  const schema = resolved.document.components?.schemas?.["A"];
  if (typeof schema !== "object") throw new Error("no schema");
  for (const part of [schema, ...(schema.anyOf ?? [])]) {
    expect(resolved.origin(part as object)).toEqual({ file: uri, pointer: "/components/schemas/A" });
  }
});

describe("a schema with a mistake", () => {
  test.each([
    ["{type: strin}", "error unknown-type /type"],
    ["{type: 5}", "error wrong-type /type"],
    ["{type: file}", "warning other-version /type"],
    ["{type: null}", "warning wrong-type /type"],
    ["{type: null, minLength: 2}", "error wrong-type /type"],
    ["{type: null, example: a}", "error wrong-type /type"],
    ['{minimum: "0"}', "error wrong-type /minimum"],
    ["{minItems: -1}", "error wrong-type /minItems"],
    ["{required: a}", "error wrong-type /required"],
    ["{required: true}", "warning required-flag /required"],
    ["{properties: []}", "error wrong-type /properties"],
    ["{properties: {a: text}}", "error wrong-type /properties/a"],
    ["{items: 3}", "error wrong-type /items"],
    ["{allOf: {}}", "error wrong-type /allOf"],
    ["{enum: a}", "error wrong-type /enum"],
    ["{$ref: 3}", "error wrong-type /$ref"],
    ["{min_length: 3}", "warning unknown-key /min_length"],
    ["{discriminator: {}}", "error missing-member /discriminator"],
    ...["true", "3", "[]", "{}"].map((value): [string, string] => [
      `{discriminator: {propertyName: k, defaultMapping: ${value}}}`,
      "error wrong-type /discriminator/defaultMapping",
    ]),
    ["null", "error wrong-type "],
  ])("%s is told", async (schema, expected) => {
    const { diagnostics } = await resolving({ "a.yaml": description(`components: {schemas: {A: ${schema}}}`) });
    expect(diagnostics.map(brief)).toEqual([expected.replace(/ (?=\/|$)/, " /components/schemas/A")]);
  });

  test.each([
    ["{anyOf: [{type: string}, {nullable: true}]}", "/anyOf/1"],
    ["{allOf: [{nullable: true}, {type: string}]}", "/allOf/0"],
    ["{nullable: true, properties: {}}", ""],
  ])("%s is told what is assumed of it, in 3.1 besides the keyword", async (schema, place) => {
    const at = `/components/schemas/A${place}`;
    const { diagnostics } = await resolving({ "a.yaml": description(`components: {schemas: {A: ${schema}}}`) });
    expect(diagnostics.map(brief)).toEqual([`info nullable-untyped ${at}`, `warning other-version ${at}/nullable`]);
  });
});
