/**
 * Lists and objects that a style writes into one piece of text: the way back from the text that a client writes.
 * @see https://spec.openapis.org/oas/v3.2.0.html#style-values
 */
import { valueMessage } from "./decode-messages.js";
import { hasOwn } from "../../shared/has-own.js";
import {
  hideInherited,
  isStructured,
  mayBeWhole,
  itemOf,
  memberOf,
  setOwn,
  isFitting,
  readOnlyText,
  readScalar,
  readText,
  textReader,
  type Issues,
  type Reader,
  type ScalarWireType,
} from "./wire-type.js";
import { readFitting } from "./read-fitting.js";
import type { ProblemIssue } from "../route/problem.js";

/** Where a value stands, for issues. */
export interface FieldLocation {
  readonly in: ProblemIssue["in"];
  readonly name: string;
}

/** How a piece of text is taken apart. */
export interface DelimiterRules {
  /** Between items, or between a name and its value. */
  readonly separator: RegExp | string;
  /** Whether members are written `name=value`. */
  readonly pairs: boolean;
  /** From raw text to text; `undefined` when it is not well formed. */
  readonly decode: (raw: string) => string | undefined;
}

const encodedComma = /%2[cC]/;

/**
 * What separates the items of a percent-encoded text. A literal comma separates items (RFC 6570). An encoded comma is data, unless all
 * were encoded on the way, as many clients and hosts do. That is known from the call, or clear where no item can have a comma.
 */
export function commaSeparator(raw: string, reader: Reader, reencoded = false): RegExp | string {
  return !raw.includes(",") && (reencoded || !holdsCommas(reader)) ? encodedComma : ",";
}

function holdsCommas({ scalars, items, members, additional }: Reader): boolean {
  if (scalars.some(isWide) || members !== undefined || additional !== undefined) return true;
  return items === undefined || items.scalars.some(isWide) || isStructured(items);
}

const isWide = (scalar: ScalarWireType): boolean => scalar === "string" || scalar === "any" || scalar === "binary";

/** Notes what is wrong; gives `undefined`, the value of what could not be read. */
export function addIssue(
  issues: Issues,
  place: FieldLocation,
  keyword: string,
  message: string,
  inner: readonly (string | number)[] = [],
): unknown {
  issues.push({ in: place.in, path: [place.name, ...inner], keyword, message });
  return undefined;
}

/** The value of a piece of raw text, or `undefined` with an issue. */
export function readDelimited(reader: Reader, raw: string, cut: DelimiterRules, place: FieldLocation, issues: Issues): unknown {
  if (reader.alternatives !== undefined) return readFitting(reader, (each, own) => readDelimited(each, raw, cut, place, own), issues);
  if (!isStructured(reader)) return readSingle(reader, raw, cut.decode, place, issues);
  const parts = raw.split(cut.separator);
  if (
    parts.length === 1 &&
    !(cut.pairs && raw.includes("=")) &&
    (reader.items === undefined ? reader.scalars.length > 0 : mayBeWhole(reader, raw))
  ) {
    const text = cut.decode(raw);
    const value = text === undefined ? undefined : readOnlyText(reader, text);
    if (value !== undefined && isFitting(reader, value)) return value;
  }
  const asMembers =
    reader.members !== undefined && (reader.items === undefined || (cut.pairs && parts.every((part) => part.includes("="))));
  return asMembers ? readMembers(reader, parts, cut, place, issues) : readItems(reader, parts, cut.decode, place, issues);
}

/** One value, not a list. */
export function readSingle(reader: Reader, raw: string, decode: DelimiterRules["decode"], place: FieldLocation, issues: Issues): unknown {
  const text = decode(raw);
  if (text === undefined) return addIssue(issues, place, "encoding", "is not percent-encoded correctly");
  const value = isStructured(reader) ? readText(reader, text) : readScalar(reader, text);
  return value === undefined ? addIssue(issues, place, "type", valueMessage(reader, text)) : value;
}

/** One raw text per item. */
export function readItems(
  reader: Reader,
  raws: readonly string[],
  decode: DelimiterRules["decode"],
  place: FieldLocation,
  issues: Issues,
): readonly unknown[] {
  return raws.map((raw, index) => {
    const items = itemOf(reader, index) ?? textReader;
    const text = decode(raw);
    if (text === undefined) return addIssue(issues, place, "encoding", "is not percent-encoded correctly", [index]);
    const value = readText(items, text);
    return value === undefined ? addIssue(issues, place, "type", valueMessage(items, text), [index]) : value;
  });
}

/** `name=value` per part, or name and value in turn. */
function readMembers(reader: Reader, parts: readonly string[], cut: DelimiterRules, place: FieldLocation, issues: Issues): unknown {
  const result: Record<string, unknown> = {};
  const step = cut.pairs ? 1 : 2;
  for (let index = 0; index < parts.length; index += step) {
    const part = parts[index] ?? "";
    const equals = cut.pairs ? part.indexOf("=") : -1;
    const rawName = equals === -1 ? part : part.slice(0, equals);
    const rawValue = cut.pairs ? (equals === -1 ? undefined : part.slice(equals + 1)) : parts[index + 1];
    const name = cut.decode(rawName);
    if (name === undefined || rawValue === undefined) return addIssue(issues, place, "type", "must be an object, as names with values");
    if (hasOwn(result, name)) return addIssue(issues, place, "type", "has a member twice");
    setMember(result, reader, name, rawValue, cut.decode, place, issues);
  }
  return hideInherited(result, reader.inherited);
}

/** Reads one member by its own shape and sets it. */
export function setMember(
  result: Record<string, unknown>,
  reader: Reader,
  name: string,
  raw: string,
  decode: DelimiterRules["decode"],
  place: FieldLocation,
  issues: Issues,
): void {
  if (name === "__proto__" && reader.members?.has(name) !== true) {
    addIssue(issues, place, "propertyNames", "has a member that could change what all objects share");
    return;
  }
  const member = memberOf(reader, name) ?? textReader;
  const text = decode(raw);
  const value = text === undefined ? undefined : readText(member, text);
  if (text === undefined) addIssue(issues, place, "encoding", "is not percent-encoded correctly", [name]);
  else if (value === undefined) addIssue(issues, place, "type", valueMessage(member, text), [name]);
  else setOwn(result, name, value);
}
