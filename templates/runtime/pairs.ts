/**
 * Names and values as they stand in a query string, a form, or a `Cookie` header: split first, percent-decoded after.
 */
import { percentDecoded } from "./router.js";

/** Raw values by decoded name, in the order they came. A `Map`, so that no name can reach a prototype. */
export type Pairs = ReadonlyMap<string, readonly string[]>;

const noPairs: Pairs = new Map();

/** Pairs of `a=1&b=2`; `undefined` when a name is not well formed, or when there are more than `limit`. */
export function parsePairs(text: string, limit: number): Pairs | undefined {
  if (text === "") return noPairs;
  const pairs = new Map<string, string[]>();
  let count = 0;
  for (let start = 0; start <= text.length;) {
    let end = text.indexOf("&", start);
    if (end === -1) end = text.length;
    if (end > start) {
      count += 1;
      const equals = text.indexOf("=", start);
      const middle = equals === -1 || equals > end ? end : equals;
      const name = formDecoded(text.slice(start, middle));
      if (name === undefined || count > limit) return undefined;
      add(pairs, name, middle === end ? "" : text.slice(middle + 1, end));
    }
    start = end + 1;
  }
  return pairs;
}

/** Cookies by name, values raw. A name that was percent-encoded counts as the name it stands for. */
export function parseCookies(header: string | undefined): Pairs {
  if (header === undefined || header === "") return noPairs;
  const pairs = new Map<string, string[]>();
  for (const part of header.split(";")) {
    const equals = part.indexOf("=");
    if (equals === -1) continue;
    const name = part.slice(0, equals).trim();
    const value = part.slice(equals + 1).trim();
    add(pairs, percentDecoded(name) ?? name, value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value);
  }
  return pairs;
}

function add(pairs: Map<string, string[]>, name: string, value: string): void {
  const known = pairs.get(name);
  if (known === undefined) pairs.set(name, [value]);
  else known.push(value);
}

/** As `percentDecoded`, with `+` for a blank: the rule of queries and forms. */
export function formDecoded(text: string): string | undefined {
  return percentDecoded(text.includes("+") ? text.replace(/\+/g, " ") : text);
}
