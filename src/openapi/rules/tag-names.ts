import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Report } from "../../diagnostic/diagnostic.js";
import { isNear } from "../../diagnostic/spelling-suggestion.js";
import { child } from "../../source/json-pointer.js";
import type { Resolved } from "../resolve/resolved.js";
import type { Placed } from "./operations.js";

/** Reports tags of operations that look like a declared one misspelt, once each: nothing else is wrong with a tag that is not declared. */
export function reportTagNames(operations: readonly Placed[], resolved: Resolved, report: Report): void {
  const declared = new Set((resolved.document.tags ?? []).map(({ name }) => name));
  if (declared.size === 0) return;
  const seen = new Set(declared);
  const budget = { letters: maxComparedLetters };
  for (const { operation } of operations) {
    for (const [index, tag] of (operation.tags ?? []).entries()) {
      if (seen.has(tag)) continue;
      seen.add(tag);
      const meant = [...declared].find((name) => isSameWord(tag, name, budget));
      if (meant === undefined) continue;
      const { file, pointer } = resolved.origin(operation);
      const at = { file, pointer: child(child(pointer, "tags"), index) };
      const message = `The tag ${JSON.stringify(tag)} is not among the tags of the description; it is one of its own.`;
      report(diagnostic("tag-unknown", message, { at, hint: `Did you mean ${JSON.stringify(meant)}?` }));
    }
  }
}

/** Letters that are compared with others in all: each tag with each would take as many as the square of their number. Real descriptions need some thousands. */
const maxComparedLetters = 2_000_000;

/** Short words that differ in a letter are often two words: "cat" and "car". Beyond the budget, none are the same. */
function isSameWord(tag: string, name: string, budget: { letters: number }): boolean {
  const most = name.length > 7 ? 2 : 1;
  if (Math.abs(tag.length - name.length) > most) return false;
  budget.letters -= name.length;
  if (budget.letters < 0) return false;
  return tag.toLowerCase() === name.toLowerCase() || (Math.min(tag.length, name.length) > 3 && isNear(tag, name, most));
}
