/** Many calls at once under limits of several counters: none is lost, none waits for what it does not count in, and little of the rate is. */
import { describe, expect, it } from "vitest";
import * as limiters from "../../../../../bench/services/limiters.js";
import type { OutgoingCall } from "../../../../../templates/runtime/client/call/client.js";
import { gateScopes } from "../../../../../templates/runtime/client/limits/gate-scopes.js";
import type { LimitReading } from "../../../../../templates/runtime/client/limits/limit-header-types.js";
import { concurrency } from "../../../../../templates/runtime/client/limits/policies/concurrency.js";
import { slidingWindow } from "../../../../../templates/runtime/client/limits/policies/sliding-window.js";
import { spacing } from "../../../../../templates/runtime/client/limits/policies/spacing.js";
import { tokenBucket } from "../../../../../templates/runtime/client/limits/policies/token-bucket.js";
import { rateLimitTransport } from "../../../../../templates/runtime/client/limits/rate-limit-transport.js";
import { sharedGates } from "../../../../../templates/runtime/client/limits/shared-gates.js";
import type { Policies, PolicyLimit } from "../../../../../templates/runtime/shared/rate-limits.js";
import { dice, type Dice } from "../../../../support/dice.js";
import { fakeClock } from "../../../../support/fake-clock.js";
import { memoryGateStore } from "../../../../support/memory-gate-store.js";
import { seededRandom } from "../../../../support/simulated-service.js";

const operations = ["list", "find", "make", "drop", "send"] as const;

interface Load {
  readonly plan: Policies;
  readonly calls: number;
  /** Rejects these, whatever they are, and tells no time or so many milliseconds. */
  readonly rejects?: readonly number[];
  readonly retryIn?: number;
  /** Milliseconds that a store takes; without it there is none. */
  readonly store?: number;
}

const limiterOf = (limit: PolicyLimit): limiters.Limiter =>
  "concurrency" in limit
    ? limiters.concurrency(limit.concurrency)
    : "spacing" in limit
      ? limiters.bucket(1, 1 / limit.spacing)
      : "rate" in limit
        ? limiters.bucket(limit.burst, limit.rate)
        : limiters.slidingLog(limit.quota, limit.window * 1000);

let origins = 0;

async function play({ plan, calls, rejects = [], retryIn, store }: Load) {
  const start = Date.UTC(2030, 0, 1) + 345;
  const clock = fakeClock(start);
  const random = seededRandom(calls + rejects.length);
  const gateStore = store === undefined ? undefined : sharedGates(memoryGateStore(clock, store), (secret) => secret);
  const { send, limits } = rateLimitTransport(
    {
      read: ({ status }): LimitReading => ({ policies: [], ...(status === 429 && retryIn !== undefined && { retryIn }) }),
      policies: [slidingWindow, concurrency, spacing, tokenBucket],
      limits: { key: { credential: true }, plans: {} },
      scopes: gateScopes,
    },
    { maxWait: 150_000, onLimit: () => undefined, plan: { policies: plan }, ...(gateStore && { gateStore }) },
    clock,
    random,
  );
  const origin = `https://${(origins += 1)}.load.test`;
  const judges = new Map<string, limiters.Limiter>();
  const judgesOf = (operation: string): readonly limiters.Limiter[] =>
    Object.entries(plan).map(([name, limit]) => {
      const key = limit.per === "operation" ? `${name} ${operation}` : name;
      let judge = judges.get(key);
      if (judge === undefined) judges.set(key, (judge = limiterOf(limit)));
      return judge;
    });
  const seen = { sent: 0, early: 0, rejected: 0, underWay: 0, last: start };
  const fetchOf = (operation: string) => async (): Promise<Response> => {
    const number = (seen.sent += 1);
    await clock.wait(20);
    const counted = judgesOf(operation);
    const isEarly = counted.some((judge) => judge.left(clock.now()) < 1);
    if (isEarly) seen.early += 1;
    const isRejected = isEarly || rejects.includes(number);
    if (isRejected) seen.rejected += 1;
    else for (const judge of counted) judge.take(clock.now(), 1);
    if (!isRejected) {
      seen.underWay += 1;
      await clock.wait(60 + 100 * random());
      seen.underWay -= 1;
      for (const judge of counted) judge.release(1);
    }
    await clock.wait(20);
    seen.last = clock.now();
    return new Response("{}", { status: isRejected ? 429 : 200 });
  };
  const answers = Array.from({ length: calls }, async (_, index) => {
    const id = operations[index % operations.length] ?? "list";
    const operation = { id, method: "GET", path: `/${id}`, responses: {}, security: [] };
    const outgoing: OutgoingCall = { operation, request: new Request(`${origin}/${id}`), attachments: [], body: null, options: {} };
    return (await send(outgoing, fetchOf(id))).status;
  });
  await clock.runUntil(start + 200_000);
  const statuses = (await Promise.allSettled(answers)).map((each) =>
    each.status === "fulfilled" ? each.value : (each.reason as Error).message.slice(0, 100),
  );
  return {
    failed: statuses.filter((status) => status !== 200),
    early: seen.early,
    rejected: seen.rejected,
    seconds: (seen.last - start) / 1000,
    limits: limits?.(),
    timers: clock.timers,
  };
}

