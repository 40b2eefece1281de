/**
 * A second reading of the model, for tests: interprets a schema instead of compiling it. Slow, small, and written apart from
 * the validator compiler, so that the two can be held against each other.
 */
import type {
  ArrayAssertion,
  Assertion,
  JsonType,
  NamedSchema,
  NumberAssertion,
  ObjectAssertion,
  Schema,
  SchemaId,
  StringAssertion,
} from "../../src/model/ir/schema.js";

export type Schemas = ReadonlyMap<SchemaId, NamedSchema>;
type Members = { readonly [name: string]: unknown };

const depthLimit = 200;

/** Whether a value (JSON, or a Blob where bytes stand) satisfies a schema. Formats are not judged. */
export function isValid(schemas: Schemas, schema: Schema, value: unknown, depth = 0): boolean {
  if (depth > depthLimit) return true;
  return schema.assertions.every((assertion) => holds(schemas, assertion, value, depth + 1, schema));
}

function holds(schemas: Schemas, assertion: Assertion, value: unknown, depth: number, parent: Schema): boolean {
  const valid = (schema: Schema, part: unknown): boolean => isValid(schemas, schema, part, depth);
  switch (assertion.kind) {
    case "never":
      return false;
    case "type":
      return assertion.types.some((type) => isType(type, value));
    case "enum":
      return assertion.values.some((member) => sameJson(member, value));
    case "number":
      return typeof value !== "number" || numberHolds(assertion, value);
    case "string":
      return typeof value !== "string" || stringHolds(assertion, value);
    case "array":
      return !Array.isArray(value) || arrayHolds(assertion, value, valid);
    case "object":
      return !isMembers(value) || objectHolds(assertion, value, valid);
    case "ref": {
      const target = schemas.get(assertion.target);
      return target === undefined || valid(target.schema, value);
    }
    case "allOf":
      return assertion.members.every((member) => valid(member, value));
    case "anyOf":
    case "oneOf":
      return chosenHolds(assertion, value, valid);
    case "not":
      return !valid(assertion.schema, value);
    case "if": {
      const branch = valid(assertion.if, value) ? assertion.then : assertion.else;
      return branch === undefined || valid(branch, value);
    }
    case "unevaluatedProperties":
      return (
        !isMembers(value) ||
        Object.entries(value).every(([name, member]) => mentions(schemas, parent, name, 0) || valid(assertion.schema, member))
      );
    case "unevaluatedItems":
      return true;
  }
}

/** A tag that names one member settles the choice: the others are not looked at. */
function chosenHolds(
  assertion: Extract<Assertion, { kind: "anyOf" | "oneOf" }>,
  value: unknown,
  valid: (schema: Schema, value: unknown) => boolean,
): boolean {
  const { members, discriminator } = assertion;
  if (discriminator !== undefined && isMembers(value)) {
    const tag = value[discriminator.property];
    const index = discriminator.tags.findIndex((tags) => typeof tag === "string" && tags.includes(tag));
    const member = members[index];
    if (member !== undefined) return valid(member, value);
    const { parent, defaultMember = tag === undefined ? parent : undefined } = discriminator;
    const fallback = defaultMember === undefined ? undefined : members[defaultMember];
    if (parent !== undefined) return fallback !== undefined && valid(fallback, value);
  }
  const count = members.filter((member) => valid(member, value)).length;
  return assertion.kind === "anyOf" ? count > 0 : count === 1;
}

export function isType(type: JsonType, value: unknown): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "boolean":
      return typeof value === "boolean";
    case "integer":
      return typeof value === "number" && Number.isInteger(value);
    case "number":
      return typeof value === "number";
    case "string":
      return typeof value === "string" || value instanceof Blob;
    case "array":
      return Array.isArray(value);
    case "object":
      return isMembers(value);
  }
}

export function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Blob);
}

function numberHolds(assertion: NumberAssertion, value: number): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = assertion;
  if (minimum !== undefined && value < minimum) return false;
  if (maximum !== undefined && value > maximum) return false;
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) return false;
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) return false;
  const times = multipleOf === undefined ? 0 : value / Number(multipleOf);
  return Math.abs(times - Math.round(times)) < 1e-9;
}

