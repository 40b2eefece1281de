import fc from "../../../../support/property.js";
import { describe, expect, it } from "vitest";
import { declaredLimitHeaders } from "../../../../../templates/runtime/client/limits/declared-limit-headers.js";
import { ietfLimitHeaders } from "../../../../../templates/runtime/client/limits/ietf-limit-headers.js";
import { exposedHeaders, limitHeaderWriter } from "../../../../../templates/runtime/server/limits/limit-header-writer.js";
import type { Consumption, WindowState } from "../../../../../templates/runtime/server/limits/limit-store.js";
import type { RateLimits, ResetFormat, RetryFormat } from "../../../../../templates/runtime/shared/rate-limits.js";
import { serviceClock } from "../../../../../templates/runtime/client/limits/service-clock.js";

const now = Date.UTC(2030, 11, 5, 0, 0, 31, 400);

const limits = (format: ResetFormat | "none" = "unix-seconds", more: Partial<RateLimits> = {}): RateLimits => ({
  key: { securityScheme: "bearerAuth" },
  plans: {},
  headers: {
    limit: "X-RateLimit-Limit",
    remaining: "X-RateLimit-Remaining",
    reset: { name: "X-RateLimit-Reset", ...(format === "none" ? {} : { format }) },
  },
  ...more,
});

const state = (name: string, quota: number, window: number, remaining: number, left: number): WindowState => ({
  name,
  quota,
  window,
  remaining,
  resetAt: now + left,
});
const minute = (remaining: number, left = 28_600): WindowState => state("minute", 60, 60, remaining, left);
const day = (remaining: number, left = 4_520_001): WindowState => state("day", 1000, 86_400, remaining, left);

function fields(
  rateLimits: RateLimits,
  windows: readonly WindowState[],
  { allowed = true, cost = 1, at = now } = {},
): Record<string, string> {
  const written = limitHeaderWriter(rateLimits)({ allowed, windows, now }, cost, at);
  return Object.fromEntries(written.flatMap((name, index) => (index % 2 === 0 ? [[name, written[index + 1] ?? ""]] : [])));
}

const trio = (limit: number, remaining: number, reset: number | string): Record<string, string> => ({
  "X-RateLimit-Limit": String(limit),
  "X-RateLimit-Remaining": String(remaining),
  "X-RateLimit-Reset": String(reset),
});

it.each(["unix-seconds", "unix-millis", "http-date", "date-time", "delta-seconds", "delta-millis", "duration"] as const)(
  "figures that were agreed may be huge, and headers have a time all the same: %s",
  (format) => {
    for (const window of [4e9, 1e15, 1e300]) {
      const huge = { ...state("huge", 1e300, window, 1e300, 0), resetAt: now + window * 1000 };
      const written = fields({ ...limits(format), ietf: true, retryAfter: { name: "X-Wait", formats: [format] } }, [huge], {
        allowed: false,
        cost: 2e300,
      });
      expect(Object.values(written).join(" ")).not.toMatch(/Invalid|NaN|undefined/);
      expect(written["RateLimit-Policy"]).toMatch(/^"huge";q=999999999999999/);
    }
  },
);

