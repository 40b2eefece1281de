import { describe, expect, it, vi } from "vitest";
import type { HeadersOptions } from "../../../../templates/runtime/client/call/headers.js";
import { writeEncoded } from "../../../../templates/runtime/client/call/parameter-styles.js";
import { encodeBody } from "../../../../templates/runtime/client/call/request-body.js";
import { operation, receivingService } from "./receiving-service.js";
import { located } from "../../../support/located-parameters.js";

const service = receivingService();
const { client, last } = service;

describe("a call by method and path", () => {
  const parameters = [{ name: "filter", in: "query", style: "deepObject" }] as const;
  const described = operation({
    method: "POST",
    parameters: located(parameters),
    body: { content: { "application/x-www-form-urlencoded": {} } },
  });

  it("is written as described where the description differs from OpenAPI's defaults", async () => {
    await client({ operations: { "POST /pets": described }, encodeBody, writeParameter: writeEncoded }).POST("/pets", {
      params: { query: { filter: { a: { b: 1 } } } },
      body: { c: "d e" },
    });
    expect(last()).toMatchObject({
      url: "/v1/pets?filter%5Ba%5D%5Bb%5D=1",
      body: "c=d%20e",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
  });

  it("is written by OpenAPI's defaults otherwise, with credentials and refusals all the same", async () => {
    const plain = client(
      { schemes: { key: { kind: "apiKey", in: "header", name: "X-Key" } }, security: [["key"]] },
      { auth: { key: "k" } },
    );
    await plain.POST("/pets/{id}", {
      params: { path: { id: "a/b" }, query: { list: [1, 2] }, cookie: { c: 1 }, header: { "X-List": [1, 2] } },
      body: { a: 1 },
    });
    expect(last()).toMatchObject({ url: "/v1/pets/a%2Fb?list=1&list=2", body: '{"a":1}' });
    expect(last().headers).toMatchObject({ "x-key": "k", cookie: "c=1", "x-list": "1,2", "content-type": "application/json" });
    await expect(plain.GET("/pets/{id}", { params: { path: { id: ".." } } })).rejects.toThrow(
      'GET /pets/{id}: a path parameter makes a "." or ".."',
    );
  });

  describe.each([
    ["a record", { "X-Own": "1", "X-Not": undefined }],
    ["a record with a list", { "x-own": [1] }],
    ["Headers", new Headers({ "X-Own": "1" })],
    ["the Headers of another realm", new Map([["x-own", "1"]]) as unknown as Headers],
    ["pairs", [["X-Own", "1"]] as [string, string][]],
  ])("has its headers, given as %s,", (_, headers) => {
    const own = (): ReturnType<typeof client> =>
      client({ operations: { "POST /pets": described }, encodeBody }, { headers: { "X-Default": "2" } });
    it.each([
      ["with a body that is described", () => own().POST("/pets", { headers, body: { a: 1 } })],
      ["with one that is not", () => own().POST("/other", { headers, body: { a: 1 } })],
      ["without one", () => own().GET("/pets", { headers })],
      ["as a function", () => own().call(described, { body: { a: 1 } }, { headers })],
      ["as a function without a body", () => own().call(operation({}), {}, { headers })],
      ["of the client", () => client({}, { headers: headers as HeadersOptions }).GET("/pets", { headers: { "x-default": "2" } })],
    ])("%s", async (_, send) => {
      await send();
      expect(last().headers).toMatchObject({ "x-own": "1", "x-default": "2" });
      expect(last().headers).not.toHaveProperty("0");
    });
  });

  it.each([{ "X-Own": "1" }, new Headers({ "X-Own": "1" })])("has headers of the client as they are now", async (headers) => {
    const own = client({}, { headers });
    if (headers instanceof Headers) headers.set("X-Own", "2");
    else headers["X-Own"] = "2";
    await own.GET("/pets");
    expect(last().headers).toMatchObject({ "x-own": "2" });
  });

  it("has both values of a name that pairs give twice", async () => {
    await client({}).GET("/pets", { headers: [["X-A", "1"], ["X-A", "2"]] }); // prettier-ignore
    expect(last().headers).toMatchObject({ "x-a": "1, 2" });
  });

  const form = "application/x-www-form-urlencoded";
  it.each([
    { of: "the description, its first", expected: "application/json" },
    { of: "a call", headers: { "Content-Type": form }, expected: form },
    { of: "a call, in any letters", headers: { "content-TYPE": form }, expected: form },
    { of: "a call, as Headers", headers: new Headers({ "Content-Type": form }), expected: form },
    { of: "the client", settings: { "Content-Type": form }, expected: form },
    { of: "a call before the client", settings: { "Content-Type": form }, headers: { "Content-Type": "application/json" } },
    {
      of: "the client where the call leaves it undefined",
      settings: { "Content-Type": form },
      headers: { "Content-Type": undefined },
      expected: form,
    },
    { of: "the description where the call takes the client's away", settings: { "Content-Type": form }, headers: { "Content-Type": null } },
  ])("writes a body in the media type of $of", async ({ settings, headers, expected = "application/json" }) => {
    const both = operation({ method: "POST", body: { content: { "application/json": {}, [form]: {} } } });
    const calling = client({ operations: { "POST /pets": both }, encodeBody }, settings === undefined ? {} : { headers: settings });
    await calling.POST("/pets", { body: { a: 1 }, ...(headers === undefined ? {} : { headers }) });
    expect(last()).toMatchObject({ body: expected === form ? "a=1" : '{"a":1}', headers: { "content-type": expected } });
  });

  it("keeps openapi-fetch's own ways: serialisers, parseAs, middleware, request", async () => {
    const raw = client({ operations: { "POST /pets": described }, encodeBody });
    service.answer = { body: "[1]" };
    const init = {
      params: { query: { a: 1 } },
      querySerializer: () => "own=1",
      bodySerializer: () => "own",
      headers: { "Content-Type": "text/own" },
      body: {},
      parseAs: "text",
    };
    expect(await raw.POST("/pets", init)).toMatchObject({ data: "[1]" });
    expect(last()).toMatchObject({ url: "/v1/pets?own=1", body: "own", headers: { "content-type": "text/own" } });
    const schemaPath = vi.fn();
    raw.byPath.use({ onRequest: (context) => void schemaPath(context.schemaPath) });
    await raw.request("get", "/pets/{id}", { params: { path: { id: 1 } } });
    expect(last()).toMatchObject({ method: "GET", url: "/v1/pets/1" });
    expect(schemaPath).toHaveBeenCalledExactlyOnceWith("/pets/{id}");
  });

  it.each([
    { of: "nothing", method: "GET", path: "/pets", init: {}, expected: {} },
    { of: "parameters of the path", method: "GET", path: "/pets/{id}", init: { params: { path: { id: 1 } } } },
    { of: "a query", method: "GET", path: "/pets", init: { params: { query: { a: [1, { b: 2 }] } } } },
    { of: "an empty header", method: "GET", path: "/pets", init: { params: { header: {} } } },
    { of: "a form", method: "POST", path: "/pets", init: { params: { query: { filter: {} } }, body: { a: 1 } } },
    {
      of: "headers and cookies, which are shown as they are sent",
      method: "GET",
      path: "/pets",
      init: { params: { header: { a: [1, 2] }, cookie: { c: 1 } } },
      expected: { header: { a: "1,2", Cookie: "c=1" }, cookie: { c: 1 } },
    },
  ])("shows middleware what the caller gave and no more: $of", async ({ method, path, init, expected }) => {
    const raw = client({ operations: { "POST /pets": described }, encodeBody });
    const shown = vi.fn();
    raw.byPath.use({ onRequest: ({ params }) => void shown(params) });
    await raw.request(method.toLowerCase(), path, init);
    expect(shown.mock.calls).toStrictEqual([[expected ?? init.params]]);
  });

  it("hands openapi-fetch's settings for fetch on to it", async () => {
    const fetched = vi.fn<typeof fetch>(() => Promise.resolve(Response.json({})));
    const requestInitExt = { dispatcher: "of undici" };
    const own = client({}, { fetch: fetched, requestInitExt });
    await own.GET("/pets");
    await own.call(operation());
    expect(fetched.mock.calls.map(([, ext]) => ext)).toEqual([requestInitExt, requestInitExt]);
  });

  it("takes a default header away by null, and its own base URL for the client's where it is empty", async () => {
    await client({}, { headers: { "X-A": "1" } }).GET("/pets", { params: { header: { "X-A": null } }, baseUrl: "" });
    expect([last().url, last().headers["x-a"]]).toEqual(["/v1/pets", undefined]);
  });

  it("sends the media type that its header names", async () => {
    const several = operation({ method: "POST", body: { content: { "application/json": {}, "application/x-www-form-urlencoded": {} } } });
    const raw = client({ operations: { "POST /pets": several }, encodeBody });
    await raw.POST("/pets", { body: { a: "b c" }, headers: { "Content-Type": "application/x-www-form-urlencoded" } });
    expect(last()).toMatchObject({ body: "a=b%20c" });
  });

  it.each(["application/json", "application/merge-patch+json"])(
    "is a form where its header says so and %s is described",
    async (mediaType) => {
      const json = operation({ method: "POST", body: { content: { [mediaType]: {} } } });
      const headers = { "Content-Type": "application/x-www-form-urlencoded" };
      await client({ operations: { "POST /pets": json } }).POST("/pets", { body: { a: "b c" }, headers });
      expect(last()).toMatchObject({ body: "a=b+c", headers: { "content-type": headers["Content-Type"] } });
      await client({ operations: { "POST /pets": json } }).POST("/pets", { body: { a: "b c" } });
      expect(last()).toMatchObject({ body: '{"a":"b c"}', headers: { "content-type": mediaType } });
    },
  );

  it("is told of as a call of its operation", async () => {
    const onCall = vi.fn();
    const told = client({ operations: { "POST /pets": described }, onCall });
    await told.POST("/pets");
    await told.call(described);
    expect(onCall.mock.calls.map(([operation]: unknown[]) => operation)).toMatchObject([described, described]);
  });
});
