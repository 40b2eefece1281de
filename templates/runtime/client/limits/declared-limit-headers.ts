/**
 * What all readings of limits have in common: fresh responses only, bounded texts, bounded waits, `Retry-After`.
 */
import { httpDate } from "../../shared/http-date.js";
import type { RequestTimes, LimitReading, PolicyReading, ServiceClock } from "./limit-header-types.js";
import { headerNumber } from "./header-number.js";
import { headerValues, resetWait } from "./reset-header.js";
import type { RateLimits, ResetFormat } from "../../shared/rate-limits.js";

/** A response, as those see it who read policies out of it. Names are those of headers. */
export interface HeaderView {
  /** The header's text; empty where there is none, cut off where it is too long to mean anything. */
  readonly text: (name: string | undefined) => string;
  /**
   * The header's number. Where it has one of the formats of a time, the milliseconds until then, from `waitUntil`. Undefined where there
   * is none, and with a warning where it makes no sense.
   */
  readonly read: (name: string | undefined, formats?: readonly ResetFormat[], rounded?: boolean) => number | undefined;
  readonly warnings: string[];
}

/** Reads the policies of an answer. `limits` is what the description says of them. */
export type ParsePolicies = (look: HeaderView, limits: DeclaredLimits) => readonly PolicyReading[];

export type DeclaredLimits = Partial<RateLimits>;

/** Reads from anything that has values by name. */
type ParseFields = (
  response: { readonly status: number; readonly headers: Pick<Headers, "get"> },
  exchange: RequestTimes,
  service: ServiceClock,
) => LimitReading;

/**
 * Reads the headers that a description names, and `Retry-After`, which every response may carry. Nothing out of a cache counts. `parse`
 * is there for services that tell their policies in other ways: other services' clients carry none of that.
 */
export function declaredLimitHeaders(
  limits: DeclaredLimits,
  parse: ParsePolicies = declaredPolicies,
  readWait: typeof resetWait = resetWait,
): ParseFields {
  // Of many responses in a second, one date is parsed.
  let lastDate = "";
  let date = NaN;
  return ({ status, headers }, exchange, service) => {
    const warnings: string[] = [];
    const text: HeaderView["text"] = (name) => (name && headers.get(name)?.slice(0, 999)) ?? "";
    const read: HeaderView["read"] = (name, formats, rounded) => {
      const found = text(name);
      if (!found) return undefined;
      const values = headerValues(found);
      // Of several values, the one that allows less.
      const number = formats
        ? Math.max(...values.map((value) => readWait(value, formats, exchange.received, service, rounded)))
        : Math.floor(Math.min(...values.map(headerNumber)));
      if (number >= 0) return number;
      warnings.push(`${name} makes no sense`);
      return undefined;
    };
    const dateText = text("date");
    if (dateText !== lastDate) date = httpDate((lastDate = dateText));
    const isOld = +text("age") > 0 || (date >= 0 && !service.learn(date, exchange));
    // What caches keep (RFC 9110, section 15.1) is ignored. A rejection is read in any case: the machines of one service may disagree on the time.
    if (isOld && (status < 400 || status === 404 || status === 410)) return { policies: [], cached: true };
    const policies = parse({ text, read, warnings }, limits);
    const retryIn = read(limits.retryAfter?.name, limits.retryAfter?.formats) ?? read("Retry-After", ["delta-seconds", "http-date"]);
    // Some services reject with a 403. One that tells of no limit is for the lack of a right, and a 503 without a time is a failure.
    const isSpent = status === 403 && policies.some(({ remaining }) => remaining === 0);
    const isRejection = isSpent || ((status === 403 || status === 503) && retryIn !== undefined) || undefined;
    return { policies, retryIn, warnings, isRejection };
  };
}

/** The readings of the headers that are declared one by one: a limit, what is left of it, and when it is whole again. */
export const declaredPolicies: ParsePolicies = ({ read, warnings }, { headers = [] }) =>
  [headers].flat().flatMap(({ limit: limitName, remaining: remainingName, reset: { name, format } = { name: "" } }) => {
    const limit = read(limitName);
    const remaining = read(remainingName);
    const resetIn = read(name, format ? [format] : ["delta-seconds", "unix-seconds", "unix-millis", "http-date"], true);
    if (!format && resetIn !== undefined) warnings.push(`The format of ${name} is a guess: \`limits\` of the configuration can say it`);
    // Some tell so that there is no limit: 0 of 0 until now.
    const isNone = limit === 0 && (resetIn ?? 0) <= 1000;
    return isNone || (limit ?? remaining ?? resetIn) === undefined ? [] : [{ limit, remaining, resetIn }];
  });
