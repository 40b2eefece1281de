import type { Rule } from "../compare-schema.js";
import { compareBound, compareWord } from "./bound.js";

/** Bounds, divisors and formats of numbers. */
export const numberRule: Rule = ({ number: before }, { number: now }, course) => {
  if (before === undefined && now === undefined) return;
  compareBound("minimum", "minimum", true, [before?.minimum, now?.minimum], course);
  compareBound("minimum", "exclusive minimum", true, [before?.exclusiveMinimum, now?.exclusiveMinimum], course);
  compareBound("maximum", "maximum", false, [before?.maximum, now?.maximum], course);
  compareBound("maximum", "exclusive maximum", false, [before?.exclusiveMaximum, now?.exclusiveMaximum], course);
  const divisors = [before?.multipleOf, now?.multipleOf].map((each) => (each === undefined ? undefined : String(each)));
  compareWord("multipleOf", "divisor", divisors[0], divisors[1], course);
  compareWord("format", "format", before?.format, now?.format, course);
};
