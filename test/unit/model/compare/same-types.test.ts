/** Whatever changes the types that are generated is told: single changes of schemas, in requests, in responses and in both, there and back. */
import fc from "../../../support/property.js";
import { describe, expect, test } from "vitest";
import { generateFiles } from "../../../../src/generate.js";
import { isChanged } from "../../../../src/model/compare/compare-apis.js";
import { memoryIo } from "../../../support/memory-io.js";
import { changesOf } from "./described.js";

type Members = Readonly<Record<string, unknown>>;

const content = (schema: object): object => ({ content: { "application/json": { schema } } });
const request = { requestBody: content({ $ref: "#/components/schemas/S" }), responses: { "204": { description: "ok" } } };
const response = { responses: { "200": { description: "ok", ...content({ $ref: "#/components/schemas/S" }) } } };

/** Where a schema is used. */
const uses = {
  requests: { paths: { "/a": { post: request } } },
  responses: { paths: { "/a": { get: response } } },
  both: { paths: { "/a": { post: request, get: response } } },
  webhooks: { webhooks: { e: { post: request } } },
  nothing: { paths: {} },
} as const satisfies Readonly<Record<string, object>>;

const others: Members = {
  Cat: { type: "object", required: ["kind"], properties: { kind: { const: "cat" }, meow: { type: "string" } } },
  Dog: { type: "object", required: ["kind"], properties: { kind: { const: "dog" }, id: { type: "integer", readOnly: true } } },
  Text: { type: "string" },
  Secret: { type: "string", writeOnly: true },
};

const describedBy = (use: keyof typeof uses, schema: object): object => ({
  ...uses[use],
  components: { schemas: { S: schema, ...others } },
});

/** Generated types without comments, and without what comments do to the layout. */
async function typesOf(description: object): Promise<string> {
  const text = JSON.stringify({ openapi: "3.1.0", info: { title: "A", version: "1" }, paths: {}, ...description });
  const request = { input: "api.json", source: "api.json", command: "x", emit: ["types"], name: undefined, strict: false } as const;
  const { value, diagnostics } = await generateFiles(request, memoryIo({ "/project/api.json": text }));
  const file = value?.files.find(({ path }) => path === "types.ts");
  if (file === undefined) throw new Error(JSON.stringify(diagnostics));
  return file.text
    .replace(/\/\*\*.*?\*\/|^\/\/.*$/gms, "")
    .replace(/\s+/g, " ")
    .replace(/[;,]? ?([}\])])/g, " $1")
    .replace(/= \| /g, "= ");
}

const types = ["null", "boolean", "integer", "number", "string", "array", "object"] as const;
const reference = fc.constantFrom(...Object.keys(others)).map((name) => ({ $ref: `#/components/schemas/${name}` }));
const value = fc.constantFrom<unknown>("a", "b", 1, 2, 1.5, true, null, ["a"], { a: 1 });

/** Keywords, each with values that it may have; `inner`: schemas inside. */
const keywords = (inner: fc.Arbitrary<object>): Readonly<Record<string, fc.Arbitrary<unknown>>> => ({
  type: fc.oneof(fc.constantFrom(...types), fc.uniqueArray(fc.constantFrom(...types), { minLength: 1, maxLength: 3 })),
  enum: fc.uniqueArray(value, { minLength: 1, maxLength: 3 }),
  const: value,
  properties: fc.dictionary(fc.constantFrom("a", "b", "kind"), inner, { maxKeys: 3 }),
  required: fc.uniqueArray(fc.constantFrom("a", "b", "z"), { maxLength: 2 }),
  additionalProperties: fc.oneof(fc.boolean(), inner),
  patternProperties: fc.dictionary(fc.constantFrom("^x", "y$"), inner, { maxKeys: 1 }),
  unevaluatedProperties: fc.oneof(fc.constant(false), inner),
  dependentRequired: fc.constant({ a: ["b"] }),
  minProperties: fc.nat(2),
  items: fc.oneof(fc.constant(false), inner),
  prefixItems: fc.array(inner, { minLength: 1, maxLength: 2 }),
  minItems: fc.nat(2),
  maxItems: fc.nat(3),
  uniqueItems: fc.boolean(),
  contains: inner,
  allOf: fc.array(inner, { minLength: 1, maxLength: 2 }),
  anyOf: fc.array(inner, { minLength: 1, maxLength: 3 }),
  oneOf: fc.array(inner, { minLength: 1, maxLength: 3 }),
  not: inner,
  if: inner,
  then: inner,
  $ref: reference.map(({ $ref }) => $ref),
  readOnly: fc.boolean(),
  writeOnly: fc.boolean(),
  default: value,
  format: fc.constantFrom("date", "int64", "binary", "int32"),
  contentEncoding: fc.constant("base64"),
  contentMediaType: fc.constant("application/octet-stream"),
  minimum: fc.nat(2),
  exclusiveMinimum: fc.nat(2),
  minLength: fc.nat(2),
  pattern: fc.constant("^a"),
});

