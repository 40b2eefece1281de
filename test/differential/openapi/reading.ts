/**
 * A naive reading of schemas as a description has them, for one direction: what is valid, and what a valid value becomes once it is completed. It knows the few
 * keywords that the random schemas here are made of, and nothing of the model or the emitters.
 */
import { refTo, type SchemaObject } from "../json-schema.js";
import { record } from "../words.js";
import { pool } from "./random-forms.js";

/** `written`: by the letter, whoever sends it. */
export type Direction = "request" | "response" | "written";
export type Described = Readonly<Record<string, SchemaObject>>;
type Members = Readonly<Record<string, unknown>>;
interface Hidden {
  readonly always: ReadonlySet<string>;
  readonly perhaps: ReadonlySet<string>;
}

interface Holding {
  readonly schema: SchemaObject;
  readonly hidden: ReadonlySet<string>;
}

export interface Reading {
  valid(schema: SchemaObject, value: unknown): boolean;
  /** What `parse` makes of a valid value. */
  completed(schema: SchemaObject, value: unknown, fill: boolean): unknown;
}

/** All names that schemas and values may have. */
const universe = [...pool, "kind", "extra", "ext"];
const nothing: Hidden = { always: new Set(), perhaps: new Set() };
export const isMembers = (value: unknown): value is Members => typeof value === "object" && value !== null && !Array.isArray(value);
const list = (schema: SchemaObject, keyword: string): readonly SchemaObject[] => (schema[keyword] ?? []) as readonly SchemaObject[];
const map = (schema: SchemaObject, keyword: string): Readonly<Record<string, SchemaObject>> =>
  (schema[keyword] ?? {}) as Readonly<Record<string, SchemaObject>>;
const names = (schema: SchemaObject): readonly string[] => (schema["required"] ?? []) as readonly string[];
const union = (...sets: readonly ReadonlySet<string>[]): ReadonlySet<string> => new Set(sets.flatMap((set) => [...set]));

