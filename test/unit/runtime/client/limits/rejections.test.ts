import { afterEach, describe, expect, it, vi } from "vitest";
import { declaredLimitHeaders, declaredPolicies } from "../../../../../templates/runtime/client/limits/declared-limit-headers.js";
import type { LimitReading } from "../../../../../templates/runtime/client/limits/limit-header-types.js";
import { durationSeconds } from "../../../../../templates/runtime/client/limits/readers/duration-seconds.js";
import { formatWait } from "../../../../../templates/runtime/client/limits/readers/format-wait.js";
import { rejectionBody } from "../../../../../templates/runtime/client/limits/readers/rejection-body.js";
import { rejectionHeaders } from "../../../../../templates/runtime/client/limits/readers/rejection-headers.js";
import { serviceClock } from "../../../../../templates/runtime/client/limits/service-clock.js";
import type { RateLimits } from "../../../../../templates/runtime/shared/rate-limits.js";

const now = Date.UTC(2026, 10, 20, 12);
const exchange = { sent: now, received: now };
const nothing: LimitReading = { policies: [], warnings: [] };

const limits: RateLimits = {
  key: { address: true },
  plans: {},
  rejections: [
    { status: 420 },
    { status: 403, header: "X-Throttled" },
    { status: 403, body: { pointer: "/message", contains: "Secondary rate limit" } },
    { status: 400, body: { pointer: "/errors/0/code", contains: "88" } },
    { status: 400, header: "X-Quota", body: { pointer: "/a~1b/~0", contains: "quota" } },
  ],
  globalHeader: "X-Global",
  retryAfter: { name: "X-Wait", formats: ["duration", "delta-seconds"], body: "/parameters/retry_after" },
};
const read = rejectionHeaders(declaredLimitHeaders(limits, declaredPolicies, formatWait({ duration: durationSeconds })), limits);
const readBody = rejectionBody(limits, { duration: durationSeconds });

const readHeaders = (status: number, headers: Record<string, string> = {}): LimitReading =>
  read({ status, headers: new Headers(headers) }, exchange, serviceClock());

describe("headers tell of rejections", () => {
  it.each<[string, number, Record<string, string>, Partial<LimitReading>]>([
    ["a declared status", 420, {}, { isRejection: true }],
    ["a declared header", 403, { "x-throttled": "1" }, { isRejection: true }],
    ["a declared header without a value", 403, { "x-throttled": "" }, { isRejection: true }],
    ["no header", 403, {}, {}],
    ["the header of another status", 404, { "x-throttled": "1" }, {}],
    ["a header, where the body has to say it too", 400, { "x-quota": "1" }, {}],
    ["a time, with a 403", 403, { "x-wait": "1m30s" }, { isRejection: true, retryIn: 90_000 }],
    ["a time, with a 404", 404, { "retry-after": "30" }, { retryIn: 30_000 }],
    ["a global limit", 429, { "x-global": "true" }, { isGlobal: true }],
    ["a global limit without a value", 429, { "x-global": "" }, { isGlobal: true }],
    ["a limit that is not global", 429, { "x-global": "False" }, {}],
    ["a limit of its own", 429, {}, {}],
  ])("takes %s", (_, status, headers, expected) => {
    expect(readHeaders(status, headers)).toEqual({ ...nothing, ...expected });
  });

  it.each([200, 404, 410])("says nothing of an answer out of a cache: %i", (status) => {
    expect(readHeaders(status, { "x-throttled": "1", age: "9" })).toEqual({ policies: [], cached: true });
  });

  it.each<[number, Record<string, string>]>([
    [420, {}],
    [403, { "x-throttled": "1" }],
  ])("is read whatever its date: no cache keeps a %i", (status, headers) => {
    expect(readHeaders(status, { ...headers, age: "9" })).toMatchObject({ isRejection: true });
  });

  it.each(["x-should-retry", "Stripe-Should-Retry"])("is final where %s says so", (name) => {
    expect(readHeaders(429, { [name]: "false" })).toEqual({ ...nothing, isFinal: true });
    expect(readHeaders(429, { [name]: "true" })).toEqual(nothing);
  });
});

