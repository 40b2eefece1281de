/**
 * Random schemas that a discriminator tells apart, and what they mean in JSON Schema alone: what `docs/validators.md` says of a tag, written out as
 * conditions. The same seed gives the same.
 */
import type { Random } from "../../support/sample-text.js";
import { refTo, type Bundle, type JsonSchema, type SchemaObject } from "../json-schema.js";
import { one, record, some } from "../words.js";

export interface Unions {
  /** As a description of that version writes them. */
  readonly version: "3.0.3" | "3.1.0";
  readonly schemas: Readonly<Record<string, SchemaObject>>;
  /** The same without a discriminator. */
  readonly meaning: Bundle;
  readonly unions: readonly Union[];
}

/** A schema that stands for others. */
export interface Union {
  readonly name: string;
  readonly property: string;
  /** By tag, the schema that is meant. */
  readonly branches: ReadonlyMap<string, string>;
}

const properties = ["kind", "type", "@type", "a-b", "constructor", "__proto__"];
const oddTags = ["a", "b b", "1", "", "constructor", "__proto__", "é", 'quote"s'];

/** How often a schema says that it is about objects. */
const typed = 0.9;

interface Making {
  readonly random: Random;
  readonly version: Unions["version"];
  readonly prefix: string;
  readonly property: string;
  readonly schemas: Record<string, SchemaObject>;
  readonly meaning: Record<string, JsonSchema>;
  readonly unions: Union[];
}

const ref = (name: string): SchemaObject => ({ $ref: refTo(name) });

export function randomUnions(random: Random, count: number): Unions {
  const version = random() < 0.5 ? ("3.0.3" as const) : ("3.1.0" as const);
  const [schemas, meaning, unions]: [Record<string, SchemaObject>, Record<string, JsonSchema>, Union[]] = [{}, {}, []];
  for (let index = 0; index < count; index += 1) {
    const making = { random, version, prefix: `T${String(index)}`, property: one(random, properties), schemas, meaning, unions };
    if (random() < 0.6) addChoice(making);
    else addFamily(making);
  }
  return { version, schemas, meaning, unions };
}

/** What an object says besides its tag. `union` is what its properties may be, too. */
function ownPart({ random, property }: Making, union: string): { properties: Record<string, SchemaObject>; required: string[] } {
  const names = ["x", "y", "z"].filter(() => random() < 0.6);
  const kinds: readonly SchemaObject[] = [
    { type: "integer" },
    { type: "string" },
    { type: "boolean" },
    ref(union),
    { type: "array", items: ref(union) },
  ];
  return {
    properties: Object.fromEntries(names.filter((name) => name !== property).map((name) => [name, one(random, kinds)])),
    required: some(random, names.length > 0 ? names : ["x"], 2).filter((name) => names.includes(name)),
  };
}

/** The tag as a schema may describe it, or not at all. */
function tagSchema({ random, version }: Making, tags: readonly string[], all: readonly string[]): SchemaObject | undefined {
  const roll = random();
  if (roll < 0.25) return undefined;
  if (roll < 0.5) return { type: "string" };
  if (roll < 0.65) return { type: "string", enum: [...all] };
  if (tags.length === 1 && version === "3.1.0" && roll < 0.85) return { const: tags[0] };
  return { enum: [...tags] };
}

function withTag(making: Making, part: ReturnType<typeof ownPart>, tag: SchemaObject | undefined): SchemaObject {
  const { random, property } = making;
  const required = random() < 0.7 ? [...part.required, property] : part.required;
  return {
    ...(random() < typed ? { type: "object" } : {}),
    // An own property, whatever its name is.
    properties: tag === undefined ? part.properties : record([[property, tag], ...Object.entries(part.properties)]),
    ...(required.length > 0 ? { required: [...new Set(required)] } : {}),
    ...(random() < 0.15 ? { additionalProperties: false } : {}),
  };
}

/** Tags of each member: those of a mapping, else its name. */
function mappingOf(making: Making, members: readonly string[]): { tags: string[][]; mapping: SchemaObject | undefined } {
  const { random } = making;
  const left = [...oddTags];
  const roll = random();
  if (roll < 0.35) return { tags: members.map((name) => [name]), mapping: undefined };
  const entries: [string, string][] = [];
  const tags = members.map((name) => {
    if (roll < 0.6 && random() < 0.4) return [name];
    const own = Array.from({ length: random() < 0.2 ? 2 : 1 }, () => left.splice(Math.floor(random() * left.length), 1)[0] ?? name);
    for (const tag of own) entries.push([tag, one(random, [name, refTo(name), `api.yaml${refTo(name)}`, `./api.yaml${refTo(name)}`])]);
    return [...new Set(own)];
  });
  return { tags, mapping: record(entries) };
}

