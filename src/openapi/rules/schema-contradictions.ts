import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Origin } from "../../diagnostic/diagnostic.js";
import { spellingSuggestion } from "../../diagnostic/spelling-suggestion.js";
import { childLocation, originAt, type DocumentLocation } from "../resolve/document-location.js";
import { looksLikeSchema } from "../resolve/schema-identifiers.js";
import { isObject, type JsonObject, type Walk } from "./rule.js";

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
    if (typeof name !== "string" || Object.hasOwn(properties, name)) return;
    const place = originAt(childLocation(childLocation(at, "required"), index));
    const meant = spellingSuggestion(name, free);
    if (meant === undefined) {
      reportUndescribed(name, raw, place, walk);
      return;
    }
    const message = `The required property ${JSON.stringify(name)} is not among the properties.`;
    walk.report(diagnostic("required-unknown", message, { at: place, hint: `Did you mean ${JSON.stringify(meant)}?` }));
  });
}

/** A schema beside the keywords, under the name of a required property, is one that stands a level too high. */
function reportUndescribed(name: string, raw: JsonObject, at: Origin, walk: Walk): void {
  const isBeside = isObject(raw[name]) && looksLikeSchema(raw[name]);
  walk.report(
    diagnostic(
      "required-undescribed",
      `The required property ${JSON.stringify(name)} is not among the properties; it may have any value.`,
      {
        at,
        severity: isBeside ? "warning" : "info",
        hint: isBeside ? `Move ${JSON.stringify(name)} into "properties".` : 'Describe it in "properties", or remove it from "required".',
      },
    ),
  );
}

const lists = ["allOf", "anyOf", "oneOf"];
const others = ["$ref", "discriminator", "allOf", "anyOf", "oneOf", "patternProperties", "$dynamicRef", "if"];
