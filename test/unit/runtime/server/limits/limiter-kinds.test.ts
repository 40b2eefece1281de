import { describe, expect, test, vi } from "vitest";
import fc from "../../../../support/property.js";
import { declaredLimitHeaders } from "../../../../../templates/runtime/client/limits/declared-limit-headers.js";
import { detectLimitHeaders } from "../../../../../templates/runtime/client/limits/detect-limit-headers.js";
import type { OutgoingCall } from "../../../../../templates/runtime/client/call/client.js";
import { ietfLimitHeaders } from "../../../../../templates/runtime/client/limits/ietf-limit-headers.js";
import { rateLimitTransport } from "../../../../../templates/runtime/client/limits/rate-limit-transport.js";
import { createLimiter } from "../../../../../templates/runtime/server/limits/limiter.js";
import type { AgreedPlan, LimiterOptions } from "../../../../../templates/runtime/server/limits/limiter-options.js";
import type { LimitStore } from "../../../../../templates/runtime/server/limits/limit-store.js";
import { memoryLimits } from "../../../../../templates/runtime/server/limits/memory-limits.js";
import type { OperationLimit, Policies, RateLimits } from "../../../../../templates/runtime/shared/rate-limits.js";
import type { Admission, Caller } from "../../../../../templates/runtime/server/route/server-features.js";
import { fakeClock } from "../../../../support/fake-clock.js";
import { seededRandom } from "../../../../support/simulated-service.js";

interface Principal {
  readonly plan?: AgreedPlan;
}
type Options = LimiterOptions<Principal> & { readonly plan?: (principal: Principal) => string | AgreedPlan | undefined };

const limitsOf = (policies: Policies, more: Partial<RateLimits> = {}): RateLimits => ({
  key: { securityScheme: "bearer" },
  plans: { all: { policies } },
  headers: { limit: "X-Limit", remaining: "X-Remaining", reset: { name: "X-Reset", format: "delta-millis" } },
  ...more,
});
const callerOf = (credential: string, principal: Principal = {}): Caller => ({ principal, scheme: "bearer", credential });

function limiterOf(described: RateLimits, options: Options = {}) {
  const clock = { now: 1_000_000 };
  const limiter = createLimiter<Principal>(described, { now: () => clock.now, plan: ({ plan }) => plan, ...options });
  const admit = async (
    who: string | undefined | Caller,
    at = "192.0.2.1",
    id = "op",
    rateLimit: OperationLimit = {},
  ): Promise<Admission> => {
    const request = { method: "GET", url: "/", headers: {}, signal: new AbortController().signal, raw: { socket: { remoteAddress: at } } };
    const count = limiter?.counter({ id, method: "GET", path: "/", responses: {}, ...{ rateLimit } });
    return (await count?.(request, typeof who === "string" ? callerOf(who) : who)) ?? { headers: [] };
  };
  const call = async (...args: Parameters<typeof admit>) => {
    const { headers, refused } = await admit(...args);
    const said = (name: string): string | undefined => headers[headers.indexOf(name) + 1 || Infinity];
    return [refused?.status ?? 200, said("X-Limit"), said("X-Remaining"), said("X-Reset"), said("Retry-After")];
  };
  return { clock, limiter, admit, call };
}

describe("an operation that is exempt", () => {
  test("passes while the store is away, whatever is done with others then", async () => {
    const asked = vi.fn(() => Promise.reject(new Error("away")));
    const { admit } = limiterOf(limitsOf({ minute: { quota: 1, window: 60 } }), {
      limits: { consume: asked, consumeAll: asked },
      onStoreError: "closed",
    });
    expect(await admit("a", undefined, "health", { exempt: true })).toEqual({ headers: [] });
    expect(await admit(undefined, undefined, "health", { exempt: true })).toEqual({ headers: [] });
    expect((await admit("a").catch((error: unknown) => error)) instanceof Error).toBe(true);
  });
});

