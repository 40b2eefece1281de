import { spellingSuggestion } from "../../../diagnostic/spelling-suggestion.js";
import { isSameKey } from "./meant-value.js";

/**
 * The declared security scheme that a requirement means by a name that is none: the one that differs in case, blanks or signs between words
 * alone, or the only one there is, where it is near. `undefined`: nobody knows.
 */
export function meantScheme(name: string, declared: readonly string[]): string | undefined {
  const same = declared.filter((each) => isSameKey(each, name));
  if (same.length > 0) return same.length === 1 ? same[0] : undefined;
  return declared.length === 1 ? spellingSuggestion(name, declared) : undefined;
}
