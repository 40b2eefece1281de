/**
 * What all readings of limits have in common: fresh responses only, bounded texts, bounded waits, `Retry-After`.
 */
import { httpDate } from "../../shared/http-date.js";
import type { RequestTimes, LimitReading, PolicyReading, ServiceClock } from "./limit-header-types.js";
import { headerNumber } from "./header-number.js";
import { headerValues, longestReset } from "./reset-header.js";
import type { LimitHeaders, RateLimits, ResetFormat, RetryFormat } from "../../shared/rate-limits.js";

/** A response, as those see it who read policies out of it. Names are those of headers. */
export interface HeaderView {
  /** The header's text; empty where there is none, cut off where it is too long to mean anything. */
  readonly text: (name: string | undefined) => string;
  /**
   * The header's number. Where it has one of the formats of a time, the milliseconds until then, from `waitUntil`. Undefined where there
   * is none, and with a warning where it makes no sense.
   */
  readonly read: (name: string | undefined, formats?: Formats, rounded?: boolean) => number | undefined;
  readonly warnings: string[];
}

export type ParsePolicies = (look: HeaderView) => readonly PolicyReading[];

/** Reads from anything that has values by name. */
type ParseFields = (
  response: { readonly status: number; readonly headers: Pick<Headers, "get"> },
  exchange: RequestTimes,
  service: ServiceClock,
) => LimitReading;

type Formats = readonly (ResetFormat | RetryFormat)[];

/** Nothing out of a cache counts. Every response may carry `Retry-After`, whatever else a service has `declared`. */
export function limitHeaderParser(readPolicies: ParsePolicies, declared?: RateLimits["retryAfter"]): ParseFields {
  // Of many responses in a second, one date is parsed.
  let lastDate = "";
  let date = NaN;
  return ({ status, headers }, exchange, service) => {
    const warnings: string[] = [];
    const text: HeaderView["text"] = (name) => (name && headers.get(name)?.slice(0, 999)) ?? "";
    const read: HeaderView["read"] = (name, formats, rounded) => {
      const found = text(name);
      if (!found) return undefined;
      // Of several values, the one that allows less.
      const number = formats
        ? longestReset(found, formats, exchange.received, service, rounded)
        : Math.floor(Math.min(...headerValues(found).map(headerNumber)));
      if (number >= 0) return number;
      warnings.push(`${name} makes no sense`);
      return undefined;
    };
    const dateText = text("date");
    if (dateText !== lastDate) date = httpDate((lastDate = dateText));
    const current = !(Number(text("age")) > 0) && (!(date >= 0) || service.learn(date, exchange));
    // A rejection is read in any case: no cache should keep it, and the machines of one service may disagree on the time.
    if (!current && status !== 429 && status !== 503) return { policies: [], cached: true };
    return {
      policies: readPolicies({ text, read, warnings }),
      retryIn: read(declared?.name, declared?.formats) ?? read("Retry-After", ["delta-seconds", "http-date"]),
      warnings,
    };
  };
}

/** The reading of three headers (limit, remaining, reset), if there is one. */
export function readHeaderTriple(
  { read, warnings }: HeaderView,
  { limit: limitName, remaining: remainingName, reset = { name: "" } }: LimitHeaders,
): readonly PolicyReading[] {
  const limit = read(limitName);
  const remaining = read(remainingName);
  const resetIn = read(reset.name, reset.format ? [reset.format] : ["delta-seconds", "unix-seconds", "unix-millis", "http-date"], true);
  if (!reset.format && resetIn !== undefined)
    warnings.push(`The format of ${reset.name} is a guess: \`limits\` of the configuration can say it`);
  return (limit ?? remaining ?? resetIn) === undefined ? [] : [{ limit, remaining, resetIn }];
}