const answer = (status: number, body: ConstructorParameters<typeof Response>[0], headers: Record<string, string> = {}): Response =>
  new Response(body, { status, headers: { "content-type": "application/json", ...headers } });
const json = (status: number, value: unknown, headers?: Record<string, string>): Response => answer(status, JSON.stringify(value), headers);
const bodyOf = (response: Response, reading: LimitReading = nothing) => readBody(response, reading, exchange, serviceClock());

describe("a body tells of rejections", () => {
  it.each<[string, Response, Partial<LimitReading>]>([
    ["a text in any case of letters", json(403, { message: "You have exceeded a SECONDARY RATE LIMIT." }), { isRejection: true }],
    ["a resource that may not be read", json(403, { message: "Resource not accessible" }), {}],
    ["a number that is the same", json(400, { errors: [{ code: 88 }] }), { isRejection: true }],
    ["a number that has it in it", json(400, { errors: [{ code: 188 }] }), {}],
    ["a text that has it in it", json(400, { errors: [{ code: "E88" }] }), { isRejection: true }],
    ["names with signs of pointers", json(400, { "a/b": { "~": "over quota" } }, { "x-quota": "1" }), { isRejection: true }],
    ["the same without its header", json(400, { "a/b": { "~": "over quota" } }), {}],
    ["what is no text", json(403, { message: { toString: "secondary rate limit" } }), {}],
    ["what every object has", json(403, {}), {}],
    ["null", json(403, null), {}],
    ["no JSON", answer(403, '{"message": "secondary rate lim'), {}],
    ["nothing", answer(403, null), {}],
    ["a wait in seconds", json(429, { parameters: { retry_after: 35 } }), { retryIn: 35_000 }],
    ["a wait in fractions", json(429, { parameters: { retry_after: 64.57 } }), { retryIn: 64_570 }],
    ["a wait with units", json(429, { parameters: { retry_after: "1m4s" } }), { retryIn: 64_000 }],
    ["a wait of months, for a day", json(429, { parameters: { retry_after: 2_592_000 } }), { retryIn: 86_460_000 }],
    ["a wait with a 503", json(503, { parameters: { retry_after: 5 } }), { retryIn: 5000 }],
    [
      "a wait with a rejection of another status",
      json(403, { message: "secondary rate limit", parameters: { retry_after: 5 } }),
      { isRejection: true, retryIn: 5000 },
    ],
    ["a wait with an answer that is none", json(403, { parameters: { retry_after: 5 } }), {}],
    ...[-5, 1e300, "soon", ""].map((wait): [string, Response, Partial<LimitReading>] => [
      `a wait that makes no sense, ${wait}`,
      json(429, { parameters: { retry_after: wait } }),
      { warnings: ["The wait in the body of a rejection makes no sense"] },
    ]),
    ["JSON of a problem", json(429, { parameters: { retry_after: 5 } }, { "content-type": "application/problem+json" }), { retryIn: 5000 }],
    ["letters of several bytes", json(403, { message: "🙂 secondary rate limit" }), { isRejection: true }],
  ])("takes %s, and leaves the answer to be read", async (_, response, expected) => {
    const text = await response.clone().text();
    expect(await bodyOf(response)).toEqual({ ...nothing, ...expected });
    expect(await response.text()).toBe(text);
  });

  it.each<[string, Response, LimitReading?]>([
    ["a success", json(200, { message: "secondary rate limit" })],
    ["another status", json(404, { message: "secondary rate limit" })],
    ["HTML", json(403, {}, { "content-type": "text/html" })],
    ["no type", json(403, {}, { "content-type": "" })],
    ["a rejection whose time is known", json(429, {}), { ...nothing, retryIn: 5000 }],
    ["what is out of a cache", json(403, {}), { policies: [], cached: true }],
  ])("does not look into the body of %s", (_, response, reading) => {
    expect(bodyOf(response, reading)).toBeUndefined();
    expect(response.bodyUsed).toBe(false);
  });

  it("asks the body how long to wait where a header has told the rejection", async () => {
    const reading = { ...nothing, isRejection: true } as const;
    expect(await bodyOf(json(420, { parameters: { retry_after: 7 } }), reading)).toEqual({ ...reading, retryIn: 7000 });
  });

  it("reads no more than 64 kB, and does not believe what is longer", async () => {
    let pulled = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new TextEncoder().encode(" ".repeat(10_000)));
      },
    });
    expect(await bodyOf(answer(403, body))).toEqual(nothing);
    expect(pulled).toBeLessThan(12);
    expect(await bodyOf(json(403, { message: "secondary rate limit", more: "x".repeat(70_000) }))).toEqual(nothing);
  });

  it("does not throw where a body fails, or has been read already", async () => {
    const failing = new ReadableStream({
      pull(controller) {
        controller.error(new Error("gone"));
      },
    });
    expect(await bodyOf(answer(403, failing))).toEqual(nothing);
    const used = json(403, { message: "secondary rate limit" });
    await used.text();
    expect(await bodyOf(used)).toEqual(nothing);
  });

  it("reads bodies without streams", async () => {
    const response = json(403, { message: "secondary rate limit" });
    const clone = { body: undefined, text: () => Promise.resolve('{"message":"secondary rate limit"}') } as unknown as Response;
    vi.spyOn(response, "clone").mockReturnValue(clone);
    expect(await bodyOf(response)).toEqual({ ...nothing, isRejection: true });
  });
});

