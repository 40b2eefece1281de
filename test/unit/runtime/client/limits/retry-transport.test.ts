import { afterEach, describe, expect, it, vi } from "vitest";
import type { Failure, Success } from "../../../../../templates/runtime/client/call/call-types.js";
import { RateLimitError } from "../../../../../templates/runtime/client/limits/rate-limit-error.js";
import { hurriedClock, operation, retryingClient, service, type Answer, type Service } from "./limited-service.js";

let running: Service[] = [];
const serve = async (...answers: readonly Answer[]): Promise<Service> => {
  const started = await service(...answers);
  running.push(started);
  return started;
};

afterEach(async () => {
  await Promise.all(running.map((one) => one.close()));
  running = [];
});

const statusOf = async (result: Promise<Success<number, unknown> | Failure<number, unknown>>): Promise<number> => (await result).status;
const caught = (promise: Promise<unknown>): Promise<unknown> => promise.then(() => undefined).catch((error: unknown) => error);
/** A `fetch` that tells when its first answer is there. */
function watched(): { readonly fetch: (request: Request) => Promise<Response>; readonly answered: () => Promise<void> } {
  let count = 0;
  return {
    fetch: async (request) => {
      const response = await fetch(request);
      count += 1;
      return response;
    },
    answered: () => expect.poll(() => count).toBe(1),
  };
}
const limited = { status: 429, headers: { "Retry-After": "0.1" } };
const down = { status: 503 };

describe("a call that the service turns away", () => {
  it("is sent again, by any method, and by a path, at the time that the service names", async () => {
    const http = await serve(limited, { status: 201 }, limited, { status: 200 });
    const started = Date.now();
    const client = retryingClient(http);
    expect(await statusOf(client.call(operation({ method: "POST" }), { body: { name: "x" } }))).toBe(201);
    expect(Date.now() - started).toBeGreaterThanOrEqual(100);
    expect((await client.POST("/pets", { body: { name: "y" } })).response.status).toBe(200);
    expect(http.received.map(({ method, body }) => [method, body])).toEqual([
      ["POST", '{"name":"x"}'],
      ["POST", '{"name":"x"}'],
      ["POST", '{"name":"y"}'],
      ["POST", '{"name":"y"}'],
    ]);
  });

  it("is sent as often as its time allows, and is then a RateLimitError that has the answer", async () => {
    const http = await serve();
    http.always({ status: 429, headers: { "Retry-After": "20" }, body: '{"code":"slow"}' });
    const error = await caught(retryingClient(http, { maxWait: 90_000 }, {}, hurriedClock).call(operation()));
    expect(error).toMatchObject({ name: "RateLimitError" });
    expect(http.received.length).toBeGreaterThanOrEqual(2);
    expect(http.received.length).toBeLessThanOrEqual(5);
    const { response } = error as RateLimitError;
    expect([response?.status, await response?.json()]).toEqual([429, { code: "slow" }]);
  });

  it("is a RateLimitError at once when the wait is longer than it may be, and nobody else is sent either", async () => {
    const http = await serve({ status: 429, headers: { "Retry-After": "120" } });
    const client = retryingClient(http, { maxWait: 1000 });
    const error = await caught(client.call(operation()));
    expect(error).toMatchObject({ name: "RateLimitError", source: "retry-after" });
    expect((error as RateLimitError).response?.status).toBe(429);
    expect((error as RateLimitError).retryAt.getTime() - Date.now()).toBeGreaterThan(115_000);
    const second = await caught(client.GET("/pets", { rateLimit: { maxWait: 500 } }));
    expect(second).toBeInstanceOf(RateLimitError);
    expect((second as RateLimitError).response).toBeUndefined();
    expect(http.received).toHaveLength(1);
  });

  it("waits for a date by the service's own clock", async () => {
    const now = Date.parse("2001-02-03T04:05:06Z");
    const date = (ms: number): string => new Date(now + ms).toUTCString();
    const http = await serve({ status: 429, headers: { Date: date(0), "Retry-After": date(50_000) } });
    const started = hurriedClock.now();
    expect(await statusOf(retryingClient(http, {}, {}, hurriedClock).call(operation()))).toBe(200);
    const waited = hurriedClock.now() - started;
    expect(waited).toBeGreaterThanOrEqual(50_000);
  });

  it("waits a while where the service names no time, longer each time", async () => {
    const http = await serve(...Array.from({ length: 4 }, () => ({ status: 429 })));
    const started = hurriedClock.now();
    expect(await statusOf(retryingClient(http, {}, {}, hurriedClock).call(operation()))).toBe(200);
    expect(hurriedClock.now() - started).toBeGreaterThanOrEqual(1000 + 2000 + 4000 + 8000);
  });

  it("is answered as it is when it cannot be sent again", async () => {
    const stream = (): ReadableStream<Uint8Array> => new Blob(["{}"]).stream();
    const once = operation({ method: "PUT", rateLimit: { rejectedBeforeProcessing: false } });
    const never = operation({ retry: { never: true } });
    for (const [described, args, options] of [
      [operation({ method: "POST", body: { content: { "application/octet-stream": {} } } }), { body: stream() }, {}],
      [once, { body: {} }, {}],
      [never, {}, {}],
      [operation(), {}, { retries: false as const }],
      [operation(), {}, { gate: false }],
    ] as const) {
      const http = await serve(limited, {});
      expect(await statusOf(retryingClient(http, options).call(described, args))).toBe(429);
      expect(http.received).toHaveLength(1);
    }
  });

  it("is sent again where requests are of a class whose signal is null", async () => {
    class Bare extends Request {
      constructor(...given: ConstructorParameters<typeof Request>) {
        super(...given);
        Object.defineProperty(this, "signal", { value: null }); // as node-fetch has it
      }
    }
    const http = await serve(down, limited, { status: 200 });
    expect(await statusOf(retryingClient(http, { Request: Bare }).call(operation()))).toBe(200);
    expect(http.received).toHaveLength(3);
  });
});

