import { diagnostic } from "../../diagnostic/catalogue.js";
import type { SchemaKeywords } from "../../openapi/rules/types.js";
import { printJson } from "../ir/print-json.js";
import type { BuildContext } from "./context.js";
import { memberOrigin } from "./origin.js";

/** Reports the first value that an enumeration has twice: the second is often another one, copied and not changed. */
export function reportRepeatedValues(value: SchemaKeywords, { resolved, report }: BuildContext): void {
  if (value.enum === undefined) return;
  const seen = new Set<string>();
  for (const [index, each] of value.enum.entries()) {
    const text = printJson(each);
    if (!seen.has(text)) {
      seen.add(text);
      continue;
    }
    const message = `The value ${text} stands twice in an enumeration.`;
    report(diagnostic("enum-repeated", message, { at: memberOrigin(value, resolved, "enum", index), hint: "Remove one, or correct it." }));
    return;
  }
}
