/**
 * Replies of handlers: from a status, a value and headers to what goes over the wire.
 */
import type { Outgoing, OutgoingBody } from "./exchange.js";
import { codecOf, essenceOf, includes } from "./media.js";
import type { Operation } from "./operation.js";
import { textOf } from "./serialise.js";

/** A reply, whichever operation it is of. */
export interface AnyReply {
  readonly status: number;
  readonly contentType?: string | undefined;
  readonly body?: unknown;
  readonly headers?: { readonly [name: string]: unknown } | undefined;
}

/** Encodes the replies of one operation; `extra` are headers that every response of it carries. Throws when a reply cannot be sent. */
export type EncodeReply = (reply: AnyReply, extra: readonly string[]) => Outgoing | Promise<Outgoing>;

/** The encoder of an operation. What a status is sent as is worked out once per status. */
export function replyEncoder(operation: Operation): EncodeReply {
  const usual = new Map<number, string>();
  return (reply, extra) => {
    // Callers without types may return anything; an answer needs a status.
    const { status, body } = reply as AnyReply | { readonly status: undefined; readonly body: undefined };
    if (status === undefined || !Number.isInteger(status) || status < 200 || status > 599)
      throw new TypeError(`${operation.id} replied without a status from 200 to 599`);
    const own = reply.headers === undefined ? [] : headersOf(reply.headers, operation.id);
    if (body === undefined || status === 204 || status === 205 || status === 304)
      return { status, headers: joined(own, extra), body: undefined };
    if (body instanceof FormData) return encodeFormData(status, body, joined(own, extra));
    let contentType = reply.contentType;
    if (contentType === undefined || contentType.includes("*")) {
      contentType = body instanceof Blob && body.type !== "" ? body.type : usual.get(status);
      if (contentType === undefined) usual.set(status, (contentType = usualType(operation, status)));
      if (contentType.includes("*")) contentType = concrete(contentType, body);
    }
    const headers = own.some((name, index) => index % 2 === 0 && name.toLowerCase() === "content-type")
      ? own
      : ["Content-Type", withCharset(contentType), ...own];
    return { status, headers: joined(headers, extra), body: encoded(body, contentType) };
  };
}

const joined = (own: readonly string[], extra: readonly string[]): readonly string[] =>
  extra.length === 0 ? own : own.length === 0 ? extra : [...own, ...extra];

/** The first described type that is JSON, else the first; `*` + `/*` when nothing is described. */
function usualType(operation: Operation, status: number): string {
  const { responses } = operation;
  const types = responses[status] ?? responses[`${Math.floor(status / 100)}XX`] ?? responses["default"] ?? [];
  return types.find((type) => codecOf(type) === "json") ?? types[0] ?? "*/*";
}

/** A range is sent as what the body is. */
function concrete(range: string, body: unknown): string {
  if (isBytes(body)) return "application/octet-stream";
  if (typeof body === "string" && includes(range, "text/plain") && range !== "*/*") return "text/plain";
  return "application/json";
}

function withCharset(contentType: string): string {
  return contentType.startsWith("text/") && !contentType.includes(";") ? `${contentType}; charset=utf-8` : contentType;
}

type BytesBody = Uint8Array | ArrayBuffer | Blob | AsyncIterable<unknown>;

function isBytes(body: unknown): body is BytesBody {
  return body instanceof Uint8Array || body instanceof ArrayBuffer || body instanceof Blob || isAsyncIterable(body);
}

const isAsyncIterable = (body: unknown): body is AsyncIterable<unknown> =>
  typeof body === "object" && body !== null && Symbol.asyncIterator in body;

function encoded(body: unknown, contentType: string): OutgoingBody {
  const codec = codecOf(contentType);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (body instanceof Uint8Array || body instanceof Blob) return body;
  if (body instanceof URLSearchParams) return body.toString();
  if (isAsyncIterable(body))
    return codec === "lines" || codec === "events" ? itemByItem(body, contentType) : (body as AsyncIterable<Uint8Array | string>); // the handler's types say so
  if (codec === "lines" || codec === "events")
    return typeof body === "string"
      ? body
      : itemsOf(body)
          .map((item) => itemText(item, contentType))
          .join("");
  if (codec === "json") return jsonText(body);
  if (codec === "form")
    return new URLSearchParams(Object.entries(body as object).map(([name, value]): [string, string] => [name, textOf(value)])).toString(); // a form's fields
  return textOf(body);
}

function jsonText(body: unknown): string {
  // `JSON.stringify` gives `undefined` for functions and symbols, whatever its type says.
  const text = JSON.stringify(body) as string | undefined;
  if (text === undefined) throw new TypeError("The body of a reply is not JSON");
  return text;
}

const itemsOf = (body: unknown): readonly unknown[] =>
  typeof body === "object" && body !== null && Symbol.iterator in body ? [...(body as Iterable<unknown>)] : [body];

async function* itemByItem(items: AsyncIterable<unknown>, contentType: string): AsyncGenerator<Uint8Array | string> {
  for await (const item of items) yield item instanceof Uint8Array || typeof item === "string" ? item : itemText(item, contentType);
}

function itemText(item: unknown, contentType: string): string {
  if (typeof item === "string") return item;
  if (codecOf(contentType) === "events") return eventText(item as { readonly [field: string]: unknown }); // an item of an event stream is an event
  return `${essenceOf(contentType).endsWith("json-seq") ? "\u001e" : ""}${jsonText(item)}\n`;
}

/** @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation */
function eventText(event: { readonly [field: string]: unknown }): string {
  const lines = ["event", "id", "retry"]
    .filter((field) => event[field] !== undefined)
    .map((field) => `${field}: ${textOf(event[field]).replace(/[\r\n]+/g, " ")}`);
  const data = textOf(event["data"] ?? "")
    .split(/\r\n|\r|\n/)
    .map((line) => `data: ${line}`);
  return `${[...lines, ...data].join("\n")}\n\n`;
}

async function encodeFormData(status: number, form: FormData, headers: readonly string[]): Promise<Outgoing> {
  const response = new Response(form);
  return {
    status,
    headers: ["Content-Type", response.headers.get("content-type") ?? "multipart/form-data", ...headers],
    body: new Uint8Array(await response.arrayBuffer()),
  };
}

const ours = new Set(["content-length", "transfer-encoding", "connection"]);

/** Headers in the style `simple`; several `Set-Cookie` stay several. Throws where a value would end the line. */
export function headersOf(headers: { readonly [name: string]: unknown }, operation: string): readonly string[] {
  const result: string[] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || value === null || ours.has(name.toLowerCase())) continue;
    const texts = Array.isArray(value) && name.toLowerCase() === "set-cookie" ? value.map(textOf) : [headerText(value)];
    for (const text of texts) {
      if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name) || /[^\t -~\u0080-\u00ff]/.test(text))
        throw new TypeError(`${operation} replied with a header that cannot be sent: ${JSON.stringify(name)}`);
      result.push(name, text);
    }
  }
  return result;
}

function headerText(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(",");
  if (value instanceof Date) return value.toUTCString();
  if (typeof value !== "object" || value === null) return textOf(value);
  return Object.entries(value)
    .map(([name, member]) => `${name},${textOf(member)}`)
    .join(",");
}
