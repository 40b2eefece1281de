/** The limit headers of a response: those that a description declares, and the IETF's where it asks for them. */
import type { Consumption, WindowState } from "./limit-store.js";
import { costIn } from "./policy-kinds.js";
import type { LimitHeaders, RateLimits, ResetFormat } from "../../shared/rate-limits.js";

/**
 * Header names and values in turn. `cost` is what the call was counted for: it shows which windows rejected it. `now` is this machine's
 * clock, in milliseconds since the epoch, as it stands in `Date`: moments are written by it, not by the store's.
 */
export type WriteLimitHeaders = (consumption: Consumption, cost: number, now: number) => readonly string[];

type Fields = string[];

/** Compiles what a description says of headers; without any, a rejection still says when to come back. */
export function limitHeaderWriter({ headers: named = {}, retryAfter, ietf }: RateLimits): WriteLimitHeaders {
  const entries = [named].flat().filter(({ unit = "requests" }) => unit === "requests");
  const own = new Map(entries.flatMap((entry) => (entry.policy === undefined ? [] : [[entry.policy, entry]])));
  const others = entries.filter(({ policy }) => policy === undefined);
  const alike = alikeOf(own);
  const names = new Map<string, string>();
  return ({ allowed, windows, now: storeNow }, cost, now) => {
    const fields: Fields = [];
    const needed = allowed ? 0 : cost;
    // Nobody is sent away until this very moment.
    const least = allowed ? 0 : 1;
    if (own.size > 0) writeOwn(fields, { own, alike }, windows, needed, least, storeNow, now);
    if (others.length > 0) {
      const binding = bindingOf(windows, needed, own);
      if (binding !== undefined)
        for (const entry of others) {
          writeHeaderTriple(fields, entry, binding, Math.max(least, resetIn(binding, storeNow, entry.refill)), now);
          // The same in all answers: an operation is not in one counter now, and in another then, whichever of its windows is told of.
          if (entry.bucket !== undefined)
            writeBucket(fields, entry.bucket, windows.find(({ counter }) => counter !== undefined) ?? binding);
        }
    }
    if (ietf) writeIetf(fields, windows.filter(isBounded), storeNow, names);
    if (!allowed) {
      // A store may have reasons of its own: then nothing is violated, and what is nearest to its end says when to come back.
      const back = retryAt(windows, cost) || (bindingOf(windows, cost, noPolicies)?.resetAt ?? 0);
      writeRejection(fields, retryAfter, Math.max(least, back - storeNow), now);
    }
    return fields;
  };
}

/** Whether a call was rejected by a policy: less is left than it costs there. */
export const isViolated = (state: WindowState, cost: number): boolean => state.remaining < costIn(state, cost);

/** When all policies that have rejected a call have enough for it, on the store's clock. */
export const retryAt = (windows: readonly WindowState[], cost: number): number =>
  Math.max(0, ...windows.map((state) => (isViolated(state, cost) ? endOf(state) : 0)));

const noPolicies: ReadonlyMap<string, unknown> = new Map();

/**
 * Milliseconds until what callers are told is a reset. Who takes a bucket for a window sends a whole quota then, whatever it has sent before. It
 * is as late as that of a bucket that is empty now: told when this one is full, a client would be turned away. One that is told of a `refill`
 * knows that it is a bucket.
 */
const resetIn = ({ kind, window, resetAt }: WindowState, storeNow: number, refill?: number): number =>
  kind === "bucket" && refill === undefined ? window * 1000 : resetAt - storeNow;

/** Headers of policies, by their names. */
interface OwnHeaders {
  readonly own: ReadonlyMap<string, LimitHeaders>;
  /** Policies whose headers have one bucket in common: an answer has those of one of them, which the bucket names. */
  readonly alike: ReadonlyMap<string, ReadonlySet<string>>;
}

function alikeOf(own: OwnHeaders["own"]): OwnHeaders["alike"] {
  const byBucket = new Map<string, Set<string>>();
  for (const [policy, { bucket }] of own)
    if (bucket !== undefined) byBucket.set(bucket.toLowerCase(), (byBucket.get(bucket.toLowerCase()) ?? new Set()).add(policy));
  const several = [...byBucket.values()].filter(({ size }) => size > 1);
  return new Map(several.flatMap((policies) => [...policies].map((policy) => [policy, policies] as const)));
}

/** Policies that have headers of their own, whatever is nearest to its end. */
function writeOwn(
  fields: Fields,
  { own, alike }: OwnHeaders,
  windows: readonly WindowState[],
  needed: number,
  least: number,
  storeNow: number,
  now: number,
): void {
  for (const state of windows) {
    const entry = own.get(state.name);
    if (entry === undefined || !isBounded(state)) continue;
    const others = alike.get(state.name);
    if (
      others !== undefined &&
      bindingOf(
        windows.filter(({ name }) => others.has(name)),
        needed,
        noPolicies,
      ) !== state
    )
      continue;
    writeHeaderTriple(fields, entry, state, Math.max(least, resetIn(state, storeNow, entry.refill)), now);
    if (entry.bucket !== undefined) writeBucket(fields, entry.bucket, others === undefined ? state : { name: state.name });
  }
}

/** The name of a counter: of an operation's own, with that operation in it. What no header can hold is percent-encoded. */
function writeBucket(fields: Fields, header: string, { name, counter = name }: Pick<WindowState, "name" | "counter">): void {
  fields.push(header, /^[!-+\--~](?:[ -+\--~]*[!-+\--~])?$/.test(counter) ? counter : encodeURIComponent(wellFormed(counter)));
}

