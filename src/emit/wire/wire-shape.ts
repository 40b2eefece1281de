import type { CheckedPattern, Schema } from "../../model/ir/schema.js";
import type { Telling } from "./wire-alternatives.js";

/** `bigint` and `digits` are integers of 64 bits that are held as such. */
export type Scalar = "null" | "boolean" | "bigint" | "digits" | "integer" | "number" | "string" | "binary";

/** Which types a schema allows, as far as text on the wire has to know. */
export interface WireType {
  /** `undefined`: any. */
  readonly types: ReadonlySet<Scalar | "array" | "object"> | undefined;
  /** Of any item. */
  readonly items: WireType | undefined;
  /** Of items by position, and of those after them. */
  readonly first: readonly WireType[];
  readonly rest: WireType | undefined;
  readonly members: ReadonlyMap<string, WireType> | undefined;
  /** Of members whose names match. */
  readonly patterns: readonly { readonly checked: CheckedPattern; readonly type: WireType }[];
  /** Of members that are not named and match no pattern. */
  readonly additional: WireType | undefined;
  /** Where text is read differently for each of several alternatives: what is said above is what all of them allow together. */
  readonly alternatives: readonly Alternative[];
  /** What is said beside these. */
  readonly beside: WireType | undefined;
  /** Whether a member that one alternative reads can be of any type in another one that does not speak of it. */
  readonly ambiguous: boolean;
  /** What is said of a value that is no list and no object; `undefined`: nothing. */
  readonly scalar: Schema | undefined;
  /** All that is said; `undefined`: nothing that is known. */
  readonly whole: Schema | undefined;
}

export interface Alternative extends Telling {
  readonly type: WireType;
  /** The members that are read differently for another alternative: `*`, those without a name; `[]`, items. */
  readonly apart: ReadonlySet<string>;
}

export const anything: WireType = {
  types: undefined,
  items: undefined,
  first: [],
  rest: undefined,
  members: undefined,
  patterns: [],
  additional: undefined,
  alternatives: [],
  beside: undefined,
  ambiguous: false,
  scalar: undefined,
  whole: undefined,
};

/** What items after those by position are of which nothing is said: anything, unless something else says it. */
export const untold: WireType = { ...anything };

/** Whether text is text and nothing else. */
export function isText({ types }: WireType): boolean {
  return types?.size === 1 && types.has("string");
}
