/** Services whose answers overtake each other, come long after their window, or never; of windows of which not all is told. */
import { describe, expect, it } from "vitest";
import type { OutgoingCall } from "../../../../../templates/runtime/client/call/client.js";
import { declaredLimitHeaders } from "../../../../../templates/runtime/client/limits/declared-limit-headers.js";
import { detectLimitHeaders } from "../../../../../templates/runtime/client/limits/detect-limit-headers.js";
import { slidingWindow } from "../../../../../templates/runtime/client/limits/policies/sliding-window.js";
import { rateLimitTransport, type LimitDescription } from "../../../../../templates/runtime/client/limits/rate-limit-transport.js";
import type { Policies, RateLimits } from "../../../../../templates/runtime/shared/rate-limits.js";
import { fakeClock } from "../../../../support/fake-clock.js";
import { seededRandom } from "../../../../support/simulated-service.js";

/** What is told of a window when a request comes in. `resetAt`: milliseconds since the epoch. */
type Tell = (limit: number, remaining: number, resetAt: number, now: number) => Readonly<Record<string, string>>;

interface Habits {
  readonly quota: number;
  /** Milliseconds. */
  readonly window: number;
  readonly calls: number;
  readonly tell: Tell;
  /** Milliseconds that a handler takes. */
  readonly handler?: (call: number) => number;
  /** Milliseconds that a request or an answer is under way, at least and at most. */
  readonly latency?: readonly [number, number];
}

let origins = 0;

/** So many calls at once. Gives how often one was turned away, how many were answered in the end, and the seconds until the last of them came. */
async function burst(description: LimitDescription, habits: Habits) {
  const { quota, window, calls, tell, handler = () => 0, latency: [least, most] = [20, 60] } = habits;
  const clock = fakeClock(Date.UTC(2030, 0, 1) + 345);
  const random = seededRandom(quota + window);
  const options = { maxWait: 36_000_000, retries: 20, onLimit: () => undefined };
  const { send } = rateLimitTransport(description, options, clock, random);
  const origin = `https://${(origins += 1)}.overtaking.test`;
  let [rejected, answered, used, resetAt, last] = [0, 0, 0, 0, 0];
  const start = clock.now();
  const fetch = async (call: number): Promise<Response> => {
    await clock.wait(least + (most - least) * random());
    const now = clock.now();
    if (now >= resetAt) [used, resetAt] = [0, now + window];
    const isTaken = used < quota;
    if (isTaken) [used, last] = [used + 1, now];
    else rejected += 1;
    const headers = { date: new Date(now).toUTCString(), ...tell(quota, quota - used, resetAt, now) };
    if (isTaken) await clock.wait(handler(call));
    await clock.wait(least + (most - least) * random());
    return new Response(null, { status: isTaken ? 204 : 429, headers });
  };
  for (let call = 0; call < calls; call += 1) {
    const request = new Request(`${origin}/${call}`);
    const operation = { id: "list", method: "GET", path: "/list", responses: { "204": [] }, security: [] } as const;
    const outgoing: OutgoingCall = { operation, request, attachments: [], body: undefined, options: {} };
    void send(outgoing, () => fetch(call)).then(() => (answered += 1));
  }
  await clock.runUntil(start + 3_600_000);
  return { rejected, answered, seconds: Math.round((last - start) / 1000) };
}

const headers = {
  limit: "X-Limit",
  remaining: "X-Left",
  reset: { name: "X-Reset", format: "unix-seconds" },
} as const;
const described = (policies: Policies, told: RateLimits["headers"]): LimitDescription => {
  const limits: RateLimits = {
    key: { credential: true },
    plans: { free: { policies } },
    defaultPlan: "free",
    ...(told !== undefined && { headers: told }),
  };
  return { read: told === undefined ? detectLimitHeaders : declaredLimitHeaders(limits), limits };
};

const withReset: Tell = (limit, remaining, resetAt) => ({
  "X-Limit": `${limit}`,
  "X-Left": `${remaining}`,
  "X-Reset": `${Math.ceil(resetAt / 1000)}`,
});
const withoutReset: Tell = (limit, remaining) => ({ "X-Limit": `${limit}`, "X-Left": `${remaining}` });
const usual = (tell: Tell) => (limit: number, remaining: number, resetAt: number, now: number) => {
  const told = tell(limit, remaining, resetAt, now);
  return Object.fromEntries(
    Object.entries(told).map(([name, value]) => [name.replace("X-", "X-RateLimit-").replace("Left", "Remaining"), value]),
  );
};

