import { describe, expect, test } from "vitest";
import type { Operation } from "../../../templates/runtime/operation.js";
import { notImplemented, ProblemError, type Problem, type RouteDefinition } from "../../../templates/runtime/server.js";
import { route, serve, type Setup } from "./serving.js";

/** What one handler's reply looks like on the wire, over node:http and through fetch: both must agree. */
async function reply(
  operation: Partial<Operation>,
  handler: () => unknown,
  setup: Setup = {},
  server: Omit<RouteDefinition, "operation"> = {},
) {
  const serving = await serve([route("op", "GET", "/op", operation, server)], { ...setup, handlers: { op: handler } });
  const node = await fetch(`${serving.url}/op`);
  const web = await serving.fetch(new Request("http://x/op"));
  const [text, webText] = [await node.text(), await web.text()];
  expect([web.status, webText, web.headers.get("content-type")]).toEqual([node.status, text, node.headers.get("content-type")]);
  await serving.close();
  return {
    status: node.status,
    type: node.headers.get("content-type"),
    length: node.headers.get("content-length"),
    headers: node.headers,
    text,
  };
}
const responses = (types: readonly string[]): Partial<Operation> => ({
  responses: { 200: types, "4XX": ["application/problem+json"], default: ["text/plain"] },
});

describe("replies", () => {
  test("JSON has a length", async () => {
    expect(await reply({}, () => ({ status: 200, body: { ü: "€" } }))).toMatchObject({
      status: 200,
      type: "application/json",
      length: "12",
      text: '{"ü":"€"}',
    });
    expect(await reply({}, () => Promise.resolve({ status: 200, body: null }))).toMatchObject({ text: "null", length: "4" });
    expect(await reply({}, () => ({ status: 200, body: "text" }))).toMatchObject({ text: '"text"' });
  });
  test("no body has length 0, or none where there can be none", async () => {
    expect(await reply({}, () => ({ status: 200 }))).toMatchObject({ text: "", length: "0", type: null });
    expect(await reply({}, () => ({ status: 204, body: "ignored" }))).toMatchObject({ status: 204, text: "", length: null, type: null });
  });
  test("the described media type of the status is sent", async () => {
    expect(await reply(responses(["application/vnd.x+json"]), () => ({ status: 200, body: 1 }))).toMatchObject({
      type: "application/vnd.x+json",
      text: "1",
    });
    expect(await reply(responses([]), () => ({ status: 404, body: { a: 1 } }))).toMatchObject({
      status: 404,
      type: "application/problem+json",
    });
    expect(await reply(responses([]), () => ({ status: 503, body: "down" }))).toMatchObject({
      status: 503,
      type: "text/plain; charset=utf-8",
      text: "down",
    });
    expect(
      await reply(responses(["text/csv", "application/json"]), () => ({ status: 200, contentType: "text/csv", body: "a,b" })),
    ).toMatchObject({ type: "text/csv; charset=utf-8", text: "a,b" });
    expect(await reply(responses(["text/csv", "application/json"]), () => ({ status: 200, body: [1] }))).toMatchObject({
      type: "application/json",
      text: "[1]",
    });
    expect(await reply(responses(["application/xml"]), () => ({ status: 200, body: "<a/>" }))).toMatchObject({
      type: "application/xml",
      text: "<a/>",
    });
  });
  test("bytes of every kind", async () => {
    const binary = responses(["application/octet-stream"]);
    expect(await reply(binary, () => ({ status: 200, body: new Uint8Array([97, 98]) }))).toMatchObject({
      type: "application/octet-stream",
      length: "2",
      text: "ab",
    });
    expect(await reply(binary, () => ({ status: 200, body: new Blob(["ab"]) }))).toMatchObject({
      type: "application/octet-stream",
      length: "2",
      text: "ab",
    });
    expect(await reply(responses(["image/*"]), () => ({ status: 200, body: new Blob(["ab"], { type: "image/png" }) }))).toMatchObject({
      type: "image/png",
    });
    expect(await reply(binary, () => ({ status: 200, body: new Blob(["ab"]).stream() }))).toMatchObject({ length: null, text: "ab" });
    async function* chunks() {
      yield "a";
      await Promise.resolve();
      yield new Uint8Array([98]);
    }
    expect(await reply(binary, () => ({ status: 200, body: chunks() }))).toMatchObject({ text: "ab" });
    expect((await reply(binary, () => ({ status: 200, body: new Uint8Array(3_000_000) }))).text.length).toBe(3_000_000);
    expect((await reply(binary, () => ({ status: 200, body: new Blob([new Uint8Array(3_000_000)]).stream() }))).text.length).toBe(
      3_000_000,
    );
  });
  test("sequences are written item by item", async () => {
    async function* items() {
      yield { a: 1 };
      await Promise.resolve();
      yield { a: 2 };
    }
    expect(await reply(responses(["application/x-ndjson"]), () => ({ status: 200, body: items() }))).toMatchObject({
      text: '{"a":1}\n{"a":2}\n',
    });
    expect(await reply(responses(["application/x-ndjson"]), () => ({ status: 200, body: [{ a: 1 }] }))).toMatchObject({
      text: '{"a":1}\n',
      length: "8",
    });
    expect(
      await reply(responses(["text/event-stream"]), () => ({
        status: 200,
        body: [{ event: "x\ny", id: 1, data: { a: 1 } }, { data: "l1\nl2" }],
      })),
    ).toMatchObject({
      type: "text/event-stream; charset=utf-8",
      text: 'event: x y\nid: 1\ndata: {"a":1}\n\ndata: l1\ndata: l2\n\n',
    });
  });
  test("headers are written as the style simple has them", async () => {
    const { headers } = await reply({}, () => ({
      status: 200,
      body: 1,
      headers: {
        "X-A": 5,
        "X-B": [1, "b"],
        "X-C": { a: 1, b: true },
        "X-D": undefined,
        "Set-Cookie": ["a=1", "b=2"],
        "Content-Length": 99,
      },
    }));
    expect([
      headers.get("x-a"),
      headers.get("x-b"),
      headers.get("x-c"),
      headers.has("x-d"),
      headers.getSetCookie(),
      headers.get("content-length"),
    ]).toEqual(["5", "1,b", "a,1,b,true", false, ["a=1", "b=2"], "1"]);
  });
  test("a form, and many parts", async () => {
    expect(await reply(responses(["application/x-www-form-urlencoded"]), () => ({ status: 200, body: { a: 1, b: "x y" } }))).toMatchObject({
      text: "a=1&b=x+y",
    });
    const form = new FormData();
    form.append("a", "1");
    const serving = await serve([route("op", "GET", "/op", responses(["multipart/form-data"]))], {
      handlers: { op: () => ({ status: 200, body: form }) },
    });
    const response = await serving.fetch(new Request("http://x/op"));
    expect(response.headers.get("content-type")).toMatch(/^multipart\/form-data; boundary=/);
    expect(await response.text()).toContain('name="a"\r\n\r\n1\r\n');
    await serving.close();
  });
});

