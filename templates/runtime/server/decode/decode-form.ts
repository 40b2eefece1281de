/**
 * Forms: `application/x-www-form-urlencoded` and `multipart/form-data`, field by field, as the description encodes them.
 */
import { fieldReader, isGivenWhole, queryReader, unnamedField } from "./parameter-readers.js";
import { hasOwn } from "../../shared/has-own.js";
import { parseJson } from "./parse-json.js";
import { codecOf, isJsonType } from "../../shared/media-type.js";
import { parseMultipart } from "./multipart.js";
import type { Encoding, ExactJson } from "../../shared/operation.js";
import { formDecoded, ownerOf, pairsMessage, parsePairs, Pairs } from "./query-pairs.js";
import { ProblemError } from "../route/problem.js";
import { valueMessage } from "./decode-messages.js";
import {
  addIssues,
  hideInherited,
  itemOf,
  looseReader,
  memberOf,
  setOwn,
  isFitting,
  isOfTypes,
  readScalar,
  readText,
  type Issues,
  type Reader,
} from "./wire-type.js";
import { readFitting } from "./read-fitting.js";
import { addIssue, type FieldLocation } from "./decode-delimited.js";

type Encodings = { readonly [property: string]: Encoding };

/** More fields than this are an attack, not a form. */
const mostFields = 10_000;

const noEncodings: Encodings = {};
const noMembers: NonNullable<Reader["members"]> = new Map();

const hasStyle = (encoding: Encoding | undefined): boolean =>
  encoding !== undefined && (encoding.style !== undefined || encoding.explode !== undefined || encoding.allowReserved !== undefined);
const isJson = (encoding: Encoding | undefined): boolean => encoding?.contentType !== undefined && isJsonType(encoding.contentType);
const encodingOf = (encodings: Encodings, name: string): Encoding | undefined => (hasOwn(encodings, name) ? encodings[name] : undefined);

/** The fields of a URL-encoded form. Throws a `ProblemError` when it cannot be read at all. */
export function decodeForm(text: string, reader: Reader, encodings: Encodings | undefined, issues: Issues): unknown {
  const pairs = parsePairs(text, mostFields);
  if (!(pairs instanceof Pairs)) throw new ProblemError("malformed-request", `The form ${pairsMessage(pairs, `${mostFields} fields`)}.`);
  return decodeFormPairs(pairs, reader, encodings, issues);
}

/** The same of pairs. */
export function decodeFormPairs(pairs: Pairs, reader: Reader, encodings: Encodings | undefined, issues: Issues): unknown {
  if (reader.alternatives !== undefined) return readFitting(reader, (each, own) => decodeFormPairs(pairs, each, encodings, own), issues);
  const named = reader.members ?? noMembers;
  const names = new Set(named.keys());
  const result: Record<string, unknown> = {};
  for (const [name, member] of named) {
    const value = readField(name, member, encodingOf(encodings ?? noEncodings, name), names, pairs, issues);
    if (value !== undefined) setOwn(result, name, value);
  }
  readUnnamed(result, reader, pairs, names, issues, explodedMembers(named, encodings ?? noEncodings, names, pairs));
  return hideInherited(result, reader.inherited);
}

function readField(
  name: string,
  member: Reader,
  encoding: Encoding | undefined,
  names: ReadonlySet<string>,
  pairs: Pairs,
  issues: Issues,
): unknown {
  const place: FieldLocation = { in: "body", name };
  if (encoding !== undefined && hasStyle(encoding)) {
    const { style, explode } = encoding;
    const parameter = {
      name,
      in: "query" as const,
      ...(style === undefined ? {} : { style }),
      ...(explode === undefined ? {} : { explode }),
    };
    return queryReader(parameter, member, names, "body")(pairs, issues);
  }
  const values = pairs.get(name);
  const [raw, second] = values ?? [];
  if (!isJson(encoding) || values === undefined || raw === undefined) return fieldReader(name, member, names)(pairs, issues);
  const read = (text: string, exact: ExactJson | undefined, inner: readonly number[]): unknown => {
    const { value, problem } = parseJson(formDecoded(text) ?? "", exact);
    return problem === undefined ? value : addIssue(issues, place, "contentMediaType", problem, inner);
  };
  if (second === undefined) return read(raw, member.exact, []);
  if (member.items === undefined) return addIssue(issues, place, "type", "must be given only once");
  return values.map((text, index) => read(text, itemOf(member, index)?.exact, [index]));
}

const isExploded = ({ style = "form", explode = true }: Encoding): boolean => style === "form" && explode;

/** Whether a name is that of a member of a field whose style gives each member a field of its own. `sent`: all of them. */
function explodedMembers(
  fields: Iterable<readonly [string, Reader]>,
  encodings: Encodings,
  names: ReadonlySet<string>,
  sent: ReadonlyMap<string, readonly unknown[]>,
): (name: string) => boolean {
  const objects = [...fields].flatMap(([name, reader]) => {
    const encoding = encodingOf(encodings, name);
    if (reader.members === undefined || encoding === undefined || !hasStyle(encoding) || !isExploded(encoding)) return [];
    const values = sent.get(name);
    return values !== undefined && isGivenWhole(reader, name, values[0]) ? [] : [reader];
  });
  return (name) => !names.has(name) && objects.some((object) => memberOf(object, name) !== undefined);
}

