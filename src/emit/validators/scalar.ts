/** Assertions about numbers and strings. */
import { numberFormatOf } from "../../model/formats/find-format.js";
import { allRead } from "../../model/ir/assertion-fields.js";
import { decimalScale, wholeDivisor } from "../../model/ir/decimal-scale.js";
import type { CheckedPattern, Int64, NumberAssertion, StringAssertion } from "../../model/ir/schema.js";
import { checkedPattern } from "../../model/patterns/text-pattern.js";
import { bigint, code, literal, type Code } from "../print/code.js";
import { patternCode } from "../wire/pattern-code.js";
import { constant, runtime, type FunctionScope, type Place } from "./function-scope.js";
import { assertsFormat, formatCheckOf } from "./format-check.js";
import type { FailName } from "./statement.js";
import { and, atom, never, not, or, same, type Test } from "./test.js";

/** One way in which a value of the right type can be wrong. */
export interface Check {
  readonly wrong: Test;
  readonly by: FailName;
  readonly expected: Code;
  /** The function that is all there is to it. */
  readonly tested?: Code;
}

export function numberChecks(assertion: NumberAssertion, place: Place, scope: FunctionScope): readonly Check[] {
  const { value } = place;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format, int64, ...rest } = assertion;
  allRead(rest, "formatAsserted");
  const checks: Check[] = [];
  // A number of JavaScript may be compared with a bigint as it is.
  const number = int64?.as === "string" ? code`BigInt(${value})` : value;
  const compare = (limit: number | bigint | undefined, operator: Code, inverse: Code, by: FailName): void => {
    if (limit === undefined || Number.isNaN(limit)) return;
    const bound = exactly(limit, by, place, scope);
    const wrong = code`${number} ${operator} ${bound}`;
    // Where nothing has asked for a number, NaN is still there, which is neither less nor more: it is no number of JSON, and not limited.
    const right = place.known === undefined ? code`!(${wrong})` : code`${number} ${inverse} ${bound}`;
    checks.push({ wrong: atom(wrong, right), by, expected: said(limit) });
  };
  const asserted = format === undefined || !assertsFormat(assertion, scope) ? undefined : rangeCheck(format, place);
  const range = int64 === undefined ? asserted : int64Check(int64, value, scope);
  if (range !== undefined) checks.push(range);
  compare(minimum, code`<`, code`>=`, "failMinimum");
  compare(exclusiveMinimum, code`<=`, code`>`, "failExclusiveMinimum");
  compare(maximum, code`>`, code`<=`, "failMaximum");
  compare(exclusiveMaximum, code`>=`, code`<`, "failExclusiveMaximum");
  if (multipleOf !== undefined)
    checks.push({
      wrong: int64 === undefined ? notMultiple(value, Number(multipleOf), scope) : notMultiple64(number, multipleOf, place, scope),
      by: "failMultipleOf",
      expected: said(multipleOf),
    });
  return checks;
}

/** A limit to compare with: one that a number does not hold only bigints are compared with. */
function exactly(limit: number | bigint, by: FailName, place: Place, scope: FunctionScope): Code {
  return typeof limit === "bigint" ? bigintConstant(limit, by.replace("fail", ""), place, scope) : literal(limit);
}

/** A bigint that is made once, as there is no literal of it. */
function bigintConstant(value: number | bigint, purpose: string, { name }: Place, scope: FunctionScope): Code {
  return constant(scope, `${name.charAt(0).toLowerCase()}${name.slice(1)}${purpose}`, code`/* @__PURE__ */ ${bigint(value)}`);
}

/** A limit as issues name it, which can be written as JSON: in digits where a number does not hold it. */
const said = (limit: number | bigint): Code => literal(typeof limit === "bigint" ? String(limit) : limit);

/** All integers of 64 bits, where what holds them is exact. */
function int64Check({ as, unsigned }: Int64, value: Code, scope: FunctionScope): Check {
  const name = unsigned ? "isUint64" : "isInt64";
  const fits = code`${runtime(scope, as === "bigint" ? name : `${name}Text`, "shared")}(${value})`;
  return { wrong: atom(code`!${fits}`, fits), by: "failInt64", expected: literal(unsigned ? "uint64" : "int64") };
}

/** Of an integer only the whole part of a fraction in lowest terms is asked: a multiple of 1.5 is one of 3. */
function notMultiple64(number: Code, divisor: number | bigint, place: Place, scope: FunctionScope): Test {
  const whole = wholeDivisor(divisor);
  if (whole === 1n) return never;
  // What is left is 0 as a number where it is as a bigint.
  const rest = code`Number(${number} % ${bigintConstant(whole, "Divisor", place, scope)})`;
  return atom(code`${rest} !== 0`, code`${rest} === 0`);
}

