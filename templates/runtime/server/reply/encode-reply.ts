/**
 * Replies of handlers: from a status, a value and headers to what goes over the wire.
 */
import type { Outgoing, OutgoingBody } from "../route/http-exchange.js";
import { hasOwn } from "../../shared/has-own.js";
import { codecOf, includes, sendableType, type Codec } from "../../shared/media-type.js";
import { ofStatus } from "../../shared/of-status.js";
import type { Encoding, ExactJson, Operation } from "../../shared/operation.js";
import { encodedUrl } from "./encoded-url.js";
import { isAsyncIterable, jsonWriter, sequence, type JsonWriter } from "./encode-sequence.js";
import { stringifierOf, textOf, undivided, type Stringify } from "../../shared/serialise.js";
import { formText } from "../../shared/styles.js";
import { discardBody } from "./stream-reader.js";

/** A reply, whichever operation it is of. */
export interface AnyReply {
  readonly status: number;
  readonly contentType?: string | undefined;
  readonly body?: unknown;
  readonly headers?: { readonly [name: string]: unknown } | undefined;
}

/** Encodes the replies of one operation; `extra` are headers that every response of it carries. Throws when a reply cannot be sent. */
export type EncodeReply = (reply: AnyReply, extra: readonly string[]) => Outgoing | Promise<Outgoing>;

/** How the bodies of a media type are sent. */
interface BodyFormat {
  readonly mediaType: string;
  readonly codec: Codec;
  /** Value of the `Content-Type` header. */
  readonly header: string;
}

/** How the fields of forms are written, by status, media type and field, where a description says it. */
export interface ReplyEncodings {
  readonly [status: string]: { readonly [mediaType: string]: { readonly [property: string]: Encoding } };
}

/**
 * Headers that are written in another way than texts and lists of texts, by status and name in lower case. An `ExactJson`: as JSON with
 * integers of 64 bits.
 */
export interface ReplyHeaders {
  readonly [status: string]: { readonly [name: string]: "json" | "exploded" | ExactJson };
}

/** The encoder of an operation. What a status is sent as is worked out once per status. */
export function replyEncoder(operation: Operation, encodings: ReplyEncodings = {}, described: ReplyHeaders = {}): EncodeReply {
  const usual = new Map<number, BodyFormat>();
  const usualOf = (status: number): BodyFormat => {
    const known = usual.get(status) ?? sendingOf(usualType(operation, status));
    usual.set(status, known);
    return known;
  };
  return (reply, extra) => {
    // Callers without types may return anything, nothing too; an answer needs a status.
    const { status, body } = (reply as AnyReply | undefined) ?? { status: undefined, body: undefined };
    if (status === undefined || !Number.isInteger(status) || status < 200 || status > 599)
      throw new TypeError(`${operation.id} replied without a status from 200 to 599`);
    // Nobody else knows the length of what a HEAD tells of.
    const keepsLength = body === undefined && operation.method === "HEAD";
    const own = reply.headers === undefined ? noHeaders : headersOf(reply.headers, operation, keepsLength, ofStatus(described, status));
    const all = joined(own, extra);
    if (body === undefined || status === 204 || status === 205 || status === 304) {
      // A stream that nobody reads would keep its file open.
      discardBody(body);
      return { status, headers: all, body: undefined };
    }
    const sending = reply.contentType === undefined ? usualOf(status) : sendingOf(reply.contentType);
    const { mediaType, codec, header } = sending.mediaType.includes("*") || body instanceof Blob ? particular(sending, body) : sending;
    if (body instanceof FormData) return encodeFormData(status, body, mediaType, all);
    const json = jsonWriter(operation, status, mediaType);
    if (codec === "multipart" && typeof body === "object" && body !== null && !isBytes(body))
      return encodeFormData(status, formOf(json.ready(body), json), mediaType, all);
    const typed = own.length > 0 && own.some((name, index) => index % 2 === 0 && name.toLowerCase() === "content-type");
    const headers = typed ? all : ["Content-Type", header, ...all];
    if (codec === "form" && isFields(body)) {
      const byType = ofStatus(encodings, status) ?? {};
      const fields = fieldsOf(json.ready(body));
      return { status, headers, body: formReply(fields, hasOwn(byType, mediaType) ? byType[mediaType] : undefined, json) };
    }
    return { status, headers, body: encoded(body, mediaType, codec, json) };
  };
}

export const noHeaders: readonly string[] = [];

