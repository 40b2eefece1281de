/** Assertions about numbers and strings. */
import type { NumberAssertion, StringAssertion } from "../../model/types.js";
import { code, literal, regExp, type Code } from "../code.js";
import { constant, runtime, type FunctionScope, type Place } from "./function-scope.js";
import { numberRange, stringFormat } from "./format.js";
import { atLeast, atMost } from "./message.js";
import { patternFlags } from "./pattern-flags.js";
import { and, atom, or, same, type Test } from "./test.js";

/** One way in which a value of the right type can be wrong. */
export interface Check {
  readonly wrong: Test;
  readonly keyword: string;
  readonly message: string;
}

/** @param integer Whether it is settled that the number is whole. */
export function numberChecks(assertion: NumberAssertion, place: Place, scope: FunctionScope): readonly Check[] {
  const { value } = place;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format } = assertion;
  const checks: Check[] = [];
  const compare = (limit: number | undefined, operator: Code, inverse: Code, keyword: string, words: string): void => {
    if (limit === undefined || Number.isNaN(limit)) return;
    const bound = literal(limit);
    checks.push({
      wrong: atom(code`${value} ${operator} ${bound}`, code`${value} ${inverse} ${bound}`),
      keyword,
      message: `must be ${words} ${String(limit)}`,
    });
  };
  const range = format === undefined ? undefined : numberRange(format);
  if (range !== undefined) checks.push(rangeCheck(range, place));
  compare(minimum, code`<`, code`>=`, "minimum", "at least");
  compare(exclusiveMinimum, code`<=`, code`>`, "exclusiveMinimum", "greater than");
  compare(maximum, code`>`, code`<=`, "maximum", "at most");
  compare(exclusiveMaximum, code`>=`, code`<`, "exclusiveMaximum", "less than");
  if (multipleOf !== undefined) {
    checks.push({
      wrong: notMultiple(value, multipleOf, scope),
      keyword: "multipleOf",
      message: `must be a multiple of ${String(multipleOf)}`,
    });
  }
  return checks;
}

function rangeCheck({ min, max }: { readonly min: number; readonly max: number }, { value, known }: Place): Check {
  const safe = min === Number.MIN_SAFE_INTEGER && max === Number.MAX_SAFE_INTEGER;
  const whole = known === "integer" ? [] : [atom(code`!Number.isInteger(${value})`, code`Number.isInteger(${value})`)];
  const below = atom(code`${value} < ${literal(min)}`, code`${value} >= ${literal(min)}`);
  const above = atom(code`${value} > ${literal(max)}`, code`${value} <= ${literal(max)}`);
  const wrong = safe ? atom(code`!Number.isSafeInteger(${value})`, code`Number.isSafeInteger(${value})`) : or(...whole, below, above);
  return { wrong, keyword: "format", message: rangeMessage(min, max) };
}

export function rangeMessage(min: number, max: number): string {
  return `must be an integer between ${String(min)} and ${String(max)}`;
}

function notMultiple(value: Code, divisor: number, scope: FunctionScope): Test {
  if (Number.isSafeInteger(divisor)) return atom(code`${value} % ${divisor} !== 0`, code`${value} % ${divisor} === 0`);
  const [, fraction = "", exponent = "0"] = /^\d+(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(divisor)) ?? [];
  const scale = 10 ** Math.max(0, fraction.length - Number(exponent));
  const call = code`${runtime(scope, "isMultipleOf", "decimal")}(${value}, ${literal(divisor)}, ${literal(scale)})`;
  return atom(code`!${call}`, call);
}

export function stringChecks(assertion: StringAssertion, place: Place, scope: FunctionScope): readonly Check[] {
  const { value } = place;
  const { minLength = 0, maxLength, pattern, format } = assertion;
  const checks: Check[] = [];
  if (minLength > 0)
    checks.push({ wrong: tooShort(value, minLength, scope), keyword: "minLength", message: atLeast(minLength, "character") });
  if (maxLength !== undefined) {
    checks.push({ wrong: tooLong(value, maxLength, scope), keyword: "maxLength", message: atMost(maxLength, "character") });
  }
  if (pattern !== undefined) {
    const matches = patternTest(pattern, value, place, scope);
    if (matches !== undefined) {
      const shown = pattern.length <= 100 ? `must match the pattern ${pattern}` : "must match the described pattern";
      checks.push({ wrong: atom(code`!${matches}`, matches), keyword: "pattern", message: shown });
    }
  }
  const known = format === undefined ? undefined : stringFormat(format);
  if (known !== undefined) {
    const call = code`${runtime(scope, known.check, known.file)}(${value})`;
    checks.push({ wrong: atom(code`!${call}`, call), keyword: "format", message: `must be ${known.words}` });
  }
  return checks;
}

/** `/…/.test(value)` by a constant; `undefined` where the pattern is no regular expression. */
export function patternTest(pattern: string, value: Code, place: Place, scope: FunctionScope): Code | undefined {
  const flags = patternFlags(pattern);
  if (flags === undefined) return undefined;
  const name = constant(
    scope,
    `${place.name.charAt(0).toLowerCase()}${place.name.slice(1)}Pattern`,
    code`/* @__PURE__ */ ${regExp(pattern, flags)}`,
  );
  return code`${name}.test(${value})`;
}

// A character takes one or two units of UTF-16: most texts are settled by `length`, which costs nothing.
function tooShort(value: Code, min: number, scope: FunctionScope): Test {
  if (min === 1) return same(value, code`""`);
  const count = code`${runtime(scope, "codePoints", "text")}(${value})`;
  return and(
    atom(code`${value}.length < ${2 * min}`, code`${value}.length >= ${2 * min}`),
    atom(code`${count} < ${min}`, code`${count} >= ${min}`),
  );
}

function tooLong(value: Code, max: number, scope: FunctionScope): Test {
  if (max === 0) return atom(code`${value} !== ""`, code`${value} === ""`);
  const count = code`${runtime(scope, "codePoints", "text")}(${value})`;
  return and(
    atom(code`${value}.length > ${max}`, code`${value}.length <= ${max}`),
    atom(code`${count} > ${max}`, code`${count} <= ${max}`),
  );
}
