import { numberFormatOf, textFormatOf } from "../formats/find-format.js";
import type { NumberAssertion, StringAssertion } from "../ir/schema.js";
import type { Run } from "./run.js";

/** Longer texts are not made, in characters. */
const maxLength = 5000;

/** Texts that are likely to fit, the plainest first. */
export function* texts({ variant, patternText }: Run, assertions: readonly StringAssertion[]): Generator<string> {
  const least = assertions.reduce((most, { minLength = 0 }) => Math.max(most, minLength), 0);
  const most = assertions.reduce((few, { maxLength: max = Infinity }) => Math.min(few, max), Infinity);
  if (least > maxLength) return;
  for (const { format } of assertions) {
    const samples: readonly string[] = (format === undefined ? undefined : textFormatOf(format)?.accepts) ?? [];
    for (const index of samples.keys()) yield samples[(index + variant) % samples.length] ?? "";
    if (format === "email") yield email(least, most);
  }
  for (const { pattern } of assertions) {
    for (const tried of pattern === undefined ? [] : [variant, variant + 1, variant + 2]) {
      const text = patternText(pattern ?? "", tried, least);
      if (text !== undefined) yield text;
    }
  }
  const isBase64 = assertions.some(({ contentEncoding }) => contentEncoding !== undefined);
  const word = isBase64 ? "c3RyaW5n" : variant === 0 ? "string" : `string${String(variant)}`;
  // They differ at the end.
  if (word.length >= least) yield word.slice(word.length - Math.min(word.length, most));
  else yield word.repeat(Math.ceil(least / word.length)).slice(0, least);
}

/** An address that is short, or as long as it must be: its first part has 64 characters at most. */
function email(least: number, most: number): string {
  const host = most < "a@example.com".length ? "@b.co" : "@example.com";
  return `${"a".repeat(Math.min(64, Math.max(1, least - host.length)))}${host}`;
}

/** Numbers that are likely to fit. */
export function* numbers(assertions: readonly NumberAssertion[], isInteger: boolean, variant: number): Generator<number> {
  const { least, most, step } = boundsOf(assertions);
  const first = least <= step && step <= most ? step : least > -Infinity ? Math.ceil(least / step) * step : Math.floor(most / step) * step;
  const start = first < least ? first + step : first;
  const other = start + variant * step <= most ? start + variant * step : start - variant * step;
  yield exact(other, step);
  if (variant === 0) yield exact(start + step, step);
  if (!isInteger && Number.isFinite(least + most)) yield least + ((most - least) * (variant + 1)) / (variant + 2);
  // No integer, where that is another of several.
  else if (!isInteger) yield other + 0.5;
}

/** Without what adding and multiplying leave behind the last digit. */
const exact = (value: number, step: number): number =>
  Number.isInteger(step) ? value : Number(value.toFixed(Math.min(100, String(step).split(/[.e]/)[1]?.length ?? 0)));

function boundsOf(assertions: readonly NumberAssertion[]) {
  let [least, most] = [-Infinity, Infinity];
  const steps = assertions.flatMap(({ multipleOf }) => (multipleOf === undefined ? [] : [Number(multipleOf)]));
  // Of several, one that all of them divide.
  const step = steps.reduce((all, each) => all * each, 1);
  for (const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, format } of assertions) {
    const range = format === undefined ? undefined : numberFormatOf(format);
    least = Math.max(least, Number(minimum ?? -Infinity), Number(exclusiveMinimum ?? -Infinity) + step);
    most = Math.min(most, Number(maximum ?? Infinity), Number(exclusiveMaximum ?? Infinity) - step);
    if (range !== undefined && range !== "any") [least, most] = [Math.max(least, range.min), Math.min(most, range.max)];
  }
  return { least, most, step };
}
