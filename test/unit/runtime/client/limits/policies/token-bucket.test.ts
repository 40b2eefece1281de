import { describe, expect, it } from "vitest";
import type { PolicyReading } from "../../../../../../templates/runtime/client/limits/limit-header-types.js";
import { admissible, type SentCall } from "../../../../../../templates/runtime/client/limits/policies/policy.js";
import { tokenBucket } from "../../../../../../templates/runtime/client/limits/policies/token-bucket.js";
import { described } from "../gate-asking.js";
import { afterTelling, planned } from "./policy-alone.js";

const start = 1_000_000;

/** Ten at once, two a second. */
const ten = () => planned(tokenBucket, { burst: 10, rate: 2 }, true);

const send = (bucket: ReturnType<typeof ten>, now: number, cost = 1): SentCall => bucket.send(now, { cost });

describe("a bucket by itself", () => {
  it("has what has flown into it since, as much as goes in at most, and room a little later than that is there", () => {
    const bucket = ten();
    expect([bucket.room(start), bucket.left(start)]).toEqual([admissible, 10]);
    send(bucket, start, 10);
    expect([bucket.left(start), bucket.left(start + 499), bucket.left(start + 500), bucket.left(start + 60_000)]).toEqual([0, 0, 1, 10]);
    expect([bucket.room(start), bucket.room(start, 10)]).toEqual([start + 525, start + 5025]);
    expect(bucket.room(start + 524)).toBeGreaterThan(start + 524);
    expect(bucket.room(start + 526)).toBe(admissible);
    expect([bucket.data.resetAt, bucket.data.window]).toEqual([start + 5025, 5000]);
    send(bucket, start + 5025, 10);
    // 0.7 of a millisecond more is a whole one.
    bucket.data.level -= 0.0014;
    expect(bucket.room(start + 5025)).toBe(start + 5551);
  });

  it("has room at once for as much as goes in, and never for more", () => {
    expect([10, 11].map((cost) => ten().room(start, cost))).toEqual([admissible, Infinity]);
    const small = planned(tokenBucket, { burst: 0.5, rate: 2 });
    expect([small.room(start), small.room(start, 2)]).toEqual([admissible, Infinity]);
  });

  it("keeps back what comes in 25 ms, and a quarter of it at most", () => {
    expect(ten().data.margin).toBe(25);
    expect(planned(tokenBucket, { burst: 2, rate: 100 }).data.margin).toBe(5);
  });

  it("has room for all that goes in when it has been full for as long as it keeps back, and then no sooner for the next", () => {
    const bucket = planned(tokenBucket, { burst: 1, rate: 1 });
    send(bucket, start);
    expect([bucket.room(start), bucket.room(start + 1024), bucket.room(start + 1025)]).toEqual([start + 1025, start + 1025, admissible]);
    expect([bucket.left(start + 999), bucket.left(start + 1000), bucket.left(start + 5000)]).toEqual([0, 1, 1]);
    send(bucket, start + 60_000);
    expect(bucket.room(start + 60_000)).toBe(start + 61_025);
  });

  it("is as full as it was when a call that took all of it was not sent after all", () => {
    const bucket = ten();
    bucket.giveBack(send(bucket, start, 10));
    expect([bucket.left(start), bucket.room(start, 10)]).toEqual([10, admissible]);
  });

  it("is counted from the latest moment on, whatever the order in which calls come", () => {
    const bucket = ten();
    send(bucket, start + 1000, 6);
    send(bucket, start, 2);
    expect([bucket.data.at, bucket.left(start + 1000), bucket.left(start + 1500)]).toEqual([start + 1000, 2, 3]);
  });

  it("gets back what was not sent after all, but for what came in meanwhile", () => {
    const bucket = ten();
    const first = send(bucket, start, 4);
    bucket.giveBack(first);
    expect(bucket.left(start)).toBe(10);
    const second = send(bucket, start, 4);
    send(bucket, start + 1000, 5);
    bucket.giveBack(second);
    expect(bucket.left(start + 1000)).toBe(5);
    const third = send(bucket, start + 1000);
    send(bucket, start + 2000);
    bucket.giveBack(third);
    expect(bucket.left(start + 2000)).toBe(5);
  });

  it("is as small and as slow as the stricter of two plans", () => {
    const bucket = ten();
    tokenBucket.restrict?.(bucket.data, planned(tokenBucket, { burst: 20, rate: 1 }).data);
    expect([bucket.data.limit, bucket.data.rate]).toEqual([10, 0.001]);
    tokenBucket.restrict?.(bucket.data, planned(tokenBucket, { burst: 5, rate: 3 }).data);
    expect([bucket.data.limit, bucket.data.rate]).toEqual([5, 0.001]);
  });

  it("is planned where a plan has a rate, and needs no first call where no header tells what is left", () => {
    expect(tokenBucket.plan("p", { quota: 1, window: 1 }, undefined)).toBeUndefined();
    const untold = [true, false].map((told) => tokenBucket.plan("p", { burst: 1, rate: 1 }, described(told))?.untold);
    expect(untold).toEqual([false, true]);
  });
});

