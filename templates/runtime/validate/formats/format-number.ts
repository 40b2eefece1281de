/** Numbers written as strings, for those that JSON's numbers would lose digits of. */

/** A whole number of 64 bits. */
export function isInt64Text(text: string): boolean {
  return integer.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);
}

/** A whole number of 64 bits that is not below 0. */
export function isUint64Text(text: string): boolean {
  return integer.test(text) && BigInt.asUintN(64, BigInt(text)) === BigInt(text);
}

// No more digits than these numbers have: what is longer is refused before it becomes a number.
const integer = /^-?(?:0|[1-9]\d{0,19})$/;

/** Digits with a point somewhere, and no exponent. */
export function isDecimal(text: string): boolean {
  return decimalText.test(text);
}

const decimalText = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** A number with at most 34 significant digits, or one of the special values. @see https://spec.openapis.org/registry/format/decimal128 */
export function isDecimal128(text: string): boolean {
  const coefficient = decimal128.exec(text)?.[1];
  if (coefficient === undefined) return text === "NaN" || text === "INF" || text === "-INF";
  const digits = coefficient.replace(".", "");
  // Zeros at either end are not significant.
  let start = 0;
  let end = digits.length;
  while (digits.charAt(start) === "0") start += 1;
  while (end > start && digits.charAt(end - 1) === "0") end -= 1;
  return end - start <= 34;
}

const decimal128 = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(?:[Ee][+-]?\d{1,4})?$/;
