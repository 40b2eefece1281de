/**
 * Bodies that were read before the server got the request, by a body parser of the framework that it is mounted in.
 */
import { compressionOf, decompressed, type Choice } from "./decode-bytes.js";
import { decodeFormPairs, decodeParts } from "./decode-form.js";
import { headerOf, mountOrderError, tooLarge, type HttpExchange } from "../route/http-exchange.js";
import { checkedJson } from "./parse-json.js";
import { Pairs } from "./query-pairs.js";
import { ProblemError, type ProblemIssue } from "../route/problem.js";

/** A body, not compressed any more: its bytes, or what a parser has made of them. */
export type ReceivedBody =
  { readonly kind: "bytes"; readonly bytes: Uint8Array<ArrayBuffer> } | { readonly kind: "value"; readonly value: unknown };

/** All of a body; `undefined` when it is empty. Rejects with a `ProblemError` when it is larger than `limit`. */
export async function receiveBody(exchange: HttpExchange, limit: number, isJson: boolean): Promise<ReceivedBody | undefined> {
  const { parsed } = exchange;
  const encoding = headerOf(exchange, "content-encoding");
  // What this server cannot decompress is not read at all.
  if (parsed === undefined) compressionOf(encoding);
  const length = Number(headerOf(exchange, "content-length") ?? NaN);
  if (parsed !== undefined && length > limit) throw tooLarge(limit);
  const bytes = parsed === undefined ? await exchange.readBody(limit) : bytesOfParsed(parsed.value, isJson, length);
  if (bytes === undefined) return parsed && { kind: "value", value: parsed.value };
  if (bytes.byteLength > limit) throw tooLarge(limit);
  if (bytes.byteLength === 0) return undefined;
  // Most parsers decompress, also what this server cannot: what is as long as was announced is as it was sent.
  const isAsSent = parsed === undefined || (isByteArray(parsed.value) && bytes.byteLength === length);
  const compression = isAsSent ? compressionOf(encoding) : undefined;
  return { kind: "bytes", bytes: compression === undefined ? bytes : await decompressed(bytes, compression, limit) };
}

/** Bytes and text as bytes, `undefined` for any other value. `length` is that of the body as it was sent. */
function bytesOfParsed(value: unknown, isJson: boolean, length: number): Uint8Array<ArrayBuffer> | undefined {
  if (isByteArray(value)) return value;
  if (typeof value !== "string") return undefined;
  const encoded: unknown = new TextEncoder().encode(value);
  const bytes = encoded as Uint8Array<ArrayBuffer>; // the types of Workers leave open where it is
  // A text may be JSON, or a value of JSON without its quotes: that is shorter than what was sent.
  return isJson && bytes.byteLength !== length && !isJsonText(value) ? undefined : bytes;
}

/** Bytes of a request are never in shared memory. */
const isByteArray = (value: unknown): value is Uint8Array<ArrayBuffer> => value instanceof Uint8Array;

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The value that a parsed body stands for, as `decodeBytes` has it. Rejects with a `ProblemError`, or where the server has to be mounted otherwise. */
export async function decodeParsed(choice: Choice, value: unknown, issues: ProblemIssue[]): Promise<unknown> {
  const { codec, definition, encodings, exact } = choice;
  if (codec === "json" && definition.decode !== "binary") {
    const { value: checked, problem } = checkedJson(value, exact);
    if (problem !== undefined) throw new ProblemError("malformed-request", `The body ${problem}.`);
    return checked;
  }
  const reader = choice.fields();
  if (codec === "form" && typeof value === "object" && value !== null)
    return decodeFormPairs(value instanceof URLSearchParams ? pairsOf(value) : pairsOf(parsedFields(value, "")), reader, encodings, issues);
  if (codec === "multipart" && value instanceof FormData) {
    const parts: unknown = value;
    return decodeParts(parts as Iterable<readonly [string, string | Blob]>, reader, encodings, issues); // the types of Bun lack the iterator
  }
  throw mountOrderError(`The body of ${choice.mediaType} was parsed`);
}

/** The fields of a parsed form, as they were written: objects in brackets, lists as repeated names. */
function* parsedFields(value: unknown, name: string): Generator<readonly [string, string]> {
  if (typeof value !== "object" || value === null) {
    yield [name, String(value)];
    return;
  }
  for (const [key, member] of Object.entries(value) as [string, unknown][]) {
    const isRepeated = Array.isArray(value) && typeof member !== "object";
    yield* parsedFields(member, name === "" ? key : isRepeated ? name : `${name}[${key}]`);
  }
}

/** What separates items was decoded with the rest, so it separates. */
function pairsOf(fields: Iterable<readonly [string, string]>): Pairs {
  const pairs = new Pairs();
  for (const [name, text] of fields) pairs.append(name, encodeURIComponent(text).replace(/%2C/g, ","));
  return pairs;
}
