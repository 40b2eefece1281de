import type { Severity } from "./diagnostic.js";

/** One code of the catalogue. */
export interface Entry {
  readonly severity: Severity;
  /** One line: what the code means. */
  readonly title: string;
  /** What `sundial explain CODE` prints below the title: why it matters and what to do. */
  readonly explanation: string;
}