const all: Policies = { all: { quota: 100, window: 1, sliding: true } };
const plans: Readonly<Record<string, readonly [plan: Policies, seconds: number]>> = {
  "windows of a credential and of operations": [{ ...all, each: { quota: 25, window: 1, per: "operation" } }, 6],
  "windows of a credential, of operations and of an address": [
    { ...all, each: { quota: 25, window: 1, per: "operation" }, host: { quota: 90, window: 1, per: "address" } },
    6.7,
  ],
  "a spacing and a window of an address": [{ gap: { spacing: 0.02 }, host: { quota: 1000, window: 2, per: "address" } }, 12],
  "a spacing of operations and a window": [{ gap: { spacing: 0.02, per: "operation" }, ...all }, 6],
  "a spacing and a window of operations": [{ gap: { spacing: 0.02 }, each: { quota: 25, window: 1, per: "operation" } }, 12],
  "a bucket and calls at once of operations": [{ rate: { rate: 50, burst: 50 }, places: { concurrency: 3, per: "operation" } }, 11],
  "calls at once and buckets of operations": [{ places: { concurrency: 20 }, rate: { rate: 12, burst: 12, per: "operation" } }, 9],
};

describe.each(Object.entries(plans))("600 calls under %s", (_, [plan, ideal]) => {
  it.each([undefined, 2, 60, 200])("are all sent, with a store that takes %s ms", async (store) => {
    const seen = await play({ plan, calls: 600, ...(store !== undefined && { store }) });
    expect([seen.failed.length, seen.timers]).toEqual([0, 0]);
    // Whoever asks stores one after the other sends a little later than was counted.
    expect(seen.early).toBeLessThanOrEqual(store === undefined ? 0 : 20);
    if (store === undefined) expect(seen.seconds).toBeLessThan(ideal * 1.15);
  });

  it.each([
    [undefined, undefined],
    [1000, undefined],
    [undefined, 2],
    [1000, 2],
  ])("are all sent after one was turned away that may come back in %s ms, with a store that takes %s", async (retryIn, store) => {
    const seen = await play({
      plan,
      calls: 600,
      rejects: [205],
      ...(retryIn !== undefined && { retryIn }),
      ...(store !== undefined && { store }),
    });
    expect([seen.failed.length, seen.timers]).toEqual([0, 0]);
    expect(seen.early).toBeLessThanOrEqual(store === undefined ? 0 : 20);
    if (store === undefined) expect(seen.seconds).toBeLessThan(ideal * 1.15 + 2.5);
  });
});

const shapes: readonly ((d: Dice) => PolicyLimit)[] = [
  (d) => ({ quota: 5 + d.below(50), window: 1 + d.below(3), sliding: true }),
  (d) => ({ quota: 5 + d.below(50), window: 1 + d.below(3) }),
  (d) => ({ rate: 3 + d.below(30), burst: 2 + d.below(20) }),
  (d) => ({ spacing: (2 + d.below(15)) / 100 }),
  (d) => ({ concurrency: 2 + d.below(8) }),
];

it.each(Array.from({ length: 60 }, (_, seed) => seed))("are all sent under whatever limits of several counters: %i", async (seed) => {
  const d = dice(seed);
  const plan: Record<string, PolicyLimit> = {};
  for (const per of [undefined, "operation", "address"] as const)
    if (per === undefined || d.chance(0.6)) {
      const shape = shapes[d.below(shapes.length)]?.(d) ?? { concurrency: 1 };
      plan[per ?? "key"] = { ...shape, ...(per && { per }) };
    }
  const rejects = d.chance(0.5) ? [1 + d.below(60), 1 + d.below(60)] : [];
  const store = d.chance(0.3) ? 2 : undefined;
  const seen = await play({ plan, calls: 80, rejects, ...(d.chance(0.5) && { retryIn: 1000 }), ...(store !== undefined && { store }) });
  expect([seen.failed, seen.timers]).toEqual([[], 0]);
});
