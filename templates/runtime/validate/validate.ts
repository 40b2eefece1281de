/**
 * The types and the few functions that generated validators share.
 * @see https://standardschema.dev for `~standard`
 */
import type { Complete } from "./apply-defaults.js";
import { hasOwn } from "../shared/has-own.js";
import { failing, listIssues, noIssues, type Issue, type Issues, type PlainIssue } from "./issues.js";

export type Result<T> = { readonly success: true; readonly data: T } | { readonly success: false; readonly issues: readonly Issue[] };

export interface ParseOptions {
  /** Whether what was left out gets its default. True when absent; false suits a value that says what to change. */
  readonly defaults?: boolean | undefined;
}

/** A validator of one schema. It reads a value and never changes it. What it gives back is a copy where there is something to complete. */
export interface Validator<T, Parsed = T> {
  /** Whether the value is valid, as a type guard. */
  readonly is: (value: unknown) => value is T;
  /** The value when it is valid, else throws a `ValidationError` with the issues. */
  readonly parse: (value: unknown) => Parsed;
  readonly safeParse: (value: unknown, options?: ParseOptions) => Result<Parsed>;
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "sundial";
    readonly validate: (
      value: unknown,
    ) => { readonly value: Parsed; readonly issues?: undefined } | { readonly issues: readonly PlainIssue[] };
    readonly types?: { readonly input: T; readonly output: Parsed } | undefined;
  };
}

/** Header names are compared in lower case: the type of an object of headers, with its keys as they arrive. */
export type LowerCaseKeys<T> = { [Name in keyof T as Name extends string ? Lowercase<Name> : Name]: T[Name] };

/** What `parse` throws. */
export class ValidationError extends Error {
  override readonly name = "ValidationError";
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    super(issues.slice(0, 3).join("; ") + (issues.length > 3 ? `; and ${issues.length - 3} more` : ""));
    this.issues = issues;
  }
}

/** Deeper values are refused before they can overflow the stack. */
export const maxDepth = 500;

class TooDeep extends Error {}

/** Gives up on a value. Thrown, so that no alternative and no `not` can take it for an ordinary mismatch. */
export function tooDeep(): never {
  throw new TooDeep();
}

const failDepth = /* @__PURE__ */ failing("depth", (levels: number) => `must not be nested more than ${levels} levels deep`);

/**
 * What a validator is made of.
 *
 * - `check` collects what is wrong with a value.
 * - `guard` says whether anything is, faster: the check then runs only to tell what.
 * - `complete` makes of a valid value the copy that `parse` and its like give: with defaults, or only without what was not to be sent.
 */
export type ValidatorFunctions = readonly [
  check: (value: unknown, issues: Issues) => Issues,
  guard?: ((value: unknown) => boolean) | undefined,
  complete?: Complete | undefined,
];

/** Makes a validator. */
export function createValidator<T, Parsed = T>(
  check: ValidatorFunctions[0],
  guard?: ValidatorFunctions[1],
  complete: Complete = (value) => value,
): Validator<T, Parsed> {
  const safeParse = (value: unknown, options?: ParseOptions): Result<Parsed> => {
    if (guard?.(value) !== true) {
      const issues = listIssues(check(value, noIssues()));
      if (issues.length > 0) return { success: false, issues };
    }
    // A value without issues is a T, and completed a Parsed: that is what the functions were made for.
    return { success: true, data: complete(value, options?.defaults !== false) as Parsed };
  };
  return {
    is: (guard ?? ((value) => check(value, noIssues()).all.length === 0)) as (value: unknown) => value is T,
    parse(value) {
      const result = safeParse(value);
      if ("issues" in result) throw new ValidationError(result.issues);
      return result.data;
    },
    safeParse,
    "~standard": {
      version: 1,
      vendor: "sundial",
      validate(value) {
        const result = safeParse(value);
        // Who takes any library's schema copies issues by their own members.
        return "issues" in result ? { issues: result.issues.map((issue) => issue.toJSON()) } : { value: result.data };
      },
    },
  };
}

/** Makes a validator of functions that count how deep they are, or compare values: a value that is too deep for them has one issue. */
export function createDeepValidator<T, Parsed = T>(
  check: ValidatorFunctions[0],
  guard?: ValidatorFunctions[1],
  complete?: Complete,
): Validator<T, Parsed> {
  const capped = <Given, Answer>(
    ask: (value: unknown, given: Given) => Answer,
    value: unknown,
    given: Given,
    refusal: () => Answer,
  ): Answer => {
    try {
      return ask(value, given);
    } catch (error) {
      if (error instanceof TooDeep) return refusal();
      throw error;
    }
  };
  return createValidator(
    (value, issues) => capped(check, value, issues, () => failDepth(noIssues(), [], maxDepth)),
    guard && ((value) => capped(guard, value, undefined, () => false)),
    complete,
  );
}

// Written so that it takes 27 bytes of V8's bytecode: one more, and it is no longer built into every function that calls it.
/** Whether a value is an object in the sense of JSON. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && !(value === null || Array.isArray(value));
}

/** A property whose name every object inherits (`constructor`, `__proto__`, …): only its own one counts. */
export function own(value: Record<string, unknown>, name: string): unknown {
  return hasOwn(value, name) ? value[name] : undefined;
}

/** How many names a value has, `undefined` or not. */
export function countNames(value: object): number {
  let count = 0;
  for (const name in value) {
    void name;
    count += 1;
  }
  return count;
}

/** How many properties a value has; one that is `undefined` is absent. */
export function countProperties(value: Record<string, unknown>): number {
  let count = 0;
  for (const name in value) if (value[name] !== undefined) count += 1;
  return count;
}
