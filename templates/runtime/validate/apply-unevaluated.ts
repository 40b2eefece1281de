/** What generated functions need to complete the members of a valid value that nothing else in a schema looks at. */
import { put, type Complete } from "./apply-defaults.js";
import { isItemSeen, isNameSeen, type Evaluated } from "./evaluated.js";
import { isObject } from "./validate.js";

/** An object with the properties completed that nothing else looked at. What is no object stays as it is. */
export function completeUnseenProperties(value: unknown, fill: boolean, complete: Complete, seen: Evaluated): unknown {
  if (!isObject(value)) return value;
  const copy = { ...value };
  for (const name of Object.keys(copy)) if (!isNameSeen(seen, name)) put(copy, name, complete(copy[name], fill));
  return copy;
}

/** A list with the items completed that nothing else looked at. What is no list stays as it is. */
export function completeUnseenItems(value: unknown, fill: boolean, complete: Complete, seen: Evaluated): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((item: unknown, index) => (isItemSeen(seen, index) ? item : complete(item, fill)));
}
