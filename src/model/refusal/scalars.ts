import type { Json } from "../../source/source-file.js";
import { numberFormatOf, textFormatOf } from "../formats/find-format.js";
import type { NumberFormat } from "../formats/format.js";
import { boundsBroken } from "../ir/bounds.js";
import { isInteger } from "../ir/is-integer.js";
import { printJson } from "../ir/print-json.js";
import { sameJson } from "../ir/same-json.js";
import type { AssertionOf } from "../ir/kinds.js";
import type { CheckedPattern, NumberAssertion, StringAssertion } from "../ir/schema.js";
import { isOfTypes } from "../ir/type-of-value.js";
import type { PatternAnalyses } from "../patterns/analyse-patterns.js";
import { checkedPattern, matchesPattern } from "../patterns/text-pattern.js";
import { here, type Look, type Refusal } from "./look.js";

export function refusalOfType({ types }: AssertionOf<"type">, value: Json): Refusal | undefined {
  return isOfTypes(value, types) ? undefined : here(`${wrongType} ${types.join(" or ")}`);
}

/** With what the reason begins where a value is of another type. */
export const wrongType = "is not of type";

const isNumber = (value: Json): value is number | bigint => typeof value === "number" || typeof value === "bigint";

/** Values of an enumeration that a reason names. */
const shownValues = 5;

export function refusalOfValue({ values }: AssertionOf<"enum">, value: Json): Refusal | undefined {
  if (values.some((member) => sameJson(member, value) || isSameNumber(member, value))) return undefined;
  if (values.length === 1) return here(`is not ${printJson(values[0] ?? null)}`);
  const shown = values.slice(0, shownValues).map((each) => printJson(each));
  return here(`is none of ${shown.join(", ")}${values.length > shownValues ? ` and ${String(values.length - shownValues)} more` : ""}`);
}

/** One of the two may have lost its last digits. */
const isSameNumber = (one: Json, other: Json): boolean => isNumber(one) && isNumber(other) && Number(one) === Number(other);

export function refusalOfNumber(assertion: NumberAssertion, value: Json, look: Look): Refusal | undefined {
  if (!isNumber(value)) return undefined;
  const broken = boundsBroken(assertion, value) ?? divisorBroken(assertion, value, look) ?? rangeBroken(assertion, value, look);
  return broken === undefined ? undefined : here(broken);
}

function divisorBroken({ multipleOf }: NumberAssertion, value: number | bigint, look: Look): string | undefined {
  if (multipleOf === undefined) return undefined;
  const { checks } = look.held;
  if (Number.isSafeInteger(value) && Number.isSafeInteger(multipleOf))
    return Number(value) % Number(multipleOf) === 0 ? undefined : notMultiple(multipleOf);
  // Where one of them is held exactly, the other may not be.
  if (checks === undefined || typeof value === "bigint" || typeof multipleOf === "bigint") {
    look.doubt();
    return undefined;
  }
  return checks.isMultiple(value, multipleOf) ? undefined : notMultiple(multipleOf);
}

const notMultiple = (divisor: number | bigint): string => `is not a multiple of ${String(divisor)}`;

function rangeBroken(assertion: NumberAssertion, value: number | bigint, look: Look): string | undefined {
  const { format } = assertion;
  const { checks } = look.held;
  if (format === undefined) return undefined;
  const range = numberFormatOf(format);
  // Of a format that nothing is known of, or that the value is of, it does not matter whether it is asserted.
  if (range === undefined || isInRange(value, range)) return undefined;
  if (checks?.asserts(assertion) === true) return `is not of the format ${format}`;
  look.doubt();
  return undefined;
}

/** An integer of more digits than a number holds may have lost the last ones before it came here: it is taken as it was meant. */
function isInRange(value: number | bigint, range: NumberFormat): boolean {
  if (range === "any") return true;
  const [min, max] = range.exact ?? [range.min, range.max];
  return isInteger(value) && Number(value) >= Number(min) && Number(value) <= Number(max);
}

export function refusalOfString(assertion: StringAssertion, value: Json, look: Look): Refusal | undefined {
  if (typeof value !== "string") return undefined;
  const broken = boundsBroken(assertion, value) ?? patternBroken(assertion, value, look) ?? formatBroken(assertion, value, look);
  return broken === undefined ? undefined : here(broken);
}

function patternBroken(assertion: StringAssertion, value: string, look: Look): string | undefined {
  const checked = checkedPattern(assertion);
  return checked !== undefined && matches(checked, value, look) === false ? `does not match the pattern ${checked.pattern}` : undefined;
}

/** Whether a text matches a pattern; `undefined`, with a doubt, where that is not tried. */
export function matches(checked: CheckedPattern, text: string, look: Look): boolean | undefined {
  const { patterns = false } = look.held;
  const tried = patterns === true ? checked : patterns === false ? undefined : boundedPattern(checked, patterns);
  const is = tried && matchesPattern(tried, text);
  if (is === undefined) look.doubt();
  return is;
}

/** A pattern with the limit that it would have, were it not accepted as it stands. */
function boundedPattern(checked: CheckedPattern, analyses: PatternAnalyses): CheckedPattern {
  const analysis = analyses.get(checked.pattern);
  return analysis === undefined ? checked : { pattern: checked.pattern, patternLimit: analysis.limit };
}

function formatBroken(assertion: StringAssertion, value: string, look: Look): string | undefined {
  const { format } = assertion;
  const { checks } = look.held;
  if (format === undefined) return undefined;
  const known = checks?.asserts(assertion) === true ? textFormatOf(format) : undefined;
  if (checks === undefined || known === undefined) {
    look.doubt();
    return undefined;
  }
  return checks.isOfFormat(value, known) ? undefined : `is not ${known.words}`;
}
