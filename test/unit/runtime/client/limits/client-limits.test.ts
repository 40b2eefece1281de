import { inspect } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import type { Failure, Success } from "../../../../../templates/runtime/client/call/call-types.js";
import { KeyBlockedError, RateLimitError } from "../../../../../templates/runtime/client/limits/rate-limit-error.js";
import { tokenBucket } from "../../../../../templates/runtime/client/limits/policies/token-bucket.js";
import type { PolicyLimit } from "../../../../../templates/runtime/shared/rate-limits.js";
import { hurriedClock, limitedClient, operation, service, type Answer, type Service } from "./limited-service.js";

let running: Service | undefined;
const serve = async (...answers: readonly Answer[]): Promise<Service> => (running = await service(...answers));

afterEach(async () => {
  await running?.close();
  running = undefined;
});

const statusOf = async (result: Promise<Success<number, unknown> | Failure<number, unknown>>): Promise<number> => (await result).status;
const caught = (promise: Promise<unknown>): Promise<unknown> => promise.then(() => undefined).catch((error: unknown) => error);
/** Waits for the first request. */
const received = (http: Service): Promise<void> => expect.poll(() => http.received.length).toBe(1);
const limited = { status: 429, headers: { "Retry-After": "0.1" } };
const down = { status: 503 };

describe("a call that the service turns away", () => {
  it("is sent again, by any method, once the gate lets it", async () => {
    const http = await serve(limited, { status: 201 });
    const started = Date.now();
    expect(await statusOf(limitedClient(http).call(operation({ method: "POST" }), { body: { name: "x" } }))).toBe(201);
    expect(Date.now() - started).toBeGreaterThanOrEqual(100);
    expect(http.received.map(({ method, body }) => [method, body])).toEqual([
      ["POST", '{"name":"x"}'],
      ["POST", '{"name":"x"}'],
    ]);
  });

  it("is sent again where requests are of a class whose signal may be null", async () => {
    class Bare extends Request {
      constructor(...given: ConstructorParameters<typeof Request>) {
        super(...given);
        Object.defineProperty(this, "signal", { value: null }); // as node-fetch has it
      }
    }
    const http = await serve(down, limited, { status: 200 }, down, { status: 201 });
    const client = limitedClient(http, { Request: Bare });
    expect(await statusOf(client.call(operation()))).toBe(200);
    expect(await statusOf(client.call(operation({ method: "PUT" }), { body: { name: "x" } }))).toBe(201);
  });

  it("costs no retries: it is sent until it is taken, however often it is turned away", async () => {
    const http = await serve(...Array<Answer>(6).fill(limited), {});
    expect(await statusOf(limitedClient(http, { maxWait: 3_600_000, retries: 1 }, {}, {}, hurriedClock).call(operation()))).toBe(200);
    expect(http.received).toHaveLength(7);
  });

  it("is a RateLimitError that has the answer when it has waited as long as it may", async () => {
    const http = await serve();
    http.always({ ...limited, body: '{"code":"slow"}' });
    const error = await caught(limitedClient(http, { maxWait: 20_000 }, {}, {}, hurriedClock).call(operation()));
    expect(error).toBeInstanceOf(RateLimitError);
    expect(http.received.length).toBeGreaterThan(2);
    const { response, retryAt } = error as RateLimitError;
    expect([response?.status, await response?.json()]).toEqual([429, { code: "slow" }]);
    expect(retryAt.getTime()).toBeGreaterThan(Date.now() - 1000);
  });

  it("is a RateLimitError at once when the wait is longer than it may be, and nobody else is sent either", async () => {
    const http = await serve({ status: 429, headers: { "Retry-After": "120" } });
    const client = limitedClient(http, { maxWait: 1000 });
    const error = await caught(client.call(operation()));
    expect(error).toMatchObject({ name: "RateLimitError", source: "retry-after" });
    expect((error as RateLimitError).response?.status).toBe(429);
    expect((error as RateLimitError).retryAt.getTime() - Date.now()).toBeGreaterThan(115_000);
    const second = await caught(client.GET("/pets", { rateLimit: { maxWait: 500 } }));
    expect(second).toBeInstanceOf(RateLimitError);
    expect((second as RateLimitError).response).toBeUndefined();
    expect(http.received).toHaveLength(1);
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
    ] as const) {
      const http = await serve(limited, {});
      expect(await statusOf(limitedClient(http, options).call(described, args))).toBe(429);
      expect(http.received).toHaveLength(1);
      await http.close();
    }
  });
});

