/** The limit headers of a response: those that a description declares, and the IETF's where it asks for them. */
import type { Consumption, WindowState } from "./limit-store.js";
import type { LimitHeaders, RateLimits, ResetFormat, RetryFormat } from "../../shared/rate-limits.js";

/**
 * Header names and values in turn. `cost` is what the call was counted for: it shows which windows rejected it. `now` is this machine's
 * clock, in milliseconds since the epoch, as it stands in `Date`: moments are written by it, not by the store's.
 */
export type WriteLimitHeaders = (consumption: Consumption, cost: number, now: number) => readonly string[];

type Fields = string[];

/** Compiles what a description says of headers; without any, a rejection still says when to come back. */
export function limitHeaderWriter({ headers: named = {}, retryAfter, ietf }: RateLimits): WriteLimitHeaders {
  const [headers = {}] = [named].flat();
  const names = new Map<string, string>();
  return ({ allowed, windows, now: storeNow }, cost, now) => {
    const fields: Fields = [];
    const binding = bindingOf(windows, allowed ? 0 : cost);
    // Nobody is sent away until this very moment.
    const left = Math.max(allowed ? 0 : 1, (binding?.resetAt ?? 0) - storeNow);
    if (binding !== undefined) writeHeaderTriple(fields, headers, binding, left, now);
    if (ietf) writeIetf(fields, windows.filter(isBounded), storeNow, names);
    if (!allowed) writeRejection(fields, retryAfter, left, now);
    return fields;
  };
}

/** What scripts of other origins are allowed to read: browsers hide all of it otherwise, `Date` included. */
export function exposedHeaders(rateLimits: RateLimits | undefined, lifecycle: boolean): readonly string[] {
  const { headers: named = {}, retryAfter, ietf } = rateLimits ?? {};
  const [headers = {}] = [named].flat();
  const names = [
    ...[headers.limit, headers.remaining, headers.reset?.name].filter((name) => name !== undefined),
    ...(ietf ? ["RateLimit", "RateLimit-Policy"] : []),
    ...(rateLimits === undefined ? [] : ["Retry-After", retryAfter?.name ?? "Retry-After"]),
    ...(lifecycle ? ["Deprecation", "Sunset", "Link"] : []),
  ];
  // A clock is of use only to who has a moment to compare with it.
  return names.length === 0 ? [] : [...new Map([...names, "Date"].map((name) => [name.toLowerCase(), name])).values()];
}

/**
 * Of the windows with less left than what was asked for, the one that rejects the longest. Without a violated window, the one that is
 * nearest to its end, in shares of its quota. Of two, it is the one that the next call brings nearer; of spent ones, the longer. This is
 * done for every request: in one go, without new objects.
 */
function bindingOf(windows: readonly WindowState[], cost: number): WindowState | undefined {
  let binding: WindowState | undefined;
  let isViolated = false;
  for (const state of windows) {
    if (!isBounded(state)) continue;
    const violates = state.remaining < cost;
    const isNearer = violates ? !isViolated || state.resetAt > (binding?.resetAt ?? 0) : !isViolated && isTighter(state, binding);
    if (!isNearer) continue;
    binding = state;
    isViolated = violates;
  }
  return binding;
}

/** A plan without bounds has no headers. */
const isBounded = ({ quota }: WindowState): boolean => Number.isFinite(quota);

function isTighter(one: WindowState, other: WindowState | undefined): boolean {
  if (other === undefined) return true;
  const difference = one.remaining * other.quota - other.remaining * one.quota;
  if (difference !== 0) return difference < 0;
  return one.remaining > 0 && one.quota !== other.quota ? one.quota < other.quota : one.window > other.window;
}

const whole = (remaining: number): string => `${Math.max(0, Math.floor(remaining))}`;

function writeHeaderTriple(
  fields: Fields,
  { limit, remaining, reset }: LimitHeaders,
  binding: WindowState,
  left: number,
  now: number,
): void {
  if (limit !== undefined) fields.push(limit, `${binding.quota}`);
  if (remaining !== undefined) fields.push(remaining, whole(binding.remaining));
  if (reset !== undefined) fields.push(reset.name, formatReset(reset.format ?? "unix-seconds", left, now));
}

/** @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/11/ */
function writeIetf(fields: Fields, windows: readonly WindowState[], storeNow: number, names: Map<string, string>): void {
  if (windows.length === 0) return;
  let policies = "";
  // All of them, not only the nearest: a client can then keep to each.
  let states = "";
  for (const { name, quota, window, remaining, resetAt } of windows) {
    let written = names.get(name);
    if (written === undefined) {
      // Names come from a description, or from plans that were agreed, of which there may be many.
      if (names.size > 999) names.clear();
      names.set(name, (written = sfString(name)));
    }
    const comma = policies && ", ";
    policies += `${comma}${written};q=${quota};w=${window}`;
    states += `${comma}${written};r=${whole(remaining)};t=${formatReset("delta-seconds", Math.max(0, resetAt - storeNow), 0)}`;
  }
  fields.push("RateLimit-Policy", policies, "RateLimit", states);
}

/** Retry-After in whole seconds, besides whatever else the description declares. */
function writeRejection(fields: Fields, declared: RateLimits["retryAfter"], left: number, now: number): void {
  const { name = "Retry-After", formats = [] } = declared ?? {};
  const format = formats.includes("delta-seconds") ? "delta-seconds" : (formats[0] ?? "delta-seconds");
  fields.push(name, formatReset(format, left, now));
  if (name.toLowerCase() !== "retry-after") fields.push("Retry-After", formatReset("delta-seconds", left, now));
  // RFC 6585, section 4: such a response must not be kept.
  fields.push("Cache-Control", "no-store");
}

/** The moment that is `left` milliseconds from now, rounded up: who comes back then is not too early. */
function formatReset(format: ResetFormat | RetryFormat, left: number, now: number): string {
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
    case "duration":
      return `${Math.ceil(left)}ms`;
    case "date-time":
      return new Date(Math.ceil((now + left) / 1000) * 1000).toISOString();
  }
}

/** A String of structured fields: ASCII only. What is none is percent-encoded. @see https://www.rfc-editor.org/rfc/rfc9651#section-3.3.3 */
function sfString(text: string): string {
  if (/^[ -~]*$/.test(text)) return `"${text.replace(/["\\]/g, "\\$&")}"`;
  return `"${encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"))}"`;
}
