/**
 * The types and the few functions that generated validators share.
 * @see https://standardschema.dev for `~standard`
 */

/** One thing that is wrong with a value. */
export interface Issue {
  /** Where: property names and array indexes from the root. */
  readonly path: readonly (string | number)[];
  /** The keyword of JSON Schema that failed: "required", "minimum", … */
  readonly keyword: string;
  /** A sentence for the person who sent the value. Never repeats the value. */
  readonly message: string;
}

export type Result<T> = { readonly success: true; readonly data: T } | { readonly success: false; readonly issues: readonly Issue[] };

/** A validator of one schema. It reads a value and never changes it. */
export interface Validator<T> {
  /** Whether the value is valid, as a type guard. */
  is(value: unknown): value is T;
  /** The value when it is valid, else throws a `ValidationError` with the issues. */
  parse(value: unknown): T;
  safeParse(value: unknown): Result<T>;
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "sundial";
    readonly validate: (value: unknown) => { readonly value: T; readonly issues?: undefined } | { readonly issues: readonly { readonly message: string; readonly path: readonly PropertyKey[] }[] };
    readonly types?: { readonly input: T; readonly output: T } | undefined;
  };
}