describe("the header of a bucket", () => {
  const names = { limit: "X-L", remaining: "X-R", bucket: "X-Bucket" };
  const told = (headers: RateLimits["headers"], windows: readonly WindowState[], more = {}) =>
    fields({ ...limits(), ...(headers && { headers }) }, windows, more);

  it("names the counter that is told of: an operation's own, whichever of its windows is nearest to its end", () => {
    expect(told(names, [minute(1), day(999)])).toEqual({ "X-L": "60", "X-R": "1", "X-Bucket": "minute" });
    const own = { ...minute(59), counter: "minute @listPets" };
    expect(told(names, [day(1), own])).toEqual({ "X-L": "1000", "X-R": "1", "X-Bucket": "minute @listPets" });
    expect(told({ ...names, policy: "minute" }, [day(1), own])["X-Bucket"]).toBe("minute @listPets");
  });

  it("says of which of several policies the others are, and they are there once", () => {
    const both = [
      { ...names, policy: "minute" },
      { ...names, policy: "day", bucket: "x-bucket" },
    ];
    const written = limitHeaderWriter({ ...limits(), headers: both })({ allowed: true, windows: [minute(30), day(1)], now }, 1, now);
    expect(written).toEqual(["X-L", "1000", "X-R", "1", "x-bucket", "day"]);
    expect(told(both, [minute(0), day(1)], { allowed: false })).toMatchObject({ "X-L": "60", "X-Bucket": "minute" });
    expect(told(both, [{ ...minute(3), counter: "minute @op" }])["X-Bucket"]).toBe("minute");
  });

  it.each([
    ["a b", "a b"],
    ['a "b"', 'a "b"'],
    [" a", "%20a"],
    ["a,b", "a%2Cb"],
    ["x\n", "x%0A"],
    ["\u00e9\ud800", "%C3%A9%EF%BF%BD"],
  ])("can be sent whatever a policy is called: %j", (name, sent) => {
    expect(told(names, [state(name, 5, 60, 4, 1000)])["X-Bucket"]).toBe(sent);
  });

  it("can be read by scripts", () => {
    expect(exposedHeaders({ ...limits(), headers: names }, false)).toContain("X-Bucket");
  });
});

