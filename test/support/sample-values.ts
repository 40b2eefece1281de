import type { ArrayAssertion, JsonType, NumberAssertion, StringAssertion } from "../../src/model/ir/schema.js";
import { buildObject } from "./sample-object.js";
import { deep, isTextual, isWritten, Unsatisfiable, type Parts, type Run } from "./sample-run.js";
import { pick, sampleString } from "./sample-text.js";
import { canonical, isType } from "./valid.js";

/** A value of which all the parts hold, more or less; what is left out is judged afterwards. */
export function build(run: Run, parts: Parts, depth: number, bytes: boolean): unknown {
  const textual = isTextual(run) || (run.options.carrier === "multipart" && depth > 0 && depth < 3);
  const [values, ...others] = parts.enums;
  if (values !== undefined) {
    const fitting = values.filter(
      (value) =>
        others.every((list) => list.some((other) => canonical(other) === canonical(value))) &&
        (parts.types?.some((type) => isType(type, value)) ?? true),
    );
    const told = textual ? fitting.filter((value) => value !== null && value !== "") : fitting;
    if (told.length === 0 && (textual || fitting.length === 0)) throw new Unsatisfiable("enum");
    const usable = told.length > 0 ? told : fitting;
    return parts.attempt === 0 ? pick(run.random, usable) : usable[parts.attempt % usable.length];
  }
  const type = chooseType(run, parts, textual, depth);
  switch (type) {
    case "null":
      return null;
    case "boolean":
      return run.random() < 0.5;
    case "integer":
    case "number":
      return buildNumber(run, parts.numbers, type === "integer");
    case "string":
      return buildString(run, parts.strings, bytes);
    case "array":
      return buildArray(run, parts.arrays, depth, bytes);
    case "object":
      return buildObject(run, parts.objects, depth);
    case undefined:
      throw new Unsatisfiable("type");
  }
}

function chooseType(run: Run, parts: Parts, textual: boolean, depth: number): JsonType | undefined {
  if (parts.types !== undefined) {
    const told = parts.types.filter((type) => type !== "null");
    if (told.length === 0) return textual ? undefined : parts.types[0];
    if (!textual && parts.types.includes("null") && (deep(run, depth) || run.random() < 0.2)) return "null";
    const flat = told.filter((type) => type !== "object" && type !== "array");
    return pick(run.random, deep(run, depth) && flat.length > 0 ? flat : told);
  }
  if (parts.objects.length > 0) return "object";
  if (parts.arrays.length > 0) return "array";
  if (parts.strings.length > 0) return "string";
  if (parts.numbers.length > 0) return "number";
  return textual ? "string" : (pick(run.random, ["string", "integer", "boolean", "object"] as const) ?? "string");
}

function buildNumber(run: Run, assertions: readonly NumberAssertion[], integer: boolean): number {
  const steps = assertions.flatMap(({ multipleOf }) => (multipleOf === undefined ? [] : [Number(multipleOf)]));
  const unit = steps.length === 0 ? (integer ? 1 : 0.25) : integer ? Math.ceil(Math.max(...steps)) : Math.max(...steps);
  const least = Math.max(
    -Infinity,
    ...assertions.flatMap((assertion) => [
      Number(assertion.minimum ?? -Infinity),
      Number(assertion.exclusiveMinimum ?? -Infinity) + unit / 2,
    ]),
  );
  const most = Math.min(
    Infinity,
    ...assertions.flatMap((assertion) => [
      Number(assertion.maximum ?? Infinity),
      Number(assertion.exclusiveMaximum ?? Infinity) - unit / 2,
    ]),
  );
  // Small values where the bounds allow: a bound of 64 bits is beyond what a JSON number can say.
  const low = Math.max(least, Math.min(1, most === Infinity ? 1 : most - 100 * unit));
  const from = Math.ceil(low / unit);
  const to = Math.floor(Math.min(most, low + 1000 * unit) / unit);
  if (to < from) return least > -Infinity ? least : most;
  const value = (from + Math.floor(run.random() * (to - from + 1))) * unit;
  return Object.is(value, -0) ? 0 : Number(value.toPrecision(12));
}

function buildString(run: Run, assertions: readonly StringAssertion[], bytes: boolean): string | Blob {
  if (bytes && (assertions.some((assertion) => assertion.binary === true) || run.options.carrier === "bytes")) {
    return new Blob([Uint8Array.from({ length: 40 }, () => Math.floor(run.random() * 256))], { type: "application/octet-stream" });
  }
  const text = sampleString(run.random, assertions, run.options.carrier === "plain" || run.options.words === "plain" ? "plain" : "hard");
  if (text === undefined) throw new Unsatisfiable("string");
  return text;
}

function buildArray(run: Run, assertions: readonly ArrayAssertion[], depth: number, bytes: boolean): unknown[] {
  const textual = isWritten(run, depth);
  const least = Math.max(
    0,
    ...assertions.map((assertion) => assertion.minItems ?? assertion.contains?.min ?? 0),
    ...assertions.map((assertion) => assertion.prefixItems.length),
  );
  const most = Math.min(Infinity, ...assertions.map((assertion) => assertion.maxItems ?? Infinity));
  const wished = deep(run, depth) && !textual ? 0 : 1 + Math.floor(run.random() * 2);
  const length = Math.min(most, Math.max(least, wished));
  const unique = assertions.some((assertion) => assertion.uniqueItems);
  const items: unknown[] = [];
  for (let attempt = 0; items.length < length && attempt < length + 20; attempt += 1) {
    const index = items.length;
    const contained = assertions.flatMap(({ contains }) => (contains !== undefined && index < contains.min ? [contains.schema] : []));
    const schemas = assertions.flatMap((assertion) => assertion.prefixItems[index] ?? assertion.items ?? []);
    let item: unknown;
    try {
      item = run.generate(run, [...schemas, ...contained], depth + 1, bytes);
    } catch (error) {
      if (error instanceof Unsatisfiable && items.length >= least && !textual) return items;
      throw error;
    }
    if (!unique || !items.some((other) => canonical(other) === canonical(item))) items.push(item);
  }
  return items;
}