function stringHolds(assertion: StringAssertion, value: string): boolean {
  const length = Array.from(value).length;
  if (assertion.minLength !== undefined && length < assertion.minLength) return false;
  if (assertion.maxLength !== undefined && length > assertion.maxLength) return false;
  if (assertion.pattern === undefined) return true;
  return value.length <= (assertion.patternLimit ?? Infinity) && matches(assertion.pattern, value);
}

/** Patterns that are no ECMAScript with the flag `u` are tried without it; those that are none at all say nothing. */
export function matches(pattern: string, value: string): boolean {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(pattern, flags).test(value);
    } catch {
      // The next flags may read it.
    }
  }
  return true;
}

function arrayHolds(assertion: ArrayAssertion, value: readonly unknown[], valid: (schema: Schema, value: unknown) => boolean): boolean {
  const { prefixItems, items, contains } = assertion;
  if (value.length < (assertion.minItems ?? 0) || value.length > (assertion.maxItems ?? Infinity)) return false;
  if (assertion.uniqueItems && new Set(value.map(canonical)).size < value.length) return false;
  if (contains !== undefined) {
    const count = value.filter((item) => valid(contains.schema, item)).length;
    if (count < contains.min || count > (contains.max ?? Infinity)) return false;
  }
  return value.every((item, index) => {
    const schema = prefixItems[index] ?? items;
    return schema === undefined || valid(schema, item);
  });
}

function objectHolds(assertion: ObjectAssertion, value: Members, valid: (schema: Schema, value: unknown) => boolean): boolean {
  const names = Object.keys(value);
  if (names.length < (assertion.minProperties ?? 0) || names.length > (assertion.maxProperties ?? Infinity)) return false;
  const { required, properties, propertyNames, dependentRequired, dependentSchemas } = assertion;
  if (
    ![...required, ...properties.filter((property) => property.required).map((property) => property.name)].every((name) =>
      Object.hasOwn(value, name),
    )
  )
    return false;
  if (!dependentRequired.every((rule) => !Object.hasOwn(value, rule.property) || rule.required.every((name) => Object.hasOwn(value, name))))
    return false;
  if (!dependentSchemas.every((rule) => !Object.hasOwn(value, rule.property) || valid(rule.schema, value))) return false;
  // A name too long for a pattern is refused before the pattern sees it.
  const longest = Math.min(Infinity, ...assertion.patternProperties.map(({ patternLimit = Infinity }) => patternLimit));
  return names.every(
    (name) =>
      name.length <= longest &&
      (propertyNames === undefined || valid(propertyNames, name)) &&
      schemasOfProperty(assertion, name).every((schema) => valid(schema, value[name])),
  );
}

/** The schemas that one object assertion holds a property of that name to. */
export function schemasOfProperty(assertion: ObjectAssertion, name: string): readonly Schema[] {
  const own = assertion.properties.filter((property) => property.name === name).map((property) => property.schema);
  const found = [...own, ...assertion.patternProperties.filter(({ pattern }) => matches(pattern, name)).map(({ schema }) => schema)];
  if (found.length > 0) return found;
  return assertion.additionalProperties === undefined ? [] : [assertion.additionalProperties];
}

/** Whether any part of a schema, branches included, speaks of a property: enough for samples, which hold described properties only. */
function mentions(schemas: Schemas, schema: Schema, name: string, depth: number): boolean {
  if (depth > 20) return false;
  return schema.assertions.some((assertion) => {
    switch (assertion.kind) {
      case "object":
        return schemasOfProperty(assertion, name).length > 0;
      case "ref": {
        const target = schemas.get(assertion.target);
        return target !== undefined && mentions(schemas, target.schema, name, depth + 1);
      }
      case "allOf":
      case "anyOf":
      case "oneOf":
        return assertion.members.some((member) => mentions(schemas, member, name, depth + 1));
      case "if":
        return [assertion.if, assertion.then, assertion.else].some(
          (branch) => branch !== undefined && mentions(schemas, branch, name, depth + 1),
        );
      default:
        return false;
    }
  });
}

/** Text that is equal for values that JSON Schema holds equal. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isMembers(value)) return value === undefined ? "undefined" : JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join()}}`;
}

function sameJson(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}
