import type { SchemaKeywords } from "../openapi/types.js";
import { usablePattern } from "./build-scalar.js";
import type { SchemaBuilder } from "./build-schema.js";
import type { ObjectAssertion, Property } from "./types.js";

/** The keywords that speak of objects, as one assertion. */
export function buildObject(value: SchemaKeywords, builder: SchemaBuilder): ObjectAssertion {
  const required = new Set(value.required ?? []);
  const properties = buildProperties(value, required, builder);
  for (const property of properties) required.delete(property.name);
  return {
    kind: "object",
    properties,
    required: [...required],
    patternProperties: Object.entries(value.patternProperties ?? {}).flatMap(([written, schema]) => {
      const pattern = usablePattern(written, value, ["patternProperties", written], builder.build);
      return pattern === undefined ? [] : [{ pattern, schema: builder.schema(schema, value.patternProperties ?? value, written) }];
    }),
    ...(value.additionalProperties === undefined
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

function buildProperties(value: SchemaKeywords, required: ReadonlySet<string>, builder: SchemaBuilder): readonly Property[] {
  const { properties } = value;
  if (properties === undefined) return [];
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    required: required.has(name),
    schema: builder.schema(schema, properties, name),
  }));
}
