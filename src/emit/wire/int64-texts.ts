/** Alternatives of which one is a 64-bit integer and none is text: where a program holds it as text, text in JSON must not pass for it. */
import type { Api } from "../../model/ir/api.js";
import type { Schema, SchemaId } from "../../model/ir/schema.js";
import type { Int64LocationList, Int64Option } from "./int64-locations.js";

interface Known {
  readonly api: Pick<Api, "schemas">;
  readonly placesOf: (id: SchemaId) => Int64LocationList;
}

/** Whether a value of some alternatives may be a 64-bit integer, and no text. */
export function isIntegerAndNoText(options: readonly Int64Option[], known: Known): boolean {
  if (!options.some(({ locations }) => mayBeInteger(locations, known, new Set()))) return false;
  const seen = new Map<Schema, boolean>();
  return !options.some(({ schemas }) => schemas.every((schema) => takesText(schema, known, seen, 0)));
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

/** Of schemas further inside each other nothing is found out: they may take any text. */
const deepest = 100;

/** Whether a schema may take some text. */
function takesText(schema: Schema, known: Known, seen: Map<Schema, boolean>, level: number): boolean {
  const before = seen.get(schema);
  if (before !== undefined || level > deepest) return before ?? true;
  seen.set(schema, true); // of a circle, what else is said of it tells
  const inside = (inner: Schema): boolean => takesText(inner, known, seen, level + 1);
  const takes = schema.assertions.every((assertion) => {
    switch (assertion.kind) {
      case "never":
        return false;
      case "type":
        return assertion.types.includes("string");
      case "enum":
        return assertion.values.some((value) => typeof value === "string");
      case "ref": {
        const target = known.api.schemas.get(assertion.target)?.schema;
        return target === undefined || inside(target);
      }
      case "allOf":
        return assertion.members.every(inside);
      case "anyOf":
      case "oneOf":
        return assertion.members.some(inside);
      case "number":
      case "string":
      case "array":
      case "object":
      case "not":
      case "if":
      case "unevaluatedProperties":
      case "unevaluatedItems":
        return true;
    }
  });
  seen.set(schema, takes);
  return takes;
}