/** Fields that the description does not name: kept, for the validator to judge. `isTaken`: whether a name is that of something in another field. */
function readUnnamed(
  result: Record<string, unknown>,
  reader: Reader,
  pairs: Pairs,
  names: ReadonlySet<string>,
  issues: Issues,
  isTaken: (name: string) => boolean,
): void {
  // Also those that have no value, but an issue: to read one reads all of its names.
  const done = new Set<string>();
  const readerFor = (name: string): Reader => memberOf(reader, name) ?? looseReader;
  for (const key of pairs.keys()) {
    if (names.has(ownerOf(key, names) ?? key) || isTaken(key)) continue;
    const { name, read } = unnamedField(key, pairs, readerFor, names);
    if (done.has(name)) continue;
    done.add(name);
    if (name === "__proto__") {
      addIssue(issues, { in: "body", name: "__proto__" }, "propertyNames", "is not accepted");
      continue;
    }
    const value = read(pairs, issues);
    if (value !== undefined) setOwn(result, name, value);
  }
}

/** The parts of a multipart body. Rejects with a `ProblemError` when it cannot be read at all. */
export async function decodeMultipart(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
  reader: Reader,
  encodings: Encodings | undefined,
  issues: Issues,
): Promise<unknown> {
  return decodeParts(parseMultipart(bytes, contentType, mostFields), reader, encodings, issues);
}

/** The same of parts. */
export async function decodeParts(
  form: Iterable<readonly [string, string | Blob]>,
  reader: Reader,
  encodings: Encodings | undefined,
  issues: Issues,
): Promise<unknown> {
  const parts = new Map<string, (string | Blob)[]>();
  let count = 0;
  for (const [name, value] of form) {
    count += 1;
    if (count > mostFields) throw new ProblemError("malformed-request", "The form has too many parts.");
    const known = parts.get(name);
    if (known === undefined) parts.set(name, [value]);
    else known.push(value);
  }
  return readParts(parts, reader, encodings, issues);
}

type FormParts = ReadonlyMap<string, readonly (string | Blob)[]>;

/** The same by each alternative. Parts take time to read, so all are read before one is chosen. */
async function readAlternatives(parts: FormParts, reader: Reader, encodings: Encodings | undefined, issues: Issues): Promise<unknown> {
  const { alternatives = [], ...together } = reader;
  const read = async (each: Reader): Promise<{ readonly value: unknown; readonly issues: Issues }> => {
    const own: Issues = [];
    return { value: await readParts(parts, each, encodings, own), issues: own };
  };
  const readings = new Map<Reader, Awaited<ReturnType<typeof read>>>();
  for (const each of alternatives) readings.set(each.reader, await read(each.reader));
  const others = await read(together);
  return readFitting(
    reader,
    (each, own) => {
      const found = readings.get(each) ?? others;
      addIssues(own, found.issues);
      return found.value;
    },
    issues,
  );
}

async function readParts(parts: FormParts, reader: Reader, encodings: Encodings | undefined, issues: Issues): Promise<unknown> {
  if (reader.alternatives !== undefined) return readAlternatives(parts, reader, encodings, issues);
  const result: Record<string, unknown> = {};
  const styled = readStyledParts(result, reader, parts, encodings ?? noEncodings, issues);
  for (const [name, values] of parts) {
    if (styled(name)) continue;
    const place: FieldLocation = { in: "body", name };
    if (name === "__proto__" && reader.members?.has(name) !== true) {
      addIssue(issues, place, "propertyNames", "is not accepted");
      continue;
    }
    const member = memberOf(reader, name) ?? looseReader;
    const value = await readPart(member, values, encodingOf(encodings ?? noEncodings, name), place, issues);
    if (value !== undefined) setOwn(result, name, value);
  }
  return hideInherited(result, reader.inherited);
}

/** Fields with a style are written as in a query, in one part or in several. Returns whether a part belongs to one of them. */
function readStyledParts(
  result: Record<string, unknown>,
  reader: Reader,
  parts: ReadonlyMap<string, readonly (string | Blob)[]>,
  encodings: Encodings,
  issues: Issues,
): (part: string) => boolean {
  const names = new Set(reader.members?.keys());
  const fields = [...(reader.members ?? [])].filter(
    ([name, member]) => hasStyle(encodingOf(encodings, name)) && !isOfFiles(member, parts.get(name)),
  );
  if (fields.length === 0) return () => false;
  const pairs = rawPairs(parts);
  const taken = new Set<string>();
  for (const [name, member] of fields) {
    const value = readField(name, member, encodingOf(encodings, name), names, pairs, issues);
    if (value !== undefined) setOwn(result, name, value);
    taken.add(name);
  }
  const isMember = explodedMembers(fields, encodings, names, parts);
  return (part) => taken.has(part) || isMember(part) || taken.has(ownerOf(part, names) ?? part);
}