describe("a bucket from which a call was turned away", () => {
  it("was empty when that call was sent, and what was sent a journey later has been taken from it", () => {
    for (const [later, expected] of [
      [250, 4],
      [251, 3],
    ] as const) {
      const bucket = ten();
      const first = send(bucket, start);
      send(bucket, start + later);
      bucket.reject(first, start + 2000);
      expect([later, bucket.left(start + 2000)]).toEqual([later, expected]);
    }
  });

  it("has no more than was reckoned and what the call gives back", () => {
    const bucket = ten();
    send(bucket, start, 10);
    const rejected = send(bucket, start, 2);
    send(bucket, start + 100, 3);
    bucket.reject(rejected, start + 1000);
    expect(bucket.left(start + 1000)).toBe(-1);
  });

  it("keeps back twice as much each time, up to half of it, where no time was told", () => {
    const bucket = planned(tokenBucket, { burst: 1, rate: 8 });
    const margins = [0, 0, 0].map(() => {
      bucket.reject(send(bucket, start), start + 10);
      return bucket.data.margin;
    });
    expect(margins).toEqual([50, 62.5, 62.5]);
  });

  it.each([0, 100, 1000])("keeps back more where it was told to come again in a moment, after %d ms", (retryIn) => {
    const bucket = ten();
    bucket.reject(send(bucket, start), start + 10, { retryIn });
    expect(bucket.data.margin).toBe(50);
  });

  it.each([{ retryIn: 1001 }, { isStale: true }])("keeps back no more after a rejection with %j", (answer) => {
    const bucket = ten();
    bucket.reject(send(bucket, start), start + 10, answer);
    expect(bucket.data.margin).toBe(25);
    expect(bucket.data.isDoubted).toBe(true);
  });

  it("is left as it is by an answer", () => {
    const bucket = ten();
    bucket.accept(send(bucket, start), start + 10);
    expect([bucket.left(start + 10), bucket.data.isDoubted]).toEqual([9, false]);
  });
});

