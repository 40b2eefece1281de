/** A middleware sends a request again with `options.fetch`: after it has fetched another token, say. */
import { describe, expect, expectTypeOf, it, vi } from "vitest";
import type { Middleware as FetchMiddleware } from "openapi-fetch";
import type { Middleware } from "../../../../templates/runtime/client/call/middleware.js";
import type { Transport } from "../../../../templates/runtime/client/call/client.js";
import { encodeBody } from "../../../../templates/runtime/client/call/request-body.js";
import { clockOf } from "../../../../templates/runtime/client/limits/clock.js";
import { detectLimitHeaders } from "../../../../templates/runtime/client/limits/detect-limit-headers.js";
import { rateLimitTransport } from "../../../../templates/runtime/client/limits/rate-limit-transport.js";
import { retryTransport } from "../../../../templates/runtime/client/limits/retry-transport.js";
import { operation, receivingService, type AnyClient } from "./receiving-service.js";

const service = receivingService();
const { client, received } = service;

const clock = clockOf({
  wall: () => Date.now(),
  monotonic: () => performance.now(),
  start: (action, ms) => setTimeout(action, ms),
  stop: (timer) => {
    clearTimeout(timer as NodeJS.Timeout); // what `start` gave
  },
});
const transports: readonly (readonly [string, Transport | undefined])[] = [
  ["no limits", undefined],
  ["retries", retryTransport({}, {}, clock)],
  ["retries, and `gate: false`", retryTransport({}, { gate: false }, clock)],
  ["a gate", rateLimitTransport({ read: detectLimitHeaders }, {}, clock)],
  ["a gate, and `gate: false`", rateLimitTransport({ read: detectLimitHeaders }, { gate: false }, clock)],
];

const types = { "application/json": {}, "multipart/form-data": {}, "application/octet-stream": {} };
const post = operation({ method: "POST", security: [["key"]], body: { content: types } });
const get = operation({ security: [["key"]] });

/** A call of a function, and by path with middleware of the client, or of calls by path. */
const ways = [
  ["a function", "use", (of: AnyClient, args: object) => of.call("body" in args ? post : get, args)],
  ["a path", "use", (of: AnyClient, args: object) => byPath(of, args)],
  ["a path, with its own middleware", "byPath", (of: AnyClient, args: object) => byPath(of, args)],
] as const;
const byPath = (of: AnyClient, { contentType, ...args }: { readonly contentType?: string }): Promise<{ response: Response }> =>
  of.request("body" in args ? "post" : "get", "/pets", { ...args, ...(contentType && { headers: { "Content-Type": contentType } }) });

const bodies: readonly (readonly [string, () => object, string | RegExp])[] = [
  ["no body", () => ({}), ""],
  ["JSON", () => ({ body: { a: "ä" } }), '{"a":"ä"}'],
  ["a form", () => ({ body: { a: "1" }, contentType: "multipart/form-data" }), /name="a"\r\n/],
  ["bytes", () => ({ body: new Blob(["abc"]), contentType: "application/octet-stream" }), "abc"],
];

