/** Headers of replies that HTTP, or Node, does not let a server send: none of them ends the process, or leaves a caller without an answer. */
import { once } from "node:events";
import { createServer as createHttpServer, get as httpGet, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, createServer as createHttp2Server, type IncomingHttpHeaders } from "node:http2";
import type { AddressInfo } from "node:net";
import express from "express";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createServer, type Server } from "../../../../templates/runtime/server/route/server.js";
import { ProblemError } from "../../../../templates/runtime/server/route/problem.js";
import { route } from "./serving.js";

const text = route("op", "GET", "/op", { responses: { 200: ["text/plain"] } });

const told: string[] = [];
const made = (op: () => unknown, options: object = {}): Server =>
  createServer(
    { basePath: "", realm: "Test", schemes: {}, routes: { op: text } },
    { handlers: { op }, onError: (error) => told.push(String(error)), ...options },
  );

const uncaught: unknown[] = [];
const catchIt = (error: unknown): void => void uncaught.push(error);
const open: (() => unknown)[] = [];
beforeEach(() => {
  told.length = uncaught.length = 0;
  process.on("uncaughtException", catchIt).on("unhandledRejection", catchIt);
});
afterEach(async () => {
  for (const close of open.splice(0)) await close();
  process.off("uncaughtException", catchIt).off("unhandledRejection", catchIt);
  expect(uncaught).toEqual([]);
});

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;
type Ask = (server: Server, headers?: Readonly<Record<string, string>>) => Promise<Answer>;

async function askHttp(listener: Listener, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const http = createHttpServer((request, response) => void listener(request, response)).listen(0, "127.0.0.1");
  await once(http, "listening");
  open.push(() => {
    http.closeAllConnections();
    http.close();
  });
  const { port } = http.address() as AddressInfo; // of TCP
  const sent = httpGet({ port, host: "127.0.0.1", path: "/op", agent: false, headers });
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  let whole = "";
  for await (const chunk of answer) whole += String(chunk);
  return { status: answer.statusCode ?? 0, headers: answer.headers, text: whole };
}

async function askHttp2(server: Server, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const http2 = createHttp2Server((request, response) => {
    server.node(request, response);
  }).listen(0, "127.0.0.1");
  await once(http2, "listening");
  const session = connect(`http://127.0.0.1:${(http2.address() as AddressInfo).port}`);
  open.push(() => {
    session.destroy();
    http2.close();
  });
  const stream = session.request({ ...headers, ":path": "/op" });
  const [answer] = (await once(stream, "response")) as [IncomingHttpHeaders & { readonly ":status": number }];
  let whole = "";
  for await (const chunk of stream) whole += String(chunk);
  return { status: answer[":status"], headers: answer, text: whole };
}

const hosts: readonly (readonly [string, Ask])[] = [
  ["node:http", (server, headers) => askHttp(server.node, headers)],
  ["node:http2", askHttp2],
  ["Express 5", (server, headers) => askHttp(express().use(server.node), headers)],
  [
    "fetch",
    async (server, sent) => {
      const answer = await server.fetch(new Request("http://x/op", sent === undefined ? {} : { headers: sent }));
      return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() };
    },
  ],
];

