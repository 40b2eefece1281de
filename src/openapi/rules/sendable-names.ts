import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Json } from "../../source/source-file.js";
import { childLocation, originAt, type DocumentLocation } from "../resolve/document-location.js";
import { mapOf, orReference } from "./collections.js";
import { missing } from "./fields.js";
import type { KindRule, Rule, Walk } from "./rule.js";

/** Names that HTTP cannot carry: platforms throw on them, and no request nor response has them. */

type Place = "header" | "cookie";

/** A token (RFC 9110 section 5.6.2); of cookies, whatever is sent as one in practice. */
const names: Readonly<Record<Place, RegExp>> = { header: /^[\w!#$%&'*+.^`|~-]+$/, cookie: /^[^\s;,="\\\u0000-\u001f\u007f-\uffff]+$/ };

/** The name that can be sent: without blanks around it. `undefined`: there is none. Both are reported. */
function sendableName(name: string, place: Place, at: DocumentLocation, on: "key" | undefined, walk: Walk): string | undefined {
  if (names[place].test(name)) return name;
  const trimmed = name.trim();
  const meant = names[place].test(trimmed) ? trimmed : undefined;
  walk.report(
    diagnostic("name-unsendable", `${JSON.stringify(name)} cannot be the name of a ${place}.`, {
      at: { ...originAt(at), ...(on === undefined ? {} : { on }) },
      hint: "Names of headers and cookies have letters, digits and signs such as - and _, and neither blanks nor colons.",
      assumed: meant === undefined ? "it is left out" : `it is read as ${JSON.stringify(meant)}`,
    }),
  );
  return meant;
}

/** A kind whose objects have a `name`, which stands where `in` says; one that cannot be sent is left out. */
export function withSendableName(rule: KindRule, what: string): KindRule {
  return (raw: Json, at, walk) => {
    const out = rule(raw, at, walk) as Readonly<Record<string, unknown>> | undefined; // as a table of members makes it
    if (out === undefined || typeof out["name"] !== "string") return out;
    const { name, in: place } = out;
    if (name === "") {
      missing("name", what, at, walk);
      return undefined;
    }
    if (place !== "header" && place !== "cookie") return out;
    const sendable = sendableName(name, place, childLocation(at, "name"), undefined, walk);
    if (sendable === name) return out;
    if (sendable === undefined) return undefined;
    const renamed = { ...out, name: sendable };
    walk.location(renamed, at);
    return renamed;
  };
}

const anyHeaders = mapOf(orReference("header"));

/** Headers by name, without those that no response can have. */
export const headers: Rule = (raw, parent, key, walk) => {
  const read = anyHeaders(raw, parent, key, walk);
  if (typeof read !== "object" || read === null) return read;
  const members = Object.entries(read as Readonly<Record<string, unknown>>);
  if (members.every(([name]) => names.header.test(name))) return read;
  const at = childLocation(parent, key);
  const out = Object.create(null) as Record<string, unknown>; // The type of a fresh object without prototype.
  for (const [name, value] of members) {
    const sendable = sendableName(name, "header", childLocation(at, name), "key", walk);
    if (sendable !== undefined) out[sendable] ??= value;
  }
  walk.location(out, at);
  return out;
};
