import { diagnostic } from "../../../diagnostic/catalogue.js";
import type { Json } from "../../../source/source-file.js";
import { childLocation, originAt, type DocumentLocation } from "../../resolve/document-location.js";
import { isObject, type JsonObject, type Walk } from "../rule.js";

/** Members that stand one level away from where they are meant: media types without `content` around them, and what a response has beside its status. */

const mediaType = /^(?:application|text|image|audio|video|multipart|font|model|message|\*)\/[\w.+*-]+(?:\s*;.*)?$/i;

/** A body, a response or a parameter whose media types stand where `content` belongs. */
export function withContentLevel(raw: Json, at: DocumentLocation, walk: Walk): Json {
  if (!isObject(raw)) return raw;
  const names = Object.keys(raw).filter((key) => mediaType.test(key) && isObject(raw[key]));
  const [first] = names;
  const { content = {} } = raw;
  if (first === undefined || !isObject(content)) return raw;
  const more = names.length === 1 ? "" : ` and ${String(names.length - 1)} more`;
  walk.report(
    diagnostic("unknown-key", `${JSON.stringify(first)}${more} must stand in "content".`, {
      at: { ...originAt(childLocation(at, first)), on: "key" },
      hint: 'Put "content" around the media types.',
      assumed: `${names.length === 1 ? "it is" : "they are"} read as if ${names.length === 1 ? "it" : "they"} did`,
    }),
  );
  const rest = Object.fromEntries(Object.entries(raw).filter(([key]) => !names.includes(key) && key !== "content"));
  const inner = Object.fromEntries(names.map((name) => [name, raw[name] ?? null]));
  return { ...rest, content: { ...inner, ...content } };
}

const isStatus = (key: string): boolean => /^(?:[1-5](?:\d\d|XX)|default)(?:\s|$)/i.test(key);

/** Members of a response, as they may stand beside a status. */
const members: readonly (readonly [key: string, isMember: (value: Json) => boolean])[] = [
  ["description", (value) => typeof value === "string"],
  ...["content", "schema", "headers", "links", "examples"].map((key) => [key, isObject] as const),
];

/** Responses by status, with the members of one that stand beside its status in it, and statuses that are written in words or several in one. */
export function withResponseLevel(raw: Json, at: DocumentLocation, walk: Walk): Json {
  if (!isObject(raw)) return raw;
  const worded = withStatuses(raw, at, walk);
  const statuses = Object.keys(worded).filter(isStatus);
  const found = members.filter(([key, isMember]) => Object.hasOwn(worded, key) && isMember(worded[key] ?? null)).map(([key]) => key);
  const [first] = found;
  if (first === undefined || statuses.length === 0) return worded;
  const status = statusOfMembers(worded, statuses, found);
  reportMember(first, status === undefined ? "it is left out" : `it is read as a member of the response ${status}`, at, walk);
  const rest = Object.fromEntries(Object.entries(worded).filter(([key]) => !found.includes(key)));
  if (status === undefined) return rest;
  const response = rest[status];
  const moved = Object.fromEntries(found.map((key) => [key, worded[key] ?? null]));
  return { ...rest, [status]: { ...moved, ...(isObject(response) ? response : {}) } };
}

/** The one status without a response; or the only one, whose response has nothing of what stands beside it. */
function statusOfMembers(raw: JsonObject, statuses: readonly string[], found: readonly string[]): string | undefined {
  const empty = statuses.filter((status) => raw[status] === null);
  if (empty.length === 1) return empty[0];
  const [only = "", ...others] = statuses;
  const response = raw[only];
  const isOpen = isObject(response) && ![...found, "$ref"].some((key) => Object.hasOwn(response, key));
  return others.length === 0 && isOpen ? only : undefined;
}

function reportMember(key: string, assumed: string, at: DocumentLocation, walk: Walk): void {
  walk.report(
    diagnostic("response-status-invalid", `${JSON.stringify(key)} is not a status, and stands beside some.`, {
      at: { ...originAt(childLocation(at, key)), on: "key" },
      hint: "Indent it below the status that it belongs to.",
      assumed,
    }),
  );
}

/** What HTTP calls the statuses that descriptions have (RFC 9110 section 15). */
const reasons: ReadonlyMap<string, string> = new Map(
  [
    ...["200 ok", "201 created", "202 accepted", "204 nocontent", "301 movedpermanently", "302 found", "304 notmodified"],
    ...["400 badrequest", "401 unauthorized", "403 forbidden", "404 notfound", "405 methodnotallowed", "409 conflict", "410 gone"],
    ...["422 unprocessableentity", "422 unprocessablecontent", "429 toomanyrequests"],
    ...["500 internalservererror", "501 notimplemented", "502 badgateway", "503 serviceunavailable", "504 gatewaytimeout"],
  ].map((line) => [line.slice(4), line.slice(0, 3)]),
);

/** The statuses that a key means: a list of them, or the name of one. */
function statusesIn(key: string): readonly string[] {
  const listed = key.split(/(?:(?<!\s)\s+)?(?:[,|/]|\bor\b)\s*/);
  if (listed.length > 1) return listed.every((each) => /^[1-5](?:\d\d|XX)$/.test(each)) ? listed : [];
  const status = reasons.get(key.replace(/[\s_-]/g, "").toLowerCase());
  return status === undefined ? [] : [status];
}

function withStatuses(raw: JsonObject, at: DocumentLocation, walk: Walk): JsonObject {
  const meant = new Map(Object.keys(raw).map((key) => [key, isStatus(key) ? [] : statusesIn(key)]));
  if ([...meant.values()].every((statuses) => statuses.length === 0)) return raw;
  const out: [string, Json][] = [];
  for (const [key, value] of Object.entries<Json>(raw)) {
    const free = (meant.get(key) ?? []).filter((status) => !Object.hasOwn(raw, status));
    if (free.length === 0) {
      out.push([key, value]);
      continue;
    }
    walk.report(
      diagnostic("response-status-invalid", `${JSON.stringify(key)} is not a status.`, {
        at: { ...originAt(childLocation(at, key)), on: "key" },
        hint: "A status is three digits (200), a range (4XX), or `default`.",
        assumed: `it is read as ${free.join(" and ")}`,
      }),
    );
    for (const status of free) out.push([status, value]);
  }
  return Object.fromEntries(out);
}
