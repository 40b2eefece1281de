/** Random schemas over every keyword of JSON Schema 2020-12 that asserts something. The same seed gives the same schemas. */
import type { Random } from "../support/sample-text.js";
import { refTo, type Bundle, type JsonSchema, type SchemaObject } from "./json-schema.js";
import { divisors, integers, names, numbers, one, patterns, record, sizes, some, strings } from "./words.js";

/** How many schemas refer to each other: small, so that a disagreement is about few. */
const neighbours = 4;
const deepest = 4;

interface Context {
  readonly random: Random;
  /** The first of the neighbours. */
  readonly first: number;
  /** References that lead nowhere deeper into the instance go to schemas before this one: no schema holds a value against itself for ever. */
  readonly before: number;
  /** Names of this schema's properties: few, so that keywords are about the same. */
  readonly names: readonly string[];
  readonly depth: number;
}

type Make = (context: Context) => unknown;

/** Schemas named `S<first>` and on. */
export function randomBundle(random: Random, count: number): Bundle {
  return record(
    Array.from({ length: count }, (_, index): readonly [string, JsonSchema] => {
      const own = Array.from({ length: 5 }, () => one(random, names));
      const context = { random, first: index - (index % neighbours), before: index, names: own, depth: 0 };
      return [`S${String(index)}`, rootSchema(context)];
    }),
  );
}

/** A root says something: a bundle of `true` would prove little. */
function rootSchema(context: Context): JsonSchema {
  for (;;) {
    const schema = randomSchema(context);
    if (typeof schema === "object" && Object.keys(schema).length > 0) return schema;
  }
}

/** A schema for the same instance. */
function randomSchema(context: Context): JsonSchema {
  const { random, depth } = context;
  const roll = random();
  if (roll < 0.04) return true;
  if (roll < 0.07) return depth > 0 && false;
  if (roll < 0.2 && context.before > context.first) {
    const reference = { $ref: refTo(`S${String(context.first + Math.floor(random() * (context.before - context.first)))}`) };
    return random() < 0.6 ? reference : { ...keywords(context), ...reference };
  }
  return keywords(context);
}

/** A schema for a part of the instance. */
function partSchema(context: Context): JsonSchema {
  const deeper = { ...context, before: context.first + neighbours, depth: context.depth + 1 };
  return deeper.depth >= deepest ? flatSchema(deeper) : randomSchema(deeper);
}

/** A schema for the same instance, inside another one. */
function innerSchema(context: Context): JsonSchema {
  const deeper = { ...context, depth: context.depth + 1 };
  return deeper.depth >= deepest ? flatSchema(deeper) : randomSchema(deeper);
}

const types = ["null", "boolean", "integer", "number", "string", "array", "object"] as const;

function flatSchema({ random }: Context): JsonSchema {
  const roll = random();
  if (roll < 0.3) return { type: one(random, types) };
  if (roll < 0.5) return { enum: some(random, [...strings, ...integers, null, true], 4).concat(["a"]) };
  if (roll < 0.65) return { const: one(random, [...strings, ...numbers, null, false]) };
  if (roll < 0.8) return { minimum: one(random, numbers) };
  if (roll < 0.95) return { minLength: one(random, sizes) };
  return random() < 0.5;
}

function keywords(context: Context): SchemaObject {
  const { random, depth } = context;
  const [type, focus] = one(random, groups);
  const made: [string, unknown][] = [];
  const add = (keyword: string, make: Make): void => void made.push([keyword, make(context)]);
  const roll = random();
  if (roll < 0.35) made.push(["type", type === "number" && random() < 0.5 ? "integer" : type]);
  else if (roll < 0.45) made.push(["type", [...new Set([type, one(random, types), ...some(random, types, 2)])]]);
  for (let count = 1 + Math.floor(random() * 4); count > 0; count -= 1) {
    const chosen = one(random, random() < (depth > 1 ? 0.9 : 0.7) ? focus : random() < 0.7 ? applicators : one(random, groups)[1]);
    for (const [keyword, make] of chosen) add(keyword, make);
  }
  return byTheLetter(record(made));
}

/** The same, said so that no other meaning is evident: of a type that what stands beside it contradicts, the description's reader knows better. */
function byTheLetter(schema: SchemaObject): SchemaObject {
  const { type, ...rest } = schema;
  const isOpen = (member: unknown): boolean =>
    typeof member === "object" && member !== null && !["type", "$ref", "allOf", "anyOf", "oneOf"].some((key) => Object.hasOwn(member, key));
  const isDoubtful = ([rest["anyOf"], rest["oneOf"]] as readonly unknown[]).some(
    (members) => Array.isArray(members) && !members.some(isOpen),
  );
  if (type === undefined || (!isDoubtful && rest["items"] === undefined && rest["enum"] === undefined)) return schema;
  const parts = Array.isArray(rest["allOf"]) ? (rest["allOf"] as readonly JsonSchema[]) : [];
  return record(Object.entries({ ...rest, allOf: [...parts, { type }] }));
}

