import { diagnostic } from "../../diagnostic/catalogue.js";
import { spellingSuggestion } from "../../diagnostic/spelling-suggestion.js";
import { childLocation, originAt, type DocumentLocation } from "../resolve/document-location.js";
import type { JsonObject, Walk } from "./rule.js";

/** What keywords of one schema say against each other. They mean what they say; it is reported, because hardly anybody means that. */

const pairs: readonly (readonly [lower: string, upper: string])[] = [
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
  ["minProperties", "maxProperties"],
  ["minContains", "maxContains"],
  ["minimum", "maximum"],
];

/** Reports bounds that no value is within, and names of required properties that look misspelt. */
export function reportContradictions(raw: JsonObject, at: DocumentLocation, walk: Walk): void {
  for (const [lower, upper] of pairs) {
    const [least, most] = [raw[lower], raw[upper]];
    if (typeof least !== "number" || typeof most !== "number" || least <= most) continue;
    const message = `"${lower}" is ${least}, and "${upper}" is ${most}: no value is within both.`;
    walk.report(diagnostic("bounds-impossible", message, { at: originAt(childLocation(at, lower)) }));
  }
  if (Array.isArray(raw["required"])) reportRequired(raw["required"], raw, at, walk);
}

function reportRequired(required: readonly unknown[], raw: JsonObject, at: DocumentLocation, walk: Walk): void {
  const { properties } = raw;
  // Where there are other parts, a property may be described by any of these.
  const isPart = typeof at.key === "number" && at.parent !== undefined && lists.includes(String(at.parent.key));
  if (isPart || typeof properties !== "object" || properties === null || others.some((key) => Object.hasOwn(raw, key))) return;
  const free = Object.keys(properties).filter((name) => !required.includes(name));
  required.forEach((name, index) => {
    if (typeof name !== "string" || Object.hasOwn(properties, name) || free.length === 0) return;
    const meant = spellingSuggestion(name, free);
    if (meant === undefined) return;
    const message = `The required property ${JSON.stringify(name)} is not among the properties.`;
    const place = originAt(childLocation(childLocation(at, "required"), index));
    walk.report(diagnostic("required-unknown", message, { at: place, hint: `Did you mean ${JSON.stringify(meant)}?` }));
  });
}

const lists = ["allOf", "anyOf", "oneOf"];
const others = ["$ref", "allOf", "anyOf", "oneOf", "patternProperties", "$dynamicRef", "if"];