describe("while the service takes no calls", () => {
  it.each([429, 503, 403])("each call of the credential waits, of whichever client: %i", async (status) => {
    const http = await serve({ status, headers: { "Retry-After": "0.3" } });
    const clients = [retryingClient(http), retryingClient(http)];
    const first = clients[0]?.call(operation({ responses: { 200: [], 403: [] } }));
    await expect.poll(() => caught(retryingClient(http, { maxWait: 0 }).call(operation()))).toBeInstanceOf(RateLimitError);
    const started = Date.now();
    const others = clients.flatMap((client) => [client.call(operation()), client.GET("/pets")]);
    await Promise.all([first, ...others]);
    expect(Date.now() - started).toBeGreaterThanOrEqual(200);
  });

  it("calls of another credential, or to another origin, do not", async () => {
    const schemes = { key: { kind: "apiKey", in: "header", name: "X-Key" } } as const;
    const keyed = operation({ security: [["key"]] });
    const long = { status: 429, headers: { "Retry-After": "100" } };
    const http = await serve(long);
    const other = await serve();
    const client = (of: Service, key: string) => retryingClient(of, { auth: { key }, maxWait: 0 }, { schemes });
    await caught(client(http, "a").call(keyed));
    expect(await caught(client(http, "a").call(keyed))).toBeInstanceOf(RateLimitError);
    // The caller's own header is what is sent, and what counts.
    expect(await caught(client(http, "b").call(operation(), {}, { headers: { "X-Key": "a" } }))).toBeInstanceOf(RateLimitError);
    expect(await statusOf(client(http, "b").call(keyed))).toBe(200);
    expect(await statusOf(client(other, "a").call(keyed))).toBe(200);
  });

  it("one call is sent first when that time is over, and the others once it is answered", async () => {
    const http = await serve(limited);
    let sent = 0;
    let answerProbe: (response: Response) => void = () => undefined;
    const second = new Promise<Response>((resolve) => (answerProbe = resolve));
    const client = retryingClient(http, { fetch: (request) => ((sent += 1) === 2 ? second : fetch(request)), maxWait: 600_000 });
    const first = client.call(operation());
    await expect.poll(() => sent).toBe(2);
    const others = Array.from({ length: 20 }, () => client.call(operation()));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(sent).toBe(2);
    answerProbe(Response.json({}));
    expect((await Promise.all([first, ...others])).map(({ status }) => status)).toEqual([first, ...others].map(() => 200));
    expect(http.received).toHaveLength(21);
  });

  it("another call takes the place of the one that was sent first and is called off", async () => {
    const http = await serve(limited, { hang: true });
    const client = retryingClient(http);
    const controller = new AbortController();
    const first = caught(client.call(operation(), {}, { signal: controller.signal }));
    await expect.poll(() => http.received.length).toBe(2);
    const second = client.call(operation());
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(http.received).toHaveLength(2);
    controller.abort(new Error("enough"));
    expect(await first).toMatchObject({ message: "enough" });
    expect(await statusOf(second)).toBe(200);
  });

  it("a call is called off by its caller, and is a RateLimitError where its own time ends", async () => {
    const http = await serve({ status: 429, headers: { "Retry-After": "50" } });
    const { fetch, answered } = watched();
    const client = retryingClient(http, { maxWait: 100_000, fetch });
    void caught(client.call(operation(), {}, { signal: AbortSignal.timeout(2000) }));
    await answered();
    const controller = new AbortController();
    const aborted = caught(client.call(operation(), {}, { signal: controller.signal }));
    const late = caught(client.call(operation(), {}, { signal: AbortSignal.timeout(100) }));
    controller.abort(new Error("enough"));
    expect(await aborted).toMatchObject({ message: "enough" });
    expect(await late).toMatchObject({ name: "RateLimitError", cause: { name: "TimeoutError" } });
    expect(http.received).toHaveLength(1);
  });

  it("many calls get through a service that takes ten at a time", async () => {
    const windowMs = 10_000;
    let [begin, count, tooEarly] = [-Infinity, 0, 0];
    const fetched = (): Promise<Response> => {
      const now = hurriedClock.now();
      if (now >= begin + windowMs) [begin, count] = [now, 0];
      count += 1;
      if (count <= 10) return Promise.resolve(Response.json({}));
      if (count > 60) tooEarly += 1;
      return Promise.resolve(
        new Response(null, { status: 429, headers: { "Retry-After": String(Math.ceil((begin + windowMs - now) / 1000)) } }),
      );
    };
    const http = await serve();
    const client = retryingClient(http, { fetch: fetched, maxWait: 120_000 }, {}, hurriedClock);
    const all = await Promise.all(Array.from({ length: 50 }, () => client.call(operation())));
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 200));
    expect(tooEarly).toBe(0);
  });
});

