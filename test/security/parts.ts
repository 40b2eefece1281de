/** What the parts of a description with hostile places are made of. */
import type { Place } from "./places.js";

type Value = unknown;

/** What stands at a place that holds a value. */
export type At = (place: Place) => Value;
/** What stands at a place that is a key, or part of a longer text. */
export type Keys = (place: Place) => string;

/** An object with one property, own whatever its name is. */
export function own(name: string, value: Value): { readonly [key: string]: Value } {
  return Object.defineProperty({}, name, { value, enumerable: true, configurable: true, writable: true });
}

/** The properties of all, own whatever their names are. */
export function merge(...parts: readonly { readonly [key: string]: Value }[]): { readonly [key: string]: Value } {
  const result = {};
  for (const part of parts)
    for (const name of Object.keys(part))
      Object.defineProperty(result, name, { value: part[name], enumerable: true, configurable: true, writable: true });
  return result;
}

/** A reference to a component, whatever its name is. */
export const pointer = (section: string, name: string): { readonly $ref: string } => ({
  $ref: `#/components/${section}/${encodeURIComponent(wellFormed(name).replaceAll("~", "~0").replaceAll("/", "~1"))}`,
});
const wellFormed = (text: string): string => text.replace(/[\ud800-\udfff]/gu, "\ufffd");
