/** Streams of replies that nobody reads, or not to their end: each is ended, and none of them ends the process. */
import { EventEmitter, once } from "node:events";
import { createReadStream } from "node:fs";
import { createServer as createHttpServer, get as httpGet, type IncomingMessage, type ServerResponse } from "node:http";
import { connect as connectHttp2, createServer as createHttp2Server } from "node:http2";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createServer, type Server } from "../../../../templates/runtime/server/route/server.js";
import { route } from "./serving.js";

const bytes = route("op", "GET", "/op", { responses: { 200: ["application/octet-stream"] } });
const events = route("op", "GET", "/op", { responses: { 200: ["text/event-stream"] } });
const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const missing = () => createReadStream("/nonexistent/file");

type Op = (request: never, context: { readonly signal: AbortSignal }) => unknown;

const told: unknown[][] = [];
const made = (op: Op, routed = bytes, options: object = {}): Server =>
  createServer(
    { basePath: "", realm: "Test", schemes: {}, routes: { op: routed } },
    { handlers: { op }, onError: (error, { operation }) => told.push([operation, String(error)]), ...options },
  );

const uncaught: unknown[] = [];
const catchIt = (error: unknown): void => void uncaught.push(error);
const open: (() => void)[] = [];

beforeEach(() => {
  told.length = uncaught.length = 0;
  process.on("uncaughtException", catchIt);
});
afterEach(() => {
  process.off("uncaughtException", catchIt);
  for (const close of open.splice(0)) close();
});

async function listen(listener: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const http = createHttpServer(listener).listen(0, "127.0.0.1");
  await once(http, "listening");
  open.push(() => {
    http.closeAllConnections();
    http.close();
  });
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}/op`;
}

/** Calls, and goes away after a while, or with the first piece of the answer. */
async function leave(url: string, after: number | "piece"): Promise<void> {
  const call = httpGet(url, { agent: false }).on("error", () => undefined);
  if (after === "piece")
    await once(
      ((await once(call, "response")) as [IncomingMessage])[0].on("error", () => undefined),
      "data",
    );
  else await later(after);
  call.destroy();
}

describe("a file that is not there", () => {
  test.each(["node", "fetch"])("ends nothing but the answer to HEAD, through %s", async (way) => {
    const server = made(() => ({ status: 200, body: missing() }));
    if (way === "fetch") await server.fetch(new Request("http://x/op", { method: "HEAD" }));
    else await fetch(await listen(server.node), { method: "HEAD" });
    await later(50);
    expect(uncaught).toEqual([]);
  });

  test.each([204, 205, 304])("is not kept open by an answer without a body: %i", async (status) => {
    const stream = Readable.from(["a", "b"]);
    const server = made(() => ({ status, body: stream }));
    expect((await server.fetch(new Request("http://x/op"))).status).toBe(status);
    expect(stream.destroyed).toBe(true);
  });

  test("ends nothing where the caller has gone before the reply", async () => {
    const replied = vi.fn();
    const server = made(async () => {
      await later(100);
      replied();
      return { status: 200, body: missing() };
    });
    await leave(await listen(server.node), 20);
    await vi.waitFor(() => {
      expect(replied).toHaveBeenCalled();
    });
    await later(50);
    expect(uncaught).toEqual([]);
  });

  test("ends nothing where the reply cannot be sent", async () => {
    const bodies: ReturnType<typeof missing>[] = [];
    const server = made(() => {
      const body = missing();
      bodies.push(body);
      return { status: 200, body, headers: { "X-Line": "a\r\nb" } };
    });
    expect((await fetch(await listen(server.node))).status).toBe(500);
    await later(50);
    expect([uncaught, bodies.map(({ destroyed }) => destroyed)]).toEqual([[], [true]]);
  });
});

test("a stream is closed where the caller has gone before the reply", async () => {
  const body = Readable.from(["a"]);
  const server = made(async (_, { signal }) => {
    if (!signal.aborted) await once(signal, "abort");
    return { status: 200, body };
  });
  await leave(await listen(server.node), 20);
  await vi.waitFor(() => {
    expect(body.destroyed).toBe(true);
  });
});

describe("a stream that is silent when its caller leaves is ended", () => {
  const silent: readonly [string, (ended: () => void) => AsyncIterable<unknown>][] = [
    ["of events", (ended) => ofBus(ended)],
    [
      "of the platform",
      (ended) =>
        new ReadableStream({
          start: (controller) => {
            controller.enqueue(new Uint8Array(3));
          },
          pull: () => new Promise(() => undefined),
          cancel: ended,
        }),
    ],
    [
      "of Node",
      (ended) => {
        const stream = new Readable({ read: () => undefined }).on("close", ended);
        stream.push("abc");
        return stream;
      },
    ],
  ];

  /** As `events.on` has it: what ends it is heard while the next event is awaited. */
  function ofBus(ended: () => void): AsyncIterable<unknown> {
    const bus = new EventEmitter();
    setTimeout(() => bus.emit("event", 1), 20);
    const controller = new AbortController();
    const waiting = (): Promise<IteratorResult<unknown, undefined>> =>
      once(bus, "event", controller).then(
        ([value]) => ({ done: false, value: { data: value as unknown } }),
        () => ({ done: true, value: undefined }),
      );
    return {
      [Symbol.asyncIterator]: () => ({
        next: waiting,
        return: () => {
          controller.abort();
          ended();
          return Promise.resolve({ done: true, value: undefined });
        },
      }),
    };
  }

  describe.each(silent)("%s", (kind, body) => {
    const routed = kind === "of events" ? events : bytes;

    test.each(["node", "fetch", "HTTP/2"])("through %s", async (way) => {
      const ended = vi.fn();
      const server = made(() => ({ status: 200, body: body(ended) }), routed);
      if (way === "fetch") {
        const reader = (await server.fetch(new Request("http://x/op"))).body?.getReader();
        await reader?.read();
        await reader?.cancel();
      } else if (way === "node") await leave(await listen(server.node), "piece");
      else {
        const stream = await ask2(server);
        await once(stream, "data");
        stream.close(8);
      }
      await vi.waitFor(() => {
        expect(ended).toHaveBeenCalled();
      });
      expect([told, uncaught]).toEqual([[], []]);
    });
  });
});

/** A request of HTTP/2. */
async function ask2(server: Server): Promise<ReturnType<ReturnType<typeof connectHttp2>["request"]>> {
  const http2 = createHttp2Server((request, response) => {
    server.node(request, response);
  }).listen(0, "127.0.0.1");
  await once(http2, "listening");
  const session = connectHttp2(`http://127.0.0.1:${(http2.address() as AddressInfo).port}`);
  open.push(() => {
    session.destroy();
    http2.close();
  });
  return session.request({ ":path": "/op" }).on("error", () => undefined);
}