const five = { quota: 50, window: 5000, calls: 250 };
const minute = { quota: 60, window: 60_000, calls: 150 };
const fivePlan = { w: { quota: 50, window: 5 } };
const minutePlan = { w: { quota: 60, window: 60 } };

describe("where answers overtake each other, and say what is left and not until when", () => {
  it.each<[string, LimitDescription, Habits, number]>([
    ["headers that are declared", described(fivePlan, { limit: "X-Limit", remaining: "X-Left" }), { ...five, tell: withoutReset }, 25],
    [
      "a reset that makes no sense",
      described(fivePlan, headers),
      { ...five, tell: (...of) => ({ ...withReset(...of), "X-Reset": "soon" }) },
      25,
    ],
    ["headers that are recognised", { read: detectLimitHeaders }, { ...five, tell: usual(withoutReset) }, 40],
    [
      "a wide network",
      described(fivePlan, { limit: "X-Limit", remaining: "X-Left" }),
      { ...five, tell: withoutReset, latency: [20, 500] },
      30,
    ],
  ])("hardly any call is turned away: %s", async (_, description, habits, longest) => {
    const { rejected, answered, seconds } = await burst(description, habits);
    expect(answered).toBe(habits.calls);
    // Where nobody says how long a window is, a call asks now and then.
    expect(rejected).toBeLessThanOrEqual(habits.calls / (description.limits === undefined ? 20 : 50));
    expect(seconds).toBeLessThanOrEqual(longest);
  });
});

describe("where an answer comes long after its window, or never", () => {
  const never = (call: number): number => (call === 1 ? 36_000_000 : 0);
  const late = (call: number): number => (call === 1 ? 90_000 : 0);
  const often = (call: number): number => (call % 20 === 7 ? 61_000 + ((call * 7919) % 59_000) : 0);
  const delta: Tell = (limit, remaining, resetAt, now) => ({
    ...withoutReset(limit, remaining, resetAt, now),
    "X-Reset": `${Math.ceil((resetAt - now) / 1000)}`,
  });
  const deltaHeaders = { ...headers, reset: { name: "X-Reset", format: "delta-seconds" } } as const;

  it.each<[string, LimitDescription, Habits, number, number]>([
    ["never, and the reset is a moment", described(minutePlan, headers), { ...minute, tell: withReset, handler: never }, 149, 123],
    [
      "never, and the reset is not told",
      described(minutePlan, { limit: "X-Limit", remaining: "X-Left" }),
      { ...minute, tell: withoutReset, handler: never },
      149,
      124,
    ],
    ["never, and nothing is described", { read: detectLimitHeaders }, { ...minute, tell: usual(withReset), handler: never }, 149, 124],
    ["late, and the reset is a moment", described(minutePlan, headers), { ...minute, tell: withReset, handler: late }, 150, 123],
    ["late, and the reset is a wait", described(minutePlan, deltaHeaders), { ...minute, tell: delta, handler: late }, 150, 123],
    [
      "often late, and the reset is a moment",
      described(minutePlan, headers),
      { ...minute, calls: 600, tell: withReset, handler: often },
      600,
      570,
    ],
    [
      "often late, and the reset is a wait",
      described(minutePlan, deltaHeaders),
      { ...minute, calls: 600, tell: delta, handler: often },
      600,
      570,
    ],
  ])("the other windows are as they would be: %s", async (_, description, habits, count, longest) => {
    const { rejected, answered, seconds } = await burst(description, habits);
    expect(answered).toBe(count);
    expect(rejected).toBeLessThanOrEqual(habits.calls / 50);
    expect(seconds).toBeLessThanOrEqual(longest);
  });
});

describe("where headers tell of limits that the description does not declare", () => {
  const told = (limit: number, window: number): Habits => ({ quota: limit, window, calls: 2 * limit, tell: usual(withReset) });
  const plan = { ...described({ f: { quota: 50, window: 60 } }, undefined), policies: [slidingWindow] };
  it.each([
    ["the same, in a shorter window", told(50, 5000), 8, 2],
    ["more", told(500, 60_000), 63, 2],
    // As many are sent before the first answer.
    ["fewer", told(10, 10_000), 12, 10],
  ])("what they tell holds: %s", async (_, habits, longest, most) => {
    const { rejected, answered, seconds } = await burst(plan, habits);
    expect(answered).toBe(habits.calls);
    expect(rejected).toBeLessThanOrEqual(most);
    expect(seconds).toBeLessThanOrEqual(longest);
  });
});
