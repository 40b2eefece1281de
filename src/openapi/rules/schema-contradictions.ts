import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Origin } from "../../diagnostic/diagnostic.js";
import { mostSuggestions, spellingSuggestion } from "../../diagnostic/spelling-suggestion.js";
import { sameJson } from "../../source/same-json.js";
import type { Json } from "../../source/source-file.js";
import { childLocation, originAt, type DocumentLocation } from "../resolve/document-location.js";
import { looksLikeSchema } from "../resolve/schema-identifiers.js";
import { sameAlternatives } from "./same-alternatives.js";
import { isObject, type JsonObject, type Walk } from "./rule.js";

/** What keywords of one schema say against each other. They mean what they say; it is reported, because hardly anybody means that. */

const pairs: readonly (readonly [lower: string, upper: string, isOpen?: true])[] = [
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
  ["minProperties", "maxProperties"],
  ["minContains", "maxContains"],
  ["minimum", "maximum"],
  ["exclusiveMinimum", "maximum", true],
  ["minimum", "exclusiveMaximum", true],
  ["exclusiveMinimum", "exclusiveMaximum", true],
];

type Keywords = Readonly<Record<string, unknown>>;

/** Reports bounds that no value is within, values that bounds or a type refuse, and names of required properties that look misspelt. */
export function reportContradictions(keywords: Keywords, raw: JsonObject, at: DocumentLocation, walk: Walk): void {
  for (const [lower, upper, isOpen] of pairs) {
    const [least, most] = [keywords[lower], keywords[upper]];
    if (typeof least !== "number" || typeof most !== "number" || least < most || (least === most && isOpen !== true)) continue;
    const message = `"${lower}" is ${least}, and "${upper}" is ${most}: no value is within both.`;
    walk.report(diagnostic("bounds-impossible", message, { at: originAt(childLocation(at, lower)) }));
  }
  reportValues(keywords, at, walk);
  if (raw["readOnly"] === true && raw["writeOnly"] === true) {
    const message = '"readOnly" and "writeOnly" are both true: no request and no response has the value.';
    walk.report(diagnostic("schema-impossible", message, { at: originAt(childLocation(at, "writeOnly")), hint: "Remove one of the two." }));
  }
  reportItems(raw, at, walk);
  reportSameAlternatives(raw, at, walk);
  if (Array.isArray(raw["required"])) {
    reportRepeated(raw["required"], at, walk);
    reportRequired(raw["required"], raw, at, walk);
    reportRefused(raw["required"], keywords, at, walk);
  }
}

/** Up to 3.0 a list must say what its items are. */
function reportItems(raw: JsonObject, at: DocumentLocation, walk: Walk): void {
  const { version } = at.file;
  if (raw["type"] !== "array" || raw["items"] !== undefined || (version !== "2.0" && version !== "3.0")) return;
  const others = ["$ref", "allOf", "anyOf", "oneOf", "prefixItems"];
  if (others.some((key) => Object.hasOwn(raw, key))) return;
  const hint = 'Add "items". Of a list of anything they are {}.';
  walk.report(diagnostic("items-missing", 'A list has no "items"; they may be any value.', { at: originAt(at), hint }));
}

/** Of two alternatives that are the same none is the only one that a value is valid against. With a discriminator it chooses one of them. */
function reportSameAlternatives(raw: JsonObject, at: DocumentLocation, walk: Walk): void {
  if (!Array.isArray(raw["oneOf"]) || isObject(raw["discriminator"])) return;
  const same = sameAlternatives(raw["oneOf"] as readonly Json[]);
  if (same === undefined) return;
  const [first, second] = same;
  const message = `The alternatives ${String(first + 1)} and ${String(second + 1)} of "oneOf" are the same: a value that is valid against one is valid against both, and refused.`;
  const place = originAt(childLocation(childLocation(at, "oneOf"), second));
  walk.report(diagnostic("schema-impossible", message, { at: place, hint: "Remove one of the two, or write `anyOf`." }));
}

function reportRepeated(required: readonly unknown[], at: DocumentLocation, walk: Walk): void {
  const seen = new Set<unknown>();
  const index = required.findIndex((name) => seen.has(name) || !seen.add(name));
  if (index < 0) return;
  const place = originAt(childLocation(childLocation(at, "required"), index));
  const message = `${JSON.stringify(required[index])} is in "required" twice; it counts once.`;
  walk.report(diagnostic("required-repeated", message, { at: place, hint: "Remove one of the two." }));
}

/** Values that other keywords of the schema refuse, all of them. */
function reportValues(keywords: Keywords, at: DocumentLocation, walk: Walk): void {
  const values = Array.isArray(keywords["enum"]) ? (keywords["enum"] as readonly Json[]) : undefined;
  const impossible = (message: string, key: string): void => {
    const hint = "Correct one of the two: nothing is valid against both.";
    walk.report(diagnostic("schema-impossible", message, { at: originAt(childLocation(at, key)), hint }));
  };
  if (Object.hasOwn(keywords, "const")) {
    const value = keywords["const"] as Json; // a value of the file
    if (values?.some((each) => sameJson(each, value)) === false) impossible('"const" is not one of the values of "enum".', "const");
    if (!isOfType(value, keywords["type"])) impossible('"const" is not of the type beside it.', "const");
    const refusing = refusedBy(value, keywords);
    if (refusing !== undefined) impossible(`"const" is refused by "${refusing}".`, "const");
  }
  if (values === undefined || values.length === 0 || values.length > mostValues) return;
  const refusals = values.map((each) => refusedBy(each, keywords));
  const bounds = [...new Set(refusals)].map((each) => `"${String(each)}"`);
  if (!refusals.includes(undefined)) impossible(`Every value of "enum" is refused by ${bounds.join(" or ")}.`, "enum");
}

