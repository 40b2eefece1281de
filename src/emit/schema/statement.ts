/** The statements that a check is made of, as data: what they say is decided first, how they are laid out only in `print.ts`. */
import type { Code } from "../code.js";
import { and, isKnown, not, type Test } from "./test.js";

export type Statement =
  | { readonly kind: "line"; readonly text: Code }
  /** One issue more, at `path` from the value of the function. */
  | { readonly kind: "fail"; readonly keyword: Code; readonly message: Code; readonly path: readonly Code[] }
  | { readonly kind: "missing"; readonly path: readonly Code[] }
  /** The issues that `inner`, an expression, gives. */
  | { readonly kind: "within"; readonly inner: Code; readonly path: readonly Code[] }
  /** None of several alternatives fits; `call` says why. */
  | {
      readonly kind: "none";
      readonly call: Code;
      readonly keyword: Code;
      readonly alternatives: readonly Code[];
      readonly path: readonly Code[];
    }
  | { readonly kind: "if"; readonly test: Test; readonly then: readonly Statement[]; readonly else: readonly Statement[] }
  | { readonly kind: "for"; readonly head: Code; readonly body: readonly Statement[] }
  | { readonly kind: "switch"; readonly on: Code; readonly cases: readonly Case[]; readonly default: readonly Statement[] };

export interface Case {
  readonly labels: readonly Code[];
  readonly body: readonly Statement[];
}

export type Block = readonly Statement[];

export const line = (text: Code): Statement => ({ kind: "line", text });

/** `then` where `test` holds, else `otherwise`: as little code as says it. */
export function when(test: Test, then: Block, otherwise: Block = []): Block {
  if (isKnown(test, true)) return then;
  if (isKnown(test, false)) return otherwise;
  if (then.length === 0) return otherwise.length === 0 ? [] : when(not(test), otherwise);
  const only = then[0];
  if (otherwise.length === 0 && then.length === 1 && only?.kind === "if" && only.else.length === 0) {
    return [{ ...only, test: and(test, only.test) }];
  }
  return [{ kind: "if", test, then, else: otherwise }];
}
