import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { LimitStore } from "../../../../../templates/runtime/server/limits/limit-store.js";
import { networkOf } from "../../../../../templates/runtime/server/limits/limit-keys.js";
import { createLimiter } from "../../../../../templates/runtime/server/limits/limiter.js";
import type { AgreedPlan, LimiterOptions } from "../../../../../templates/runtime/server/limits/limiter-options.js";
import { memoryLimits } from "../../../../../templates/runtime/server/limits/memory-limits.js";
import type { OperationLimit, RateLimits } from "../../../../../templates/runtime/shared/rate-limits.js";
import type { Admission, Caller } from "../../../../../templates/runtime/server/route/server-features.js";

const limits: RateLimits = {
  key: { securityScheme: "bearer" },
  plans: {
    pro: { policies: { minute: { quota: 300, window: 60 }, day: { quota: 10_000, window: 86_400 } } },
    free: { policies: { minute: { quota: 6, window: 60 }, day: { quota: 10, window: 86_400 } } },
    enterprise: { custom: true },
  },
  headers: { limit: "X-Limit", remaining: "X-Remaining", reset: { name: "X-Reset", format: "unix-seconds" } },
};

interface Principal {
  readonly plan: string | AgreedPlan | undefined;
  readonly account?: string;
}

type Options = LimiterOptions<Principal> & {
  readonly plan?: (principal: Principal) => string | AgreedPlan | undefined;
  readonly authenticate?: object;
};

/** A limiter on a clock of its own. A call is told as the status it would be answered with, and what the headers say. */
function limiterOf(options: Options = {}, described: RateLimits = limits, rateLimit?: OperationLimit) {
  const clock = { now: 1_000_000 };
  const limiter = createLimiter<Principal>(described, { plan: (principal) => principal.plan, now: () => clock.now, ...options });
  const operation = { id: "op", method: "GET", path: "/", responses: {}, ...(rateLimit && { rateLimit }) };
  const admit = async (caller: Caller | undefined, address?: string): Promise<Admission> => {
    const request = {
      method: "GET",
      url: "/",
      headers: {},
      signal: new AbortController().signal,
      raw: { socket: { remoteAddress: address } },
    };
    const count = limiter?.counter(operation);
    return count === undefined ? { headers: [] } : count(request, caller);
  };
  const call = async (caller: Caller | undefined, address?: string) => {
    const { headers, refused } = await admit(caller, address);
    const said = (name: string): string | undefined => headers[headers.indexOf(name) + 1 || Infinity];
    return { status: refused?.status ?? 200, limit: said("X-Limit"), remaining: said("X-Remaining"), retryAfter: said("Retry-After") };
  };
  const statuses = async (count: number, caller: Caller | undefined, address?: string): Promise<string> => {
    const seen: number[] = [];
    for (let index = 0; index < count; index++) seen.push((await call(caller, address)).status);
    return seen.join(" ").replace(/(\d+)((?: \1)*)/g, (all, status: string) => `${status}x${all.split(" ").length}`);
  };
  return { clock, limiter, admit, call, statuses };
}

const caller = (credential: string | undefined, principal: Principal = { plan: "free" }, scheme = "bearer"): Caller => ({
  principal,
  scheme,
  credential,
});

