/**
 * Which members of one object or array have been looked at: what `unevaluatedProperties` and `unevaluatedItems` ask for.
 * An alternative marks in a record of its own (`fork`), which counts only when the alternative fits (`join`).
 */
export interface Evaluated {
  /** Names of properties; `true`: all of them. */
  names: Set<string> | true;
  /** All items before this one. */
  items: number;
  /** Items beyond, one by one. */
  readonly others: Set<number>;
}

export function evaluated(): Evaluated {
  return { names: new Set(), items: 0, others: new Set() };
}

/** A record for an alternative, when somebody keeps one. */
export function fork(seen: Evaluated | undefined): Evaluated | undefined {
  return seen === undefined ? undefined : evaluated();
}

/** Takes over what an alternative that fits has looked at. */
export function join(seen: Evaluated | undefined, inner: Evaluated | undefined): void {
  if (seen === undefined || inner === undefined) return;
  if (inner.names === true) seen.names = true;
  else if (seen.names !== true) for (const name of inner.names) seen.names.add(name);
  seen.items = Math.max(seen.items, inner.items);
  for (const index of inner.others) seen.others.add(index);
}

export function sawNames(seen: Evaluated | undefined, ...names: readonly string[]): void {
  if (seen === undefined || seen.names === true) return;
  for (const name of names) seen.names.add(name);
}

export function sawAllNames(seen: Evaluated | undefined): void {
  if (seen !== undefined) seen.names = true;
}

/** Items from the first to before `count`; `Infinity`: all. */
export function sawItems(seen: Evaluated | undefined, count: number): void {
  if (seen !== undefined) seen.items = Math.max(seen.items, count);
}

export function sawItem(seen: Evaluated | undefined, index: number): void {
  seen?.others.add(index);
}

export function isNameSeen(seen: Evaluated, name: string): boolean {
  return seen.names === true || seen.names.has(name);
}

export function isItemSeen(seen: Evaluated, index: number): boolean {
  return index < seen.items || seen.others.has(index);
}
