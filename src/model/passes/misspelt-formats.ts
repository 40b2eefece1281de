import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Report } from "../../diagnostic/diagnostic.js";
import { isNear } from "../../diagnostic/spelling-suggestion.js";
import { inside } from "../build/origin.js";
import { formats } from "../formats/formats.js";
import { isScalar } from "../ir/kinds.js";
import type { NamedFormat } from "./unused-formats.js";
import type { Schema } from "../ir/schema.js";

/** Looks for formats that nobody knows and that resemble a known one; each is reported once: what is misspelt is not checked. */
export function misspeltFormats(own: readonly NamedFormat[], report: Report): (schema: Schema) => void {
  const done = new Set<string>([...Object.keys(formats), ...own.map(({ name }) => name)]);
  return (schema) => {
    for (const assertion of schema.assertions) {
      if (!isScalar(assertion) || assertion.format === undefined || done.has(assertion.format)) continue;
      done.add(assertion.format);
      reportMisspelt(assertion.format, schema, report);
    }
  };
}

function reportMisspelt(format: string, { origin }: Schema, report: Report): void {
  const meant = Object.keys(formats).find((name) => isSameWord(format, name));
  if (meant === undefined) return;
  const message = `The format ${JSON.stringify(format)} is not known; nothing is checked.`;
  report(diagnostic("format-unknown", message, { at: inside(origin, "format"), hint: `Did you mean ${JSON.stringify(meant)}?` }));
}

/** `DateTime` and `date_time` are `date-time`; in short words another letter is another word. */
function isSameWord(word: string, name: string): boolean {
  return bare(word) === bare(name) || (name.length > 4 && isNear(word, name, 1));
}

function bare(name: string): string {
  return name.toLowerCase().replace(/[^a-z\d]/g, "");
}
