/**
 * Whether a number is a multiple of a decimal fraction, exactly as written: 19.99 is a multiple of 0.01 although no binary
 * fraction says so. `scale` is the power of ten that makes the divisor whole.
 */
export function isMultipleOf(value: number, divisor: number, scale: number): boolean {
  const scaled = Math.round(value * scale);
  // Up to 15 digits a decimal and its binary form stand for each other: the division decides it.
  if (Math.abs(scaled) <= 1e15 && scale <= 1e15) return scaled / scale === value && scaled % Math.round(divisor * scale) === 0;
  return isExactMultiple(value, divisor);
}

function isExactMultiple(value: number, divisor: number): boolean {
  if (!Number.isFinite(value)) return false;
  const [digits, exponent] = decimal(value);
  const [divisorDigits, divisorExponent] = decimal(divisor);
  const lowest = Math.min(exponent, divisorExponent);
  const rest = (digits * powerOfTen(exponent - lowest)) % (divisorDigits * powerOfTen(divisorExponent - lowest));
  // What is left is 0 as a number where it is as a bigint. The literal `0n` would need a `target` of ES2020.
  return Number(rest) === 0;
}

const powerOfTen = (exponent: number): bigint => BigInt(`1${"0".repeat(exponent)}`);

/** A number as the shortest digits that stand for it, times a power of ten; a whole one beyond 2^53 is what its binary form is, as for `%`. */
function decimal(value: number): readonly [digits: bigint, exponent: number] {
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return [BigInt(value), 0];
  const [mantissa = "0", exponent = "0"] = value.toExponential().split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}