function rangeCheck(format: string, { value, known }: Place): Check | undefined {
  const range = numberFormatOf(format);
  if (range === undefined || range === "any") return undefined;
  const { min, max } = range;
  const safe = min === Number.MIN_SAFE_INTEGER && max === Number.MAX_SAFE_INTEGER;
  const whole = known === "integer" ? [] : [atom(code`!Number.isInteger(${value})`, code`Number.isInteger(${value})`)];
  const below = atom(code`${value} < ${literal(min)}`, code`${value} >= ${literal(min)}`);
  const above = atom(code`${value} > ${literal(max)}`, code`${value} <= ${literal(max)}`);
  const wrong = safe ? atom(code`!Number.isSafeInteger(${value})`, code`Number.isSafeInteger(${value})`) : or(...whole, below, above);
  if (format === "int64") return { wrong, by: "failSafeInteger", expected: value };
  return format === "uint64"
    ? { wrong, by: "failSafeUint64", expected: value }
    : { wrong, by: "failIntegerFormat", expected: literal(format) };
}

function notMultiple(value: Code, divisor: number, scope: FunctionScope): Test {
  if (Number.isSafeInteger(divisor)) return atom(code`${value} % ${divisor} !== 0`, code`${value} % ${divisor} === 0`);
  const call = code`${runtime(scope, "isMultipleOf")}(${value}, ${literal(divisor)}, ${literal(decimalScale(divisor))})`;
  return atom(code`!${call}`, call);
}

export function stringChecks(assertion: StringAssertion, place: Place, scope: FunctionScope): readonly Check[] {
  const { value } = place;
  const { minLength = 0, maxLength, pattern, linearPattern, patternLimit, format, ...rest } = assertion;
  // What is said of contents is for readers.
  allRead(rest, "formatAsserted", "contentEncoding", "contentMediaType", "binary");
  const checks: Check[] = [];
  if (minLength > 0) checks.push({ wrong: tooShort(value, minLength, scope), by: "failMinLength", expected: literal(minLength) });
  if (maxLength !== undefined) checks.push({ wrong: tooLong(value, maxLength, scope), by: "failMaxLength", expected: literal(maxLength) });
  const checked = checkedPattern({ pattern, linearPattern, patternLimit });
  const constant = checked && patternConstant(checked, place, scope);
  if (constant !== undefined && pattern !== undefined) {
    const matches = code`${constant}.test(${value})`;
    if (patternLimit !== undefined)
      checks.push({ wrong: not(withinLimit(value, patternLimit)), by: "failPatternLength", expected: literal(patternLimit) });
    checks.push({
      wrong: atom(code`!${matches}`, matches),
      by: "failPattern",
      expected: linearPattern === undefined ? constant : literal(pattern),
    });
  }
  const known = formatCheckOf(assertion, scope);
  if (known !== undefined) {
    const tested = known.check();
    const call = code`${tested}(${value})`;
    checks.push({ wrong: atom(code`!${call}`, call), by: known.by, expected: literal(format ?? ""), tested });
  }
  return checks;
}

/** Whether a text is short enough for a pattern that is slow on some long ones. */
export function withinLimit(text: Code, limit: number): Test {
  return atom(code`${text}.length <= ${limit}`, code`${text}.length > ${limit}`);
}

/** A constant that holds a pattern; `undefined` where it is no regular expression. */
export function patternConstant(pattern: CheckedPattern, place: Place, scope: FunctionScope): Code | undefined {
  const name = `${place.name.charAt(0).toLowerCase()}${place.name.slice(1)}Pattern`;
  const value = patternCode(pattern, (each) => runtime(scope, each, "shared"));
  return value && constant(scope, name, code`/* @__PURE__ */ ${value}`);
}

// A character takes one or two units of UTF-16: most texts are settled by `length`, which costs nothing.
function tooShort(value: Code, min: number, scope: FunctionScope): Test {
  if (min === 1) return same(value, code`""`);
  const count = code`${runtime(scope, "codePoints")}(${value})`;
  return and(
    atom(code`${value}.length < ${2 * min}`, code`${value}.length >= ${2 * min}`),
    atom(code`${count} < ${min}`, code`${count} >= ${min}`),
  );
}

function tooLong(value: Code, max: number, scope: FunctionScope): Test {
  // Compared with "", TypeScript would know the value, and find fault with any further comparison.
  if (max === 0) return atom(code`${value}.length > 0`, code`${value}.length === 0`);
  const count = code`${runtime(scope, "codePoints")}(${value})`;
  return and(
    atom(code`${value}.length > ${max}`, code`${value}.length <= ${max}`),
    atom(code`${count} > ${max}`, code`${count} <= ${max}`),
  );
}
