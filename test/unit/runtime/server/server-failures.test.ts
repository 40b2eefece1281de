import { describe, expect, test, vi } from "vitest";
import type { Deprecation } from "../../../../templates/runtime/shared/deprecated-operation.js";
import { notImplemented, ProblemError, type Problem } from "../../../../templates/runtime/server/route/problem.js";
import type { AnyReply } from "../../../../templates/runtime/server/reply/encode-reply.js";
import { replyOf, responses, route, serve } from "./serving.js";
import { located } from "../../../support/located-parameters.js";

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
    const { status, text } = await replyOf({}, handler, { onError });
    expect([status, JSON.parse(text), text.includes("password")]).toMatchObject([
      500,
      { status: 500, code: "internal-error", title: "The server failed" },
      false,
    ]);
    expect(told).toHaveLength(2);
  });
  test.each([
    [undefined, "off"],
    [undefined, "error"],
    [null, "warn"],
    [{}, "error"],
    [42, "off"],
  ] as const)("a handler that returns %j is told of by what is missing: validateResponses %j", async (returned, validateResponses) => {
    told.length = 0;
    const { status } = await replyOf({ responses: responses(["application/json"]).responses ?? {} }, () => returned, {
      onError,
      validateResponses,
    });
    expect([status, String(told[0])]).toEqual([500, "TypeError: op replied without a status from 200 to 599"]);
  });
  test("what `errors` throws is told of with the request", async () => {
    const failed: unknown[] = [];
    const errors = (): never => {
      throw new Error("in errors");
    };
    const { status } = await replyOf({}, () => Promise.reject(new Error("lost")), {
      errors,
      onError: (error, { method, url }) => failed.push([String(error), method, url]),
    });
    expect([status, failed.at(-1)]).toEqual([500, ["Error: in errors", "GET", "/op"]]);
  });
  test.each<[string, () => never | Promise<never>]>([
    [
      "throws",
      () => {
        throw new Error("no disk");
      },
    ],
    ["rejects", () => Promise.reject(new Error("no disk"))],
  ])("an `onError` that %s takes neither the answer nor the process with it", async (_, fail) => {
    const onError = (): void => fail() as never; // as JavaScript has it
    const log = vi.spyOn(console, "error").mockReturnValue(undefined);
    const { status } = await replyOf({}, () => Promise.reject(new Error("lost")), { onError });
    const logged = log.mock.calls.map(([operation, error]) => [operation, String(error)] as const);
    log.mockRestore();
    expect([status, logged.slice(0, 2)]).toEqual([
      500,
      [
        ["op", "Error: lost"],
        ["op", "Error: no disk"],
      ],
    ]);
  });
  test("what a handler throws as a problem is answered as it says", async () => {
    told.length = 0;
    expect(
      await replyOf(
        {},
        () => {
          throw notImplemented("op");
        },
        { onError },
      ),
    ).toMatchObject({ status: 501, text: expect.stringContaining("`op` is not implemented") as unknown });
    expect(
      (
        await replyOf(
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
    const serving = await serve([route("op", "GET", "/op", { parameters: located([{ name: "n", in: "query", required: true }]) })], setup);
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
    const { status, text } = await replyOf(
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
  test("an `errors` that returns a promise is told of, and no empty object is sent", async () => {
    told.length = 0;
    const errors = (): Promise<never> => Promise.reject(new Error("y"));
    const handler = (): never => {
      throw new ProblemError("not-found", "z");
    };
    const { status, text } = await replyOf({}, handler, { onError, errors });
    expect([status, JSON.parse(text)]).toMatchObject([500, { code: "internal-error" }]);
    expect([...new Set(told.map(String))]).toEqual(["TypeError: `errors` returned a promise: it gives a body at once"]);
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
  test("a header that cannot be written is told of with the operation and its name", async () => {
    for (const [headers, why] of [
      [{ "x-h": ["a,b"] }, ', because an item has ",", which separates items'],
      [{ "x-h": { a: "b,c" } }, ', because an item has ",", which separates items'],
      [{ "x-h": { "a,b": 1 } }, ', because an item has ",", which separates items'],
      [{ "x-h": "a\nb" }, ""],
    ] as const) {
      told.length = 0;
      expect((await replyOf({}, () => ({ status: 200, body: 1, headers }), { onError })).status).toBe(500);
      // Over node:http and through fetch.
      expect(told.map(String)).toEqual(Array(2).fill(`TypeError: op replied with a header that cannot be sent: "x-h"${why}`));
    }
  });
  test("replies are held against the description for those who want it", async () => {
    const validator = {
      is: (value: unknown) => value === 1,
      safeParse: () => ({ success: false, issues: [{ path: ["a"], keyword: "x", message: "must be 1" }] }),
    } as never;
    const replies = { replies: { 200: { "application/json": validator } } };
    told.length = 0;
    expect((await replyOf({}, () => ({ status: 200, body: 2 }), { onError }, replies)).status).toBe(200);
    expect(told).toEqual([]);
    expect((await replyOf({}, () => ({ status: 200, body: 2 }), { onError, validateResponses: "warn" }, replies)).status).toBe(200);
    expect(String(told[0])).toBe("TypeError: op replied 200 with a body that is not as described: a must be 1");
    expect((await replyOf({}, () => ({ status: 200, body: 2 }), { onError, validateResponses: "error" }, replies)).status).toBe(500);
    expect((await replyOf({}, () => ({ status: 200, body: 1 }), { onError, validateResponses: "error" }, replies)).status).toBe(200);
    expect((await replyOf({}, () => ({ status: 200 }), { onError, validateResponses: "error" }, replies)).status).toBe(500);
    const others = { replies: { default: { "application/json": validator } } };
    const any = { responses: { default: ["application/json"] } };
    expect((await replyOf(any, () => ({ status: 204 }), { onError, validateResponses: "error" }, others)).status).toBe(204);
    expect((await replyOf(any, () => ({ status: 202 }), { onError, validateResponses: "error" }, others)).status).toBe(500);
  });
  describe("a status and a media type that are not described are told of where replies are validated", () => {
    const described = {
      responses: { 200: ["application/json", "image/*"], 202: [], 204: [], "4XX": ["application/problem+json; v=1"], 301: ["*/*"] },
    };
    const bytes = new Uint8Array([1]);
    test.each<[AnyReply, string | undefined]>([
      [{ status: 200, body: 1, contentType: "application/json" }, undefined],
      [{ status: 200, body: 1, contentType: "Application/JSON; charset=utf-8" }, undefined],
      [{ status: 200, body: 1 }, undefined],
      [{ status: 200, body: bytes, contentType: "image/png" }, undefined],
      [{ status: 404, body: {}, contentType: "application/problem+json" }, undefined],
      [{ status: 301, body: "x", contentType: "text/html" }, undefined],
      [{ status: 202 }, undefined],
      [{ status: 200, body: 1, contentType: "text/html" }, "200 with the media type text/html, which is not described"],
      [{ status: 200, body: bytes, headers: { "Content-Type": "text/css" } }, "200 with the media type text/css, which is not described"],
      [{ status: 404, body: {}, contentType: "application/json" }, "404 with the media type application/json, which is not described"],
      [{ status: 202, body: 1 }, "202 with a body where none is described"],
      [{ status: 201, body: 1 }, "201, which is not described"],
      [{ status: 304 }, "304, which is not described"],
      [{ status: 500, body: 1 }, "500, which is not described"],
    ])("%j", async (reply, fault) => {
      const wrong = fault === undefined ? [] : Array(2).fill(`TypeError: op replied ${fault}`);
      const [off, warned, refused] = [[], [], []].map((list: string[]) => list);
      const statusOf = async (validateResponses: "off" | "warn" | "error", all: string[] = []) =>
        (await replyOf(described, () => reply, { validateResponses, onError: (error) => all.push(String(error)) })).status;
      expect([await statusOf("off", off), off]).toEqual([reply.status, []]);
      expect([await statusOf("warn", warned), warned]).toEqual([reply.status, wrong]);
      expect([await statusOf("error", refused), refused]).toEqual([fault === undefined ? reply.status : 500, wrong]);
    });
    test("nothing is told of where an operation describes no response", async () => {
      expect((await replyOf({ responses: {} }, () => ({ status: 201, body: 1 }), { onError, validateResponses: "error" })).status).toBe(
        201,
      );
    });
    test("a body is validated as its media type, however that is written", async () => {
      const validator = { is: () => false, safeParse: () => ({ success: false, issues: [] }) } as never;
      const replies = { replies: { 200: { "application/json": validator } } };
      for (const reply of [
        { status: 200, body: 1, contentType: "application/json; charset=utf-8" },
        { status: 200, body: 1, headers: { "content-type": "application/JSON" } },
      ])
        expect((await replyOf({}, () => reply, { onError, validateResponses: "error" }, replies)).status).toBe(500);
    });
  });
});

describe("deprecated operations", () => {
  const deprecation = { code: "X", sunset: { date: "2030-12-05", epoch: 1922659200 }, replacement: { operation: "list", path: "/pets" } };
  const lifecycle = async (more: Deprecation, target = "/v1/pets/1") => {
    const serving = await serve(
      [
        route(
          "get",
          "GET",
          "/pets/{id}",
          {
            deprecation: more,
            parameters: located([
              { name: "id", in: "path", required: true },
              { name: "n", in: "query" },
            ]),
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
    const controller = new AbortController();
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
            controller.abort();
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
    const pending = fetch(`${serving.url}/wait`, { signal: controller.signal }).catch(() => undefined);
    await Promise.all([gone, pending]);
    await serving.close();
  });
});
