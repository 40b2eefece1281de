import { describe, expect, it, vi } from "vitest";
import type { Middleware } from "../../../../templates/runtime/client/call/middleware.js";
import { operation, receivingService, type AnyClient } from "./receiving-service.js";

const service = receivingService();
const { client, last, received } = service;

/** A call of a function, and the same one by path. */
const ways: readonly (readonly [string, (of: AnyClient, args?: object) => Promise<{ readonly response: Response }>])[] = [
  ["a function", (of, args = {}) => of.call(operation(), args)],
  ["a path", (of, args = {}) => of.GET("/pets", { params: args })],
];

describe.each(ways)("middleware of a client, called by %s", (_, call) => {
  const withMiddleware = (...middleware: Middleware[]): AnyClient => {
    const made = client();
    made.use(...middleware);
    return made;
  };

  it("sees requests from the caller to the service, and answers on their way back", async () => {
    const order: string[] = [];
    const named = (name: string): Middleware => ({
      onRequest: ({ request }) => {
        order.push(`> ${name}`);
        request.headers.append("X-Seen", name);
      },
      onResponse: () => void order.push(`< ${name}`),
    });
    await call(withMiddleware(named("a"), named("b")));
    expect(order).toEqual(["> a", "> b", "< b", "< a"]);
    expect(last().headers["x-seen"]).toBe("a, b");
  });

  it("is told the path of the description, what the caller gave, and one id of the call", async () => {
    const told = vi.fn();
    const made = withMiddleware({
      onRequest: ({ request: _request, ...rest }) => void told(rest),
      onResponse: ({ request: _request, response: _response, ...rest }) => void told(rest),
    });
    await call(made, { query: { a: [1] } });
    const context = {
      schemaPath: "/pets",
      params: { query: { a: [1] } },
      options: { baseUrl: `${service.origin()}/v1`, fetch: expect.any(Function) as unknown },
      id: expect.stringMatching(/^\w{4,}$/) as string,
    };
    expect(told.mock.calls).toEqual([[context], [context]]);
    const [[first], [second]] = told.mock.calls as [[{ id: string }], [{ id: string }]];
    expect(first.id).toBe(second.id);
    await call(made, {});
    expect((told.mock.calls[2] as [{ id: string }])[0].id).not.toBe(first.id);
  });

  it("may send another request, which has the credentials then", async () => {
    const made = client(
      { schemes: { key: { kind: "bearer" } }, security: [["key"]], operations: { "GET /pets": operation({ security: [["key"]] }) } },
      { auth: { key: "k" } },
    );
    made.use({ onRequest: ({ request }) => new Request(`${request.url}?own=1`, request) });
    await (call === ways[0]?.[1] ? made.call(operation({ security: [["key"]] })) : call(made));
    expect(last()).toMatchObject({ url: "/v1/pets?own=1", headers: { authorization: "Bearer k" } });
  });

  it("may answer itself: nothing is sent, and no middleware after it is asked", async () => {
    const never = vi.fn();
    const answer = Response.json([7]);
    const result = await call(withMiddleware({ onRequest: () => answer, onResponse: never }, { onRequest: never }));
    expect(result).toMatchObject({ data: [7], response: answer });
    expect([received.length, never.mock.calls.length]).toEqual([0, 0]);
  });

  it("may give another answer", async () => {
    const outer = vi.fn();
    const result = await call(
      withMiddleware(
        { onResponse: ({ response }) => void outer(response.status) },
        { onResponse: async ({ response }) => new Response(await response.text(), { status: 203, headers: response.headers }) },
      ),
    );
    expect(outer).toHaveBeenCalledExactlyOnceWith(203);
    expect(result.response.status).toBe(203);
  });

  it("may give another error, or an answer in its place", async () => {
    const cut = { fetch: () => Promise.reject(new Error("cut")) };
    const seen = vi.fn();
    const failing = client({}, cut);
    failing.use(
      { onError: ({ error }) => void seen(String(error)) },
      { onError: ({ error }) => new TypeError("renamed", { cause: error }) },
      { onError: () => undefined },
    );
    await expect(call(failing)).rejects.toThrow("renamed");
    expect(seen).toHaveBeenCalledExactlyOnceWith("TypeError: renamed");
    const mended = client({}, cut);
    mended.use({ onResponse: ({ response }) => void seen(response.status) }, { onError: () => Response.json([], { status: 200 }) });
    expect(await call(mended)).toMatchObject({ data: [] });
    expect(seen).toHaveBeenLastCalledWith(200);
  });

  it("rejects with what it throws, and with a TypeError where it gives something else", async () => {
    const thrown = withMiddleware({
      onRequest: () => {
        throw new RangeError("mine");
      },
    });
    await expect(call(thrown)).rejects.toThrow(RangeError);
    // What the types do not let through.
    await expect(call(withMiddleware({ onRequest: () => "x" as never }))).rejects.toThrow("onRequest of a middleware gave something else");
    await expect(call(withMiddleware({ onResponse: () => ({}) as never }))).rejects.toThrow("onResponse of a middleware gave");
    expect(received).toHaveLength(1);
  });

  it("is taken away again, and only there", async () => {
    const seen = vi.fn();
    const one: Middleware = { onRequest: () => void seen() };
    const made = withMiddleware(one, one);
    made.eject(one, { onRequest: () => void seen() });
    await call(made);
    expect(seen).toHaveBeenCalledOnce();
  });

  it("sees a call once, however often it is sent, and the description's hook sees what it was answered with", async () => {
    const seen = vi.fn();
    const onAnswer = vi.fn();
    const twice = client({
      onAnswer: (_operation, { status }) => void onAnswer(status),
      transport: { send: async ({ request }, fetch) => (await fetch(request.clone()), fetch(request)) },
    });
    twice.use({ onRequest: () => void seen("sent"), onResponse: () => new Response("[]", { status: 206 }) });
    await call(twice);
    expect([seen.mock.calls.length, received.length, onAnswer.mock.calls]).toEqual([1, 2, [[206]]]);
  });
});

describe("middleware of one call", () => {
  it("comes after that of the client", async () => {
    const order: string[] = [];
    const named = (name: string): Middleware => ({ onRequest: () => void order.push(name) });
    const made = client();
    made.use(named("client"));
    await made.call(operation(), {}, { middleware: [named("own")] });
    await made.call(operation());
    expect(order).toEqual(["client", "own", "client"]);
  });

  it("of calls by path is openapi-fetch's, before that of the client, and once", async () => {
    const order: string[] = [];
    const named = (name: string): Middleware => ({ onRequest: () => void order.push(name) });
    const made = client();
    made.use(named("client"));
    made.byPath.use({ onRequest: () => void order.push("paths") });
    await made.GET("/pets", { middleware: [named("own")] });
    await made.call(operation());
    expect(order).toEqual(["paths", "own", "client", "client"]);
  });

  it("keeps the body of a request that it replaces", async () => {
    const post = operation({ method: "POST", body: { content: { "application/json": {} } } });
    const replace: Middleware = {
      onRequest: ({ request }) => new Request(request, { headers: { "X-New": "1", "Content-Type": "application/json" } }),
    };
    await client().call(post, { body: { a: 1 } }, { middleware: [replace] });
    expect(last()).toMatchObject({ body: '{"a":1}', headers: { "x-new": "1" } });
  });
});
