/**
 * Random instances of a schema: made from what the schema says, so that many are valid, and then changed here and there.
 * Nothing judges them here, and no keyword is held to completely: that is the validators' work.
 */
import type { Random } from "../support/sample-text.js";
import { isSchemaObject, listAt, mapAt, nameIn, typeOf, type Bundle, type JsonSchema, type SchemaObject } from "./json-schema.js";
import { randomValue } from "./random-schema.js";
import { names, numbers, one, patterns, record, some, strings } from "./words.js";

const deepest = 5;

/** An instance that was made for a schema of a bundle, and with some probability changed. */
export function randomInstance(random: Random, bundle: Bundle, schema: JsonSchema): unknown {
  const roll = random();
  if (roll < 0.04) return randomValue(random);
  let value = instanceOf([schema], { random, bundle, left: { values: 60 } }, 0);
  for (let changes = roll < 0.6 ? 0 : roll < 0.85 ? 1 : 2; changes > 0; changes -= 1) value = changed(value, random);
  return value;
}

interface Context {
  readonly random: Random;
  readonly bundle: Bundle;
  /** Values until every part is a scalar: some schemas ask for endless instances. */
  readonly left: { values: number };
}

/** An instance of all of the schemas, more or less. */
function instanceOf(schemas: readonly JsonSchema[], context: Context, depth: number): unknown {
  const { random } = context;
  context.left.values -= 1;
  if (depth > 2 * deepest || context.left.values < 0) return one(random, [null, 1, "a"]);
  const parts = schemas.flatMap((schema) => settled(schema, context, 0));
  const constants = parts.flatMap((part) =>
    "const" in part ? [part["const"]] : "enum" in part ? [one(random, listAt(part, "enum"))] : [],
  );
  if (constants.length > 0) return one(random, constants);
  const type = typeFor(parts, context, depth);
  if (type === "object") return objectOf(parts, context, depth);
  if (type === "array") return arrayOf(parts, context, depth);
  if (type === "string") return stringOf(parts, random);
  if (type === "number") return numberOf(parts, random, false);
  if (type === "integer") return numberOf(parts, random, true);
  return type === "null" ? null : random() < 0.5;
}

/** The keywords that a schema comes to when a way is chosen at each of its forks. */
function settled(schema: JsonSchema, context: Context, level: number): readonly SchemaObject[] {
  if (!isSchemaObject(schema) || level > 8) return [];
  const { random, bundle } = context;
  const inner: JsonSchema[] = [...listAt(schema, "allOf")];
  const target = bundle[nameIn(schema["$ref"])];
  if (target !== undefined) inner.push(target);
  for (const keyword of ["anyOf", "oneOf"]) if (keyword in schema) inner.push(one(random, listAt(schema, keyword)));
  const branch = random() < 0.6 ? ["if", "then"] : ["else"];
  if ("if" in schema) inner.push(...branch.flatMap((keyword) => (keyword in schema ? [schema[keyword] as JsonSchema] : [])));
  if (random() < 0.5) inner.push(...Object.values(mapAt(schema, "dependentSchemas")));
  return [schema, ...inner.flatMap((member) => settled(member, context, level + 1))];
}

type Type = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";
const anyType: readonly Type[] = ["null", "boolean", "integer", "number", "string", "array", "object"];

const hints: readonly (readonly [Type, RegExp])[] = [
  ["object", /roperties|required|dependent|propertyNames/],
  ["array", /tems|ontains/],
  ["string", /Length|pattern$/],
  ["number", /inimum|aximum|multipleOf/],
];

function typeFor(parts: readonly SchemaObject[], { random }: Context, depth: number): Type {
  const named = parts.flatMap((part) => ("type" in part ? [([] as readonly unknown[]).concat(part["type"]) as readonly Type[]] : []));
  const common = (named[0] ?? []).filter((type) =>
    named.every((list) => list.includes(type) || (type === "integer" && list.includes("number"))),
  );
  if (common.length > 0) return one(random, common);
  const hinted = hints
    .filter(([, words]) => parts.some((part) => Object.keys(part).some((keyword) => words.test(keyword))))
    .map(([type]) => type);
  if (hinted.length > 0 && random() < 0.9) return one(random, hinted);
  return one(random, depth > deepest ? anyType.slice(0, 5) : anyType);
}

