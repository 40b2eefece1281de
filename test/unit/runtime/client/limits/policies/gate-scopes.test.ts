import { beforeEach, describe, expect, it } from "vitest";
import type { Gate, GateCall, Permit } from "../../../../../../templates/runtime/client/limits/gate.js";
import { gateScopes, type ScopedGate } from "../../../../../../templates/runtime/client/limits/gate-scopes.js";
import type { LimitReading } from "../../../../../../templates/runtime/client/limits/limit-header-types.js";
import { concurrency } from "../../../../../../templates/runtime/client/limits/policies/concurrency.js";
import { slidingWindow } from "../../../../../../templates/runtime/client/limits/policies/sliding-window.js";
import { spacing } from "../../../../../../templates/runtime/client/limits/policies/spacing.js";
import type { Policies, RateLimits } from "../../../../../../templates/runtime/shared/rate-limits.js";
import { fakeClock, settled, type FakeClock } from "../../../../../support/fake-clock.js";

let clock: FakeClock;
let origins = 0;
let of: (operation: string, key?: string, resource?: string) => ScopedGate;

const usual: GateCall = { cost: 1, exempt: false, priority: "interactive", maxWait: Infinity };
const nothing: LimitReading = { policies: [] };

/** The gates of a client whose description says so. */
function newScopes(plan: Policies, limits: Partial<RateLimits> = {}, maxConcurrency?: number): void {
  const whole: RateLimits = { key: { credential: true }, plans: {}, ...limits };
  const origin = `https://${(origins += 1)}.scopes.test`;
  const scopes = gateScopes(whole, { clock, random: () => 0, plan, kinds: [slidingWindow, concurrency, spacing], maxConcurrency });
  of = (operation, key = "one", resource = "1") =>
    scopes(origin, key, {
      operation: { id: operation, method: "GET", path: "/channels/{id}/messages", responses: {} },
      request: new Request(`${origin}/v1/channels/${resource}/messages?page=2`),
      attachments: [],
      body: null,
      options: {},
    });
}

interface Asking {
  permit?: Permit;
  error?: Error;
}

async function ask({ gate }: ScopedGate, count = 1, call: Partial<GateCall> = {}): Promise<Asking[]> {
  const askings = Array.from({ length: count }, () => {
    const asking: Asking = {};
    Promise.resolve(gate.enter({ ...usual, ...call })).then(
      (permit) => (asking.permit = permit),
      (error: unknown) => (asking.error = error as Error),
    );
    return asking;
  });
  await pass(0);
  return askings;
}

const sent = (askings: readonly Asking[]): number => askings.filter(({ permit }) => permit !== undefined).length;
async function pass(ms: number): Promise<void> {
  await settled();
  await clock.runUntil(clock.now() + ms);
}

const left = (gate: Gate): Record<string, number> =>
  Object.fromEntries(gate.state().policies.map(({ name, remaining }) => [String(name), remaining]));

beforeEach(() => {
  clock = fakeClock();
});

it("has no more calls of a credential under way than its caller says, whichever operations they are of", async () => {
  newScopes({ each: { quota: 100, window: 60, per: "operation" } }, {}, 3);
  const [first] = await ask(of("one"));
  first?.permit?.answered(200, nothing);
  expect(sent([...(await ask(of("one"), 5)), ...(await ask(of("two"), 5))])).toBe(3);
  expect(sent(await ask(of("one", "another")))).toBe(1);
});

it("takes no name of a service's for a member that every object has", async () => {
  newScopes({ each: { quota: 5, window: 60, per: "operation" }, all: { quota: 9, window: 60 } });
  const [first] = await ask(of("one"));
  first?.permit?.answered(200, { policies: [{ name: "toString", limit: 3, remaining: 0, resetIn: 60_000 }] });
  expect(Object.keys(left(of("one").gate))).toContain("toString");
});

