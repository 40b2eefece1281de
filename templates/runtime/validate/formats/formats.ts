/** Formats of strings that are one short grammar each. All take time in proportion to the text. */

/** @see https://www.rfc-editor.org/rfc/rfc9562#section-4 */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** OpenAPI's `byte`. @see https://www.rfc-editor.org/rfc/rfc4648#section-4 */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && base64.test(text);
}

const base64 = /^[A-Za-z\d+/]*={0,2}$/;

/** @see https://www.rfc-editor.org/rfc/rfc6901#section-3 */
export function isJsonPointer(text: string): boolean {
  return text === "" || (text.startsWith("/") && !/~(?![01])/.test(text));
}

/** @see https://datatracker.ietf.org/doc/html/draft-bhutton-relative-json-pointer-00#section-3 */
export function isRelativeJsonPointer(text: string): boolean {
  const up = /^(?:0|[1-9]\d*)(?:[+-][1-9]\d*)?/.exec(text)?.[0];
  if (up === undefined) return false;
  const rest = text.slice(up.length);
  return rest === "#" || isJsonPointer(rest);
}

/** A regular expression of ECMA-262. */
export function isRegex(text: string): boolean {
  try {
    new RegExp(text, "u");
    return true;
  } catch {
    // The constructor's error is its only answer to "is it one?".
    return false;
  }
}

/** With padding or without. @see https://www.rfc-editor.org/rfc/rfc4648#section-5 */
export function isBase64Url(text: string): boolean {
  return base64Url.test(text) && (text.endsWith("=") ? text.length % 4 === 0 : text.length % 4 !== 1);
}

const base64Url = /^[\w-]*={0,2}$/;

/** One character, which may take two units of UTF-16. */
export function isCharacter(text: string): boolean {
  return /^[^]$/u.test(text);
}
