/**
 * What a response tells its caller of limits: the headers a description declares, and the IETF's where it asks for them.
 */
import type { Consumption, WindowState } from "./limit-store.js";
import type { LimitHeaders, RateLimits, ResetFormat, RetryFormat } from "./rate-limits.js";

/**
 * Header names and values in turn. `cost` is what the call was counted for: it tells which windows rejected it. `now` is this
 * machine's clock, in milliseconds since the epoch, as it stands in `Date`: moments are written by it, not by the store's.
 */
export type WriteLimits = (consumption: Consumption, cost: number, now: number) => readonly string[];

type Fields = string[];

/** A window with the milliseconds it has left, from now on. */
interface Rest extends WindowState {
  readonly left: number;
}

/** Compiles what a description says of headers; without any, a rejection still says when to come back. */
export function writeLimits({ headers = {}, retryAfter, ietf }: RateLimits): WriteLimits {
  return ({ allowed, windows, now: storeNow }, cost, now) => {
    const fields: Fields = [];
    // A plan without bounds has nothing to tell.
    const rests = windows.filter(({ quota }) => Number.isFinite(quota)).map((state) => restOf(state, storeNow));
    const violated = allowed ? [] : rests.filter(({ remaining }) => remaining < cost);
    const binding = latest(violated) ?? tightest(rests);
    if (binding !== undefined) writeTrio(fields, headers, binding, now);
    if (ietf) writeIetf(fields, rests);
    if (!allowed) writeRejection(fields, retryAfter, Math.max(1, binding?.left ?? 0), now);
    return fields;
  };
}

/** What scripts of other origins are allowed to read: browsers hide all of it otherwise, `Date` included. */
export function exposedHeaders(rateLimits: RateLimits | undefined, lifecycle: boolean): readonly string[] {
  const { headers = {}, retryAfter, ietf } = rateLimits ?? {};
  const names = [
    ...[headers.limit, headers.remaining, headers.reset?.name].filter((name) => name !== undefined),
    ...(ietf ? ["RateLimit", "RateLimit-Policy"] : []),
    ...(rateLimits === undefined ? [] : ["Retry-After", retryAfter?.name ?? "Retry-After"]),
    ...(lifecycle ? ["Deprecation", "Sunset", "Link"] : []),
  ];
  // A clock is of use only to who has a moment to compare with it.
  return names.length === 0 ? [] : [...new Map([...names, "Date"].map((name) => [name.toLowerCase(), name])).values()];
}

/** Field by field: to spread the state would cost fifty times as much, and this is done for every request. */
function restOf({ name, quota, window, remaining, resetAt }: WindowState, storeNow: number): Rest {
  return { name, quota, window, remaining: Math.max(0, Math.floor(remaining)), resetAt, left: Math.max(0, resetAt - storeNow) };
}

/** Of the windows that rejected a call, the one that will go on doing so the longest. */
function latest(violated: readonly Rest[]): Rest | undefined {
  return violated.reduce<Rest | undefined>((last, each) => (last === undefined || each.left > last.left ? each : last), undefined);
}

/** The window that is nearest to its end, in shares of its quota; of two, the longer. */
function tightest(rests: readonly Rest[]): Rest | undefined {
  const share = ({ remaining, quota }: Rest): number => (quota > 0 ? remaining / quota : 0);
  return rests.reduce<Rest | undefined>((least, each) => {
    if (least === undefined || share(each) < share(least)) return each;
    return share(each) === share(least) && each.window > least.window ? each : least;
  }, undefined);
}

function writeTrio(fields: Fields, { limit, remaining, reset }: LimitHeaders, binding: Rest, now: number): void {
  if (limit !== undefined) fields.push(limit, `${binding.quota}`);
  if (remaining !== undefined) fields.push(remaining, `${binding.remaining}`);
  if (reset !== undefined) fields.push(reset.name, momentIn(reset.format ?? "unix-seconds", binding.left, now));
}

/** @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/10/ */
function writeIetf(fields: Fields, rests: readonly Rest[]): void {
  if (rests.length === 0) return;
  const policies = rests.map(({ name, quota, window }) => `${sfString(name)};q=${quota};w=${window}`);
  // All of them, not only the nearest: a client can then keep to each.
  const states = rests.map(({ name, remaining, left }) => `${sfString(name)};r=${remaining};t=${momentIn("delta-seconds", left, 0)}`);
  fields.push("RateLimit-Policy", policies.join(", "), "RateLimit", states.join(", "));
}

/** Retry-After in whole seconds, besides whatever else the description declares. */
function writeRejection(fields: Fields, declared: RateLimits["retryAfter"], left: number, now: number): void {
  const { name = "Retry-After", formats = [] } = declared ?? {};
  const format = formats.includes("delta-seconds") ? "delta-seconds" : (formats[0] ?? "delta-seconds");
  fields.push(name, momentIn(format, left, now));
  if (name.toLowerCase() !== "retry-after") fields.push("Retry-After", momentIn("delta-seconds", left, now));
  // RFC 6585, section 4: such a response must not be kept.
  fields.push("Cache-Control", "no-store");
}

/** The moment that is `left` milliseconds from now, rounded up: who comes back then is not too early. */
function momentIn(format: ResetFormat | RetryFormat, left: number, now: number): string {
  switch (format) {
    case "unix-seconds":
      return `${Math.ceil((now + left) / 1000)}`;
    case "unix-millis":
      return `${Math.ceil(now + left)}`;
    case "http-date":
      return new Date(Math.ceil((now + left) / 1000) * 1000).toUTCString();
    case "delta-seconds":
      return `${Math.ceil(left / 1000)}`;
    case "delta-millis":
      return `${Math.ceil(left)}`;
  }
}

/** A String of structured fields: ASCII only. What is none is percent-encoded. @see https://www.rfc-editor.org/rfc/rfc9651#section-3.3.3 */
function sfString(text: string): string {
  if (/^[ -~]*$/.test(text)) return `"${text.replace(/["\\]/g, "\\$&")}"`;
  return `"${encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"))}"`;
}
