import { once } from "node:events";
import { createServer as createHttpServer, type ServerResponse } from "node:http";
import { connect as connectHttp2, createServer as createHttp2Server } from "node:http2";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { describe, expect, test, vi } from "vitest";
import { createServer, type Server } from "../../../../templates/runtime/server/route/server.js";
import { route, serve, type Setup } from "./serving.js";

const events = route("op", "GET", "/op", { responses: { 200: ["text/event-stream"] } });
const bytes = route("op", "GET", "/op", { responses: { 200: ["application/octet-stream"] } });
const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe("a reply that is a stream", () => {
  async function* failing(): AsyncGenerator {
    yield { data: 1 };
    await later(1);
    throw new Error("no more");
  }

  test("breaks off where it fails, and tells", async () => {
    const told: string[] = [];
    const onError: Setup["onError"] = (error) => told.push(String(error));
    const serving = await serve([events], { onError, handlers: { op: () => ({ status: 200, body: failing() }) } });
    await expect(fetch(`${serving.url}/op`).then((response) => response.text())).rejects.toThrow();
    await expect(serving.fetch(new Request("http://x/op")).then((response) => response.text())).rejects.toThrow("no more");
    await serving.close();
    expect(told).toEqual(["Error: no more", "Error: no more"]);
  });

  test.each([0, 1, 3, 200])("gives all that came before it fails, without a pause, %i items", async (count) => {
    async function* atOnce(): AsyncGenerator {
      for (let index = 0; index < count; index += 1) yield { data: index };
      await Promise.resolve();
      throw new Error("no more");
    }
    let calls = 0;
    const op = () => ({ status: 200, body: ((calls += 1), atOnce()) });
    const serving = await serve([events], { onError: () => undefined, handlers: { op } });
    const answer = await fetch(`${serving.url}/op`);
    expect(answer.status).toBe(count === 0 ? 500 : 200);
    let text = "";
    const read = async (): Promise<void> => {
      const decoder = new TextDecoder();
      for await (const chunk of answer.body ?? []) text += decoder.decode(chunk as Uint8Array, { stream: true });
    };
    if (count > 0) await expect(read()).rejects.toThrow();
    expect(text.match(/^data: ?\d+$/gm) ?? []).toHaveLength(count);
    expect(calls).toBe(1);
    await serving.close();
  });

  test.each(["node", "fetch"])("of what is neither text nor bytes is broken off, told of once, and ended, through %s", async (way) => {
    for (const piece of [{ a: 1 }, 7, new Float64Array(1)]) {
      const told: string[] = [];
      const source = Readable.from(["first", piece, "last"]);
      const onError: Setup["onError"] = (error) => told.push(String(error));
      const serving = await serve([bytes], { onError, handlers: { op: () => ({ status: 200, body: source }) } });
      const answer = way === "node" ? fetch(`${serving.url}/op`) : serving.fetch(new Request("http://x/op"));
      await expect(answer.then((response) => response.text())).rejects.toThrow();
      await serving.close();
      expect([told, source.destroyed]).toEqual([
        [`TypeError: A stream of a body gives text or bytes (Uint8Array), not ${typeof piece}`],
        true,
      ]);
    }
  });

  test("is no failure where the handler ends it because the caller went away", async () => {
    const told: unknown[] = [];
    const op = (_: never, context: { signal: AbortSignal }) => ({ status: 200, body: until(context.signal) });
    async function* until(signal: AbortSignal): AsyncGenerator {
      yield { data: 1 };
      await once(signal, "abort");
      throw new Error("aborted");
    }
    const serving = await serve([events], { onError: (error) => told.push(error), handlers: { op } });
    const response = await fetch(`${serving.url}/op`);
    await response.body?.cancel();
    await later(50);
    await serving.close();
    expect(told).toEqual([]);
  });

  describe("that its caller leaves", () => {
    /** Ends of a stream, in the ways that there are: each yields once, and then goes on when the caller has gone. */
    const streams: readonly [string, (signal: AbortSignal) => AsyncGenerator][] = [
      [
        "goes on",
        async function* () {
          yield { data: 1 };
          await later(20);
          yield { data: 2 };
          yield { data: 3 };
        },
      ],
      [
        "ends",
        async function* () {
          yield { data: 1 };
          await later(20);
        },
      ],
      [
        "fails",
        async function* () {
          yield { data: 1 };
          await later(20);
          throw new Error("too late");
        },
      ],
      [
        "waits for the signal, and throws",
        async function* (signal) {
          yield { data: 1 };
          if (!signal.aborted) await once(signal, "abort");
          throw new Error("aborted");
        },
      ],
      [
        "fails to end",
        async function* () {
          try {
            yield { data: 1 };
            yield { data: 2 };
          } finally {
            await later(1);
            throw new Error("cannot end");
          }
        },
      ],
    ];
    describe.each(streams)("and %s", (_how, stream) => {
      test.each(["cancels", "aborts, and cancels", "aborts"])(
        "is ended when the caller %s through fetch, and nothing is told",
        async (leaving) => {
          const told: unknown[] = [];
          const ended = vi.fn();
          async function* body(signal: AbortSignal): AsyncGenerator {
            try {
              yield* stream(signal);
            } finally {
              ended();
            }
          }
          const op = (_: never, { signal }: { signal: AbortSignal }) => ({ status: 200, body: body(signal) });
          const serving = await serve([events], { onError: (error) => told.push(error), handlers: { op } });
          const caller = new AbortController();
          const reader = (await serving.fetch(new Request("http://x/op", { signal: caller.signal }))).body?.getReader();
          await reader?.read();
          await later(5);
          if (leaving.startsWith("aborts")) caller.abort();
          if (leaving.endsWith("cancels")) await reader?.cancel();
          else await reader?.read().catch((): void => undefined);
          if (leaving === "aborts") await reader?.cancel().catch((): void => undefined);
          await vi.waitFor(() => {
            expect(ended).toHaveBeenCalledOnce();
          });
          await serving.close();
          expect(told).toEqual([]);
        },
      );
    });

    test("aborts the signal that the handler has, and the one that it asks for later", async () => {
      const given: { signal: AbortSignal }[] = [];
      const op = (_: never, context: { signal: AbortSignal }) => {
        given.push(context);
        return { status: 200, body: streams[0]?.[1](new AbortController().signal) };
      };
      const serving = await serve([events], { handlers: { op } });
      const asked = async (early: boolean): Promise<boolean | undefined> => {
        const answer = await serving.fetch(new Request("http://x/op"));
        const context = given.pop();
        const signal = early ? context?.signal : undefined;
        await answer.body?.cancel();
        return (signal ?? context?.signal)?.aborted;
      };
      expect([await asked(true), await asked(false)]).toEqual([true, true]);
      await serving.close();
    });
  });

  test("is ended, and not made, for HEAD", async () => {
    let made = 0;
    const ended = vi.fn(() => Promise.resolve({ done: true as const, value: undefined }));
    const endless = () => ({
      [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ done: false, value: { data: (made += 1) } }), return: ended }),
    });
    const serving = await serve([events], { handlers: { op: () => ({ status: 200, body: endless() }) } });
    expect(await serving.get("/op", {}, "HEAD")).toMatchObject({ status: 200, text: "" });
    expect((await serving.fetch(new Request("http://x/op", { method: "HEAD" }))).status).toBe(200);
    await serving.close();
    expect([made, ended.mock.calls.length]).toEqual([0, 2]);
  });

  test("of Node or of the platform is closed for HEAD", async () => {
    const node = Readable.from(["a"]);
    const cancel = vi.fn();
    const bodies = [node, new ReadableStream({ cancel })];
    const serving = await serve([bytes], { handlers: { op: () => ({ status: 200, body: bodies.shift() }) } });
    await serving.get("/op", {}, "HEAD");
    await serving.get("/op", {}, "HEAD");
    await serving.close();
    expect([node.destroyed, cancel.mock.calls.length]).toEqual([true, 1]);
  });
});

