/** The power of ten that makes a divisor whole: 100 for 0.25. A number holds none above 1e308, which the smallest divisors would need. */
export function decimalScale(divisor: number): number {
  const [, fraction = "", exponent = "0"] = /^\d+(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(divisor)) ?? [];
  return 10 ** Math.min(308, Math.max(0, fraction.length - Number(exponent)));
}
