/** What a handler is to see of what a body leaves out, worked out from the description alone. */
import type { Assertion, Content, Operation, Schema } from "../../../src/model/types.js";
import { isMembers, isType, type Schemas } from "../../support/valid.js";

/** The body with its defaults. A patch has none: what it leaves out stays as it is. */
export function withDefaults(schemas: Schemas, operation: Operation, { codec, mediaType, schema }: Content, body: unknown): unknown {
  const isPatch = operation.method === "PATCH" || mediaType.includes("patch+json");
  if (isPatch || schema === undefined || (codec !== "json" && codec !== "form" && codec !== "multipart")) return body;
  return filled(schemas, [schema], body);
}

/** The default that a schema, or what it refers to, gives a value that was not sent. */
export function defaultOf(schemas: Schemas, schema: Schema, level = 0): unknown {
  if (schema.default !== undefined || level > 20) return schema.default;
  return parents(schemas, schema)
    .map((parent) => defaultOf(schemas, parent, level + 1))
    .find((value) => value !== undefined);
}

/** Schemas that a value of this one is certainly held against as well. */
function parents(schemas: Schemas, { assertions }: Schema): readonly Schema[] {
  return assertions.flatMap((assertion) => {
    if (assertion.kind === "allOf") return assertion.members;
    const target = assertion.kind === "ref" ? schemas.get(assertion.target)?.schema : undefined;
    return target === undefined ? [] : [target];
  });
}

/** All assertions that certainly hold: what is said in place before what is referred to. */
function certain(schemas: Schemas, schema: Schema, met = new Set<Schema>()): readonly Assertion[] {
  if (met.has(schema)) return [];
  met.add(schema);
  const inPlace = (of: Schema): readonly Assertion[] => [
    ...of.assertions.filter((assertion) => assertion.kind !== "allOf"),
    ...of.assertions.flatMap((assertion) => (assertion.kind === "allOf" ? assertion.members.flatMap(inPlace) : [])),
  ];
  const own = inPlace(schema);
  const referred = own.flatMap((assertion) => (assertion.kind === "ref" ? [schemas.get(assertion.target)?.schema] : []));
  return [...own, ...referred.flatMap((target) => (target === undefined ? [] : certain(schemas, target, met)))];
}

function filled(schemas: Schemas, given: readonly Schema[], value: unknown): unknown {
  const all = given.flatMap((schema) => certain(schemas, schema));
  if (Array.isArray(value)) return value.map((item: unknown, index) => filled(schemas, itemSchemas(all, index), item));
  if (!isMembers(value)) return value;
  const result = new Map(Object.entries(value).map(([name, member]) => [name, filled(schemas, memberSchemas(all, name), member)]));
  for (const { name, required, schema } of all.flatMap((assertion) => (assertion.kind === "object" ? assertion.properties : []))) {
    if (required || schema.readOnly || result.has(name)) continue;
    const known = defaultOf(schemas, schema);
    if (known !== undefined && isOfType(certain(schemas, schema), known)) result.set(name, known);
  }
  return Object.fromEntries(result);
}

function itemSchemas(all: readonly Assertion[], index: number): readonly Schema[] {
  return all.flatMap((assertion) => {
    const schema = assertion.kind === "array" ? (assertion.prefixItems[index] ?? assertion.items) : undefined;
    return schema === undefined ? [] : [schema];
  });
}

function memberSchemas(all: readonly Assertion[], name: string): readonly Schema[] {
  return all.flatMap((assertion) => {
    if (assertion.kind !== "object") return [];
    const property = assertion.properties.find((candidate) => candidate.name === name)?.schema;
    const others = assertion.patternProperties.length === 0 ? assertion.additionalProperties : undefined;
    return [property ?? others].filter((schema) => schema !== undefined);
  });
}

/** Descriptions have defaults of the wrong type: these are none. */
function isOfType(assertions: readonly Assertion[], value: unknown): boolean {
  return assertions.every((assertion) => assertion.kind !== "type" || assertion.types.some((type) => isType(type, value)));
}
