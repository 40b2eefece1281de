import type { Origin } from "../../diagnostic/diagnostic.js";
import type { Json } from "../../source/source-file.js";

/** Which part of a description is read. */
export interface Selection {
  /** Alternatives: an operation that fits one of them is in. All are, when absent. */
  readonly include?: readonly WrittenFilter[] | undefined;
  /** An operation that fits one of these is out, whatever includes it. */
  readonly exclude?: readonly WrittenFilter[] | undefined;
  /** `reachable`: components that no operation needs are left out. So it is, when absent, where there is an `include` or an `exclude`. */
  readonly components?: "reachable" | "all" | undefined;
  /** Security schemes that are needed besides those of operations, by name. */
  readonly schemes?: readonly string[] | undefined;
}

/** What an operation has to fit: every member that is given, and any of the values in a list. */
export interface OperationFilter {
  readonly tags?: readonly string[];
  readonly operations?: readonly string[];
  readonly paths?: readonly string[];
  readonly methods?: readonly string[];
  readonly deprecated?: boolean;
  /** Names of extensions, or extensions and the values that they have to have, all of them. */
  readonly extensions?: readonly string[] | { readonly [extension: string]: Json };
}

/** A filter, and where it is written. */
export interface WrittenFilter {
  readonly value: OperationFilter;
  /** As a person would name it: "apis.petstore.include", "--include". */
  readonly name: string;
  /** Absent for flags. */
  readonly at?: Origin | undefined;
}

/** Whether a selection says anything. */
export function selects({ include, exclude, components }: Selection): boolean {
  return include !== undefined || exclude !== undefined || components === "reachable";
}

/** Whether components that no operation needs are left out. */
export function leavesOutComponents({ include, exclude, components }: Selection): boolean {
  return (components ?? (include === undefined && exclude === undefined ? "all" : "reachable")) === "reachable";
}
