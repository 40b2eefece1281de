import { describe, expect, it } from "vitest";
import type { OutgoingCall } from "../../../../../templates/runtime/client/call/client.js";
import { declaredLimitHeaders } from "../../../../../templates/runtime/client/limits/declared-limit-headers.js";
import { rateLimitTransport } from "../../../../../templates/runtime/client/limits/rate-limit-transport.js";
import type { RateLimits } from "../../../../../templates/runtime/shared/rate-limits.js";
import { fakeClock } from "../../../../support/fake-clock.js";
import { seededRandom, simulatedService, type ServiceHabits } from "../../../../support/simulated-service.js";

const limits: RateLimits = {
  key: { address: true },
  plans: { free: { policies: { minute: { quota: 60, window: 60 }, day: { quota: 1000, window: 86_400 } } } },
  headers: { limit: "X-RateLimit-Limit", remaining: "X-RateLimit-Remaining", reset: { name: "X-RateLimit-Reset", format: "unix-seconds" } },
  banRisk: true,
};

const petstore: ServiceHabits = {
  policies: [
    { name: "minute", limit: 60, window: 60_000 },
    { name: "day", limit: 1000, window: 86_400_000 },
  ],
  telling: "trio",
  retryAfter: "exact",
  banAt: 3,
};

let origins = 0;

interface Habits {
  /** Milliseconds that the service's clock is before ours. */
  readonly skew: number;
  readonly round: (seconds: number) => number;
  readonly hasDate: boolean;
  readonly plan?: "free";
  readonly others?: number;
}

/** 200 calls at once, through the whole of a client below openapi-fetch. */
async function burst({ skew, round, hasDate, plan, others = 0 }: Habits) {
  const clock = fakeClock(Date.UTC(2030, 0, 1) + 345);
  const random = seededRandom(skew + others);
  const service = simulatedService({ ...petstore, others }, 100);
  const origin = `https://${(origins += 1)}.headers.test`;
  const { send } = rateLimitTransport(
    { read: declaredLimitHeaders(limits), limits },
    { ...(plan && { plan }), maxWait: 3_600_000 },
    clock,
    random,
  );
  const fetch = async (): Promise<Response> => {
    const sent = clock.now();
    await clock.wait(5 + 100 * random());
    const { status, reading } = service.request(clock.now(), { cost: 1, exempt: false }, sent);
    const time = clock.now() + skew;
    await clock.wait(5 + 100 * random());
    const headers = new Headers({ "X-RateLimit-Limit": "" });
    for (const { limit, remaining, resetIn = 0 } of reading.policies) {
      headers.set("X-RateLimit-Limit", `${limit}`);
      headers.set("X-RateLimit-Remaining", `${remaining}`);
      headers.set("X-RateLimit-Reset", `${round((time + resetIn) / 1000)}`);
    }
    if (hasDate) headers.set("Date", new Date(time).toUTCString());
    if (reading.retryIn !== undefined) headers.set("Retry-After", `${Math.ceil(reading.retryIn / 1000)}`);
    return new Response("{}", { status, headers });
  };
  const operation = { id: "listPets", method: "GET", path: "/pets", responses: {}, security: [] };
  const depart = (): OutgoingCall => ({ operation, request: new Request(`${origin}/pets`), attachments: [], body: null, options: {} });
  const start = clock.now();
  const answers = Promise.all(Array.from({ length: 200 }, () => send(depart(), fetch)));
  await clock.runUntil();
  const statuses = (await answers).map(({ status }) => status);
  return {
    ok: statuses.filter((status) => status === 200).length,
    counts: Object.fromEntries(service.counts),
    seconds: (clock.now() - start) / 1000,
  };
}

const hour = 3_600_000;

describe("200 calls at once, told by headers in whole seconds", () => {
  it.each<[string, Habits]>([
    ["the same time", { skew: 0, round: Math.ceil, hasDate: true }],
    ["the same time, resets rounded down", { skew: 0, round: Math.floor, hasDate: true }],
    ["an hour ahead", { skew: hour, round: Math.ceil, hasDate: true }],
    ["an hour ahead, resets rounded down", { skew: hour + 777, round: Math.floor, hasDate: true }],
    ["an hour behind", { skew: -hour, round: Math.ceil, hasDate: true }],
    ["an hour behind, resets rounded down, with the plan known", { skew: -hour - 333, round: Math.floor, hasDate: true, plan: "free" }],
    ["an hour ahead, with the plan known", { skew: hour, round: Math.ceil, hasDate: true, plan: "free" }],
    ["the same time, which it does not tell", { skew: 0, round: Math.ceil, hasDate: false, plan: "free" }],
  ])("are not rejected once by a service whose clock shows %s", async (_, habits) => {
    const { ok, counts, seconds } = await burst(habits);
    expect({ ok, counts }).toEqual({ ok: 200, counts: { 200: 200 } });
    // The fourth window begins after three.
    expect(180 / seconds).toBeGreaterThan(0.95);
  });

  it.each([0, hour, -hour])("are not rejected while another program uses 50 of 60, with the clock %i ms ahead", async (skew) => {
    const { ok, counts } = await burst({ skew, round: Math.ceil, hasDate: true, plan: "free", others: 50 });
    expect({ ok, counts }).toEqual({ ok: 200, counts: { 200: 200 } });
  });
});
