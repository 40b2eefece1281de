import { diagnostic } from "../../diagnostic/catalogue.js";
import { spellingSuggestion } from "../../diagnostic/spelling-suggestion.js";
import { child } from "../../source/json-pointer.js";
import type { SourceFile } from "../../source/source-file.js";
import type { JsonObject } from "../rules/rule.js";
import type { Report } from "./overlay.js";

/** Known by nobody, and told: what it says is lost. Returns whether there are any. */
export function reportUnknownKeys(
  value: JsonObject,
  known: readonly string[],
  pointer: string,
  source: SourceFile,
  report: Report,
): boolean {
  const unknown = Object.keys(value).filter((key) => !known.includes(key) && !key.startsWith("x-"));
  for (const key of unknown) {
    const meant = spellingSuggestion(key, known);
    report(
      diagnostic("overlay-unknown-key", `${JSON.stringify(key)} is not a key of overlays here.`, {
        at: { file: source.uri, pointer: child(pointer, key), on: "key" },
        hint: meant === undefined ? `Known keys are ${known.join(", ")}; keys of your own begin with x-.` : `Did you mean "${meant}"?`,
      }),
    );
  }
  return unknown.length > 0;
}