describe("failures", () => {
  const told: unknown[] = [];
  const onError = (error: unknown): void => {
    told.push(error);
  };
  test.each<[string, () => unknown]>([
    [
      "throws",
      () => {
        throw new Error("the password is x");
      },
    ],
    ["rejects", () => Promise.reject(new Error("the password is x"))],
    [
      "throws no error",
      () => {
        // eslint-disable-next-line @typescript-eslint/only-throw-error -- some people do
        throw "the password is x";
      },
    ],
    ["replies nothing", () => undefined],
    ["replies a status that is none", () => ({ status: 42, body: 1 })],
    ["replies what is no JSON", () => ({ status: 200, body: 1n })],
    ["replies a function", () => ({ status: 200, body: () => 1 })],
    ["splits a header", () => ({ status: 200, body: 1, headers: { "X-A": "a\r\nX-B: b" } })],
    ["names a header wrongly", () => ({ status: 200, body: 1, headers: { "X A": "a" } })],
  ])("a handler that %s is a 500 that tells nothing", async (_, handler) => {
    told.length = 0;
    const { status, text } = await reply({}, handler, { onError });
    expect([status, JSON.parse(text), text.includes("password")]).toMatchObject([
      500,
      { status: 500, code: "internal-error", title: "The server failed" },
      false,
    ]);
    expect(told).toHaveLength(2);
  });
  test("what a handler throws as a problem is answered as it says", async () => {
    told.length = 0;
    expect(
      await reply(
        {},
        () => {
          throw notImplemented("op");
        },
        { onError },
      ),
    ).toMatchObject({ status: 501, text: expect.stringContaining("`op` is not implemented") as unknown });
    expect(
      (
        await reply(
          {},
          () => {
            throw new ProblemError("not-found", "No such thing.", { headers: ["X-Why", "gone"] });
          },
          { onError },
        )
      ).headers.get("x-why"),
    ).toBe("gone");
    expect(told).toEqual([]);
  });
  test("all problems are answered in the description's own words", async () => {
    const errors = ({ status, code, detail }: Problem) => ({ code, message: detail, status });
    const setup = { errors, definition: { errorType: "application/vnd.error+json" }, onError };
    const serving = await serve([route("op", "GET", "/op", { parameters: [{ name: "n", in: "query", required: true }] })], setup);
    for (const [target, status, code] of [
      ["/op", 400, "invalid-request"],
      ["/x", 404, "not-found"],
    ] as const) {
      const answer = await serving.get(target);
      expect([answer.status, answer.headers["content-type"], JSON.parse(answer.text)]).toMatchObject([
        status,
        "application/vnd.error+json",
        { code, status, message: expect.any(String) as unknown },
      ]);
      expect(Number(answer.headers["content-length"])).toBe(Buffer.byteLength(answer.text));
    }
    expect(JSON.parse((await serving.get("/op", {}, "PUT")).text)).toMatchObject({ code: "method-not-allowed" });
    await serving.close();
  });
  test("an `errors` that throws does not bring the server down", async () => {
    const { status, text } = await reply(
      {},
      () => {
        throw new Error("x");
      },
      {
        onError,
        errors: () => {
          throw new Error("y");
        },
      },
    );
    expect([status, JSON.parse(text)]).toMatchObject([500, { code: "internal-error" }]);
  });
  test("a stream that breaks breaks the connection, and nothing else", async () => {
    async function* broken() {
      yield "a";
      await Promise.resolve();
      throw new Error("x");
    }
    const serving = await serve([route("op", "GET", "/op", responses(["application/octet-stream"])), route("ok", "GET", "/ok")], {
      handlers: { op: () => ({ status: 200, body: broken() }) },
    });
    await expect(fetch(`${serving.url}/op`).then((response) => response.text())).rejects.toThrow();
    expect((await serving.get("/ok")).status).toBe(200);
    await serving.close();
  });
  test("replies are held against the description for those who want it", async () => {
    const validator = {
      is: (value: unknown) => value === 1,
      safeParse: () => ({ success: false, issues: [{ path: ["a"], keyword: "x", message: "must be 1" }] }),
    } as never;
    const replies = { replies: { 200: { "application/json": validator } } };
    told.length = 0;
    expect((await reply({}, () => ({ status: 200, body: 2 }), { onError }, replies)).status).toBe(200);
    expect(told).toEqual([]);
    expect((await reply({}, () => ({ status: 200, body: 2 }), { onError, validateResponses: "warn" }, replies)).status).toBe(200);
    expect(String(told[0])).toBe("TypeError: op replied 200 with a body that is not as described: a must be 1");
    expect((await reply({}, () => ({ status: 200, body: 2 }), { onError, validateResponses: "error" }, replies)).status).toBe(500);
    expect((await reply({}, () => ({ status: 200, body: 1 }), { onError, validateResponses: "error" }, replies)).status).toBe(200);
  });
});

