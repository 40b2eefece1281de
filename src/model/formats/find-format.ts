import type { NumberFormat, TextFormat } from "./format.js";
import { formats } from "./formats.js";

type KnownFormat = (typeof formats)[keyof typeof formats];

/** Everything that is known of a format. */
function formatOf(name: string): KnownFormat | undefined {
  return Object.hasOwn(formats, name) ? formats[name as keyof typeof formats] : undefined; // it was looked at
}

/** A format of strings. */
export function textFormatOf(name: string): TextFormat | undefined {
  const format = formatOf(name);
  return format !== undefined && "check" in format ? format : undefined;
}

/** What a format says of numbers. */
export function numberFormatOf(name: string): NumberFormat | undefined {
  const format = formatOf(name);
  return format !== undefined && "number" in format ? format.number : undefined;
}