const list = (make: (context: Context) => JsonSchema, least: number, most: number): Make => {
  return (context) =>
    Array.from({ length: least + Math.floor(context.random() * (most - least + 1)) }, () => make(context)) satisfies readonly JsonSchema[];
};
const map = (keys: (context: Context) => readonly string[], make: (context: Context) => unknown): Make => {
  return (context) => record(keys(context).map((key) => [key, make(context)] as const));
};
const from = (values: readonly unknown[]): Make => {
  return ({ random }) => one(random, values);
};

const someNames = ({ random, names: own }: Context): readonly string[] => [...new Set([one(random, own), ...some(random, own, 3)])];
const somePatterns = ({ random }: Context): readonly string[] => [
  ...new Set([one(random, [...patterns.keys()]), ...some(random, [...patterns.keys()], 1)]),
];

/** A value for `const` and `enum`, deep now and then. */
export function randomValue(random: Random, depth = 0): unknown {
  const roll = random() * (depth > 2 ? 0.6 : 1);
  if (roll < 0.1) return one(random, [null, true, false]);
  if (roll < 0.35) return one(random, numbers);
  if (roll < 0.6) return one(random, strings);
  const size = Math.floor(random() * 4);
  if (roll < 0.8) return Array.from({ length: size }, () => randomValue(random, depth + 1));
  return record(Array.from({ length: size }, () => [one(random, names), randomValue(random, depth + 1)] as const));
}

/** Keywords that come together. */
type Chosen = readonly (readonly [keyword: string, make: Make])[];

const objects: readonly Chosen[] = [
  [["properties", map(someNames, partSchema)]],
  [["properties", map(someNames, partSchema)]],
  [
    ["properties", map(someNames, partSchema)],
    ["required", someNames],
  ],
  [["required", someNames]],
  [["patternProperties", map(somePatterns, partSchema)]],
  [["additionalProperties", partSchema]],
  [
    ["properties", map(someNames, partSchema)],
    ["additionalProperties", from([false, { type: "integer" }])],
  ],
  [["unevaluatedProperties", (context) => (context.random() < 0.6 ? false : partSchema(context))]],
  [["propertyNames", partSchema]],
  [["propertyNames", (context) => ({ enum: someNames(context) })]],
  [["minProperties", from(sizes)]],
  [["maxProperties", from(sizes)]],
  [["dependentRequired", map(someNames, someNames)]],
  [["dependentSchemas", map(someNames, innerSchema)]],
];

const arrays: readonly Chosen[] = [
  [["items", partSchema]],
  [["prefixItems", list(partSchema, 1, 3)]],
  [
    ["prefixItems", list(partSchema, 1, 2)],
    ["items", partSchema],
  ],
  [["contains", partSchema]],
  [
    ["contains", partSchema],
    ["minContains", from(sizes)],
  ],
  [
    ["contains", partSchema],
    ["maxContains", from(sizes)],
  ],
  [["minContains", from(sizes)]],
  [["unevaluatedItems", (context) => (context.random() < 0.6 ? false : partSchema(context))]],
  [["minItems", from(sizes)]],
  [["maxItems", from(sizes)]],
  [["uniqueItems", from([true, true, true, false])]],
];

const texts: readonly Chosen[] = [
  [["minLength", from(sizes)]],
  [["maxLength", from(sizes)]],
  [["pattern", from([...patterns.keys()])]],
  [["enum", ({ random }) => [...new Set([one(random, strings), ...some(random, strings, 12)])]]],
];

const quantities: readonly Chosen[] = [
  [["minimum", from(numbers)]],
  [["maximum", from(numbers)]],
  [["exclusiveMinimum", from(numbers)]],
  [["exclusiveMaximum", from(numbers)]],
  [["multipleOf", from(divisors)]],
];

const values: readonly Chosen[] = [
  [["const", ({ random }) => randomValue(random)]],
  [["enum", ({ random }) => Array.from({ length: 1 + Math.floor(random() * 4) }, () => randomValue(random))]],
];

const applicators: readonly Chosen[] = [
  [["allOf", list(innerSchema, 1, 3)]],
  [["anyOf", list(innerSchema, 1, 3)]],
  [["oneOf", list(innerSchema, 1, 3)]],
  [["not", innerSchema]],
  [
    ["if", innerSchema],
    ["then", innerSchema],
    ["else", innerSchema],
  ],
  [
    ["if", innerSchema],
    ["then", innerSchema],
  ],
  [
    ["if", innerSchema],
    ["else", innerSchema],
  ],
  [["if", innerSchema]],
  [["then", innerSchema]],
];

const groups: readonly (readonly [type: string, keywords: readonly Chosen[]])[] = [
  ["object", objects],
  ["object", objects],
  ["array", arrays],
  ["array", arrays],
  ["string", texts],
  ["number", quantities],
  ["boolean", values],
];