describe("the headers of limits", () => {
  it.each([
    ["unix-seconds", "1922659260"],
    ["unix-millis", "1922659260000"],
    ["delta-seconds", "29"],
    ["http-date", "Thu, 05 Dec 2030 00:01:00 GMT"],
    ["none", "1922659260"],
  ] as const)("tell the reset as %s, rounded up", (format, reset) => {
    expect(fields(limits(format), [minute(12)])).toEqual(trio(60, 12, reset));
  });

  it("tell of the window with the smallest share left, and of two that are alike, the one that the next call brings nearer", () => {
    expect(fields(limits("delta-seconds"), [minute(59), day(100)])).toEqual(trio(1000, 100, 4521));
    expect(fields(limits("delta-seconds"), [minute(5), day(100)])).toEqual(trio(60, 5, 29));
    expect(fields(limits("delta-seconds"), [minute(60), day(1000)])).toEqual(trio(60, 60, 29));
    expect(fields(limits("delta-seconds"), [day(1000), minute(60)])).toEqual(trio(60, 60, 29));
    expect(fields(limits("delta-seconds"), [minute(30), day(500)])).toEqual(trio(60, 30, 29));
    expect(fields(limits("delta-seconds"), [minute(0), day(0)])).toEqual(trio(1000, 0, 4521));
  });

  it("tell a rejected caller of the window that rejected it, and when to come back", () => {
    expect(fields(limits("delta-seconds"), [minute(0), day(1)], { allowed: false })).toEqual({
      ...trio(60, 0, 29),
      "Retry-After": "29",
      "Cache-Control": "no-store",
    });
  });

  it("tell of the window that rejects the longest, where several do", () => {
    expect(fields(limits("delta-seconds"), [minute(0), day(0)], { allowed: false })).toMatchObject({
      ...trio(1000, 0, 4521),
      "Retry-After": "4521",
    });
  });

  it("count as violated what has less left than the call costs", () => {
    expect(fields(limits("delta-seconds"), [minute(4), day(0)], { allowed: true, cost: 0 })).toEqual(trio(1000, 0, 4521));
    expect(fields(limits("delta-seconds"), [minute(4), day(9)], { allowed: false, cost: 5 })).toMatchObject({
      ...trio(60, 4, 29),
      "Retry-After": "29",
    });
  });

  it("ask for a second at least, and never for more than the reset", () => {
    expect(fields(limits("delta-seconds"), [minute(0, 0)], { allowed: false })).toMatchObject({
      "X-RateLimit-Reset": "1",
      "Retry-After": "1",
    });
    expect(fields(limits("unix-seconds"), [minute(0, 0.5)], { allowed: false })).toMatchObject({
      "X-RateLimit-Reset": "1922659232",
      "Retry-After": "1",
    });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60_000 }), fc.integer({ min: 0, max: 999 }), (left, past) => {
        const at = now - 400 + past;
        const written = fields(limits(), [minute(0, left)], { allowed: false, at });
        const date = Math.floor(at / 1000);
        const wait = Number(written["Retry-After"]);
        expect(wait).toBeGreaterThanOrEqual(Math.max(1, left / 1000));
        expect(wait).toBeLessThanOrEqual(Number(written["X-RateLimit-Reset"]) - date);
      }),
    );
  });

  it("write moments by the clock that Date comes from, not by the store's", () => {
    expect(fields(limits(), [minute(12)], { at: now + 3_600_000 })).toEqual(trio(60, 12, 1_922_662_860));
  });

  it("write no names that are not declared, and nothing without a window", () => {
    expect(fields({ ...limits(), headers: { remaining: "Left" } }, [minute(12)])).toEqual({ Left: "12" });
    expect(fields({ key: { address: true }, plans: {} }, [minute(12)])).toEqual({});
    expect(fields(limits(), [])).toEqual({});
    expect(fields(limits("delta-seconds"), [state("all", Infinity, 60, Infinity, 1000), minute(12)])).toEqual(trio(60, 12, 29));
    expect(fields(limits("delta-seconds", { ietf: true }), [state("all", Infinity, 60, Infinity, 1000)])).toEqual({});
  });

  it("write whole numbers", () => {
    expect(fields(limits("delta-seconds"), [minute(11.7)])).toEqual(trio(60, 11, 29));
    expect(fields(limits("delta-seconds"), [minute(-1)])).toEqual(trio(60, 0, 29));
  });

  it.each([
    [["delta-seconds"], { "X-Retry": "29", "Retry-After": "29" }],
    [["http-date", "delta-seconds"], { "X-Retry": "29", "Retry-After": "29" }],
    [["http-date"], { "X-Retry": "Thu, 05 Dec 2030 00:01:00 GMT", "Retry-After": "29" }],
    [["unix-seconds"], { "X-Retry": "1922659260", "Retry-After": "29" }],
    [["delta-millis"], { "X-Retry": "28600", "Retry-After": "29" }],
  ] as const)("tell when to come back under a declared name as %j", (formats, expected) => {
    const declared = limits("unix-seconds", { retryAfter: { name: "X-Retry", formats } });
    expect(fields(declared, [minute(0)], { allowed: false })).toMatchObject(expected);
  });

  it("hold the IETF's where a description asks for them", () => {
    const written = fields(limits("delta-seconds", { ietf: true }), [minute(0), day(17)], { allowed: false });
    expect(written).toEqual({
      ...trio(60, 0, 29),
      "RateLimit-Policy": '"minute";q=60;w=60, "day";q=1000;w=86400',
      RateLimit: '"minute";r=0;t=29, "day";r=17;t=4521',
      "Retry-After": "29",
      "Cache-Control": "no-store",
    });
  });

  it.each([
    ["plain", '"plain"'],
    ['a "b" \\', '"a \\"b\\" \\\\"'],
    ["täglich", '"t%C3%A4glich"'],
    ["a\r\nSet-Cookie: b", '"a%0D%0ASet-Cookie%3A%20b"'],
    ["\ud800", '"%EF%BF%BD"'],
  ])("write the policy %j as %s", (name, written) => {
    expect(fields(limits("delta-seconds", { ietf: true }), [state(name, 1, 1, 1, 1)])["RateLimit"]).toBe(`${written};r=1;t=1`);
  });
});

describe("the headers that scripts of other origins may read", () => {
  it("are those that are declared, with the clock they are told by", () => {
    expect(exposedHeaders(limits("unix-seconds", { ietf: true }), true).join(", ")).toBe(
      "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, RateLimit, RateLimit-Policy, Retry-After, Deprecation, Sunset, Link, Date",
    );
  });

  it("are none without limits and lifecycle, and none twice", () => {
    expect(exposedHeaders(undefined, false)).toEqual([]);
    expect(exposedHeaders(undefined, true)).toEqual(["Deprecation", "Sunset", "Link", "Date"]);
    expect(exposedHeaders({ ...limits(), headers: {}, retryAfter: { name: "retry-after", formats: [] } }, false)).toEqual([
      "retry-after",
      "Date",
    ]);
  });
});

