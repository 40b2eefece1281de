/** A report, by hand: a walk over its names, each of which says what its value is. */
const month = /^\d{4}-\d{2}$/;

export function isReport(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const report = value as Readonly<Record<string, unknown>>; // an object, as was asked
  if (typeof report["host"] !== "string") return false;
  for (const name in report) {
    if (name === "host") continue;
    const member = report[name];
    if (name.startsWith("x-")) {
      if (typeof member !== "string") return false;
    } else if (!month.test(name) || typeof member !== "number" || !Number.isInteger(member) || member < 0) return false;
  }
  return true;
}
