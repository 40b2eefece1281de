import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import express from "express";
import { afterEach, describe, expect, test } from "vitest";
import { createApi } from "../../../e2e/mounting/api.js";

describe("a base path that would match nothing is refused when the server is made", () => {
  test.each([
    ["v2", 'must be a path such as "/v1" or "", not "v2": write "/v2"'],
    ["api/v2/", 'not "api/v2/": write "/api/v2"'],
    ["https://api.example.com/v2", 'write "/v2"'],
    ["//api.example.com/v2", 'write "/v2"'],
    ["/v2?x=1", 'write "/v2"'],
    ["/v2#x", 'write "/v2"'],
    ["/a/../v2", 'write "/v2"'],
    [".", 'not ".": write ""'],
    ["./v2", 'write "/v2"'],
    ["../v2/./x", 'write "/v2/x"'],
    ["/a/%2E%2e/v2", 'write "/v2"'],
    ["/my api", 'write "/my%20api"'],
    ["/größe", 'write "/gr%C3%B6%C3%9Fe"'],
    ["\\v2", 'write "/v2"'],
    ["/{tenant}/v2", 'not "/{tenant}/v2": write the values of its variables'],
    ["http://", 'must be a path such as "/v1" or "", not "http://"'],
    [2, 'must be a path such as "/v1" or "", not number'],
    [null, 'must be a path such as "/v1" or "", not null'],
    [["/v2"], 'must be a path such as "/v1" or "", not object'],
  ])("%j", (path, sentence) => {
    for (const name of ["basePath", "mountPath"] as const) {
      const create = (): unknown => createApi("one", { [name]: path });
      expect(create).toThrow(TypeError);
      expect(create).toThrow(sentence);
      expect(create).toThrow(`\`${name}\``);
    }
  });

  test.each([
    ["", "/pets"],
    ["/", "/pets"],
    ["/v2", "/v2/pets"],
    ["/v2//", "/v2/pets"],
    ["/my%20api", "/my%20api/pets"],
    [undefined, "/v1/pets"],
  ])("%j is served at %s", async (basePath, path) => {
    const { fetch } = createApi("one", basePath === undefined ? {} : { basePath });
    expect((await fetch(new Request(`http://x${path}`))).status).toBe(200);
  });
});

describe("a limit of bodies", () => {
  test.each([
    [NaN, "not NaN"],
    [-1, "not -1"],
    [-Infinity, "not -Infinity"],
    ["1mb", "not string"],
    ["1000", "not string"],
    [true, "not boolean"],
    [{}, "not object"],
  ])("of %s would let every body pass, and is refused when the server is made", (bodyLimit, sentence) => {
    const create = (): unknown => createApi("one", { bodyLimit: bodyLimit as number });
    expect(create).toThrow(TypeError);
    expect(create).toThrow(`\`bodyLimit\` must be a number of bytes from 0 on, ${sentence}`);
  });

  test.each([
    [undefined, 201, 413],
    [0, 413, 413],
    [100.5, 201, 413],
    [Infinity, 201, 201],
  ])("of %j is kept", async (bodyLimit, small, large) => {
    const { fetch } = createApi("one", bodyLimit === undefined ? {} : { bodyLimit });
    const statuses = [1, 2_000_000].map(async (length) => {
      const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ name: "x".repeat(length) }) };
      return (await fetch(new Request("http://x/v1/pets", init))).status;
    });
    expect(await Promise.all(statuses)).toEqual([small, large]);
  });
});

test("what a proxy has taken off is put before links", async () => {
  const { fetch } = createApi("one", { basePath: "", mountPath: "/shop/" });
  expect((await fetch(new Request("http://x/pets/7"))).headers.get("link")).toBe('</shop/animals/7>; rel="successor-version"');
  expect((await fetch(new Request("http://x/login", { method: "POST" }))).headers.getSetCookie()).toContain("one=1; Path=/shop");
});

