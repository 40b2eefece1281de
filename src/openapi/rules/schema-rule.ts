import { diagnostic } from "../../diagnostic/catalogue.js";
import { spellingSuggestion } from "../../diagnostic/spelling-suggestion.js";
import type { Json } from "../../source/source-file.js";
import { asWritten } from "../../source/large-integers.js";
import { childLocation, originAt, writtenAt, type DocumentLocation } from "../resolve/document-location.js";
import { readDiscriminator } from "./discriminator.js";
import { reportOther } from "./report-other-version.js";
import { anything, assign, count, flag, isObject, kind, listOf, mapOf, text, unknown, wrongType, type Rule, type Walk } from "./rule.js";
import { upgradeSchema } from "../versions/upgrade-schema.js";

const TYPES: ReadonlySet<Json> & Iterable<string> = new Set(["null", "boolean", "integer", "number", "string", "array", "object"]);

const schema = kind("schema");

/** `file` is 2.0's word for bytes; the upgrade gives it its later form. */
const type: Rule = (raw, parent, key, walk) => {
  const at = childLocation(parent, key);
  const words = (Array.isArray(raw) ? (raw as readonly Json[]) : [raw]).map((word) =>
    word === null && Array.isArray(raw) ? unquotedNull(at, walk) : word,
  );
  if (raw === "file") {
    reportOther("2.0", "type", parent, walk);
    return raw;
  }
  const wrong = words.find((word) => !TYPES.has(word));
  if (wrong === undefined && words.length > 0) return Array.isArray(raw) ? words : raw;
  if (typeof wrong !== "string") return wrongType(wrong ?? raw, "a type or a list of types", at, walk);
  const meant = spellingSuggestion(wrong, TYPES);
  const hint = meant === undefined ? "The types are null, boolean, integer, number, string, array and object." : `Did you mean "${meant}"?`;
  walk.report(diagnostic("unknown-type", `${JSON.stringify(wrong)} is not a type.`, { at: originAt(at), hint }));
  return undefined;
};

/** `type: [string, null]` in YAML has the value null in it, where the word is meant. */
function unquotedNull(at: DocumentLocation, walk: Walk): string {
  walk.report(
    diagnostic("wrong-type", "A type is a string, and null without quotes is not one.", {
      at: originAt(at),
      severity: "warning",
      hint: 'Put quotes around it: "null".',
    }),
  );
  return "null";
}

/** A value as the author wrote it: with the integers that a number does not hold. */
const value: Rule = (raw, parent, key) => {
  const { large } = parent.file.source;
  return large === undefined ? raw : asWritten(raw, () => writtenAt(parent), key, large);
};

/** A limit, or a divisor. */
const limit: Rule = (raw, parent, key, walk) =>
  typeof raw === "number" ? value(raw, parent, key, walk) : wrongType(raw, "a number", childLocation(parent, key), walk);

/** Up to 3.0, `true` turns `minimum` into an exclusive one; later it is the limit itself. */
const exclusive: Rule = (raw, parent, key, walk) => (typeof raw === "boolean" ? raw : limit(raw, parent, key, walk));

/** A list of schemas is what `prefixItems` was called before 2020-12. */
const items: Rule = (raw, parent, key, walk) =>
  Array.isArray(raw) ? schemas(raw as Json, parent, key, walk) : schema(raw, parent, key, walk);

const reference: Rule = (raw, parent, key, walk) =>
  typeof raw === "string" ? raw : wrongType(raw, "a string", childLocation(parent, key), walk);

const schemas = listOf(schema);
const names = listOf(text);

/** Names that a property needs beside it, or (before 2019-09) a schema. */
const dependency: Rule = (raw, parent, key, walk) =>
  Array.isArray(raw) ? names(raw as Json, parent, key, walk) : schema(raw, parent, key, walk);

/** Up to draft 4 `required` was a flag of the property; it is still met, and says nothing there. */
const required: Rule = (raw, parent, key, walk) => {
  if (typeof raw !== "boolean") return names(raw, parent, key, walk);
  walk.report(
    diagnostic("required-flag", '"required" of a schema is a list of property names; true or false has no effect here.', {
      at: originAt(childLocation(parent, key)),
      hint: 'Name the property in the "required" list of the schema it belongs to.',
    }),
  );
  return undefined;
};

/** A keyword. `isLegacy` tells values that an earlier version means differently: the upgrade looks at schemas that have one, and at no other. */
interface Keyword {
  readonly rule: Rule;
  readonly isLegacy?: (raw: Json) => boolean;
}

function plain(names: string, rule: Rule): readonly (readonly [string, Keyword])[] {
  return names.split(" ").map((name) => [name, { rule }]);
}

function legacy(names: string, rule: Rule, isLegacy: (raw: Json) => boolean = () => true): readonly (readonly [string, Keyword])[] {
  return names.split(" ").map((name) => [name, { rule, isLegacy }]);
}

const keywords: ReadonlyMap<string, Keyword> = new Map([
  ...plain("$id $anchor $dynamicAnchor title description format pattern contentEncoding contentMediaType", text),
  ...plain("deprecated readOnly writeOnly uniqueItems", flag),
  ...plain("multipleOf maximum minimum", limit),
  ...plain("minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains", count),
  ...plain("properties patternProperties dependentSchemas $defs", mapOf(schema)),
  ...plain("additionalProperties propertyNames contains not if then else unevaluatedItems unevaluatedProperties contentSchema", schema),
  ...plain("allOf anyOf oneOf prefixItems", schemas),
  ...plain("dependentRequired", mapOf(names)),
  ...plain("enum", listOf(value)),
  ...plain("const default", value),
  ...plain("xml externalDocs $schema $comment $vocabulary", anything),
  ...plain("discriminator", readDiscriminator),
  ...plain("required", required),
  ...legacy("$ref", reference),
  ...legacy("type", type, (raw) => raw === "file"),
  ...legacy("$dynamicRef $recursiveRef", text),
  ...legacy("$recursiveAnchor", anything),
  ...legacy("items", items, Array.isArray),
  ...legacy("exclusiveMinimum exclusiveMaximum", exclusive, (raw) => typeof raw === "boolean"),
  ...legacy("nullable x-nullable", flag),
  ...legacy("example", value),
  ...legacy("examples", value, (raw) => !Array.isArray(raw)),
  ...legacy("additionalItems", schema),
  ...legacy("definitions", mapOf(schema)),
  ...legacy("dependencies", mapOf(dependency)),
]);

/** Reads a schema. */
export function readSchema(raw: Json, at: DocumentLocation, walk: Walk): unknown {
  if (typeof raw === "boolean") return raw;
  if (!isObject(raw)) return wrongType(raw, "a schema (an object)", at, walk);
  const location = at.file.identifying ? walk.enter(raw, at) : at;
  const { off } = location.file.dialect;
  const out: Record<string, unknown> = {};
  let old = false;
  for (const key of Object.keys(raw)) {
    const value = raw[key] ?? null;
    const keyword = keywords.get(key);
    if (keyword === undefined) {
      unknown(key, () => keywords.keys(), location, walk);
      assign(out, key, value);
      continue;
    }
    if (off.size > 0 && off.has(key)) continue;
    if (!old && keyword.isLegacy?.(value) === true) old = true;
    const upgraded = keyword.rule(value, location, key, walk);
    if (upgraded !== undefined) out[key] = upgraded;
  }
  walk.location(out, location);
  return old ? upgradeSchema(out, location, walk) : out;
}
