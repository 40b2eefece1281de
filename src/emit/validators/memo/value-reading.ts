/** What is known of a value through the schemas that it is held against, put together from what is known of their parts. */
import type { Assertion, Schema, SchemaId } from "../../../model/ir/schema.js";
import type { AssertionOf } from "../../../model/ir/kinds.js";

/** A step into a value: `.name`. */
export type Step = `.${string}` | typeof anyName | typeof anyItem;
export const anyName = ".*";
export const anyItem = "[]";

export interface Reading<Known> {
  /** Of a schema that leads to no other. */
  readonly nothing: Known;
  readonly ofNamed: (target: SchemaId) => Known;
  /** Of alternatives: one value can be held against several of them. */
  readonly ofAlternatives: (assertion: AssertionOf<"anyOf" | "oneOf">) => Known;
  /** Of a schema of a part of the value. */
  readonly step: (name: Step, schema: Schema | undefined) => Known;
  /** Of parts that one value is held against all of. */
  readonly all: (parts: readonly Known[]) => Known;
  /** Of parts that one value is held against one of. */
  readonly either: (parts: readonly Known[]) => Known;
}

export function read<Known>({ assertions }: Schema, reading: Reading<Known>): Known {
  return reading.all(assertions.map((assertion) => readAssertion(assertion, reading)));
}

function readAssertion<Known>(assertion: Assertion, reading: Reading<Known>): Known {
  const { nothing, all, either, step } = reading;
  switch (assertion.kind) {
    case "ref":
      return reading.ofNamed(assertion.target);
    case "anyOf":
    case "oneOf":
      return reading.ofAlternatives(assertion);
    case "if": {
      const branches = [assertion.then, assertion.else].map((schema) => (schema === undefined ? nothing : read(schema, reading)));
      return all([read(assertion.if, reading), either(branches)]);
    }
    case "object": {
      const { properties, patternProperties, additionalProperties, dependentSchemas } = assertion;
      const named = properties.map(({ name, schema }) => step(`.${name}`, schema));
      const byPattern = patternProperties.map(({ schema }) => step(anyName, schema));
      const inPlace = dependentSchemas.map(({ schema }) => read(schema, reading));
      return all([either([...named, step(anyName, additionalProperties)]), ...byPattern, ...inPlace]);
    }
    case "array": {
      const { prefixItems, items, contains } = assertion;
      return all([either([...prefixItems, items].map((schema) => step(anyItem, schema))), step(anyItem, contains?.schema)]);
    }
    case "unevaluatedProperties":
      return step(anyName, assertion.schema);
    case "unevaluatedItems":
      return step(anyItem, assertion.schema);
    case "allOf":
      return all(assertion.members.map((member) => read(member, reading)));
    case "not":
      return read(assertion.schema, reading);
    // Lead to no schema.
    case "never":
    case "type":
    case "enum":
    case "number":
    case "string":
      return nothing;
  }
}