describe.each(ways)("a request of a call by %s", (_way, place, call) => {
  describe.each(transports)("of a client with %s", (_transport, transport) => {
    /** A client whose key is `old` until the service has answered 401. */
    function refreshing(scheme: object, resend: Middleware): { readonly made: AnyClient; readonly refreshed: () => number } {
      let key = "old";
      const middleware: Middleware = {
        async onResponse(context) {
          if (context.response.status !== 401) return undefined;
          key = "new";
          return resend.onResponse?.(context);
        },
      };
      const auth = { key: vi.fn(() => key) };
      const made = client(
        {
          ...{ schemes: { key: scheme as { kind: "bearer" } }, security: [["key"]], encodeBody },
          ...(transport && { transport }),
          operations: { "POST /pets": post },
        },
        { auth },
      );
      if (place === "use") made.use(middleware);
      else made.byPath.use(middleware as FetchMiddleware & Middleware);
      return { made, refreshed: () => auth.key.mock.calls.length };
    }

    describe.each([
      ["a token", { kind: "bearer" }, "authorization", "Bearer old", "Bearer new"],
      ["a header", { kind: "apiKey", in: "header", name: "X-Key" }, "x-key", "old", "new"],
      ["a cookie", { kind: "apiKey", in: "cookie", name: "k" }, "cookie", "k=old", "k=new"],
      ["a query", { kind: "apiKey", in: "query", name: "k" }, undefined, "/v1/pets?k=old", "/v1/pets?k=new"],
    ])("that has its key in %s", (_scheme, scheme, header, old, fresh) => {
      const seen = (): unknown[] => received.map(({ url, headers }) => (header === undefined ? url : headers[header]));

      it.each(bodies)("is sent again with the new key, and %s", async (_body, args, expected) => {
        service.answer = { status: 401 };
        const { made, refreshed } = refreshing(scheme, { onResponse: ({ request, options }) => options.fetch(request) });
        expect((await call(made, args())).response.status).toBe(200);
        expect(seen()).toEqual([old, fresh]);
        expect(refreshed()).toBe(2);
        for (const { body } of received) expect(body).toEqual(typeof expected === "string" ? expected : expect.stringMatching(expected));
      });
    });

    it("says so where the body was a stream, and is sent where a middleware has only read it", async () => {
      service.answer = { status: 401 };
      const { made } = refreshing({ kind: "bearer" }, { onResponse: ({ request, options }) => options.fetch(request) });
      const body = new Blob(["abc"]).stream();
      const again = call(made, {
        body,
        contentType: "application/octet-stream",
        ...(place === "use" && call === ways[0][2] ? {} : { duplex: "half" }),
      });
      await expect(again).rejects.toThrow("op: the body is a stream that has been read already, and cannot be sent again");
      const { made: reading } = refreshing({ kind: "bearer" }, {});
      const read: Middleware = {
        onRequest: async ({ request }) => {
          await request.text();
        },
      };
      if (place === "use") reading.use(read);
      else reading.byPath.use(read as FetchMiddleware & Middleware);
      service.answer = { status: 200 };
      await call(reading, { body: { a: 1 } });
      expect(received.at(-1)?.body).toBe('{"a":1}');
    });

    it("keeps what the middleware has set meanwhile", async () => {
      service.answer = { status: 401 };
      const own: Middleware = {
        onResponse({ request, options }) {
          request.headers.set("Authorization", "Bearer own");
          request.headers.set("X-Again", "1");
          return options.fetch(request);
        },
      };
      await call(refreshing({ kind: "bearer" }, own).made, { body: { a: 1 } });
      expect(received.map(({ headers }) => [headers.authorization, headers["x-again"]])).toEqual([
        ["Bearer old", undefined],
        ["Bearer own", "1"],
      ]);
    });

    it("is sent once more at most where the new key does no better, and keeps other cookies", async () => {
      service.answer = { status: 401 };
      const scheme = { kind: "apiKey", in: "cookie", name: "k" };
      const { made } = refreshing(scheme, { onResponse: ({ request, options }) => options.fetch(request) });
      await call(made, place === "use" && call === ways[0][2] ? { cookie: { a: 1 } } : { params: { cookie: { a: 1 } } });
      expect(received.map(({ headers }) => headers.cookie)).toEqual(["a=1; k=old", "a=1; k=new"]);
    });

    it("may be another one, by its URL too, which has the key only at the origin of the client", async () => {
      service.answer = { status: 401 };
      const other: Middleware = {
        async onResponse({ options }) {
          await options.fetch(`${service.other()}/token`, { method: "POST", body: "grant" });
          return options.fetch(new URL(`${service.origin()}/elsewhere`));
        },
      };
      await call(refreshing({ kind: "bearer" }, other).made, {});
      expect(received.map(({ method, url, headers, body }) => [method, url, headers.authorization, body])).toEqual([
        ["GET", "/v1/pets", "Bearer old", ""],
        ["POST", "/token", undefined, "grant"],
        ["GET", "/elsewhere", "Bearer new", ""],
      ]);
    });
  });
});

it("openapi-fetch's middleware is one of ours, and finds `options.fetch`", () => {
  expectTypeOf<FetchMiddleware>().toExtend<Middleware>();
});
