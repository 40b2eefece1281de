import { EVENT_ID, type Event } from "js-yaml";
import type { Json } from "./source-file.js";

/** How large a value with shared parts is when it is written out. */
export interface UnfoldedSize {
  readonly values: number;
  /** Units of UTF-16 of names and texts, and one for each value. */
  readonly units: number;
}

/** What a value with shared parts unfolds to. It contains itself nowhere. */
export function unfolded(value: Json): UnfoldedSize {
  const sizes = new Map<object, UnfoldedSize>();
  const sizeOf = (each: Json): UnfoldedSize => {
    if (typeof each !== "object" || each === null) return { values: 1, units: 1 + String(each).length };
    const known = sizes.get(each);
    if (known !== undefined) return known;
    let [values, units] = [1, 1];
    for (const [name, member] of Object.entries(each) as readonly [string, Json][]) {
      const size = sizeOf(member);
      values += size.values;
      units += size.units + (Array.isArray(each) ? 0 : name.length);
    }
    const size = { values, units };
    sizes.set(each, size);
    return size;
  };
  return sizeOf(value);
}

/** How many values a value with shared parts unfolds to. It contains itself nowhere. */
export function unfoldedSize(value: Json): number {
  return unfolded(value).values;
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

/** The offset of the alias with which there is more of something than some; of the last alias where none is. */
export function aliasBeyond(events: readonly Event[], text: string, what: keyof UnfoldedSize, limit: number): number {
  const sizes = new Map<string, number>();
  let [size, last] = [0, 0];
  for (const { event, isKey, name, opened } of nodesIn(events, text)) {
    if (event.type === EVENT_ID.POP) {
      if (name !== undefined && opened !== undefined) sizes.set(name, size - opened.mark);
      continue;
    }
    if (opened !== undefined) opened.mark = size;
    if (event.type !== EVENT_ID.ALIAS) {
      const length = event.type === EVENT_ID.SCALAR && what === "units" ? Math.max(0, event.valueEnd - event.valueStart) : 0;
      size += length + (isKey ? 0 : 1);
      if (event.type === EVENT_ID.SCALAR && name !== undefined) sizes.set(name, length + 1);
      continue;
    }
    last = event.anchorStart - 1;
    if (!isKey) size += sizes.get(name ?? "") ?? 1;
    if (size > limit) return last;
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