describe("what a call counts in", () => {
  test("all windows of the caller's plan, and the headers tell of the one that is nearest to its end", async () => {
    const { call, statuses, clock } = limiterOf();
    expect(await call(caller("a"))).toEqual({ status: 200, limit: "6", remaining: "5", retryAfter: undefined });
    expect(await statuses(6, caller("a"))).toBe("200x5 429x1");
    clock.now += 60_000;
    expect(await call(caller("a"))).toMatchObject({ limit: "10", remaining: "3" });
    expect(await statuses(4, caller("a"))).toBe("200x3 429x1");
    expect(await call(caller("a"))).toEqual({ status: 429, limit: "10", remaining: "0", retryAfter: "86340" });
  });

  test("is rejected with the policies that were violated, and when to come back", async () => {
    const { admit, statuses } = limiterOf();
    await statuses(6, caller("a"));
    expect((await admit(caller("a"))).refused).toEqual({
      status: 429,
      code: "rate-limited",
      title: "The rate limit is exceeded",
      detail: "The limit is reached (6 in 60 s). Try again in 60 s.",
      issues: [],
      operation: "op",
      retryAfter: 60,
      policies: ["minute"],
    });
  });

  test("what was agreed with a caller", async () => {
    const agreed = { plan: { policies: { hour: { quota: 3, window: 3600 } } } };
    const { statuses, call } = limiterOf();
    expect(await statuses(4, caller("a", agreed))).toBe("200x3 429x1");
    expect(await call(caller("a", agreed))).toMatchObject({ limit: "3", retryAfter: "3600" });
  });

  test("the default plan, where a caller has none", async () => {
    const { call } = limiterOf({}, { ...limits, defaultPlan: "pro" });
    expect(await call(caller("a", { plan: undefined }))).toMatchObject({ limit: "300", remaining: "299" });
  });

  test("nothing, where there is no default plan either", async () => {
    const { admit } = limiterOf();
    expect(await admit(caller("a", { plan: undefined }))).toEqual({ headers: [] });
  });

  test("the only plan, without being told", async () => {
    const only = { ...limits, plans: { all: { policies: { minute: { quota: 2, window: 60 } } } } };
    const limiter = createLimiter(only, {});
    expect(limiter).toBeDefined();
    expect(await limiterOf({ plan: () => undefined }, only).statuses(3, caller("a"))).toBe("200x2 429x1");
  });

  test("as much as the operation costs", async () => {
    expect(await limiterOf({}, limits, { cost: 3 }).statuses(3, caller("a"))).toBe("200x2 429x1");
  });

  test("only the policies that the operation counts in", async () => {
    expect(await limiterOf({}, limits, { policies: ["day"] }).statuses(12, caller("a"))).toBe("200x10 429x2");
  });

  test("nothing, where the operation is exempt, but it tells of the limits", async () => {
    const { statuses, call } = limiterOf({}, limits, { exempt: true });
    expect(await statuses(100, caller("a"))).toBe("200x100");
    expect(await call(caller("a"))).toMatchObject({ limit: "6", remaining: "6" });
  });
});

