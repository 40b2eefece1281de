/** Random schemas as those of real descriptions are: their types said, or meant by what is described; and values for them. The same seed gives the same. */
import type { Random } from "../../support/sample-text.js";
import { refTo, type SchemaObject } from "../json-schema.js";
import { one, record, some } from "../words.js";
import type { Described } from "./reading.js";

// No name that every object has: TypeScript takes an object without it for one with it.
const names = ["a", "b", "x-y", "1", "é", "default"];
const words = ["a", "b", 'q"q', "12", "", "é"];
const ref = (name: string): SchemaObject => ({ $ref: refTo(name) });

interface Making {
  readonly random: Random;
  /** Whether types can say all that schemas do: nothing about integers, sizes, patterns, and names without a schema. */
  readonly exact: boolean;
  /** Schemas that are made already. */
  readonly before: number;
  readonly prefix: string;
  readonly schemas: Record<string, SchemaObject>;
}

export function randomTyped(random: Random, count: number, exact: boolean): Described {
  const schemas: Record<string, SchemaObject> = {};
  for (let index = 0; index < count; index += 1)
    schemas[`S${String(index)}`] = schemaOf({ random, exact, before: index, prefix: `S${String(index)}`, schemas }, 0);
  return schemas;
}

function schemaOf(making: Making, depth: number): SchemaObject {
  const { random, before } = making;
  const roll = random();
  if (before > 0 && roll < 0.15) return ref(`S${String(Math.floor(random() * before))}`);
  if (depth > 3 || roll < 0.35) return scalar(making);
  if (roll < 0.5) return listOf(making, depth);
  if (roll < 0.74) return objectOf(making, depth);
  if (roll < 0.8) return objectOrNull(making, depth);
  if (roll < 0.88) return { allOf: bothOf(objectOf(making, depth, false), objectOf(making, depth, false)) };
  if (roll < 0.94) return choiceOf(making, depth);
  return { anyOf: [schemaOf(making, depth + 1), one(random, [{ type: "null" }, { type: "boolean" }])] };
}

/** Two objects that do not contradict each other: a text and an object without members are no contradiction to TypeScript. */
function bothOf(first: SchemaObject, second: SchemaObject): readonly SchemaObject[] {
  const met = Object.keys(first["properties"] as object);
  const rest = Object.entries(second["properties"] as object).filter(([name]) => !met.includes(name));
  return [first, { ...second, properties: record(rest) }];
}

function scalar({ random, exact }: Making): SchemaObject {
  const whole = exact ? "number" : "integer";
  return one(random, [
    { type: "string" },
    { type: whole },
    { type: "number" },
    { type: "boolean" },
    { type: "null" },
    { type: ["string", "null"] },
    { type: [whole, "string", "boolean"] },
    { enum: [...new Set(["a", ...some(random, [...words, 1, null, true], 3)])] },
    { type: "string", enum: ["b", ...some(random, ["c", "d"], 2)].filter((word, index, all) => all.indexOf(word) === index) },
    { const: one(random, ["a", 1, null, false, { k: [1, "x"] }, [1, "a"]]) },
  ]);
}

function listOf(making: Making, depth: number): SchemaObject {
  const { random, exact } = making;
  const inner = (): SchemaObject => schemaOf(making, depth + 1);
  const roll = random();
  const bounds = exact ? {} : { ...(random() < 0.3 ? { minItems: one(random, [1, 2]) } : {}), ...(random() < 0.2 ? { maxItems: 3 } : {}) };
  const type = typeOrNone(making, "array");
  if (roll < 0.6) return { ...type, items: inner(), ...bounds };
  const prefixItems = Array.from({ length: 1 + Math.floor(random() * 2) }, inner);
  return { ...type, prefixItems, ...(roll < 0.75 ? { items: false } : roll < 0.9 ? { items: inner() } : {}), ...bounds };
}

function objectOf(making: Making, depth: number, closes = true): SchemaObject {
  const { random, exact } = making;
  const described = some(random, names, 4);
  const required =
    described.length === 0 && exact ? [] : some(random, (exact || random() < 0.8) && described.length > 0 ? described : names, 2);
  const roll = closes ? (exact ? random() * 0.2 : random()) : 1;
  return {
    ...(described.length === 0 ? { type: "object" } : typeOrNone(making, "object")),
    properties: record(described.map((name) => [name, schemaOf(making, depth + 1)] as const)),
    ...(required.length > 0 ? { required } : {}),
    ...(roll < 0.2 ? { additionalProperties: false } : roll < 0.35 ? { additionalProperties: schemaOf(making, depth + 1) } : {}),
    ...(roll > 0.35 && roll < 0.4 ? { patternProperties: { "^p-": scalar(making) } } : {}),
  };
}

