import { describe, expect, it } from "vitest";
import { bodyReaderCode, readerCode } from "../../../../src/emit/files/limit-readers.js";
import { Imports } from "../../../../src/emit/print/imports.js";

type Limits = NonNullable<Parameters<typeof readerCode>[0]>;

const limits = (more: Partial<Limits>): Limits => ({ headers: {}, ietf: false, ...more });
const trio = { limit: "X-Limit", remaining: "X-Left", reset: { format: "unix-seconds" } };
const tokens = { ...trio, unit: "tokens", reset: { format: "duration" } };

describe("a client is handed the readers that its limits name, and no others", () => {
  it.each<[string, Limits | undefined, string]>([
    ["nothing", undefined, "detectLimitHeaders"],
    ["no header", limits({}), "detectLimitHeaders"],
    ["a limit, what is left, and a reset", limits({ headers: trio }), "declaredLimitHeaders(rateLimits)"],
    ["several of them", limits({ headers: [trio, trio] }), "declaredLimitHeaders(rateLimits)"],
    ["another header for the wait", limits({ retryAfter: { formats: ["delta-millis"] } }), "declaredLimitHeaders(rateLimits)"],
    ["the IETF's fields", limits({ ietf: true }), "declaredLimitHeaders(rateLimits, ietfLimitHeaders)"],
    ["a policy", limits({ headers: { ...trio, policy: "day" } }), "declaredLimitHeaders(rateLimits, policyHeaders)"],
    ["a bucket that fills", limits({ headers: { ...trio, refill: 20 } }), "declaredLimitHeaders(rateLimits, policyHeaders)"],
    ["names of buckets", limits({ headers: { ...trio, bucket: "X-Bucket" } }), "declaredLimitHeaders(rateLimits, policyHeaders)"],
    ["a fraction", limits({ headers: { fraction: "X-Used", unit: "points" } }), "declaredLimitHeaders(rateLimits, fractionHeaders)"],
    [
      "a fraction and the IETF's fields",
      limits({ headers: { fraction: "X-Used" }, ietf: true }),
      "declaredLimitHeaders(rateLimits, ietfBefore(fractionHeaders))",
    ],
    [
      "a date-time",
      limits({ headers: { ...trio, reset: { format: "date-time" } } }),
      'declaredLimitHeaders(rateLimits, declaredPolicies, formatWait({ "date-time": dateTimeSeconds }))',
    ],
    [
      "units and durations",
      limits({ headers: [trio, tokens], retryAfter: { formats: ["duration", "date-time"] } }),
      'declaredLimitHeaders(rateLimits, policyHeaders, formatWait({ duration: durationSeconds, "date-time": dateTimeSeconds }))',
    ],
    [
      "a rejection by a header",
      limits({ headers: trio, rejections: [{}] }),
      "rejectionHeaders(declaredLimitHeaders(rateLimits), rateLimits)",
    ],
    ["a global header alone", limits({ globalHeader: "X-Global" }), "rejectionHeaders(detectLimitHeaders, rateLimits)"],
    [
      // Who names rejections has a service that may say in a header not to send a call again.
      "a rejection by its body",
      limits({ headers: trio, rejections: [{ body: {} }] }),
      "rejectionHeaders(declaredLimitHeaders(rateLimits), rateLimits)",
    ],
  ])("%s", (_, named, expected) => {
    expect(String(readerCode(named, new Imports()))).toBe(expected);
  });

  it.each<[string, Limits | undefined, readonly string[]]>([
    ["nothing", undefined, []],
    ["a rejection by a header", limits({ rejections: [{}] }), []],
    ["a rejection by its body", limits({ rejections: [{}, { body: {} }] }), ["readBody: rejectionBody(rateLimits)"]],
    ["a wait in a body", limits({ retryAfter: { formats: ["delta-seconds"], body: "/wait" } }), ["readBody: rejectionBody(rateLimits)"]],
    [
      "a duration in a body",
      limits({ retryAfter: { formats: ["duration"], body: "/wait" } }),
      ["readBody: rejectionBody(rateLimits, { duration: durationSeconds })"],
    ],
  ])("a body is read for %s as this is", (_, named, expected) => {
    expect(bodyReaderCode(named, new Imports()).map(String)).toEqual(expected);
  });
});