describe("in HTTP/2", () => {
  test("a stream that fails does not look whole, and the operation is told", async () => {
    async function* failing(): AsyncGenerator {
      yield "abc";
      await later(5);
      throw new Error("no more");
    }
    const stream = await ask2(made(() => ({ status: 200, body: failing() })));
    stream.resume();
    await new Promise((resolve) => stream.on("close", resolve));
    expect(stream.rstCode).toBe(2);
    expect(told).toEqual([["op", "Error: no more"]]);
  });

  test("the signal is aborted when the caller leaves, and not when it has its answer", async () => {
    const signals: AbortSignal[] = [];
    const leaving = await ask2(
      made(async (_, { signal }) => {
        signals.push(signal);
        await once(signal, "abort");
        return { status: 200, body: "abc" };
      }),
    );
    await vi.waitFor(() => {
      expect(signals).toHaveLength(1);
    });
    leaving.close(8);
    await vi.waitFor(() => {
      expect(signals[0]?.aborted).toBe(true);
    });
    const staying = await ask2(
      made((_, { signal }) => {
        signals.push(signal);
        return { status: 200, body: "abc" };
      }),
    );
    staying.resume();
    await once(staying, "close");
    await later(50);
    expect(signals[1]?.aborted).toBe(false);
  });
});

test("a request whose signal is aborted after its answer was given out, as Deno does it, aborts no handler's", async () => {
  const signals: AbortSignal[] = [];
  async function* two(): AsyncGenerator {
    yield "a";
    yield await Promise.resolve("b");
  }
  const bodies = ["text", two(), streamOf("a", "b"), byteStream(), new Blob(["a"]), Readable.from(["a"])];
  const server = made((_, { signal }) => {
    signals.push(signal);
    return { status: 200, body: bodies.shift() };
  });
  while (bodies.length > 0) {
    const platform = new AbortController();
    await (await server.fetch(new Request("http://x/op", { signal: platform.signal }))).text();
    platform.abort();
  }
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false, false, false, false, false]);
});

/** All of it at once. */
function streamOf(...pieces: readonly (string | Uint8Array)[]): ReadableStream {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
}

const byteStream = (): ReadableStream =>
  new ReadableStream({
    type: "bytes",
    autoAllocateChunkSize: 16,
    start(controller) {
      controller.enqueue(new Uint8Array([97, 98]));
      controller.enqueue(new Uint8Array([99]));
      controller.close();
    },
  });

