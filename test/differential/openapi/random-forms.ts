/** Random schemas with `readOnly`, `writeOnly` and defaults anywhere in them, and values for them. The same seed gives the same. */
import type { Random } from "../../support/sample-text.js";
import { refTo, type SchemaObject } from "../json-schema.js";
import { one, record, some } from "../words.js";
import type { Described } from "./reading.js";

/** A property's first letter says its type, so that schemas that hold of one value do not contradict each other. */
export const pool = ["iOne", "iTwo", "sOne", "sTwo", "bOne", "oOne", "oTwo", "lOne", "rOne", "rTwo"];
export const root = (index: number): string => `R${String(index)}`;
const ref = (name: string): SchemaObject => ({ $ref: refTo(name) });

export interface Wishes {
  readonly marks: number;
  readonly defaults: number;
}

interface Making extends Wishes {
  readonly random: Random;
  readonly count: number;
  readonly schemas: Record<string, SchemaObject>;
}

export function randomForms(random: Random, count: number, wishes: Wishes): Described {
  const making: Making = { ...wishes, random, count, schemas: {} };
  const { schemas } = making;
  schemas["Given"] = { type: "integer", readOnly: true };
  schemas["Secret"] = { type: "string", writeOnly: true };
  schemas["Size"] = { type: "integer", ...(random() < wishes.defaults ? { default: 7 } : {}) };
  for (let index = 0; index < count; index += 1) schemas[root(index)] = rootSchema(making, index);
  return schemas;
}

function rootSchema(making: Making, index: number): SchemaObject {
  const { random, schemas } = making;
  const before = Array.from({ length: index }, (_, other) => root(other)).filter((name) => !name.includes("x"));
  const roll = random();
  if (index > 0 && roll < 0.3)
    return {
      allOf: [...new Set([ref(one(random, before)), ...(random() < 0.3 ? [ref(one(random, before))] : [])])].concat(
        objectSchema(making, 0, false),
      ),
    };
  if (index > 0 && roll < 0.4) return { ...objectSchema(making, 0, false), allOf: [ref(one(random, before))] };
  if (roll < 0.6) {
    const branches = ["A", "B"].map((letter) => `${root(index)}${letter}`);
    for (const name of branches) schemas[name] = tagged(making, name);
    if (random() < 0.5) return { oneOf: branches.map(ref), discriminator: { propertyName: "kind" } };
    return { [one(random, ["oneOf", "anyOf"])]: branches.map((name) => (random() < 0.5 ? ref(name) : (schemas[name] ?? {}))) };
  }
  if (roll < 0.65) return { type: "array", items: random() < 0.5 ? ref(root(index)) : objectSchema(making, 1, true) };
  return objectSchema(making, 0, true);
}

function tagged(making: Making, name: string): SchemaObject {
  const own = objectSchema(making, 1, true);
  return {
    ...own,
    properties: { kind: { type: "string", enum: [name] }, ...(own["properties"] as object) },
    required: ["kind", ...((own["required"] ?? []) as readonly string[])],
  };
}

function objectSchema(making: Making, depth: number, closes: boolean): SchemaObject {
  const { random } = making;
  const properties = some(random, pool, 5);
  const required = some(random, random() < 0.7 && properties.length > 0 ? properties : pool, 2);
  const roll = random();
  return {
    type: "object",
    properties: {
      ...record(properties.map((name) => [name, propertySchema(making, name, depth + 1)] as const)),
      // A tag is never hidden, and so none of the others that may be.
      ...(closes && roll > 0.9 ? { kind: {} } : {}),
    },
    ...(required.length > 0 ? { required } : {}),
    ...(closes && roll < 0.15 ? { additionalProperties: false } : {}),
    ...(closes && roll > 0.9 ? { additionalProperties: marked(making, objectSchema(making, depth + 2, false)) } : {}),
    ...(closes && roll > 0.75 && roll < 0.9
      ? { patternProperties: { "^.x": marked(making, objectSchema(making, depth + 2, false)) } }
      : {}),
    ...(closes && roll > 0.6 && roll < 0.7 ? { patternProperties: { Two$: marked(making, {}, 3) } } : {}),
  };
}

