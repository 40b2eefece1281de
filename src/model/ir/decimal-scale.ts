/** The power of ten that makes a divisor whole: 100 for 0.25. A number holds none above 1e308, which the smallest divisors would need. */
export function decimalScale(divisor: number): number {
  const [, fraction = "", exponent = "0"] = /^\d+(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(divisor)) ?? [];
  return 10 ** Math.min(308, Math.max(0, fraction.length - Number(exponent)));
}

/** The integer whose multiples are all integers that are multiples of a divisor: 3 for 1.5, 1 for 0.1. */
export function wholeDivisor(divisor: number | bigint): bigint {
  if (Number.isInteger(Number(divisor))) return BigInt(divisor);
  const [, whole = "0", fraction = "", exponent = "0"] = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(divisor)) ?? [];
  const digits = BigInt(whole + fraction);
  return digits / commonDivisor(digits, 10n ** BigInt(fraction.length - Number(exponent)));
}

function commonDivisor(one: bigint, other: bigint): bigint {
  return other === 0n ? one : commonDivisor(other, one % other);
}