describe("an operation that is exempt, of a store in another process", () => {
  test("asks nothing of it, and waits for nothing", () => {
    const asked = vi.fn(() => new Promise<never>(() => undefined));
    const { limiter } = limiterOf(limitsOf({ minute: { quota: 1, window: 60 } }), {
      limits: { consume: asked, consumeAll: asked },
      ban: { rejected: 1, within: 1, for: 1 },
    });
    const count = limiter?.counter({ id: "health", method: "GET", path: "/", responses: {}, ...{ rateLimit: { exempt: true } } });
    const request = { method: "GET", url: "/", headers: {}, signal: new AbortController().signal, raw: {} };
    expect([count?.(request, callerOf("a")), count?.(request, undefined)]).toEqual([{ headers: [] }, { headers: [] }]);
    expect(asked).not.toHaveBeenCalled();
  });

  test("tells of no policy that only operations of groups count in", async () => {
    const described = limitsOf({ minute: { quota: 9, window: 60 }, search: { quota: 1, window: 60 } });
    const limiter = createLimiter<Principal>(described, { now: () => 0 }, ["search"]);
    const request = { method: "GET", url: "/", headers: {}, signal: new AbortController().signal, raw: {} };
    for (const [rateLimit, limit] of [
      [{ exempt: true }, "9"],
      [{}, "1"],
    ] as const) {
      const count = limiter?.counter({ id: "op", method: "GET", path: "/", responses: {}, ...{ rateLimit } });
      expect((await count?.(request, callerOf("a")))?.headers.slice(0, 2)).toEqual(["X-Limit", limit]);
    }
  });
});