/** What a tag says, as a condition for each. */
function told(
  property: string,
  cases: readonly (readonly [tags: readonly string[], schema: JsonSchema])[],
  absent?: JsonSchema,
): SchemaObject {
  const is = (tags: readonly string[]): SchemaObject => ({ properties: record([[property, { enum: [...tags] }]]), required: [property] });
  const rest: JsonSchema = absent === undefined ? false : { if: { required: [property] }, then: false, else: absent };
  const chain = cases.reduceRight<JsonSchema>((otherwise, [tags, schema]) => ({ if: is(tags), then: schema, else: otherwise }), rest);
  return { type: "object", allOf: [chain] };
}

function addChoice(making: Making): void {
  const { random, prefix, property, schemas, meaning, unions, version } = making;
  const union = `${prefix}U`;
  const members = Array.from({ length: 1 + Math.floor(random() * 4) }, (_, index) => `${prefix}M${String(index)}`);
  const { tags, mapping } = mappingOf(making, members);
  const all = tags.flat();
  const common = random() < 0.3 ? `${prefix}Common` : undefined;
  if (common !== undefined)
    schemas[common] = meaning[common] = withTag(making, ownPart(making, union), random() < 0.5 ? { enum: all } : { type: "string" });
  for (const [index, name] of members.entries()) {
    const own = withTag(making, ownPart(making, union), tagSchema(making, tags[index] ?? [], all));
    const roll = random();
    schemas[name] = meaning[name] =
      common === undefined || roll < 0.3 ? own : { allOf: roll < 0.7 ? [ref(common), own] : [own, ref(common)] };
  }
  const keyword = random() < 0.7 ? "oneOf" : "anyOf";
  const nullable = random() < 0.25;
  const list: SchemaObject[] = members.map(ref);
  if (nullable && version === "3.1.0") list.splice(Math.floor(random() * (list.length + 1)), 0, { type: "null" });
  schemas[union] = {
    [keyword]: list,
    discriminator: { propertyName: property, ...(mapping === undefined ? {} : { mapping }) },
    ...(nullable && version === "3.0.3" ? { nullable: true } : {}),
  };
  const choice = told(
    property,
    members.map((name, index) => [tags[index] ?? [], ref(name)] as const),
  );
  meaning[union] = nullable ? { anyOf: [{ type: "null" }, choice] } : choice;
  unions.push({
    name: union,
    property,
    branches: new Map(members.flatMap((name, index) => (tags[index] ?? []).map((tag) => [tag, name] as const))),
  });
  if (random() < 0.3) addHolder(making, union);
}

/** Something that has a union somewhere inside. */
function addHolder({ random, prefix, schemas, meaning }: Making, union: string): void {
  schemas[`${prefix}H`] = meaning[`${prefix}H`] = one(random, [
    { type: "array", items: ref(union) },
    { type: "object", properties: { x: ref(union), y: { type: "array", items: ref(union) } } },
    { type: "object", additionalProperties: ref(union) },
    { type: "object", properties: { x: { allOf: [ref(union)] } } },
    { anyOf: [ref(union), { type: "string" }] },
  ]);
}

