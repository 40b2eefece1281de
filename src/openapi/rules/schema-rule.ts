import { diagnostic } from "../../diagnostic/catalogue.js";
import { spellingSuggestion } from "../../diagnostic/spelling-suggestion.js";
import type { Json } from "../../source/source-file.js";
import { asWritten } from "../../source/large-integers.js";
import { childLocation, originAt, writtenAt, type DocumentLocation } from "../resolve/document-location.js";
import { looksLikeSchema } from "../resolve/schema-identifiers.js";
import { readDiscriminator } from "./discriminator.js";
import { reportOther } from "./report-other-version.js";
import { readTypedValues } from "./meaning/typed-values.js";
import { kind, listOf, mapOf, meantReference } from "./collections.js";
import { assign, meantKey, unknown } from "./fields.js";
import { isObject, meantAs, saysNothing, wrongType, type JsonObject, type Rule, type Walk } from "./rule.js";
import { anything, count, flag, keywordText, numberIn, text } from "./scalars.js";
import { itemsByIndex, referenceIn, wordsIn } from "./meaning/meant-value.js";
import { reportUnquotedNull, withMeantNull } from "./meaning/meant-null.js";
import { withMeantProperties } from "./meaning/meant-properties.js";
import { withMeantType } from "./meaning/meant-type.js";
import { withMeantTypeText } from "./meaning/meant-type-text.js";
import { patternLiteral } from "./pattern-text.js";
import { reportContradictions } from "./schema-contradictions.js";
import { typeMeantBy } from "./meaning/type-words.js";
import { upgradeSchema } from "../versions/upgrade-schema.js";

const TYPES: ReadonlySet<Json> & Iterable<string> = new Set(["null", "boolean", "integer", "number", "string", "array", "object"]);

const schema = kind("schema");

/** `file` is 2.0's word for bytes; the upgrade gives it its later form. */
const type: Rule = (raw, parent, key, walk) => {
  const at = childLocation(parent, key);
  const joined = typeof raw === "string" && !TYPES.has(raw) ? wordsIn(raw, /[|,]/) : undefined;
  if (joined?.every((word) => TYPES.has(word)) === true)
    return meantAs(joined, "a list of types", raw, "a type or a list of types", at, walk);
  const words = Array.isArray(raw) ? (raw as readonly Json[]).map((word) => word ?? unquotedNull(at, walk)) : [raw];
  if (raw === "file") {
    reportOther("2.0", "type", parent, walk);
    return raw;
  }
  const wrong = words.filter((word) => !TYPES.has(word));
  if (wrong.length === 0 && words.length > 0) return Array.isArray(raw) ? [...new Set(words)] : raw;
  const unread = wrong.find((word) => typeof word !== "string");
  if (unread !== undefined || wrong.length === 0) return wrongType(unread ?? raw, "a type or a list of types", at, walk, anyType);
  const texts = words.filter((word) => typeof word === "string");
  const meant = texts.filter((word) => !TYPES.has(word)).map((word) => reportType(word, at, walk));
  if (meant.includes(undefined)) return undefined;
  const all = [...new Set(texts.map((word) => (TYPES.has(word) ? word : meantType(word))))];
  return Array.isArray(raw) ? all : all[0];
};

const anyType = "a value of any type is accepted";

function meantType(word: string): string | undefined {
  return typeMeantBy(word) ?? (/^[a-z]+$/i.test(word) ? spellingSuggestion(word, TYPES) : undefined);
}

/** Reports a word that is no type, and gives the type that it means. */
function reportType(word: string, at: DocumentLocation, walk: Walk): string | undefined {
  const meant = meantType(word);
  const [hint, assumed] =
    meant === undefined
      ? ["The types are null, boolean, integer, number, string, array and object.", anyType]
      : [`Did you mean "${meant}"?`, `it is read as "${meant}"`];
  walk.report(diagnostic("unknown-type", `${JSON.stringify(word)} is not a type.`, { at: originAt(at), hint, assumed }));
  return meant;
}

function unquotedNull(at: DocumentLocation, walk: Walk): string {
  reportUnquotedNull(at, walk);
  return "null";
}

/** A pattern, of which slashes around it are no part. One that takes letters in either case is not checked: a pattern cannot say that. */
const pattern: Rule = (raw, parent, key, walk) => {
  const literal = typeof raw === "string" ? patternLiteral(raw) : undefined;
  if (literal === undefined) return keywordText(raw, parent, key, walk);
  const isChecked = !literal.flags.includes("i");
  walk.report(
    diagnostic("pattern-delimited", `The pattern ${JSON.stringify(raw)} has slashes around it, which would be a part of it.`, {
      at: originAt(childLocation(parent, key)),
      hint: `Write ${JSON.stringify(literal.pattern)}.`,
      assumed: isChecked ? "it is read without them" : "it is not checked, because patterns have no flags",
    }),
  );
  return isChecked ? literal.pattern : undefined;
};

