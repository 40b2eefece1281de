/** Requests and responses that no server of Node's has made: adapters of AWS Lambda put them together of events, and tests of nothing. */
import { EventEmitter, once } from "node:events";
import { createReadStream } from "node:fs";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { Readable } from "node:stream";
import { describe, expect, test, vi } from "vitest";
import { createServer, type RouteDefinition } from "../../../../templates/runtime/server/route/server.js";
import { problemDetails, problemOf } from "../../../../templates/runtime/server/route/problem.js";
import { route } from "./serving.js";
import { located } from "../../../support/located-parameters.js";

/** A request whose length is a number, and whose bytes come out of memory. */
function requestOf(body: string | undefined, more: Readonly<Record<string, unknown>> = {}): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
  Object.assign(request, { method: body === undefined ? "GET" : "POST", url: "/op", httpVersionMajor: "1", complete: true });
  Object.assign(request, { headers: { "content-type": "application/json", ...length, ...more } });
  request._read = () => {
    if (body !== undefined) request.push(body);
    request.push(null);
  };
  return request;
}

/** A response whose socket keeps what is written, and answers nothing. */
function responseFor(request: IncomingMessage): { readonly response: ServerResponse; readonly whole: Promise<string> } {
  const response = new ServerResponse(request);
  let written = "";
  const nothing = (): void => undefined;
  const socket = {
    ...{ _writableState: {}, writable: true, on: nothing, removeListener: nothing, destroy: nothing, cork: nothing, uncork: nothing },
    write(chunk: string | Uint8Array, encoding: unknown, callback?: unknown): void {
      written += Buffer.from(chunk as Uint8Array).toString("latin1");
      const done = typeof encoding === "function" ? encoding : callback;
      if (typeof done === "function") Reflect.apply(done, undefined, []);
    },
  };
  response.assignSocket(socket as unknown as Socket); // as much of one as adapters have
  const whole = new Promise<string>((resolve) => {
    response.on("finish", () => {
      resolve(written);
    });
  });
  return { response, whole };
}

async function answerTo(
  described: RouteDefinition,
  request: IncomingMessage,
  op: (request: never) => unknown,
  bodyLimit = 100,
): Promise<string> {
  const server = createServer({ basePath: "", realm: "Test", schemes: {}, routes: { op: described } }, { handlers: { op }, bodyLimit });
  const { response, whole } = responseFor(request);
  server.node(request, response);
  return whole;
}

const posted = route("op", "POST", "/op", { body: { content: { "application/json": {} } } });
const echo = ({ body }: { readonly body: unknown }) => ({ status: 200, body: { body: body ?? "none" } });

describe("a length that is a number", () => {
  test.each([
    ["a body", '{"a":1}', '{"body":{"a":1}}'],
    ["none", "", '{"body":"none"}'],
    ["one that is too large", `"${"x".repeat(100)}"`, '"status":413'],
  ])("is that of %s", async (_, body, expected) => {
    expect(await answerTo(posted, requestOf(body), echo)).toContain(expected);
  });

  test("is one for parameters, too", async () => {
    const described = route(
      "op",
      "GET",
      "/op",
      { parameters: located([{ name: "X-Count", in: "header" }]) },
      { header: { decode: { "X-Count": "integer" } } },
    );
    const op = ({ header }: { readonly header: unknown }) => ({ status: 200, body: header });
    expect(await answerTo(described, requestOf(undefined, { "x-count": 7 }), op)).toContain('{"X-Count":7}');
  });
});

test("a stream goes on where `write` answers nothing", async () => {
  async function* chunks(): AsyncGenerator {
    for (const chunk of ["one", "two", "three"]) yield await Promise.resolve(chunk);
  }
  const described = route("op", "GET", "/op", { responses: { 200: ["application/octet-stream"] } });
  expect(await answerTo(described, requestOf(undefined), () => ({ status: 200, body: chunks() }))).toMatch(/one[^]*two[^]*three/);
});