describe("requests that others have touched", () => {
  const open: Server[] = [];
  afterEach(() => {
    for (const server of open.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  async function sent(touch: (request: IncomingMessage) => unknown, path = "/v1/pets", init: RequestInit = {}): Promise<Response> {
    const api = createApi("one", { cors: true });
    const server = createServer((request, response) => {
      void Promise.resolve(touch(request)).then(() => {
        api.node(request, response, () => response.writeHead(404).end("theirs"));
      });
    });
    open.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, init);
  }
  const body = JSON.stringify({ name: "größe" });
  const post = { method: "POST", headers: { "content-type": "application/json" }, body };

  test.each([
    ["was paused", (request: IncomingMessage) => request.pause()],
    ["has an encoding", (request: IncomingMessage) => request.setEncoding("latin1")],
    ["has a body of an empty object that nobody read", (request: IncomingMessage) => Object.assign(request, { body: {} })],
    ["was read as bytes", async (request: IncomingMessage) => Object.assign(request, { body: await bytesOf(request) })],
    ["was read as text", async (request: IncomingMessage) => Object.assign(request, { body: String(await bytesOf(request)) })],
    [
      "was read as bytes and as a wrong value",
      async (request: IncomingMessage) => Object.assign(request, { rawBody: await bytesOf(request), body: 1 }),
    ],
  ])("one that %s", async (_, touch) => {
    const answer = await sent(touch, "/v1/pets", post);
    expect([answer.status, await answer.json()]).toEqual([201, JSON.parse(body)]);
  });

  describe("in an encoding that the server cannot undo", () => {
    const brotli = brotliCompressSync(body);
    const compressed = { ...post, headers: { ...post.headers, "content-encoding": "br" }, body: brotli };
    const decompressed = async (request: IncomingMessage): Promise<string> => String(brotliDecompressSync(await bytesOf(request)));

    test.each([
      ["a value", async (request: IncomingMessage): Promise<unknown> => JSON.parse(await decompressed(request))],
      ["text", decompressed],
      ["bytes", async (request: IncomingMessage) => Buffer.from(await decompressed(request))],
    ])("one that was read as %s is taken", async (_, read) => {
      const answer = await sent(async (request) => Object.assign(request, { body: await read(request) }), "/v1/pets", compressed);
      expect([answer.status, await answer.json()]).toEqual([201, JSON.parse(body)]);
    });

    test("one whose bytes are as they were sent is refused", async () => {
      const answer = await sent(async (request) => Object.assign(request, { body: await bytesOf(request) }), "/v1/pets", compressed);
      expect([answer.status, answer.headers.get("accept-encoding")]).toEqual([415, "gzip, deflate"]);
      expect((await sent(() => undefined, "/v1/pets", compressed)).status).toBe(415);
    });

    test("one that a parser of Express has read is taken", async () => {
      const api = createApi("one");
      const server = express().use(express.json()).use(api.node).listen(0, "127.0.0.1");
      open.push(server);
      await once(server, "listening");
      const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/pets`, compressed);
      expect([answer.status, await answer.json()]).toEqual([201, JSON.parse(body)]);
    });
  });

  test("a parsed body of another type is not taken for one", async () => {
    for (const value of [5, true, "text", [], new Date(0), new Map(), { name: 5 }]) {
      const touch = async (request: IncomingMessage) => Object.assign(request, { body: (await bytesOf(request), value) });
      expect((await sent(touch, "/v1/pets", post)).status).toBe(400);
    }
  });

  test.each(["//evil.example", "/\\evil.example", "/a b", "evil", "/x\u0000", "/%zz", 7])(
    "a mount path of %j is not put into links",
    async (baseUrl) => {
      const answer = await sent((request) => Object.assign(request, { baseUrl }), "/v1/pets/1");
      expect(answer.headers.get("link")).toBe('</v1/animals/1>; rel="successor-version"');
    },
  );

  test("a preflight of a path that is not the API's is left to others", async () => {
    const init = { method: "OPTIONS", headers: { origin: "https://a.example", "access-control-request-method": "GET" } };
    expect((await sent(() => undefined, "/v1/pets", init)).status).toBe(204);
    expect(await (await sent(() => undefined, "/v1/none", init)).text()).toBe("theirs");
  });
});

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
