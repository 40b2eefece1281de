import type { SchemaKeywords } from "../../openapi/rules/types.js";
import type { SchemaBuilder } from "./build-schema.js";
import type { ArrayAssertion } from "../ir/schema.js";

/** The keywords that speak of arrays, as one assertion. */
export function buildArray(value: SchemaKeywords, builder: SchemaBuilder): ArrayAssertion {
  const { prefixItems, items, contains, minItems, maxItems, uniqueItems } = value;
  return {
    kind: "array",
    prefixItems: (prefixItems ?? []).map((item) => builder.schema(item, value, "prefixItems")),
    ...(items === undefined ? {} : { items: builder.schema(items, value, "items") }),
    ...(contains === undefined
      ? {}
      : { contains: { schema: builder.schema(contains, value, "contains"), min: value.minContains ?? 1, max: value.maxContains } }),
    ...(minItems === undefined ? {} : { minItems }),
    ...(maxItems === undefined ? {} : { maxItems }),
    uniqueItems: uniqueItems === true,
  };
}
