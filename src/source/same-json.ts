import type { Json } from "./source-file.js";

/** Whether two values are the same: members in any order, numbers by value. */
export function sameJson(left: Json, right: Json): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const members = new Map<string, Json>(Object.entries(left));
  const others = new Map<string, Json>(Object.entries(right));
  return members.size === others.size && [...members].every(([key, value]) => others.has(key) && sameJson(value, others.get(key) ?? null));
}

/** A text that two values share where they are the same, and only then: for those who look for one value among many. */
export function sameJsonKey(value: Json): string {
  if (typeof value === "bigint") return `${String(value)}n`;
  if (typeof value === "number") return String(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item: Json) => sameJsonKey(item)).join()}]`;
  const members = Object.entries<Json>(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${sameJsonKey(member)}`).join()}}`;
}
