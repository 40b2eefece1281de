/**
 * Parameters: from the raw parts of a request to the values the description speaks of, by location, style and shape.
 */
import { readDeepObject, readRepeated } from "./decode-deep-object.js";
import { parseJson } from "./parse-json.js";
import { codecOf } from "../../shared/media-type.js";
import type { Parameter } from "../../shared/operation.js";
import { formDecoded, mostParameters, ownerOf, Pairs, pairsMessage, parsePairs, rootOf, withoutBlanks } from "./query-pairs.js";
import { percentDecoded } from "../route/router.js";
import {
  addIssues,
  hideInherited,
  isFitting,
  isStructured,
  looseReader,
  mayBeWhole,
  memberOf,
  readOnlyText,
  setOwn,
  textReader,
  type Issues,
  type Reader,
} from "./wire-type.js";
import { readFitting } from "./read-fitting.js";
import {
  commaSeparator,
  readItems,
  readSingle,
  readDelimited,
  addIssue,
  setMember,
  type DelimiterRules,
  type FieldLocation,
} from "./decode-delimited.js";

/** Reads one parameter from where it stands: its value, `undefined` when it is absent, or `undefined` with an issue. */
export type Read<Source> = (source: Source, issues: Issues) => unknown;

const asIs = (text: string): string => text;

/** Reads a value of `content`: the text as its media type says. */
function readContent(
  reader: Reader,
  mediaType: string,
  raw: string,
  decode: DelimiterRules["decode"],
  place: FieldLocation,
  issues: Issues,
): unknown {
  if (codecOf(mediaType) !== "json") return readSingle(reader, raw, decode, place, issues);
  const text = decode(raw);
  if (text === undefined) return addIssue(issues, place, "encoding", "is not percent-encoded correctly");
  const { value, problem } = parseJson(text, reader.exact);
  return problem === undefined ? value : addIssue(issues, place, "contentMediaType", problem);
}

/** The one value there must be. */
function single(values: readonly string[], place: FieldLocation, issues: Issues): string | undefined {
  if (values.length === 1) return values[0];
  addIssue(issues, place, "type", "must be given only once");
  return undefined;
}

/** `claimed` are the names that parameters of the query answer to, and credentials. */
export function queryReader(
  parameter: Parameter,
  reader: Reader,
  claimed: ReadonlySet<string>,
  at: FieldLocation["in"] = "query",
): Read<Pairs> {
  const read = namedReader(parameter, reader, claimed, at);
  const { name, required, allowEmptyValue } = parameter;
  // Text that is empty is text. What must be there must be something, and a flag that is named is set.
  const isFlag = reader.scalars.join() === "boolean" && !isStructured(reader);
  if (allowEmptyValue !== true || (required === true && !isFlag) || isText(reader.items ?? reader)) return read;
  const isEmpty = (values: readonly string[] = []): boolean => values.length === 1 && values[0] === "";
  return (pairs, issues) => (isEmpty(pairs.get(name)) ? (required === true ? true : undefined) : read(pairs, issues));
}

const isText = ({ scalars }: Reader): boolean => scalars.includes("string") || scalars.includes("any");

function namedReader(parameter: Parameter, reader: Reader, claimed: ReadonlySet<string>, at: FieldLocation["in"]): Read<Pairs> {
  const { name, content, style = "form" } = parameter;
  const place: FieldLocation = { in: at, name };
  if (content !== undefined || (!isStructured(reader) && style !== "deepObject")) {
    return (pairs, issues) => {
      const values = pairs.get(name);
      const raw = values === undefined ? undefined : single(values, place, issues);
      if (raw === undefined) return undefined;
      return content === undefined
        ? readSingle(reader, raw, formDecoded, place, issues)
        : readContent(reader, content, raw, formDecoded, place, issues);
    };
  }
  if (style === "deepObject")
    return orEmpty(parameter, reader, (pairs, issues) => readDeepObject(reader, pairs, claimed, formDecoded, place, issues));
  if (parameter.explode ?? style === "form") return orEmpty(parameter, reader, explodedReader(reader, place, claimed, formDecoded));
  const separator = style === "spaceDelimited" ? /%20|\+/ : style === "pipeDelimited" ? /%7[cC]|\|/ : undefined;
  return (pairs, issues) => {
    const values = pairs.get(name);
    const raw = values === undefined ? undefined : single(values, place, issues);
    if (raw === undefined) return undefined;
    const cut = { separator: separator ?? commaSeparator(raw, reader, pairs.reencoded), pairs: false, decode: formDecoded };
    return readDelimited(reader, raw, cut, place, issues);
  };
}

