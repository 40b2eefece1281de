/**
 * The parts of a multipart body, read the same on every platform. The parsers of platforms do not agree. Some reject names without quotes,
 * `filename*`, or text ahead of the first part, some silently lose parts, and some read content as a boundary.
 * @see https://www.rfc-editor.org/rfc/rfc2046#section-5.1.1
 * @see https://www.rfc-editor.org/rfc/rfc7578
 */
import { dispositionParameters, parametersOf, type HeaderParameter } from "./header-parameters.js";
import { codecOf } from "../../shared/media-type.js";
import { ProblemError } from "../route/problem.js";

/** A text, or a file. */
export type Part = readonly [name: string, value: string | Blob];

interface Delimiter {
  /** Where the content ahead of it ends, and where what is behind it begins. */
  readonly start: number;
  readonly end: number;
  readonly isLast: boolean;
}

/** Bytes that the headers of one part may have: as many as Node takes of a whole request. */
const mostHeaderBytes = 16_384;

const [tab, lineFeed, carriageReturn, space, hyphen] = [9, 10, 13, 32, 45];
const encoder = new TextEncoder();
const lineBreak = encoder.encode("\r\n");
const emptyLine = encoder.encode("\r\n\r\n");

/** All parts, in their order. Throws a `ProblemError` where the body is not well formed, or has more than `most` of them. */
export function parseMultipart(bytes: Uint8Array<ArrayBuffer>, contentType: string, most: number): Part[] {
  const boundary = parametersOf(contentType).get("boundary")?.text ?? "";
  if (boundary === "") throw malformed("its Content-Type says no boundary");
  const dashes = encoder.encode(`\r\n--${boundary}`);
  const parts: Part[] = [];
  let delimiter = firstDelimiter(bytes, dashes);
  if (delimiter === undefined) throw malformed("its boundary is nowhere");
  while (!delimiter.isLast) {
    if (parts.length === most) throw new ProblemError("malformed-request", "The form has too many parts.");
    // With the line breaks of both boundaries: where there are no headers, or is no content, they are those of the empty line.
    const start: number = delimiter.end - lineBreak.length;
    const next: Delimiter | undefined = nextDelimiter(bytes, dashes, start);
    if (next === undefined) throw malformed("it ends within a part");
    parts.push(partOf(bytes.subarray(start, next.start + lineBreak.length)));
    delimiter = next;
  }
  return parts;
}

const malformed = (why: string): ProblemError => new ProblemError("malformed-request", `The multipart body is not well formed: ${why}.`);

/** The first one needs no line break ahead of it where nothing else is. */
function firstDelimiter(bytes: Uint8Array, dashes: Uint8Array): Delimiter | undefined {
  const start = isAt(bytes, dashes.subarray(lineBreak.length), 0) ? delimiterAt(bytes, -lineBreak.length, dashes.length) : undefined;
  return start ?? nextDelimiter(bytes, dashes, 0);
}

function nextDelimiter(bytes: Uint8Array, dashes: Uint8Array, from: number): Delimiter | undefined {
  for (let start = find(bytes, dashes, from); start !== -1; start = find(bytes, dashes, start + 1)) {
    const delimiter = delimiterAt(bytes, start, dashes.length);
    if (delimiter !== undefined) return delimiter;
  }
  return undefined;
}

/** Content may begin a line like the boundary, and go on otherwise. */
function delimiterAt(bytes: Uint8Array, start: number, length: number): Delimiter | undefined {
  let end = start + length;
  const isLast = bytes[end] === hyphen && bytes[end + 1] === hyphen;
  if (isLast) end += 2;
  while (bytes[end] === space || bytes[end] === tab) end += 1;
  if (isLast && end === bytes.length) return { start, end, isLast };
  return bytes[end] === carriageReturn && bytes[end + 1] === lineFeed ? { start, end: end + lineBreak.length, isLast } : undefined;
}