/** A value as the author wrote it: with the integers that a number does not hold. */
const value: Rule = (raw, parent, key) => {
  const { large } = parent.file.source;
  return large === undefined ? raw : asWritten(raw, () => writtenAt(parent), key, large);
};

/** A limit, or a divisor. */
const limit: Rule = (raw, parent, key, walk) => {
  if (typeof raw === "number") return value(raw, parent, key, walk);
  const at = childLocation(parent, key);
  const quoted = numberIn(raw);
  return quoted === undefined ? wrongType(raw, "a number", at, walk) : meantAs(quoted, String(quoted), raw, "a number", at, walk);
};

/** Nothing is a multiple of nothing, and a negative divisor is none (JSON Schema validation, section 6.2.1). */
const divisor: Rule = (raw, parent, key, walk) => {
  const read = limit(raw, parent, key, walk);
  const isAbove = typeof read === "bigint" ? read > 0n : typeof read === "number" && read > 0;
  return read === undefined || isAbove ? read : wrongType(raw, "a number above 0", childLocation(parent, key), walk);
};

/** Up to 3.0, `true` turns `minimum` into an exclusive one; later it is the limit itself. */
const exclusive: Rule = (raw, parent, key, walk) => (typeof raw === "boolean" ? raw : limit(raw, parent, key, walk));

/** A list of schemas is what `prefixItems` was called before 2020-12. OpenAPI had no tuples up to 3.0, and a list of one is hardly meant as one. */
const items: Rule = (raw, parent, key, walk) => {
  if (!Array.isArray(raw)) return schema(raw, parent, key, walk);
  const isBeforeTuples = parent.file.version === "2.0" || parent.file.version === "3.0";
  if (isBeforeTuples && raw.length === 1)
    walk.report(
      diagnostic("wrong-type", '"items" must be a schema; a list of one describes the first item alone.', {
        at: originAt(childLocation(parent, key)),
        severity: "warning",
        hint: "Write the schema without a list around it, if it describes all items.",
      }),
    );
  return schemas(raw as Json, parent, key, walk);
};

/** A reference; one in a list is meant as it is. */
const reference: Rule = (raw, parent, key, walk) => {
  if (typeof raw === "string") return raw;
  const at = childLocation(parent, key);
  const [only, ...others] = Array.isArray(raw) ? (raw as readonly Json[]) : [];
  return typeof only === "string" && others.length === 0
    ? meantAs(only, "the one in the list", raw, "a string", at, walk)
    : wrongType(raw, "a string", at, walk);
};

const schemas = listOf(schema);

/** Schemas of a list; or of a map, whose names then say nothing. */
function ofListOrMap(list: Rule): Rule {
  return (raw, parent, key, walk) => {
    const members = isObject(raw) && Object.keys(raw).length > 0 && !looksLikeSchema(raw) ? Object.entries<Json>(raw) : [];
    if (members.length === 0 || members.some(([name, member]) => keywords.has(name) || !isObject(member)))
      return list(raw, parent, key, walk);
    const at = childLocation(parent, key);
    wrongType(raw, "a list", at, walk, "its members are read as one");
    return members.flatMap(([name, member]) => schema(member, at, name, walk) ?? []);
  };
}

const parts = ofListOrMap(schemas);

/** An alternative; null without quotes is the value null. */
const alternative: Rule = (raw, parent, key, walk) => {
  const at = childLocation(parent, key);
  return raw === null
    ? readSchema(meantAs({ type: "null" }, 'the type "null"', raw, "a schema (an object)", at, walk), at, walk)
    : schema(raw, parent, key, walk);
};
const listOfAlternatives = ofListOrMap(listOf(alternative));

/** Alternatives; none at all would be a schema that nothing fits, and is meant as none said. */
const alternatives: Rule = (raw, parent, key, walk) => {
  const isEmpty = raw === null || (Array.isArray(raw) && raw.length === 0);
  return isEmpty ? saysNothing("a list of schemas", childLocation(parent, key), walk) : listOfAlternatives(raw, parent, key, walk);
};

const anyValues = listOf(value);

/** An empty list is looked at where its type is known. Of an object, nobody knows whether its keys or its members are meant. */
const values: Rule = (raw, parent, key, walk) => {
  const at = childLocation(parent, key);
  if (raw === null) return saysNothing("a list of values", at, walk);
  if (isObject(raw) && Object.keys(raw).length > 0 && itemsByIndex(raw) === undefined)
    return wrongType(raw, "a list", at, walk, "any value is accepted");
  return anyValues(listInText(raw, at, walk), parent, key, walk);
};

