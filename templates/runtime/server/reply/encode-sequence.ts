/**
 * Replies that are sequences: a JSON value per line, or server-sent events.
 */
import type { OutgoingBody } from "../route/http-exchange.js";
import { codecOf, essenceOf } from "../../shared/media-type.js";
import type { Operation } from "../../shared/operation.js";
import { textOf } from "../../shared/serialise.js";
import { streamReader } from "./stream-reader.js";

export const isAsyncIterable = (body: unknown): body is AsyncIterable<unknown> =>
  typeof body === "object" && body !== null && Symbol.asyncIterator in body;

/** A value as JSON. Throws a `TypeError` for what JSON has no form for. */
export function jsonText(body: unknown): string {
  // `JSON.stringify` gives `undefined` for functions and symbols, whatever its type says.
  const text = JSON.stringify(body) as string | undefined;
  if (text === undefined) throw new TypeError("The body of a reply is not JSON");
  return text;
}

/** How the JSON of one kind of reply is written. */
export interface JsonWriter {
  /** A whole body, or an item of a sequence. */
  readonly whole: (body: unknown) => string;
  /** Its parts, ready to be written by `text`. */
  readonly ready: (body: unknown) => unknown;
  readonly text: (part: unknown) => string;
}

const plainWriter: JsonWriter = { whole: jsonText, ready: (body) => body, text: jsonText };

/** Of a reply with 64-bit integers, these without loss. */
export function jsonWriter({ exact }: Operation, status: number, mediaType: string): JsonWriter {
  const json = exact?.response(status, mediaType);
  return exact === undefined || json === undefined ? plainWriter : { whole: json.stringify, ready: json.ready, text: exact.stringify };
}

const itemsOf = (body: unknown): readonly unknown[] =>
  typeof body === "object" && body !== null && Symbol.iterator in body ? [...(body as Iterable<unknown>)] : [body];

/** Items one by one as they come, or all of them at once, texts as any other; a body that is one text, and bytes that come bit by bit, as they are. */
export function sequence(body: unknown, contentType: string, json: JsonWriter = plainWriter): OutgoingBody {
  if (typeof body === "string") return body;
  if (isAsyncIterable(body)) return itemByItem(body, contentType, json);
  return itemsOf(body)
    .map((item) => itemText(item, contentType, json))
    .join("");
}

/** No generator: one that is ended before it has begun would not end `items`. */
function itemByItem(items: AsyncIterable<unknown>, contentType: string, json: JsonWriter): AsyncIterable<Uint8Array | string> {
  return {
    [Symbol.asyncIterator]() {
      const reader = streamReader(items);
      return {
        async next() {
          const next = await reader.next();
          if (next.done === true) return { done: true, value: undefined };
          const { value } = next;
          return {
            done: false,
            value: value instanceof Uint8Array ? value : itemText(value, contentType, json),
          };
        },
        return() {
          reader.cancel();
          return Promise.resolve({ done: true, value: undefined });
        },
      };
    },
  };
}

function itemText(item: unknown, contentType: string, json: JsonWriter): string {
  if (codecOf(contentType) === "events") return eventText(json.ready(item), json.text);
  return `${essenceOf(contentType).endsWith("json-seq") ? "\u001e" : ""}${json.whole(item)}\n`;
}

/** What is no number of JSON is refused where it becomes text. */
const isNumberOrBigint = (item: unknown): boolean => typeof item === "number" || typeof item === "bigint";

const eventFields = new Set(["event", "id", "retry", "data", "comment"]);

/**
 * An event, or, where the item has other members than an event has, an event whose data the item is.
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
function eventText(item: unknown, stringify: JsonWriter["text"]): string {
  const members = typeof item === "object" && item !== null ? Object.entries(item) : [];
  const isEvent = members.length > 0 && members.every(([name]) => eventFields.has(name));
  const fields = new Map<string, unknown>(isEvent ? members : [["data", isNumberOrBigint(item) ? item : stringify(item)]]);
  const oneLine = (name: string, prefix: string): string[] =>
    fields.get(name) === undefined ? [] : [`${prefix}: ${textOf(fields.get(name), stringify).replace(/[\r\n]+/g, " ")}`];
  const data = fields.get("data");
  const lines = data === undefined ? [] : textOf(data, stringify).split(/\r\n|\r|\n/);
  return [
    ...oneLine("comment", ""),
    ...oneLine("event", "event"),
    ...oneLine("id", "id"),
    ...oneLine("retry", "retry"),
    ...lines.map((line) => `data: ${line}`),
    "\n",
  ].join("\n");
}
