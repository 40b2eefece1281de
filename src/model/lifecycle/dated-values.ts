import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Origin } from "../../diagnostic/diagnostic.js";
import type { SchemaKeywords } from "../../openapi/rules/types.js";
import { isJsonArray, type Json } from "../../source/source-file.js";
import type { BuildContext } from "../build/context.js";
import { inside } from "../build/origin.js";
import { printJson } from "../ir/print-json.js";
import type { DatedValue, Lifecycle } from "../ir/lifecycle.js";
import { ended } from "./build-lifecycle.js";

/**
 * The values of an `enum` that are deprecated: `x-enumDeprecated` (Google: a flag for each value), `x-enum-deprecated` (the values, or
 * flags or reasons by value) and `x-enum-deprecated-messages` (reasons by value, or one for each).
 */
export function datedValues(schema: SchemaKeywords, at: Origin, build: BuildContext): readonly DatedValue[] {
  const values = schema.enum ?? [];
  const found = new Map<number, Lifecycle>();
  for (const key of ["x-enumDeprecated", "x-enum-deprecated", "x-enum-deprecated-messages"] as const) {
    const said = schema[key];
    if (said === undefined || said === null) continue;
    const read = readSaid(said, values, key === "x-enum-deprecated-messages");
    if (read === undefined) {
      const message = `"${key}" must be a list of values of the enum, a list with a flag for each, or an object of flags by value; it is not read.`;
      build.report(diagnostic("lifecycle-value-invalid", message, { at: inside(at, key) }));
      continue;
    }
    for (const [index, message] of read) found.set(index, ended(message ?? found.get(index)?.message));
  }
  const dated = [...found].sort(([a], [b]) => a - b).map(([index, lifecycle]) => ({ value: values[index] ?? null, lifecycle }));
  for (const { value, lifecycle } of dated) build.elements.add({ what: "enum value", name: textOf(value), value }, at, lifecycle);
  return dated;
}

type Said = readonly (readonly [index: number, message: string | undefined])[];

/** Which values are said to be deprecated, by position, and why; `undefined` where that is not understood. */
function readSaid(said: Json, values: readonly Json[], areReasons: boolean): Said | undefined {
  if (isJsonArray(said)) return (said.length === values.length ? eachOf(said, areReasons) : undefined) ?? namedIn(said, values);
  if (typeof said !== "object" || said === null) return undefined;
  const positions = positionsOf(values);
  const all = Object.entries(said).map(([name, flag]): Said | undefined => {
    const index = positions.get(name);
    if (flag === false || flag === null || flag === "") return [];
    return index === undefined || (flag !== true && typeof flag !== "string") ? undefined : [[index, flag === true ? undefined : flag]];
  });
  return all.includes(undefined) ? undefined : all.flatMap((one) => one ?? []);
}

/** A flag for each value, or a reason, which is empty for those that stay. */
function eachOf(said: readonly Json[], areReasons: boolean): Said | undefined {
  if (!said.every((flag) => typeof flag === (areReasons ? "string" : "boolean"))) return undefined;
  return said.flatMap((flag, index): Said =>
    flag === true ? [[index, undefined]] : typeof flag === "string" && flag !== "" ? [[index, flag]] : [],
  );
}

function namedIn(said: readonly Json[], values: readonly Json[]): Said | undefined {
  const positions = positionsOf(values);
  const found = said.map((named) => positions.get(textOf(named)));
  return found.includes(undefined) ? undefined : found.flatMap((index) => (index === undefined ? [] : [[index, undefined]]));
}

/** Where each value stands, by its text. */
function positionsOf(values: readonly Json[]): ReadonlyMap<string, number> {
  return new Map(values.map((value, index) => [textOf(value), index]));
}

const textOf = (value: Json): string => (typeof value === "string" ? value : printJson(value));
