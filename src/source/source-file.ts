import type { Position } from "../diagnostic/diagnostic.js";
import type { LargeIntegers } from "./large-integers.js";

/**
 * A parsed JSON or YAML value. Objects keep the order of the file. A bigint is an integer of up to 64 bits that a number does not hold for
 * certain: only what schemas say of their values has any (`enum`, `const`, limits, defaults, examples).
 */
export type Json = null | boolean | number | bigint | string | readonly Json[] | { readonly [key: string]: Json };

/** `Array.isArray`, which does not narrow readonly arrays by itself. */
export function isJsonArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/**
 * A file that was read, as far as messages and the manifest need it: its parsed value is the largest part of it. `meaning`: a hash of what it says,
 * where comments are not part of that.
 */
export type ReadFile = ShownFile & Pick<SourceFile, "text"> & { readonly meaning?: string | undefined };

/** A file as far as messages need it. */
export type ShownFile = Pick<SourceFile, "uri" | "name" | "locate" | "line">;

/** One file of a description, read and parsed. */
export interface SourceFile {
  /** Absolute `file:` or `http(s):` URI, without secrets; `stdin:` for standard input. */
  readonly uri: string;
  /** Of a copy, the URL that it is a copy of, without secrets: what references in it are relative to. */
  readonly base?: string;
  /** How a person would name it: relative to the working folder where that is shorter, with forward slashes. */
  readonly name: string;
  readonly text: string;
  /** Without bigints. */
  readonly value: Json;
  /** What numbers in `value` stand for where that is another integer, perhaps; absent where there is none, as in most files. */
  readonly large?: LargeIntegers;
  /**
   * Line and column of a JSON Pointer, or of its nearest existing parent. That is its key or its value as requested, else the value of a
   * scalar, and the key of an object or a list. Computed on first use.
   */
  readonly locate: (pointer: string, on?: "key" | "value") => Position;
  /** The text of a line (from 1) without its end; undefined where there is no such line. */
  readonly line: (number: number) => string | undefined;
}