describe("an answer that is not the last", () => {
  it.each([429, 502])("is not read, and its connection is free: %i", async (status) => {
    const http = await serve({ status, headers: { "Retry-After": "0.05" }, endless: true }, {});
    expect(await statusOf(retryingClient(http).call(operation()))).toBe(200);
    await expect.poll(http.hungUp).toBe(1);
  });
});

describe("a call that failed", () => {
  it.each(["GET", "HEAD", "PUT", "DELETE", "OPTIONS"])("is sent again when it is a %s", async (method) => {
    const http = await serve(down, { status: 502 }, {});
    expect(await statusOf(retryingClient(http).call(operation({ method })))).toBe(200);
    expect(http.received).toHaveLength(3);
  });

  it("is not when that could do its work twice, unless there is a key for it", async () => {
    const http = await serve(down, down, {});
    const client = retryingClient(http);
    expect(await statusOf(client.call(operation({ method: "POST" })))).toBe(503);
    const keyed = operation({ method: "POST", retry: { idempotencyKeyHeader: "Idempotency-Key" } });
    expect(await statusOf(client.call(keyed))).toBe(200);
    const keys = http.received.map(({ headers }) => headers["idempotency-key"]);
    expect(keys[0]).toBeUndefined();
    expect(keys[1]).toMatch(/^\S{20,}$/);
    expect(keys[2]).toBe(keys[1]);
  });

  it("is sent three times at most, or as often as the client says", async () => {
    for (const [retries, sent] of [
      [undefined, 3],
      [0, 1],
      [1, 2],
      [false, 1],
    ] as const) {
      // prettier-ignore
      const http = await serve();
      http.always(down);
      expect(await statusOf(retryingClient(http, retries === undefined ? {} : { retries }).call(operation()))).toBe(503);
      expect(http.received).toHaveLength(sent);
    }
  });

  it("rejects with what fetch rejects with, and a service that is down does not get three times as many requests", async () => {
    const fetched = vi.fn(() => Promise.reject(new TypeError("fetch failed")));
    const http = await serve();
    const client = retryingClient(http, { fetch: fetched }, {}, hurriedClock);
    for (let call = 0; call < 30; call += 1) expect(await caught(client.call(operation()))).toMatchObject({ message: "fetch failed" });
    expect(fetched.mock.calls.length).toBe(40);
  });
});