export function reading(schemas: Described, direction: Direction): Reading {
  const asWritten = direction === "written" ? undefined : reading(schemas, "written");
  const targetOf = (schema: SchemaObject): SchemaObject | undefined =>
    typeof schema["$ref"] === "string" ? schemas[schema["$ref"].slice(refTo("").length)] : undefined;

  /** A schema and all that holds wherever it does; what is said in place first. */
  function conjuncts(schema: SchemaObject): readonly SchemaObject[] {
    const inPlace = (each: SchemaObject): readonly SchemaObject[] => [each, ...list(each, "allOf").flatMap(inPlace)];
    const found = new Set(inPlace(schema));
    for (const each of found)
      for (const target of [targetOf(each)]) if (target !== undefined) for (const inner of inPlace(target)) found.add(inner);
    return [...found];
  }

  function isHidden(schema: SchemaObject): boolean {
    const says = (key: string): boolean => conjuncts(schema).some((each) => each[key] === true);
    const [readOnly, writeOnly] = [says("readOnly"), says("writeOnly")];
    return direction !== "written" && readOnly !== writeOnly && (direction === "request" ? readOnly : writeOnly);
  }

  function hiddenIn(schema: SchemaObject, met: readonly SchemaObject[] = []): Hidden {
    if (met.includes(schema)) return nothing;
    const all = conjuncts(schema);
    const always = new Set(all.flatMap((each) => universe.filter((name) => memberSchemas(each, name).some(isHidden))));
    const branches = all
      .flatMap((each) => [...list(each, "oneOf"), ...list(each, "anyOf")])
      .map((each) => hiddenIn(each, [...met, schema]).perhaps);
    return { always, perhaps: union(always, ...branches) };
  }

  function valid(schema: SchemaObject, value: unknown, around: Hidden = nothing): boolean {
    const own = hiddenIn(schema);
    const hidden = { always: union(around.always, own.always), perhaps: union(around.perhaps, own.perhaps) };
    const inBranch = { always: hidden.always, perhaps: hidden.always };
    const fits = (each: SchemaObject): boolean => valid(each, value, inBranch);
    const target = targetOf(schema);
    return (
      (target === undefined || valid(target, value, hidden)) &&
      isOfType(schema["type"], value) &&
      (!("const" in schema) || schema["const"] === value) &&
      (!Array.isArray(schema["enum"]) || schema["enum"].includes(value)) &&
      (typeof schema["maximum"] !== "number" || typeof value !== "number" || value <= schema["maximum"]) &&
      list(schema, "allOf").every((each) => valid(each, value, hidden)) &&
      (!Array.isArray(schema["anyOf"]) || list(schema, "anyOf").some(fits)) &&
      (!Array.isArray(schema["oneOf"]) || branchesOf(schema, "oneOf", value, fits).length === 1) &&
      (!Array.isArray(value) || schema["items"] === undefined || value.every((item) => valid(schema["items"] as SchemaObject, item))) &&
      (!isMembers(value) || membersValid(schema, value, hidden))
    );
  }

  function branchesOf(
    schema: SchemaObject,
    keyword: string,
    value: unknown,
    fits: (each: SchemaObject) => boolean,
  ): readonly SchemaObject[] {
    const discriminator = schema["discriminator"] as { readonly propertyName: string } | undefined;
    if (discriminator === undefined) return list(schema, keyword).filter(fits);
    const tag = isMembers(value) && Object.hasOwn(value, discriminator.propertyName) ? value[discriminator.propertyName] : undefined;
    return list(schema, keyword).filter((each) => each["$ref"] === refTo(String(tag)) && fits(each));
  }

  function membersValid(schema: SchemaObject, value: Members, { always, perhaps }: Hidden): boolean {
    const described = map(schema, "properties");
    return (
      names(schema).every((name) => perhaps.has(name) || Object.hasOwn(value, name)) &&
      Object.entries(value).every(([name, member]) => {
        const isSaid = memberSchemas(schema, name).length > 0;
        if (schema["additionalProperties"] === false && !isSaid) return false;
        // A property that is hidden by whatever holds, and what hides it itself, say nothing else of it.
        const saying = memberSchemas(schema, name).filter((inner) => !isHidden(inner) && !(always.has(name) && inner === described[name]));
        if (always.has(name) && saying.length < memberSchemas(schema, name).length && direction === "response") return false;
        return saying.every((inner) => valid(inner, member));
      })
    );
  }

  function defaultOf(schema: SchemaObject): unknown {
    const value = conjuncts(schema).find((each) => "default" in each)?.["default"];
    // What its own schema refuses as it is written is nobody's default.
    return value !== undefined && valid(schema, value) && asWritten?.valid(schema, value) !== false ? value : undefined;
  }

  /** Everything that a valid value is held against, the alternatives that it fits included, each with the names that are hidden there. */
  function holding(schema: SchemaObject, value: unknown, around = nothing.always, met = new Set<SchemaObject>()): readonly Holding[] {
    const own = conjuncts(schema).filter((each) => !met.has(each));
    for (const each of own) met.add(each);
    const always = union(around, hiddenIn(schema).always);
    const fits = (each: SchemaObject): boolean => valid(each, value, { always, perhaps: always });
    const meant = own.flatMap((each) => [...branchesOf(each, "oneOf", value, fits), ...list(each, "anyOf").filter(fits)]);
    return [...own.map((each) => ({ schema: each, hidden: always })), ...meant.flatMap((each) => holding(each, value, always, met))];
  }

  function completed(given: readonly SchemaObject[], value: unknown, fill: boolean): unknown {
    const all = given.flatMap((schema) => holding(schema, value));
    const schemasOf = all.map(({ schema }) => schema);
    if (Array.isArray(value)) {
      const items = schemasOf.flatMap((each) => (each["items"] === undefined ? [] : [each["items"] as SchemaObject]));
      return items.length === 0 ? value : value.map((item) => completed(items, item, fill));
    }
    if (!isMembers(value)) return value;
    const hidden = union(...all.map((each) => each.hidden));
    const kept = Object.entries(value).filter(([name]) => !hidden.has(name));
    const made = new Map(
      kept.map(([name, member]) => [
        name,
        completed(
          schemasOf.flatMap((each) => memberSchemas(each, name)),
          member,
          fill,
        ),
      ]),
    );
    if (fill) for (const each of all) addDefaults(each, made, new Set(schemasOf.flatMap(names)));
    return record([...made]);
  }

  function memberSchemas(schema: SchemaObject, name: string): readonly SchemaObject[] {
    const described = map(schema, "properties");
    const patterns = Object.entries(map(schema, "patternProperties")).filter(([pattern]) => new RegExp(pattern, "u").test(name));
    const said = [...(Object.hasOwn(described, name) ? [described[name] ?? {}] : []), ...patterns.map(([, inner]) => inner)];
    if (said.length > 0) return said;
    return isMembers(schema["additionalProperties"]) ? [schema["additionalProperties"]] : [];
  }

  function addDefaults({ schema, hidden }: Holding, made: Map<string, unknown>, required: ReadonlySet<string>): void {
    for (const [name, inner] of Object.entries(map(schema, "properties"))) {
      const known = hidden.has(name) || made.has(name) || required.has(name) ? undefined : defaultOf(inner);
      if (known !== undefined) made.set(name, completed([inner], structuredClone(known), true));
    }
  }

  return { valid: (schema, value) => valid(schema, value), completed: (schema, value, fill) => completed([schema], value, fill) };
}

function isOfType(type: unknown, value: unknown): boolean {
  switch (type) {
    case undefined:
      return true;
    case "object":
      return isMembers(value);
    case "array":
      return Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}