test("a stream that fails before its first chunk is a 500 that ends", async () => {
  const described = route("op", "GET", "/op", { responses: { 200: ["application/octet-stream"] } });
  const told = vi.spyOn(console, "error").mockReturnValue(undefined);
  const answer = await answerTo(described, requestOf(undefined), () => ({ status: 200, body: createReadStream("/nonexistent/file") }));
  expect([answer.slice(0, 12), told.mock.calls.length]).toEqual(["HTTP/1.1 500", 1]);
  told.mockRestore();
});

describe("mocks, whose requests are no streams, and whose responses know no request", () => {
  const routes = {
    read: route("read", "GET", "/op"),
    drop: route("drop", "DELETE", "/op"),
    post: route("post", "POST", "/op", { body: { content: { "application/json": {} } } }),
    stream: route("stream", "GET", "/stream", { responses: { 200: ["text/plain"] } }),
    fail: route("fail", "GET", "/fail", { responses: { 200: ["text/plain"] } }),
  };
  const handlers = {
    read: () => ({ status: 200, body: "read" }),
    drop: () => ({ status: 204 }),
    post: echo,
    stream: () => ({ status: 200, body: Readable.from(["one", "two"]) }),
    fail: () => ({ status: 200, body: createReadStream("/nonexistent/file") }),
  };

  /** As much of a request and a response as `node-mocks-http` has. */
  function mocksOf(method: string, url: string, more: object) {
    const request = Object.assign(new EventEmitter(), { method, url, headers: {}, ...more });
    const headers = new Map<string, unknown>();
    const written: string[] = [];
    const response = Object.assign(new EventEmitter(), {
      statusCode: 200,
      headersSent: false,
      getHeaderNames: () => [...headers.keys()],
      getHeader: (name: string) => headers.get(name.toLowerCase()),
      hasHeader: (name: string) => headers.has(name.toLowerCase()),
      setHeader: (name: string, value: unknown) => headers.set(name.toLowerCase(), value),
      removeHeader: (name: string) => headers.delete(name.toLowerCase()),
      writeHead: (status: number) => Object.assign(response, { statusCode: status, headersSent: true }),
      write: (chunk: string | Uint8Array) => written.push(String(chunk)),
      end: (chunk: string | Uint8Array = "") => {
        written.push(String(chunk));
        response.emit("end");
      },
    });
    return { request, response, written };
  }

  test.each<[string, string, object, number, string]>([
    ["GET", "/op", {}, 200, '"read"'],
    ["DELETE", "/op", {}, 204, ""],
    ["HEAD", "/stream", {}, 200, ""],
    ["GET", "/stream", {}, 200, "onetwo"],
    ["GET", "/fail", {}, 500, JSON.stringify(problemDetails(problemOf(new Error(), "fail")))],
    ["POST", "/op", { headers: { "content-type": "application/json", "content-length": "7" }, body: { a: 1 } }, 200, '{"body":{"a":1}}'],
  ])("%s %s with %o", async (method, url, more, status, text) => {
    const server = createServer({ basePath: "", realm: "Test", schemes: {}, routes }, { handlers, onError: () => undefined });
    const { request, response, written } = mocksOf(method, url, more);
    const ended = once(response, "end");
    server.node(request as unknown as IncomingMessage, response as unknown as ServerResponse); // as tests in JavaScript do
    await ended;
    expect([response.statusCode, written.join("")]).toEqual([status, text]);
  });

  test("a body that such a request sends later is read", async () => {
    const server = createServer({ basePath: "", realm: "Test", schemes: {}, routes }, { handlers });
    const headers = { "content-type": "application/json", "content-length": "7" };
    const { request, response, written } = mocksOf("POST", "/op", { headers });
    const ended = once(response, "end");
    server.node(request as unknown as IncomingMessage, response as unknown as ServerResponse);
    setTimeout(() => {
      request.emit("data", Buffer.from('{"a":1}'));
      request.emit("end");
    }, 5);
    await ended;
    expect([response.statusCode, written.join("")]).toEqual([200, '{"body":{"a":1}}']);
  });
});