describe("behind middleware that compresses", () => {
  /** As `compression` of Express does it: what is written goes into a stream that gives it out when it is full, or flushed. */
  const compress = (response: ServerResponse): void => {
    const gzip = createGzip();
    const [writeHead, write, end] = [response.writeHead.bind(response), response.write.bind(response), response.end.bind(response)];
    gzip.on("data", (chunk: Buffer) => void write(chunk)).on("end", () => void end());
    Object.assign(response, {
      flush: () => {
        gzip.flush();
      },
      writeHead: (status: number, headers: Record<string, string> = {}) => writeHead(status, { ...headers, "Content-Encoding": "gzip" }),
      write: (chunk: Buffer | string) => gzip.write(chunk),
      end: (chunk?: Buffer | string) => gzip.end(chunk),
    });
  };

  test("each event of a stream arrives when it is sent", async () => {
    const seen: (() => void)[] = [];
    async function* steps(): AsyncGenerator {
      for (let data = 1; data < 4; data += 1) {
        yield { data };
        await new Promise<void>((resolve) => seen.push(resolve));
      }
    }
    const server = createServer(
      { basePath: "", realm: "Test", schemes: {}, routes: { op: events } },
      { handlers: { op: () => ({ status: 200, body: steps() }) } },
    );
    const http = createHttpServer((request, response) => {
      compress(response);
      server.node(request, response);
    });
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    const answer = await fetch(`http://127.0.0.1:${(http.address() as AddressInfo).port}/op`);
    const read: string[] = [];
    for await (const chunk of answer.body ?? []) {
      read.push(
        Buffer.from(chunk as Uint8Array)
          .toString()
          .trim(),
      );
      seen.shift()?.(); // the next one is not sent before
    }
    http.closeAllConnections();
    http.close();
    expect(read).toEqual(["data: 1", "data: 2", "data: 3"]);
  });
});

