import { readdirSync } from "node:fs";
import { textFormatOf } from "../../../../../src/model/formats/find-format.js";
import { formats } from "../../../../../src/model/formats/formats.js";
import type { TextFormat } from "../../../../../src/model/formats/format.js";

/** Every format of strings, by name. */
export const textFormats: readonly (readonly [name: string, format: TextFormat])[] = Object.keys(formats).flatMap((name) => {
  const format = textFormatOf(name);
  return format === undefined ? [] : [[name, format] as const];
});

const folder = new URL("../../../../../templates/runtime/validate/formats/", import.meta.url);
const checks = new Map<string, unknown>();
for (const name of readdirSync(folder)) {
  const exported = (await import(new URL(name, folder).href)) as Readonly<Record<string, unknown>>; // a module is such a record
  for (const [key, value] of Object.entries(exported)) checks.set(key, value);
}

/** What emitted code calls for a format. Throws when it asserts nothing. */
export function checkOf(format: string): (text: string) => boolean {
  const known = textFormatOf(format);
  const check = known === undefined ? undefined : checks.get(known.check);
  if (typeof check !== "function") throw new Error(`${format} is not checked`);
  return check as (text: string) => boolean; // all that the table names are such
}
