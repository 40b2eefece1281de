import type { Operation } from "../../model/ir/operation.js";
import { code, ident, literal, type Code } from "../print/code.js";
import type { Imports } from "../print/imports.js";
import { lineColumns } from "../print/layout.js";

/** The lists of policies of the operations of a file. */
export interface PolicyLists {
  /** A list of an operation: written out, or the name of a constant. */
  readonly of: (policies: readonly string[]) => Code;
  /** The constants, in the order in which operations have them. */
  readonly constants: readonly Code[];
}

/** Columns before a list in its place. */
const column = "  rateLimit: { cost: 1, policies: },".length;

/**
 * Lists that more than one operation has are written once where they take more than a line: the operations of a group have one list, and all of it
 * for each would be as much as the one times the other.
 */
export function policyLists(operations: readonly Operation[], imports: Imports): PolicyLists {
  // Those of a group are one list: it is looked at once.
  const texts = new Map<readonly string[], Code>();
  const uses = new Map<Code, number>();
  for (const { rateLimit } of operations) {
    if (rateLimit?.policies === undefined) continue;
    const text = texts.get(rateLimit.policies) ?? literal(rateLimit.policies);
    texts.set(rateLimit.policies, text);
    if (column + text.length > lineColumns) uses.set(text, (uses.get(text) ?? 0) + 1);
  }
  const names = new Map(
    [...uses].flatMap(([text, count]) => (count > 1 ? [[text, ident(imports.reserveLike("sharedPolicies", 1))] as const] : [])),
  );
  return {
    of: (policies) => {
      const text = texts.get(policies) ?? literal(policies);
      return names.get(text) ?? text;
    },
    constants: Array.from(
      names,
      ([text, name]) => code`/** What several operations count in. */\nconst ${name}: readonly string[] = ${text};`,
    ),
  };
}
