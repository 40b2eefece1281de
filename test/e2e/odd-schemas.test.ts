/** Schemas that say the same thing twice, contradict themselves or take no value at all give code that compiles, wherever they stand. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Part, ValidatorOptions } from "../../src/emit/options.js";
import { covering, type Row } from "../support/covering.js";
import { compile, temporaryFolder, writeFiles } from "../support/compile.js";
import { generateTexts } from "../support/pipeline.js";

const never = { allOf: [{ type: "string" }, { type: "integer" }] };
const refusing = { type: "object", properties: { e: { type: "string", minLength: 2 }, f: { type: "integer" } }, not: {} };
const long =
  "aNameThatLeavesNoRoomOnItsLineForAnythingElseThatHasToStandThereAndWrapsWhateverComesAfterItOntoLinesOfItsOwnWhereItIsPrinted";
const nine = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];

const filled = { type: "string", format: "date-time", default: "2030-12-05T00:00:00Z" };
const kinds = ["a", "b", "c", "d", "e", "f", "g", "h"];
const closed = (name: string, other: string) => ({
  ...{
    type: "object",
    properties: { [name]: filled, [other]: { type: "string", minLength: 2 } },
    required: [name],
    additionalProperties: false,
  },
});
const tagged = (tag: string) => ({ type: "object", properties: { tag: { const: tag }, [tag]: filled }, required: ["tag"] });
/** Told apart by two tags, the first of which others share. */
const pair = (first: readonly string[], second: string) => ({
  ...{ type: "object", properties: { tag: { enum: first.map((tag) => `shared ${tag}`) }, other: { const: second } } },
  required: ["tag", "other"],
});

/** What a schema may say, by what it speaks of. */
const keywords = {
  type: [
    {},
    ...["string", "integer", "number", "boolean", "null", "array", "object"].map((type) => ({ type })),
    ...[
      ["string", "null"],
      ["boolean", "null"],
      ["array", "null"],
      ["string", "boolean"],
      ["boolean", "object"],
      ["integer", "array"],
    ].map((type) => ({ type })),
  ],
  values: [
    {},
    ...[["a", "b"], ["", "a"], [1, 2.5], [null, "a", 1, true], [["a"], { a: 1 }], nine].map((values) => ({ enum: values })),
    // Values that say nothing of their type.
    ...[[[]], [null], [[null], { a: [] }]].map((values) => ({ enum: values, default: values[0] })),
    ...["a", 1, null, false, []].map((value) => ({ const: value })),
  ],
  texts: [
    {},
    { minLength: 1 },
    { maxLength: 0 },
    { minLength: 2, maxLength: 5 },
    { pattern: "^a", minLength: 1 },
    { format: "date", maxLength: 9 },
  ],
  numbers: [{}, { minimum: 1, exclusiveMaximum: 9 }, { multipleOf: 0.5, maximum: 2 }, { multipleOf: 2 }, { format: "int64", minimum: 0 }],
  items: [
    {},
    { items: false },
    { items: never, minItems: 1 },
    { items: { enum: ["a", 1], minLength: 1, minimum: 1 }, uniqueItems: true },
    { prefixItems: [{ const: "a", pattern: "^a" }, false], contains: { const: "a", maxLength: 3 } },
  ],
  members: [
    {},
    { properties: { a: false, b: never, g: false } },
    { properties: { a: never, b: { enum: ["x", ""], minLength: 1 } }, required: ["a", "b"] },
    { properties: { a: { oneOf: [never, never] }, b: { type: "string", minLength: 2 }, [long]: never }, required: ["a", "b"] },
    { properties: { a: false }, required: ["a"], additionalProperties: false },
    { additionalProperties: never, patternProperties: { "^b": { const: 1, minimum: 1 } } },
    { patternProperties: { "^b-": { const: "a", minLength: 1 }, "\\d": never, "^c$": {} }, additionalProperties: { type: "integer" } },
    { propertyNames: { enum: ["a"], minLength: 1 }, maxProperties: 0 },
  ],
  parts: [
    {},
    { properties: { c: refusing, d: { type: "string", minLength: 2 } }, required: ["c", "d"] },
    { not: { const: "a", minLength: 1 } },
    { not: {} },
    { allOf: [{ enum: ["a", "c"], minLength: 1 }, { const: "a" }] },
    { anyOf: [{ const: "a", pattern: "^a" }, { enum: [1, 2], maximum: 1 }, never] },
    // Alternatives about values of one type, which let all others pass.
    { anyOf: [{ minimum: 1 }, { const: "auto" }] },
    { anyOf: [{ minLength: 1 }, { enum: [true, false] }, { maximum: 0 }] },
    { anyOf: [{ format: "date" }, { pattern: "^b" }, { type: "array", minItems: 1 }, { const: 5 }] },
    { oneOf: [{ minLength: 1 }, { maximum: 3 }] },
    { oneOf: [{ minimum: 1 }, { type: "string", minLength: 2 }, { properties: { a: { const: 1 } } }] },
    { not: { enum: [5, null] } },
    { allOf: [{ not: { minLength: 2 } }, { not: { const: 5 } }, { maximum: 3 }] },
    { if: { minLength: 2 }, then: { const: "abc" }, else: { enum: [true, null] } },
    { oneOf: [never, { type: "object", properties: { a: never }, required: ["a"] }] },
    { if: { const: "a", minLength: 1 }, then: { enum: ["a"] }, else: false },
    { if: { type: "null" }, then: { type: "string", format: "binary" } },
    { if: { properties: { a: { const: 1 } }, required: ["a"] }, then: { properties: { c: filled } }, else: { properties: { d: filled } } },
    { oneOf: [tagged("x"), tagged("y")], discriminator: { propertyName: "tag" } },
    // Alternatives that a guard looks at before it asks them: by a literal that may be left out, by names, by a literal one step further in.
    {
      oneOf: kinds.map((tag, index) => ({
        type: "object",
        properties: { a: { const: tag }, d: filled },
        required: index < 5 ? ["d"] : [tag],
      })),
    },
    {
      oneOf: [
        closed("a", "b"),
        closed("c", "d"),
        closed("toString", "a"),
        { type: "object", properties: { a: false }, required: ["c", "e"] },
      ],
    },
    { anyOf: kinds.map((tag) => ({ type: "object", properties: { g: tagged(tag) }, required: ["g"] })) },
    // By two literals, one after the other, beside some that the first tells apart.
    { oneOf: [...kinds.map((second) => pair(["a", "b"], second)), ...kinds.map(tagged)] },
    { anyOf: [...kinds.map((second) => pair(["a", "b"], second)), ...kinds.map(tagged), { type: "object", required: ["other"] }] },
    { dependentSchemas: { a: { properties: { c: filled } } }, unevaluatedProperties: false },
  ],
  inside: [
    {},
    { readOnly: true },
    { writeOnly: true, deprecated: true },
    { contentMediaType: "application/json", contentSchema: { type: "integer" } },
    { allOf: [{ type: "object", properties: { g: filled } }] },
    { allOf: [{ type: "integer", format: "int64" }] },
    {
      anyOf: [
        { type: "string", format: "date-time" },
        { type: "string", format: "binary" },
        { type: "integer", format: "int64" },
      ],
    },
  ],
};

