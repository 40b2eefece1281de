/** Random schemas that say no type, and ways to use them beside one: written there, or by reference. */
import { pick, type Random } from "../../support/sample-text.js";
import { refTo, type SchemaObject } from "../json-schema.js";
import type { Described } from "./reading.js";

type Make = (random: Random, before: number) => SchemaObject;

const text = { type: "string" };
const integer = { type: "integer" };
const texts = ["", "a", "ab", "abc", "abcd", "b", "zz"];
const types = ["null", "boolean", "integer", "number", "string", "array", "object"];

/** Values of every type, near what the schemas ask. */
export const values: readonly unknown[] = [
  ...texts,
  ...[null, true, false, 0, 1, 2, 3, 4, 5, 6, -1, 1.5],
  ...[[], [1], [1, 2], [1, 1], ["a"], ["a", 1], [1, 2, 3]],
  ...[{}, { x: "a" }, { x: 1 }, { y: 1 }, { y: "b" }, { x: "a", y: 2 }, { z: true }, { x: "abc", z: 1 }],
];

const of =
  (...made: readonly SchemaObject[]): Make =>
  (random) =>
    pick(random, made) ?? {};

const keywords: readonly Make[] = [
  of({ properties: { x: text } }, { properties: { y: integer }, required: ["y"] }, { properties: { x: { ...text, maxLength: 1 } } }),
  of({ items: integer }, { prefixItems: [text], items: integer }, { items: text }),
  of({ required: ["x"] }, { required: ["x", "y"] }),
  of({ additionalProperties: text }, { additionalProperties: false }, { patternProperties: { "^x": text } }),
  of({ minLength: 2 }, { maxLength: 2 }, { pattern: "^a" }),
  of({ multipleOf: 2 }, { minimum: 2 }, { maximum: 4 }, { exclusiveMinimum: 1 }),
  of({ minItems: 1 }, { uniqueItems: true }, { contains: { ...integer, minimum: 2 } }, { maxItems: 2 }),
  of({ minProperties: 1 }, { maxProperties: 1 }, { propertyNames: { maxLength: 1 } }, { dependentRequired: { x: ["y"] } }),
  of({ unevaluatedProperties: text }, { unevaluatedItems: integer }, { unevaluatedProperties: false }, { unevaluatedItems: false }),
  of({ enum: ["a", "abc", 2, { x: "a" }, [1], null] }, { const: "ab" }),
  of({ not: { const: "abcd" } }, { not: { minLength: 3 } }, { not: { required: ["y"] } }, { not: { enum: [2, [1], { x: "a" }, true] } }),
  of(
    { if: { pattern: "^a" }, then: { minLength: 3 } },
    { if: { minimum: 3 }, then: { multipleOf: 3 }, else: { maxLength: 3 } },
    { if: { const: "b" }, then: false },
    { if: { required: ["x"] }, then: { maxProperties: 1 }, else: { type: ["string", "object", "integer"] } },
  ),
  (random, before) => ({ allOf: members(random, before) }),
  (random, before) => ({ anyOf: members(random, before) }),
  (random, before) => ({ oneOf: members(random, before) }),
];

function members(random: Random, before: number): readonly SchemaObject[] {
  return Array.from({ length: random() < 0.3 ? 3 : 2 }, () => {
    if (before > 0 && random() < 0.3) return { $ref: refTo(`B${String(Math.floor(random() * before))}`) };
    if (random() < 0.15) return { type: pick(random, types) };
    return some(random, keywords.slice(0, -3), random() < 0.5 ? 1 : 2, before);
  });
}

function some(random: Random, from: readonly Make[], count: number, before: number): SchemaObject {
  const made = Array.from({ length: count }, () => pick(random, from)?.(random, before) ?? {});
  return Object.assign({}, ...made) as SchemaObject;
}

/** Ways to use a schema beside types. */
const uses: readonly ((types: unknown, schema: SchemaObject, name: string) => SchemaObject)[] = [
  (type, schema) => ({ type, allOf: [schema] }),
  (type, schema) => ({ allOf: [{ type }, schema] }),
  (type, schema) => ({ type, allOf: [{ allOf: [schema] }, { minLength: 1 }] }),
  (type, schema) => ({ type, anyOf: [schema, { maxLength: 2, minimum: 3, minItems: 2 }] }),
  (type, schema) => ({ type, oneOf: [schema, { pattern: "b", maximum: 2, maxProperties: 0 }] }),
  (type, schema) => ({ allOf: [schema, { allOf: [{ type }] }] }),
];

export interface Untyped {
  readonly schemas: Described;
  /** Names of uses that must take the same values: where all is written in its place, and by references. */
  readonly pairs: readonly (readonly [inline: string, references: readonly string[]])[];
}

/** Schemas `B0` and on, which say no type, and uses of each. */
export function randomUntyped(random: Random, count: number): Untyped {
  const schemas: Record<string, SchemaObject> = {};
  const pairs: [string, string[]][] = [];
  for (let index = 0; index < count; index += 1) {
    const name = `B${String(index)}`;
    const schema = some(random, keywords, 2 + Math.floor(random() * 3), index % 4);
    const ref = { $ref: refTo(name) };
    schemas[name] = schema;
    schemas[`Through${name}`] = ref;
    schemas[`With${name}`] = { allOf: [ref, {}] };
    const first = pick(random, types);
    const type = random() < 0.5 ? first : [...new Set([first, pick(random, types), random() < 0.5 ? "null" : first])];
    schemas[`Beside${name}`] = { type, ...ref };
    const [use = uses[0], other = uses[0]] = [pick(random, uses), uses[0]];
    schemas[`Inline${name}`] = use?.(type, withoutReferences(schema, schemas), name) ?? {};
    schemas[`By${name}`] = use?.(type, ref, name) ?? {};
    schemas[`Twice${name}`] = use?.(type, { $ref: refTo(`Through${name}`) }, name) ?? {};
    schemas[`More${name}`] = use?.(type, { $ref: refTo(`With${name}`) }, name) ?? {};
    schemas[`Plain${name}`] = other?.(type, withoutReferences(schema, schemas), name) ?? {};
    pairs.push([`Inline${name}`, [`By${name}`, `Twice${name}`, `More${name}`]], [`Plain${name}`, [`Beside${name}`]]);
  }
  return { schemas, pairs };
}

/** A schema with what it refers to in the place of each reference. */
function withoutReferences(schema: unknown, schemas: Described): SchemaObject {
  return JSON.parse(JSON.stringify(schema), (_key, value: unknown) => {
    const target = /^#\/components\/schemas\/(.*)$/.exec(String((value as { $ref?: string } | null)?.$ref))?.[1];
    return target === undefined ? value : withoutReferences(schemas[target], schemas);
  }) as SchemaObject;
}
