import type { ReadLimits } from "../limit-header-types.js";
import type { RateLimits } from "../../../shared/rate-limits.js";

/** Reads besides whether an answer is one of the declared rejections that status and headers tell, and whether it is of all operations. */
export const rejectionHeaders =
  (read: ReadLimits, { rejections = [], globalHeader }: Partial<RateLimits>): ReadLimits =>
  (response, exchange, service) => {
    const { status, headers } = response;
    const reading = read(response, exchange, service);
    const isRejection = rejections.some(
      (each) => each.status === status && each.body === undefined && (each.header === undefined || headers.has(each.header)),
    );
    const isGlobal = globalHeader !== undefined && !/^false$/i.test(headers.get(globalHeader) ?? "false");
    return reading.cached ? reading : { ...reading, ...(isRejection && { isRejection }), ...(isGlobal && { isGlobal }) };
  };
