import { EVENT_ID, type Event } from "js-yaml";
import type { Json } from "./source-file.js";

/** How many values a value with shared parts unfolds to. It contains itself nowhere. */
export function unfoldedSize(value: Json): number {
  const sizes = new Map<object, number>();
  const size = (each: Json): number => {
    if (typeof each !== "object" || each === null) return 1;
    const known = sizes.get(each);
    if (known !== undefined) return known;
    const total = (Object.values(each) as readonly Json[]).reduce<number>((sum, member) => sum + size(member), 1);
    sizes.set(each, total);
    return total;
  };
  return size(value);
}

/** The first alias that stands inside what it is an alias of, with its offset; `undefined` when there is none. */
export function loopingAlias(events: readonly Event[], text: string): { readonly name: string; readonly offset: number } | undefined {
  // One entry per open object, list or document: its anchor.
  const open: (string | undefined)[] = [];
  for (const event of events) {
    if (event.type === EVENT_ID.POP) open.pop();
    else if (event.type === EVENT_ID.DOCUMENT) open.push(undefined);
    else if (event.type !== EVENT_ID.SCALAR) {
      const name = event.anchorStart < 0 ? undefined : text.slice(event.anchorStart, event.anchorEnd);
      if (event.type !== EVENT_ID.ALIAS) open.push(name);
      else if (name !== undefined && open.lastIndexOf(name) >= 0) return { name, offset: event.anchorStart - 1 };
    }
  }
  return undefined;
}
