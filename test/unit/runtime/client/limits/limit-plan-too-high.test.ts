import { describe, expect, it } from "vitest";
import type { OutgoingCall } from "../../../../../templates/runtime/client/call/client.js";
import { detectLimitHeaders } from "../../../../../templates/runtime/client/limits/detect-limit-headers.js";
import { slidingWindow } from "../../../../../templates/runtime/client/limits/policies/sliding-window.js";
import { rateLimitTransport } from "../../../../../templates/runtime/client/limits/rate-limit-transport.js";
import { fakeClock } from "../../../../support/fake-clock.js";
import { seededRandom } from "../../../../support/simulated-service.js";

/** How the service counts: windows that begin with a request, those of the clock, or the last so many seconds. */
type Counting = "fixed" | "aligned" | "sliding";

const window = 30_000;

function counter(counting: Counting): (now: number, limit: number) => number {
  let used: number[] = [];
  let resetAt = 0;
  return (now, limit) => {
    if (counting === "sliding") used = used.filter((moment) => moment > now - window);
    else if (now >= resetAt) {
      used = [];
      resetAt = counting === "fixed" ? now + window : (Math.floor(now / window) + 1) * window;
    }
    if (used.length < limit) {
      used.push(now);
      return 0;
    }
    return (counting === "sliding" ? (used[used.length - limit] ?? now) + window : resetAt) - now;
  };
}

interface Service {
  readonly counting: Counting;
  /** What the plan says, and what is so, from the start on. */
  readonly planned: number;
  readonly limitAt: (ms: number) => number;
  readonly handler: readonly [number, number];
  readonly calls: number;
  /** Milliseconds between two calls. */
  readonly distance?: number;
  readonly taken?: number;
}

let origins = 0;

/** Gives how often the service has turned a call away, and after how many windows all were answered. It tells no more than when to come back. */
async function play({ counting, planned, limitAt, handler: [least, most], calls, distance = 0, taken = 0 }: Service) {
  const start = Date.UTC(2030, 0, 1) + 345;
  const clock = fakeClock(start);
  const random = seededRandom(most + calls);
  const count = counter(counting);
  const mismatches: unknown[] = [];
  const { send } = rateLimitTransport(
    { read: detectLimitHeaders, policies: [slidingWindow], limits: { key: { credential: true }, plans: {} } },
    {
      maxWait: 360_000_000,
      onLimit: ({ kind, policy }) => {
        if (kind === "plan-mismatch") mismatches.push(policy);
      },
      plan: { policies: { each: { quota: planned, window: window / 1000 } } },
    },
    clock,
    random,
  );
  for (let i = 0; i < taken; i += 1) count(start - 5000, planned);
  const origin = `https://${(origins += 1)}.plan.test`;
  let rejected = 0;
  let last = 0;
  const fetch = async (): Promise<Response> => {
    await clock.wait(20 + 20 * random());
    const wait = count(clock.now(), limitAt(clock.now() - start));
    if (wait === 0) await clock.wait(least + (most - least) * random());
    else rejected += 1;
    if (wait === 0) last = clock.now();
    await clock.wait(20);
    return new Response("{}", {
      status: wait === 0 ? 200 : 429,
      headers: wait === 0 ? {} : { "Retry-After": `${Math.ceil(wait / 1000)}` },
    });
  };
  const operation = { id: "listPets", method: "GET", path: "/pets", responses: {}, security: [] };
  const depart = async (index: number): Promise<Response> => {
    if (distance > 0) await clock.wait(index * distance);
    const outgoing: OutgoingCall = { operation, request: new Request(`${origin}/pets`), attachments: [], body: null, options: {} };
    return send(outgoing, fetch);
  };
  const answers = Promise.all(Array.from({ length: calls }, (_, index) => depart(index)));
  await clock.runUntil();
  const ok = (await answers).filter(({ status }) => status === 200).length;
  return { rejected, ok, windows: (last - start) / window, mismatches };
}

const countings = ["fixed", "aligned", "sliding"] as const;
const handlers = [
  [60, 60],
  [0, 6000],
] as const;
const cases = countings.flatMap((counting) => handlers.map((handler) => ({ counting, handler })));

describe.each(cases)("a service that tells but when to come back, with $counting windows and answers after $handler ms", (habits) => {
  it.each([
    [60, 20],
    [60, 55],
    [10, 3],
  ])("turns few away beyond the first burst where the plan has %i and there are %i", async (planned, real) => {
    const calls = real * 30;
    const { rejected, ok, windows, mismatches } = await play({ ...habits, planned, limitAt: () => real, calls });
    expect(ok).toBe(calls);
    expect(mismatches).toEqual(["each"]);
    // One more is tried after fifty calls that were taken.
    expect(rejected - (planned - real)).toBeLessThanOrEqual(calls / 50 + 8);
    expect(windows).toBeLessThan(31);
  });

  it("turns few away that come one after the other", async () => {
    const { rejected, ok, windows } = await play({ ...habits, planned: 60, limitAt: () => 20, calls: 600, distance: 600 });
    expect(ok).toBe(600);
    expect(rejected).toBeLessThanOrEqual(20);
    expect(windows).toBeLessThan(32.5);
  });

  it("turns none away where the plan is right", async () => {
    for (const distance of [0, 300]) {
      const { rejected, ok, windows, mismatches } = await play({ ...habits, planned: 60, limitAt: () => 60, calls: 1200, distance });
      expect([rejected, ok, mismatches]).toEqual([0, 1200, []]);
      expect(windows).toBeLessThan(21);
    }
  });

  it("turns none away after the first burst, where another program had used most of it", async () => {
    const { rejected, ok, windows } = await play({ ...habits, planned: 60, limitAt: () => 60, calls: 1200, taken: 50 });
    expect(ok).toBe(1200);
    expect(rejected).toBeLessThanOrEqual(50);
    expect(windows).toBeLessThan(22);
  });
});

it("follows a limit that falls, and one that comes back", async () => {
  const usual = { counting: "fixed", planned: 60, handler: [60, 60] } as const;
  const falling = await play({ ...usual, limitAt: (ms) => (ms < 300_000 ? 60 : 20), calls: 2000 });
  expect(falling.ok).toBe(2000);
  expect(falling.rejected).toBeLessThan(80);
  // Ten windows of 60, and 70 of 20.
  expect(falling.windows).toBeLessThan(81);
  const rising = await play({ ...usual, limitAt: (ms) => (ms < 300_000 ? 20 : 60), calls: 2000 });
  expect(rising.ok).toBe(2000);
  expect(rising.rejected).toBeLessThan(60);
  // Ten windows of 20, and 30 of 60; some more until it is known.
  expect(rising.windows).toBeLessThan(46);
});
