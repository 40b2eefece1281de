/**
 * Request bodies: a value and a media type in, what `fetch` sends out.
 */
import type { EncodedBody } from "./client.js";
import { hasOwn } from "../../shared/has-own.js";
import { codecOf, isJsonType, sendableType } from "../../shared/media-type.js";
import type { Encoding, Operation } from "../../shared/operation.js";
import { stringifierOf, textOf, type Stringify } from "../../shared/serialise.js";
import { expand, formText, jsonText, present } from "../../shared/styles.js";
import { writeParts } from "./write-parts.js";

/**
 * The body, written as the media type of the description says. Bytes, text and forms that are ready to send are sent as they
 * are. Throws a `TypeError` where the media type has no form for the value.
 */
export function encodeBody(operation: Operation, value: unknown, mediaType: string): EncodedBody {
  const codec = codecOf(mediaType);
  const stringify = stringifierOf(operation);
  const described = operation.body?.content;
  const encodings = described !== undefined && hasOwn(described, mediaType) ? described[mediaType]?.encoding : undefined;
  if (isA("FormData", value)) return isOtherMultipart(mediaType) ? writeParts(value, mediaType) : { body: value, contentType: undefined };
  // Every view is taken; the types of Node do not say so.
  if (isBytes(value)) return { body: value as EncodedBody["body"], contentType: typeOfBytes(value, mediaType), stream: isStream(value) };
  if (codec === "form")
    return { body: typeof value === "string" ? value : formText(fieldsOf(value), encodings, stringify), contentType: mediaType };
  // Of another kind of multipart nothing says how a value is divided into parts.
  if (codec === "multipart" && typeof value !== "string" && !isOtherMultipart(mediaType))
    return { body: formData(fieldsOf(value), encodings, stringify), contentType: undefined };
  if (codec === "lines" && typeof value !== "string") return { body: linesText(value, mediaType, stringify), contentType: mediaType };
  if (codec === "json") return { body: stringify(value), contentType: sendableType(mediaType, "application/json") };
  if (typeof value === "object" && !(value instanceof Date)) {
    throw new TypeError(`${operation.id}: a body of ${mediaType} is given as text or bytes`);
  }
  return { body: wellFormed(textOf(value)), contentType: sendableType(mediaType, "text/plain") };
}

/** Whether a media type is one of parts, and not that of forms, nor a range that takes it in. */
const isOtherMultipart = (mediaType: string): boolean => /^multipart\/(?!form-data|\*)/i.test(mediaType);

/** A text as it is. Throws a `URIError` where it has a lone surrogate: `fetch` would send another character. */
function wellFormed(text: string): string {
  encodeURIComponent(text);
  return text;
}

type BytesBody = Blob | ArrayBuffer | ArrayBufferView<ArrayBuffer> | ReadableStream<Uint8Array> | URLSearchParams;

function isBytes(value: unknown): value is BytesBody {
  return isFile(value) || isA("URLSearchParams", value) || isStream(value);
}

const isStream = (value: unknown): value is ReadableStream<Uint8Array> => isA("ReadableStream", value);

interface Named {
  readonly FormData: FormData;
  readonly Blob: Blob;
  readonly File: File;
  readonly ArrayBuffer: ArrayBuffer;
  readonly URLSearchParams: URLSearchParams;
  readonly ReadableStream: ReadableStream<Uint8Array>;
}

/**
 * By what it calls itself: those of another realm, or of a package, are of other classes, and not every platform has each. Workers of before
 * September 2024 call everything "Object": there its class tells.
 */
const isA = <Name extends keyof Named>(name: Name, value: unknown): value is Named[Name] =>
  Object.prototype.toString.call(value) === `[object ${name}]` ||
  (typeof globalThis[name] === "function" && value instanceof globalThis[name]);

function typeOfBytes(value: BytesBody, mediaType: string): string {
  if (isA("URLSearchParams", value) && codecOf(mediaType) !== "form") return "application/x-www-form-urlencoded";
  const own = isBlob(value) ? value.type : "";
  // Its boundary is known to it alone.
  if (isOtherMultipart(mediaType) && !mediaType.includes(";") && own.startsWith(`${mediaType.toLowerCase()};`)) return own;
  return mediaType.includes("*") && own !== "" ? own : sendableType(mediaType, "application/octet-stream", "text/plain");
}

