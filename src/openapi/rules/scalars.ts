import { diagnostic } from "../../diagnostic/catalogue.js";
import { spellingSuggestion } from "../../diagnostic/spelling-suggestion.js";
import type { Json } from "../../source/source-file.js";
import { childLocation, originAt } from "../resolve/document-location.js";
import { flagIn } from "./meaning/meant-value.js";
import { meantAs, nothing, wrongType, type Rule } from "./rule.js";

export const anything: Rule = (raw) => raw;

export const text: Rule = (raw, parent, key, walk) => {
  if (typeof raw === "string") return raw;
  const at = childLocation(parent, key);
  if (typeof raw === "number" || typeof raw === "boolean") return meantAs(String(raw), `"${String(raw)}"`, raw, "a string", at, walk);
  return raw === null && typeof key === "string" ? nothing(at, "a string", undefined, walk) : wrongType(raw, "a string", at, walk);
};

/** A text that asserts something: of another type it asserts nothing. */
export const keywordText: Rule = (raw, parent, key, walk) =>
  typeof raw === "number" || typeof raw === "boolean"
    ? wrongType(raw, "a string", childLocation(parent, key), walk)
    : text(raw, parent, key, walk);

/** A text that names something; an empty one names nothing, and is left out. */
export const nameText: Rule = (raw, parent, key, walk) =>
  raw === "" ? nothing(childLocation(parent, key), "a name", undefined, walk) : text(raw, parent, key, walk);

export const flag: Rule = (raw, parent, key, walk) => {
  if (typeof raw === "boolean") return raw;
  const at = childLocation(parent, key);
  const meant = flagIn(raw);
  return meant === undefined ? wrongType(raw, "true or false", at, walk) : meantAs(meant, String(meant), raw, "true or false", at, walk);
};

export const count: Rule = (raw, parent, key, walk) => {
  const expected = "a whole number, 0 or more";
  if (isCount(raw)) return raw;
  const at = childLocation(parent, key);
  const quoted = numberIn(raw);
  return isCount(quoted) ? meantAs(quoted, String(quoted), raw, expected, at, walk) : wrongType(raw, expected, at, walk);
};

function isCount(raw: Json | undefined): raw is number {
  return typeof raw === "number" && Number.isInteger(raw) && raw >= 0;
}

/** The number that a text is, as JSON writes it; digits beyond all numbers are none. */
export function numberIn(raw: Json): number | undefined {
  const number = typeof raw === "string" && /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(raw) ? Number(raw) : NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** One of a closed set of words. */
export function oneOf(words: readonly string[]): Rule {
  const known = new Set<Json>(words);
  return (raw, parent, key, walk) => {
    if (known.has(raw)) return raw;
    const at = childLocation(parent, key);
    if (typeof raw !== "string") return wrongType(raw, `one of ${words.join(", ")}`, at, walk);
    const meant = words.find((word) => word.toLowerCase() === raw.toLowerCase()) ?? spellingSuggestion(raw, words);
    const message = `"${String(key)}" is ${JSON.stringify(raw)}, and must be one of ${words.join(", ")}.`;
    const [hint, assumed] = meant === undefined ? [undefined, "it is left out"] : [`Did you mean "${meant}"?`, `it is read as "${meant}"`];
    walk.report(diagnostic("unknown-word", message, { at: originAt(at), hint, assumed }));
    return meant;
  };
}
