/**
 * The form in which a program holds the integers that an assertion is about, where it is not the number of JSON: a bigint, or a
 * string of decimal digits. Given by `withInt64`; a model that was only built has none.
 */
export interface Int64 {
  readonly as: "bigint" | "string";
  /** `uint64`: from 0 to 2^64-1. Else from -2^63 to 2^63-1. */
  readonly unsigned: boolean;
}
