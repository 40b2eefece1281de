/** What assertions say of the values of an enumeration: they are all known, so it is decided here and not in the output. */
import { numberFormatOf } from "../../model/formats/find-format.js";
import { isWithinBounds } from "../../model/ir/bounds.js";
import type { FieldsOf } from "../../model/ir/assertion-fields.js";
import { isScalar, isUnevaluated, typeConcerned } from "../../model/ir/kinds.js";
import type { Assertion, NumberAssertion, StringAssertion } from "../../model/ir/schema.js";
import { isInteger } from "../../model/ir/is-integer.js";
import type { Json } from "../../source/source-file.js";
import { assertsFormat, formatCheckOf } from "./format-check.js";
import type { FunctionScope } from "./function-scope.js";
import { typeOfJson } from "./types-of.js";

export type ScalarAssertion = NumberAssertion | StringAssertion;

/**
 * What assertions leave to check of these values, which are those that `scalarAccepts` lets through: of a text its pattern and format,
 * of a number its format and a fraction that it is a multiple of. TypeScript would find fault with a comparison that is decided already.
 */
export function unsettled<A extends Assertion>(assertions: readonly A[], values: readonly Json[], scope: FunctionScope): readonly A[] {
  return assertions.flatMap((assertion): readonly A[] => {
    const concerned = isUnevaluated(assertion) ? undefined : typeConcerned[assertion.kind];
    if (concerned === undefined) return [assertion];
    if (!values.some((value) => typeOfJson(value) === concerned)) return [];
    if (!isScalar(assertion)) return [assertion];
    return isSettled(assertion, values, scope) ? [] : [withoutBounds(assertion)];
  });
}

/** The fields that `scalarAccepts` has settled for values that are all known, and those that it leaves. */
const settledFields = {
  number: {
    minimum: true,
    maximum: true,
    exclusiveMinimum: true,
    exclusiveMaximum: true,
    // Of fractions only the run time knows the multiples.
    multipleOf: false,
    format: false,
    formatAsserted: false,
    int64: false,
  },
  string: {
    minLength: true,
    maxLength: true,
    // A pattern that takes its time would take it here.
    pattern: false,
    linearPattern: false,
    patternLimit: false,
    format: false,
    formatAsserted: false,
    contentEncoding: false,
    contentMediaType: false,
    binary: false,
  },
} as const satisfies { readonly [K in ScalarAssertion["kind"]]: Readonly<Record<FieldsOf<K>, boolean>> };

function withoutBounds<A extends ScalarAssertion>(assertion: A): A {
  const settled: Readonly<Record<string, boolean>> = settledFields[assertion.kind];
  const left = Object.entries(assertion).filter(([name]) => settled[name] !== true);
  return Object.fromEntries(left) as unknown as A; // all of these fields may be absent
}

function isSettled(assertion: ScalarAssertion, values: readonly Json[], scope: FunctionScope): boolean {
  if (assertion.kind === "string") return assertion.pattern === undefined && formatCheckOf(assertion, scope) === undefined;
  const format = assertsFormat(assertion, scope) ? assertion.format : undefined;
  return isWhole(assertion.multipleOf) && (format === undefined || values.every((value) => isInRange(value, format)));
}

function isInRange(value: Json, format: string): boolean {
  const range = numberFormatOf(format);
  if (range === undefined || range === "any" || typeof value !== "number") return true;
  return Number.isInteger(value) && value >= range.min && value <= range.max;
}

/** Whether the bounds of an assertion let a value through, and a divisor that is whole. Formats and patterns are not looked at. */
export function scalarAccepts(assertion: ScalarAssertion, value: Json): boolean {
  if (!isWithinBounds(assertion, value)) return false;
  if (assertion.kind !== "number" || (typeof value !== "number" && typeof value !== "bigint")) return true;
  const { multipleOf } = assertion;
  if (multipleOf === undefined || !isWhole(multipleOf)) return true;
  if (typeof value === "number" && typeof multipleOf === "number") return value % multipleOf === 0;
  return isInteger(value) && BigInt(value) % BigInt(multipleOf) === 0n;
}

// Of decimal fractions only `runtime/multiple-of.ts` knows the multiples.
const isWhole = (divisor: number | bigint | undefined): boolean =>
  divisor === undefined || typeof divisor === "bigint" || Number.isSafeInteger(divisor);
