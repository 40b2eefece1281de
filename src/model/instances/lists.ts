import type { Json } from "../../source/source-file.js";
import type { Schema } from "../ir/schema.js";
import { inside, isDeep, leadsBack, type Parts, type Run } from "./run.js";

/** Longer lists are not made. */
const maxItems = 100;

/** A list of as few items as may be, but of one where it may have some; `undefined` where an item that it must have is not found. */
export function list(run: Run, { arrays, refs }: Parts): readonly Json[] | undefined {
  const least = arrays.reduce((most, { minItems = 0, contains }) => Math.max(most, minItems, contains?.min ?? 0), 0);
  const most = arrays.reduce((few, { maxItems: max = Infinity }) => Math.min(few, max), Infinity);
  if (least > maxItems) return undefined;
  const first = arrays.reduce((longest, { prefixItems }) => Math.max(longest, prefixItems.length), 0);
  const wanted = Math.min(Math.max(least, first, 1), most);
  const items: Json[] = [];
  while (items.length < wanted) {
    const index = items.length;
    const schemas = schemasOf(arrays, index);
    const isFree = index >= least;
    if (
      isFree &&
      (schemas.length === 0 || isDeep(run) || leadsBack(run, refs, schemas) || schemas.some((each) => run.cost(each) === Infinity))
    )
      break;
    // Items that have to differ, or are many of a kind, do.
    const mustDiffer = arrays.some(({ uniqueItems }) => uniqueItems);
    const isOther = index >= first || mustDiffer;
    const same = inside(run, refs, run.variant);
    const other = isOther ? run.instance(inside(run, refs, run.variant + index), schemas) : undefined;
    const item = other ?? (mustDiffer ? undefined : run.instance(same, schemas));
    if (item === undefined && isFree) break;
    if (item === undefined) return undefined;
    items.push(item);
  }
  return items;
}

function schemasOf(arrays: Parts["arrays"], index: number): readonly Schema[] {
  return arrays.flatMap(({ prefixItems, items, contains }) => {
    const own = prefixItems[index] ?? items;
    return [...(own === undefined ? [] : [own]), ...(contains !== undefined && index < contains.min ? [contains.schema] : [])];
  });
}
