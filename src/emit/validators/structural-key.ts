/** Which schemas hold values against the same, wherever they stand and whatever is said about them in prose. */
import { printJson } from "../../model/ir/print-json.js";
import type { Assertion, Int64, ObjectAssertion, Schema } from "../../model/ir/types.js";

/** A number that a schema shares with those, and only those, that assert the same in the same order. */
export type Sameness = (schema: Schema) => number;

/** Numbers each schema once: what a part asserts is asked for at each level above it. */
export function createSameness(): Sameness {
  const known = new WeakMap<Schema, number>();
  const numbers = new Map<string, number>();
  const numberOf = (schema: Schema): number => {
    const before = known.get(schema);
    if (before !== undefined) return before;
    const text = schema.assertions.map((assertion) => written(assertion, numberOf)).join(" ");
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    known.set(schema, number);
    return number;
  };
  return numberOf;
}

/** An assertion as a text of its own, with numbers for the schemas in it. */
function written(assertion: Assertion, numberOf: Sameness): string {
  const { kind } = assertion;
  const each = (schemas: readonly Schema[]): string => schemas.map(numberOf).join();
  const maybe = (schema: Schema | undefined): string => (schema === undefined ? "" : String(numberOf(schema)));
  switch (kind) {
    case "never":
      return kind;
    case "type":
      return `${kind}:${assertion.types.join()}${held(assertion.int64)}`;
    case "enum":
      return `${kind}:${printJson(assertion.values)}${held(assertion.int64)}`;
    case "number": {
      const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format, int64 } = assertion;
      return `${kind}${held(int64)}:${[minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf].join()},${quoted(format)}`;
    }
    case "string": {
      const { minLength, maxLength, pattern, format, binary = false } = assertion;
      return `${kind}:${[minLength, maxLength].join()},${quoted(pattern)},${quoted(format)},${String(binary)}`;
    }
    case "array": {
      const { prefixItems, items, contains, minItems, maxItems, uniqueItems } = assertion;
      const counted = contains === undefined ? "" : [numberOf(contains.schema), contains.min, contains.max].join();
      return `${kind}:${each(prefixItems)};${maybe(items)};${counted};${[minItems, maxItems, uniqueItems].join()}`;
    }
    case "object":
      return writtenObject(assertion, numberOf);
    case "ref":
      return `${kind}:${assertion.target}`;
    case "allOf":
      return `${kind}:${each(assertion.members)}`;
    case "anyOf":
    case "oneOf":
      return `${kind}:${each(assertion.members)};${JSON.stringify(assertion.discriminator ?? null)}`;
    case "if":
      return `${kind}:${[assertion.if, assertion.then, assertion.else].map(maybe).join()}`;
    case "not":
    case "unevaluatedProperties":
    case "unevaluatedItems":
      return `${kind}:${String(numberOf(assertion.schema))}`;
  }
}

function writtenObject(assertion: ObjectAssertion, numberOf: Sameness): string {
  const listed = assertion.properties.map(
    ({ name, required, schema }) => `${quoted(name)}${required ? "!" : "?"}${String(numberOf(schema))}`,
  );
  let text = `object:${listed.join()}`;
  for (const { pattern, schema } of assertion.patternProperties) text += `~${quoted(pattern)}${String(numberOf(schema))}`;
  for (const { property, schema } of assertion.dependentSchemas) text += `>${quoted(property)}${String(numberOf(schema))}`;
  const { required, dependentRequired, additionalProperties, propertyNames, minProperties, maxProperties } = assertion;
  if (required.length > 0 || dependentRequired.length > 0) text += JSON.stringify([required, dependentRequired]);
  const others = [additionalProperties, propertyNames].map((schema) => (schema === undefined ? undefined : numberOf(schema)));
  return `${text};${[...others, minProperties, maxProperties].join()}`;
}

const held = (int64: Int64 | undefined): string => (int64 === undefined ? "" : `${int64.as}${String(int64.unsigned)}`);

const quoted = (text: string | undefined): string => (text === undefined ? "" : JSON.stringify(text));
