/**
 * Headers in every form that a caller may give them in.
 */
import type { Operation, SentParts } from "../../shared/operation.js";
import { headerTexts, type WriteParameter } from "../../shared/serialise.js";

/** Null takes a header away that was set before; `undefined` says nothing. */
export type HeadersOptions = Required<RequestInit>["headers"] | HeaderRecord;

type HeaderRecord = Readonly<Record<string, string | number | boolean | readonly (string | number | boolean)[] | null | undefined>>;

/** Later ones win; a list is added to those before it, as openapi-fetch has it. */
export function mergeHeaders(...all: readonly (HeadersOptions | undefined)[]): Headers {
  const merged = new Headers();
  for (const headers of all) {
    if (headers === undefined) continue;
    for (const [name, value] of Object.entries(recordOf(headers))) {
      if (value === null) merged.delete(name);
      else if (typeof value === "object") for (const one of value) merged.append(name, `${one}`);
      else if (value !== undefined) merged.set(name, `${value}`);
    }
  }
  return merged;
}

/** The media type that headers ask for. */
export const contentTypeOf = (...all: readonly (HeadersOptions | undefined)[]): string | undefined =>
  lastOf("content-type", all)?.toString();

/** Whether headers take one of them away: the last to name it says null. */
export const isTakenAway = (name: string, ...all: readonly (HeadersOptions | undefined)[]): boolean =>
  lastOf(name.toLowerCase(), all) === null;

/** Headers and cookies of a call as text. `given` are the headers that the client and the call have besides. */
export type WriteHeaders = (
  operation: Operation,
  { header, cookie }: SentParts,
  write: WriteParameter | undefined,
  ...given: readonly (HeadersOptions | undefined)[]
) => Record<string, string | null>;

/** Writes them as the operation describes them. The cookies that stand in headers come first: a request has one header for all of them. */
export const writeHeaders: WriteHeaders = (operation, { header, cookie }, write, ...given) => {
  const texts = headerTexts(operation, header, cookie, write);
  const before = lastOf("cookie", given)?.toString();
  if (before && texts["Cookie"]) texts["Cookie"] = `${before}; ${texts["Cookie"]}`;
  return texts;
};

/** The value of a header; later ones win, and null takes it away. */
function lastOf(wanted: string, all: readonly (HeadersOptions | undefined)[]): HeaderRecord[string] {
  let last: HeaderRecord[string];
  for (const headers of all) {
    if (headers === undefined) continue;
    for (const [name, value] of Object.entries(recordOf(headers))) if (value !== undefined && name.toLowerCase() === wanted) last = value;
  }
  return last;
}

/** As a record: lists of pairs and another realm's `Headers` too. What `Headers` are iterated by is not always declared. */
export function recordOf(headers: HeadersOptions): HeaderRecord {
  const given: unknown = headers;
  if (!(Symbol.iterator in headers)) return given as HeaderRecord;
  return Object.fromEntries(new Headers(given as Headers) as unknown as Iterable<[string, string]>);
}
