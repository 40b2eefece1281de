import type { Json } from "./source-file.js";

/**
 * Why the aliases of a YAML file cannot be followed: one of them leads to an ancestor, or all of them unfold to more than `most`
 * values. `undefined` when they can.
 */
export function unfolding(value: Json, most: number): string | undefined {
  const sizes = new Map<object, number>();
  const open = new Set<object>();
  const size = (each: Json): number => {
    if (typeof each !== "object" || each === null) return 1;
    if (open.has(each)) return Number.NaN;
    const known = sizes.get(each);
    if (known !== undefined) return known;
    open.add(each);
    const total = (Object.values(each) as readonly Json[]).reduce<number>((sum, member) => sum + size(member), 1);
    open.delete(each);
    sizes.set(each, total);
    return total;
  };
  const total = size(value);
  if (Number.isNaN(total)) return "An alias (*name) stands inside what it is an alias of.";
  return total > most ? `The aliases (*name) unfold to more than ${most} values.` : undefined;
}