/** An object without members has no other form than nothing: where there must be one, that is what came. */
function orEmpty({ required }: Parameter, { members, items, scalars }: Reader, read: Read<Pairs>): Read<Pairs> {
  if (required !== true || members === undefined || items !== undefined || scalars.length > 0) return read;
  return (pairs, issues) => {
    const before = issues.length;
    const value = read(pairs, issues);
    return value === undefined && issues.length === before ? {} : value;
  };
}

/** `a=1&a=2` for a list; the members of an object each under its own name. */
function explodedReader(reader: Reader, place: FieldLocation, claimed: ReadonlySet<string>, decode: DelimiterRules["decode"]): Read<Pairs> {
  if (reader.alternatives !== undefined)
    return (pairs, issues) => readFitting(reader, (each, own) => explodedReader(each, place, claimed, decode)(pairs, own), issues);
  return (pairs, issues) => {
    const values = pairs.get(place.name);
    if (values !== undefined && isGivenWhole(reader, place.name, values[0])) {
      return explodedValue(reader, values, decode, place, issues);
    }
    if (reader.members === undefined) return undefined;
    const result: Record<string, unknown> = {};
    const before = issues.length;
    for (const [name, raws] of pairs) {
      const known = reader.members.has(name);
      const member = memberOf(reader, name);
      const owner = ownerOf(name, claimed) ?? name;
      // What no member is called by may be a parameter of its own, or inside one. Inside this one, or a member of it, nothing is: its style has
      // no brackets.
      const isOwn = owner === place.name || (owner !== name && reader.members.has(owner));
      if (!known && (member === undefined || (!isOwn && claimed.has(owner)))) continue;
      if (member?.items !== undefined && name !== "__proto__" && isRepeated(member, raws, decode)) {
        setOwn(result, name, readItems(member, raws, decode, { in: place.in, name }, issues));
        continue;
      }
      const raw = single(raws, { in: place.in, name }, issues);
      if (raw !== undefined) setMember(result, reader, name, raw, decode, place, issues);
    }
    return Object.keys(result).length === 0 && issues.length === before ? undefined : hideInherited(result, reader.inherited);
  };
}

/** Whether what is given under the name of an exploded value is all of it, and no member that has the same name. */
export function isGivenWhole(reader: Reader, name: string, first: unknown): boolean {
  return reader.items !== undefined || mayBeWhole(reader, String(first)) || memberOf(reader, name) === undefined;
}

/**
 * Whether a list in an object is written item by item. No style says how: nearly all repeat its name, and some write JSON. An only text is
 * an item unless it is a value of what stands beside the list.
 */
function isRepeated(reader: Reader, raws: readonly string[], decode: DelimiterRules["decode"]): boolean {
  if (raws.length !== 1) return true;
  const text = decode(raws[0] ?? "");
  return text !== undefined && readOnlyText(reader, text) === undefined;
}

function explodedValue(
  reader: Reader,
  values: readonly string[],
  decode: DelimiterRules["decode"],
  place: FieldLocation,
  issues: Issues,
): unknown {
  const [raw = ""] = values;
  if (values.length === 1 && (reader.items === undefined || mayBeWhole(reader, raw))) {
    if (reader.items === undefined) return readSingle(reader, raw, decode, place, issues);
    const text = decode(raw);
    const value = text === undefined ? undefined : readOnlyText(reader, text);
    if (value !== undefined && isFitting(reader, value)) return value;
  }
  if (reader.items !== undefined) return readItems(reader, values, decode, place, issues);
  return values.length > 1 ? addIssue(issues, place, "type", "must be given only once") : undefined;
}