describe("an answer that is not the last", () => {
  it.each([429, 502])("is not read, and its connection is free: %i", async (status) => {
    const http = await serve({ status, headers: { "Retry-After": "0.05" }, endless: true }, {});
    expect(await statusOf(limitedClient(http).call(operation()))).toBe(200);
    await expect.poll(http.hungUp).toBe(1);
  });

  it("is not waited for when the call is called off", async () => {
    const http = await serve({ status: 429, headers: { "Retry-After": "5" }, endless: true });
    const controller = new AbortController();
    const call = caught(limitedClient(http).call(operation(), {}, { signal: controller.signal }));
    await received(http);
    controller.abort(new Error("enough"));
    expect(await call).toBeInstanceOf(Error);
    await expect.poll(http.hungUp).toBe(1);
  });
});

describe("a service that is down for a while", () => {
  it("is left alone until the time that it names, by every call", async () => {
    const http = await serve({ status: 503, headers: { "Retry-After": "0.2" } });
    const client = limitedClient(http);
    const started = Date.now();
    const all = await Promise.all([1, 2, 3].map(() => client.call(operation())));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(http.received).toHaveLength(4);
    expect(Date.now() - started).toBeGreaterThanOrEqual(200);
  });
});

describe("a call that failed", () => {
  it.each(["GET", "HEAD", "PUT", "DELETE", "OPTIONS"])("is sent again when it is a %s", async (method) => {
    const http = await serve(down, { status: 502 }, {});
    expect(await statusOf(limitedClient(http).call(operation({ method })))).toBe(200);
    expect(http.received).toHaveLength(3);
  });

  it.each(["POST", "PATCH"])("is not sent again when it is a %s, which may have done its work", async (method) => {
    for (const answer of [down, { status: 504 }, { status: 503, headers: { "Retry-After": "1" } }, { cut: true }] as const) {
      const http = await serve(answer, {});
      const outcome = await caught(limitedClient(http).call(operation({ method }), { body: {} }));
      expect(outcome === undefined || outcome instanceof TypeError).toBe(true);
      expect(http.received).toHaveLength(1);
      await http.close();
    }
  });

  it("is sent again after the connection broke, and at most twice", async () => {
    const http = await serve({ cut: true }, { cut: true }, { cut: true }, {});
    expect(await caught(limitedClient(http).call(operation()))).toBeInstanceOf(TypeError);
    expect(http.received).toHaveLength(3);
  });

  it("is sent again with the same idempotency key, which the caller may have chosen", async () => {
    const described = operation({ method: "POST", retry: { idempotencyKeyHeader: "Idempotency-Key" } });
    const http = await serve(down, {}, down, {});
    const client = limitedClient(http);
    expect(await statusOf(client.call(described, { body: {} }))).toBe(200);
    expect(await statusOf(client.call(described, { body: {}, header: { "Idempotency-Key": "mine" } }))).toBe(200);
    const keys = http.received.map(({ headers }) => headers["idempotency-key"]);
    expect(keys[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(keys).toEqual([keys[0], keys[0], "mine", "mine"]);
  });

  it.each([400, 401, 403, 404, 408, 409, 500, 501])("is not sent again after a %i", async (status) => {
    const http = await serve({ status }, {});
    expect(await statusOf(limitedClient(http).call(operation()))).toBe(status);
    expect(http.received).toHaveLength(1);
  });

  it("is not sent again when it was called off", async () => {
    const http = await serve({ hang: true }, {});
    const controller = new AbortController();
    const call = caught(limitedClient(http).call(operation(), {}, { signal: controller.signal }));
    await received(http);
    controller.abort(new DOMException("It took too long", "TimeoutError"));
    expect(await call).toMatchObject({ name: "TimeoutError" });
    expect(http.received).toHaveLength(1);
  });

  it("is called off while it waits to be sent again", async () => {
    const http = await serve({ status: 429, headers: { "Retry-After": "5" } }, {});
    const controller = new AbortController();
    const call = caught(limitedClient(http).call(operation(), {}, { signal: controller.signal }));
    await received(http);
    await new Promise((resolve) => setTimeout(resolve, 50));
    controller.abort(new Error("enough"));
    expect(await call).toMatchObject({ message: "enough" });
    expect(http.received).toHaveLength(1);
  });

  it("takes from a budget: a service that is down is not asked three times by every call", async () => {
    const http = await serve();
    http.always(down);
    const clients = [limitedClient(http), limitedClient(http)];
    await Promise.all(clients.flatMap((client) => Array.from({ length: 10 }, () => client.call(operation()))));
    expect(http.received.length).toBeLessThanOrEqual(30);
  });
});

describe("a body", () => {
  const form = new FormData();
  form.set("file", new Blob(["bytes"]), "a.txt");
  it.each([
    ["text", "text"],
    ["bytes", new Uint8Array([98, 121, 116, 101, 115])],
    ["a blob", new Blob(["bytes"])],
    ["a form", form],
    ["fields", new URLSearchParams({ a: "b" })],
  ])("is sent again whole: %s", async (_, body) => {
    const http = await serve(limited, {});
    const types: Record<string, string> = { text: "text/plain" };
    expect(
      await limitedClient(http).POST("/pets", {
        body,
        bodySerializer: (value: unknown) => value,
        headers: { "Content-Type": null, ...types },
      }),
    ).toMatchObject({ response: { status: 200 } });
    const [first, second] = http.received;
    const boundary = (text: string | undefined): string => text?.replaceAll(/-{4,}[\w-]*\d+/g, "boundary") ?? "";
    expect(boundary(second?.body)).toBe(boundary(first?.body));
    if (body === form) {
      expect(second?.body).toContain("bytes");
      const named = /boundary=(.*)/.exec(second?.headers["content-type"] ?? "")?.[1] ?? "none";
      expect(second?.body).toContain(named);
    }
  });

  it("beside a key in the query is sent again with it", async () => {
    const http = await serve(limited, {});
    const schemes = { key: { kind: "apiKey", in: "query", name: "key" } } as const;
    const client = limitedClient(http, { auth: { key: "k" } }, { schemes });
    expect(await statusOf(client.call(operation({ method: "POST", security: [["key"]] }), { body: { a: 1 } }))).toBe(200);
    expect(http.received.map(({ url, body }) => [url, body])).toEqual([
      ["/v1/pets?key=k", '{"a":1}'],
      ["/v1/pets?key=k", '{"a":1}'],
    ]);
  });

  it("of another request, which a middleware put in its place, is sent once", async () => {
    const http = await serve(limited, {});
    const client = limitedClient(http);
    client.use({ onRequest: ({ request }) => new Request(request, { body: "other" }) });
    expect(await statusOf(client.call(operation({ method: "POST" }), { body: {} }))).toBe(429);
    expect(http.received.map(({ body }) => body)).toEqual(["other"]);
  });
});

describe("middleware", () => {
  it("sees a call once, however often it is sent", async () => {
    const http = await serve(limited, down, {});
    const client = limitedClient(http);
    const seen: string[] = [];
    client.use({
      onRequest: ({ request }) => {
        request.headers.set("X-Seen", String(seen.push("request")));
      },
      onResponse: ({ response }) => void seen.push(String(response.status)),
    });
    expect(await statusOf(client.call(operation()))).toBe(200);
    expect(seen).toEqual(["request", "200"]);
    expect(http.received.map(({ headers }) => headers["x-seen"])).toEqual(["1", "1", "1"]);
  });
});

describe("the gate of a credential", () => {
  const schemes = { key: { kind: "bearer" }, other: { kind: "apiKey", in: "header", name: "X-Other" } } as const;
  const secured = operation({ security: [["key"]] });
  const closed = { status: 429, headers: { "Retry-After": "60" } };
  const quick = { maxWait: 100 };

  it("is shared by every client with the same credential, and by no other", async () => {
    const http = await serve(closed, {}, {});
    const [first, second, other] = ["a", "a", "b"].map((key) => limitedClient(http, { auth: { key }, ...quick }, { schemes }));
    expect(await caught(first?.call(secured) ?? Promise.resolve())).toBeInstanceOf(RateLimitError);
    expect(await caught(second?.GET("/pets", { headers: { Authorization: "Bearer a" } }) ?? Promise.resolve())).toBeInstanceOf(
      RateLimitError,
    );
    expect(http.received).toHaveLength(1);
    expect(await other?.call(secured)).toMatchObject({ status: 200 });
  });

  it("is that of the scheme which the limits name, whatever else is attached", async () => {
    const http = await serve(closed, {});
    const limits = { key: { securityScheme: "key" }, plans: {} };
    const both = operation({ security: [["key", "other"]] });
    const [first, second] = ["1", "2"].map((other) =>
      limitedClient(http, { auth: { key: "same", other }, ...quick }, { schemes }, { limits }),
    );
    expect(await caught(first?.call(both) ?? Promise.resolve())).toBeInstanceOf(RateLimitError);
    expect(await caught(second?.call(both) ?? Promise.resolve())).toBeInstanceOf(RateLimitError);
    expect(http.received).toHaveLength(1);
  });

  it("is that of the address where limits belong to it", async () => {
    const http = await serve(closed, {});
    const limits = { key: { address: true }, plans: {} } as const;
    const [first, second] = ["c", "d"].map((key) => limitedClient(http, { auth: { key }, ...quick }, { schemes }, { limits }));
    expect(await caught(first?.call(secured) ?? Promise.resolve())).toBeInstanceOf(RateLimitError);
    expect(await caught(second?.call(secured) ?? Promise.resolve())).toBeInstanceOf(RateLimitError);
  });

  it("is told of by client.limits", async () => {
    const http = await serve(closed);
    const client = limitedClient(http, { auth: { key: "shown" }, ...quick }, { schemes });
    expect(client.limits).toEqual([]);
    await caught(client.call(secured));
    expect(client.limits).toMatchObject([{ origin: http.origin, state: "closed", waiting: 0, inFlight: 0 }]);
    expect(client.limits[0]?.retryAt).toBeInstanceOf(Date);
  });

  it("is blocked after a ban, until it is resumed", async () => {
    const banned = { status: 403 };
    const http = await serve({ status: 429, headers: { "Retry-After": "0.05" } }, banned, banned, banned, {});
    const client = limitedClient(http, { auth: { key: "banned" } }, { schemes });
    for (let time = 0; time < 3; time += 1) expect(await client.call(secured)).toMatchObject({ status: 403 });
    expect(await caught(client.call(secured))).toBeInstanceOf(KeyBlockedError);
    client.limits[0]?.resume();
    expect(await client.call(secured)).toMatchObject({ status: 200 });
    expect(http.received).toHaveLength(5);
  });

  it.each<[string, string[], string]>([
    ["blocked", ["200"], "blocked"],
    ["not blocked", ["200", "403"], "open"],
    ["not blocked", ["200", "4XX"], "open"],
    ["not blocked", ["200", "default"], "open"],
    ["not blocked", [], "open"],
  ])("is %s by 403s of an operation that is described with %j", async (_, statuses, state) => {
    const banned = { status: 403 };
    const http = await serve({ status: 429, headers: { "Retry-After": "0.05" } }, banned, banned, banned);
    const client = limitedClient(http, { auth: { key: "forbidden" } }, { schemes });
    const described = { ...secured, responses: Object.fromEntries(statuses.map((status) => [status, []])) };
    for (let time = 0; time < 3; time += 1) expect(await client.call(described)).toMatchObject({ status: 403 });
    expect(client.limits).toMatchObject([{ state }]);
  });

  it("is not held up by a fetch that gives no response", async () => {
    const http = await serve();
    const client = limitedClient(http, { auth: { key: "mocked" } }, { schemes });
    const fetch = (): Promise<Response> => Promise.resolve(undefined as unknown as Response);
    expect(await caught(client.call(secured, {}, { fetch }))).toBeInstanceOf(TypeError);
    expect(await client.call(secured)).toMatchObject({ status: 200 });
  });

  it("can be left out: calls are sent at once, and once", async () => {
    const http = await serve(closed, closed, down);
    const client = limitedClient(http, { auth: { key: "free" }, gate: false }, { schemes });
    const statuses = (await Promise.all([1, 2, 3].map(() => client.call(secured)))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([429, 429, 503]);
    expect(client.limits).toEqual([]);
  });

  it("is not that of the host a redirect led to", async () => {
    const elsewhere = await service({ status: 429, headers: { "Retry-After": "60" } });
    const http = await serve({ status: 302, headers: { Location: `${elsewhere.origin}/` } }, {});
    const client = limitedClient(http, quick);
    expect(await client.call(operation())).toMatchObject({ status: 429 });
    expect(await client.call(operation())).toMatchObject({ status: 200 });
    await elsewhere.close();
  });

  it("takes the pace of the plan, and no plan that there is not", async () => {
    const http = await serve();
    const limits = {
      key: { address: true },
      plans: { free: { policies: { minute: { quota: 2, window: 60 } } }, big: { custom: true } },
    } as const;
    const client = limitedClient(http, { plan: "free", maxWait: 20_000 }, {}, { limits });
    const results = await Promise.all([1, 2, 3].map(() => caught(client.call(operation()))));
    expect(results.filter((error) => error === undefined)).toHaveLength(2);
    expect(results[2]).toMatchObject({ name: "RateLimitError", policy: "minute", source: "plan" });
    expect(() => limitedClient(http, { plan: "huge" }, {}, { limits })).toThrow('There is no plan "huge"');
    expect(() => limitedClient(http, { plan: "constructor" }, {}, { limits })).toThrow('There is no plan "constructor"');
    expect(() => limitedClient(http, { plan: "big" }, {}, { limits })).not.toThrow();
  });

  it("takes no limit of a plan that it would not hold", async () => {
    const http = await serve();
    const withPlan = (limit: PolicyLimit) => (): unknown => limitedClient(http, { plan: { policies: { odd: limit } } });
    expect(withPlan({ quota: 10, window: 60 })).not.toThrow();
    expect(withPlan({ rate: 1, burst: 10 })).toThrow(
      new TypeError('The limit "odd" cannot be held: its figures must be above 0, and its kind one that the description has'),
    );
    expect(() =>
      limitedClient(http, { plan: { policies: { odd: { rate: 1, burst: 10 } } } }, {}, { policies: [tokenBucket] }),
    ).not.toThrow();
    for (const limit of [
      { quota: 10, window: 0 },
      { quota: NaN, window: 60 },
      { quota: -1, window: 60 },
    ])
      expect(withPlan(limit)).toThrow(
        new TypeError('The limit "odd" cannot be held: its figures must be above 0, and its kind one that the description has'),
      );
  });
});

it("what is printed of clients, limits and errors has no credential", async () => {
  const http = await serve({ status: 429, headers: { "Retry-After": "60" } });
  const schemes = { key: { kind: "apiKey", in: "query", name: "key" }, bearer: { kind: "bearer" } } as const;
  const client = limitedClient(http, { auth: { key: "secret-one", bearer: "secret-two" }, maxWait: 10 }, { schemes });
  const error = await caught(client.call(operation({ security: [["key", "bearer"]] })));
  expect(http.received[0]?.url).toContain("secret-one");
  const gates: unknown = Reflect.get(globalThis, Symbol.for("sundial.gates.v1"));
  const printed = [client, client.limits, error, gates].map((value) => inspect(value, { depth: 20, showHidden: false }));
  expect(`${printed.join("\n")}${JSON.stringify([client, client.limits, error])}${String(error)}`).not.toContain("secret-");
});
