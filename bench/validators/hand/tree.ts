/* eslint-disable @typescript-eslint/prefer-for-of -- an index is fastest */
/** A tree, by hand: no deeper than 500 levels, as JSON from a stranger should be. */
export function isTree(value: unknown): boolean {
  return isTreeAt(value, 0);
}

function isTreeAt(value: unknown, depth: number): boolean {
  if (depth > 500 || typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { id, label, children } = value as Readonly<Record<string, unknown>>; // an object, as was asked
  if (!Number.isInteger(id) || typeof label !== "string" || !Array.isArray(children)) return false;
  for (let i = 0; i < children.length; i += 1) if (!isTreeAt(children[i], depth + 1)) return false;
  return true;
}