/** A field of a form that has no style of its own: repeated for lists, brackets or JSON for objects. `names` are those of all fields. */
export function fieldReader(name: string, reader: Reader, names: ReadonlySet<string>): Read<Pairs> {
  const place: FieldLocation = { in: "body", name };
  return (pairs, issues) => readDeepObject(reader, pairs, names, formDecoded, place, issues);
}

/**
 * A field that the description does not name: what it is called, and how it is read. Brackets are part of a name that something is
 * described of, as no style gives them a meaning. Many senders mean parts of a value by them: so they are read where nothing is
 * described, and where it is an object that is not written as one. `readerFor`: what is described of names.
 */
export function unnamedField(
  key: string,
  pairs: Pairs,
  readerFor: (name: string) => Reader,
  names: ReadonlySet<string>,
): { readonly name: string; readonly read: Read<Pairs> } {
  const root = rootOf(key);
  const reader = readerFor(root);
  const isOpen = reader === looseReader || (isOnlyObject(reader) && pairs.get(key)?.some(isWrittenAsObject) !== true);
  // Brackets that do not close are part of the name.
  if (isOpen && !root.includes("[")) return { name: root, read: fieldReader(root, reader, names) };
  const own = readerFor(key);
  return { name: key, read: (all, issues) => readRepeated(own, all, formDecoded, { in: "body", name: key }, issues) };
}

const isOnlyObject = ({ members, items, scalars }: Reader): boolean => members !== undefined && items === undefined && scalars.length === 0;

const isWrittenAsObject = (raw: string): boolean => formDecoded(raw)?.trimStart().startsWith("{") === true;

/** Of the whole query string, where the description says none. */
export const formType = "application/x-www-form-urlencoded";

/** The whole query string as one value. */
export function querystringReader(parameter: Parameter, reader: Reader, keys: readonly string[]): Read<string> {
  const place: FieldLocation = { in: "querystring", name: parameter.name };
  const mediaType = parameter.content ?? formType;
  const isForm = codecOf(mediaType) === "form";
  if (isForm && reader.alternatives !== undefined)
    return (text, issues) => readFitting(reader, (each, own) => querystringReader(parameter, each, keys)(text, own), issues);
  return (text, issues) => {
    if (text === "") return undefined;
    if (!isForm) return readContent(reader, mediaType, text, percentDecoded, place, issues);
    const pairs = parsePairs(text, mostParameters);
    if (!(pairs instanceof Pairs)) return addIssue(issues, place, pairs, pairsMessage(pairs, `${mostParameters} fields`));
    const result: Record<string, unknown> = {};
    const inside: Issues = [];
    const names = new Set(reader.members?.keys());
    for (const key of keys) if (!names.has(key)) pairs.delete(key);
    const readerFor = (name: string): Reader => memberOf(reader, name) ?? textReader;
    for (const [name, read] of fieldReaders(pairs, readerFor, names)) {
      const value = read(pairs, inside);
      if (value !== undefined && (name !== "__proto__" || reader.members?.has(name) === true)) setOwn(result, name, value);
    }
    addIssues(
      issues,
      inside.map((issue) => ({ ...issue, in: place.in, path: [place.name, ...issue.path] })),
    );
    return hideInherited(result, reader.inherited);
  };
}

/** How fields are read, by name: those that are described, and others. */
function fieldReaders(pairs: Pairs, readerFor: (name: string) => Reader, names: ReadonlySet<string>): ReadonlyMap<string, Read<Pairs>> {
  const fields = new Map<string, Read<Pairs>>();
  for (const key of pairs.keys()) {
    const owner = ownerOf(key, names) ?? key;
    const { name, read } = names.has(owner)
      ? { name: owner, read: fieldReader(owner, readerFor(owner), names) }
      : unnamedField(key, pairs, readerFor, names);
    if (!fields.has(name)) fields.set(name, read);
  }
  return fields;
}