describe("what headers tell of a bucket", () => {
  const told = (remaining?: number) => ({ policies: [{ name: "p", limit: 10, ...(remaining !== undefined && { remaining }) }] });

  it("is no more than there was then, with what has come since, less what was sent after it", () => {
    const bucket = ten();
    const first = send(bucket, start);
    send(bucket, start + 300);
    bucket.accept(first, start + 1000, told(3));
    expect([bucket.left(start + 1000), bucket.data.reported]).toEqual([4, true]);
  });

  it("may be more than was reckoned: what is not doubted is there at least", () => {
    const bucket = ten();
    send(bucket, start, 10);
    const second = send(bucket, start + 1000);
    bucket.accept(second, start + 1100, told(7));
    expect(bucket.left(start + 1100)).toBe(7);
  });

  it("includes each call of the time of a journey, or does not: what was reckoned is kept in between", () => {
    const bucket = ten();
    const calls = [0, 100, 200].map((ms) => send(bucket, start + ms, 2));
    const [, second] = calls;
    if (second === undefined) throw new Error("No call");
    for (const [remaining, expected] of [
      [4, 4],
      [8, 4],
    ] as const) {
      bucket.accept(second, start + 200, told(remaining));
      expect([remaining, bucket.left(start + 200)]).toEqual([remaining, expected]);
    }
  });

  it("is not believed to be more once a call was turned away although there should have been enough", () => {
    const bucket = ten();
    send(bucket, start, 10);
    bucket.reject(send(bucket, start + 1000), start + 1000);
    bucket.accept(send(bucket, start + 2000), start + 2000, told(9));
    expect(bucket.left(start + 2000)).toBe(1);
  });

  it("is taken up from an exempt call, which takes nothing, and from one that does not count in it", () => {
    for (const more of [{ exempt: true }, { policies: ["q"] }]) {
      const bucket = ten();
      send(bucket, start, 10);
      const call = { call: { cost: 1, exempt: false, ...more }, at: start + 1000, order: 2, shut: false };
      bucket.accept(call, start + 1000, told(7));
      expect(bucket.left(start + 1000)).toBe(7);
    }
  });

  it("is too old after ten seconds, but for the limit", () => {
    for (const [took, expected] of [
      [10_000, 10],
      [10_001, 10],
    ] as const) {
      const bucket = planned(tokenBucket, { burst: 10, rate: 0.001 }, true);
      const call = send(bucket, start);
      bucket.accept(call, start + took, told(took === 10_000 ? 10 : 3));
      expect([took, bucket.left(start + took)]).toEqual([took, took === 10_000 ? expected : 9]);
    }
  });

  it("may be another limit: the rate is another one then, as the time in which it fills is the same", () => {
    const bucket = ten();
    for (const limit of [20, 0]) bucket.accept(send(bucket, start), start, { policies: [{ name: "p", limit }] });
    expect([bucket.data.limit, bucket.data.rate, bucket.data.window, bucket.left(start)]).toEqual([20, 0.004, 5000, 8]);
  });

  it("stands in no more moments than those of a few journeys", () => {
    const bucket = planned(tokenBucket, { burst: 1000, rate: 1 }, true);
    for (let ms = 0; ms <= 200; ms += 1) bucket.send(start + ms);
    expect(bucket.data.calls).toEqual([
      [start + 49, 50],
      [start + 99, 50],
      [start + 149, 50],
      [start + 199, 50],
      [start + 200, 1],
    ]);
  });

  it("is a report of its name, or of its limit where it has none", () => {
    const bucket = ten();
    const others = [{ name: "q", limit: 10, remaining: 0 }, { limit: 9, remaining: 0 }, { remaining: 0 }];
    expect(bucket.accept(send(bucket, start), start, { policies: others })).toEqual(others);
    expect([bucket.left(start), bucket.data.reported]).toEqual([9, undefined]);
    expect(bucket.accept(send(bucket, start), start, { policies: [{ limit: 10, remaining: 4 }] })).toEqual([]);
    expect(bucket.left(start)).toBe(4);
    expect(bucket.accept(send(bucket, start), start, { policies: [{ limit: 10 }] })).toEqual([]);
  });
});

describe("a bucket that headers tell and no plan", () => {
  const found = { name: "b", limit: 10, remaining: 4, refill: 10_000 };

  it("is one with a limit and the time in which it fills, in requests", () => {
    const readings = [
      { name: "b", limit: 10, remaining: 4 },
      { name: "b", remaining: 4, refill: 10_000 },
      { ...found, unit: "tokens" },
      { ...found, limit: 0 },
      { ...found, refill: 0 },
    ];
    const { gate, others } = afterTelling(tokenBucket, readings);
    expect([gate.policies, others]).toEqual([[], readings]);
    const told = afterTelling(tokenBucket, [found, { ...found, name: "c", unit: "requests" }]);
    expect(told.others).toEqual([]);
    expect(told.gate.policies).toMatchObject([
      { kind: "bucket", name: "b", limit: 10, rate: 0.001, window: 10_000, planned: false, reported: true },
      { name: "c" },
    ]);
  });

  it("has as much left as the first answer says, less what is under way", () => {
    const left = (count: number, told: PolicyReading): number | undefined => {
      const flights = [{ by: "", at: 0, cost: 2, count, seen: start }];
      const { policies } = afterTelling(tokenBucket, [told], { flights, now: start }).gate;
      return policies[0] && tokenBucket.left(policies[0] as never, start); // a bucket, as the test above shows
    };
    expect([left(0, found), left(1, found)]).toEqual([4, 2]);
    expect([left(0, { ...found, remaining: undefined }), left(3, { ...found, remaining: undefined })]).toEqual([10, 4]);
    expect(afterTelling(tokenBucket, [found], { now: start }).gate.policies[0]?.resetAt).toBe(start + 6025);
  });

  it("is the same one in the answers that follow, and none of a plan", () => {
    const { gate } = afterTelling(tokenBucket, [found], { policies: [planned(tokenBucket, { burst: 3, rate: 1 }).data] });
    expect(gate.policies.map(({ name, limit }) => [name, limit])).toEqual([
      ["p", 3],
      ["b", 10],
    ]);
    const bucket = gate.policies[1] as never; // a bucket
    tokenBucket.sent?.(bucket, { cost: 1 }, start + 900);
    afterTelling(tokenBucket, [{ ...found, remaining: 1 }], { policies: gate.policies, now: start + 1000 });
    expect([gate.policies.length, tokenBucket.left(bucket, start + 1000)]).toEqual([2, 1]);
  });
});
