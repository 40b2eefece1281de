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

/** The offset of the alias with which there are more values than some; of the last alias where none is. */
export function aliasBeyond(events: readonly Event[], text: string, limit: number): number {
  const sizes = new Map<string, number>();
  let [values, last] = [0, 0];
  for (const { event, isKey, name, opened } of nodesIn(events, text)) {
    if (event.type === EVENT_ID.POP) {
      if (name !== undefined && opened !== undefined) sizes.set(name, values - opened.mark);
      continue;
    }
    if (opened !== undefined) opened.mark = values;
    if (event.type !== EVENT_ID.ALIAS) {
      if (!isKey) values += 1;
      if (event.type === EVENT_ID.SCALAR && name !== undefined) sizes.set(name, 1);
      continue;
    }
    last = event.anchorStart - 1;
    if (!isKey) values += sizes.get(name ?? "") ?? 1;
    if (values > limit) return last;
  }
  return last;
}

/** The offset of the first key that is a list or an object; `undefined` when there is none. */
export function keyThatIsNoText(events: readonly Event[], text: string): number | undefined {
  for (const { event, isKey } of nodesIn(events, text))
    if (isKey && (event.type === EVENT_ID.SEQUENCE || event.type === EVENT_ID.MAPPING)) return event.start;
  return undefined;
}

interface Open {
  readonly isMapping: boolean;
  readonly name: string | undefined;
  isKeyNext: boolean;
  /** For whoever walks the nodes. */
  mark: number;
}

interface WalkedNode {
  readonly event: Exclude<Event, { readonly type: typeof EVENT_ID.DOCUMENT }>;
  /** Whether it is the key of a member. */
  readonly isKey: boolean;
  /** Its anchor. */
  readonly name: string | undefined;
  /** Of a list or an object, where it begins and where it ends. */
  readonly opened: Open | undefined;
}

/** The nodes of documents, in their order, and the ends of lists and objects. */
function* nodesIn(events: readonly Event[], text: string): Generator<WalkedNode> {
  const open: Open[] = [];
  for (const event of events) {
    if (event.type === EVENT_ID.DOCUMENT) {
      open.push({ isMapping: false, name: undefined, isKeyNext: false, mark: 0 });
      continue;
    }
    if (event.type === EVENT_ID.POP) {
      const opened = open.pop();
      yield { event, isKey: false, name: opened?.name, opened };
      continue;
    }
    const around = open.at(-1);
    const isKey = around?.isKeyNext === true;
    if (around?.isMapping === true) around.isKeyNext = !isKey;
    const name = event.anchorStart < 0 ? undefined : text.slice(event.anchorStart, event.anchorEnd);
    const isMapping = event.type === EVENT_ID.MAPPING;
    const opened = isMapping || event.type === EVENT_ID.SEQUENCE ? { isMapping, name, isKeyNext: isMapping, mark: 0 } : undefined;
    if (opened !== undefined) open.push(opened);
    yield { event, isKey, name, opened };
  }
}
