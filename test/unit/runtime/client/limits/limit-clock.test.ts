import fc from "../../../../support/property.js";
import { describe, expect, it } from "vitest";
import type { ServiceClock } from "../../../../../templates/runtime/client/limits/limit-header-types.js";
import { serviceClock } from "../../../../../templates/runtime/client/limits/service-clock.js";

const start = Date.UTC(2026, 10, 20, 12);
const hour = 3_600_000;

/** Tells a clock the `Date` of a response that took 100 ms, made in the middle by a clock `skew` milliseconds ahead of ours. */
function answer(clock: ServiceClock, sent: number, skew: number): boolean {
  return clock.learn(Math.floor((sent + 50 + skew) / 1000) * 1000, { sent, received: sent + 100 });
}

describe("the clock of a service", () => {
  it("is ours until a response tells", () => {
    expect(serviceClock().until(start + 5000, start)).toBe(5000);
  });

  it.each([0, hour, -hour, 20 * 365 * 24 * hour, -20 * 365 * 24 * hour])(
    "is known to the second after one response, %d ms ahead",
    (skew) => {
      const clock = serviceClock();
      answer(clock, start, skew);
      const wait = clock.until(start + skew + 30_000, start);
      expect(wait).toBeGreaterThanOrEqual(30_000);
      expect(wait).toBeLessThan(31_100);
    },
  );

  it("becomes exact to what a response takes", () => {
    const clock = serviceClock();
    for (let sent = start; sent < start + 20_000; sent += 730) answer(clock, sent, hour);
    const wait = clock.until(start + hour + 50_000, start + 20_000);
    expect(wait).toBeGreaterThanOrEqual(30_000);
    expect(wait).toBeLessThan(30_200);
  });

  it("never makes a wait too short, at any skew, latency and drift", () => {
    const exchanges = fc.array(fc.record({ pause: fc.nat({ max: 100_000 }), there: fc.nat({ max: 2000 }), back: fc.nat({ max: 2000 }) }), {
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(exchanges, fc.integer({ min: -1e12, max: 1e12 }), fc.integer({ min: -500, max: 500 }), (all, skew, drift) => {
        const clock = serviceClock();
        const service = (at: number): number => at + skew + ((at - start) * drift) / 1e6;
        let now = start;
        for (const { pause, there, back } of all) {
          const sent = now + pause;
          now = sent + there + back;
          expect(clock.learn(Math.floor(service(sent + there) / 1000) * 1000, { sent, received: now })).toBe(true);
          expect(clock.until(service(now) + 30_000, now)).toBeGreaterThanOrEqual(29_999.999);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("takes no response for a cached one whose Date is a little old, and waits no shorter for it", () => {
    const clock = serviceClock();
    for (let turn = 0; turn < 500; turn += 1) {
      const sent = start + turn * 137;
      // Made at once, with a Date that is written by a clock that a busy machine has last looked at up to half a second ago.
      const date = Math.floor((sent - ((turn * 61) % 500)) / 1000) * 1000;
      expect(clock.learn(date, { sent, received: sent + 1 })).toBe(true);
      expect(clock.until(sent + 30_000, sent)).toBeGreaterThanOrEqual(30_000);
      expect(clock.until(sent + 30_000, sent)).toBeLessThan(31_600);
    }
  });

  it.each([-900, 900, -1900, 1900])("follows a clock that is corrected by %d ms at once", (jump) => {
    const clock = serviceClock();
    for (let turn = 0; turn < 50; turn += 1) answer(clock, start + turn * 730, 0);
    for (let turn = 50; turn < 100; turn += 1) {
      expect(answer(clock, start + turn * 730, jump)).toBe(true);
      if (turn > 52) expect(clock.until(start + jump + 30_000, start)).toBeGreaterThanOrEqual(30_000 - 100);
    }
    expect(clock.until(start + jump + 30_000, start)).toBeLessThan(30_300);
  });

  it("is moved by a lying Date of the past by a minute at most, until the next true one", () => {
    const clock = serviceClock();
    answer(clock, start, 0);
    const before = clock.until(start + 30_000, start + 1000);
    expect(answer(clock, start + 1000, -9 * hour)).toBe(false);
    expect(clock.until(start + 30_000, start + 1000) - before).toBeLessThan(60_100);
    expect(answer(clock, start + 2000, 0)).toBe(true);
    expect(clock.until(start + 30_000, start + 1000)).toBeLessThanOrEqual(before + 2);
  });

  it("is not moved by a lying Date of the future", () => {
    const clock = serviceClock();
    answer(clock, start, 0);
    const before = clock.until(start + 30_000, start + 1000);
    expect(answer(clock, start + 1000, 9 * hour)).toBe(true);
    expect(clock.until(start + 30_000, start + 1000)).toBeGreaterThanOrEqual(before);
  });

  it.each([-hour, hour, -40_000])("is found again when one of the clocks is set by %d ms", (jump) => {
    const clock = serviceClock();
    answer(clock, start, 0);
    answer(clock, start + 5000, jump);
    answer(clock, start + 6000, jump);
    const wait = clock.until(start + 6000 + jump + 30_000, start + 6000);
    expect(wait).toBeGreaterThanOrEqual(30_000);
    expect(wait).toBeLessThan(31_100);
  });

  it("is not set by the same cached response, however often it is told", () => {
    const clock = serviceClock();
    answer(clock, start, 0);
    for (let count = 0; count < 9; count += 1)
      expect(clock.learn(start - hour, { sent: start + 5000, received: start + 5001 })).toBe(false);
    expect(clock.until(start + 30_000, start)).toBeLessThan(91_100);
    answer(clock, start + 6000, 0);
    expect(clock.until(start + 30_000, start)).toBeLessThan(31_100);
  });

  it("recovers when the first response came out of a cache", () => {
    const clock = serviceClock();
    answer(clock, start, -hour);
    answer(clock, start + 1000, 0);
    answer(clock, start + 2000, 0);
    expect(clock.until(start + 30_000, start)).toBeLessThan(31_100);
  });

  it("waits as the slower of two machines that disagree", () => {
    const clock = serviceClock();
    for (let turn = 0; turn < 9; turn += 1) {
      answer(clock, start + turn * 2000, 0);
      answer(clock, start + turn * 2000 + 1000, -30_000);
      expect(clock.until(start, start)).toBeGreaterThanOrEqual(30_000);
    }
  });
});
