import type { SchemaKeywords } from "../../openapi/rules/types.js";
import type { SchemaBuilder } from "./build-schema.js";
import { applyPatternPolicy } from "../patterns/apply-pattern-policy.js";
import type { ObjectAssertion, Property } from "../ir/schema.js";

/** The keywords that speak of objects, as one assertion. */
export function buildObject(value: SchemaKeywords, builder: SchemaBuilder): ObjectAssertion {
  const required = new Set(value.required ?? []);
  const properties = buildProperties(value, required, builder);
  for (const property of properties) required.delete(property.name);
  const patternProperties = buildPatternProperties(value, builder);
  return {
    kind: "object",
    properties,
    required: [...required],
    patternProperties,
    // What a name is not checked against, it may match: it is none of the others then.
    ...(value.additionalProperties === undefined || patternProperties.length < Object.keys(value.patternProperties ?? {}).length
      ? {}
      : { additionalProperties: builder.schema(value.additionalProperties, value, "additionalProperties") }),
    ...(value.propertyNames === undefined ? {} : { propertyNames: builder.schema(value.propertyNames, value, "propertyNames") }),
    ...(value.minProperties === undefined ? {} : { minProperties: value.minProperties }),
    ...(value.maxProperties === undefined ? {} : { maxProperties: value.maxProperties }),
    dependentRequired: Object.entries(value.dependentRequired ?? {}).map(([property, names]) => ({ property, required: names })),
    dependentSchemas: Object.entries(value.dependentSchemas ?? {}).map(([property, schema]) => ({
      property,
      schema: builder.schema(schema, value.dependentSchemas ?? value, property),
    })),
  };
}

function buildPatternProperties(value: SchemaKeywords, builder: SchemaBuilder): ObjectAssertion["patternProperties"] {
  const { patternProperties } = value;
  if (patternProperties === undefined) return [];
  return Object.entries(patternProperties).flatMap(([written, schema]) => {
    const usable = applyPatternPolicy(written, { schema: value, keys: ["patternProperties", written] }, builder.build);
    return usable === undefined ? [] : [{ ...usable, schema: builder.schema(schema, patternProperties, written) }];
  });
}

function buildProperties(value: SchemaKeywords, required: ReadonlySet<string>, builder: SchemaBuilder): readonly Property[] {
  const { properties } = value;
  if (properties === undefined) return [];
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    required: required.has(name),
    schema: builder.schema(schema, properties, name),
  }));
}