describe("deprecated operations", () => {
  const deprecation = { code: "X", sunset: { date: "2030-12-05", epoch: 1922659200 }, replacement: { operation: "list", path: "/pets" } };
  const lifecycle = async (more: NonNullable<Operation["deprecation"]>, target = "/v1/pets/1") => {
    const serving = await serve(
      [
        route(
          "get",
          "GET",
          "/pets/{id}",
          {
            deprecation: more,
            parameters: [
              { name: "id", in: "path", required: true },
              { name: "n", in: "query" },
            ],
          },
          { query: { decode: { n: "integer" } } },
        ),
      ],
      { definition: { basePath: "/v1" } },
    );
    const { status, headers } = await serving.get(target);
    await serving.close();
    return [status, headers["sunset"], headers["deprecation"], headers["link"]];
  };
  test("say when they end, and what takes their place, in every response", async () => {
    const facts = ["Thu, 05 Dec 2030 00:00:00 GMT", undefined, '</v1/pets>; rel="successor-version"'];
    expect(await lifecycle(deprecation)).toEqual([200, ...facts]);
    expect(await lifecycle(deprecation, "/v1/pets/1?n=x")).toEqual([400, ...facts]);
    expect(await lifecycle(deprecation, "/v1/other")).toEqual([404, undefined, undefined, undefined]);
  });
  test("say since when only where it is known", async () => {
    expect(await lifecycle({ code: "X", since: { date: "2025-01-01", epoch: 1735689600 } })).toEqual([
      200,
      undefined,
      "@1735689600",
      undefined,
    ]);
    expect(await lifecycle({ code: "X" })).toEqual([200, undefined, undefined, undefined]);
  });
  test("fill the path of the successor in, where they can", async () => {
    expect(await lifecycle({ code: "X", replacement: { path: "/animals/{id}" } }, "/v1/pets/a%2Fb")).toEqual([
      200,
      undefined,
      undefined,
      '</v1/animals/a%2Fb>; rel="successor-version"',
    ]);
    expect(await lifecycle({ code: "X", replacement: { path: "/animals/{other}" } })).toEqual([200, undefined, undefined, undefined]);
    expect(await lifecycle({ code: "X", replacement: { url: "https://example.com/new" }, link: "https://example.com/why" })).toEqual([
      200,
      undefined,
      undefined,
      '<https://example.com/new>; rel="successor-version", <https://example.com/why>; rel="deprecation"',
    ]);
    expect(await lifecycle({ code: "X", link: 'https://example.com/">\r\nX: y' })).toEqual([200, undefined, undefined, undefined]);
  });
});

