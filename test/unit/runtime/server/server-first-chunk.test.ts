/** Streams of replies that fail before their first piece: nothing is out yet, so that the caller can still be told. */
import { once } from "node:events";
import { createReadStream, openAsBlob } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer as createHttpServer, get as httpGet, ServerResponse, type IncomingMessage } from "node:http";
import { connect as connectHttp2, createServer as createHttp2Server, type IncomingHttpHeaders } from "node:http2";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import express from "express";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createServer, type Server } from "../../../../templates/runtime/server/route/server.js";
import { ProblemError } from "../../../../templates/runtime/server/route/problem.js";
import type { RateLimits } from "../../../../templates/runtime/shared/rate-limits.js";
import { route, serve } from "./serving.js";

const bytes = route("op", "GET", "/op", { responses: { 200: ["application/octet-stream"] } });
const events = route("op", "GET", "/op", { responses: { 200: ["text/event-stream"] } });
const problemType = "application/problem+json";
const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const told: string[] = [];
const open: (() => void)[] = [];
const made = (body: (signal: AbortSignal) => unknown, routed = bytes, headers: Readonly<Record<string, string>> = {}): Server => {
  const op = (_: never, { signal }: { readonly signal: AbortSignal }) => ({ status: 200, body: body(signal), headers });
  return createServer(
    { basePath: "", realm: "Test", schemes: {}, routes: { op: routed } },
    { handlers: { op }, onError: (error) => told.push(String(error)) },
  );
};

beforeEach(() => {
  told.length = 0;
});
afterEach(() => {
  for (const close of open.splice(0)) close();
});

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