describe("a body that does not come", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it("is given up after five seconds", async () => {
    vi.useFakeTimers();
    let done = false;
    const reading = bodyOf(answer(403, new ReadableStream({})))?.then((value) => {
      done = true;
      return value;
    });
    await vi.advanceTimersByTimeAsync(4900);
    expect(done).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    expect(await reading).toEqual(nothing);
  });
});

describe("a rejection of which the description says more", () => {
  const told: RateLimits = {
    key: { address: true },
    plans: {},
    headers: { limit: "X-Limit", remaining: "X-Left", reset: { name: "X-Reset", format: "delta-seconds" } },
    rejections: [
      { status: 403, body: { pointer: "/message", contains: "rate limit" }, wait: 60 },
      { status: 429, body: { pointer: "/message", contains: "rate limit" }, wait: 60 },
      { status: 429, body: { pointer: "/code", contains: "no credit" }, final: true },
      { status: 529, wait: 30 },
    ],
  };
  const readTold = rejectionHeaders(declaredLimitHeaders(told), told);
  const readToldBody = rejectionBody(told);
  const toldBy = async (response: Response): Promise<Partial<LimitReading>> => {
    const reading = readTold(response, exchange, serviceClock());
    const { retryIn, isRejection, isFinal } = (await readToldBody(response, reading, exchange, serviceClock())) ?? reading;
    return { retryIn, isRejection, isFinal };
  };
  const limited = { message: "You have exceeded a secondary rate limit" };

  it.each<[string, Response, Partial<LimitReading>]>([
    ["waits that long where the answer does not say it", json(403, limited), { isRejection: true, retryIn: 60_000 }],
    ["of the status 429, too", json(429, limited), { isRejection: true, retryIn: 60_000 }],
    ["by its status alone", json(529, {}), { isRejection: true, retryIn: 30_000 }],
    ["waits as long as the answer says", json(403, limited, { "retry-after": "7" }), { isRejection: true, retryIn: 7000 }],
    ["of 429, waits as long as the answer says", json(429, limited, { "retry-after": "7" }), { isRejection: true, retryIn: 7000 }],
    ["waits for the reset where nothing is left", json(403, limited, { "x-left": "0", "x-reset": "9" }), { isRejection: true }],
    ["waits where something is left", json(403, limited, { "x-left": "5", "x-reset": "9" }), { isRejection: true, retryIn: 60_000 }],
    ["is final", json(429, { code: "no credit" }), { isRejection: true, isFinal: true }],
    ["is another", json(429, { code: "slow down" }), {}],
  ])("%s", async (_, response, expected) => {
    expect(await toldBy(response)).toEqual({ retryIn: undefined, isRejection: undefined, isFinal: undefined, ...expected });
  });
});
