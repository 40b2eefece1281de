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