type Schema = Readonly<Record<string, unknown>>;
type Place = (schema: Schema, name: string) => object;

const parameter =
  (where: string): Place =>
  (schema, name) => ({ parameters: [{ name: "value", in: where, required: where === "path" || name.length % 2 === 0, schema }] });
const body =
  (type: string): Place =>
  (schema) => ({ requestBody: { content: { [type]: { schema } } } });

/** Where a schema can stand in an operation. */
const places: readonly Place[] = [
  ...["query", "path", "header", "cookie"].map(parameter),
  ...["application/json", "application/xml", "text/plain", "application/x-ndjson"].map(body),
  ...["application/x-www-form-urlencoded", "multipart/form-data"].flatMap((type) => [
    body(type),
    ((schema, name) => body(type)({ type: "object", properties: { value: schema } }, name)) satisfies Place,
  ]),
  (schema) => ({ responses: { 200: { description: "Fine", content: { "application/json": { schema } } } } }),
  (schema) => ({ responses: { 200: { description: "Fine", headers: { "X-Value": { schema } } } } }),
];

/** An operation and a component per row; the schema of a row stands in one place of either. */
function describe(rows: readonly Row<typeof keywords>[]): string {
  const schemas: Record<string, unknown> = {};
  const paths: Record<string, unknown> = {};
  for (const [index, row] of rows.entries()) {
    const schema = Object.assign({}, ...Object.values(row)) as Schema; // what keywords say
    const name = `Case${String(index)}`;
    const inside = [schema, { type: "object", properties: { a: schema } }, { type: "object", properties: { a: schema }, required: ["a"] }];
    schemas[name] = [...inside, { type: "array", items: schema }, { type: "object", additionalProperties: schema }][index % 5];
    const place = places[index % places.length]?.(index % 3 === 0 ? { $ref: `#/components/schemas/${name}` } : schema, name) ?? {};
    const path = "parameters" in place && JSON.stringify(place).includes('"in":"path"') ? `/${name}/{value}` : `/${name}`;
    paths[path] = { post: { operationId: name, responses: { 204: { description: "Done" } }, ...place } };
  }
  return JSON.stringify({ openapi: "3.1.0", info: { title: "Odd", version: "1" }, paths, components: { schemas } });
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

/** Each combination of what three keywords say in servers and clients, and of two in the other forms of validators. */
const outputs: readonly { readonly strength: 2 | 3; readonly parts?: readonly Part[]; readonly validators?: ValidatorOptions }[] = [
  { strength: 3 },
  { strength: 2, parts: ["types", "validators"], validators: { mode: "small" } },
  { strength: 2, parts: ["types", "validators"], validators: { issues: "first" } },
  { strength: 2, parts: ["types", "validators"], validators: { mode: "small", issues: "first" } },
  { strength: 2, validators: { discriminator: "exact" } },
];

beforeAll(async () => {
  folder = await temporaryFolder();
  for (const [index, { strength, parts, validators }] of outputs.entries()) {
    const description = describe(covering(keywords, strength));
    const { files, diagnostics } = await generateTexts({ "odd.json": description }, parts, validators && { validators });
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    await writeFiles(join(folder.path, `output${String(index)}`), files);
  }
});

afterAll(() => folder.remove());

const options = {
  ...{ module: "nodenext", target: "es2022", types: ["node"], strict: true, noEmit: true },
  ...{ allowUnreachableCode: false, noUnusedLocals: true, noUnusedParameters: true, noImplicitReturns: true },
};

it("compiles under plain strict", async () => {
  expect(await compile(folder.path, ["."], "7", options)).toEqual([]);
});

it("compiles without strictNullChecks", async () => {
  expect(await compile(folder.path, ["."], "7", { ...options, strictNullChecks: false })).toEqual([]);
});
