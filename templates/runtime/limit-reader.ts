/**
 * What all readings of limits have in common: fresh responses only, bounded texts, bounded waits, `Retry-After`.
 */
import { httpDate } from "./http-date.js";
import type { PolicyReading, ReadLimits } from "./limit-reading.js";
import { numberOf, waitUntil } from "./moment-field.js";
import type { LimitHeaders, RateLimits, ResetFormat, RetryFormat } from "./rate-limits.js";

/** A response, as those see it who read policies out of it. */
export interface Look {
  /** A header's text; empty where there is none, cut off where it is too long to mean anything. */
  readonly text: (name: string | undefined) => string;
  /** What a trio of headers tells, if there is one. `windows`: known ones, in milliseconds by quota. */
  readonly trio: (headers: LimitHeaders, windows: Windows) => readonly PolicyReading[];
  /** Milliseconds until a reset so many seconds from now; NaN where that makes no sense. */
  readonly until: (seconds: string | number | true | undefined) => number;
  readonly warn: (sentence: string) => void;
}

export type ReadPolicies = (look: Look) => readonly PolicyReading[];
export type Windows = ReadonlyMap<number | undefined, number | undefined>;

type Formats = readonly (ResetFormat | RetryFormat)[];

const anyFormat: Formats = ["delta-seconds", "unix-seconds", "unix-millis", "http-date"];

/**
 * Nothing out of a cache counts. Waits are at most a day, or the `longest` window in milliseconds, and a minute for rounding and
 * transport: who is told to wait longer looks again after that, and then waits on.
 */
export function limitReader(readPolicies: ReadPolicies, declared?: RateLimits["retryAfter"], longest = 0): ReadLimits {
  const most = Math.max(86_400_000, longest) + 60_000;
  return ({ status, headers }, exchange, service) => {
    const text: Look["text"] = (name) => (name && headers.get(name)?.slice(0, 999)) ?? "";
    const date = httpDate(text("date"));
    const aged = Number(text("age")) > 0;
    const current = !aged && (!(date >= 0) || service.learn(date, exchange));
    // A rejection is read in any case: no cache should keep it, and the machines of one service may disagree on the time.
    if (!current && status !== 429 && status !== 503) return { policies: [], cached: true };
    const warnings: string[] = [];
    // Of several values, sent by a gateway and by what is behind it, the one that allows less. Those with parameters describe a
    // policy, not what is left of it; and a comma within a date parts nothing.
    const read = (name: string | undefined, least: typeof Math.max, parse: (value: string) => number): number | undefined => {
      const found = text(name);
      if (found === "") return undefined;
      const values = found.replace(/,[^,]*;[^,]*/g, "").split(/,(?! ?\d\d[ -])/);
      const value = least(...values.map((one) => parse(one.trim())));
      if (value >= 0) return value;
      warnings.push(`${name} makes no sense`);
      return undefined;
    };
    const until = (value: string, formats: Formats, rounded?: boolean): number =>
      Math.min(most, waitUntil(value, formats, exchange.received, service, rounded));
    const count = (name: string | undefined) => read(name, Math.min, (value) => Math.floor(numberOf(value)));
    const retry = (name: string | undefined, formats: Formats) => read(name, Math.max, (value) => until(value, formats));
    return {
      policies: readPolicies({
        text,
        trio(names, windows) {
          const { name, format } = names.reset ?? {};
          const limit = count(names.limit);
          const remaining = count(names.remaining);
          const resetIn = read(name, Math.max, (value) => until(value, format ? [format] : anyFormat, true));
          if (!format && resetIn !== undefined) warnings.push(`The format of ${name} is a guess`);
          return (limit ?? remaining ?? resetIn) === undefined ? [] : [{ limit, remaining, resetIn: within(resetIn, windows.get(limit)) }];
        },
        until: (seconds = "") => until(String(seconds), ["delta-seconds"], true),
        warn: (sentence) => warnings.push(sentence),
      }),
      retryIn: retry(declared?.name, declared?.formats ?? []) ?? retry("Retry-After", ["delta-seconds", "http-date"]),
      warnings,
    };
  };
}

/** A wait, if it is one; or the whole window, where what rounding and the clocks may have added is all that is above it. */
export const within = (wait = Number.NaN, window = Infinity): number | undefined =>
  wait >= 0 ? (wait > window && wait < window + 3000 ? window : wait) : undefined;
