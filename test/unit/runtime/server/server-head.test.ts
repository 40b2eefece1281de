/** Operations whose own method is HEAD: what their handlers say of a body that is not sent. */
import { connect, createServer as createHttp2Server } from "node:http2";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createServer } from "../../../../templates/runtime/server/route/server.js";
import { route, serve, type Serving } from "./serving.js";

const routes = [route("head", "HEAD", "/file", { responses: { 200: [] } }), route("get", "GET", "/other", { responses: { 200: [] } })];
const length = (value: unknown) => () => ({ status: 200, headers: { "Content-Length": value, etag: '"1"' } });

describe.each([
  ["a length", 1234, "1234"],
  ["a length as text", "1234", "1234"],
  ["no length", undefined, undefined],
  ["what is no length", "many", undefined],
])("%s of a HEAD", (_, given, expected) => {
  let serving: Serving;
  beforeAll(async () => {
    serving = await serve(routes, { handlers: { head: length(given), get: length(given) } });
  });
  afterAll(() => serving.close());

  test("is sent over HTTP/1, and the connection goes on", async () => {
    for (let time = 0; time < 2; time += 1) {
      const { status, headers, text } = await serving.get("/file", {}, "HEAD");
      expect([status, headers["content-length"], headers["etag"], text]).toEqual([200, expected, '"1"', ""]);
    }
    const both = "HEAD /file HTTP/1.1\r\nHost: x\r\n\r\n";
    expect((await serving.raw(`${both}${both.replace("x\r\n", "x\r\nConnection: close\r\n")}`)).match(/HTTP\/1.1 200 OK/g)).toHaveLength(2);
  });

  test("is sent through fetch", async () => {
    expect((await serving.fetch(new Request("http://x/file", { method: "HEAD" }))).headers.get("content-length")).toBe(expected ?? null);
  });

  test("is sent over HTTP/2", async () => {
    const definition = { basePath: "", realm: "Test", schemes: {}, routes: { head: routes[0] as never } };
    const listening = createHttp2Server(createServer(definition, { handlers: { head: length(given) } }).node).listen(0);
    const session = connect(`http://127.0.0.1:${(listening.address() as AddressInfo).port}`);
    const headers = await new Promise<Record<string, unknown>>((resolve, reject) => {
      session.request({ ":path": "/file", ":method": "HEAD" }).on("response", resolve).on("error", reject).end();
    });
    session.close();
    listening.close();
    expect([headers[":status"], headers["content-length"]]).toEqual([200, expected]);
  });

  test("is the server's own to GET", async () => {
    expect((await serving.get("/other")).headers["content-length"]).toBe("0");
  });
});