/** Whether a field is a file or a list of them. A style is for text; a file is a part like any other, whether it came as text or as a file. */
function isOfFiles({ scalars, items }: Reader, sent: readonly (string | Blob)[] = []): boolean {
  const kinds = [...scalars, ...(items?.scalars ?? [])];
  return kinds.includes("binary") && (!mayBeText(kinds) || sent.some((part) => typeof part !== "string"));
}

const mayBeText = (scalars: Reader["scalars"]): boolean => scalars.includes("string") || scalars.includes("any");

/** Text parts as they would stand in a query. What separates items was not encoded on the way here, so it separates. */
function rawPairs(parts: ReadonlyMap<string, readonly (string | Blob)[]>): Pairs {
  const pairs = new Pairs();
  for (const [name, values] of parts) {
    const texts = values.filter((value) => typeof value === "string");
    if (texts.length > 0)
      pairs.set(
        name,
        texts.map((text) => encodeURIComponent(text).replace(/%2C/g, ",")),
      );
  }
  return pairs;
}

async function readPart(
  reader: Reader,
  values: readonly (string | Blob)[],
  encoding: Encoding | undefined,
  place: FieldLocation,
  issues: Issues,
): Promise<unknown> {
  const [first] = values;
  if (first === undefined) return undefined;
  // What may be anything may be a list.
  const items = reader.items ?? (values.length > 1 && reader.scalars.includes("any") ? reader : undefined);
  // Null is never a part: a list that may be null and has one part is a list of one.
  if (values.length === 1 && (items === undefined || reader.scalars.some((scalar) => scalar !== "null") || isJson(encoding))) {
    const own: Issues = [];
    const value = await readOne(reader, first, encoding, place, own);
    // What nothing beside the list takes is its only item.
    const isTaken = own.length > 0 ? isJson(encoding) : isFitting(reader, value) && (isJson(encoding) || isOfTypes(reader, value));
    if (items === undefined || isTaken) {
      addIssues(issues, own);
      return value;
    }
  }
  if (items === undefined) return addIssue(issues, place, "type", "must be given only once");
  if (values.length === 1) {
    const whole = await readWhole(reader, items, first);
    if (whole !== undefined) return whole;
  }
  return Promise.all(values.map((value, index) => readOne(itemOf(reader, index) ?? items, value, encoding, place, issues, [index])));
}

/** All of a list out of its only part: where that says that it is JSON, or where it is nothing that an item could be. */
async function readWhole(reader: Reader, items: Reader, part: string | Blob): Promise<unknown> {
  const text = await textOfPart(part, items);
  if (text === undefined) return undefined;
  // A list within a list is sent as JSON, too.
  const isItem = saysJson(part) ? items.items !== undefined : readText(items, text) !== undefined;
  return isItem ? undefined : readText({ ...reader, scalars: [] }, text);
}

const saysJson = (part: string | Blob): boolean => typeof part !== "string" && codecOf(part.type) === "json";

/** The text of a part, unless it is a file that stays one. */
async function textOfPart(part: string | Blob, reader: Reader): Promise<string | undefined> {
  if (typeof part === "string") return part;
  return reader.scalars.includes("binary") ? undefined : part.text();
}

async function readOne(
  reader: Reader,
  part: string | Blob,
  encoding: Encoding | undefined,
  place: FieldLocation,
  issues: Issues,
  inner: readonly number[] = [],
): Promise<unknown> {
  if (typeof part !== "string" && isFile(reader, part, encoding)) return part;
  const mayBeFile = reader.scalars.includes("binary");
  const isOnlyFile = mayBeFile && reader.scalars.every((scalar) => scalar === "binary" || scalar === "null");
  if (typeof part === "string" && isOnlyFile && reader.members === undefined) return new Blob([part]);
  const text = typeof part === "string" ? part : await part.text();
  const takesText = mayBeText(reader.scalars);
  // What may be text is JSON only where somebody says so.
  const isSaidJson = saysJson(part) || isJson(encoding);
  if (isSaidJson && reader.mayBeNull === true && text === "null") return null;
  const said =
    takesText && isSaidJson ? (reader.scalars.includes("any") ? parseJson(text, reader.exact).value : quotedText(text)) : undefined;
  if (said !== undefined) return said;
  const value = takesText && !isSaidJson ? readScalar(reader, text) : readText(reader, text);
  if (typeof value === "string" && mayBeFile && !takesText) return new Blob([text]);
  return value === undefined ? addIssue(issues, place, "type", valueMessage(reader, text), inner) : value;
}

/** The text that JSON is. Many write a text without quotes, and say that it is JSON. */
function quotedText(text: string): string | undefined {
  const { value } = text.startsWith('"') ? parseJson(text) : {};
  return typeof value === "string" ? value : undefined;
}

/** Whether a part that came as a file is one: JSON for something that may be an object is not, nor for anything where JSON is described. */
function isFile(reader: Reader, part: Blob, encoding: Encoding | undefined): boolean {
  const isAny = reader.scalars.includes("any");
  if (!isAny && !reader.scalars.includes("binary")) return false;
  return !saysJson(part) || (reader.members === undefined && !(isAny && isJson(encoding)));
}
