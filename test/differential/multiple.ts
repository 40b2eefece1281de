/**
 * Whether a number is a whole multiple of another, both as their shortest decimal digits: what a person reads in a description.
 * A whole number beyond 2^53 is the one that its binary form is.
 */
export function isMultiple(value: number, divisor: number): boolean {
  const [one, other] = [fraction(value), fraction(divisor)];
  // a/b is a multiple of c/d when a·d is one of c·b.
  return (one.above * other.below) % (other.above * one.below) === 0n;
}

function fraction(value: number): { readonly above: bigint; readonly below: bigint } {
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return { above: BigInt(value), below: 1n };
  const [digits = "0", exponent = "0"] = String(value).split("e");
  const [whole = "0", decimals = ""] = digits.split(".");
  const power = Number(exponent) - decimals.length;
  const above = BigInt(whole + decimals);
  return power < 0 ? { above, below: 10n ** BigInt(-power) } : { above: above * 10n ** BigInt(power), below: 1n };
}
