import type { Lifecycle } from "./lifecycle.js";

/** Prose, as written: not escaped, not wrapped. */
export interface Doc {
  readonly title?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly lifecycle?: Lifecycle;
}
