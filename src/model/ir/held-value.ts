import type { Json } from "../../source/source-file.js";
import { isInteger } from "./is-integer.js";
import type { Int64 } from "./schema.js";

/** A value of a description as a program holds it where integers are of 64 bits: a bigint is one, whatever its size, and so is a string of digits. */
export function heldValue(value: Json, { as }: Int64): Json {
  if (!isInteger(value)) return value;
  return as === "bigint" ? BigInt(value) : String(value);
}
