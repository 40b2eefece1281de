import { diagnostic } from "../../../diagnostic/catalogue.js";
import type { Origin, Report } from "../../../diagnostic/diagnostic.js";
import type { Resolved } from "../../../openapi/resolve/resolved.js";
import { at, child, parse } from "../../../source/json-pointer.js";
import { isInteger } from "../../ir/is-integer.js";
import { isLarge } from "../../../source/json-text.js";
import { isJsonArray, type Json } from "../../../source/source-file.js";
import { isDescribedInt64, type Int64Question } from "./described-int64.js";
import { int64FormsOf, withInt64 } from "./int64.js";
import { changed, each, mapApi, mapAssertion } from "../../ir/map-schema.js";
import { surveyOf } from "../../ir/survey.js";
import type { Api } from "../../ir/api.js";
import type { Assertion, NumberAssertion, Schema } from "../../ir/schema.js";

/**
 * The API without bigints, except where 64-bit integers are exact. Elsewhere an integer that a number does not hold is rounded to the
 * nearest number, and the change is reported. Descriptions without such integers are not looked at.
 */
export function roundIntegers(api: Api, form: "number" | "bigint" | "string", resolved: Resolved, report: Report): Api {
  if (resolved.files.every(({ large }) => large === undefined)) return api;
  const formOf = int64FormsOf(api, form === "number" ? "bigint" : form);
  const question = { schemas: api.schemas, isInt64: (schema: Schema) => formOf(schema) !== undefined, isAsked: changes };
  const context: Context = { isHeld: form !== "number", formOf, question, resolved, report };
  const known = new Map<Schema, Schema>();
  const roundSchema = (schema: Schema): Schema => {
    const before = known.get(schema);
    if (before !== undefined) return before;
    const result = changed(schema, {
      assertions: each(schema.assertions, (assertion) => mapAssertion(roundAssertion(assertion, schema, context), roundSchema)),
      default: roundDefault(schema.default, schema, context),
    });
    known.set(schema, result);
    return result;
  };
  return mapApi(withInt64(api, form), (schema) => (surveyOf(schema).large ? roundSchema(schema) : schema));
}

interface Context {
  /** Whether 64-bit integers are held in a form of their own. */
  readonly isHeld: boolean;
  /** Of which schemas they could be. */
  readonly formOf: ReturnType<typeof int64FormsOf>;
  readonly question: Int64Question;
  readonly resolved: Resolved;
  readonly report: Report;
}

const roundAssertion = (assertion: Assertion, schema: Schema, context: Context): Assertion =>
  roundLimits(roundValues(assertion, schema, context), schema, context);

function roundValues(assertion: Assertion, schema: Schema, context: Context): Assertion {
  if (assertion.kind !== "enum") return assertion;
  const values = each(assertion.values, (value) => (isInteger(value) && assertion.int64 !== undefined ? value : rounded(value)));
  assertion.values.forEach((value, index) => {
    if (values[index] !== value && changes(value)) reportRounded(value, [["enum", index], ["const"]], schema, context);
  });
  return changed(assertion, { values });
}

const limits = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"] as const;

/** The largest and smallest of 64 bits limit nothing, so that they are rounded does not matter. */
const harmless: ReadonlySet<number> = new Set([-(2 ** 63), 2 ** 63, 2 ** 64]);

function roundLimits(assertion: Assertion, schema: Schema, context: Context): Assertion {
  if (assertion.kind !== "number" || assertion.int64 !== undefined) return assertion;
  const isWhole = isOfIntegers(schema);
  const roundSchema: Partial<Record<(typeof limits)[number], number>> = {};
  for (const key of limits) {
    const limit = assertion[key];
    if (limit === undefined) continue;
    const number = Number(limit);
    // Up to 3.0, a limit that is an exclusive one is written as the other kind.
    const paths = key === "exclusiveMinimum" ? [[key], ["minimum"]] : key === "exclusiveMaximum" ? [[key], ["maximum"]] : [[key]];
    if (isWhole && changes(limit) && !harmless.has(number)) reportRounded(limit, paths, schema, context, true);
    if (typeof limit === "bigint") roundSchema[key] = number;
  }
  return changed<NumberAssertion>(assertion, roundSchema);
}

