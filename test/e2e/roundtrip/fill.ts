/** What a handler is to see of what a body leaves out, worked out from the description alone. */
import type { Content, Operation } from "../../../src/model/ir/operation.js";
import type { Assertion, Schema } from "../../../src/model/ir/schema.js";
import { isMembers, isValid, type Schemas } from "../../support/valid.js";

/** The body with its defaults. A patch has none: what it leaves out stays as it is. */
export function withDefaults(schemas: Schemas, operation: Operation, { codec, mediaType, schema }: Content, body: unknown): unknown {
  const isPatch = operation.method === "PATCH" || mediaType.includes("patch+json");
  if (isPatch || schema === undefined || !["json", "form", "multipart", "lines"].includes(codec)) return body;
  // Of lines, the schema is of each, or of all together.
  if (codec === "lines" && Array.isArray(body) && !isValid(schemas, schema, body))
    return body.map((item) => filled(schemas, [schema], item));
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

/** All assertions that hold of a value: what is said in place before what is referred to, and that before what alternatives say. */
function holding(schemas: Schemas, schema: Schema, value: unknown, met = new Set<Schema>()): readonly Assertion[] {
  if (met.has(schema)) return [];
  met.add(schema);
  const inPlace = (of: Schema): readonly Assertion[] => [
    ...of.assertions.filter((assertion) => assertion.kind !== "allOf"),
    ...of.assertions.flatMap((assertion) => (assertion.kind === "allOf" ? assertion.members.flatMap(inPlace) : [])),
  ];
  const own = inPlace(schema);
  const referred = own.flatMap((assertion) => (assertion.kind === "ref" ? [schemas.get(assertion.target)?.schema] : []));
  const meant = own.flatMap((assertion) => branches(schemas, assertion, value));
  return [...own, ...[...referred, ...meant].flatMap((target) => (target === undefined ? [] : holding(schemas, target, value, met)))];
}

/** The alternatives that a value is of: that of its tag, or those that it fits. */
function branches(schemas: Schemas, assertion: Assertion, value: unknown): readonly (Schema | undefined)[] {
  if (assertion.kind === "if") return [isValid(schemas, assertion.if, value) ? assertion.then : assertion.else];
  if (assertion.kind !== "anyOf" && assertion.kind !== "oneOf") return [];
  const { discriminator, members } = assertion;
  const tag = discriminator !== undefined && isMembers(value) ? value[discriminator.property] : undefined;
  const tagged = members.filter((_, index) => typeof tag === "string" && discriminator?.tags[index]?.includes(tag) === true);
  return tagged.length > 0 ? tagged.slice(0, 1) : members.filter((member) => isValid(schemas, member, value));
}

function filled(schemas: Schemas, given: readonly Schema[], value: unknown): unknown {
  const all = given.flatMap((schema) => holding(schemas, schema, value));
  if (Array.isArray(value)) return value.map((item: unknown, index) => filled(schemas, itemSchemas(all, index), item));
  if (!isMembers(value)) return value;
  const result = new Map(Object.entries(value).map(([name, member]) => [name, filled(schemas, memberSchemas(all, name), member)]));
  for (const { name, required, schema } of all.flatMap((assertion) => (assertion.kind === "object" ? assertion.properties : []))) {
    if (required || result.has(name)) continue;
    const known = defaultOf(schemas, schema);
    if (known !== undefined && isValid(schemas, schema, known)) result.set(name, known);
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
