import { deflateSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { failMaximum } from "../../../../templates/runtime/validate/issues.js";
import { createValidator as validator } from "../../../../templates/runtime/validate/validate.js";
import { route, serve, type Serving } from "./serving.js";

interface Echo {
  readonly body: unknown;
  readonly contentType: string;
}

describe("bodies", () => {
  let serving: Serving;
  let blob: Blob | undefined;
  let parts: Record<string, unknown> = {};
  const object = validator((value, issues) => ((value as { a?: unknown }).a === 5 ? failMaximum(issues, ["a"], 4) : issues)) as never;
  const routes = [
    route(
      "json",
      "POST",
      "/json",
      { body: { required: true, content: { "application/json": {} } } },
      { body: { "application/json": { validator: object } } },
    ),
    route("maybe", "POST", "/maybe", { body: { content: { "application/json": {}, "application/vnd.x+json": {} } } }),
    route("patch", "POST", "/patch", { body: { content: { "application/merge-patch+json; charset=utf-8": {} } } }),
    route("image", "POST", "/image", { body: { content: { "image/*": {} } } }),
    route("any", "POST", "/any", { body: { content: { "*/*": {} } } }),
    route("suffix", "POST", "/suffix", { body: { content: { "application/*+json": {} } } }),
    route("text", "POST", "/text", { body: { content: { "text/plain": {} } } }, { body: { "text/plain": { decode: "integer" } } }),
    route("xml", "POST", "/xml", { body: { content: { "application/xml": {} } } }),
    route(
      "lines",
      "POST",
      "/lines",
      { body: { content: { "application/x-ndjson": {} } } },
      { body: { "application/x-ndjson": { validator: object, each: true } } },
    ),
    route(
      "form",
      "POST",
      "/form",
      {
        body: {
          content: {
            "application/x-www-form-urlencoded": {
              encoding: { filter: { style: "deepObject" }, tight: { style: "form", explode: false } },
            },
          },
        },
      },
      {
        body: {
          "application/x-www-form-urlencoded": {
            decode: {
              properties: {
                n: "integer",
                list: { items: "integer" },
                tight: { items: "string" },
                filter: { properties: { a: { properties: { b: "integer" } } } },
                whole: { properties: { x: "integer" } },
                name: "string",
              },
            },
          },
        },
      },
    ),
    route(
      "multipart",
      "POST",
      "/multipart",
      { body: { content: { "multipart/form-data": { encoding: { meta: { contentType: "application/json" } } } } } },
      {
        body: {
          "multipart/form-data": {
            decode: {
              properties: {
                n: "integer",
                file: "binary",
                files: { items: "binary" },
                meta: { properties: { a: "integer" } },
                tags: { items: "string" },
              },
            },
          },
        },
      },
    ),
    route(
      "choice",
      "POST",
      "/choice",
      { body: { content: { "multipart/form-data": { encoding: { styled: { style: "form" } } } } } },
      {
        body: {
          "multipart/form-data": { decode: { properties: { either: ["binary", { properties: { id: "string" } }], styled: "binary" } } },
        },
      },
    ),
    route("none", "POST", "/none"),
    route(
      "raw",
      "POST",
      "/raw",
      { body: { content: { "application/x-www-form-urlencoded": {} } } },
      { body: { "application/x-www-form-urlencoded": { decode: "string" } } },
    ),
  ];
  beforeAll(async () => {
    serving = await serve(routes, {
      bodyLimit: 1000,
      handlers: {
        image: ({ body, contentType }: { body: Blob; contentType: string }) => {
          blob = body;
          return { status: 200, body: { contentType } };
        },
        choice: ({ body }: { body: Record<string, unknown> }) => {
          parts = body;
          return { status: 200, body: {} };
        },
        multipart: ({ body }: { body: Record<string, unknown> }) => {
          parts = body;
          return { status: 200, body: {} };
        },
      },
    });
  });
  afterAll(() => serving.close());
  const post = (
    path: string,
    body: string | Uint8Array<ArrayBuffer> | FormData | null,
    contentType?: string,
    headers: Record<string, string> = {},
  ) =>
    fetch(serving.url + path, {
      method: "POST",
      body,
      headers: { ...(contentType === undefined ? {} : { "content-type": contentType }), ...headers },
    });
  const echo = async (response: Promise<Response>): Promise<Echo> => (await (await response).json()) as Echo;

  test("JSON is read and validated", async () => {
    expect(await echo(post("/json", '{"a":1,"ü":"€"}', "application/json"))).toMatchObject({
      body: { a: 1, ü: "€" },
      contentType: "application/json",
    });
    const invalid = await post("/json", '{"a":5}', "application/json");
    expect([invalid.status, await invalid.json()]).toMatchObject([
      400,
      { code: "invalid-request", detail: "The body at `a` must be at most 4.", issues: [{ in: "body", path: ["a"], keyword: "maximum" }] },
    ]);
  });
  test.each(["", "{", "{}x", "nul", "'a'", '{"a":1,}', "\ufeff{}x"])("%j is no JSON", async (text) => {
    expect((await post("/json", text, "application/json")).status).toBe(400);
  });
  test.each(['{"__proto__":{"x":1}}', '{"a":[{"\\u005f\\u005fproto__":1}]}', '{"constructor":{"prototype":{"x":1}}}'])(
    "%s is refused",
    async (text) => {
      const response = await post("/json", text, "application/json");
      expect([response.status, await response.json()]).toMatchObject([400, { code: "malformed-request" }]);
    },
  );
  test("members that are only called like something special are let through", async () => {
    expect((await echo(post("/json", '{"constructor":1,"toString":"__proto__"}', "application/json"))).body).toEqual({
      constructor: 1,
      toString: "__proto__",
    });
  });
  test("bytes that are not UTF-8 are refused", async () => {
    expect((await post("/json", new Uint8Array([0x22, 0xff, 0x22]), "application/json")).status).toBe(400);
  });
  test("a missing body is missed where it is required", async () => {
    expect(await (await post("/json", null)).json()).toMatchObject({
      status: 400,
      issues: [{ in: "body", path: [], keyword: "required" }],
    });
    expect(await echo(post("/maybe", null))).not.toHaveProperty("body");
  });
  test.each([
    ["/json", "application/json; charset=utf-8", 200],
    ["/json", "APPLICATION/JSON", 200],
    ["/json", "text/plain", 415],
    ["/json", "application/jsonp", 415],
    ["/json", "application/merge-patch+json", 415],
    ["/json", "application/json/x", 415],
    ["/maybe", "application/vnd.x+json", 200],
    ["/patch", "application/merge-patch+json", 200],
    ["/any", "application/vnd.y+json", 200],
    ["/suffix", "application/vnd.y+json; charset=utf-8", 200],
    ["/json", "", 415],
  ])("%s with %j is %i", async (path, contentType, status) => {
    const response = await post(path, new TextEncoder().encode("{}"), contentType === "" ? undefined : contentType);
    expect(response.status).toBe(status);
    if (status === 415) expect(response.headers.get("accept")).toBe("application/json");
  });
  test("compressed bodies are read, within the limit, and no others", async () => {
    const gzip = new Uint8Array(gzipSync('{"a":1}'));
    expect((await echo(post("/json", gzip, "application/json", { "content-encoding": "gzip" }))).body).toEqual({ a: 1 });
    expect(
      (await echo(post("/json", new Uint8Array(deflateSync('{"a":2}')), "application/json", { "content-encoding": "deflate" }))).body,
    ).toEqual({ a: 2 });
    const bomb = new Uint8Array(gzipSync(JSON.stringify("x".repeat(500_000))));
    expect(bomb.byteLength).toBeLessThan(1000);
    expect((await post("/json", bomb, "application/json", { "content-encoding": "gzip" })).status).toBe(413);
    expect((await post("/json", "{}", "application/json", { "content-encoding": "gzip" })).status).toBe(400);
    const brotli = await post("/json", "{}", "application/json", { "content-encoding": "br" });
    expect([brotli.status, brotli.headers.get("accept-encoding")]).toEqual([415, "gzip, deflate"]);
  });
  test("a form that is said to be text is text", async () => {
    expect((await echo(post("/raw", "a=1", "application/x-www-form-urlencoded"))).body).toBe("a=1");
  });
  test("a range takes what fits it, and says what it was", async () => {
    expect(await echo(post("/image", new Uint8Array([1, 2]), "image/png"))).toEqual({ contentType: "image/png" });
    expect([blob?.type, [...new Uint8Array((await blob?.arrayBuffer()) ?? [])]]).toEqual(["image/png", [1, 2]]);
    expect((await post("/image", "x", "text/plain")).status).toBe(415);
    expect(await echo(post("/suffix", '{"a":1}', "application/merge-patch+json"))).toMatchObject({
      contentType: "application/merge-patch+json",
      body: { a: 1 },
    });
    for (const type of ["application/json", "application/+json", "application/x+xml", "text/x+json"])
      expect([type, (await post("/suffix", "{}", type)).status]).toEqual([type, 415]);
    expect(await echo(post("/any", "hello", "text/plain"))).toMatchObject({ body: "hello", contentType: "text/plain" });
  });
  test("text, XML and lines", async () => {
    expect((await echo(post("/text", "42", "text/plain"))).body).toBe(42);
    expect((await echo(post("/text", "4.2", "text/plain"))).body).toBe("4.2");
    expect((await echo(post("/xml", "<a/>", "application/xml"))).body).toBe("<a/>");
    expect((await echo(post("/lines", '{"a":1}\n\n{"a":2}\n', "application/x-ndjson"))).body).toEqual([{ a: 1 }, { a: 2 }]);
    const invalid = await post("/lines", '{"a":1}\n\n{"a":5}', "application/x-ndjson");
    expect([invalid.status, await invalid.json()]).toMatchObject([400, { issues: [{ path: [1, "a"], pointer: "/1/a" }] }]);
    const broken = await post("/lines", '{"a":1}\n\n{', "application/x-ndjson");
    expect([broken.status, await broken.json()]).toMatchObject([400, { detail: "Item 2 of the body is not well-formed JSON." }]);
  });
  test("forms are read field by field", async () => {
    const form = "application/x-www-form-urlencoded";
    expect(
      (await echo(post("/form", 'n=5&list=1&list=2&tight=a,b&filter[a][b]=7&whole={"x":1}&name=a+b%20c&more=1&more=2&deep[x]=y', form)))
        .body,
    ).toEqual({
      n: 5,
      list: [1, 2],
      tight: ["a", "b"],
      filter: { a: { b: 7 } },
      whole: { x: 1 },
      name: "a b c",
      more: ["1", "2"],
      deep: { x: "y" },
    });
  });
  test("what is wrong with a field is told by its name", async () => {
    const form = "application/x-www-form-urlencoded";
    expect(await (await post("/form", "n=x&filter[a][b]=y", form)).json()).toMatchObject({
      issues: [
        { in: "body", path: ["n"] },
        { in: "body", path: ["filter", "a", "b"] },
      ],
    });
    for (const text of ["n=%zz", "%zz=1", "__proto__[x]=1", "filter[__proto__]=1", "filter[a][__proto__][x]=1", "__proto__=1"])
      expect((await post("/form", text, form)).status, text).toBe(400);
  });
  test("multipart parts become numbers, files and objects", async () => {
    const form = new FormData();
    form.append("n", "5");
    form.append("file", new Blob(["abc"], { type: "image/png" }), "a.png");
    form.append("files", new Blob(["1"]));
    form.append("files", new Blob(["2"]));
    form.append("meta", new Blob(['{"a":1}'], { type: "application/json" }));
    form.append("tags", "x");
    expect((await post("/multipart", form)).status).toBe(200);
    expect(parts).toMatchObject({ n: 5, meta: { a: 1 }, tags: ["x"] });
    const { file, files } = parts as { file: Blob; files: Blob[] };
    expect([file.type, await file.text(), await Promise.all(files.map((one) => one.text()))]).toEqual(["image/png", "abc", ["1", "2"]]);
  });
  test("a part may be a file or an object, and a file has no style", async () => {
    const form = new FormData();
    form.append("either", new Blob(['{"id":"5"}'], { type: "application/json" }));
    form.append("styled", new Blob(["f"], { type: "image/png" }));
    expect((await post("/choice", form)).status).toBe(200);
    expect(parts).toMatchObject({ either: { id: "5" }, styled: { type: "image/png" } });
    const other = new FormData();
    other.append("either", new Blob(["bytes"], { type: "video/mp4" }));
    await post("/choice", other);
    expect(parts).toMatchObject({ either: { type: "video/mp4" } });
    const text = new FormData();
    text.append("either", "bytes");
    text.append("styled", "bytes");
    expect((await post("/choice", text)).status).toBe(200);
    expect([parts["either"], parts["styled"]]).toEqual([expect.any(Blob), expect.any(Blob)]);
  });
  test("multipart that is broken, or wrong, is a bad request", async () => {
    expect((await post("/multipart", "nothing", "multipart/form-data; boundary=x")).status).toBe(400);
    expect((await post("/multipart", "nothing", "multipart/form-data")).status).toBe(400);
    const form = new FormData();
    form.append("n", "five");
    expect((await post("/multipart", form)).status).toBe(400);
  });
  test("more bytes than the limit are too many, announced or not", async () => {
    const big = JSON.stringify("x".repeat(2000));
    const announced = await post("/json", big, "application/json");
    expect([announced.status, await announced.json()]).toMatchObject([413, { code: "body-too-large" }]);
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const part of big.match(/.{1,100}/g) ?? []) controller.enqueue(new TextEncoder().encode(part));
        controller.close();
      },
    });
    const chunked = await fetch(`${serving.url}/json`, {
      method: "POST",
      body: stream,
      duplex: "half",
      headers: { "content-type": "application/json" },
    });
    expect(chunked.status).toBe(413);
    const huge = await post("/json", JSON.stringify("x".repeat(5_000_000)), "application/json");
    expect(huge.status).toBe(413);
    expect(
      (await serving.fetch(new Request("http://x/json", { method: "POST", body: big, headers: { "content-type": "application/json" } })))
        .status,
    ).toBe(413);
  });
  test("a body that is not described is not read", async () => {
    expect((await post("/none", "x".repeat(5000), "text/plain")).status).toBe(200);
  });
  test("the same works through fetch", async () => {
    const request = new Request("http://x/json", { method: "POST", body: '{"a":1}', headers: { "content-type": "application/json" } });
    expect(await (await serving.fetch(request)).json()).toMatchObject({ body: { a: 1 } });
    expect((await serving.fetch(new Request("http://x/json", { method: "POST" }))).status).toBe(400);
  });
});
