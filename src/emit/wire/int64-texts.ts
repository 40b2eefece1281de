/** Alternatives of which one is a 64-bit integer and none is text: where a program holds it as text, text in JSON must not pass for it. */
import type { Api } from "../../model/ir/api.js";
import type { Schema, SchemaId } from "../../model/ir/schema.js";
import { possibleTypesOf } from "../../model/passes/possible-types.js";
import type { Int64LocationList, Int64Option } from "./int64-locations.js";

interface Known {
  readonly api: Pick<Api, "schemas">;
  readonly placesOf: (id: SchemaId) => Int64LocationList;
}

/** Whether a value of some alternatives may be a 64-bit integer, and no text. */
export function isIntegerAndNoText(options: readonly Int64Option[], known: Known): boolean {
  if (!options.some(({ locations }) => mayBeInteger(locations, known, new Set()))) return false;
  const possible = possibleTypesOf(known.api.schemas);
  const takesText = (schema: Schema): boolean =>
    !schema.assertions.some(({ kind }) => kind === "never") && possible.of(schema)?.includes("string") !== false;
  return !options.some(({ schemas }) => schemas.every(takesText));
}

/** Whether a value itself may be a 64-bit integer. */
function mayBeInteger(locations: Int64LocationList, known: Known, seen: Set<SchemaId>): boolean {
  return locations.some((location) => {
    switch (location.kind) {
      case "integer":
        return true;
      case "ref":
        if (seen.has(location.target)) return false;
        seen.add(location.target);
        return mayBeInteger(known.placesOf(location.target), known, seen);
      case "either":
        return mayBeInteger(location.locations, known, seen);
      case "fitting":
        return location.options.some(([, inner]) => mayBeInteger(inner, known, seen));
      // Tags are of objects.
      case "tag":
      case "object":
      case "array":
      case "unevaluated":
        return false;
    }
  });
}
