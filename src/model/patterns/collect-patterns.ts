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

function collect(root: unknown, found: Set<string>): void {
  const objects = new Set<object>();
  const meet = (value: unknown): void => {
    if (typeof value === "object" && value !== null) objects.add(value);
  };
  meet(root);
  // A set yields what is added while it is walked.
  for (const object of objects) {
    if (Array.isArray(object)) {
      object.forEach(meet);
      continue;
    }
    const members = object as Readonly<Record<string, unknown>>; // what was read from a file
    for (const key of Object.keys(members)) {
      const value = members[key];
      if (key === "pattern" && typeof value === "string") found.add(value);
      if (key === "patternProperties" && typeof value === "object" && value !== null)
        for (const name of Object.keys(value)) found.add(name);
      meet(value);
    }
  }
}