test("one listener waits for all the times that a caller reads too slowly, also where it cannot be taken back", async () => {
  async function* large(): AsyncGenerator {
    for (let piece = 0; piece < 100; piece += 1) yield await Promise.resolve(new Uint8Array(100_000));
  }
  const server = createServer(
    { basePath: "", realm: "Test", schemes: {}, routes: { op: bytes } },
    { handlers: { op: () => ({ status: 200, body: large() }) } },
  );
  const drains: string[] = [];
  const http = createHttpServer((request, response) => {
    response.on("newListener", (name: string) => {
      if (name === "drain") drains.push(name);
    });
    server.node(request, response);
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const answer = await fetch(`http://127.0.0.1:${(http.address() as AddressInfo).port}/op`);
  expect((await answer.arrayBuffer()).byteLength).toBe(10_000_000);
  http.closeAllConnections();
  http.close();
  expect(drains).toEqual(["drain"]);
});

test("a handler that asks for the signal after the caller went away finds it aborted", async () => {
  let aborted: boolean | undefined;
  const handled = vi.fn();
  const caller = new AbortController();
  const op = async (_: never, context: { signal: AbortSignal }) => {
    caller.abort();
    // Turns of the event loop, in which the end of the connection is seen: one long wait has only one on a busy machine.
    for (let turn = 0; turn < 10; turn += 1) await later(10);
    ({ aborted } = context.signal);
    handled();
    return { status: 200, body: 1 };
  };
  const serving = await serve([route("op", "GET", "/op")], { handlers: { op } });
  await fetch(`${serving.url}/op`, { signal: caller.signal }).catch(() => undefined);
  await vi.waitFor(
    () => {
      expect(handled).toHaveBeenCalled();
    },
    { timeout: 30_000 },
  );
  await serving.close();
  expect(aborted).toBe(true);
});

describe("a server within another one", () => {
  const told: string[] = [];
  const definition = {
    basePath: "",
    realm: "Test",
    schemes: {},
    routes: { op: route("op", "POST", "/op", { body: { required: true, content: { "application/json": {} } } }) },
  };
  const made = (): Server =>
    createServer(definition, {
      handlers: { op: ({ body }: { body: unknown }) => ({ status: 200, body }) },
      onError: (error) => told.push(String(error)),
    });

  test("fails at once where the body has been read already", async () => {
    const server = made();
    const http = createHttpServer((request, response) => {
      request.resume().on("end", () => {
        server.node(request, response);
      });
    });
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/op`;
    const { status } = await fetch(url, { method: "POST", body: "{}", headers: { "Content-Type": "application/json" } });
    http.closeAllConnections();
    http.close();
    expect([status, told]).toEqual([
      500,
      ["Error: The body was read before the server got the request: mount the server before what reads bodies"],
    ]);
  });

  test("reads bodies of HTTP/2, which need no length", async () => {
    const server = made();
    const http2 = createHttp2Server((request, response) => {
      server.node(request, response); // made to be used like those of HTTP/1
    });
    await new Promise<void>((resolve) => http2.listen(0, "127.0.0.1", resolve));
    const session = connectHttp2(`http://127.0.0.1:${(http2.address() as AddressInfo).port}`);
    const stream = session.request({ ":method": "POST", ":path": "/op", "content-type": "application/json" });
    stream.setEncoding("utf8").end('{"a":1}');
    let text = "";
    for await (const chunk of stream) text += String(chunk);
    session.close();
    http2.close();
    expect(text).toBe('{"a":1}');
  });
});