/** Where a sequence of bytes is next, or -1. */
function find(bytes: Uint8Array, wanted: Uint8Array, from: number): number {
  const [first = 0] = wanted;
  let at = bytes.indexOf(first, from);
  while (at !== -1 && !isAt(bytes, wanted, at)) at = bytes.indexOf(first, at + 1);
  return at;
}

function isAt(bytes: Uint8Array, wanted: Uint8Array, at: number): boolean {
  for (let index = 0; index < wanted.length; index += 1) if (bytes[at + index] !== wanted[index]) return false;
  return true;
}

/** By name in lower case. What is no header is skipped. */
function partHeaders(bytes: Uint8Array): ReadonlyMap<string, string> {
  const lines = new TextDecoder()
    .decode(bytes)
    .replace(/\r\n[\t ]/g, " ")
    .split("\r\n");
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return headers;
}

/** One part, from the line break ahead of its headers to the one behind its content. */
function partOf(bytes: Uint8Array<ArrayBuffer>): Part {
  const headersEnd = find(bytes, emptyLine, 0);
  if (headersEnd === -1) throw malformed("the headers of a part do not end");
  if (headersEnd > mostHeaderBytes) throw malformed("the headers of a part are too long");
  const headers = partHeaders(bytes.subarray(0, headersEnd));
  const sent = bytes.subarray(headersEnd + emptyLine.length, -lineBreak.length);
  const disposition = dispositionParameters(headers.get("content-disposition") ?? "");
  const name = nameOf(disposition.get("name"));
  if (name === undefined) throw malformed("a part has no name");
  const fileName = extendedText(disposition.get("filename*")?.text) ?? nameOf(disposition.get("filename"));
  const content = headers.get("content-transfer-encoding")?.toLowerCase() === "base64" ? fromBase64(sent) : sent;
  const type = headers.get("content-type");
  if (fileName !== undefined) return [name, new File([content], fileName, { type: type ?? "text/plain" })];
  const text = type !== undefined && codecOf(type) === "binary" ? undefined : decodeText(content, type);
  return [name, text ?? new Blob([content], type === undefined ? {} : { type })];
}

/** Browsers encode what would end the quotes or the line. @see https://html.spec.whatwg.org/#multipart-form-data */
function nameOf(parameter: HeaderParameter | undefined): string | undefined {
  return parameter?.isQuoted === true ? parameter.text.replace(/%(?:22|0d|0a)/gi, decodeURIComponent) : parameter?.text;
}

/** A text with its encoding, as in `utf-8''na%C3%AFve`. @see https://www.rfc-editor.org/rfc/rfc8187#section-3.2 */
function extendedText(value: string | undefined): string | undefined {
  const [, charset = "", encoded = ""] = /^([^']*)'[^']*'(.*)$/.exec(value ?? "") ?? [];
  try {
    const bytes = encoded.replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
    return value === undefined ? undefined : decoded(bytesOfLatin1(bytes), charset);
  } catch {
    return undefined; // there is a plain one beside it
  }
}

/** Text in the encoding that its media type says, or in UTF-8; `undefined` where it is none. */
function decodeText(bytes: Uint8Array, type = ""): string | undefined {
  try {
    return decoded(bytes, parametersOf(type).get("charset")?.text ?? "utf-8");
  } catch {
    return undefined;
  }
}

/** Throws for bytes that are none, and for encodings that are not known. */
const decoded = (bytes: Uint8Array, charset: string): string =>
  new (Decoder as DecoderClass)(charset, { fatal: true, ignoreBOM: true }).decode(bytes);

const Decoder: unknown = TextDecoder; // the types of Bun name the encodings that it has
type DecoderClass = new (charset: string, options: object) => { decode(bytes: Uint8Array): string };

function fromBase64(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  try {
    return bytesOfLatin1(atob(new TextDecoder().decode(bytes)));
  } catch {
    throw malformed("a part is not base64");
  }
}

const bytesOfLatin1 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text, (character) => character.charCodeAt(0));
