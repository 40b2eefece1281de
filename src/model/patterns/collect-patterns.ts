import { patternLiteral } from "../../openapi/rules/pattern-text.js";
import type { Resolved } from "../../openapi/resolve/resolved.js";

/** Everything in a description that stands where a pattern would, in the order of the files: that some examples are among it does no harm. */
export function patternsIn({ files }: Pick<Resolved, "files">): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { text, value } of files) {
    // Most files have none, and looking for a word is much faster than walking. JSON could write its letters as escapes.
    if (/pattern|\\u/i.test(text)) collect(value, found);
  }
  return found;
}

/** Files are as deep, and unfold to as many values, as `source/` lets pass: what aliases share is walked more than once. */
function collect(value: unknown, found: Set<string>): void {
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) collect(item, found);
    return;
  }
  const members = value as Readonly<Record<string, unknown>>; // what was read from a file
  for (const key of Object.keys(members)) {
    const member = members[key];
    if (typeof member === "string") {
      if (key === "pattern") found.add(patternLiteral(member)?.pattern ?? member);
      continue;
    }
    if (key === "patternProperties" && typeof member === "object" && member !== null)
      for (const name of Object.keys(member)) found.add(name);
    collect(member, found);
  }
}