/** @param times How much more often than a property. */
function marked({ random, marks }: Making, inner: SchemaObject, times = 2): SchemaObject {
  const roll = random();
  return { ...inner, ...(roll < marks * times ? { readOnly: true } : roll > 1 - marks * times ? { writeOnly: true } : {}) };
}

function propertySchema(making: Making, name: string, depth: number): SchemaObject {
  const { random, marks } = making;
  const roll = random();
  const marked = { ...(roll < marks ? { readOnly: true } : {}), ...(roll > 1 - marks || roll < marks / 10 ? { writeOnly: true } : {}) };
  const inner = typed(making, name, depth);
  return "$ref" in inner && random() < 0.5 && Object.keys(marked).length > 0 ? { allOf: [inner, marked] } : { ...inner, ...marked };
}

function typed(making: Making, name: string, depth: number): SchemaObject {
  const { random, count, defaults } = making;
  const given = (value: unknown): SchemaObject => (random() < defaults ? { default: value } : {});
  switch (name[0]) {
    case "i":
      if (random() < 0.3) return ref(one(random, ["Given", "Size"]));
      return { type: "integer", ...given(one(random, [0, 3, 20, "wrong"])), ...(random() < 0.3 ? { maximum: 10 } : {}) };
    case "s":
      return random() < 0.2 ? ref("Secret") : { type: "string", ...given(one(random, ["", "x"])) };
    case "b":
      return { type: "boolean", ...given(one(random, [true, false, null])) };
    case "l":
      return {
        type: "array",
        items: depth > 2 ? { type: "integer" } : objectSchema(making, depth + 1, true),
        ...given(one(random, [[], [{}]])),
      };
    case "r":
      return { ...ref(root(Math.floor(random() * count))) };
    default:
      return depth > 3 ? { type: "object", ...given({}) } : { ...objectSchema(making, depth, random() < 0.5), ...given({}) };
  }
}

/** A value that may be valid: what a schema describes, with a little of what it does not. */
export function randomFormValue(random: Random, schemas: Described, schema: SchemaObject, depth = 0): unknown {
  const make = (inner: SchemaObject): unknown => randomFormValue(random, schemas, inner, depth + 1);
  if (depth > 14 || random() < 0.01) return one(random, [null, 1, "x", {}, []]);
  if (Array.isArray(schema["enum"])) return schema["enum"][0];
  switch (schema["type"]) {
    case "integer":
      return one(random, [0, 1, 5, 12]);
    case "string":
      return "text";
    case "boolean":
      return true;
    case "array":
      return depth > 5 ? [] : Array.from({ length: Math.floor(random() * 3) }, () => make(schema["items"] as SchemaObject));
  }
  const members = new Map<string, unknown>();
  let other: unknown;
  const collect = (each: SchemaObject | undefined, level: number): void => {
    if (each === undefined || level > 8) return;
    if (typeof each["$ref"] === "string") collect(schemas[each["$ref"].slice(refTo("").length)], level + 1);
    for (const member of (each["allOf"] ?? []) as readonly SchemaObject[]) collect(member, level + 1);
    for (const keyword of ["oneOf", "anyOf"])
      if (Array.isArray(each[keyword])) collect(one(random, each[keyword] as readonly SchemaObject[]), level + 1);
    if (each["type"] !== undefined && each["type"] !== "object") other = make(each);
    const described = (each["properties"] ?? {}) as Described;
    const required = (each["required"] ?? []) as readonly string[];
    for (const name of new Set([...required, ...Object.keys(described)])) {
      const wanted = required.includes(name) ? random() < 0.97 : random() < (depth > 3 ? 0.1 : 0.4);
      const inner = described[name];
      if (wanted && !members.has(name)) members.set(name, inner === undefined || random() < 0.02 ? one(random, [1, "x", {}]) : make(inner));
    }
    if (typeof each["additionalProperties"] === "object" && random() < 0.4)
      members.set("extra", make(each["additionalProperties"] as SchemaObject));
    const ofPattern = (each["patternProperties"] as Described | undefined)?.["^.x"];
    if (ofPattern !== undefined && random() < 0.4) members.set("ext", make(ofPattern));
  };
  collect(schema, 0);
  return other ?? record([...members]);
}
