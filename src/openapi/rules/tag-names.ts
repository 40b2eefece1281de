import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Report } from "../../diagnostic/diagnostic.js";
import { createWords, isNear } from "../../diagnostic/spelling-suggestion.js";
import { child } from "../../source/json-pointer.js";
import type { Resolved } from "../resolve/resolved.js";
import type { Placed } from "./operations.js";

/** Reports tags of operations that look like a declared one misspelt, once each: nothing else is wrong with a tag that is not declared. */
export function reportTagNames(operations: readonly Placed[], resolved: Resolved, report: Report): void {
  const declared = new Set((resolved.document.tags ?? []).map(({ name }) => name));
  if (declared.size === 0) return;
  const seen = new Set(declared);
  const words = createWords(declared);
  for (const { operation } of operations) {
    for (const [index, tag] of (operation.tags ?? []).entries()) {
      if (seen.has(tag)) continue;
      seen.add(tag);
      const meant = words.first(tag, mostWrong, (name) => isSameWord(tag, name));
      if (meant === undefined) continue;
      const { file, pointer } = resolved.origin(operation);
      const at = { file, pointer: child(child(pointer, "tags"), index) };
      const message = `The tag ${JSON.stringify(tag)} is not among the tags of the description; it is one of its own.`;
      report(diagnostic("tag-unknown", message, { at, hint: `Did you mean ${JSON.stringify(meant)}?` }));
    }
  }
}

/** Letters by which two spellings of one word may differ. */
const mostWrong = 2;

/** Short words that differ in a letter are often two words: "cat" and "car". */
function isSameWord(tag: string, name: string): boolean {
  const most = name.length > 7 ? mostWrong : 1;
  if (Math.abs(tag.length - name.length) > most) return false;
  return tag.toLowerCase() === name.toLowerCase() || (Math.min(tag.length, name.length) > 3 && isNear(tag, name, most));
}
