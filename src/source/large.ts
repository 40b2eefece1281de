/** Whether a number may stand for another integer of 64 bits than the one that was written. What is larger is of no format that has integers. */
export function isLarge(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value) && value >= -(2 ** 63) && value <= 2 ** 64;
}