/** The list that a text with commas is. */
function listInText(raw: Json, at: DocumentLocation, walk: Walk): Json {
  const words = typeof raw === "string" ? wordsIn(raw, /[,|]/) : undefined;
  return words === undefined ? raw : meantAs(words, `a list of ${String(words.length)}`, raw, "a list", at, walk);
}

/** Schemas by name. One that cannot be read is one of any value: what has its name is there. */
export const namedSchemas = mapOf((raw, parent, key, walk) => {
  const read = schema(raw, parent, key, walk);
  if (read !== undefined) return read;
  const any = {};
  walk.location(any, childLocation(parent, key));
  return any;
});
const names = listOf(text);

/** Names that a property needs beside it, or (before 2019-09) a schema. */
const dependency: Rule = (raw, parent, key, walk) =>
  Array.isArray(raw) ? names(raw as Json, parent, key, walk) : schema(raw, parent, key, walk);

/** Up to draft 4 `required` was a flag of the property; it is still met, and says nothing there. */
const required: Rule = (raw, parent, key, walk) => {
  const at = childLocation(parent, key);
  if (typeof raw !== "boolean" && raw !== "true" && raw !== "false") return names(listInText(raw, at, walk), parent, key, walk);
  walk.report(
    diagnostic("required-flag", '"required" of a schema is a list of property names; true or false has no effect here.', {
      at: originAt(at),
      hint: 'Name the property in the "required" list of the schema it belongs to.',
    }),
  );
  return undefined;
};

/** A keyword. `isLegacy` tells values that an earlier version means differently: the upgrade looks at schemas that have one, and at no other. */
interface Keyword {
  readonly rule: Rule;
  readonly isLegacy?: (raw: Json) => boolean;
  /** Whether it may contradict others: an upper bound, or names of properties. */
  readonly isUpper?: true;
  /** Whether it holds values, which may be of another type than the schema. */
  readonly hasValues?: true;
}

function plain(names: string, rule: Rule): readonly (readonly [string, Keyword])[] {
  return names.split(" ").map((name) => [name, { rule }]);
}

function upper(names: string, rule: Rule): readonly (readonly [string, Keyword])[] {
  return names.split(" ").map((name) => [name, { rule, isUpper: true }]);
}

function ofValues(names: string, rule: Rule): readonly (readonly [string, Keyword])[] {
  return names.split(" ").map((name) => [name, { rule, isUpper: true, hasValues: true }]);
}

function legacy(names: string, rule: Rule, isLegacy: (raw: Json) => boolean = () => true): readonly (readonly [string, Keyword])[] {
  return names.split(" ").map((name) => [name, { rule, isLegacy }]);
}

const keywords: ReadonlyMap<string, Keyword> = new Map([
  ...plain("title description", text),
  ...plain("$id $anchor $dynamicAnchor format contentEncoding contentMediaType", keywordText),
  ...plain("pattern", pattern),
  ...plain("deprecated readOnly writeOnly uniqueItems", flag),
  ...plain("multipleOf", divisor),
  ...plain("minimum", limit),
  ...upper("maximum", limit),
  ...plain("minLength minItems minProperties minContains", count),
  ...upper("maxLength maxItems maxProperties maxContains", count),
  ...plain("properties patternProperties dependentSchemas $defs", namedSchemas),
  ...plain("additionalProperties propertyNames contains not if then else unevaluatedItems unevaluatedProperties contentSchema", schema),
  ...plain("allOf", parts),
  ...plain("prefixItems", schemas),
  ...plain("anyOf oneOf", alternatives),
  ...plain("dependentRequired", mapOf(names)),
  ...ofValues("enum", values),
  ...ofValues("const default", value),
  ...plain("xml externalDocs $schema $comment $vocabulary", anything),
  ...plain("discriminator", readDiscriminator),
  ...upper("required", required),
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
  ...legacy("definitions", namedSchemas),
  ...legacy("dependencies", mapOf(dependency)),
]);

/**
 * Whether a schema has no keywords but the known ones. JSON Schema lets everybody have their own; `id` is one of earlier drafts. A reference may
 * lead to a parameter of 2.0, which reads as a schema.
 */
function isClosed(key: string, raw: JsonObject, { file }: DocumentLocation): boolean {
  return (file.version === "2.0" || file.version === "3.0") && key !== "id" && !Object.hasOwn(raw, "in");
}

const keywordNames = [...keywords.keys()];

