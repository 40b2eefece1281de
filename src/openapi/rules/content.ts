import { diagnostic } from "../../diagnostic/catalogue.js";
import { isNear, spellingSuggestion } from "../../diagnostic/spelling-suggestion.js";
import { isJsonArray, type Json } from "../../source/source-file.js";
import { childLocation, originAt, type DocumentLocation } from "../resolve/document-location.js";
import { looksLikeSchema } from "../resolve/schema-identifiers.js";
import { around } from "./meaning/mistaken-kind.js";
import { mapOf, orReference } from "./collections.js";
import { isObject, meantAs, wrongType, type JsonObject, type Rule, type Walk } from "./rule.js";

const mediaTypes = mapOf(orReference("mediaType"));

/** Media types by name; a schema in their place is that of JSON. */
export const content: Rule = (raw, parent, key, walk) => {
  const at = childLocation(parent, key);
  const named = mediaTypeObjects(raw);
  if (named !== undefined)
    return content(
      meantAs(named, "media types by name", raw, "an object (media types by name)", at, walk, isObject(raw) ? "one media type" : "a list"),
      parent,
      key,
      walk,
    );
  const schema = isObject(raw) && Object.keys(raw).length === 1 ? raw["schema"] : undefined;
  const isSchema = isObject(schema) && (looksLikeSchema(schema) || typeof schema["$ref"] === "string");
  if (schema === undefined || !isSchema) {
    const read = mediaTypes(raw, parent, key, walk);
    if (!isObject(raw)) return read;
    const names = Object.keys(raw);
    for (const name of names) reportMisspelt(name, childLocation(at, name), walk, "key");
    const isPlain = names.every(isMediaType) && new Set(names.map((name) => name.toLowerCase())).size === names.length;
    return isPlain ? read : withMeantNames(read, raw, at, walk);
  }
  wrongType(raw, "an object (media types)", at, walk, "it is read as that of application/json", "a schema");
  return (around("response", walk.visit("schema", schema, childLocation(at, "schema")), at, walk) as { content: unknown }).content; // as it is made
};

/** Media types of which each says its name as a member: `{ mediaType: application/json, schema: … }`, alone or in a list. */
function mediaTypeObjects(raw: Json): JsonObject | undefined {
  const items: readonly Json[] = isJsonArray(raw) ? raw : [raw];
  const found = items.map((item): readonly [string, Json] | undefined => {
    if (!isObject(item)) return undefined;
    const nameKey = ["mediaType", "contentType", "media_type", "content_type", "type", "name"].find((each) => {
      const name = item[each];
      return typeof name === "string" && isMediaType(name);
    });
    if (nameKey === undefined) return undefined;
    const { [nameKey]: name, ...rest } = item;
    return typeof name === "string" ? [name, rest] : undefined;
  });
  return found.length === 0 || found.includes(undefined) ? undefined : Object.fromEntries(found.filter((each) => each !== undefined));
}

function isMediaType(name: string): boolean {
  return /^[^\s,/]+\/[^,]*\S$/.test(name) || name.startsWith("x-") || name === "$ref";
}

const topLevelTypes = "application audio example font image message model multipart text video".split(" ");

/** Reports a media type that nobody knows, and that differs from known ones in a letter or two: `aplication/json`. */
export function reportMisspelt(name: string, at: DocumentLocation, walk: Walk, on?: "key"): void {
  const [, type = ""] = /^([\w-]+)\//.exec(name) ?? [];
  if (type === "" || type.startsWith("x-") || topLevelTypes.includes(type.toLowerCase())) return;
  const meant = spellingSuggestion(type, topLevelTypes);
  if (meant === undefined || !isNear(type, meant, 2)) return;
  const hint = `Did you mean ${JSON.stringify(meant + name.slice(type.length))}?`;
  const place = { ...originAt(at), ...(on === undefined ? {} : { on }) };
  walk.report(
    diagnostic("media-type-invalid", `${JSON.stringify(name)} is no known media type.`, { at: place, severity: "warning", hint }),
  );
}

