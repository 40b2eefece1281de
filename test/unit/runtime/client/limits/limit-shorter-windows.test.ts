import { expect, it } from "vitest";
import type { OutgoingCall } from "../../../../../templates/runtime/client/call/client.js";
import { declaredLimitHeaders } from "../../../../../templates/runtime/client/limits/declared-limit-headers.js";
import { gateScopes } from "../../../../../templates/runtime/client/limits/gate-scopes.js";
import { foreseenWindow } from "../../../../../templates/runtime/client/limits/policies/foreseen-window.js";
import { rateLimitTransport } from "../../../../../templates/runtime/client/limits/rate-limit-transport.js";
import { policyHeaders } from "../../../../../templates/runtime/client/limits/readers/policy-headers.js";
import type { RateLimits } from "../../../../../templates/runtime/shared/rate-limits.js";
import { fakeClock } from "../../../../support/fake-clock.js";
import { seededRandom } from "../../../../support/simulated-service.js";

const headers = {
  policy: "route",
  limit: "X-RateLimit-Limit",
  remaining: "X-RateLimit-Remaining",
  reset: { name: "X-RateLimit-Reset-After", format: "delta-seconds" },
} as const;
const limits: RateLimits = { key: { credential: true }, plans: {}, headers };

let origins = 0;

/** 200 calls of an operation whose windows are described as five in five seconds, and told to be 20 in one. Gives how long they take. */
async function play(handler: number, distance: number) {
  const start = Date.UTC(2030, 0, 1) + 345;
  const clock = fakeClock(start);
  const { send } = rateLimitTransport(
    { read: declaredLimitHeaders(limits, policyHeaders), policies: [foreseenWindow], limits, scopes: gateScopes },
    { maxWait: 600_000, onLimit: () => undefined, plan: { policies: { route: { quota: 5, window: 5, per: "operation" } } } },
    clock,
    seededRandom(handler),
  );
  const origin = `https://${(origins += 1)}.shorter.test`;
  const service = { end: 0, used: 0, rejected: 0, last: 0 };
  const fetch = async (): Promise<Response> => {
    await clock.wait(20);
    if (clock.now() >= service.end) Object.assign(service, { end: clock.now() + 1000, used: 0 });
    const isAllowed = service.used < 20;
    if (isAllowed) service.used += 1;
    else service.rejected += 1;
    service.last = clock.now();
    const fields = {
      "X-RateLimit-Limit": "20",
      "X-RateLimit-Remaining": `${20 - service.used}`,
      "X-RateLimit-Reset-After": ((service.end - clock.now()) / 1000).toFixed(3),
    };
    await clock.wait(handler);
    return new Response("{}", { status: isAllowed ? 200 : 429, headers: fields });
  };
  const operation = { id: "post", method: "POST", path: "/messages", responses: {}, security: [] };
  const answers = Array.from({ length: 200 }, async (_, index) => {
    await clock.wait(index * distance);
    const outgoing: OutgoingCall = { operation, request: new Request(`${origin}/messages`), attachments: [], body: null, options: {} };
    return send(outgoing, fetch);
  });
  await clock.runUntil();
  const ok = (await Promise.all(answers)).filter(({ status }) => status === 200).length;
  return { ok, rejected: service.rejected, seconds: (service.last - start) / 1000 };
}

it.each([
  [30, 0, 11],
  [30, 100, 21],
])(
  "windows that are much shorter than described, with handlers of %i ms and %i ms between calls, take no more than %i s",
  async (handler, distance, most) => {
    const { ok, rejected, seconds } = await play(handler, distance);
    expect([ok, rejected]).toEqual([200, 0]);
    expect(seconds).toBeLessThan(most);
  },
);
