/** What a gate has to do on every platform: in real time, against a service that limits. Counts are asserted, and no times. */
import { deepStrictEqual } from "node:assert/strict";
import type { CallAnswer, CallOrder } from "./gate-program.js";
import { atLeast, places, rejecting, windows, type Limiter, type LimitingService } from "./limiting-service.js";

/** A scenario on a platform. */
export interface Run {
  /** Makes a call, in a request of its own. */
  readonly call: (more?: Partial<CallOrder>) => Promise<CallAnswer>;
  readonly service: LimitingService;
  /** How many requests the client has sent although it had been told to wait. */
  readonly early: () => Promise<number>;
}

export interface Scenario {
  /** What the description says of limits; "auto": nothing, and the configuration has them found. */
  readonly limits: object | "auto";
  /** Options of the client. */
  readonly options?: object;
  readonly service: () => Limiter;
  readonly run: (run: Run) => Promise<void>;
}

/** An hour, in milliseconds. */
const hour = 3_600_000;
const patient = { maxWait: hour };
const headers = {
  limit: "X-RateLimit-Limit",
  remaining: "X-RateLimit-Remaining",
  reset: { name: "X-RateLimit-Reset", format: "unix-millis" },
};
const plan = (policy: object): object => ({ plans: { free: { policies: { only: policy } } }, defaultPlan: "free" });

const many = (count: number, action: (index: number) => Promise<CallAnswer>): Promise<readonly CallAnswer[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => action(index)));

/** Calls at once, all of which are answered; none was sent early, and none turned away unless `rejected` allows it. */
function allServed(count: number, rejected: number | "some" = 0): Scenario["run"] {
  return async ({ call, service, early }) => {
    const answers = await many(count, () => call(patient));
    deepStrictEqual(answers, Array<CallAnswer>(count).fill({ outcome: 200 }));
    deepStrictEqual(await early(), 0);
    if (rejected !== "some") deepStrictEqual(service.counts, { received: count + rejected, rejected });
  };
}

const retryAfter: CallAnswer = { outcome: "RateLimitError: retry-after" };

export const scenarios: Readonly<Record<string, Scenario>> = {
  "a fixed window that headers tell": {
    limits: { ...plan({ q: 5, w: 1 }), headers },
    service: () => windows(5, 1000),
    run: allServed(12),
  },
  "a fixed window that nothing tells": {
    limits: plan({ q: 4, w: 1 }),
    service: () => atLeast((calls) => (calls > 4 ? 1000 : 0)),
    run: allServed(9),
  },
  "a sliding window": {
    limits: plan({ q: 4, w: 1, sliding: true }),
    service: () => atLeast((calls) => (calls > 4 ? 1000 : 0)),
    run: allServed(9),
  },
  "a token bucket": {
    limits: plan({ rate: 2, burst: 3 }),
    service: () => atLeast((calls) => Math.max(0, (calls - 3) * 500)),
    run: allServed(7),
  },
  "calls under way": {
    limits: plan({ concurrency: 2 }),
    service: () => places(2, 50),
    run: allServed(10),
  },
  spacing: {
    limits: plan({ spacing: 0.5 }),
    service: () => atLeast((calls) => (calls - 1) * 500),
    run: allServed(4),
  },
  "another unit": {
    limits: { ...plan({ q: 100, w: 1, qu: "tokens" }), headers: [{ unit: "tokens", ...headers }] },
    service: () => windows(100, 1000, { cost: 30 }),
    // What a call costs is an estimate: of answers that overtake each other it may be too little.
    run: allServed(7, "some"),
  },
  "a pace that is found": {
    limits: "auto",
    service: () => windows(4, 1000, { isTold: false }),
    run: allServed(10, "some"),
  },
  "windows that are foreseen": {
    limits: { ...plan({ q: 3, w: 1, per: "operation" }), headers },
    service: () => windows(3, 1000, { begins: "call", latency: 300 }),
    run: async (run) => {
      await allServed(12)(run);
      deepStrictEqual(await many(4, () => run.call({ operation: "second", ...patient })), Array(4).fill({ outcome: 200 }));
      deepStrictEqual(run.service.counts, { received: 16, rejected: 0 });
    },
  },
  "limits of operations": {
    limits: { plans: { free: { policies: { own: { q: 50, w: 1, per: "operation" } } } }, defaultPlan: "free" },
    service: () => rejecting([0], 3600),
    run: async ({ call, service }) => {
      deepStrictEqual(await call({ operation: "first", maxWait: 1000 }), retryAfter);
      deepStrictEqual(await many(3, () => call({ operation: "first", maxWait: 1000 })), Array(3).fill(retryAfter));
      deepStrictEqual(await many(3, () => call({ operation: "second", maxWait: 1000 })), Array(3).fill({ outcome: 200 }));
      deepStrictEqual(service.counts, { received: 4, rejected: 1 });
    },
  },
  "limits of operations, and one of all": {
    limits: { ...plan({ q: 50, w: 1, per: "operation" }), globalHeader: "X-Global" },
    service: () => rejecting([1], 3600, { "X-Global": "true" }),
    run: async ({ call, service }) => {
      deepStrictEqual(await call({ operation: "first", ...patient }), { outcome: 200 });
      deepStrictEqual(await call({ operation: "second", maxWait: 1000 }), retryAfter);
      for (const operation of ["first", "second"] as const)
        deepStrictEqual(await many(3, () => call({ operation, maxWait: 1000 })), Array(3).fill(retryAfter));
      deepStrictEqual(service.counts, { received: 2, rejected: 1 });
    },
  },
  "nothing before `Retry-After`": {
    limits: { ...plan({ q: 50, w: 60 }) },
    options: { maxConcurrency: 1 },
    service: () => rejecting([0, 4], 1),
    run: allServed(6, 2),
  },
  "a caller who gives up": {
    limits: plan({ q: 50, w: 60 }),
    service: () => rejecting([0], 3600),
    run: async ({ call, service }) => {
      deepStrictEqual(await call({ maxWait: 0 }), retryAfter);
      const givenUp = await many(3, () => call({ maxWait: 2 * hour, abort: 20 }));
      deepStrictEqual(givenUp, Array(3).fill({ outcome: "Error: given up", isLate: false }));
      deepStrictEqual(await call({ maxWait: 2 * hour, timeout: 20 }), retryAfter);
      deepStrictEqual(service.counts, { received: 1, rejected: 1 });
    },
  },
  "a wait that is too long": {
    limits: plan({ concurrency: 1 }),
    service: () => places(1, 0),
    run: async ({ call, service }) => {
      service.hold();
      const first = call(patient);
      while (service.counts.received === 0) await new Promise((resolve) => setTimeout(resolve, 10));
      deepStrictEqual(await many(3, () => call({ maxWait: 100 })), Array(3).fill({ outcome: "RateLimitError: queue" }));
      const next = call(patient);
      service.release();
      deepStrictEqual([await first, await next], Array(2).fill({ outcome: 200 }));
      deepStrictEqual(service.counts, { received: 2, rejected: 0 });
    },
  },
};