/** Values of an enumeration that are held against bounds; nobody writes as many by hand. */
const mostValues = 1000;

function isOfType(value: Json, type: unknown): boolean {
  if (type === undefined) return true;
  return (Array.isArray(type) ? (type as readonly unknown[]) : [type]).some((each) => {
    if (value === null || Array.isArray(value)) return each === (value === null ? "null" : "array");
    if (typeof value === "number" || typeof value === "bigint") return each === "number" || (each === "integer" && isWhole(value));
    return typeof value === each || each === "file";
  });
}

function isWhole(value: number | bigint): boolean {
  return typeof value === "bigint" || Number.isInteger(value);
}

/** The bound or the pattern that refuses a value. */
function refusedBy(value: Json, keywords: Keywords): string | undefined {
  const bound = (key: string): number | undefined => (typeof keywords[key] === "number" ? keywords[key] : undefined);
  if (typeof value === "number") {
    const inclusive = (key: string, flag: string): boolean => keywords[flag] !== true || value !== bound(key);
    if (value < (bound("minimum") ?? -Infinity) || !inclusive("minimum", "exclusiveMinimum")) return "minimum";
    if (value > (bound("maximum") ?? Infinity) || !inclusive("maximum", "exclusiveMaximum")) return "maximum";
    if (value <= (bound("exclusiveMinimum") ?? -Infinity)) return "exclusiveMinimum";
    return value >= (bound("exclusiveMaximum") ?? Infinity) ? "exclusiveMaximum" : undefined;
  }
  if (typeof value !== "string") return undefined;
  const length = Array.from(value).length; // in code points
  if (length < (bound("minLength") ?? 0)) return "minLength";
  if (length > (bound("maxLength") ?? Infinity)) return "maxLength";
  return patternRefuses(value, keywords["pattern"]) ? "pattern" : undefined;
}

/** Whether a pattern refuses a text, where that can be said at once: one of many repetitions may take its time. */
function patternRefuses(text: string, pattern: unknown): boolean {
  if (typeof pattern !== "string" || text.length > 50 || pattern.length > 200) return false;
  if (/\)[*+?{]|\\[1-9k]/.test(pattern) || (pattern.match(/[*+{]/g)?.length ?? 0) > 2) return false;
  try {
    return !new RegExp(pattern, "u").test(text);
  } catch {
    return false; // It is reported elsewhere.
  }
}

/** Required properties that no value may have. */
function reportRefused(required: readonly unknown[], keywords: Keywords, at: DocumentLocation, walk: Walk): void {
  if (keywords["additionalProperties"] !== false || keywords["patternProperties"] !== undefined) return;
  const properties = keywords["properties"] ?? {};
  const index = required.findIndex((name) => typeof name === "string" && !Object.hasOwn(properties, name));
  if (index < 0) return;
  const message = `The property ${JSON.stringify(required[index])} is required, and "additionalProperties: false" forbids it.`;
  const place = originAt(childLocation(childLocation(at, "required"), index));
  walk.report(diagnostic("schema-impossible", message, { at: place, hint: "Describe it in the properties, or do not require it." }));
}

function reportRequired(required: readonly unknown[], raw: JsonObject, at: DocumentLocation, walk: Walk): void {
  const { properties } = raw;
  // Where there are other parts, a property may be described by any of these.
  const isPart = typeof at.key === "number" && at.parent !== undefined && lists.includes(String(at.parent.key));
  if (isPart || typeof properties !== "object" || properties === null || others.some((key) => Object.hasOwn(raw, key))) return;
  const wanted = new Set(required);
  const free = Object.keys(properties).filter((name) => !wanted.has(name));
  let asked = 0;
  required.forEach((name, index) => {
    if (typeof name !== "string" || Object.hasOwn(properties, name)) return;
    const place = originAt(childLocation(childLocation(at, "required"), index));
    const meant = asked++ < mostSuggestions ? spellingSuggestion(name, free) : undefined;
    if (meant === undefined) {
      reportUndescribed(name, raw, place, walk);
      return;
    }
    const message = `The required property ${JSON.stringify(name)} is not among the properties.`;
    walk.report(diagnostic("required-unknown", message, { at: place, hint: `Did you mean ${JSON.stringify(meant)}?` }));
  });
}

/** A schema beside the keywords, under the name of a required property, is one that stands a level too high. Where there are no other properties, no value is valid, which is told. */
function reportUndescribed(name: string, raw: JsonObject, at: Origin, walk: Walk): void {
  if (raw["additionalProperties"] === false) return;
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
