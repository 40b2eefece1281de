import { isJsonArray, type Json } from "../../source/source-file.js";
import type { JsonType } from "./schema.js";

/** The type of a value; an integer is one, however it is written. */
export function typeOfValue(value: Json): JsonType {
  if (value === null) return "null";
  if (isJsonArray(value)) return "array";
  const type = typeof value;
  if (type === "number" || type === "bigint") return Number.isInteger(Number(value)) ? "integer" : "number";
  return type === "boolean" || type === "string" ? type : "object";
}

/** Whether a type is one of some; without any, it is. */
export function isAmong(type: JsonType, types: readonly JsonType[] | undefined): boolean {
  return types === undefined || types.includes(type) || (type === "integer" && types.includes("number"));
}

/** Whether a value is of one of some types; without any, it is. */
export function isOfTypes(value: Json, types: readonly JsonType[] | undefined): boolean {
  return isAmong(typeOfValue(value), types);
}
