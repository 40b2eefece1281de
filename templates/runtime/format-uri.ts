/** URIs, IRIs and URI templates: exact by their grammars, and in time proportional to the text. */
import { isIpv6 } from "./format-net.js";

/** @see https://www.rfc-editor.org/rfc/rfc3986#section-3 */
export function isUri(text: string): boolean {
  return hasScheme(text) && isReference(text, asciiOnly);
}

/** A URI, or what a URI can be written as relative to another. @see https://www.rfc-editor.org/rfc/rfc3986#section-4.1 */
export function isUriReference(text: string): boolean {
  return isReference(text, asciiOnly);
}

/** @see https://www.rfc-editor.org/rfc/rfc3987#section-2.2 */
export function isIri(text: string): boolean {
  return hasScheme(text) && isReference(text, anyScript);
}

export function isIriReference(text: string): boolean {
  return isReference(text, anyScript);
}

/** The characters that each part may have: `%` only before two hexadecimal digits. */
interface Grammar {
  readonly userinfo: RegExp;
  readonly host: RegExp;
  readonly path: RegExp;
  readonly query: RegExp;
  readonly fragment: RegExp;
}

const asciiOnly: Grammar = {
  userinfo: /^(?:[\w.~!$&'()*+,;=:-]|%[0-9a-f]{2})*$/i,
  host: /^(?:[\w.~!$&'()*+,;=-]|%[0-9a-f]{2})*$/i,
  path: /^(?:[\w.~!$&'()*+,;=:@/-]|%[0-9a-f]{2})*$/i,
  query: /^(?:[\w.~!$&'()*+,;=:@/?-]|%[0-9a-f]{2})*$/i,
  fragment: /^(?:[\w.~!$&'()*+,;=:@/?-]|%[0-9a-f]{2})*$/i,
};

// RFC 3987 "ucschar", and "iprivate" in queries only.
const anyScript: Grammar = {
  userinfo: /^(?:[\w.~!$&'()*+,;=:\u{a0}-\u{d7ff}\u{f900}-\u{fdcf}\u{fdf0}-\u{ffef}\u{10000}-\u{efffd}-]|%[0-9a-fA-F]{2})*$/u,
  host: /^(?:[\w.~!$&'()*+,;=\u{a0}-\u{d7ff}\u{f900}-\u{fdcf}\u{fdf0}-\u{ffef}\u{10000}-\u{efffd}-]|%[0-9a-fA-F]{2})*$/u,
  path: /^(?:[\w.~!$&'()*+,;=:@/\u{a0}-\u{d7ff}\u{f900}-\u{fdcf}\u{fdf0}-\u{ffef}\u{10000}-\u{efffd}-]|%[0-9a-fA-F]{2})*$/u,
  query: /^(?:[\w.~!$&'()*+,;=:@/?\u{a0}-\u{d7ff}\u{e000}-\u{fdcf}\u{fdf0}-\u{ffef}\u{10000}-\u{10fffd}-]|%[0-9a-fA-F]{2})*$/u,
  fragment: /^(?:[\w.~!$&'()*+,;=:@/?\u{a0}-\u{d7ff}\u{f900}-\u{fdcf}\u{fdf0}-\u{ffef}\u{10000}-\u{efffd}-]|%[0-9a-fA-F]{2})*$/u,
};

const scheme = /^[a-z][a-z\d+.-]*:/i;

const hasScheme = (text: string): boolean => scheme.test(text);

function isReference(text: string, grammar: Grammar): boolean {
  const [beforeFragment, fragment] = cut(text, "#");
  const [hierarchy, query] = cut(beforeFragment, "?");
  if (fragment !== undefined && !grammar.fragment.test(fragment)) return false;
  if (query !== undefined && !grammar.query.test(query)) return false;
  const rest = hierarchy.replace(scheme, "");
  if (rest.startsWith("//")) {
    const slash = rest.indexOf("/", 2);
    const end = slash === -1 ? rest.length : slash;
    return isAuthority(rest.slice(2, end), grammar) && grammar.path.test(rest.slice(end));
  }
  // Without a scheme a colon in the first segment would be one.
  if (rest === hierarchy && (/^[^/]*/.exec(rest)?.[0] ?? "").includes(":")) return false;
  return grammar.path.test(rest);
}

function isAuthority(text: string, grammar: Grammar): boolean {
  const at = text.lastIndexOf("@");
  if (at !== -1 && !grammar.userinfo.test(text.slice(0, at))) return false;
  const host = text.slice(at + 1);
  if (!host.startsWith("[")) {
    const [name, port] = cut(host, ":");
    return grammar.host.test(name) && (port === undefined || /^\d*$/.test(port));
  }
  const literal = /^\[([^\]]*)\](?::\d*)?$/.exec(host)?.[1];
  if (literal === undefined) return false;
  return isIpv6(literal) || /^v[0-9a-f]+\.[\w.~!$&'()*+,;=:-]+$/i.test(literal);
}

function cut(text: string, separator: string): readonly [before: string, after: string | undefined] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

/** @see https://www.rfc-editor.org/rfc/rfc6570#section-2 */
export function isUriTemplate(text: string): boolean {
  return template.test(text);
}

const template =
  /^(?:[!#$&'(-;=?-[\]_a-z~\u{a0}-\u{d7ff}\u{e000}-\u{fdcf}\u{fdf0}-\u{ffef}\u{10000}-\u{10fffd}]|%[0-9a-f]{2}|\{[+#./;?&=,!@|]?(?:\w|%[0-9a-f]{2})(?:\.?(?:\w|%[0-9a-f]{2}))*(?::[1-9]\d{0,3}|\*)?(?:,(?:\w|%[0-9a-f]{2})(?:\.?(?:\w|%[0-9a-f]{2}))*(?::[1-9]\d{0,3}|\*)?)*\})*$/iu;
