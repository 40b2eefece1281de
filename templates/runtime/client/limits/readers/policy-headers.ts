import { declaredPolicies, type HeaderView, type ParsePolicies } from "../declared-limit-headers.js";
import type { PolicyReading } from "../limit-header-types.js";
import type { LimitHeaders } from "../../../shared/rate-limits.js";

/** Reads headers of which it is known which policy they are of, what they count, how that fills again, or which counter it is. */
export const policyHeaders: ParsePolicies = (look, { headers = [] }) =>
  [headers].flat().flatMap((each) => declaredPolicies(look, { headers: each }).map((figures) => ofPolicy(look, each, figures)));

/** The figures of headers, with what is known of their policy. */
export const ofPolicy = (
  look: HeaderView,
  { policy: name, unit, refill, bucket }: LimitHeaders,
  figures: PolicyReading,
): PolicyReading => ({
  ...figures,
  name,
  unit,
  refill: refill && refill * 1000,
  bucket: bucketName(look.text(bucket)),
});

/** The counter that a header names: the first of several values, as much of it as names something. */
export const bucketName = (text: string): string | undefined => (text ? text.split(",")[0]?.trim().slice(0, 100) : undefined);
