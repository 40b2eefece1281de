/**
 * Parameters of header fields: `; boundary=x; charset="utf-8"`.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-5.6.6
 */

export interface HeaderParameter {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** By name in lower case; the first of several. */
export function parametersOf(header: string): ReadonlyMap<string, HeaderParameter> {
  const parameters = new Map<string, HeaderParameter>();
  for (const [, name = "", quoted, plain = ""] of header.matchAll(/;\s*([^\s;="]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/g)) {
    const key = name.toLowerCase();
    const text = quoted?.replace(/\\(.)/g, "$1") ?? plain.trim();
    if (!parameters.has(key)) parameters.set(key, { text, isQuoted: quoted !== undefined });
  }
  return parameters;
}

/**
 * The same of the `Content-Disposition` of a part. Browsers write a backslash as it is, also where it is the last character, and a quote as
 * `%22`; others write both with a backslash ahead.
 * @see https://html.spec.whatwg.org/#multipart-form-data
 */
export function dispositionParameters(header: string): ReadonlyMap<string, HeaderParameter> {
  const parameters = new Map<string, HeaderParameter>();
  const start = /;\s*([^\s;="]+)\s*=\s*/g;
  for (let found = start.exec(header); found !== null; found = start.exec(header)) {
    const [whole, name = ""] = found;
    const from = found.index + whole.length;
    const isQuoted = header.charCodeAt(from) === 0x22; /* " */
    const semicolon = header.indexOf(";", from);
    const end = isQuoted ? closingQuote(header, from + 1) : semicolon === -1 ? header.length : semicolon;
    const text = header.slice(isQuoted ? from + 1 : from, end);
    const key = name.toLowerCase();
    if (!parameters.has(key)) parameters.set(key, { text: isQuoted ? unescaped(text) : text.trim(), isQuoted });
    start.lastIndex = end;
  }
  return parameters;
}

/** Where a text in quotes ends: at the first quote behind which the parameter does. */
function closingQuote(header: string, from: number): number {
  let quote = header.indexOf('"', from);
  for (; quote !== -1; quote = header.indexOf('"', quote + 1)) {
    let after = quote + 1;
    while (header[after] === " " || header[after] === "\t") after += 1;
    if (after === header.length || header[after] === ";") return quote;
  }
  return header.length;
}

/** Who escapes quotes escapes backslashes, too; who does not, sends both as they are. */
const unescaped = (text: string): string => (text.includes('\\"') ? text.replace(/\\(["\\])/g, "$1") : text);
