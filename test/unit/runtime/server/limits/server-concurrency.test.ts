import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { RateLimits } from "../../../../../templates/runtime/shared/rate-limits.js";
import { route, serve, type Serving, type Setup } from "../serving.js";

const rateLimits: RateLimits = {
  key: { address: true },
  plans: { all: { policies: { calls: { concurrency: 1 } } } },
  headers: { limit: "X-Limit", remaining: "X-Remaining" },
};
const open: Serving[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((serving) => serving.close()));
});

test("a caller that goes away while it is asked who it is counts under its address", async () => {
  const asked: (() => void)[] = [];
  const ran = vi.fn(() => ({ status: 200, body: "fine" }));
  const serving = await serve([route("op", "GET", "/op", { security: [["bearer"]] })], {
    rateLimits: { key: { securityScheme: "bearer" }, plans: { all: { policies: { calls: { quota: 2, window: 60, per: "address" } } } } },
    definition: { schemes: { bearer: { kind: "bearer" } } },
    authenticate: {
      bearer: () =>
        new Promise((resolve) =>
          asked.push(() => {
            resolve({});
          }),
        ),
    },
    plan: () => "all",
    handlers: { op: ran },
  });
  open.push(serving);
  for (let index = 0; index < 5; index += 1) {
    const socket = connect(Number(new URL(serving.url).port));
    socket.write("GET /op HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer good\r\n\r\n");
    await vi.waitUntil(() => asked.length > index, { timeout: 20_000 });
    socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 50)); // until the server has noticed
    asked[index]?.();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(ran).toHaveBeenCalledTimes(2);
});

/** One call at a time. Handlers wait until they are let go. */
async function service(setup: Setup = {}) {
  const waiting: (() => void)[] = [];
  const held = (): Promise<void> => new Promise((resolve) => waiting.push(resolve));
  const lines = async function* (): AsyncGenerator<string> {
    yield "first\n";
    await held();
    yield "last\n";
  };
  const text = { responses: { 200: ["text/plain"] } };
  const serving = await serve(
    [
      route("quick", "GET", "/quick"),
      route("held", "GET", "/held"),
      route("fails", "GET", "/fails"),
      route("stream", "GET", "/stream", text),
      route("broken", "GET", "/broken", text),
      route("strict", "POST", "/strict", { body: { required: true, content: { "application/json": {} } } }),
      route("free", "GET", "/free", { rateLimit: { exempt: true } }),
    ],
    {
      rateLimits,
      address: () => "192.0.2.1",
      handlers: {
        quick: () => ({ status: 200, body: "fine" }),
        free: () => ({ status: 200, body: "fine" }),
        held: async () => {
          await held();
          return { status: 200, body: "fine" };
        },
        fails: () => {
          throw new Error("a fault of the handler");
        },
        stream: () => ({ status: 200, body: lines() }),
        broken: () => ({
          status: 200,
          body: (async function* () {
            yield "first\n";
            await Promise.resolve();
            throw new Error("a fault of the stream");
          })(),
        }),
      },
      ...setup,
    },
  );
  open.push(serving);
  const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
    for (let turn = 0; turn < 2_000; turn++) {
      if (await holds()) return;
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    throw new Error("What was waited for did not come about");
  };
  /** Counts in nothing: only tells what is free. */
  const free = async (): Promise<string | null> => (await serving.fetch(new Request("http://x/free"))).headers.get("x-remaining");
  return { serving, waiting, until, free, isFree: async () => (await free()) === "1" };
}

type Send = (serving: Serving, target: string, init?: RequestInit) => Promise<Response>;
const adapters: readonly [string, Send][] = [
  ["node:http", (serving, target, init) => fetch(serving.url + target, init)],
  ["fetch", (serving, target, init) => serving.fetch(new Request(`http://x${target}`, init))],
];

