import type { DatedValue, Lifecycle } from "./lifecycle.js";

/** Prose, as written: not escaped, not wrapped. */
export interface Doc {
  readonly title?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly lifecycle?: Lifecycle;
  /** Of a schema with an `enum`: those of its values that have a life of their own. */
  readonly datedValues?: readonly DatedValue[];
}
