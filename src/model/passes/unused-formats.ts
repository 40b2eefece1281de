import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Origin, Report } from "../../diagnostic/diagnostic.js";
import { spellingSuggestion } from "../../diagnostic/spelling-suggestion.js";
import type { Api } from "../ir/api.js";
import { isScalar } from "../ir/kinds.js";
import { eachSchema } from "../ir/visit.js";

/** A format that a configuration has a check for. */
export interface NamedFormat {
  readonly name: string;
  /** Where the configuration names it. */
  readonly at?: Origin | undefined;
}

/** Reports formats that a configuration names, and no string of the API is of. */
export function reportUnusedFormats(api: Api, formats: readonly NamedFormat[], report: Report): void {
  if (formats.length === 0) return;
  const { strings, numbers } = usedFormats(api);
  for (const { name, at } of formats) {
    if (strings.has(name)) continue;
    const meant = spellingSuggestion(name, strings);
    const hint = numbers.has(name)
      ? "The description has it on numbers, and your own checks get strings only."
      : meant === undefined
        ? "Remove it from `formats`."
        : `Did you mean ${JSON.stringify(meant)}?`;
    report(diagnostic("format-unused", `No string of the description has the format ${JSON.stringify(name)}.`, { at, hint }));
  }
}

function usedFormats(api: Api): Readonly<Record<"strings" | "numbers", ReadonlySet<string>>> {
  const [strings, numbers] = [new Set<string>(), new Set<string>()];
  eachSchema(api, ({ assertions }) => {
    for (const assertion of assertions)
      if (isScalar(assertion) && assertion.format !== undefined) (assertion.kind === "string" ? strings : numbers).add(assertion.format);
  });
  return { strings, numbers };
}
