/**
 * Names and values as they stand in a query string, a form, or a `Cookie` header: split first, percent-decoded after.
 */
import { percentDecoded } from "../route/router.js";

/** Raw values by decoded name, in the order they came. A `Map`, so that no name can reach a prototype. */
export class Pairs extends Map<string, string[]> {
  /** Whether they were encoded anew on their way. */
  reencoded = false;
  private groups: ReadonlyMap<string, readonly string[]> | undefined;
  private names: ReadonlySet<string> | undefined;

  append(name: string, value: string): void {
    const known = this.get(name);
    if (known === undefined) this.set(name, [value]);
    else known.push(value);
  }

  /** The names that are `root` with brackets after it, but those of others of `names`. Asked for once all pairs are there. */
  inBrackets(root: string, names: ReadonlySet<string>): readonly string[] {
    if (this.groups === undefined || this.names !== names) this.groups = groupsOf(this.keys(), names);
    this.names = names;
    return this.groups.get(root) ?? noTexts;
  }
}

const noTexts: readonly string[] = [];

/** Names in brackets by what they are in: each is looked at once, however many roots are asked for. */
function groupsOf(keys: Iterable<string>, names: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const key of keys) {
    const owner = ownerOf(key, names);
    if (owner === undefined) continue;
    const group = groups.get(owner);
    if (group === undefined) groups.set(owner, [key]);
    else group.push(key);
  }
  return groups;
}

/** More brackets than this are in no name of a description. */
const mostBrackets = 16;

/**
 * What a name in brackets is in: the longest of `names` that it goes on, else what stands before the first bracket. `undefined` for one
 * that is among `names` itself, or has no brackets at its end.
 */
export function ownerOf(key: string, names: ReadonlySet<string>): string | undefined {
  const first = key.indexOf("[");
  if (first === -1 || !isInside(key, key.slice(0, first)) || names.has(key)) return undefined;
  let owner = key.slice(0, first);
  for (let at = key.indexOf("[", first + 1), count = 0; at !== -1 && count < mostBrackets; at = key.indexOf("[", at + 1), count += 1) {
    const outer = key.slice(0, at);
    if (names.has(outer) && isInside(key, outer)) owner = outer;
  }
  return owner;
}

/** What stands before the brackets of a name; all of it where they do not close. */
export function rootOf(name: string): string {
  const bracket = name.indexOf("[");
  return bracket > 0 && name.endsWith("]") ? name.slice(0, bracket) : name;
}

/** Whether a name begins with another one and goes on in brackets. */
export function isInside(name: string, outer: string): boolean {
  return name.length > outer.length + 1 && name.charCodeAt(outer.length) === 91 /* [ */ && name.endsWith("]") && name.startsWith(outer);
}

const noPairs: Pairs = new Pairs();

/** More parameters than this are an attack, not a query. */
export const mostParameters = 1000;

/** Why a text is no pairs: a name is not percent-encoded correctly, or there are too many. */
export type PairsFault = "encoding" | "count";

/** What is wrong with a query or a form, as the rest of a sentence about it. `pairs`: "1000 parameters". */
export function pairsMessage(fault: PairsFault, pairs: string): string {
  return fault === "encoding" ? "is not percent-encoded correctly" : `has more than ${pairs}`;
}

/** Pairs of `a=1&b=2`, at most so many. */
export function parsePairs(text: string, limit: number, reencoded = false): Pairs | PairsFault {
  if (text === "") return noPairs;
  const pairs = new Pairs();
  pairs.reencoded = reencoded;
  let count = 0;
  for (let start = 0; start <= text.length;) {
    let end = text.indexOf("&", start);
    if (end === -1) end = text.length;
    if (end > start) {
      count += 1;
      const equals = text.indexOf("=", start);
      const middle = equals === -1 || equals > end ? end : equals;
      const name = formDecoded(text.slice(start, middle));
      if (count > limit) return "count";
      if (name === undefined) return "encoding";
      pairs.append(name, middle === end ? "" : text.slice(middle + 1, end));
    }
    start = end + 1;
  }
  return pairs;
}

/** Cookies by name, values raw. A name that was percent-encoded counts as the name it stands for. */
export function parseCookies(header: string | undefined): Pairs {
  if (header === undefined || header === "") return noPairs;
  const pairs = new Pairs();
  for (const part of header.split(";")) {
    const equals = part.indexOf("=");
    if (equals === -1) continue;
    const name = withoutBlanks(part.slice(0, equals));
    const value = withoutBlanks(part.slice(equals + 1));
    const isQuoted = value.length > 1 && value.startsWith('"') && value.endsWith('"');
    pairs.append(percentDecoded(name) ?? name, isQuoted ? value.slice(1, -1) : value);
  }
  return pairs;
}

/** As `percentDecoded`, with `+` for a blank: the rule of queries and forms. */
export function formDecoded(text: string): string | undefined {
  return percentDecoded(text.includes("+") ? text.replace(/\+/g, " ") : text);
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0x09;

/** A text without the blanks of HTTP around it. By hand: a regular expression looks for the end after each of many blanks. */
export function withoutBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start += 1;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
