/**
 * 64-bit integers that are held as bigints, or as strings of decimal digits.
 */

const int64Digits = /^-?(?:0|[1-9][0-9]*)$/;
/** No integer of 64 bits is written longer, sign included: longer text need not become a bigint to be refused. */
const longestInt64 = 20;

/** Whether a bigint is one of 64 bits, with a sign. */
export function isInt64(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}

/** Whether a bigint is one of 64 bits, without a sign. */
export function isUint64(value: bigint): boolean {
  return BigInt.asUintN(64, value) === value;
}

/** Whether a value is an integer as text, the way JSON writes one: no plus, no leading zero, nothing around it. */
export function isDigits(value: unknown): value is string {
  return typeof value === "string" && int64Digits.test(value);
}

/** Whether an integer as text is one of 64 bits, with a sign. */
export function isInt64Text(value: string): boolean {
  return value.length <= longestInt64 && isInt64(BigInt(value));
}

/** Whether an integer as text is one of 64 bits, without a sign. */
export function isUint64Text(value: string): boolean {
  return value.length <= longestInt64 && isUint64(BigInt(value));
}