describe("whom a call counts for", () => {
  test("each credential for itself, under each scheme", async () => {
    const { statuses } = limiterOf();
    for (const who of [caller("a"), caller("b"), caller("a", { plan: "free" }, "basic"), caller("__proto__"), caller("k".repeat(16_000))])
      expect(await statuses(7, who)).toBe("200x6 429x1");
  });

  test("the account, where several keys belong to one", async () => {
    const { statuses } = limiterOf({ limitKey: ({ account }) => account });
    expect(await statuses(4, caller("a", { plan: "free", account: "1" }))).toBe("200x4");
    expect(await statuses(4, caller("b", { plan: "free", account: "1" }))).toBe("200x2 429x2");
    expect(await statuses(4, caller("1"))).toBe("200x4");
  });

  test("the address, for callers whose credential is not accepted, and the smallest plan is theirs", async () => {
    const { call, statuses } = limiterOf();
    expect(await call(undefined, "192.0.2.1")).toMatchObject({ status: 200, limit: "6", remaining: "5" });
    expect(await statuses(8, undefined, "192.0.2.1")).toBe("200x5 429x3");
    expect(await statuses(1, undefined, "192.0.2.2")).toBe("200x1");
    expect(await statuses(6, caller("a"), "192.0.2.1")).toBe("200x6");
  });

  test("nobody, where nothing tells callers apart, who are told their limits all the same", async () => {
    const { call, statuses } = limiterOf();
    expect(await statuses(100, undefined)).toBe("200x100");
    expect(await call(undefined)).toEqual({ status: 200, limit: "6", remaining: "6", retryAfter: undefined });
  });

  test("the address that the option says", async () => {
    const { statuses } = limiterOf({ address: () => "203.0.113.9" });
    expect(await statuses(4, undefined, "192.0.2.1")).toBe("200x4");
    expect(await statuses(4, undefined, "192.0.2.2")).toBe("200x2 429x2");
  });

  test("as many strangers as the option says, or all of them", async () => {
    const { statuses } = limiterOf({ strangers: { burst: { quota: 2, window: 10 } } });
    expect(await statuses(3, undefined, "192.0.2.1")).toBe("200x2 429x1");
    expect(await limiterOf({ strangers: false }).admit(undefined, "192.0.2.1")).toEqual({ headers: [] });
  });

  test("the address, where the description says so, and an error where there is none", async () => {
    const byAddress: RateLimits = { ...limits, key: { address: true } };
    const { statuses, admit } = limiterOf({}, byAddress);
    expect(await statuses(4, caller("a"), "192.0.2.1")).toBe("200x4");
    expect(await statuses(4, caller("b"), "192.0.2.1")).toBe("200x2 429x2");
    await expect(admit(caller("a"))).rejects.toThrow("give the server the option `address`");
  });

  test("whatever credential was accepted, where the description says nothing of it, and the address of callers without one", async () => {
    const unsaid: RateLimits = { ...limits, key: { credential: true } };
    const { statuses } = limiterOf({ authenticate: {} }, unsaid);
    for (const who of [caller("a"), caller("b"), caller("a", { plan: "free" }, "basic"), undefined])
      expect(await statuses(7, who, "192.0.2.1")).toBe("200x6 429x1");
    expect(await statuses(1, undefined, "192.0.2.2")).toBe("200x1");
    expect(await statuses(8, undefined)).toBe("200x8");
  });

  test("the address, where there is no credential to count by, and an error where there is none of these either", async () => {
    const { statuses, admit } = limiterOf({}, { ...limits, key: { credential: true } });
    expect(await statuses(7, undefined, "192.0.2.1")).toBe("200x6 429x1");
    await expect(admit(undefined)).rejects.toThrow("give the server the option `address`");
  });

  test.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:2:ffff::1", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["::", "0:0:0:0::/64"],
    ["64:ff9b::192.0.2.1", "64:ff9b:0:0::/64"],
    ["::ffff:c000:201", "192.0.2.1"],
    ["0:0:0:0:0:FFFF:c000:0201", "192.0.2.1"],
    ["0:0:0:0:0:ffff:192.0.2.1", "192.0.2.1"],
    ["::ffff:cb00:7105", "203.0.113.5"],
    ["192.0.2.1:4711", "192.0.2.1"],
    ["[2001:db8:1:2::3]:443", "2001:db8:1:2::/64"],
    ["[2001:db8:1:2::3]", "2001:db8:1:2::/64"],
    ["[fe80::1%eth0]:443", "fe80:0:0:0::/64"],
    ["[::ffff:192.0.2.1]:443", "192.0.2.1"],
    ["2001:db8:1:2:0:ffff:c000:201", "2001:db8:1:2::/64"],
    ["::ffff:0:c000:201", "0:0:0:0::/64"],
    ["_hidden:4711", "_hidden:4711"],
    ["unknown", "unknown"],
    ["", ""],
    ["__proto__", "__proto__"],
  ])("the network of the address %j is %j", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe("what a store is told", () => {
  /** A store that is not in this process, and remembers which keys it was asked for. */
  const remote = () => {
    const keys: string[] = [];
    const memory = memoryLimits();
    const store: LimitStore = {
      async consume(...call) {
        keys.push(call[0]);
        return memory.consume(...call);
      },
    };
    return { keys, store };
  };

  test("no credential, account or address, but fingerprints that are always the same", async () => {
    const { keys, store } = remote();
    const { statuses } = limiterOf({ limits: store, limitKey: ({ account }) => account });
    expect(await statuses(7, caller("secret"))).toBe("200x6 429x1");
    await statuses(1, caller("\u00e9".repeat(10_000)));
    await statuses(1, caller("a", { plan: "free", account: "4711" }));
    await statuses(1, undefined, "192.0.2.1");
    const kinds = [...new Set(keys)];
    expect(kinds).toHaveLength(4);
    for (const key of kinds) expect(key).toMatch(/^[\w-]{22}$/);
    expect(kinds[0]).toBe(createHash("sha256").update("bearer secret").digest().subarray(0, 16).toString("base64url"));
  });

  test("is asked at once by calls that come together, and allows no more for it", async () => {
    const { store } = remote();
    const { admit } = limiterOf({ limits: store });
    const answers = await Promise.all(Array.from({ length: 500 }, () => admit(caller("new"))));
    expect(answers.filter(({ refused }) => refused === undefined)).toHaveLength(6);
  });

  test("makes nobody wait when it is in memory", () => {
    const { limiter } = limiterOf();
    const request = { method: "GET", url: "/", headers: {}, signal: new AbortController().signal, raw: {} };
    expect(limiter?.counter(undefined)(request, caller("a"))).not.toBeInstanceOf(Promise);
  });

  test("may throw or reject, and calls are counted in this process then", async () => {
    const told: unknown[] = [];
    const onStore = (event: unknown): number => told.push(event);
    const rejecting: LimitStore = { consume: () => Promise.reject(new Error("away")) };
    expect(await limiterOf({ limits: rejecting, onStore }).statuses(7, caller("a"))).toBe("200x6 429x1");
    expect(await limiterOf({ limits: rejecting, onStore, instances: 3 }).statuses(7, caller("a"))).toBe("200x2 429x5");
    expect(await limiterOf({ limits: rejecting, onStore, onStoreError: "open" }).statuses(50, caller("a"))).toBe("200x50");
    expect(told.length).toBeGreaterThan(0);
    await expect(limiterOf({ limits: rejecting, onStore, onStoreError: "closed" }).admit(caller("a"))).rejects.toMatchObject({
      code: "unavailable",
    });
  });
});

describe("a ban", () => {
  const ban = { rejected: 3, within: 60, for: 600 };

  test("comes with the last of so many rejections, holds for its time, and is over then", async () => {
    const { statuses, call, clock } = limiterOf({ ban });
    expect(await statuses(10, caller("a"))).toBe("200x6 429x2 403x2");
    expect(await call(caller("a"))).toEqual({ status: 403, limit: "6", remaining: "0", retryAfter: "600" });
    expect(await statuses(1, caller("b"))).toBe("200x1");
    clock.now += 599_000;
    expect(await call(caller("a"))).toMatchObject({ status: 403, remaining: "4", limit: "10", retryAfter: "1" });
    clock.now += 1_000;
    expect(await statuses(4, caller("a"))).toBe("200x4");
  });

  test("tells a moment at which the limit has room, too, where that is later than its end", async () => {
    const { statuses, call, clock } = limiterOf({
      ban: { ...ban, for: 5 },
      plan: () => ({ policies: { minute: { quota: 2, window: 60 } } }),
    });
    expect(await statuses(5, caller("a"))).toBe("200x2 429x2 403x1");
    expect(await call(caller("a"))).toMatchObject({ status: 403, retryAfter: "60" });
    clock.now += 3_000;
    expect(await call(caller("a"))).toMatchObject({ status: 403, retryAfter: "57" });
    clock.now += 57_000;
    expect(await statuses(1, caller("a"))).toBe("200x1");
  });

  test("is not for those who are rejected now and then", async () => {
    const { statuses, clock } = limiterOf({ ban, plan: () => ({ policies: { minute: { quota: 6, window: 60 } } }) });
    for (let minute = 0; minute < 5; minute++) {
      expect(await statuses(8, caller("a"))).toBe("200x6 429x2");
      clock.now += 60_000;
    }
  });

  test("is kept in the store, so that it holds for every instance", async () => {
    const store = memoryLimits({ now: () => 1_000_000 });
    await limiterOf({ ban, limits: store }).statuses(9, caller("a"));
    expect(await limiterOf({ ban, limits: store }).statuses(1, caller("a"))).toBe("403x1");
  });

  test("keeps nobody from what is exempt", async () => {
    const store = memoryLimits({ now: () => 1_000_000 });
    await limiterOf({ ban, limits: store }).statuses(9, caller("a"));
    expect(await limiterOf({ ban, limits: store }, limits, { exempt: true }).statuses(1, caller("a"))).toBe("200x1");
  });

  test.each([{ rejected: 0 }, { within: 0 }, { for: NaN }])("needs figures: %j", (wrong) => {
    expect(() => limiterOf({ ban: { ...ban, ...wrong } })).toThrow("`ban` needs");
  });
});

describe("a limiter that is told too little", () => {
  test("says at once that it needs to know the plans of callers", () => {
    expect(() => createLimiter(limits, {})).toThrow("`plan` is missing");
    expect(() => createLimiter({ ...limits, key: { credential: true } }, { authenticate: {} })).toThrow("`plan` is missing");
    expect(() => createLimiter({ ...limits, key: { credential: true } }, {})).not.toThrow();
  });

  test.each([
    ["enterprise", "has no figures: return `{ policies }`"],
    ["Free", "is not described"],
    ["__proto__", "is not described"],
  ])("fails on a caller whose plan is said to be %j", async (plan, reason) => {
    await expect(limiterOf().admit(caller("a", { plan }))).rejects.toThrow(reason);
  });

  test.each([
    { quota: NaN, window: 60 },
    { quota: -1, window: 60 },
    { quota: 1, window: 0 },
  ])("fails on the figures %j", async (figures) => {
    await expect(limiterOf().admit(caller("a", { plan: { policies: { minute: figures } } }))).rejects.toThrow('The policy "minute" needs');
  });

  test("is none at all with `limits: false`", () => {
    expect(createLimiter(limits, { limits: false })).toBeUndefined();
  });
});
