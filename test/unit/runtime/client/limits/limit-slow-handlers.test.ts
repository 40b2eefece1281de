import { describe, expect, it } from "vitest";
import { detectLimitHeaders } from "../../../../../templates/runtime/client/limits/detect-limit-headers.js";
import type { OutgoingCall } from "../../../../../templates/runtime/client/call/client.js";
import { rateLimitTransport } from "../../../../../templates/runtime/client/limits/rate-limit-transport.js";
import { fakeClock } from "../../../../support/fake-clock.js";
import { seededRandom } from "../../../../support/simulated-service.js";

/** How the service counts: windows that begin with a request, those of the clock, or the last 30 seconds. */
type Counting = "fixed" | "aligned" | "sliding";

/** How it tells what is left: all of it reckoned when a request comes in, and sent when its handler is done. */
type Fields = (limit: number, remaining: number, resetIn: number, now: number) => Readonly<Record<string, string>>;

const window = 30_000;
const limit = 30;
const seconds = (ms: number): string => `${Math.ceil(ms / 1000)}`;

const fieldsOf: Readonly<Record<string, Fields>> = {
  "RateLimit-Reset in seconds": (most, remaining, resetIn) => ({
    "RateLimit-Limit": `${most}`,
    "RateLimit-Remaining": `${remaining}`,
    "RateLimit-Reset": seconds(resetIn),
  }),
  "the draft's t": (most, remaining, resetIn) => ({
    "RateLimit-Policy": `"default";q=${most};w=${window / 1000}`,
    RateLimit: `"default";r=${remaining};t=${seconds(resetIn)}`,
  }),
  "X-RateLimit-Reset-After": (most, remaining, resetIn) => ({
    "X-RateLimit-Limit": `${most}`,
    "X-RateLimit-Remaining": `${remaining}`,
    "X-RateLimit-Reset-After": (resetIn / 1000).toFixed(3),
  }),
  "X-RateLimit-Reset as a moment": (most, remaining, resetIn, now) => ({
    "X-RateLimit-Limit": `${most}`,
    "X-RateLimit-Remaining": `${remaining}`,
    "X-RateLimit-Reset": seconds(now + resetIn),
  }),
};

interface Habits {
  readonly counting: Counting;
  readonly fields: Fields;
  /** Milliseconds that a handler takes: at least, and at most. */
  readonly handler: readonly [number, number];
  /** Milliseconds that the service's clock is ahead, and when it writes `Date`. */
  readonly skew?: number;
  readonly date?: "before" | "after";
}

function counter(
  counting: Counting,
): (now: number) => { readonly isAllowed: boolean; readonly remaining: number; readonly resetIn: number } {
  let used: number[] = [];
  let resetAt = 0;
  return (now) => {
    if (counting === "sliding") used = used.filter((moment) => moment > now - window);
    else if (now >= resetAt) {
      used = [];
      resetAt = counting === "fixed" ? now + window : (Math.floor(now / window) + 1) * window;
    }
    const isAllowed = used.length < limit;
    if (isAllowed) used.push(now);
    return { isAllowed, remaining: limit - used.length, resetIn: (counting === "sliding" ? (used[0] ?? now) + window : resetAt) - now };
  };
}

let origins = 0;

/** 200 calls at once. Gives how often the service has turned one away, and how many were answered in the end. */
async function burst({ counting, fields, handler: [least, most], skew = 0, date }: Habits) {
  const clock = fakeClock(Date.UTC(2030, 0, 1) + 345);
  const random = seededRandom(most + skew);
  const count = counter(counting);
  const { send } = rateLimitTransport({ read: detectLimitHeaders }, { maxWait: 36_000_000, onLimit: () => undefined }, clock, random);
  const origin = `https://${(origins += 1)}.slow.test`;
  let rejected = 0;
  const fetch = async (): Promise<Response> => {
    await clock.wait(20);
    const arrived = clock.now() + skew;
    const { isAllowed, remaining, resetIn } = count(arrived);
    if (isAllowed) await clock.wait(least + (most - least) * random());
    else rejected += 1;
    const headers = new Headers(fields(limit, remaining, resetIn, arrived));
    if (date !== undefined) headers.set("Date", new Date(date === "before" ? arrived : clock.now() + skew).toUTCString());
    if (!isAllowed) headers.set("Retry-After", seconds(resetIn));
    await clock.wait(20);
    return new Response("{}", { status: isAllowed ? 200 : 429, headers });
  };
  const operation = { id: "listPets", method: "GET", path: "/pets", responses: {}, security: [] };
  const depart = (): OutgoingCall => ({ operation, request: new Request(`${origin}/pets`), attachments: [], body: null, options: {} });
  const answers = Promise.all(Array.from({ length: 200 }, () => send(depart(), fetch)));
  await clock.runUntil();
  return { rejected, ok: (await answers).filter(({ status }) => status === 200).length };
}

const handlers: Habits["handler"][] = [2000, 4000, 6000].flatMap((ms) => [
  [ms, ms],
  [0, ms],
  [ms / 2, ms],
]);

describe("200 calls of a service that takes its time for answers", () => {
  describe.each(Object.entries(fieldsOf))("and says %s", (_, fields) => {
    it.each<Counting>(["fixed", "aligned", "sliding"])("are not rejected once where its windows are %s", async (counting) => {
      for (const handler of handlers) {
        const seen = await burst({ counting, fields, handler });
        expect({ handler, ...seen }).toEqual({ handler, rejected: 0, ok: 200 });
      }
    });

    it.each([-3_600_000, -1700, 1700, 3_600_000])("are not rejected where its clock is %i ms ahead", async (skew) => {
      for (const date of ["before", "after"] as const) {
        const seen = await burst({ counting: "fixed", fields, handler: [0, 4000], skew, date });
        expect({ date, ...seen }).toEqual({ date, rejected: 0, ok: 200 });
      }
    });
  });
});