/** What the generator writes under the keywords that are read here. */
type Written = Readonly<
  Record<`${"min" | "max"}${"imum" | "Length" | "Items" | "Properties"}` | "multipleOf" | `exclusive${"Min" | "Max"}imum`, number>
> & {
  readonly pattern: string;
  readonly items: JsonSchema;
  readonly contains: JsonSchema;
  readonly propertyNames: JsonSchema;
  readonly required: readonly string[];
  readonly dependentRequired: Readonly<Record<string, readonly string[]>>;
};

function all<Keyword extends keyof Written>(parts: readonly SchemaObject[], keyword: Keyword): readonly Written[Keyword][] {
  return parts.flatMap((part) => (keyword in part ? [part[keyword] as Written[Keyword]] : [])); // the generator's own doing
}

function numberOf(parts: readonly SchemaObject[], random: Random, whole: boolean): number {
  const divisor = Math.max(0, ...all(parts, "multipleOf"));
  const limits = (["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] as const).flatMap((keyword) => all(parts, keyword));
  const near = limits.flatMap((limit) => [limit, limit, limit + 1, limit - 1, limit + 0.5]);
  const multiples = divisor === 0 ? [] : [0, 1, 2, 3, 7, 1999, -1].map((factor) => Number((factor * divisor).toPrecision(15)));
  const candidates = [...near, ...multiples, ...multiples, one(random, numbers), one(random, numbers)];
  const fitting = candidates.filter(
    (value) =>
      Number.isFinite(value) &&
      (!whole || Number.isInteger(value)) &&
      all(parts, "minimum").every((limit) => value >= limit) &&
      all(parts, "maximum").every((limit) => value <= limit) &&
      all(parts, "exclusiveMinimum").every((limit) => value > limit) &&
      all(parts, "exclusiveMaximum").every((limit) => value < limit),
  );
  const usable = fitting.length > 0 && random() < 0.9 ? fitting : candidates.filter((value) => Number.isFinite(value));
  const value = one(random, usable);
  return whole && random() < 0.9 ? Math.trunc(value) : value;
}

function stringOf(parts: readonly SchemaObject[], random: Random): string {
  const matching = all(parts, "pattern").flatMap((pattern) => patterns.get(pattern) ?? []);
  const text = matching.length > 0 && random() < 0.9 ? one(random, matching) : one(random, strings);
  const characters = Array.from(text);
  const least = Math.max(0, ...all(parts, "minLength"));
  const most = Math.min(40, ...all(parts, "maxLength"));
  while (characters.length < least) characters.push(one(random, characters.length > 0 ? characters : ["a", "😀"]));
  return characters.slice(0, random() < 0.9 ? most : characters.length).join("");
}

function arrayOf(parts: readonly SchemaObject[], context: Context, depth: number): unknown[] {
  const { random } = context;
  const least = Math.max(0, ...all(parts, "minItems"), ...parts.map((part) => listAt(part, "prefixItems").length * Number(random() < 0.5)));
  const most = Math.min(6, ...all(parts, "maxItems"));
  const contained = all(parts, "contains");
  const length = depth > deepest ? least : Math.min(most, least + Math.floor(random() * 3));
  const ofIndex = (index: number): readonly JsonSchema[] =>
    parts.flatMap((part) => {
      const prefix = listAt(part, "prefixItems");
      if (index < prefix.length) return prefix.slice(index, index + 1);
      return all([part], "items");
    });
  const items = Array.from({ length }, (_, index) => {
    const schemas = ofIndex(index);
    const also = contained.length > 0 && random() < 0.5 ? [one(random, contained)] : [];
    return instanceOf([...schemas, ...also], context, depth + 1);
  });
  if (items.length > 0 && random() < (parts.some((part) => part["uniqueItems"] === true) ? 0.3 : 0.1))
    items[Math.floor(random() * items.length)] = one(random, items);
  return items;
}

function objectOf(parts: readonly SchemaObject[], context: Context, depth: number): object {
  const { random } = context;
  const described = parts.flatMap((part) => Object.keys(mapAt(part, "properties")));
  const wanted = new Set(all(parts, "required").flat());
  for (const name of described) if (random() < (depth > deepest ? 0.1 : 0.6)) wanted.add(name);
  for (const pattern of parts.flatMap((part) => Object.keys(mapAt(part, "patternProperties")))) {
    if (random() < 0.5) for (const name of some(random, patterns.get(pattern) ?? [], 2)) wanted.add(name);
  }
  const rules = all(parts, "propertyNames");
  const free = (): string => {
    const name = rules.length > 0 ? instanceOf(rules, context, depth + 1) : one(random, names);
    return typeof name === "string" ? name : one(random, names);
  };
  const least = Math.max(0, ...all(parts, "minProperties"));
  for (let attempt = 0; attempt < 6 && wanted.size < least; attempt += 1) wanted.add(free());
  if (random() < 0.2) wanted.add(free());
  for (const rule of all(parts, "dependentRequired")) {
    for (const [name, others] of Object.entries(rule))
      if (wanted.has(name) && random() < 0.7) for (const other of others) wanted.add(other);
  }
  const most = Math.min(8, ...all(parts, "maxProperties"));
  const kept = [...wanted].slice(0, random() < 0.9 ? most : wanted.size);
  return record(kept.map((name) => [name, instanceOf(schemasOf(parts, name), context, depth + 1)] as const));
}

function schemasOf(parts: readonly SchemaObject[], name: string): readonly JsonSchema[] {
  return parts.flatMap((part) => {
    const properties = mapAt(part, "properties");
    const own = Object.hasOwn(properties, name) ? [properties[name] ?? true] : [];
    const found = [
      ...own,
      ...Object.entries(mapAt(part, "patternProperties")).flatMap(([pattern, schema]) =>
        new RegExp(pattern, "u").test(name) ? [schema] : [],
      ),
    ];
    if (found.length > 0) return found;
    return ["additionalProperties", "unevaluatedProperties"].flatMap((keyword) => (isSchemaObject(part[keyword]) ? [part[keyword]] : []));
  });
}

/** The value with one thing changed somewhere. */
function changed(value: unknown, random: Random): unknown {
  const type = typeOf(value);
  if ((type !== "object" && type !== "array") || random() < 0.1) return changedScalar(value, random);
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    const index = Math.floor(random() * items.length);
    const roll = random();
    if (items.length === 0 || roll < 0.15) return [...items, randomValue(random, 1)];
    if (roll < 0.3) return items.toSpliced(index, 1);
    if (roll < 0.45) return [...items, one(random, items)];
    return items.with(index, changed(items[index], random));
  }
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value as object); // `typeOf` has just said so
  const index = Math.floor(random() * entries.length);
  const entry = entries[index];
  const roll = random();
  if (entry === undefined || roll < 0.2) return record([...entries, [one(random, names), randomValue(random, 1)]]);
  if (roll < 0.4) return record(entries.toSpliced(index, 1));
  if (roll < 0.5) return record(entries.toReversed());
  return record(entries.with(index, [entry[0], changed(entry[1], random)]));
}

function changedScalar(value: unknown, random: Random): unknown {
  const roll = random();
  if (typeof value === "number" && roll < 0.7)
    return one(random, [value + 1, value - 1, -value, value + 0.5, value * 10].filter(Number.isFinite));
  if (typeof value === "string" && roll < 0.7)
    return one(random, [`${value}a`, value.slice(1), value.toUpperCase(), `${value}😀`, ` ${value}`]);
  return randomValue(random, 1);
}