/** Inside objects and lists it is places that tell what is held exactly; there a value is left as it is, where anything is. */
function roundDefault(value: Json | undefined, schema: Schema, context: Context): Json | undefined {
  if (value === undefined || (context.isHeld && (typeof value === "object" || context.formOf(schema) !== undefined))) return value;
  const number = rounded(value);
  if (changes(value)) reportRounded(value, [["default"]], schema, context);
  return number;
}

/** A value with numbers for all of its bigints; the same value where it has none. */
function rounded(value: Json): Json {
  if (typeof value === "bigint") return Number(value);
  if (typeof value !== "object" || value === null) return value;
  if (isJsonArray(value)) return each(value, rounded);
  const entries = Object.entries(value).map(([name, member]) => [name, rounded(member)] as const);
  return entries.some(([name, member]) => member !== value[name]) ? Object.fromEntries(entries) : value;
}

/** Whether a value has an integer that a number does not hold: many large ones are held exactly. */
function changes(value: Json): boolean {
  if (typeof value === "bigint") return isLarge(Number(value)) && BigInt(Number(value)) !== value;
  if (typeof value !== "object" || value === null) return false;
  return (isJsonArray(value) ? value : Object.values(value)).some(changes);
}

const isOfIntegers = ({ assertions }: Schema): boolean =>
  assertions.some((assertion) => asksForIntegers(assertion) || isOf64Bits(assertion));

const asksForIntegers = (assertion: Assertion): boolean => assertion.kind === "type" && assertion.types.includes("integer");

const isOf64Bits = (assertion: Assertion): boolean =>
  assertion.kind === "number" && (assertion.format === "int64" || assertion.format === "uint64");

/**
 * @param paths Where the value may stand in its schema: the first that exists.
 * @param isLimit Whether it limits values, and is none itself.
 */
function reportRounded(
  value: Json,
  paths: readonly (readonly (string | number)[])[],
  schema: Schema,
  { isHeld, question, resolved, report }: Context,
  isLimit = false,
): void {
  const becomes = typeof value === "bigint" && BigInt(Number(value)) !== value ? `, and is read as ${String(BigInt(Number(value)))}` : "";
  const subject = isInteger(value) ? `${String(value)} is` : "This value has an integer that is";
  const [instead, give] = isLimit ? ["write a limit that a number holds", "Give"] : ["describe it as a string", "Describe"];
  const as = isLimit ? 'it "type: integer" and "format: int64"' : 'it as "type: integer" with "format: int64"';
  const help =
    !isHeld && (isLimit ? question.isInt64(schema) : isDescribedInt64(value, schema, question))
      ? 'Set `int64` to "bigint" or "string" in the configuration: then it is exact.'
      : `${give} ${as}${isHeld ? "" : ', and set `int64` to "bigint" or "string" in the configuration'}; or ${instead}.`;
  report(
    diagnostic("unsafe-integer", `${subject} too large for a number to hold exactly${becomes}.`, {
      at: originOfFirst(paths, schema.origin, resolved),
      hint: help,
    }),
  );
}

function originOfFirst(paths: readonly (readonly (string | number)[])[], { file, pointer }: Origin, { files }: Resolved): Origin {
  const root = files.find(({ uri }) => uri === file)?.value;
  const pointers = paths.map((keys) => keys.reduce<string>(child, pointer));
  const isThere = (one: string): boolean => {
    const found = root === undefined ? undefined : at(root, parse(one) ?? []);
    return found !== undefined && typeof found !== "boolean";
  };
  return { file, pointer: pointers.find(isThere) ?? pointer };
}
