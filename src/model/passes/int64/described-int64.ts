import { isJsonArray, type Json } from "../../../source/source-file.js";
import { certain } from "../described-property.js";
import { withAlternatives } from "./int64.js";
import { partFinder } from "./parts-of-values.js";
import type { Api } from "../../ir/api.js";
import type { Schema } from "../../ir/schema.js";

/** What is asked of an API. */
export interface Int64Question {
  readonly schemas: Api["schemas"];
  readonly isInt64: (schema: Schema) => boolean;
  /** Whether a value has an integer that is asked about. */
  readonly isAsked: (value: Json) => boolean;
}

/** Whether all integers of a value that are asked about stand where they are described, by any schema of them, as those of 64 bits. */
export function isDescribedInt64(value: Json, schema: Schema, question: Int64Question): boolean {
  return isDescribedByAny(value, [schema], question);
}

/** All schemas at once: each of several alternatives may lead to several. */
function isDescribedByAny(value: Json, described: Iterable<Schema>, question: Int64Question): boolean {
  const { schemas, isInt64, isAsked } = question;
  const all = new Set(Array.from(described, (schema) => withAlternatives(schema, schemas)).flat());
  if (!isAsked(value) || [...all].some(isInt64)) return true;
  if (typeof value !== "object" || value === null) return false;
  const said = Array.from(all, (each) => ({ schema: { ...each, assertions: certain(each, schemas) }, certain: true, own: true }));
  const find = partFinder(said);
  const parts: readonly (readonly [string | number, Json])[] = isJsonArray(value) ? [...value.entries()] : Object.entries(value);
  return parts.every(([key, part]) => !isAsked(part) || isDescribedByAny(part, new Set(find(key).map(({ schema }) => schema)), question));
}