/** Throws a `TypeError` where a value has no fields: it would arrive as an empty form. */
function fieldsOf(value: unknown): [string, unknown][] {
  if (typeof value === "object" && value !== null) return Object.entries(value);
  throw new TypeError(`a form has fields, and ${value === null ? "null" : `a ${typeof value}`} has none`);
}

const isSequence = (mediaType: string): boolean => mediaType.includes("json-seq");

/** One JSON value per line; RFC 7464 puts a record separator before each. */
function linesText(value: unknown, mediaType: string, stringify: Stringify): string {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.map((item) => `${isSequence(mediaType) ? "\u001e" : ""}${stringify(item)}\n`).join("");
}

/** Lists become one part per item, objects a part of JSON, bytes a file. */
function formData(
  fields: readonly (readonly [name: string, value: unknown])[],
  encodings: Readonly<Record<string, Encoding>> | undefined,
  stringify: Stringify,
): FormData {
  const data = new FormData();
  for (const [name, value] of fields) {
    wellFormed(name);
    const encoding = encodings !== undefined && hasOwn(encodings, name) ? encodings[name] : undefined;
    if (value !== undefined && value !== null && encoding?.style !== undefined && !holdsFile(value))
      appendStyled(data, name, value, encoding, stringify);
    else
      for (const item of Array.isArray(value) && !isWhole(encoding) ? present(value, encoding) : [value])
        appendPart(data, name, item, encoding, stringify);
  }
  return data;
}

const isBlob = (value: unknown): value is Blob => isA("Blob", value) || isA("File", value);

const isFile = (value: unknown): value is Blob | ArrayBuffer | ArrayBufferView =>
  isBlob(value) || isA("ArrayBuffer", value) || ArrayBuffer.isView(value);

/** Whether a field is bytes, or a list with bytes in it. A style is for text; a file is a part like any other. */
const holdsFile = (value: unknown): boolean => isFile(value) || (Array.isArray(value) && value.some(isFile));

/** Whether a list is one part: when its media type is said to be JSON. */
const isWhole = (encoding: Encoding | undefined): boolean => encoding?.contentType !== undefined && isJsonType(encoding.contentType);

function appendPart(data: FormData, name: string, value: unknown, encoding: Encoding | undefined, stringify: Stringify): void {
  if (value === undefined || (value === null && !isWhole(encoding))) return;
  // Several types in the description ("image/png, image/jpeg") are a choice that only the file itself can make.
  const type =
    encoding?.contentType?.includes(",") === true || encoding?.contentType?.includes("*") === true ? undefined : encoding?.contentType;
  if (isBlob(value)) data.append(name, type === undefined || value.type !== "" ? value : typed(value, type));
  else if (isFile(value)) data.append(name, new Blob([value as ArrayBuffer], { type: type ?? "application/octet-stream" }));
  else if (isWhole(encoding) || (typeof value === "object" && !(value instanceof Date))) {
    data.append(name, new Blob([jsonText(value, stringify)], { type: type ?? "application/json" }));
  } else if (type === undefined || type === "text/plain") data.append(name, wellFormed(textOf(value)));
  else data.append(name, new Blob([wellFormed(textOf(value))], { type }));
}

/** The same bytes as a media type, under the same name where they have one. */
const typed = (value: Blob, type: string): Blob =>
  isA("File", value) ? new File([value], value.name, { type, lastModified: value.lastModified }) : new Blob([value], { type });

/** A part in the style of a query parameter: `a=1&a=2` are two parts. */
function appendStyled(data: FormData, name: string, value: unknown, encoding: Encoding, stringify: Stringify): void {
  const { style, explode } = encoding;
  // Nothing is encoded in a part: what separates items does so in them, too.
  const encode = (text: string): string => encodeURIComponent(text).replace(/%2C/g, ",");
  for (const pair of expand(name, value, style ?? "form", explode, encode, stringify, encoding).split("&")) {
    const equals = pair.indexOf("=");
    if (equals !== -1) data.append(decodeURIComponent(pair.slice(0, equals)), decodeURIComponent(pair.slice(equals + 1)));
  }
}