describe("limits of several counters", () => {
  const plan: Policies = {
    own: { quota: 2, window: 10, sliding: true, per: "operation" },
    all: { quota: 3, window: 10, sliding: true },
    place: { quota: 4, window: 10, sliding: true, per: "address" },
  };

  it("are each operation's, each key's and the address's", async () => {
    newScopes(plan);
    expect(sent(await ask(of("list"), 5))).toBe(2);
    expect(sent(await ask(of("find"), 5))).toBe(1);
    expect(sent(await ask(of("list", "two"), 5))).toBe(1);
    await pass(10);
    // A call that waits for the key's takes nothing of its operation's.
    expect(left(of("find").gate)).toEqual({ own: 1, all: 0, place: 0 });
  });

  it("let all go in the end, and none sooner than each allows", async () => {
    newScopes(plan);
    const askings = [...(await ask(of("list"), 6)), ...(await ask(of("find"), 6)), ...(await ask(of("list", "two"), 6))];
    for (let window = 1; window <= 6; window += 1) {
      expect(sent(askings)).toBeLessThanOrEqual(window * 4);
      for (const { permit } of askings) permit?.answered(200, nothing);
      await pass(10_300);
    }
    expect(sent(askings)).toBe(18);
    expect(of("list").gate.state()).toMatchObject({ waiting: 0, inFlight: 0 });
  });

  it("keep nothing of a call that was given up while it waited for one of them", async () => {
    newScopes({ ...plan, all: { quota: 1, window: 60, sliding: true } });
    await ask(of("find"));
    const controller = new AbortController();
    const [first] = await ask(of("list"), 1, { signal: controller.signal });
    const [second] = await ask(of("list"), 1, { maxWait: 100 });
    controller.abort(new Error("given up"));
    await pass(1000);
    expect([first?.error?.message, second?.error?.name]).toEqual(["given up", "RateLimitError"]);
    expect(left(of("list").gate)).toEqual({ own: 2, all: 0, place: 3 });
    expect(of("list").gate.state()).toMatchObject({ waiting: 0, inFlight: 1 });
    expect(clock.timers).toBe(0);
  });

  it("hold a call back that one of them closes for while it waits for another", async () => {
    newScopes({ own: { quota: 5, window: 10, sliding: true, per: "operation" }, all: { quota: 2, window: 10, sliding: true } });
    const [first] = await ask(of("list"));
    await ask(of("find"));
    const [waiting] = await ask(of("list"));
    await pass(5000);
    // Its operation is shut for longer than the key has no room.
    first?.permit?.answered(429, { policies: [{ name: "own", remaining: 0 }], retryIn: 30_000 });
    await pass(29_000);
    expect(sent([waiting ?? {}])).toBe(0);
    await pass(2000);
    expect(sent([waiting ?? {}])).toBe(1);
  });

  it("are the client's in one state: of the one that holds back most, and all their policies", async () => {
    newScopes(plan);
    const [first] = await ask(of("list"));
    first?.permit?.answered(429, { policies: [{ name: "all", remaining: 0 }], retryIn: 5000 });
    const { state, policies, retryAt } = of("list").gate.state();
    expect([state, policies.map(({ name }) => name)]).toEqual(["closed", ["own", "all", "place"]]);
    expect(retryAt?.getTime()).toBe(clock.now() + 5000);
    expect(of("find").gate.state().state).toBe("closed");
    expect(of("list", "two").gate.state().state).not.toBe("closed");
  });

  it("are opened all where a caller says so", async () => {
    newScopes(plan);
    for (const [status, retryIn] of [
      [429, 1],
      [403, 3_600_000],
    ] as const) {
      const [asking] = await ask(of("list"), 1, { forbids: false });
      await pass(2000);
      asking?.permit?.answered(status, { policies: [], ...(status === 429 ? { retryIn } : { retryIn, isRejection: true }) });
      await pass(2000);
    }
    const [waiting] = await ask(of("list"));
    expect(sent([waiting ?? {}])).toBe(0);
    of("list").gate.resume();
    await pass(3_600_000);
    expect(sent([waiting ?? {}])).toBe(1);
  });
});

describe("a rejection with a header for those of all calls", () => {
  const limits: Partial<RateLimits> = { globalHeader: "X-Global", headers: { remaining: "X-Left" } };

  it.each([
    [{ policies: [{ limit: 5, remaining: 0 }] }, ["closed", "open"]],
    [{ policies: [{ limit: 5, remaining: 0 }], isGlobal: true }, ["closed", "closed"]],
    // None of the service's headers: it is of what stands before it.
    [{ policies: [] }, ["closed", "closed"]],
  ] as const)("shuts the operation, or every one of the credential: %j", async (told, expected) => {
    newScopes({}, limits);
    for (const operation of ["list", "find"]) (await ask(of(operation)))[0]?.permit?.answered(200, nothing);
    const [rejected] = await ask(of("list"));
    rejected?.permit?.answered(429, { ...told, retryIn: 1000 });
    expect(["list", "find"].map((operation) => of(operation).gate.state().state)).toEqual(expected);
    expect(of("list", "two").gate.state().state).toBe("cold");
  });
});

