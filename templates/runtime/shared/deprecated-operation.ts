/**
 * The end of an operation. Part of an output only where the description says something of it.
 */
import type { Operation } from "./operation.js";

/** An operation, with what the description says of its end. */
export interface DeprecatedOperation extends Operation {
  readonly deprecation?: Deprecation;
}

/** What the description says about the end of an operation. Dates are as written; epochs are seconds. */
export interface Deprecation {
  /** Code of the run-time warning. */
  readonly code: string;
  readonly since?: { readonly date: string; readonly epoch: number };
  readonly sunset?: { readonly date: string; readonly epoch: number };
  readonly message?: string;
  /** `path` is the replacement's path template, when it is an operation of the same description. */
  readonly replacement?: { readonly operation?: string; readonly path?: string; readonly url?: string; readonly note?: string };
  readonly link?: string;
  readonly removedIn?: string;
  /** How far it had come. */
  readonly stability?: "draft" | "alpha" | "beta";
}

/** The same of a parameter, a property or a security scheme. Its code is made of its name, unless the description has one. */
export type PartDeprecation = Omit<Deprecation, "code"> & Partial<Pick<Deprecation, "code">>;
