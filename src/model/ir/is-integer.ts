/** Whether a value is an integer, held as it may be. */
export function isInteger(value: unknown): value is number | bigint {
  return typeof value === "bigint" || Number.isInteger(value);
}