describe.each(adapters)("a place of a call, through %s", (_, send) => {
  test("is taken while the handler works, and free when the answer is out", async () => {
    const { serving, waiting, until, free, isFree } = await service();
    const first = send(serving, "/held");
    await until(() => waiting.length === 1);
    expect(await free()).toBe("0");
    const second = await send(serving, "/quick");
    expect([second.status, second.headers.get("retry-after")]).toEqual([429, "1"]);
    waiting[0]?.();
    expect((await first).status).toBe(200);
    await until(isFree);
    expect((await send(serving, "/quick")).status).toBe(200);
    await until(isFree);
  });

  test("is free after each kind of answer", async () => {
    const { serving, until, isFree } = await service();
    const post = { method: "POST", headers: { "content-type": "application/json" }, body: "{" };
    for (const [target, init] of [
      ["/quick"],
      ["/quick", { method: "HEAD" }],
      ["/fails"],
      ["/strict", post],
      ["/nowhere"],
      ["/broken"],
    ] as const) {
      const answer = await send(serving, target, init);
      expect(answer.status).not.toBe(429);
      await answer.text().catch(() => undefined);
      await until(isFree);
    }
  });

  test("is taken until a stream is at its end, or its caller leaves it", async () => {
    const { serving, waiting, until, free, isFree } = await service();
    const answer = await send(serving, "/stream");
    const reader = answer.body?.getReader();
    await reader?.read();
    await until(() => waiting.length === 1);
    expect(await free()).toBe("0");
    waiting[0]?.();
    while ((await reader?.read())?.done === false);
    await until(isFree);

    const left = await send(serving, "/stream");
    const leaving = left.body?.getReader();
    await leaving?.read();
    expect(await free()).toBe("0");
    await leaving?.cancel();
    await until(isFree);
    const head = await send(serving, "/stream", { method: "HEAD" });
    expect(head.status).toBe(200);
    await until(isFree);
  });

  test("is free as soon as a caller gives up waiting", async () => {
    const { serving, waiting, until, free, isFree } = await service();
    const controller = new AbortController();
    const gone = send(serving, "/held", { signal: controller.signal }).catch(() => undefined);
    await until(() => waiting.length === 1);
    expect(await free()).toBe("0");
    controller.abort();
    await until(isFree);
    waiting[0]?.();
    await gone;
  });
});

test.each(["GET", "POST"])("a connection with several requests of %s gives all their places back, and ends their work", async (method) => {
  const signals: AbortSignal[] = [];
  let left = 0;
  const all = { plans: { all: { policies: { calls: { concurrency: 10 } } } } };
  const body = method === "GET" ? {} : ({ body: { required: true, content: { "application/json": {} } } } as const);
  const text = { ...body, responses: { 200: ["text/plain"] } };
  const serving = await serve(
    [
      route("held", method, "/held", body),
      route("stream", method, "/stream", text),
      route("free", "GET", "/free", { rateLimit: { exempt: true } }),
    ],
    {
      rateLimits: { ...rateLimits, ...all },
      address: () => "192.0.2.1",
      handlers: {
        free: () => ({ status: 200, body: "fine" }),
        held: (_: never, { signal }: { readonly signal: AbortSignal }) => {
          signals.push(signal);
          return new Promise(() => undefined);
        },
        stream: () => ({
          status: 200,
          body: (async function* () {
            try {
              for (;;) {
                yield "x".repeat(10_000);
                await new Promise((resolve) => setTimeout(resolve, 1));
              }
            } finally {
              left++;
            }
          })(),
        }),
      },
    },
  );
  open.push(serving);
  const free = async (): Promise<string | null> => (await serving.fetch(new Request("http://x/free"))).headers.get("x-remaining");
  const json = method === "GET" ? "" : "content-type: application/json\r\ncontent-length: 2\r\n";
  const request = (target: string): string => `${method} ${target} HTTP/1.1\r\nhost: x\r\n${json}\r\n${method === "GET" ? "" : "{}"}`;
  const socket = connect(Number(new URL(serving.url).port), "127.0.0.1");
  // Streams last: Node reads nothing more of a connection that has much to send, and does not see that it is closed.
  socket.write(request("/held").repeat(4) + request("/stream").repeat(2));
  await vi.waitUntil(async () => (await free()) === "4" && signals.length === 4, { timeout: 20_000 });
  socket.destroy();
  await vi.waitUntil(async () => (await free()) === "10" && left === 2, { timeout: 20_000 });
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true, true]);
});

test("a connection that breaks off gives its place back", async () => {
  const { serving, waiting, until, isFree } = await service();
  const sent = httpRequest(`${serving.url}/held`);
  sent.on("error", () => undefined);
  sent.end();
  await until(() => waiting.length === 1);
  sent.destroy();
  await until(isFree);
  waiting[0]?.();
});