/** What scripts of other origins are allowed to read: browsers hide all of it otherwise, `Date` included. */
export function exposedHeaders(rateLimits: RateLimits | undefined, lifecycle: boolean): readonly string[] {
  const { headers: named = {}, retryAfter, ietf } = rateLimits ?? {};
  const entries = [named].flat().filter(({ unit = "requests" }) => unit === "requests");
  const names = [
    ...entries
      .flatMap(({ limit, remaining, fraction, reset, bucket }) => [limit, remaining, fraction, reset?.name, bucket])
      .filter((name) => name !== undefined),
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
function bindingOf(windows: readonly WindowState[], cost: number, own: ReadonlyMap<string, unknown>): WindowState | undefined {
  let binding: WindowState | undefined;
  let hasViolated = false;
  for (const state of windows) {
    if (!isBounded(state) || (own.size > 0 && own.has(state.name))) continue;
    const [usefulness, known] = [usefulnessOf(state), usefulnessOf(binding)];
    if (usefulness < known) continue;
    const violates = isViolated(state, cost);
    const isNearer = violates ? !hasViolated || endOf(state) > endOf(binding) : !hasViolated && isTighter(state, binding);
    if (!isNearer && usefulness === known) continue;
    binding = state;
    hasViolated = violates;
  }
  return binding;
}

/**
 * A quota says more than that another call may not go this moment, which whoever takes it for a quota would wait for. And nobody knows when a call
 * under way ends. Each is told where there is nothing else to tell.
 */
const usefulnessOf = (state: WindowState | undefined): number =>
  state === undefined ? 0 : state.kind === "concurrency" ? 1 : state.kind === "spacing" ? 2 : 3;

const endOf = (state: WindowState | undefined): number => state?.availableAt ?? state?.resetAt ?? 0;

/** A plan without bounds has no headers. */
const isBounded = ({ quota }: WindowState): boolean => Number.isFinite(quota);

function isTighter(one: WindowState, other: WindowState | undefined): boolean {
  if (other === undefined) return true;
  const difference = one.remaining * other.quota - other.remaining * one.quota;
  if (difference !== 0) return difference < 0;
  return one.remaining > 0 && one.quota !== other.quota ? one.quota < other.quota : one.window > other.window;
}

/** Integers of structured fields have at most 15 digits. */
const whole = (remaining: number): string => `${Math.min(999_999_999_999_999, Math.max(0, Math.floor(remaining)))}`;

/** Figures that were agreed may be of windows that end on no date. */
const lastDate = 253_402_300_799_000;
const dateIn = (left: number, now: number): Date => new Date(Math.min(lastDate, Math.ceil((now + left) / 1000) * 1000));

function writeHeaderTriple(
  fields: Fields,
  { limit, remaining, fraction, reset }: LimitHeaders,
  state: WindowState,
  left: number,
  now: number,
): void {
  if (limit !== undefined) fields.push(limit, `${state.quota}`);
  if (remaining !== undefined) fields.push(remaining, whole(state.remaining));
  if (fraction !== undefined) fields.push(fraction, `${Math.ceil(Math.max(0, state.quota - state.remaining))}/${state.quota}`);
  if (reset !== undefined && state.kind !== "concurrency") fields.push(reset.name, formatReset(reset.format ?? "unix-seconds", left, now));
}

/**
 * Of a bucket, the quota is what it holds, and the window how long an empty one takes to be full. Windows that are no whole number of seconds
 * are left out, as these fields cannot say them.
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/11/
 */
function writeIetf(fields: Fields, windows: readonly WindowState[], storeNow: number, names: Map<string, string>): void {
  if (windows.length === 0) return;
  let policies = "";
  // All of them, not only the nearest: a client can then keep to each.
  let states = "";
  for (const state of windows) {
    const { name, quota, window, remaining, kind } = state;
    let written = names.get(name);
    if (written === undefined) {
      // Names come from a description, or from plans that were agreed, of which there may be many.
      if (names.size > 999) names.clear();
      names.set(name, (written = sfString(name)));
    }
    const comma = policies && ", ";
    policies += `${comma}${written};q=${whole(quota)}`;
    states += `${comma}${written};r=${whole(remaining)}`;
    if (kind === "concurrency") policies += ';qu="concurrent-requests"';
    else {
      const seconds = Math.round(window);
      if (seconds > 0 && Math.abs(window - seconds) < 1e-6) policies += `;w=${seconds}`;
      states += `;t=${formatReset("delta-seconds", Math.max(0, resetIn(state, storeNow)), 0)}`;
    }
  }
  fields.push("RateLimit-Policy", policies, "RateLimit", states);
}

/** Headers of an answer that tells to come back in so many milliseconds. */
export function retryHeaders(declared: RateLimits["retryAfter"], left: number, now: number): readonly string[] {
  const fields: Fields = [];
  writeRejection(fields, declared, left, now);
  return fields;
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
function formatReset(format: ResetFormat, left: number, now: number): string {
  switch (format) {
    case "unix-seconds":
      return `${Math.ceil((now + left) / 1000)}`;
    case "unix-millis":
      return `${Math.ceil(now + left)}`;
    case "http-date":
      return dateIn(left, now).toUTCString();
    case "delta-seconds":
      return `${Math.ceil(left / 1000)}`;
    case "delta-millis":
      return `${Math.ceil(left)}`;
    case "duration":
      return `${Math.ceil(left)}ms`;
    case "date-time":
      return dateIn(left, now).toISOString();
  }
}

/** A String of structured fields: ASCII only. What is none is percent-encoded. @see https://www.rfc-editor.org/rfc/rfc9651#section-3.3.3 */
function sfString(text: string): string {
  if (/^[ -~]*$/.test(text)) return `"${text.replace(/["\\]/g, "\\$&")}"`;
  return `"${encodeURIComponent(wellFormed(text))}"`;
}

const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, "\ufffd");
