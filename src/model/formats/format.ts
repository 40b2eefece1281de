/** What is said of a format. What it does not speak of, strings or numbers, it allows. */
export type Format = TextFormat | { readonly number: NumberFormat };

/** A format of strings. */
export interface TextFormat {
  /** A function of a string in the runtime. */
  readonly check: string;
  /** What a string must be, in a message. */
  readonly words: string;
  /** Strings that are of the format, the plainest first, and some that are not. */
  readonly accepts: readonly [string, ...string[]];
  readonly refuses: readonly [string, ...string[]];
  /** No integer in decimal digits is of the format. Absent where some are, or nobody has looked. */
  readonly neverDigits?: true;
  /** Of a format that means numbers, too: it does where no type says otherwise. */
  readonly number?: NumberFormat;
}

/** The integers that a number may be; `any`: every number is of the format. */
export type NumberFormat = "any" | IntegerRange;

export interface IntegerRange {
  readonly min: number;
  readonly max: number;
  /** In digits, where the format has more than a number holds: what is beyond 2^53 arrives rounded, and is refused rather than changed. */
  readonly exact?: readonly [min: string, max: string];
}
