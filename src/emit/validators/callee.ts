/** Checks as others call them. */
import type { Code } from "../print/code.js";

/**
 * `check`: gives the issues, or `undefined`. `guard`: says whether there are none. `all`: gives every issue, where `check` stops at
 * the first.
 */
export type Form = "check" | "guard" | "all";

/** A check that can be called. To ask for its name in a form is to use it in that form: what nobody asks for is not printed. */
export interface Callee {
  name(form: Form): Code;
}

export interface Call {
  readonly callee: Callee;
  /** The value and, where the check takes them, its depth and the record of what was looked at. */
  readonly arguments: Code;
}