describe.each(hosts)("over %s", (host, ask) => {
  test.each([
    ["Connection", "x-mine-not"],
    ["Keep-Alive", "timeout=77"],
    ["Proxy-Connection", "close"],
    ["Transfer-Encoding", "chunked"],
    ["TE", "gzip"],
    ["Trailer", "X-Sum"],
    ["Upgrade", "h2c"],
    ["HTTP2-Settings", "x"],
    ["Content-Length", "1"],
  ])("%s, which is of a connection or of how a body is sent, is left out of a reply", async (name, value) => {
    const answer = await ask(made(() => ({ status: 200, body: "mine", headers: { [name]: value, "X-Mine": "1" } })));
    expect(answer).toMatchObject({ status: 200, text: "mine", headers: { "x-mine": "1" } });
    expect(answer.headers[name.toLowerCase()]).not.toBe(value);
    expect(told).toEqual([]);
  });

  test("what `Connection` names is left out, too", async () => {
    const headers = { Connection: "keep-alive, X-Hop ,close", "X-Hop": "1", "x-end": "2" };
    const answer = await ask(made(() => ({ status: 200, body: "mine", headers })));
    expect([answer.status, answer.headers["x-hop"], answer.headers["x-end"]]).toEqual([200, undefined, "2"]);
  });

  test("a problem that a handler throws is sent without them", async () => {
    const headers = ["Keep-Alive", "timeout=77", "Trailer", "X-Sum", "X-Mine", "1", "Content-Type", "text/x"];
    const answer = await ask(
      made(() => {
        throw new ProblemError("not-found", "No such thing.", { headers });
      }),
    );
    expect(answer).toMatchObject({ status: 404, headers: { "x-mine": "1", "content-type": "application/problem+json" } });
    expect([answer.headers.trailer, answer.headers["keep-alive"] ?? ""]).toEqual([undefined, expect.not.stringContaining("77")]);
    expect(told).toEqual([]);
  });

  test.each([
    ["Content-Type", "text/a", "text/b"],
    ["ETag", '"a"', '"b"'],
    ["Location", "/a", "/b"],
  ])("of a %s that is there in two spellings the last counts", async (name, first, last) => {
    const answer = await ask(made(() => ({ status: 200, body: "mine", headers: { [name.toLowerCase()]: first, [name]: last } })));
    expect(answer).toMatchObject({ status: 200, text: "mine", headers: { [name.toLowerCase()]: last } });
  });

  test("cookies in two spellings are all sent", async () => {
    const answer = await ask(made(() => ({ status: 200, body: "mine", headers: { "set-cookie": ["a=1", "b=2"], "Set-Cookie": "c=3" } })));
    expect([answer.headers["set-cookie"]].flat().join().split(",")).toEqual(host === "fetch" ? ["c=3"] : ["a=1", "b=2", "c=3"]);
  });

  test("a form that says its own type has the one with its boundary", async () => {
    const form = new FormData();
    form.set("a", "1");
    const answer = await ask(made(() => ({ status: 200, body: form, headers: { "content-type": "multipart/form-data" } })));
    expect([answer.status, answer.headers["content-type"]]).toEqual([200, expect.stringMatching(/^multipart\/form-data; boundary=[^,]+$/)]);
  });

  test("the server's answer to another origin counts, once", async () => {
    const headers = { "access-control-allow-credentials": "false", "access-control-allow-origin": "*", vary: "accept" };
    const server = made(() => ({ status: 200, body: "mine", headers: { ...headers, "access-control-expose-headers": "x-mine" } }), {
      cors: { origins: ["https://a.example"], credentials: true },
    });
    const answer = await ask(server, { origin: "https://a.example" });
    expect(answer).toMatchObject({
      status: 200,
      headers: { "access-control-allow-credentials": "true", "access-control-allow-origin": "https://a.example" },
    });
    expect(String(answer.headers.vary).toLowerCase().split(", ").sort()).toEqual(["accept", "origin"]);
  });

  test("a handler may pass on all headers of another service", async () => {
    const upstream = createHttpServer((_request, response) => {
      response.setHeader("X-Upstream", "1");
      response.setHeader("Trailer", "X-Sum");
      response.write("up");
      response.end();
    }).listen(0, "127.0.0.1");
    await once(upstream, "listening");
    open.push(() => {
      upstream.closeAllConnections();
      upstream.close();
    });
    const server = made(async () => {
      const answer = await fetch(`http://127.0.0.1:${(upstream.address() as AddressInfo).port}/`);
      return { status: 200, body: await answer.text(), headers: Object.fromEntries(answer.headers) };
    });
    expect(await ask(server)).toMatchObject({ status: 200, text: "up", headers: { "x-upstream": "1" } });
  });
});

describe("where a response cannot be begun", () => {
  test("it is a plain 500, and what was to be sent is ended: a header that somebody else has set", async () => {
    const ended = vi.fn();
    // Over HTTP/1 the head is written with the first piece.
    const body = new ReadableStream({
      pull: (controller) => {
        controller.enqueue("mine");
      },
      cancel: ended,
    });
    const server = made(() => ({ status: 200, body: told.length === 0 ? "mine" : body }));
    const bad: Listener = (request, response) => {
      response.setHeader("Trailer", "X-Sum");
      server.node(request, response);
    };
    expect(await askHttp(bad)).toMatchObject({ status: 500, text: "" });
    expect(told).toEqual([expect.stringContaining("Trailer")]);
    const failing: Listener = (request, response) => {
      const writeHead = response.writeHead.bind(response) as (...given: unknown[]) => unknown; // it has overloads
      let calls = 0;
      Object.assign(response, {
        writeHead(...given: unknown[]) {
          calls += 1;
          if (calls === 1) throw new Error("not this one");
          return writeHead(...given);
        },
      });
      server.node(request, response);
    };
    expect(await askHttp(failing)).toMatchObject({ status: 500, text: "" });
    expect([told.length, ended.mock.calls.length]).toEqual([2, 1]);
  });

  test("not even with a 500, the connection is broken off", async () => {
    const server = made(() => ({ status: 200, body: "mine" }));
    const failing: Listener = (request, response) => {
      Object.assign(response, {
        writeHead() {
          throw new Error("never");
        },
      });
      server.node(request, response);
    };
    await expect(askHttp(failing)).rejects.toThrow();
    expect(told[0]).toContain("never");
  });

  test("nor broken off, nothing is thrown", async () => {
    const server = made(() => ({ status: 200, body: "mine" }));
    const fail = (): never => {
      throw new Error("never");
    };
    const done = new Promise<void>((resolve) => {
      void askHttp((request, response) => {
        const destroy = response.destroy.bind(response);
        Object.assign(response, {
          writeHead: fail,
          destroy: () => {
            destroy();
            resolve();
            fail();
          },
        });
        server.node(request, response);
      }).catch(() => undefined);
    });
    await done;
    await new Promise((resolve) => setTimeout(resolve, 0)); // rejections that nobody handles are told after the microtasks
    expect(told[0]).toContain("never");
  });
});
