import { declaredPolicies, type HeaderView, type ParsePolicies } from "../declared-limit-headers.js";
import type { PolicyReading } from "../limit-header-types.js";
import type { LimitHeaders } from "../../../shared/rate-limits.js";

/** Reads headers of which it is known which policy they are of, what they count, how that fills again, or which counter it is. */
export const policyHeaders: ParsePolicies = (look, { headers = [] }) =>
  headersOfAnswer(look, headers).flatMap((each) =>
    declaredPolicies(look, { headers: each }).map((figures) => ofPolicy(look, each, figures)),
  );

/** The headers that an answer can have: of several with the same bucket header, those of the policy that it names. */
export function headersOfAnswer({ text }: HeaderView, headers: LimitHeaders | readonly LimitHeaders[]): readonly LimitHeaders[] {
  const all = [headers].flat();
  return all.flatMap((each): LimitHeaders | readonly LimitHeaders[] => {
    const { policy, ...unnamed } = each;
    const { bucket } = unnamed;
    const alike = all.filter((other) => bucket !== undefined && other.bucket === bucket);
    const name = bucketName(text(bucket));
    if (alike.length < 2 || name === policy) return each;
    // Of an answer without it, the figures say which it is.
    return name === undefined && each === alike[0] ? unnamed : [];
  });
}

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
