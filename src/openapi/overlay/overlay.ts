import type { Diagnostic, Origin } from "../../diagnostic/diagnostic.js";
import type { Json, SourceFile } from "../../source/source-file.js";
import type { JsonPath } from "./json-path.js";

/** An overlay, checked. */
export interface Overlay {
  readonly source: SourceFile;
  readonly version: "1.0" | "1.1";
  /** The description that it was written for, as a reference, if it says so. */
  readonly extends: string | undefined;
  readonly actions: readonly Action[];
}

export interface Action {
  /** JSON Pointer of the action. */
  readonly pointer: string;
  readonly target: JsonPath;
  readonly change: Change;
}

export type Change =
  { readonly kind: "remove" } | { readonly kind: "update"; readonly value: Json } | { readonly kind: "copy"; readonly from: JsonPath };

/** A place in an overlay. */
export function placeIn({ source }: Pick<Overlay, "source">, pointer: string): Origin {
  return { file: source.uri, pointer };
}

export type Report = (found: Diagnostic) => void;

/** What a value is, as a message says it. */
export function kindOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** The three kinds of values that actions tell apart. */
export function shapeOf(value: Json): "object" | "list" | "primitive" {
  if (typeof value !== "object" || value === null) return "primitive";
  return Array.isArray(value) ? "list" : "object";
}