async function listen(listener: Listener): Promise<string> {
  const http = createHttpServer(listener).listen(0, "127.0.0.1");
  await once(http, "listening");
  open.push(() => {
    http.closeAllConnections();
    http.close();
  });
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}/op`;
}

/** As `compression` of Express does it: what is written goes into a stream, once the head is out. */
const compress = (response: ServerResponse): void => {
  const [writeHead, write, end] = [response.writeHead.bind(response), response.write.bind(response), response.end.bind(response)];
  const gzip = createGzip();
  let isCompressed = false;
  gzip.on("data", (chunk: Buffer) => void write(chunk)).on("end", () => void end());
  Object.assign(response, {
    writeHead: (status: number, headers: Record<string, string> = {}) => {
      isCompressed = status === 200;
      return writeHead(status, isCompressed ? { ...headers, "Content-Encoding": "gzip" } : headers);
    },
    write: (chunk: Buffer | string) => gzip.write(chunk),
    end: (chunk?: Buffer | string) => (isCompressed ? gzip.end(chunk) : end(chunk)),
  });
};

const hosts: readonly (readonly [string, (server: Server) => Promise<string>])[] = [
  ["node:http", (server) => listen(server.node)],
  ["Express 5", (server) => listen(express().use(server.node))],
  [
    "node:http behind middleware that sets headers",
    (server) =>
      listen((request, response) => {
        response.setHeader("X-Frame-Options", "DENY").setHeader("ETag", '"1"');
        server.node(request, response);
      }),
  ],
  [
    "node:http behind middleware that compresses",
    (server) =>
      listen((request, response) => {
        compress(response);
        server.node(request, response);
      }),
  ],
];

describe.each(hosts)("over %s, a 500 is the answer, and is told once, for", (_host, at) => {
  const fail = (): never => {
    throw new Error("no first piece");
  };
  test.each<[string, () => unknown]>([
    ["a file that is not there", () => createReadStream("/nonexistent/file")],

    [
      "a generator that throws",
      () =>
        (async function* () {
          await later(1);
          fail();
        })(),
    ],
    ["a stream of the platform", () => new ReadableStream({ pull: fail })],
    ["a stream of Node's", () => new Readable({ read: fail })],
    ["a stream of what is no bytes", () => Readable.from([{ a: 1 }])],
  ])("%s", async (_kind, body) => {
    const answer = await fetch(await at(made(body)));
    const { code } = (await answer.json()) as { readonly code: string };
    expect([answer.status, code, answer.headers.get("content-type"), told.length]).toEqual([500, "internal-error", problemType, 1]);
  });

  test("events that fail before the first", async () => {
    const body = async function* () {
      await later(1);
      fail();
    };
    const answer = await fetch(await at(made(body, events)));
    expect([answer.status, told]).toEqual([500, ["Error: no first piece"]]);
  });

  test("a file that has changed since it was opened as a Blob", async () => {
    const folder = await mkdtemp(join(tmpdir(), "sundial-"));
    const path = join(folder, "file");
    await writeFile(path, "before");
    const blob = await openAsBlob(path);
    await writeFile(path, "a longer text");
    const answer = await fetch(await at(made(() => blob)));
    expect([answer.status, answer.headers.get("content-type"), told.length]).toEqual([500, problemType, 1]);
    await rm(folder, { recursive: true });
  });
});

describe("over node:http", () => {
  const limits: RateLimits = {
    key: { address: true },
    plans: { free: { policies: { minute: { quota: 6, window: 60 } } } },
    ietf: true,
  };

  test.each<[string, () => unknown, number]>([
    ["a file that is not there", () => createReadStream("/nonexistent/file"), 500],

    [
      "a generator that throws a problem",
      () =>
        (async function* (): AsyncGenerator<string> {
          await later(1);
          throw new ProblemError("gone", "It was here.");
        })(),
      410,
    ],
  ])("the answer for %s is that for a handler that throws", async (_kind, body, status) => {
    const told: unknown[] = [];
    const made: unknown[] = [];
    const handlers = {
      stream: () => ({ status: 200, body: body(), headers: { "X-Mine": "1" } }),
      handler: () => {
        throw status === 500 ? new Error("its own") : new ProblemError("gone", "It was here.");
      },
    };
    const serving = await serve(
      Object.keys(handlers).map((id) => route(id, "GET", `/${id}`, { responses: { 200: ["application/octet-stream"] } })),
      {
        handlers,
        rateLimits: limits,
        cors: { origins: ["https://shop.example"] },
        onError: (error, { operation }) => told.push([String(error), operation]),
        errors: ({ code, operation }) => {
          made.push([code, operation]);
          return { code };
        },
      },
    );
    open.push(() => void serving.close());
    const [stream, handler] = [
      await serving.get("/stream", { origin: "https://shop.example" }),
      await serving.get("/handler", { origin: "https://shop.example" }),
    ];
    expect([stream.status, stream.text]).toEqual([status, handler.text]);
    expect(handler.status).toBe(status);
    // Only what is left of the limit differs.
    const steady = ({ headers }: typeof stream) =>
      Object.entries(headers).map(([name, value]) => [name, /^(?:x-)?ratelimit|^date$/.test(name) ? "" : value]);
    expect(steady(stream)).toEqual(steady(handler));
    expect(Object.keys(stream.headers)).toEqual(expect.arrayContaining(["access-control-allow-origin", "ratelimit"]));
    expect(made).toEqual(["stream", "handler"].map((id) => [status === 500 ? "internal-error" : "gone", id]));
    expect(told.length).toBe(status === 500 ? 2 : 0);
  });

  test("headers that Node refuses are a 500 that is told once, and the stream is ended", async () => {
    const ended = vi.fn();
    const body = async function* () {
      try {
        yield await Promise.resolve("a");
        yield "b";
      } finally {
        ended();
      }
    };
    const server = made(body);
    const url = await listen((request, response) => {
      response.writeHead = ((status: number) => {
        if (status !== 500) throw new Error("not this one");
        return ServerResponse.prototype.writeHead.call(response, status);
      }) as typeof response.writeHead; // its overloads
      server.node(request, response);
    });
    const answer = await fetch(url);
    await vi.waitFor(() => {
      expect(ended).toHaveBeenCalledOnce();
    });
    expect([answer.status, told]).toEqual([500, ["Error: not this one"]]);
  });

  test("a stream of nothing is an empty answer with its own status and headers", async () => {
    const answer = await fetch(await listen(made(() => Readable.from([]), bytes, { "X-Mine": "1" }).node));
    expect([answer.status, await answer.text(), answer.headers.get("x-mine")]).toEqual([200, "", "1"]);
  });

  test("an empty first piece sends the head", async () => {
    const rest = new AbortController();
    const body = async function* () {
      yield "";
      await once(rest.signal, "abort");
      yield "rest";
    };
    const answer = await fetch(await listen(made(body).node));
    expect(answer.status).toBe(200);
    rest.abort();
    expect(await answer.text()).toBe("rest");
  });

  test("a caller that leaves before the first piece ends the stream, and nothing is told", async () => {
    const ended = vi.fn();
    const begun = vi.fn();
    const body = async function* (signal: AbortSignal) {
      begun();
      await once(signal, "abort");
      ended();
      yield await Promise.reject<string>(new Error("left"));
    };
    const call = httpGet(await listen(made(body).node), { agent: false }).on("error", () => undefined);
    await vi.waitFor(() => {
      expect(begun).toHaveBeenCalled();
    });
    call.destroy();
    await vi.waitFor(() => {
      expect(ended).toHaveBeenCalled();
    });
    await later(20);
    expect(told).toEqual([]);
  });

  test("whoever else has answered meanwhile keeps the answer, and the stream is ended", async () => {
    const ended = vi.fn();
    const rest = new AbortController();
    const body = async function* () {
      try {
        await once(rest.signal, "abort");
        yield "too late";
      } finally {
        ended();
      }
    };
    const server = made(body);
    const url = await listen((request, response) => {
      server.node(request, response);
      setTimeout(() => {
        response.writeHead(503).write("busy");
        rest.abort();
        setTimeout(() => response.end(), 20);
      }, 20);
    });
    const answer = await fetch(url);
    expect([answer.status, await answer.text(), told]).toEqual([503, "busy", []]);
    await vi.waitFor(() => {
      expect(ended).toHaveBeenCalled();
    });
  });
});

describe("over node:http2", () => {
  async function ask(server: Server) {
    const http2 = createHttp2Server((request, response) => {
      server.node(request, response);
    }).listen(0, "127.0.0.1");
    await once(http2, "listening");
    const session = connectHttp2(`http://127.0.0.1:${(http2.address() as AddressInfo).port}`);
    open.push(() => {
      session.destroy();
      http2.close();
    });
    const stream = session.request({ ":path": "/op" });
    stream.on("error", () => undefined);
    const [headers] = (await once(stream, "response")) as [IncomingHttpHeaders & { readonly ":status": number }];
    return { stream, status: headers[":status"] };
  }

  test("the head of a stream that is silent at first is sent at once", async () => {
    const rest = new AbortController();
    const body = async function* () {
      await once(rest.signal, "abort");
      yield "rest";
    };
    const { stream, status } = await ask(made(body));
    expect(status).toBe(200);
    rest.abort();
    let text = "";
    for await (const chunk of stream) text += String(chunk);
    expect(text).toBe("rest");
  });

  test("so that one which fails before its first piece is broken off", async () => {
    const { stream, status } = await ask(made(() => createReadStream("/nonexistent/file")));
    stream.resume();
    if (!stream.closed) await new Promise((resolve) => stream.on("close", resolve));
    expect([status, stream.rstCode, told.length]).toEqual([200, 2, 1]);
  });
});