/** What describes members or items means their type, whether that is said or not. */
function typeOrNone({ random }: Making, type: string): SchemaObject {
  return random() < 0.7 ? { type } : {};
}

/** Null beside an object of which lists of members are asked, or beside one that another schema describes. */
function objectOrNull(making: Making, depth: number): SchemaObject {
  const { random } = making;
  const own = objectOf(making, depth, false);
  const type = ["object", "null"];
  const members = Object.keys(own["properties"] as object);
  if (random() < 0.5) return { type, allOf: [own] };
  if (members.length < 2) return { ...own, type };
  return { ...own, type, required: [], anyOf: members.slice(0, 2).map((name) => ({ required: [name] })) };
}

function choiceOf(making: Making, depth: number): SchemaObject {
  const { random } = making;
  const tagged = (tag: string): SchemaObject => {
    const own = objectOf(making, depth + 1);
    const properties = { ...(own["properties"] as object), kind: { const: tag } };
    return { ...own, properties, required: [...((own["required"] ?? []) as readonly string[]), "kind"] };
  };
  return { [one(random, ["oneOf", "anyOf"])]: ["one", "two", "three"].slice(0, 2 + Math.floor(random() * 2)).map(tagged) };
}

// No object with members: TypeScript refuses one that shares no name with a type of optional ones, though all it has may be more.
const junk: readonly unknown[] = [null, 1, 1.5, "zz", true, {}, [], [1, "a"]];

/** A value of a schema, with a part of it spoilt now and then. */
export function randomTypedValue(random: Random, schemas: Described, schema: SchemaObject, spoilt: number, depth = 0): unknown {
  const make = (inner: SchemaObject): unknown => randomTypedValue(random, schemas, inner, spoilt, depth + 1);
  if (random() < spoilt) return one(random, junk);
  const target = typeof schema["$ref"] === "string" ? schemas[schema["$ref"].slice(refTo("").length)] : undefined;
  if (target !== undefined) return make(target);
  if ("const" in schema) return schema["const"];
  const { allOf, type } = schema;
  if (Array.isArray(type) && type.includes("null") && type.includes("object") && random() < 0.3) return null;
  if (schema["properties"] !== undefined && allOf === undefined) return membersOf(random, schema, make, spoilt);
  for (const keyword of ["enum", "oneOf", "anyOf"]) {
    const list = schema[keyword];
    if (Array.isArray(list))
      return keyword === "enum" ? one(random, list as readonly unknown[]) : make(one(random, list as readonly SchemaObject[]));
  }
  if (Array.isArray(allOf))
    return Object.assign({}, ...(allOf as readonly SchemaObject[]).map((each) => membersOf(random, each, make, spoilt))) as object;
  switch (Array.isArray(type) ? one(random, type as readonly unknown[]) : type) {
    case "string":
      return one(random, words);
    case "integer":
      return Math.floor(random() * 9) - 4;
    case "number":
      return one(random, [0.5, 2, -1e300]);
    case "boolean":
      return random() < 0.5;
    case "null":
      return null;
    case "array":
      return itemsOf(random, schema, make);
    default:
      return "items" in schema || "prefixItems" in schema ? itemsOf(random, schema, make) : membersOf(random, schema, make, spoilt);
  }
}

function itemsOf(random: Random, schema: SchemaObject, make: (inner: SchemaObject) => unknown): unknown[] {
  const prefix = (schema["prefixItems"] ?? []) as readonly SchemaObject[];
  const { items } = schema;
  const least = (schema["minItems"] ?? 0) as number;
  const length = Math.max(random() < 0.9 ? least : 0, Math.floor(random() * 4));
  return Array.from({ length }, (_, index) =>
    make(prefix[index] ?? (typeof items === "object" ? (items as SchemaObject) : { type: "string" })),
  );
}

function membersOf(random: Random, schema: SchemaObject, make: (inner: SchemaObject) => unknown, spoilt: number): object {
  const described = (schema["properties"] ?? {}) as Described;
  const required = (schema["required"] ?? []) as readonly string[];
  const others = schema["additionalProperties"];
  const wanted = [...new Set([...Object.keys(described), ...required])].filter((name) =>
    required.includes(name) ? random() > spoilt : random() < 0.5,
  );
  const rest = typeof others === "object" ? (others as SchemaObject) : { type: "string" };
  const stray = others === false && random() < spoilt ? ["stray"] : [];
  const free = typeof others === "object" && random() < 0.5 ? ["other"] : stray;
  return record([...wanted, ...free].map((name) => [name, make(Object.hasOwn(described, name) ? (described[name] ?? {}) : rest)] as const));
}
