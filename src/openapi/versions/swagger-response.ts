import { childLocation, type DocumentLocation } from "../resolve/document-location.js";
import type { KindRule } from "../rules/rule.js";
import { mistakenResponse } from "../rules/meaning/mistaken-kind.js";
import { objects } from "../rules/objects.js";
import { withContentLevel } from "../rules/meaning/omitted-levels.js";
import { isObject, wrongType, type JsonObject, type Walk } from "../rules/rule.js";
import { text } from "../rules/scalars.js";
import { headers } from "../rules/sendable-names.js";
import { contentOf, mediaTypes, typesFor } from "./swagger-body.js";

/** A response of 2.0: one schema for all media types that the operation, or else its document, produces. */
export function readSwaggerResponse(raw: Parameters<KindRule>[0], at: DocumentLocation, walk: Walk, operation?: JsonObject): unknown {
  const levelled = withContentLevel(raw, at, walk);
  if (levelled !== raw) return objects.response(levelled, at, walk);
  const mistaken = mistakenResponse(raw, at, walk);
  if (mistaken !== undefined) return mistaken;
  if (!isObject(raw)) return wrongType(raw, "an object (a response)", at, walk);
  const { schema, headers: rawHeaders, examples, ...rest } = raw;
  const out: Record<string, unknown> = { ...rest };
  if (rest["description"] !== undefined) out["description"] = text(rest["description"], at, "description", walk);
  if (rawHeaders !== undefined) out["headers"] = headers(rawHeaders, at, "headers", walk);
  if (schema !== undefined) {
    const upgraded = walk.visit("schema", schema, childLocation(at, "schema"));
    const names = typesFor(schema, mediaTypes("produces", operation, at, "application/json"));
    out["content"] = contentOf(names, at, walk, (name) => ({
      ...(upgraded === undefined ? {} : { schema: upgraded }),
      ...(isObject(examples) && Object.hasOwn(examples, name) ? { example: examples[name] } : {}),
    }));
  }
  for (const key of Object.keys(out)) if (out[key] === undefined) Reflect.deleteProperty(out, key);
  walk.location(out, at);
  return out;
}