describe("what a server writes and its client reads", () => {
  const windows = fc.uniqueArray(
    fc.record({
      name: fc.string({ unit: "binary-ascii", minLength: 1 }).filter((name) => /^[ -~]+$/.test(name)),
      quota: fc.integer({ min: 1, max: 1e9 }),
      window: fc.integer({ min: 1, max: 86_400 }),
      used: fc.double({ min: 0, max: 1, noNaN: true }),
      elapsed: fc.double({ min: 0, max: 0.999, noNaN: true }),
    }),
    { minLength: 1, maxLength: 4, selector: ({ name }) => name },
  );
  const formats = fc.constantFrom<ResetFormat | "none">("unix-seconds", "unix-millis", "delta-seconds", "http-date", "none");
  const retries = fc.constantFrom<readonly RetryFormat[] | undefined>(
    undefined,
    ["delta-seconds"],
    ["http-date"],
    ["unix-seconds"],
    ["delta-millis"],
  );
  const way = fc.record({ skew: fc.integer({ min: -1e12, max: 1e12 }), there: fc.nat(2000), back: fc.nat(2000), at: fc.nat(999) });

  it("is the same, and no wait is shorter than the service means, nor longer by more than rounding", () => {
    fc.assert(
      fc.property(
        windows,
        formats,
        retries,
        fc.boolean(),
        fc.boolean(),
        way,
        (all, format, retry, ietf, allowed, { skew, there, back, at }) => {
          const base = limits(format, {
            plans: { free: { policies: Object.fromEntries(all.map(({ name, quota, window }) => [name, { quota, window }])) } },
            ...(ietf && { ietf }),
            ...(retry && { retryAfter: { name: "X-Retry-In", formats: retry } }),
          });
          const serverNow = now + at;
          const states = all.map(({ name, quota, window, used, elapsed }) => {
            return state(name, quota, window, Math.floor(quota * (1 - used)), window * 1000 * (1 - elapsed));
          });
          const consumption: Consumption = { allowed, windows: states, now };
          const written = limitHeaderWriter(base)(consumption, 1, serverNow);
          const headers = new Headers({ date: new Date(serverNow).toUTCString() });
          written.forEach((name, index) => {
            if (index % 2 === 0) headers.set(name, written[index + 1] ?? "");
          });
          const sent = serverNow - there + skew;
          const received = serverNow + back + skew;
          const reading = declaredLimitHeaders(base, ietf ? ietfLimitHeaders : undefined)(
            { status: allowed ? 200 : 429, headers },
            { sent, received },
            serviceClock(),
          );

          const close = (wait: number | undefined, left: number): void => {
            expect(wait).toBeGreaterThanOrEqual(left - back - 0.001);
            expect(wait).toBeLessThanOrEqual(left + 3000);
          };
          const expected = states.map(({ name, quota, window, remaining, resetAt }) => ({
            name,
            limit: quota,
            remaining,
            window: window * 1000,
            left: resetAt - now,
          }));
          if (ietf) {
            expect(reading.policies).toMatchObject(
              expected.map(({ name, limit, remaining, window }) => ({ name, limit, remaining, window })),
            );
            reading.policies.forEach(({ resetIn }, index) => {
              close(resetIn, expected[index]?.left ?? 0);
            });
          } else {
            const [policy] = reading.policies;
            const told = expected.filter(({ limit, remaining }) => limit === policy?.limit && remaining === policy.remaining);
            expect(told.length).toBeGreaterThan(0);
            if (told.length === 1) close(policy?.resetIn, told[0]?.left ?? 0);
          }
          if (allowed) expect(reading.retryIn).toBeUndefined();
          else expect(reading.retryIn).toBeGreaterThanOrEqual(Math.min(...expected.map(({ left }) => left)) - back - 0.001);
          expect(reading.warnings ?? []).toEqual(
            format === "none" && !ietf ? ["The format of X-RateLimit-Reset is a guess: `limits` of the configuration can say it"] : [],
          );
        },
      ),
      { numRuns: 1000 },
    );
  });
});
