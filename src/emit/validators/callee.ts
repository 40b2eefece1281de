/** Checks as others call them. */
import type { Code } from "../print/code.js";

/**
 * `check`: adds the issues to those it is handed, and gives them back. `guard`: says whether there are none. `all`: gives every issue, where `check` stops at
 * the first.
 */
export type Form = "check" | "guard" | "all";

/** A check that can be called. To ask for its name in a form is to use it in that form: what nobody asks for is not printed. */
export interface Callee {
  name(form: Form): Code;
}

export interface Call {
  readonly callee: Callee;
  readonly value: Code;
  /** Where the check takes them: how deep the value is, and the record of what was looked at. */
  readonly more: readonly Code[];
  /** Whether it notes what it has looked at, in a record that is read later. */
  readonly marks: boolean;
  /** Issues of its own, for a check whose issues may not count. */
  readonly apart: () => Code;
}