function sendingOf(mediaType: string): BodyFormat {
  return { mediaType, codec: codecOf(mediaType), header: withCharset(mediaType) };
}

/** What a handler says itself counts; of fields that may be there several times, both do. */
export function joined(own: readonly string[], extra: readonly string[]): readonly string[] {
  if (extra.length === 0) return own;
  if (own.length === 0) return extra;
  const said = new Set(own.flatMap((name, index) => (index % 2 === 0 ? [name.toLowerCase()] : [])));
  const isOverruled = (name = ""): boolean => said.has(name.toLowerCase()) && !/^(?:link|vary|access-control-expose-headers)$/i.test(name);
  return [...own, ...extra.filter((_, index) => !isOverruled(extra[index - (index % 2)]))];
}

/** The first described type that is JSON, else the first; `*` + `/*` when nothing is described. */
function usualType(operation: Operation, status: number): string {
  const types = ofStatus(operation.responses, status) ?? [];
  return types.find((type) => codecOf(type) === "json") ?? types[0] ?? "*/*";
}

/** A range is sent as what the body is, and a Blob that knows its type as that, where the range takes it in. */
function particular(sending: BodyFormat, body: unknown): BodyFormat {
  const { mediaType } = sending;
  if (body instanceof Blob && body.type !== "" && includes(mediaType, body.type)) return sendingOf(body.type);
  if (!mediaType.includes("*")) return sending;
  if (isBytes(body)) return sendingOf(sendableType(mediaType, "application/octet-stream", "text/plain"));
  if (typeof body === "object" && codecOf(mediaType) === "multipart") return sendingOf("multipart/form-data");
  // Of a described text or number the type is that of text, where the range has no JSON.
  if (typeof body !== "object" && mediaType !== "*/*" && (typeof body === "string" || codecOf(mediaType) !== "json"))
    return sendingOf(sendableType(mediaType, "text/plain", "application/json"));
  return sendingOf(codecOf(mediaType) === "json" ? sendableType(mediaType, "application/json") : "application/json");
}

function withCharset(contentType: string): string {
  return contentType.startsWith("text/") && !contentType.includes(";") ? `${contentType}; charset=utf-8` : contentType;
}

type BytesBody = Uint8Array | ArrayBuffer | Blob | AsyncIterable<unknown>;

function isBytes(body: unknown): body is BytesBody {
  return body instanceof Uint8Array || body instanceof ArrayBuffer || body instanceof Blob || isAsyncIterable(body);
}

function encoded(body: unknown, contentType: string, codec: Codec, json: JsonWriter): OutgoingBody {
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (body instanceof Uint8Array || body instanceof Blob) return body;
  if (body instanceof URLSearchParams) return body.toString();
  if (codec === "json" && !isAsyncIterable(body)) return json.whole(body);
  if (codec === "lines" || codec === "events") return sequence(body, contentType, json);
  if (isAsyncIterable(body)) return body as AsyncIterable<Uint8Array | string>; // what the types of replies allow
  if (body === null) throw new TypeError(`Null has no form as ${contentType}`);
  if (typeof body === "object") throw new TypeError(`A body of ${contentType} is given as text or bytes`);
  return textOf(json.ready(body));
}

const isFields = (body: unknown): boolean =>
  typeof body === "object" && body !== null && !isBytes(body) && !(body instanceof URLSearchParams);

/** As the client sends forms, but for blanks, which are written as browsers do. */
const formReply = (fields: [string, unknown][], encodings: ReplyEncodings[string][string] | undefined, json: JsonWriter): string =>
  formText(fields, encodings, json.text).replace(/%20/g, "+");

const fieldsOf = (body: unknown): [string, unknown][] => (typeof body === "object" && body !== null ? Object.entries(body) : []);

/** Lists become a part per item, bytes a file, objects JSON. */
function formOf(body: unknown, json: JsonWriter): FormData {
  const form = new FormData();
  for (const [name, value] of fieldsOf(body)) {
    for (const item of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
      if (item instanceof Blob) form.append(name, item);
      else if (item instanceof Uint8Array) form.append(name, new Blob([new Uint8Array(item)]));
      else if (item !== undefined && item !== null) form.append(name, textOf(item, json.text));
    }
  }
  return form;
}