/** A path parameter: the raw text of its place in the path. */
export function pathReader(parameter: Parameter, reader: Reader): Read<string | undefined> {
  const { name, content, style = "simple", explode = false } = parameter;
  const place: FieldLocation = { in: "path", name };
  const separator = !explode ? "," : style === "matrix" ? ";" : style === "label" ? "." : ",";
  return (raw, issues) => {
    if (raw === undefined) return undefined;
    if (content !== undefined) return readContent(reader, content, raw, percentDecoded, place, issues);
    const bare = style === "label" ? withoutDot(raw) : style === "matrix" ? withoutName(raw, name, explode, reader) : raw;
    if (bare === undefined) return addIssue(issues, place, "style", `must be written in the style ${style}`);
    if (!isStructured(reader) && style === "simple") return readSingle(reader, raw, percentDecoded, place, issues);
    const cut = { separator: separator === "," ? commaSeparator(bare, reader) : separator, pairs: explode, decode: percentDecoded };
    return readDelimited(reader, bare, cut, place, issues);
  };
}

const withoutDot = (raw: string): string | undefined => (raw.startsWith(".") ? raw.slice(1) : undefined);

/** `;name=value`: the name goes, except the names of an exploded object's members. */
function withoutName(raw: string, name: string, explode: boolean, reader: Reader): string | undefined {
  if (!raw.startsWith(";")) return undefined;
  const parts = raw.slice(1).split(";");
  if (explode && reader.members !== undefined && parts.every((part) => !isOf(part, name))) return raw.slice(1);
  if (!parts.every((part) => isOf(part, name))) return undefined;
  return parts.map((part) => part.slice(part.indexOf("=") + 1 || part.length)).join(";");
}

const isOf = (part: string, name: string): boolean => percentDecoded(part.split("=", 1)[0] ?? "") === name;

/** Headers are not percent-encoded; blanks around the items of a list do not count. */
export function headerReader(parameter: Parameter, reader: Reader): Read<string | undefined> {
  const { name, content, explode = false } = parameter;
  const place: FieldLocation = { in: "header", name };
  const isSingle = !isStructured(reader) && !isText(reader);
  return (raw, issues) => {
    if (raw === undefined) return undefined;
    if (content !== undefined) return readContent(reader, content, raw, asIs, place, issues);
    // A header that is given several times arrives as one, with commas between.
    if (isSingle && raw.includes(",")) return addIssue(issues, place, "type", "must be given only once");
    const items = isStructured(reader) && /[ \t]/.test(raw) ? raw.split(",").map(withoutBlanks).join(",") : raw;
    return readDelimited(reader, items, { separator: ",", pairs: explode, decode: asIs }, place, issues);
  };
}

/** Cookies: `form` is percent-encoded, `cookie` is not; exploded lists and objects are cookies of their own. */
/** `claimed` are the names that parameters in cookies answer to, and credentials. */
export function cookieReader(parameter: Parameter, reader: Reader, claimed: ReadonlySet<string>): Read<Pairs> {
  const { name, content, style = "form", explode = true } = parameter;
  const place: FieldLocation = { in: "cookie", name };
  const decode = style === "cookie" ? asIs : percentDecoded;
  if (explode && content === undefined && isStructured(reader))
    return orEmpty(parameter, reader, explodedReader(reader, place, claimed, decode));
  return (cookies, issues) => {
    // Browsers send the cookie of the closest path first.
    const raw = cookies.get(name)?.[0];
    if (raw === undefined) return undefined;
    if (content !== undefined) return readContent(reader, content, raw, percentDecoded, place, issues);
    return readDelimited(
      reader,
      raw,
      { separator: style === "cookie" ? "," : commaSeparator(raw, reader), pairs: false, decode },
      place,
      issues,
    );
  };
}
