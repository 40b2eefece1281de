/**
 * What generated functions need to complete a valid value: a copy that has the defaults of what was left out, and is without what
 * was not to be sent. What nothing is said about is shared with the value; the value itself is never changed.
 */
import { hasOwn } from "../shared/has-own.js";
import { isObject } from "./validate.js";

/** Gives a copy of a valid value. `fill`: with defaults; what is not to be there goes in any case. */
export type Complete = (value: unknown, fill: boolean) => unknown;

/** A list with its items completed: the first ones by `prefix`, the others by `rest`. What is no list stays as it is. */
export function completeItems(value: unknown, fill: boolean, rest?: Complete, prefix: readonly (Complete | undefined)[] = []): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((item: unknown, index) => {
    const complete = index < prefix.length ? prefix[index] : rest;
    return complete === undefined ? item : complete(item, fill);
  });
}

/** Completes the properties of a copy that are not among `names`. */
export function completeOthers(copy: Record<string, unknown>, fill: boolean, complete: Complete, names: readonly string[]): void {
  for (const name of Object.keys(copy)) if (!names.includes(name)) put(copy, name, complete(copy[name], fill));
}

/** Takes out of a copy all members but those of some names. */
export function dropOthers(copy: Record<string, unknown>, names: readonly string[]): void {
  for (const name of Object.keys(copy)) if (!names.includes(name)) Reflect.deleteProperty(copy, name);
}

/** Sets an own property, whatever its name: an assignment to `__proto__` would do something else. */
export function put(copy: Record<string, unknown>, name: string, value: unknown): void {
  if (name === "__proto__") Object.defineProperty(copy, name, { value, enumerable: true, configurable: true, writable: true });
  else copy[name] = value;
}

/** A default that is not to be filled in at a place. Without a value, none is. */
export interface RefusedDefault {
  readonly path: readonly string[];
  readonly value?: unknown;
}

/** A completed value without the defaults that are refused, as far as the value itself did not have them. */
export function withoutFilled(completed: unknown, value: unknown, refused: readonly RefusedDefault[]): unknown {
  if (!isObject(completed)) return completed;
  const copy = { ...completed };
  for (const { path, ...filled } of refused) {
    const [name, ...inner] = path;
    if (name === undefined || !hasOwn(copy, name)) continue;
    const before = isObject(value) && hasOwn(value, name) ? value[name] : undefined;
    if (inner.length > 0) put(copy, name, withoutFilled(copy[name], before, [{ ...filled, path: inner }]));
    else if (before === undefined && (!("value" in filled) || copy[name] === filled.value)) Reflect.deleteProperty(copy, name);
  }
  return copy;
}
