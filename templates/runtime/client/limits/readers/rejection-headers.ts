import type { LimitReading, ReadLimits } from "../limit-header-types.js";
import type { RateLimits, Rejection } from "../../../shared/rate-limits.js";

/** Reads besides whether an answer is one of the declared rejections that status and headers tell, and whether it is of all operations. */
export const rejectionHeaders =
  (read: ReadLimits, { rejections = [], globalHeader }: Partial<RateLimits>): ReadLimits =>
  (response, exchange, service) => {
    const { status, headers } = response;
    const reading = read(response, exchange, service);
    const rejection = rejections.find(
      (each) => each.status === status && each.body === undefined && (each.header === undefined || headers.has(each.header)),
    );
    const isGlobal = globalHeader !== undefined && !/^false$/i.test(headers.get(globalHeader) ?? "false");
    if (reading.cached) return reading;
    return { ...asRejection(reading, rejection), ...(isGlobal && { isGlobal }), ...(isSentOnce(response) && { isFinal: true }) };
  };

/** Whether the service asks not to send the call again, in the headers that Stripe, OpenAI and Anthropic have for it. */
const isSentOnce = ({ headers }: Pick<Response, "headers">): boolean =>
  ["x-should-retry", "stripe-should-retry"].some((name) => /^false$/i.test(headers.get(name) ?? ""));

/** A reading of an answer that is a declared rejection, if it is one. */
export function asRejection(reading: LimitReading, rejection: Rejection | undefined): LimitReading {
  if (rejection === undefined) return reading;
  const { wait, final } = rejection;
  // Of what is spent the reset is told.
  const isSpent = reading.policies.some(({ remaining }) => remaining === 0);
  return {
    ...reading,
    isRejection: true,
    retryIn: reading.retryIn ?? (isSpent || wait === undefined ? undefined : wait * 1000),
    ...(final && { isFinal: final }),
  };
}
