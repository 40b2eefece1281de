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
    // Paths of Windows are sent with single backslashes: only these two need one.
    const text = quoted?.replace(/\\(["\\])/g, "$1") ?? plain.trim();
    if (!parameters.has(key)) parameters.set(key, { text, isQuoted: quoted !== undefined });
  }
  return parameters;
}