/** `depth`: schemas inside schemas. */
function schemaOf(depth: number): fc.Arbitrary<Members> {
  const inner: fc.Arbitrary<object> =
    depth === 0 ? reference : fc.oneof({ weight: 1, arbitrary: reference }, { weight: 4, arbitrary: schemaOf(depth - 1) });
  const all = keywords(inner);
  const { type, properties, required, ...rest } = all;
  const some = fc.uniqueArray(fc.constantFrom(...Object.keys(rest)), { maxLength: 2 });
  const base = fc.oneof(
    fc.record({ type: type ?? fc.constant("string") }),
    fc.record({ type: fc.constant("object"), properties: properties ?? fc.constant({}), required: required ?? fc.constant([]) }),
    fc.constant({}),
  );
  return fc
    .tuple(
      base,
      some.chain((keys) => fc.record(Object.fromEntries(keys.map((key) => [key, rest[key] ?? fc.constant(0)])))),
    )
    .map(([own, more]) => ({ ...own, ...more }));
}

/** A schema, and the same with one keyword more, less or other, at any depth. */
const changed: fc.Arbitrary<readonly [object, object]> = fc.tuple(schemaOf(2), fc.nat(1000)).chain(([schema, place]) => {
  const places = schemasIn(schema);
  const target = places[place % places.length] ?? [];
  const all = keywords(fc.oneof(reference, schemaOf(0)));
  return fc
    .constantFrom(...Object.keys(all))
    .chain((key) =>
      fc
        .option(all[key] ?? fc.constant(0), { nil: undefined, freq: 2 })
        .map((one) => [schema, replaced(schema, target, key, one)] as const),
    );
});

type Path = readonly (string | number)[];
const maps: ReadonlySet<string> = new Set(["properties", "patternProperties"]);
const literals: ReadonlySet<string> = new Set(["enum", "const", "default", "dependentRequired"]);

function schemasIn(value: unknown, path: Path = [], isMap = false): readonly Path[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => schemasIn(each, [...path, index]));
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, each]) =>
    literals.has(key) && !isMap ? [] : schemasIn(each, [...path, key], maps.has(key) && !isMap),
  );
  return isMap ? inner : [path, ...inner];
}

function replaced(value: unknown, [step, ...rest]: Path, key: string, member: unknown): object {
  if (Array.isArray(value)) return value.map((each: unknown, index) => (index === step ? replaced(each, rest, key, member) : each));
  const members = value as Members; // where a path leads
  if (step !== undefined) return { ...members, [step]: replaced(members[step], rest, key, member) };
  const { [key]: _, ...others } = members;
  return member === undefined ? others : { ...others, [key]: member };
}

describe.each(Object.keys(uses) as (keyof typeof uses)[])("in %s", (use) => {
  test("a change that is not told changes no type", { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(changed, async ([before, now]) => {
        const [old, fresh] = [describedBy(use, before), describedBy(use, now)];
        const [there, back] = [await changesOf(old, fresh), await changesOf(fresh, old)];
        expect(isChanged(there)).toBe(isChanged(back));
        if (!isChanged(there)) expect(await typesOf(fresh)).toBe(await typesOf(old));
      }),
      { numRuns: 60 },
    );
  });
});