describe("costs in single policies", () => {
  const costs = { minute: 3, points: 5, gap: 7, underway: 7 };

  test.each<[string, Policies, number]>([
    ["a fixed window", { minute: { quota: 9, window: 60 }, other: { quota: 100, window: 60 } }, 3],
    ["a fixed window that is the only policy", { minute: { quota: 9, window: 60 } }, 3],
    ["a sliding window", { minute: { quota: 9, window: 60, sliding: true } }, 3],
    ["a bucket", { points: { rate: 1, burst: 20 } }, 4],
    ["addresses", { points: { quota: 10, window: 60, per: "address" }, other: { quota: 100, window: 60 } }, 2],
    ["an operation", { points: { quota: 10, window: 60, per: "operation" } }, 2],
    ["calls at once, of which a call takes one", { underway: { concurrency: 4 } }, 4],
    ["a policy of which nothing is said", { other: { quota: 6, window: 60 } }, 3],
  ])("are taken of %s", async (_, policies, passing) => {
    const { call } = limiterOf(limitsOf(policies));
    const statuses: unknown[] = [];
    for (let index = 0; index <= passing; index += 1) statuses.push((await call("a", undefined, "op", { cost: 2, costs }))[0]);
    expect(statuses).toEqual([...Array.from({ length: passing }, () => 200), 429]);
  });

  test("tell what is left of that policy, and when it is there", async () => {
    const { call, clock } = limiterOf(limitsOf({ points: { rate: 1, burst: 6 } }));
    expect((await call("a", undefined, "op", { costs }))[2]).toBe("1");
    expect(await call("a", undefined, "op", { costs })).toMatchObject([429, "6", "1", expect.anything(), "4"]);
    clock.now += 4000;
    expect((await call("a", undefined, "op", { costs }))[0]).toBe(200);
  });

  test("are counted by each process while the store is away", async () => {
    const away = (): never => {
      throw new Error("away");
    };
    const policies = { minute: { quota: 9, window: 60 } };
    const { call } = limiterOf(limitsOf(policies), { limits: { consume: away, consumeAll: away }, onStore: () => undefined });
    const statuses: unknown[] = [];
    for (let index = 0; index < 4; index += 1) statuses.push((await call("a", undefined, "op", { costs }))[0]);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test("need a store that takes them: any other would take another number of calls", () => {
    const consume: LimitStore["consume"] = (_key, windows) => ({
      allowed: true,
      now: 0,
      windows: windows.map((each) => ({ ...each, remaining: 1, resetAt: 0 })),
    });
    const { limiter } = limiterOf(limitsOf({ minute: { quota: 9, window: 60 } }), { limits: { consume } });
    const operation = { id: "op", method: "GET", path: "/", responses: {} };
    expect(() => limiter?.counter({ ...operation, ...{ rateLimit: { costs } } })).toThrow('a call costs 3 of "minute"');
    expect(() => limiter?.counter({ ...operation, ...{ rateLimit: { costs: { minute: 2 }, cost: 2 } } })).not.toThrow();
  });
});

test("a policy that is called like the counter of an operation has a counter of its own, and its own name", async () => {
  const policies: Policies = {
    each: { quota: 2, window: 60, per: "operation" },
    "each @op": { quota: 3, window: 60 },
    "each @op @*": { quota: 4, window: 60 },
  };
  const { admit } = limiterOf(limitsOf(policies, { ietf: true }));
  const { headers } = await admit("a");
  expect(headers[headers.indexOf("RateLimit") + 1]).toMatch(/^"each";r=1;t=\d+, "each @op";r=2;t=\d+, "each @op @\*";r=3;t=\d+$/);
});

describe("a ban", () => {
  const both = limitsOf({ own: { quota: 3, window: 60 }, there: { quota: 4, window: 60, per: "address" } });
  const ban = { rejected: 2, within: 60, for: 600 };

  test("is not for what others at the address have used up", async () => {
    const { call } = limiterOf(both, { ban });
    for (const who of ["a", "b", "c", "d"]) expect((await call(who))[0]).toBe(200);
    for (let index = 0; index < 5; index += 1) expect((await call("e"))[0]).toBe(429);
    expect((await call("e", "192.0.2.2"))[0]).toBe(200);
  });

  test("is for what its caller has used up itself", async () => {
    const { call } = limiterOf(both, { ban });
    const statuses: unknown[] = [];
    for (let index = 0; index < 6; index += 1) statuses.push((await call("a"))[0]);
    expect([...statuses, (await call("a", "192.0.2.2"))[0]]).toEqual([200, 200, 200, 429, 403, 403, 403]);
  });
});

describe("the option `plan`", () => {
  test("is told that it may not return a promise, which is caught", async () => {
    const plan = (() => Promise.reject(new Error("database"))) as unknown as () => string;
    const { admit } = limiterOf(limitsOf({ minute: { quota: 1, window: 60 } }), { plan });
    await expect(admit("a")).rejects.toThrow("`plan` returned a promise");
  });
});

describe("what a call is told of each kind", () => {
  test("a sliding window: when enough has left it, and when all has", async () => {
    const { clock, call } = limiterOf(limitsOf({ minute: { quota: 2, window: 60, sliding: true } }));
    expect(await call("a")).toEqual([200, "2", "1", "60000", undefined]);
    clock.now += 10_300;
    expect(await call("a")).toEqual([200, "2", "0", "60000", undefined]);
    expect(await call("a")).toEqual([429, "2", "0", "60000", "50"]);
    clock.now += 49_699;
    expect(await call("a")).toEqual([429, "2", "0", "10301", "1"]);
    clock.now += 1;
    expect(await call("a")).toEqual([200, "2", "0", "60000", undefined]);
  });

  test("a bucket: what it holds, in whole calls, when it is full at the latest, and when the cost is there", async () => {
    const { clock, call } = limiterOf(limitsOf({ burst: { rate: 0.5, burst: 3 } }));
    expect(await call("a")).toEqual([200, "3", "2", "6000", undefined]);
    clock.now += 1_000;
    expect(await call("a")).toEqual([200, "3", "1", "6000", undefined]);
    expect(await call("a", undefined, "costly", { cost: 3 })).toEqual([429, "3", "1", "6000", "3"]);
  });

  test("a bucket, to who is told that it is one: when it is full", async () => {
    const headers = { limit: "X-Limit", remaining: "X-Remaining", reset: { name: "X-Reset", format: "delta-millis" }, refill: 6 } as const;
    const { clock, call } = limiterOf(limitsOf({ burst: { rate: 0.5, burst: 3 } }, { headers }));
    expect(await call("a")).toEqual([200, "3", "2", "2000", undefined]);
    expect(await call("a", undefined, "costly", { cost: 2 })).toEqual([200, "3", "0", "6000", undefined]);
    clock.now += 1_999;
    expect(await call("a")).toEqual([429, "3", "0", "4001", "1"]);
    expect(await call("a", undefined, "costly", { cost: 3 })).toEqual([429, "3", "0", "4001", "5"]);
    clock.now += 1;
    expect(await call("a")).toEqual([200, "3", "0", "6000", undefined]);
  });

  test("a spacing: a bucket of one, whatever a call costs", async () => {
    const { clock, call } = limiterOf(limitsOf({ gap: { spacing: 2.5 } }));
    expect(await call("a", undefined, "costly", { cost: 7 })).toEqual([200, "1", "0", "2500", undefined]);
    expect(await call("a")).toEqual([429, "1", "0", "2500", "3"]);
    clock.now += 2_500;
    expect(await call("a")).toEqual([200, "1", "0", "2500", undefined]);
  });

  test("a concurrency: what is free, never when, and nothing of it where a window can be told of", async () => {
    const { admit, call } = limiterOf(limitsOf({ calls: { concurrency: 2 } }));
    const first = await admit("a");
    expect(await call("a")).toEqual([200, "2", "0", undefined, undefined]);
    expect(await call("a")).toEqual([429, "2", "0", undefined, "1"]);
    first.release?.();
    expect(await call("a")).toEqual([200, "2", "0", undefined, undefined]);
    const both = limiterOf(limitsOf({ calls: { concurrency: 1 }, minute: { quota: 9, window: 60 } }));
    expect(await both.call("a")).toEqual([200, "9", "8", "60000", undefined]);
    expect(await both.call("a")).toEqual([429, "9", "8", "60000", "1"]);
    expect((await both.admit("a")).refused).toMatchObject({
      policies: ["calls"],
      detail: "The limit is reached (1 under way at once). Try again in 1 s.",
    });
  });

  test.each(["gap first", "gap last"])("a spacing, where a quota can be told of: nothing, %s", async (order) => {
    const [gap, minute]: Policies[] = [{ gap: { spacing: 2.5 } }, { minute: { quota: 9, window: 60 } }];
    const { clock, call } = limiterOf(limitsOf(order === "gap first" ? { ...gap, ...minute } : { ...minute, ...gap }));
    expect(await call("a")).toEqual([200, "9", "8", "60000", undefined]);
    expect(await call("a")).toEqual([429, "9", "8", "60000", "3"]);
    clock.now += 2_500;
    expect(await call("a")).toEqual([200, "9", "7", "57500", undefined]);
    const places = limiterOf(limitsOf({ calls: { concurrency: 2 }, gap: { spacing: 2.5 } }));
    expect(await places.call("a")).toEqual([200, "1", "0", "2500", undefined]);
  });

  test("the figures of each kind, in the sentence of a rejection", async () => {
    const policies: Policies = { one: { rate: 5 / 60, burst: 1 }, two: { quota: 1, window: 60, sliding: true }, three: { spacing: 0.2 } };
    const { admit } = limiterOf(limitsOf(policies));
    await admit("a");
    expect((await admit("a")).refused).toMatchObject({
      detail: "The limit is reached (1 at once, 0.0833333 per second, 1 in 60 s, one every 0.2 s). Try again in 60 s.",
      retryAfter: 60,
      policies: ["one", "two", "three"],
    });
  });

  test("headers of a policy's own tell of that one, and the others of what is nearest to its end", async () => {
    const headers = [
      { policy: "burst", remaining: "X-Burst", fraction: "X-Burst-Used" },
      { limit: "X-Limit", remaining: "X-Remaining" },
      { unit: "tokens", limit: "X-Tokens" },
    ];
    const { admit } = limiterOf(limitsOf({ burst: { rate: 1, burst: 40 }, minute: { quota: 9, window: 60 } }, { headers }));
    expect((await admit("a")).headers).toEqual(["X-Burst", "39", "X-Burst-Used", "1/40", "X-Limit", "9", "X-Remaining", "8"]);
  });

  test("the fields of the IETF, where a window is a whole number of seconds, and calls under way are a unit of their own", async () => {
    const policies: Policies = {
      minute: { quota: 9, window: 60, sliding: true },
      burst: { rate: 2, burst: 10 },
      uneven: { rate: 7, burst: 10 },
      calls: { concurrency: 3 },
    };
    const { admit } = limiterOf(limitsOf(policies, { headers: {}, ietf: true }));
    expect((await admit("a")).headers).toEqual([
      "RateLimit-Policy",
      '"minute";q=9;w=60, "burst";q=10;w=5, "uneven";q=10, "calls";q=3;qu="concurrent-requests"',
      "RateLimit",
      '"minute";r=8;t=60, "burst";r=9;t=5, "uneven";r=9;t=2, "calls";r=2',
    ]);
  });
});

describe("what a policy is counted by", () => {
  test("each operation by itself, and all under the policy's own name", async () => {
    const { call, admit } = limiterOf(limitsOf({ route: { quota: 1, window: 60, per: "operation" }, all: { quota: 3, window: 60 } }));
    expect((await call("a", undefined, "one"))[0]).toBe(200);
    expect((await admit("a", undefined, "one")).refused).toMatchObject({ policies: ["route"] });
    expect((await call("a", undefined, "two"))[0]).toBe(200);
    expect((await call("a", undefined, "three"))[0]).toBe(200);
    expect((await admit("a", undefined, "four")).refused).toMatchObject({ policies: ["all"] });
  });

  test("the address, whoever calls there, together with those that have no credential", async () => {
    const { call, admit } = limiterOf(limitsOf({ key: { quota: 2, window: 60 }, place: { quota: 4, window: 60, per: "address" } }));
    expect([(await call("a"))[0], (await call("a"))[0], (await call("a"))[0]]).toEqual([200, 200, 429]);
    expect([(await call(undefined))[0], (await call("b"))[0]]).toEqual([200, 200]);
    expect((await admit("c")).refused).toMatchObject({ policies: ["place"] });
    // Neither the rejected call of "a" nor that of "c" was counted under either key.
    expect((await call("c", "192.0.2.2"))[2]).toBe("1");
    expect((await call("a", "192.0.2.2"))[0]).toBe(429);
  });

  test("the address is left out where nothing tells it, and that is told once", async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const { call } = limiterOf(limitsOf({ key: { quota: 2, window: 60 }, place: { quota: 1, window: 60, per: "address" } }), {
      address: () => undefined,
    });
    expect([(await call("a"))[0], (await call("a"))[0], (await call("a"))[0]]).toEqual([200, 200, 429]);
    warned.mockRestore();
  });

  test("the address alone, where limits are by address: one key, and fixed windows of any store", async () => {
    const store = memoryLimits({ now: () => 0 });
    const plain: LimitStore = { local: true, consume: (...args) => store.consume(...args) };
    const { call } = limiterOf(limitsOf({ place: { quota: 1, window: 60, per: "address" } }, { key: { address: true } }), {
      limits: store,
    });
    expect([(await call("a"))[0], (await call("b"))[0], (await call("b", "192.0.2.2"))[0]]).toEqual([200, 429, 200]);
    expect(() =>
      limiterOf(limitsOf({ place: { quota: 1, window: 60, per: "address" } }, { key: { address: true } }), { limits: plain }),
    ).not.toThrow();
  });

  test("what a server cannot know beforehand is not counted", async () => {
    const { admit } = limiterOf(
      limitsOf({ tokens: { quota: 1, window: 60, unit: "tokens" }, calls: { quota: 5, window: 60, unit: "requests" } }),
    );
    expect((await admit("a")).headers).toEqual(["X-Limit", "5", "X-Remaining", "4", "X-Reset", "60000"]);
    const only = limiterOf(limitsOf({ tokens: { quota: 1, window: 60, unit: "tokens" } }));
    expect(await only.admit("a")).toEqual({ headers: [] });
  });
});

test("fixed windows under one key are asked for in one step, with the same list each time", () => {
  const memory = memoryLimits({ now: () => 0 });
  const lists = new Set<unknown>();
  const store: LimitStore = {
    local: true,
    consume(key, windows, cost) {
      lists.add(windows);
      return memory.consume(key, windows, cost);
    },
    consumeAll() {
      throw new Error("Nothing needs it");
    },
  };
  const { limiter } = limiterOf(limitsOf({ minute: { quota: 100, window: 60 }, day: { quota: 100, window: 86_400 } }), { limits: store });
  const count = limiter?.counter(undefined);
  const request = { method: "GET", url: "/", headers: {}, signal: new AbortController().signal, raw: {} };
  for (let index = 0; index < 50; index++) expect(count?.(request, callerOf("b"))).not.toBeInstanceOf(Promise);
  expect(lists.size).toBe(1);
});

describe("a store that counts fixed windows only", () => {
  const store: LimitStore = {
    consume: (_key, windows) => ({ allowed: true, now: 0, windows: windows.map((each) => ({ ...each, remaining: 1, resetAt: 0 })) }),
  };

  test.each<[string, Policies, string]>([
    ["a sliding window", { minute: { quota: 1, window: 60, sliding: true } }, 'the policy "minute" is of the kind "sliding"'],
    ["a bucket", { minute: { rate: 1, burst: 60 } }, 'is of the kind "bucket"'],
    ["a spacing", { minute: { spacing: 60 } }, 'is of the kind "spacing"'],
    ["a concurrency", { minute: { concurrency: 60 } }, 'is of the kind "concurrency"'],
    ["addresses besides keys", { one: { quota: 1, window: 60 }, two: { quota: 1, window: 60, per: "address" } }, "counts under one key"],
  ])("is refused when the server is made, of a description with %s", (_, policies, reason) => {
    expect(() => limiterOf(limitsOf(policies), { limits: store })).toThrow(TypeError);
    expect(() => limiterOf(limitsOf(policies), { limits: store })).toThrow(reason);
  });

  test("counts what is per operation, and fails a call for which something else was agreed", async () => {
    const { call, admit } = limiterOf(limitsOf({ minute: { quota: 1, window: 60, per: "operation" } }), { limits: store });
    expect((await call("a"))[0]).toBe(200);
    const agreed = { plan: { policies: { minute: { rate: 1, burst: 1 } } } };
    await expect(admit(callerOf("a", agreed))).rejects.toThrow(TypeError);
  });
});

test.each<[string, Policies[string]]>([
  ["a window of zero", { quota: 1, window: 0 }],
  ["a quota below zero", { quota: -1, window: 1, sliding: true }],
  ["a rate of zero", { rate: 0, burst: 1 }],
  ["a rate without end", { rate: Infinity, burst: 1 }],
  ["a burst of nothing", { rate: 1, burst: NaN }],
  ["a concurrency that is none", { concurrency: NaN }],
  ["a spacing of zero", { spacing: 0 }],
  ["nothing at all", {} as Policies[string]],
])("%s is refused", (_, policy) => {
  const limiter = createLimiter(limitsOf({ odd: policy }), {});
  expect(() => limiter?.counter(undefined)).toThrow(/^The policy "odd" needs /);
});

describe("callers that are exempt", () => {
  test("count in nothing, and their answers say nothing of limits", async () => {
    const seen: unknown[] = [];
    const exempt: Options["exempt"] = (principal, request) => {
      seen.push(principal);
      return principal === undefined && request.url === "/";
    };
    const { admit, call } = limiterOf(limitsOf({ minute: { quota: 1, window: 60 } }), { exempt });
    for (let index = 0; index < 3; index++) expect(await admit(undefined)).toEqual({ headers: [] });
    expect([(await call("a"))[0], (await call("a"))[0]]).toEqual([200, 429]);
    expect(seen).toEqual([undefined, undefined, undefined, {}, {}]);
  });
});

describe("who is told of rejections and bans", () => {
  test("gets the operation, the policies and a hash, and neither slows nor fails a call", async () => {
    const events: unknown[] = [];
    const printed = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { admit } = limiterOf(limitsOf({ minute: { quota: 1, window: 60 } }), {
      ban: { rejected: 2, within: 60, for: 600 },
      onRejected: (event) => {
        events.push(event);
        throw new Error("a fault of the hook");
      },
      onBan: (event) => {
        events.push(event);
        return Promise.reject(new Error("another")) as unknown as undefined;
      },
    });
    const statuses: unknown[] = [];
    for (let index = 0; index < 4; index++) statuses.push((await admit("secret", undefined, "op")).refused?.status);
    expect(statuses).toEqual([undefined, 429, 403, 403]);
    await vi.waitUntil(() => printed.mock.calls.length === 4, { timeout: 20_000 });
    const caller = expect.stringMatching(/^[\w-]{22}$/) as string;
    expect(events).toEqual([
      { operation: "op", reason: "limit", policies: ["minute"], caller, retryAfter: 60 },
      { operation: "op", caller, retryAfter: 600 },
      { operation: "op", reason: "ban", policies: [], caller, retryAfter: 600 },
      { operation: "op", reason: "ban", policies: [], caller, retryAfter: 600 },
    ]);
    expect(new Set(events.map((event) => (event as { caller: string }).caller)).size).toBe(1);
    expect(printed).toHaveBeenCalledTimes(4);
    printed.mockRestore();
  });

  test.each(["one after the other", "at once"])("is told of a ban once, whose calls come %s", async (order) => {
    let bans = 0;
    const memory = memoryLimits({ now: () => 0 });
    const remote: LimitStore = {
      consume: async (...call) => {
        await new Promise((resolve) => setTimeout(resolve, 1));
        return memory.consume(...call);
      },
    };
    const { admit } = limiterOf(limitsOf({ minute: { quota: 0, window: 60 } }), {
      limits: remote,
      timeout: 600_000,
      ban: { rejected: 3, within: 60, for: 600 },
      onBan: () => bans++,
    });
    if (order === "at once") await Promise.all(Array.from({ length: 100 }, () => admit("secret")));
    else for (let call = 0; call < 20; call++) await admit("secret");
    await vi.waitUntil(() => bans > 0, { timeout: 20_000 });
    expect(bans).toBe(1);
  });

  test("is told the same hash by a store that knows hashes only", async () => {
    const seen: string[] = [];
    const memory = memoryLimits({ now: () => 0 });
    const remote: LimitStore = { consume: async (...call) => memory.consume(...call) };
    for (const limits of [memoryLimits({ now: () => 0 }), remote]) {
      const { admit } = limiterOf(limitsOf({ minute: { quota: 0, window: 60 } }), {
        limits,
        onRejected: ({ caller }) => seen.push(caller),
      });
      await admit("secret");
    }
    await vi.waitUntil(() => seen.length === 2, { timeout: 20_000 });
    expect(new Set(seen).size).toBe(1);
  });
});

describe("a client that follows the headers", () => {
  let origins = 0;
  const kinds: Readonly<Record<string, Policies>> = {
    "a fixed window": { minute: { quota: 10, window: 20 } },
    "a sliding window": { minute: { quota: 10, window: 20, sliding: true } },
    "a sliding window and a fixed one": { second: { quota: 4, window: 3 }, minute: { quota: 12, window: 30, sliding: true } },
    "a bucket": { burst: { rate: 0.7, burst: 10 } },
    "a slow bucket": { burst: { rate: 0.11, burst: 4 } },
    "a fast bucket": { burst: { rate: 20, burst: 7 } },
    "a bucket and a sliding window": { burst: { rate: 1, burst: 4 }, minute: { quota: 12, window: 30, sliding: true } },
    "a spacing": { gap: { spacing: 1.3 } },
  };
  const forms: Readonly<Record<string, Partial<RateLimits>>> = {
    "headers of its own": {
      headers: {
        limit: "X-RateLimit-Limit",
        remaining: "X-RateLimit-Remaining",
        reset: { name: "X-RateLimit-Reset", format: "unix-seconds" },
      },
    },
    "the fields of the IETF": { headers: {}, ietf: true },
  };

  // One set of headers tells of one policy at a time: of two, the fields of the IETF tell.
  const told = Object.entries(kinds).flatMap(([kind, policies]) =>
    Object.keys(forms).flatMap((form) => (Object.keys(policies).length === 1 || forms[form]?.ietf === true ? [[kind, form] as const] : [])),
  );

  /** How many of 40 calls are turned away that come in bursts and pauses, by a client that knows nothing but the headers. */
  async function rejections(kind: string, form: string, seed: number): Promise<number> {
    const described = limitsOf(kinds[kind] ?? {}, forms[form] ?? {});
    const clock = fakeClock(Date.UTC(2030, 0, 1) + 345);
    const random = seededRandom(seed);
    const limiter = createLimiter<Principal>(described, { now: () => clock.now(), plan: () => "all" });
    const count = limiter?.counter({ id: "op", method: "GET", path: "/", responses: {} });
    const read = described.ietf === true ? declaredLimitHeaders(described, ietfLimitHeaders) : detectLimitHeaders;
    const { send } = rateLimitTransport({ read }, { maxWait: 36_000_000, onLimit: () => undefined }, clock, random);
    let rejected = 0;
    const fetch = async (): Promise<Response> => {
      await clock.wait(5 + random() * 40);
      const request = { method: "GET", url: "/", headers: {}, signal: new AbortController().signal, raw: {} };
      const admission = await count?.(request, callerOf("a"));
      if (admission?.refused !== undefined) rejected += 1;
      const headers = new Headers({ date: new Date(clock.now()).toUTCString() });
      admission?.headers.forEach((name, index, all) => {
        if (index % 2 === 0) headers.set(name, all[index + 1] ?? "");
      });
      await clock.wait(5 + random() * 40);
      return new Response(null, { status: admission?.refused?.status ?? 200, headers });
    };
    const origin = `https://${(origins += 1)}.kinds.test`;
    const operation = { id: "op", method: "GET", path: "/", responses: {}, security: [] };
    const call = (): OutgoingCall => ({ operation, request: new Request(origin), attachments: [], body: null, options: {} });
    const answers: Promise<Response>[] = [];
    const run = async (): Promise<void> => {
      for (let index = 0; index < 40; index++) {
        answers.push(send(call(), fetch));
        if (index % 7 === 6) await clock.wait(random() * 9_000);
      }
      await Promise.all(answers);
    };
    const done = run();
    await clock.runUntil();
    await done;
    return rejected;
  }

  test.each(told)("is never rejected by %s that is told in %s", async (kind, form) => {
    for (let seed = 0; seed < 25; seed++) expect({ seed, rejected: await rejections(kind, form, seed) }).toEqual({ seed, rejected: 0 });
  });

  test("may send at once as many calls as are left, of any kind, and else waits for what it is told", async () => {
    const example = fc.record({
      policies: fc.oneof(
        fc.record({ quota: fc.integer({ min: 1, max: 90 }), window: fc.constantFrom(0.5, 3, 60) }),
        fc.record({ quota: fc.integer({ min: 1, max: 90 }), window: fc.constantFrom(0.5, 3, 60), sliding: fc.constant(true as const) }),
        fc.record({ rate: fc.double({ min: 0.01, max: 50, noNaN: true }), burst: fc.integer({ min: 1, max: 40 }) }),
        fc.record({ spacing: fc.double({ min: 0.001, max: 30, noNaN: true }) }),
      ),
      format: fc.constantFrom("unix-seconds", "delta-seconds", "delta-millis", "date-time"),
      // How many of those that are left, and how long after.
      rounds: fc.array(fc.record({ share: fc.double({ min: 0, max: 1, noNaN: true }), pause: fc.nat(20_000) }), { maxLength: 25 }),
    });
    await fc.assert(
      fc.asyncProperty(example, async ({ policies, format, rounds }) => {
        const headers = { remaining: "X-Remaining", reset: { name: "X-Reset", format } } as const;
        const { clock, call, admit } = limiterOf(limitsOf({ policy: policies }, { headers }));
        let [left, resetAt] = [1, 0];
        const send = async (): Promise<void> => {
          const [status, , remaining, reset] = await call("a");
          expect(status).toBe(200);
          left = Number(remaining);
          resetAt =
            format === "date-time"
              ? Date.parse(String(reset))
              : format === "unix-seconds"
                ? Number(reset) * 1000
                : clock.now + Number(reset) * (format === "delta-seconds" ? 1000 : 1);
        };
        for (const { share, pause } of rounds) {
          for (let count = Math.ceil(left * share); count > 0; count--) await send();
          if (left === 0) {
            // Who asks too early is told when to come back, and that is not too early.
            const { refused } = await admit("a");
            if (refused === undefined) continue;
            clock.now += (refused.retryAfter ?? 0) * 1000;
            await send();
          }
          clock.now += pause;
          if (clock.now >= resetAt) await send();
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
