/**
 * The text of bytes without its byte order mark: UTF-8, or UTF-16 as editors save it, or what whoever sent them calls it; `undefined` for other
 * bytes. Where there is no mark, a zero among the first two bytes tells UTF-16, because a description begins with a letter or a sign of ASCII
 * (YAML 1.2.2, section 5.2). `contentType`: asked last, as many servers call all that they send Latin-1.
 */
export function decodeText(bytes: Uint8Array, contentType?: string): string | undefined {
  const [first, second] = bytes;
  const isLittle = (first === 0xff && second === 0xfe) || (first !== undefined && first > 0 && second === 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second !== undefined && second > 0);
  const text = decodedAs(isLittle ? "utf-16le" : isBig ? "utf-16be" : "utf-8", bytes);
  const [, charset] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType ?? "") ?? [];
  return text ?? (charset === undefined ? undefined : decodedAs(charset, bytes));
}

/** `undefined` where the bytes are not of that encoding, or nobody knows it. */
function decodedAs(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