it("a rejection of a service that has a header for those of all calls, and no other, shuts the operation where that is missing", async () => {
  newScopes({}, { globalHeader: "X-Global" });
  for (const operation of ["list", "find"]) (await ask(of(operation)))[0]?.permit?.answered(200, nothing);
  const [rejected] = await ask(of("list"));
  rejected?.permit?.answered(429, { policies: [], retryIn: 1000 });
  expect(["list", "find"].map((operation) => of(operation).gate.state().state)).toEqual(["closed", "open"]);
});

describe("a bucket that a header names", () => {
  const limits: Partial<RateLimits> = { globalHeader: "X-Global", headers: { remaining: "X-Left", bucket: "X-Bucket" } };
  const spent: LimitReading = { policies: [{ bucket: "abc", limit: 5, remaining: 0, resetIn: 4000 }] };

  it("is one counter for the operations that are in it", async () => {
    newScopes({}, limits);
    for (const operation of ["list", "find"]) (await ask(of(operation)))[0]?.permit?.answered(200, { policies: [{ bucket: "abc" }] });
    (await ask(of("list")))[0]?.permit?.answered(200, spent);
    const found = await ask(of("find"));
    expect(sent(found)).toBe(0);
    expect(sent(await ask(of("find", "two")))).toBe(1);
    await pass(4000);
    expect(sent(found)).toBe(1);
  });

  it.each([undefined, "abc"])("is another one for what a path begins with, of the name %s", async (bucket) => {
    newScopes({}, limits);
    for (const resource of ["1", "2"]) {
      const [asking] = await ask(of("list", "one", resource));
      asking?.permit?.answered(200, { policies: [{ bucket, limit: 5, remaining: resource === "1" ? 0 : 4, resetIn: 4000 }] });
    }
    expect(sent(await ask(of("list", "one", "1")))).toBe(0);
    expect(sent(await ask(of("list", "one", "2")))).toBe(1);
  });

  it("is the one that its name says, where no header tells of limits of all", async () => {
    newScopes({ each: { quota: 5, window: 5, per: "operation" } }, { headers: { remaining: "X-Left", bucket: "X-Bucket" } });
    for (const resource of ["1", "2"])
      (await ask(of("list", "one", resource)))[0]?.permit?.answered(200, { policies: [{ bucket: "abc" }] });
    (await ask(of("list", "one", "1")))[0]?.permit?.answered(200, spent);
    expect(sent(await ask(of("list", "one", "2")))).toBe(0);
  });

  it("has the calls that waited elsewhere before it was known", async () => {
    newScopes({}, limits);
    let waiting = [await ask(of("list"), 20), await ask(of("find"), 20)].flat();
    const counts: number[] = [];
    for (let moment = 0; waiting.length > 0 && moment < 60_000; moment += 20) {
      const window = Math.floor(moment / 4000);
      for (const { permit } of waiting.filter((asking) => asking.permit !== undefined)) {
        const used = (counts[window] = (counts[window] ?? 0) + 1);
        const reading: LimitReading = {
          policies: [{ bucket: "abc", limit: 5, remaining: Math.max(0, 5 - used), resetIn: 4000 - (moment % 4000) }],
        };
        permit?.answered(used > 5 ? 429 : 200, used > 5 ? { ...reading, retryIn: 4000 - (moment % 4000) } : reading);
      }
      waiting = waiting.filter(({ permit }) => permit === undefined);
      await pass(20);
    }
    expect(waiting).toEqual([]);
    // One too many in the first window: the first answers were to two counters.
    expect(counts.map((count) => Math.max(5, count))).toEqual([6, ...counts.slice(1).map(() => 5)]);
  });

  it("is remembered of the thousand that were used last", async () => {
    newScopes({}, limits);
    const tell = async (operation: string, reading: LimitReading): Promise<void> => {
      (await ask(of(operation)))[0]?.permit?.answered(200, reading);
    };
    for (const operation of ["list", "find"]) await tell(operation, { policies: [{ bucket: "abc" }] });
    for (let other = 0; other < 1500; other += 1) {
      await tell(`other ${other}`, { policies: [{ bucket: `${other}` }] });
      if (other === 900) for (const operation of ["list", "find"]) await tell(operation, { policies: [{ bucket: "abc" }] });
    }
    await tell("list", spent);
    expect(sent(await ask(of("find")))).toBe(0);
  });
});
