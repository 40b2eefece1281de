/** URIs, IRIs and URI templates: exact by their grammars, and in time proportional to the text. */
import { isIpv6 } from "./format-net.js";

/** @see https://www.rfc-editor.org/rfc/rfc3986#section-3 */
export function isUri(text: string): boolean {
  return plainUri.test(text) || isReference(text, asciiOnly, true);
}

/** A URI, or what a URI can be written as relative to another. @see https://www.rfc-editor.org/rfc/rfc3986#section-4.1 */
export function isUriReference(text: string): boolean {
  return plainUri.test(text) || isReference(text, asciiOnly, false);
}

/** @see https://www.rfc-editor.org/rfc/rfc3987#section-2.2 */
export function isIri(text: string): boolean {
  return plainUri.test(text) || isReference(text, anyScript, true);
}

export function isIriReference(text: string): boolean {
  return plainUri.test(text) || isReference(text, anyScript, false);
}

// Nearly all there are: most of the grammar takes most of the time for what hardly ever occurs.
const plainUri =
  /^[A-Za-z][A-Za-z\d+.-]*:\/\/[\w.~-]+(?::\d+)?(?:\/[\w.~!$&'()*+,;=:@/-]*)?(?:\?[\w.~!$&'()*+,;=:@/?-]*)?(?:#[\w.~!$&'()*+,;=:@/?-]*)?$/;

/** The grammar of references: the scheme is its first group, what stands in brackets for a host its second. */
function grammar(letters: string, queryLetters: string, flags: string): RegExp {
  const some = (characters: string): string =>
    `[\\w.~!$&'()*+,;=${characters}${letters}-]*(?:%[\\dA-Fa-f]{2}[\\w.~!$&'()*+,;=${characters}${letters}-]*)*`;
  const authority = `//(?:${some(":")}@)?(?:\\[([^\\]]*)\\]|${some("")})(?::\\d*)?(?![^/?#])`;
  // Without a scheme a colon in the first segment would end one; without an authority two slashes would begin one.
  return new RegExp(
    `^(?:([A-Za-z][A-Za-z\\d+.-]*:)|(?![^/?#]*:))(?:${authority}|(?!//))${some(":@/")}(?:\\?${some(`:@/?${queryLetters}`)})?(?:#${some(":@/?")})?$`,
    flags,
  );
}

const asciiOnly = /* @__PURE__ */ grammar("", "", "");
const anyScript = /* @__PURE__ */ ofAnyScript();

/** RFC 3987 adds "ucschar", and "iprivate" in queries: all but the last two code points of each plane, and the tags of plane 14. */
function ofAnyScript(): RegExp {
  const planes = Array.from("123456789abcd", (plane) => `\\u{${plane}0000}-\\u{${plane}fffd}`).join("");
  return grammar(
    `\\u{a0}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{ffef}${planes}\\u{e1000}-\\u{efffd}`,
    "\\u{e000}-\\u{f8ff}\\u{f0000}-\\u{ffffd}\\u{100000}-\\u{10fffd}",
    "u",
  );
}

function isReference(text: string, references: RegExp, absolute: boolean): boolean {
  const found = references.exec(text);
  if (found === null || (absolute && found[1] === undefined)) return false;
  const literal = found[2];
  return literal === undefined || isIpv6(literal) || /^v[\dA-Fa-f]+\.[\w.~!$&'()*+,;=:-]+$/i.test(literal);
}

/** @see https://www.rfc-editor.org/rfc/rfc6570#section-2 */
export function isUriTemplate(text: string): boolean {
  return plainTemplate.test(text) || template.test(text);
}

const plainTemplate = /^[\w.~!$&()*+,;=:@/?#[\]-]*(?:\{[+#./;?&]?\w+(?:,\w+)*\}[\w.~!$&()*+,;=:@/?#[\]-]*)*$/;

const template = /* @__PURE__ */ ofTemplates();

function ofTemplates(): RegExp {
  const literals = "[!#$&'(-;=?-\\[\\]_a-z~\\u{a0}-\\u{d7ff}\\u{e000}-\\u{fdcf}\\u{fdf0}-\\u{ffef}\\u{10000}-\\u{10fffd}]*";
  const encoded = "%[\\dA-Fa-f]{2}";
  const name = `(?:\\w|${encoded})+(?:\\.(?:\\w|${encoded})+)*(?::[1-9]\\d{0,3}|\\*)?`;
  return new RegExp(`^${literals}(?:(?:${encoded}|\\{[+#./;?&=,!@|]?${name}(?:,${name})*\\})${literals})*$`, "u");
}