/** As the kind of multipart that is described, where it is one: the parts of all kinds are written alike. */
async function encodeFormData(status: number, form: FormData, mediaType: string, headers: readonly string[]): Promise<Outgoing> {
  const response = new Response(form);
  const written = response.headers.get("content-type") ?? "multipart/form-data";
  const isOther = codecOf(mediaType) === "multipart" && !includes(mediaType, "multipart/form-data");
  return {
    status,
    // With the boundary, which nobody else knows.
    headers: joined(["Content-Type", isOther ? written.replace(/^[^;]+/, mediaType) : written], headers),
    body: new Uint8Array(await response.arrayBuffer()),
  };
}

/**
 * Fields of one connection, which HTTP/2 refuses, and of the way that a body is sent, which is the server's. No trailers are sent after any.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1 and https://www.rfc-editor.org/rfc/rfc9113#section-8.2.2
 */
const left: ReadonlySet<string> = new Set([
  ...["connection", "keep-alive", "proxy-connection", "te", "transfer-encoding", "upgrade", "http2-settings"],
  ...["content-length", "trailer"],
]);

/** How headers of one status are written, by their names in lower case; of all others texts and lists are. */
type HeaderForms = ReplyHeaders[string];

/**
 * Headers in the style `simple`; several `Set-Cookie` stay several, of any other name the last counts. Those of a connection are left out,
 * so that a handler may pass on what another service has answered. Throws where a value would end the line.
 */
function headersOf(
  headers: { readonly [name: string]: unknown },
  operation: Operation,
  keepsLength: boolean,
  forms: HeaderForms = {},
): readonly string[] {
  const all = new Map<string, readonly string[]>();
  const options = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    const key = name.toLowerCase();
    if (value === undefined || value === null) continue;
    if (key === "connection") for (const option of headerText(value, key).split(",")) options.add(option.trim().toLowerCase());
    if (left.has(key) && !(keepsLength && key === "content-length" && /^\d+$/.test(headerText(value, key)))) continue;
    const texts = textsOf(value, key, operation, name, hasOwn(forms, key) ? forms[key] : undefined);
    const pairs: string[] = [];
    for (const text of texts) {
      if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name) || /[^\t -~\u0080-\u00ff]/.test(text)) throw unsendable(operation.id, name);
      pairs.push(name, text);
    }
    all.set(key, key === "set-cookie" ? [...(all.get(key) ?? []), ...pairs] : pairs);
  }
  for (const option of options) all.delete(option);
  return [...all.values()].flat();
}

const unsendable = (operation: string, name: string, why = ""): TypeError =>
  new TypeError(`${operation} replied with a header that cannot be sent: ${JSON.stringify(name)}${why}`);

/** What is written of a header, by its name in lower case and as it is given. The error of an item knows neither operation nor header. */
function textsOf(value: unknown, key: string, operation: Operation, name: string, form?: HeaderForms[string]): readonly string[] {
  try {
    return Array.isArray(value) && key === "set-cookie"
      ? value.map((item) => textOf(item))
      : [headerText(value, key, form, stringifierOf(operation))];
  } catch (error) {
    throw unsendable(operation.id, name, error instanceof Error ? `, because ${error.message}` : "");
  }
}

/** The same of names and values in turn, as a problem has them. */
export function withoutConnection(headers: readonly string[]): readonly string[] {
  return headers.filter((_, index) => !left.has((headers[index - (index % 2)] ?? "").toLowerCase()));
}

/** Headers that HTTP itself has lists for: a member may be a list again, or have a comma in quotes. */
const ofLists =
  /^(?:accept|access-control|allow|cache-control|connection|content-|link|proxy-|server-timing|trailer|vary|via|warning|www-)/;

/** `key`: the name in lower case, of which some are of headers that hold a URL. */
function headerText(value: unknown, key: string, form?: HeaderForms[string], stringify: Stringify = JSON.stringify): string {
  if (form === "json") return inAscii(stringify(value));
  if (typeof form === "object") return inAscii(form.stringify(value));
  if (typeof value === "string" && /^(?:content-)?location$/.test(key)) return encodedUrl(value);
  const part = (item: unknown): string => (ofLists.test(key) ? textOf(item) : undivided(textOf(item), ","));
  if (Array.isArray(value)) return value.map(part).join(",");
  if (value instanceof Date) return value.toUTCString();
  if (typeof value !== "object" || value === null) return textOf(value);
  const pair = form === "exploded" ? (name: string) => `${undivided(part(name), "=")}=` : (name: string) => `${part(name)},`;
  return Object.entries(value)
    .map(([name, member]) => pair(name) + part(member))
    .join(",");
}

/** JSON of characters that a header can have. */
const inAscii = (json: string): string => json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
