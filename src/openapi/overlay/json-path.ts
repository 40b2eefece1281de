import type { Json } from "../../source/source-file.js";

/** A JSONPath query, RFC 9535, as it is evaluated. */
export interface JsonPath {
  readonly text: string;
  readonly segments: readonly Segment[];
}

export interface Segment {
  /** Written with two dots: it selects from a value and from all that is in it. */
  readonly isDescendant: boolean;
  readonly selectors: readonly Selector[];
  /** The segment as a query has it, with names in brackets only where they need them. */
  readonly text: string;
}

export type Selector =
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "index"; readonly index: number }
  | { readonly kind: "slice"; readonly start: number | undefined; readonly stop: number | undefined; readonly step: number }
  | { readonly kind: "wildcard" }
  | { readonly kind: "filter"; readonly expression: Expression };

export type Operator = "==" | "!=" | "<" | "<=" | ">" | ">=";

export type Expression =
  | { readonly kind: "literal"; readonly value: null | boolean | number | string }
  | Query
  | { readonly kind: "not"; readonly operand: Expression }
  | { readonly kind: "and" | "or"; readonly left: Expression; readonly right: Expression }
  | { readonly kind: "comparison"; readonly operator: Operator; readonly left: Expression; readonly right: Expression }
  | { readonly kind: "call"; readonly name: string; readonly args: readonly Expression[] };

/** A query inside a filter: from the root, or from the value that is looked at. */
export interface Query {
  readonly kind: "query";
  readonly isAbsolute: boolean;
  readonly segments: readonly Segment[];
}

/** A value that a query selects, with the way to it. A chain, because most of the nodes on the way are never asked for theirs. */
export interface PathNode {
  readonly value: Json;
  readonly parent: PathNode | undefined;
  readonly key: string | number;
}

export type Key = string | number;

/** The keys that lead to a node from the root. */
export function keysOf(node: PathNode): readonly Key[] {
  const keys: Key[] = [];
  for (let at = node; at.parent !== undefined; at = at.parent) keys.push(at.key);
  return keys.reverse();
}

/** The work that may be done yet. Hostile queries on large values would not end: each step is one value that is looked at. */
export interface Work {
  left: number;
}

/** Takes steps off the work; false where there is none left. */
export function spend(work: Work, steps = 1): boolean {
  work.left -= steps;
  return work.left >= 0;
}
