import { textFormatOf } from "../../../../../src/model/formats/find-format.js";
import { formats } from "../../../../../src/model/formats/formats.js";
import type { TextFormat } from "../../../../../src/model/formats/format.js";

/** Every format of strings, by name. */
export const textFormats: readonly (readonly [name: string, format: TextFormat])[] = Object.keys(formats).flatMap((name) => {
  const format = textFormatOf(name);
  return format === undefined ? [] : [[name, format] as const];
});

const modules = new Map<string, Readonly<Record<string, unknown>>>();
for (const name of new Set(textFormats.map(([, { module }]) => module)))
  modules.set(name, (await import(`../../../../../templates/runtime/validate/formats/${name}.ts`)) as Readonly<Record<string, unknown>>); // a module is such a record

/** What emitted code calls for a format. Throws when it asserts nothing. */
export function checkOf(format: string): (text: string) => boolean {
  const known = textFormatOf(format);
  const check = known === undefined ? undefined : modules.get(known.module)?.[known.check];
  if (typeof check !== "function") throw new Error(`${format} is not checked`);
  return check as (text: string) => boolean; // all exports of those files that the table names are such
}