/** A parent and what extends it, some of it over another that may have a discriminator too. */
function addFamily(making: Making): void {
  const { random, prefix, property, schemas, meaning, unions } = making;
  const parent = `${prefix}P`;
  const children = Array.from({ length: 1 + Math.floor(random() * 4) }, (_, index) => `${prefix}C${String(index)}`);
  const { tags, mapping } = mappingOf(making, children);
  const all = [...tags.flat(), parent];
  const parts = new Map<string, { parent: string; own: SchemaObject }>();
  const parentOwn = withTag(
    making,
    ownPart(making, parent),
    random() < 0.3 ? { enum: all } : random() < 0.8 ? { type: "string" } : undefined,
  );
  delete (parentOwn as Record<string, unknown>)["additionalProperties"];
  for (const [index, name] of children.entries()) {
    const above = index > 0 && random() < 0.3 ? one(random, children.slice(0, index)) : parent;
    const own = withTag(making, ownPart(making, parent), random() < 0.5 ? undefined : tagSchema(making, tags[index] ?? [], all));
    delete (own as Record<string, unknown>)["additionalProperties"];
    parts.set(name, { parent: above, own });
  }
  // A constant for a child is one for what extends it.
  const isAbove = (name: string): boolean => [...parts.values()].some((other) => other.parent === name);
  for (const [name, part] of parts) {
    if (isAbove(name)) Reflect.deleteProperty(part.own["properties"] as object, property);
    schemas[name] =
      random() < 0.5 || making.version === "3.0.3" ? { allOf: [ref(part.parent), part.own] } : { ...part.own, $ref: refTo(part.parent) };
    meaning[name] = { allOf: [ref(part.parent === parent ? `${parent}Own` : part.parent), part.own] };
  }
  schemas[parent] = { ...parentOwn, discriminator: { propertyName: property, ...(mapping === undefined ? {} : { mapping }) } };
  meaning[`${parent}Own`] = parentOwn;
  meaning[parent] = told(
    property,
    [...children.map((name, index) => [tags[index] ?? [], ref(name)] as const), [[parent], ref(`${parent}Own`)] as const],
    ref(`${parent}Own`),
  );
  unions.push({
    name: parent,
    property,
    branches: new Map(children.flatMap((name, index) => (tags[index] ?? []).map((tag) => [tag, name] as const))),
  });
  if (random() < 0.3) addHolder(making, parent);
}

/** A value that may be of a schema: by a tag that is known, or one that is not. */
export function randomValueOf(random: Random, { meaning, unions }: Unions, name: string): unknown {
  const byName = new Map(unions.map((union) => [union.name, union]));
  const make = (schema: JsonSchema | undefined, depth: number): unknown => {
    if (random() < 0.04) return one(random, [null, 1, "x", [], {}, true]);
    if (typeof schema !== "object") return 1;
    const target = typeof schema["$ref"] === "string" ? schema["$ref"].slice(refTo("").length) : undefined;
    const union = target === undefined ? undefined : byName.get(target);
    if (union !== undefined) return ofUnion(union, depth);
    if (target !== undefined) return make(meaning[target], depth);
    if (Array.isArray(schema["enum"])) return one(random, schema["enum"] as readonly unknown[]);
    if ("const" in schema) return schema["const"];
    if (schema["type"] === "integer") return Math.floor(random() * 5);
    if (schema["type"] === "string") return one(random, ["", "a", "x"]);
    if (schema["type"] === "boolean") return random() < 0.5;
    if (schema["type"] === "array")
      return depth > 4 ? [] : Array.from({ length: Math.floor(random() * 3) }, () => make(schema["items"] as JsonSchema, depth + 1));
    if (Array.isArray(schema["anyOf"])) return make(one(random, schema["anyOf"] as readonly JsonSchema[]), depth);
    if (typeof schema["additionalProperties"] === "object")
      return record(["x", "y"].map((key) => [key, make(schema["additionalProperties"] as JsonSchema, depth + 1)] as const));
    const members = new Map<string, unknown>();
    collect(schema, depth, members);
    return record([...members]);
  };
  const collect = (schema: JsonSchema | undefined, depth: number, into: Map<string, unknown>): void => {
    if (typeof schema !== "object") return;
    if (typeof schema["$ref"] === "string") collect(meaning[schema["$ref"].slice(refTo("").length)], depth, into);
    for (const member of (schema["allOf"] ?? []) as readonly JsonSchema[]) collect(member, depth, into);
    const required = (schema["required"] ?? []) as readonly string[];
    const described = (schema["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>;
    for (const key of new Set([...Object.keys(described), ...required])) {
      const wanted = required.includes(key) ? random() < 0.95 : random() < 0.4 && depth < 3;
      if (wanted && (depth < 5 || required.includes(key)) && !into.has(key))
        into.set(key, depth > 8 ? 1 : make(Object.hasOwn(described, key) ? described[key] : true, depth + 1));
    }
  };
  const ofUnion = ({ name: own, property, branches }: Union, depth: number): unknown => {
    const tag =
      random() < 0.9 ? one(random, [...branches.keys()]) : one(random, [own, "unknown", "toString", "__proto__", 1, null, "__none__"]);
    const members = new Map<string, unknown>();
    const branch = branches.get(String(tag)) ?? one(random, [...branches.values()]);
    collect(meaning[branch], depth, members);
    if (tag !== "__none__") members.set(property, tag);
    else members.delete(property);
    const entries = [...members];
    if (random() < 0.3) entries.reverse();
    return record(entries);
  };
  const union = byName.get(name);
  return union === undefined || random() < 0.05 ? make(meaning[name], 0) : ofUnion(union, 0);
}
