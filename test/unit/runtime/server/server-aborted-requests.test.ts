/** A client in the process of its server: what is aborted ends on both sides, as it does over a network. */
import { once } from "node:events";
import { describe, expect, test, vi } from "vitest";
import { decodeBody } from "../../../../templates/runtime/client/call/response-media.js";
import { createServer, type Server } from "../../../../templates/runtime/server/route/server.js";
import { limitedClient, operation } from "../client/limits/limited-service.js";
import { route } from "./serving.js";

type Op = (request: never, context: { readonly signal: AbortSignal }) => unknown;

const told: unknown[] = [];
const made = (op: Op, types: readonly string[] = ["application/json"]): Server =>
  createServer(
    { basePath: "/v1", realm: "Test", schemes: {}, routes: { op: route("op", "GET", "/pets", { responses: { 200: types } }) } },
    { handlers: { op }, onError: (error) => told.push(error) },
  );

const reason = new Error("The caller left");
const aborted = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await once(signal, "abort");
};
const never = new Promise<never>(() => undefined);

const ways: readonly [string, object][] = [
  ["with the gate", {}],
  ["without the gate", { gate: false }],
];

describe.each(ways)("a call %s", (_, options) => {
  const callOf = (server: Pick<Server, "fetch">, signal: AbortSignal, types?: readonly string[]): Promise<unknown> =>
    limitedClient({ origin: "http://x" } as never, { ...options, fetch: server.fetch }, types === undefined ? {} : { decodeBody }).call(
      operation(types === undefined ? {} : { responses: { 200: types } }),
      {},
      { signal },
    );

  test("that is aborted before rejects with the reason, and no handler is called", async () => {
    const op = vi.fn(() => ({ status: 200, body: {} }));
    await expect(callOf(made(op), AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(op).not.toHaveBeenCalled();
  });

  test("that is aborted while its handler works rejects with the reason, and the handler is told", async () => {
    const controller = new AbortController();
    let heard: AbortSignal | undefined;
    const server = made((_request, { signal }) => {
      heard = signal;
      return never;
    });
    const answer = callOf(server, controller.signal);
    await vi.waitFor(() => {
      expect(heard).toBeDefined();
    });
    controller.abort(reason);
    await expect(answer).rejects.toBe(reason);
    expect(heard?.aborted).toBe(true);
  });

  test("that is aborted while it waits for what hears no signal rejects with the reason", async () => {
    const controller = new AbortController();
    const fetch = vi.fn(() => never);
    const answer = callOf({ fetch }, controller.signal);
    await vi.waitFor(() => {
      expect(fetch).toHaveBeenCalled();
    });
    controller.abort(reason);
    await expect(answer).rejects.toBe(reason);
  });

  test("that gets no promise of its `fetch` is answered", async () => {
    const fetch = (() => Response.json({ a: 1 })) as unknown as Server["fetch"];
    expect(await callOf({ fetch }, new AbortController().signal)).toMatchObject({ ok: true, data: { a: 1 } });
  });

  test.each([true, false])("whose answer is a stream ends it: silent %s", async (isSilent) => {
    told.length = 0;
    const controller = new AbortController();
    const ended = vi.fn();
    async function* pieces(): AsyncGenerator<string> {
      try {
        for (let count = 0; ; count += 1) {
          yield `data: ${String(count)}\n\n`;
          await new Promise((resolve) => setTimeout(resolve, 5));
          if (isSilent) await aborted(controller.signal);
        }
      } finally {
        ended();
      }
    }
    const server = made(() => ({ status: 200, body: pieces() }), ["text/event-stream"]);
    const result = (await callOf(server, controller.signal, ["text/event-stream"])) as { readonly data: ReadableStream<Uint8Array> };
    const reader = result.data.getReader();
    await reader.read();
    controller.abort(reason);
    const rest = async (): Promise<void> => {
      while (!(await reader.read()).done);
    };
    await expect(rest()).rejects.toBe(reason);
    await vi.waitFor(() => {
      expect(ended).toHaveBeenCalledOnce();
    });
    expect(told).toEqual([]);
  });
});

test("a stream that is replied with after the request was aborted is ended", async () => {
  const controller = new AbortController();
  const cancelled = vi.fn();
  const server = made(
    async (_, { signal }) => {
      await aborted(signal);
      return { status: 200, body: new ReadableStream({ cancel: cancelled }) };
    },
    ["application/octet-stream"],
  );
  const answer = server.fetch(new Request("http://x/v1/pets", { signal: controller.signal }));
  await new Promise((resolve) => setTimeout(resolve, 5));
  controller.abort(reason);
  await expect((await answer).text()).rejects.toBe(reason);
  expect(cancelled).toHaveBeenCalledOnce();
});

test("a host that cancels what it sends when its caller leaves is shown no failure", async () => {
  const controller = new AbortController();
  const server = made(() => ({ status: 200, body: new ReadableStream() }), ["application/octet-stream"]);
  const { body } = await server.fetch(new Request("http://x/v1/pets", { signal: controller.signal }));
  const reader = body?.getReader();
  const read = reader?.read();
  controller.abort(reason);
  await reader?.cancel();
  expect(await read).toEqual({ done: true, value: undefined });
});

test("a platform whose signals have no reason gets an error like its own", async () => {
  const { signal } = new AbortController();
  const leave = new EventTarget();
  Object.defineProperty(signal, "reason", { value: undefined });
  Object.defineProperty(signal, "addEventListener", { value: leave.addEventListener.bind(leave) });
  const fetch = vi.fn(() => never);
  const { Request } = globalThis;
  // A class that keeps the signal as it is given, as polyfills do.
  const Kept = function (url: string, init: RequestInit) {
    return Object.defineProperty(new Request(url, { ...init, signal: null }), "signal", { value: init.signal });
  } as unknown as typeof Request;
  const client = limitedClient({ origin: "http://x" } as never, { gate: false, fetch, Request: Kept });
  const answer = client.call(operation(), {}, { signal });
  await vi.waitFor(() => {
    expect(fetch).toHaveBeenCalled();
  });
  leave.dispatchEvent(new Event("abort"));
  await expect(answer).rejects.toMatchObject({ name: "AbortError" });
});
