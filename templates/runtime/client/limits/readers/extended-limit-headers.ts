/**
 * Reads limits that are told in more ways than by a limit, what is left of it, and a reset.
 */
import { declaredLimitHeaders, declaredPolicies, type HeaderView, type ParsePolicies } from "../declared-limit-headers.js";
import type { LimitReading, PolicyReading, ReadLimits } from "../limit-header-types.js";
import { headerValues, resetWait } from "../reset-header.js";
import type { LimitHeaders, RateLimits, ResetFormat } from "../../../shared/rate-limits.js";

/**
 * Readers of formats, by their names. Each makes a number of seconds out of a text, with as many digits as the text tells; of a moment,
 * those since the epoch. An empty text where it makes no sense.
 */
export type FormatReaders = { readonly [Format in ResetFormat]?: ((text: string) => string) | undefined };

/** What a client can read besides. Each is an import of its own, for those whose limits name it. */
export interface LimitReaders extends FormatReaders {
  /** What finds the headers where the description names none. */
  readonly detect?: ReadLimits;
  /** Fields that list policies. Where there are some, the declared headers do not count. */
  readonly ietf?: ParsePolicies;
  /** The figures of one header that has both. */
  readonly fraction?: (look: HeaderView, name: string) => Pick<PolicyReading, "limit" | "remaining">;
  /** What an answer means. */
  readonly rejections?: ReadRejections;
}

export type ReadRejections = (
  response: { readonly status: number; readonly headers: Pick<Headers, "get"> },
  limits: Pick<RateLimits, "rejections" | "globalHeader">,
) => Pick<LimitReading, "isRejection" | "isGlobal">;

/** Reads the headers that a description names as `declaredLimitHeaders` does, and what else it names by the `readers` for it. */
export function extendedLimitHeaders(limits: RateLimits, readers: LimitReaders): ReadLimits {
  const parse: ParsePolicies = (look, { headers = [] }) => {
    const listed = readers.ietf?.(look, {}) ?? [];
    return listed.length > 0 ? listed : [headers].flat().flatMap((each) => readPolicy(look, each, readers));
  };
  const read = readers.detect ?? declaredLimitHeaders(limits, parse, formatWait(readers));
  return (response, exchange, service) => {
    const reading = read(response, exchange, service);
    return reading.cached ? reading : { ...reading, ...readers.rejections?.(response, limits) };
  };
}

function readPolicy(look: HeaderView, headers: LimitHeaders, { fraction }: LimitReaders): readonly PolicyReading[] {
  const { policy: name, unit, refill, fraction: header } = headers;
  const [figures] = declaredPolicies(look, { headers });
  const both = fraction && header !== undefined && look.text(header) ? fraction(look, header) : undefined;
  if ((figures ?? both?.limit) === undefined) return [];
  return [{ ...figures, ...both, name, unit, refill: refill && refill * 1000, bucket: bucketName(look, headers.bucket) }];
}

/** The counter that a header names: the first of several values, as much of it as names something. */
export function bucketName({ text }: HeaderView, name: string | undefined): string | undefined {
  const found = text(name);
  return found ? headerValues(found)[0]?.slice(0, 100) : undefined;
}

/** Reads waits in the formats for which there are `readers`, and in those that every client knows. */
export const formatWait =
  (readers: FormatReaders): typeof resetWait =>
  (text, formats, ...how) => {
    for (const format of formats) {
      const seconds = readers[format]?.(text);
      const wait =
        seconds === undefined
          ? resetWait(text, [format], ...how)
          : resetWait(seconds, [format === "duration" ? "delta-seconds" : "unix-seconds"], ...how);
      if (wait >= 0) return wait;
    }
    return NaN;
  };