/** What stands for a schema that is no object: the name of a type, a reference, or a list of one schema. */
function mistakenSchema(raw: Json, at: DocumentLocation, walk: Walk): unknown {
  const expected = "a schema (an object)";
  const list: readonly Json[] = Array.isArray(raw) ? raw : [];
  const [only] = list;
  if (list.length === 1 && isObject(only)) {
    wrongType(raw, expected, at, walk, "the one in the list is read");
    return readSchema(only, childLocation(at, 0), walk);
  }
  if (list.length > 1 && list.every((word) => TYPES.has(word)))
    return readSchema(meantAs({ type: list }, "a list of types", raw, expected, at, walk), at, walk);
  const word = typeof raw === "string" ? raw : "";
  const flag = word.trim().toLowerCase();
  if (flag === "true" || flag === "false") return meantAs(flag === "true", flag, raw, expected, at, walk);
  const meant = TYPES.has(word) ? word : typeMeantBy(word);
  if (meant !== undefined) return readSchema(meantAs({ type: meant }, `the type "${meant}"`, raw, expected, at, walk), at, walk);
  if (referenceIn(raw) !== undefined) return readSchema(meantAs({ $ref: word }, "a reference", raw, expected, at, walk), at, walk);
  return wrongType(raw, expected, at, walk, "any value is accepted");
}

/**
 * `properties: { $ref: … }`: the properties that the reference leads to, or those of the schema that it leads to, beside the schema's own.
 * A property may well be called "$ref"; its schema is no text.
 */
function withReferredProperties(raw: JsonObject, at: DocumentLocation, walk: Walk): JsonObject | undefined {
  const own = raw["properties"];
  if (!isObject(own) || typeof own["$ref"] !== "string") return undefined;
  const { $ref, ...rest } = own;
  const found = walk.peek($ref, at);
  const map = found !== undefined && isObject(found.raw) && !looksLikeSchema(found.raw) ? found.raw : undefined;
  const place = childLocation(childLocation(at, "properties"), "$ref");
  wrongType($ref, "a schema (an object)", place, walk, `the properties of ${JSON.stringify($ref)} are meant`);
  if (map !== undefined) return { ...raw, properties: { ...map, ...rest } };
  const composed = Array.isArray(raw["allOf"]) ? (raw["allOf"] as readonly Json[]) : [];
  return { ...raw, properties: rest, allOf: [...composed, { $ref }] };
}

/** A schema with what it evidently means said in its own words, from the level of its members to the type that these mean. */
function withMeaning(given: JsonObject, at: DocumentLocation, walk: Walk): JsonObject {
  const named = withMeantTypeText(withMeantProperties(given, keywords, at, walk), at, walk);
  return withMeantType(withMeantNull(named, at, walk), at, walk);
}

/** Reads a schema. */
export function readSchema(given: Json, at: DocumentLocation, walk: Walk): unknown {
  if (typeof given === "boolean") return given;
  if (!isObject(given)) return mistakenSchema(given, at, walk);
  const raw = withMeaning(withReferredProperties(given, at, walk) ?? given, at, walk);
  const location = at.file.identifying ? walk.enter(given, at) : at;
  const { off } = location.file.dialect;
  const out: Record<string, unknown> = {};
  let old = false;
  let contradicts = false;
  let hasValues = false;
  const keys = Object.keys(raw);
  for (const key of keys) {
    const value = raw[key] ?? null;
    const name = keywords.has(key) ? key : (meantKey(key, keywords, raw, location, walk) ?? key);
    const keyword = keywords.get(name);
    if (keyword === undefined) {
      const meant = keys.length === 1 ? meantReference(raw, location, walk) : undefined;
      if (meant !== undefined) return readSchema(meant, at, walk);
      unknown(key, value, keywordNames, location, walk, isClosed(key, raw, location));
      assign(out, key, value);
      continue;
    }
    if (off.size > 0 && off.has(name)) continue;
    if (!old && keyword.isLegacy?.(value) === true) old = true;
    if (keyword.isUpper === true) contradicts = true;
    if (keyword.hasValues === true) hasValues = true;
    if (name !== "x-nullable" || !Object.hasOwn(raw, "nullable")) walk.other(name, value, location);
    const upgraded = keyword.rule(value, location, key, walk);
    if (upgraded !== undefined) out[name] = upgraded;
  }
  walk.location(out, location);
  if (hasValues) readTypedValues(out, raw, location, walk);
  if (contradicts || isDoubtful(raw)) reportContradictions(out, raw, location, walk);
  return old ? upgradeSchema(out, location, walk) : out;
}

/** Whether keywords are to be held against each other that most schemas have one of. */
function isDoubtful(raw: JsonObject): boolean {
  const isBoth = raw["writeOnly"] === true && raw["readOnly"] === true;
  return isBoth || (raw["type"] === "array" && raw["items"] === undefined) || raw["oneOf"] !== undefined;
}
