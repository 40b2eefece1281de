import { Agent, createServer as createHttpServer, request as httpRequest, type IncomingMessage } from "node:http";
import { connect as connectHttp2, createServer as createHttp2Server } from "node:http2";
import { connect, type AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createServer } from "../../../../templates/runtime/server/route/server.js";
import { route, serve, type Serving } from "./serving.js";

const taking = route("op", "PUT", "/op", { body: { required: true, content: { "application/octet-stream": {} } } });
const bytes = { "Content-Type": "application/octet-stream" };

describe("a body that is too large, through an adapter that makes a `Request` of what `node:http` has", () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let serving: Serving;
  beforeAll(async () => {
    serving = await serve([taking], { bodyLimit: 100_000, handlers: { op: () => ({ status: 200, body: "taken" }) } });
  });
  afterAll(async () => {
    agent.destroy();
    await serving.close();
  });

  const http = createHttpServer((incoming, outgoing) => {
    void serving.fetch(requestOf(incoming)).then(async (answer) => {
      const text = await answer.text();
      outgoing.writeHead(answer.status, [...answer.headers].flat()).end(text);
    });
  });
  beforeAll(() => new Promise<void>((resolve) => void http.listen(0, "127.0.0.1", resolve)));
  afterAll(() => void http.close());

  const send = (size: number, chunked: boolean): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const { port } = http.address() as AddressInfo;
      const length = chunked ? { "Transfer-Encoding": "chunked" } : { "Content-Length": size };
      const sent = httpRequest(
        { port, host: "127.0.0.1", agent, path: "/op", method: "PUT", headers: { ...bytes, ...length } },
        (answer) => {
          answer.resume().on("end", () => {
            resolve(answer.statusCode);
          });
        },
      );
      sent.on("error", reject);
      sent.end(Buffer.alloc(size));
    });

  test.each([
    ["whose length is said", false],
    ["whose length is not said", true],
  ])("%s leaves the connection to the next request", async (_name, chunked) => {
    const answers: unknown[] = [];
    for (let turn = 0; turn < 3; turn += 1) answers.push(await send(3_000_000, chunked), await send(10, chunked));
    expect(answers).toEqual([413, 200, 413, 200, 413, 200]);
  });
});

/** The stream is made when it is asked for, and takes the bytes from whoever else would read them. */
function requestOf(incoming: IncomingMessage): Request {
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const request = new Request(`http://x${incoming.url ?? ""}`, { method: "POST", headers });
  let body: unknown;
  return Object.defineProperties(request, {
    method: { value: incoming.method },
    body: { get: () => (body ??= Readable.toWeb(incoming)) },
  });
}

test("a body whose length is too much is not touched, so that the platform can do with it what it does", async () => {
  const touched = vi.fn(() => null);
  const request = new Request("http://x/op", { method: "PUT", headers: { ...bytes, "Content-Length": "2000000" } });
  Object.defineProperties(request, { body: { get: touched }, bodyUsed: { get: touched } });
  const serving = await serve([taking]);
  expect((await serving.fetch(request)).status).toBe(413);
  await serving.close();
  expect(touched).not.toHaveBeenCalled();
});

test.each<[string, RequestInit, number]>([
  ["of a wrong type", { headers: { "Content-Type": "text/csv", "Transfer-Encoding": "chunked" } }, 415],
  ["to no path", { headers: bytes }, 404],
])("a body %s is not touched", async (name, init, status) => {
  const touched = vi.fn(() => null);
  const request = new Request(name === "to no path" ? "http://x/none" : "http://x/op", { method: "PUT", ...init });
  Object.defineProperties(request, { body: { get: touched } });
  // A `Request` made here has no headers of the transfer: adapters give those that came.
  Object.defineProperties(request, {
    headers: { value: new Map(Object.entries(init.headers ?? {}).map(([key, value]) => [key.toLowerCase(), value])) },
  });
  const serving = await serve([taking]);
  expect((await serving.fetch(request)).status).toBe(status);
  await serving.close();
  expect(touched).not.toHaveBeenCalled();
});

test("who sends without end over HTTP is told so, and cut off", async () => {
  const serving = await serve([taking], { bodyLimit: 1000 });
  const socket = connect(Number(new URL(serving.url).port), "127.0.0.1");
  const received: string[] = [];
  socket.on("data", (data) => received.push(data.toString()));
  socket.on("error", () => undefined); // how it is cut off depends on what is on its way
  const closed = new Promise<boolean>((resolve) => {
    socket.on("close", () => {
      resolve(false);
    });
  });
  const write = (text: string) =>
    new Promise<boolean>((resolve) => {
      socket.write(text, (error) => {
        resolve(error == null);
      });
    });
  await write("PUT /op HTTP/1.1\r\nHost: x\r\nContent-Type: application/octet-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
  const chunk = `f4240\r\n${"x".repeat(1_000_000)}\r\n`;
  let sent = 0;
  // Ten times what is read and thrown away: a server that reads on to the end fails here.
  while (sent < 170 && (await Promise.race([write(chunk), closed]))) sent += 1;
  expect(sent).toBeLessThan(100);
  await closed;
  await serving.close();
  expect(received.join("")).toMatch(/^HTTP\/1.1 413 /);
});

test("who sends without end over HTTP/2 is told so, and the stream ends on both sides", async () => {
  const server = createServer(
    { basePath: "", realm: "Test", schemes: {}, routes: { op: taking } },
    { bodyLimit: 1000, handlers: { op: vi.fn() } },
  );
  const listening = createHttp2Server(server.node);
  const ended: Promise<void>[] = [];
  listening.on("stream", (stream) => ended.push(new Promise((resolve) => stream.on("close", resolve).on("error", () => undefined))));
  await new Promise<void>((resolve) => void listening.listen(0, "127.0.0.1", resolve));
  const session = connectHttp2(`http://127.0.0.1:${(listening.address() as AddressInfo).port}`);
  const sending = session.request({ ":path": "/op", ":method": "PUT", "content-type": "application/octet-stream" });
  sending.resume().on("error", () => undefined); // as it is cut off
  let status: unknown;
  sending.on("response", (headers) => (status = headers[":status"]));
  const closed = new Promise<void>((resolve) => sending.on("close", resolve));
  let sent = 0;
  const more = (): void => {
    while (!sending.destroyed && sent < 170) {
      sent += 1;
      if (!sending.write(Buffer.alloc(1_000_000))) return void sending.once("drain", more);
    }
  };
  more();
  await Promise.all([closed, ...ended]);
  expect([status, ended.length]).toEqual([413, 1]);
  expect(sent).toBeLessThan(100);
  session.close();
  listening.close();
});

test("who sends without end is cut off", async () => {
  let sent = 0;
  const cancelled = vi.fn();
  const body = new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(1_000_000));
      sent += 1;
    },
    cancel: cancelled,
  });
  const serving = await serve([taking]);
  const request = new Request("http://x/op", { method: "PUT", headers: bytes, body, duplex: "half" });
  expect((await serving.fetch(request)).status).toBe(413);
  await vi.waitFor(() => {
    expect(cancelled).toHaveBeenCalled();
  });
  await serving.close();
  expect(sent).toBeLessThan(25);
});