/** What people call media types. */
const shortNames: Readonly<Record<string, string>> = {
  json: "application/json",
  xml: "application/xml",
  yaml: "application/yaml",
  text: "text/plain",
  plain: "text/plain",
  html: "text/html",
  csv: "text/csv",
  pdf: "application/pdf",
  form: "application/x-www-form-urlencoded",
  "form-data": "multipart/form-data",
};

/** The media types that a name means which is none: several in one, or one for short. */
function namesIn(name: string): readonly string[] {
  const names = name.split(",").map((each) => each.trim());
  const meant = names.map((each) =>
    /^[^\s/]+\/\S/.test(each) ? each : Object.hasOwn(shortNames, each.toLowerCase()) ? shortNames[each.toLowerCase()] : undefined,
  );
  return meant.includes(undefined) ? [] : meant.filter((each) => each !== undefined);
}

/** The first of the names that differ in case alone, by that in small letters: to HTTP they are one. */
function firstInAnyCase(names: readonly string[]): ReadonlyMap<string, string> {
  const first = new Map<string, string>();
  for (const name of names) if (!first.has(name.toLowerCase())) first.set(name.toLowerCase(), name);
  return first;
}

function reportSame(name: string, first: string, at: DocumentLocation, walk: Walk): void {
  walk.report(
    diagnostic("media-type-invalid", `${JSON.stringify(name)} is ${JSON.stringify(first)} in another case.`, {
      at: { ...originAt(childLocation(at, name)), on: "key" },
      hint: "Remove one of the two.",
      assumed: "the first one counts",
    }),
  );
}

/** Content with each name that is no media type replaced by those that it means, and each media type once. One that means none may still be what a service sends. */
function withMeantNames(read: unknown, raw: JsonObject, at: DocumentLocation, walk: Walk): unknown {
  const known = read as Readonly<Record<string, unknown>>; // as its rule makes it of an object
  const out = Object.create(null) as Record<string, unknown>; // The type of a fresh object without prototype.
  const unread: string[] = [];
  const firsts = firstInAnyCase(Object.keys(known));
  for (const [name, value] of Object.entries(known)) {
    const first = isMediaType(name) ? (firsts.get(name.toLowerCase()) ?? name) : name;
    if (first !== name) {
      reportSame(name, first, at, walk);
      continue;
    }
    const isNone = !isMediaType(name);
    const meant = isNone ? namesIn(name) : [];
    if (meant.length > 0) reportName(name, meant, childLocation(at, name), walk);
    else if (isNone) unread.push(name);
    for (const each of meant.length === 0 ? [name] : meant) if (each === name || !Object.hasOwn(raw, each)) out[each] ??= value;
  }
  if (unread.length > 0) reportUnread(unread, at, walk);
  walk.location(out, at);
  return out;
}

function reportName(name: string, meant: readonly string[], at: DocumentLocation, walk: Walk): void {
  walk.report(
    diagnostic("media-type-invalid", `${JSON.stringify(name)} is not a media type.`, {
      at: { ...originAt(at), on: "key" },
      hint: `Write ${meant.map((each) => JSON.stringify(each)).join(" and ")}.`,
      assumed: `it is read as ${meant.join(" and ")}`,
    }),
  );
}

/** Whoever writes an example in place of content has one such name for each of its members. */
function reportUnread([first = "", ...others]: readonly string[], at: DocumentLocation, walk: Walk): void {
  const besides = others.length === 0 ? "" : `, nor ${others.length === 1 ? "is" : "are"} ${String(others.length)} beside it`;
  walk.report(
    diagnostic("media-type-invalid", `${JSON.stringify(first)} is not a media type${besides}.`, {
      at: { ...originAt(childLocation(at, first)), on: "key" },
      severity: "warning",
      hint: "Write one such as application/json.",
    }),
  );
}