describe("a stream of the platform", () => {
  const ways: readonly (readonly [string, (server: Server) => Promise<Response>])[] = [
    ["node", async (server) => fetch(await listen(server.node))],
    ["fetch", (server) => server.fetch(new Request("http://x/op"))],
  ];
  describe.each(ways)("through %s", (_, ask) => {
    test.each<[string, () => ReadableStream, string]>([
      ["text", () => streamOf("größe ", "", "€"), "größe €"],
      ["bytes", () => streamOf(new Uint8Array([97]), new Uint8Array(), new Uint8Array([98])), "ab"],
      ["bytes, as a byte stream", byteStream, "abc"],
      ["nothing", () => streamOf(), ""],
      ["the body of another answer", () => new Response("abc").body ?? streamOf(), "abc"],
    ])("is sent where it is of %s", async (_kind, body, text) => {
      expect(await (await ask(made(() => ({ status: 200, body: body() })))).text()).toBe(text);
      expect(told).toEqual([]);
    });

    test("that fails is told, and its answer does not look whole", async () => {
      let pulls = 0;
      const pull = async (controller: ReadableStreamDefaultController): Promise<void> => {
        await later(1);
        pulls += 1;
        if (pulls > 1) throw new Error("no more");
        controller.enqueue(new Uint8Array(3));
      };
      const answer = await ask(made(() => ({ status: 200, body: new ReadableStream({ pull }) })));
      await expect(answer.text()).rejects.toThrow();
      expect(told).toEqual([["op", "Error: no more"]]);
    });
  });

  test("is read no faster than its caller reads, and not before", async () => {
    let pulls = 0;
    const pull = (controller: ReadableStreamDefaultController): void => {
      pulls += 1;
      controller.enqueue(new Uint8Array(1));
    };
    const body = new ReadableStream({ pull }, { highWaterMark: 0 });
    const reader = (await made(() => ({ status: 200, body })).fetch(new Request("http://x/op"))).body?.getReader();
    const seen: number[] = [];
    for (let read = 0; read < 3; read += 1) {
      await later(1);
      seen.push(pulls);
      await reader?.read();
    }
    await reader?.cancel();
    expect(seen).toEqual([0, 1, 2]);
  });

  test("aborts the signal of its handler when it is left", async () => {
    const signals: AbortSignal[] = [];
    const ended = vi.fn();
    const server = made((_, { signal }) => {
      signals.push(signal);
      return { status: 200, body: new ReadableStream({ cancel: ended }) };
    });
    await (await server.fetch(new Request("http://x/op"))).body?.cancel();
    expect([signals[0]?.aborted, ended.mock.calls.length, told]).toEqual([true, 1, []]);
  });
});

describe("beside headers that others have set", () => {
  async function* chunks(): AsyncGenerator {
    yield "abc";
    await later(5);
    yield "def";
  }

  test.each([
    [
      "set",
      (response: ServerResponse): void => {
        response.setHeader("X-Powered-By", "somebody");
      },
    ],
    [
      "set, a length among them",
      (response: ServerResponse): void => {
        response.setHeader("Content-Length", "3");
      },
    ],
    [
      "removed",
      (response: ServerResponse): void => {
        response.setHeader("X-Powered-By", "somebody");
        response.removeHeader("X-Powered-By");
      },
    ],
  ] as const)("a stream is framed, and its connection stays: %s", async (_, prepare) => {
    const server = made(() => ({ status: 200, body: chunks() }));
    const url = await listen((request, response) => {
      prepare(response);
      server.node(request, response);
    });
    const answer = await fetch(url);
    expect(answer.headers.get("transfer-encoding")).toBe("chunked");
    expect(await answer.text()).toBe("abcdef");
  });

  test("every cookie is sent where headers were set and removed again", async () => {
    const server = made(() => ({ status: 200, body: "abc", headers: { "Set-Cookie": ["a=1", "b=2"] } }));
    const url = await listen((request, response) => {
      response.setHeader("X-Powered-By", "somebody");
      response.removeHeader("X-Powered-By");
      server.node(request, response);
    });
    expect((await fetch(url)).headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  });
});

/** Bodies that are streams by their type, and cannot be read. */
const unreadable: readonly (readonly [string, () => object])[] = [
  [
    "a stream that somebody else reads",
    () => {
      const stream = new ReadableStream();
      stream.getReader();
      return stream;
    },
  ],
  [
    "an iterator that throws",
    () => ({
      [Symbol.asyncIterator]: () => {
        throw new Error("no iterator");
      },
    }),
  ],
  ["an iterator that is none", () => ({ [Symbol.asyncIterator]: 1 })],
];
test.each(unreadable)("%s is a 500 that is told of", async (_, body) => {
  const server = made(() => ({ status: 200, body: body() }));
  expect((await server.fetch(new Request("http://x/op"))).status).toBe(500);
  expect((await fetch(await listen(server.node))).status).toBe(500);
  expect(told).toHaveLength(2);
  expect(uncaught).toEqual([]);
});
test.each(unreadable)("%s is not read for a HEAD", async (_, body) => {
  const server = made(() => ({ status: 200, body: body() }));
  expect((await server.fetch(new Request("http://x/op", { method: "HEAD" }))).status).toBe(200);
  expect((await fetch(await listen(server.node), { method: "HEAD" })).status).toBe(200);
  expect([...told, ...uncaught]).toEqual([]);
});
