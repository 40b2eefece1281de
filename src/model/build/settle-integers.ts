import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Origin, Report } from "../../diagnostic/diagnostic.js";
import type { Resolved } from "../../openapi/resolve/resolved.js";
import { at, child, parse } from "../../source/json-pointer.js";
import { isInteger } from "../ir/is-integer.js";
import { isLarge } from "../../source/large.js";
import { isList, type Json } from "../../source/source-file.js";
import { int64FormsOf, withInt64 } from "../passes/int64.js";
import { changed, each, mapApi, mapAssertion } from "../ir/map.js";
import type { Api, Assertion, NumberAssertion, Schema } from "../ir/types.js";

/**
 * The API without bigints but where 64-bit integers are held in a form that is exact: everywhere else an integer that a number does not
 * hold becomes the number nearest to it, and what that changes is reported. Descriptions without such integers are not looked at.
 */
export function settleIntegers(api: Api, form: "number" | "bigint" | "string", resolved: Resolved, report: Report): Api {
  if (resolved.files.every(({ large }) => large === undefined)) return api;
  const pass: Pass = { isHeld: form !== "number", formOf: int64FormsOf(api, form === "number" ? "bigint" : form), resolved, report };
  const known = new Map<Schema, Schema>();
  const settled = (schema: Schema): Schema => {
    const before = known.get(schema);
    if (before !== undefined) return before;
    const result = changed(schema, {
      assertions: each(schema.assertions, (assertion) => mapAssertion(settle(assertion, schema, pass), settled)),
      default: settleDefault(schema.default, schema, pass),
    });
    known.set(schema, result);
    return result;
  };
  return mapApi(withInt64(api, form), settled);
}

interface Pass {
  /** Whether 64-bit integers are held in a form of their own. */
  readonly isHeld: boolean;
  /** Of which schemas they could be. */
  readonly formOf: ReturnType<typeof int64FormsOf>;
  readonly resolved: Resolved;
  readonly report: Report;
}

const settle = (assertion: Assertion, schema: Schema, pass: Pass): Assertion =>
  settleLimits(settleValues(assertion, schema, pass), schema, pass);

function settleValues(assertion: Assertion, schema: Schema, pass: Pass): Assertion {
  if (assertion.kind !== "enum") return assertion;
  const values = each(assertion.values, (value) => (isInteger(value) && assertion.int64 !== undefined ? value : rounded(value)));
  assertion.values.forEach((value, index) => {
    const isRounded = values[index] !== value || (isLarge(value) && assertion.int64 === undefined);
    if (isRounded) tell(value, [["enum", index], ["const"]], schema, pass);
  });
  return changed(assertion, { values });
}

const limits = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"] as const;

/** The largest and smallest of 64 bits limit nothing, so that they are rounded does not matter. */
const harmless: ReadonlySet<number> = new Set([-(2 ** 63), 2 ** 63, 2 ** 64]);

function settleLimits(assertion: Assertion, schema: Schema, pass: Pass): Assertion {
  if (assertion.kind !== "number" || assertion.int64 !== undefined) return assertion;
  const isWhole = isOfIntegers(schema);
  const settled: Partial<Record<(typeof limits)[number], number>> = {};
  for (const key of limits) {
    const limit = assertion[key];
    if (limit === undefined) continue;
    const number = Number(limit);
    // Up to 3.0, a limit that is an exclusive one is written as the other kind.
    const places = key === "exclusiveMinimum" ? [[key], ["minimum"]] : key === "exclusiveMaximum" ? [[key], ["maximum"]] : [[key]];
    if (isWhole && isLarge(number) && !harmless.has(number)) tell(limit, places, schema, pass);
    if (typeof limit === "bigint") settled[key] = number;
  }
  return changed<NumberAssertion>(assertion, settled);
}

/** Inside objects and lists it is places that tell what is held exactly; there a value is left as it is, where anything is. */
function settleDefault(value: Json | undefined, schema: Schema, pass: Pass): Json | undefined {
  if (value === undefined || (pass.isHeld && (typeof value === "object" || pass.formOf(schema) !== undefined))) return value;
  const number = rounded(value);
  if (number !== value) tell(value, [["default"]], schema, pass);
  return number;
}

/** A value with numbers for all of its bigints; the same value where it has none. */
function rounded(value: Json): Json {
  if (typeof value === "bigint") return Number(value);
  if (typeof value !== "object" || value === null) return value;
  if (isList(value)) return each(value, rounded);
  const entries = Object.entries(value).map(([name, member]) => [name, rounded(member)] as const);
  return entries.some(([name, member]) => member !== value[name]) ? Object.fromEntries(entries) : value;
}

const isOfIntegers = ({ assertions }: Schema): boolean =>
  assertions.some((assertion) => asksForIntegers(assertion) || isOf64Bits(assertion));

const asksForIntegers = (assertion: Assertion): boolean => assertion.kind === "type" && assertion.types.includes("integer");

const isOf64Bits = (assertion: Assertion): boolean =>
  assertion.kind === "number" && (assertion.format === "int64" || assertion.format === "uint64");

/** @param places Where the value may stand in its schema: the first that exists. */
function tell(
  value: Json,
  places: readonly (readonly (string | number)[])[],
  schema: Schema,
  { isHeld, formOf, resolved, report }: Pass,
): void {
  const becomes = typeof value === "bigint" && BigInt(Number(value)) !== value ? `, and is read as ${String(BigInt(Number(value)))}` : "";
  const subject = isInteger(value) ? `${String(value)} is` : "This value has an integer that is";
  const help = isHeld
    ? 'Say "type: integer" and "format: int64" of it, or describe it as a string.'
    : formOf(schema) !== undefined
      ? 'Set `int64` to "bigint" or "string" in the configuration: then it is exact.'
      : 'Describe it as a string; or as "type: integer" with "format: int64", and set `int64` to "bigint" or "string" in the configuration.';
  report(
    diagnostic("unsafe-integer", `${subject} too large for a number to hold exactly${becomes}.`, {
      at: placeOf(places, schema.origin, resolved),
      hint: help,
    }),
  );
}

function placeOf(places: readonly (readonly (string | number)[])[], { file, pointer }: Origin, { files }: Resolved): Origin {
  const root = files.find(({ uri }) => uri === file)?.value;
  const pointers = places.map((keys) => keys.reduce<string>(child, pointer));
  const isThere = (one: string): boolean => {
    const found = root === undefined ? undefined : at(root, parse(one) ?? []);
    return found !== undefined && typeof found !== "boolean";
  };
  return { file, pointer: pointers.find(isThere) ?? pointer };
}