describe("a handler's context", () => {
  test("knows the request, and when the caller goes away", async () => {
    let aborted: (() => void) | undefined;
    const gone = new Promise<void>((resolve) => (aborted = resolve));
    const contexts: {
      operation: string;
      request: { method: string; url: string; headers: Record<string, string> };
      signal: AbortSignal;
    }[] = [];
    const serving = await serve([route("op", "GET", "/op"), route("wait", "GET", "/wait")], {
      handlers: {
        op: (_: never, context: never) => {
          contexts.push(context);
          return { status: 200, body: 1 };
        },
        wait: (_: never, context: { signal: AbortSignal }) =>
          new Promise((resolve) => {
            context.signal.addEventListener("abort", () => {
              aborted?.();
              resolve({ status: 200, body: 1 });
            });
          }),
      },
    });
    await serving.get("/op?a=1", { "X-Test": "1" });
    const [context] = contexts;
    expect([
      context?.operation,
      context?.request.method,
      context?.request.url,
      context?.request.headers["x-test"],
      context?.signal.aborted,
    ]).toEqual(["op", "GET", "/op?a=1", "1", false]);
    const controller = new AbortController();
    const pending = fetch(`${serving.url}/wait`, { signal: controller.signal }).catch(() => undefined);
    setTimeout(() => {
      controller.abort();
    }, 50);
    await Promise.all([gone, pending]);
    await serving.close();
  });
});
