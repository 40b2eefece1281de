import { describe, expect, it, vi } from "vitest";
import { createClient, type ClientOptions } from "../../../../templates/runtime/client/call/client.js";
import type { Operation } from "../../../../templates/runtime/shared/operation.js";
import { writeEncoded } from "../../../../templates/runtime/client/call/parameter-styles.js";
import { encodeBody } from "../../../../templates/runtime/client/call/request-body.js";
import { fillVariables, ownBaseUrl, type AnyServer } from "../../../../templates/runtime/client/call/servers.js";
import { operation, receivingService, type AnyClient } from "./receiving-service.js";
import { anyClient } from "../../../support/any-client.js";
import { located } from "../../../support/located-parameters.js";

const withCookie = operation({ parameters: located([{ name: "theme", in: "cookie" }]) });
const service = receivingService();
const { client, last, origin, other } = service;

describe("the options of a call", () => {
  it("take none of the client's away by being undefined", async () => {
    const init: RequestInit[] = [];
    const fetch = (request: Request): Promise<Response> => {
      init.push({ redirect: request.redirect, keepalive: request.keepalive });
      return Promise.resolve(Response.json({}));
    };
    const client = anyClient({ servers: {} }, { baseUrl: "http://localhost", redirect: "error", keepalive: true, fetch });
    const operation = { id: "op", method: "GET", path: "/", responses: { 200: ["application/json"] } } as const;
    await client.call(operation, {}, { redirect: undefined, keepalive: undefined, signal: undefined });
    expect(init).toEqual([{ redirect: "error", keepalive: true }]);
  });

  it("have the origin's root as their base URL where it is empty, and not the first server", async () => {
    const client = anyClient(
      { servers: { production: { url: "https://api.example.com" } } },
      { fetch: () => Promise.reject(new Error("sent")) },
    );
    const operation = { id: "op", method: "GET", path: "/", responses: { 200: ["application/json"] } } as const;
    await expect(client.call(operation, {}, { baseUrl: "" })).rejects.toThrow('The base URL "" is not an absolute http(s) URL');
  });
});

describe("a call of an operation", () => {
  it("sends its arguments as described", async () => {
    const described = operation({
      method: "POST",
      path: "/pets/{petId}#copy",
      parameters: located([
        { name: "petId", in: "path", required: true, style: "label" },
        { name: "ids", in: "query", style: "pipeDelimited", explode: false },
        { name: "X-Ids", in: "header" },
        { name: "theme", in: "cookie" },
      ]),
      body: { content: { "application/vnd.pet+json": {} } },
    });
    await client({ writeParameter: writeEncoded }).call(described, {
      path: { petId: 5 },
      query: { ids: [1, 2] },
      header: { "X-Ids": [3, 4] },
      cookie: { theme: "a b" },
      body: { name: "x" },
    });
    expect(last()).toMatchObject({ method: "POST", url: "/v1/pets/.5?ids=1%7C2", body: '{"name":"x"}' });
    expect(last().headers).toMatchObject({ "x-ids": "3,4", cookie: "theme=a%20b", "content-type": "application/vnd.pet+json" });
  });

  it("sends the media type that is asked for, and a form without one of ours", async () => {
    const described = operation({
      method: "POST",
      body: { content: { "application/x-www-form-urlencoded": {}, "text/plain": {}, "multipart/form-data": {} } },
    });
    const forms = client({ encodeBody }, { headers: { "Content-Type": "application/json" } });
    await forms.call(described, { body: { a: "b c" } });
    expect(last()).toMatchObject({ body: "a=b%20c", headers: { "content-type": "application/x-www-form-urlencoded" } });
    await forms.call(described, { body: "hi", contentType: "text/plain" });
    expect(last()).toMatchObject({ body: "hi", headers: { "content-type": "text/plain" } });
    await forms.call(described, { body: { a: new Blob(["x"]) }, contentType: "multipart/form-data" });
    expect(last().headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
    expect(last().body).toContain('name="a"; filename="blob"');
  });

  it("sends a stream while it is made", async () => {
    const described = operation({ method: "POST", body: { content: { "application/octet-stream": {} } } });
    await client({ encodeBody }).call(described, { body: new Blob(["bytes"]).stream() });
    expect(last()).toMatchObject({
      body: "bytes",
      headers: { "transfer-encoding": "chunked", "content-type": "application/octet-stream" },
    });
  });

  it("gives an answer by ok and status", async () => {
    service.answer = { body: '[{"id":1}]' };
    expect(await client().call(operation())).toMatchObject({ ok: true, status: 200, data: [{ id: 1 }] });
    service.received.length = 0;
    service.answer = { status: 404, body: '{"code":"none"}' };
    expect(await client().call(operation({ responses: { 404: ["application/json"] } }))).toMatchObject({
      ok: false,
      status: 404,
      error: { code: "none" },
    });
  });

  it("has no data where the answer has no body", async () => {
    service.answer = { status: 204 };
    expect(await client().call(operation({ method: "DELETE", responses: { 204: [] } }))).toMatchObject({
      ok: true,
      status: 204,
      data: undefined,
    });
    expect(await client().call(operation({ method: "HEAD" }))).toMatchObject({ ok: true, status: 200, data: undefined });
  });

  it("rejects where an answer is not the JSON that was described, and the error has no credential", async () => {
    for (const status of [200, 400]) {
      service.received.length = 0;
      service.answer = { status, body: '{"cut' };
      const described = operation({ responses: { [status]: ["application/json"] }, security: [["key"]] });
      const error = await client({ schemes: { key: { kind: "bearer" } } }, { auth: { key: "secret-key" } })
        .call(described)
        .catch((caught: unknown) => caught);
      expect(error).toMatchObject({ name: "ResponseError", operation: "op", status });
      expect(String(error) + JSON.stringify(error)).not.toContain("secret-key");
      expect(last().headers.authorization).toBe("Bearer secret-key");
    }
  });

  it("rejects with what fetch rejects with, and on the caller's signal", async () => {
    await expect(client({}, { baseUrl: "http://127.0.0.1:1" }).call(operation())).rejects.toThrow(TypeError);
    await expect(client().call(operation(), {}, { signal: AbortSignal.abort() })).rejects.toThrow("aborted");
  });

  it("takes what a middleware puts in the place of the answer", async () => {
    service.answer = { status: 500, body: '{"a":1}' };
    const replacing = client();
    replacing.use({ onResponse: () => Response.json({ replaced: true }, { status: 418 }) });
    expect(await replacing.call(operation())).toMatchObject({ ok: false, status: 418, error: { replaced: true } });
  });

  it("takes settings of fetch, headers and another base URL", async () => {
    await client({}, { headers: { "X-A": "1", "X-B": "1" } }).call(
      operation(),
      {},
      { baseUrl: `${other()}/v2`, headers: { "X-B": null, "X-C": "2" } },
    );
    expect(last()).toMatchObject({ url: "/v2/pets", headers: { host: new URL(other()).host, "x-a": "1", "x-c": "2" } });
    expect(last().headers).not.toHaveProperty("x-b");
  });
});

describe.each([
  ["a function", (of: AnyClient, args: object, init?: object) => of.call(withCookie, args, init)],
  ["a path", (of: AnyClient, args: object, init: object = {}) => of.GET("/pets", { params: args, ...init })],
] as const)("cookies of %s", (_, call) => {
  it("are added to those that headers have", async () => {
    await call(client({}, { headers: { Cookie: "session=1" } }), { cookie: { theme: "x" } });
    expect(last().headers.cookie).toBe("session=1; theme=x");
    await call(client({}, { headers: { Cookie: "session=1" } }), { cookie: { theme: "x" } }, { headers: new Headers({ cookie: "own=2" }) });
    expect(last().headers.cookie).toBe("own=2; theme=x");
    await call(client({}, { headers: { Cookie: "session=1" } }), { cookie: { theme: "x" } }, { headers: { cookie: null } });
    expect(last().headers.cookie).toBe("theme=x");
    await call(client({}, { headers: { Cookie: "session=1" } }), {});
    expect(last().headers.cookie).toBe("session=1");
  });
});

describe("a request whose URL has a key", () => {
  const schemes = { key: { kind: "apiKey", in: "query", name: "key" } } as const;
  const keyed = operation({ security: [["key"]] });

  it("is of the class that the client was given, and has what stood on it", async () => {
    const seen: Request[] = [];
    class Own extends Request {}
    const fetched = (request: Request): Promise<Response> => {
      seen.push(request);
      return Promise.resolve(Response.json({}));
    };
    const settings: object = { dispatcher: "of the client" };
    const own = client({ schemes }, { auth: { key: "k" }, Request: Own, fetch: fetched, ...settings });
    await own.call(keyed);
    await own.call(operation({ ...keyed, method: "POST" }), { body: { a: 1 } }, { dispatcher: "of the call" });
    expect(seen.map((request) => [request instanceof Own, Reflect.get(request, "dispatcher") as unknown])).toEqual([
      [true, "of the client"],
      [true, "of the call"],
    ]);
    expect(seen.map(({ url }) => url)).toEqual([`${origin()}/v1/pets?key=k`, `${origin()}/v1/pets?key=k`]);
    expect(await seen[1]?.text()).toBe('{"a":1}');
  });
});

describe("a credential that takes long", () => {
  it("does not hold a call whose time is over", async () => {
    const waiting = client({ schemes: { key: { kind: "bearer" } } }, { auth: { key: () => new Promise<string>(() => undefined) } });
    const keyed = operation({ security: [["key"]] });
    await expect(waiting.call(keyed, {}, { signal: AbortSignal.timeout(20) })).rejects.toMatchObject({ name: "TimeoutError" });
    await expect(waiting.call(keyed, {}, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: "AbortError" });
    const late = client(
      { schemes: { key: { kind: "bearer" } } },
      { auth: { key: () => Promise.resolve("k") }, signal: new AbortController().signal },
    );
    await late.call(keyed);
    expect(last().headers.authorization).toBe("Bearer k");
  });
});

describe("a redirect", () => {
  it("is the answer where it is what the description promises", async () => {
    const described = operation({ redirect: "manual", responses: { 302: [], 404: ["application/json"] } });
    service.answer = { status: 302, headers: { Location: `${other()}/file` } };
    expect(await client().call(described)).toMatchObject({ ok: false, status: 302 });
    service.received.length = 0;
    expect(await client({ operations: { "GET /pets": described } }).GET("/pets")).toMatchObject({ response: { status: 302 } });
    service.received.length = 0;
    expect(await client().call(described, {}, { redirect: "follow" })).toMatchObject({ ok: true });
  });

  it("is followed where the description has a success besides", async () => {
    service.answer = { status: 302, headers: { Location: `${other()}/file` } };
    expect(await client().call(operation({ responses: { 200: [], 302: [] } }))).toMatchObject({ ok: true });
  });
});

describe("servers", () => {
  const servers = {
    production: { url: "https://{region}.example.com/v1", variables: { region: { default: "eu" } } },
    local: { url: "/v1" },
  };
  const urlOf = async (options: ClientOptions<AnyServer, object>, own?: Operation["servers"]): Promise<string> => {
    const fetch = vi.fn<(request: Request) => Promise<Response>>(() => Promise.resolve(Response.json({})));
    const made = createClient<AnyClient>({ servers, fillUrl: fillVariables }, { ...options, fetch });
    await made.call({ ...operation(own === undefined ? {} : { servers: own }), ownBaseUrl });
    return fetch.mock.calls[0]?.[0].url ?? "";
  };

  it("are chosen by name, with variables, or put aside by a base URL", async () => {
    expect(await urlOf({})).toBe("https://eu.example.com/v1/pets");
    expect(await urlOf({ server: { name: "production", variables: { region: "us" } } })).toBe("https://us.example.com/v1/pets");
    expect(await urlOf({ baseUrl: "http://localhost:1/x/" })).toBe("http://localhost:1/x/pets");
  });

  it("of an operation's own need no other where they are absolute", async () => {
    const own = [{ url: "https://own.example.com/v2" }];
    expect(await urlOf({ server: "local" }, own)).toBe("https://own.example.com/v2/pets");
    await expect(urlOf({ server: "local" }, [{ url: "../v2" }])).rejects.toThrow("is not an absolute http(s) URL");
    expect(await urlOf({}, [{ url: "../v2" }])).toBe("https://eu.example.com/v2/pets");
  });

  it("may be relative where there is a page when the calls are made, however early the client was", async () => {
    const fetch = vi.fn<(request: Request) => Promise<Response>>(() => Promise.resolve(Response.json({})));
    const made = createClient<AnyClient>({ servers }, { server: "local", fetch });
    await expect(made.call(operation())).rejects.toThrow("is not an absolute http(s) URL: set `baseUrl`");
    vi.stubGlobal("location", { href: "https://shop.example.com/cart?x=1" });
    await made.call(operation());
    vi.unstubAllGlobals();
    expect(fetch.mock.calls.map(([{ url }]) => url)).toEqual(["https://shop.example.com/v1/pets"]);
  });

  it.each([
    ["a function", (made: AnyClient, options?: object) => made.call(operation(), {}, options)],
    ["a path", (made: AnyClient, options?: object) => made.GET("/pets", options)],
  ])("mean the root of the page's origin where they are empty, called by %s", async (_, call) => {
    const fetch = vi.fn<(request: Request) => Promise<Response>>(() => Promise.resolve(Response.json({})));
    const made = [anyClient({ servers: {} }, { baseUrl: "", fetch }), anyClient({ servers: { page: { url: "" } } }, { fetch })];
    for (const one of made) await expect(call(one)).rejects.toThrow('The base URL "" is not an absolute http(s) URL');
    for (const one of made) await call(one, { baseUrl: "https://api.example.com/v1" });
    vi.stubGlobal("location", { href: "https://shop.example.com/cart?x=1" });
    for (const one of made) await call(one);
    vi.unstubAllGlobals();
    const [own, page] = ["https://api.example.com/v1/pets", "https://shop.example.com/pets"];
    expect(fetch.mock.calls.map(([{ url }]) => url)).toEqual([own, own, page, page]);
  });

  it("have no query: a program's own is refused, and a description's is left out", async () => {
    const refused = "The base URL https://api.example.com/v1 has a query";
    const url = "https://api.example.com/v1?a=1";
    await expect(urlOf({ baseUrl: url })).rejects.toThrow(refused);
    await expect(client().call(operation(), {}, { baseUrl: url })).rejects.toThrow(refused);
    await expect(client().GET("/pets", { baseUrl: url })).rejects.toThrow(refused);
    expect(await urlOf({}, [{ url }])).toBe("https://api.example.com/v1/pets");
    const fetch = vi.fn((request: Request) => Promise.resolve(new Response(request.url)));
    const described = anyClient({ servers: { production: { url } } }, { fetch });
    await described.GET("/pets", { parseAs: "text" });
    expect(fetch.mock.calls.map(([{ url: sent }]) => sent)).toEqual(["https://api.example.com/v1/pets"]);
  });

  it("of an operation come before those of the client, but not before a base URL", async () => {
    const own = [{ url: "https://upload.example.com/{v}", variables: { v: { default: "v2" } } }];
    expect(await urlOf({}, own)).toBe("https://upload.example.com/v2/pets");
    expect(await urlOf({ baseUrl: "http://localhost:1" }, own)).toBe("http://localhost:1/pets");
    expect(await urlOf({}, [{ url: "/upload" }])).toBe("https://eu.example.com/upload/pets");
  });
});

describe("a credential", () => {
  const schemes = { key: { kind: "apiKey", in: "header", name: "X-Key" }, bearer: { kind: "bearer" } } as const;
  const auth = { key: "k", bearer: "b" };

  it("is not seen by middleware", async () => {
    const seen: (string | null)[] = [];
    const watched = client({ schemes }, { auth });
    watched.use({ onRequest: ({ request }) => void seen.push(request.headers.get("X-Key")) });
    await watched.call(operation({ security: [["key"]] }));
    expect(seen).toEqual([null]);
    expect(last().headers["x-key"]).toBe("k");
  });

  it("is not sent where a middleware turned the request to another origin", async () => {
    const turned = client({ schemes }, { auth });
    turned.use({ onRequest: ({ request }) => new Request(request.url.replace(origin(), other()), request) });
    await turned.call(operation({ security: [["key"]] }));
    expect(last().headers).toMatchObject({ host: new URL(other()).host });
    expect(last().headers).not.toHaveProperty("x-key");
  });

  it("in a header of the service's own does not follow a redirect: the redirect is the answer", async () => {
    service.answer = { status: 302, headers: { Location: `${other()}/stolen` } };
    const result = await client({ schemes }, { auth }).call(operation({ security: [["key"]] }));
    expect(result).toMatchObject({ ok: false, status: 302 });
    expect(result.response.headers.get("Location")).toBe(`${other()}/stolen`);
    expect(service.received).toHaveLength(1);
  });

  it("in Authorization follows a redirect, and fetch takes it away from another origin", async () => {
    service.answer = { status: 302, headers: { Location: `${other()}/download` } };
    expect(await client({ schemes }, { auth }).call(operation({ security: [["bearer"]] }))).toMatchObject({ ok: true });
    expect(service.received.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ["/v1/pets", "Bearer b"],
      ["/download", undefined],
    ]);
  });

  it("follows a redirect within its origin where the caller says so", async () => {
    service.answer = { status: 302, headers: { Location: "/v1/moved" } };
    const following = client({ schemes }, { auth, redirect: "follow" });
    expect(await following.call(operation({ security: [["key"]] }))).toMatchObject({ ok: true });
    expect(service.received.map(({ url, headers }) => [url, headers["x-key"]])).toEqual([
      ["/v1/pets", "k"],
      ["/v1/moved", "k"],
    ]);
  });

  it.each(["header", "cookie"] as const)(
    "in a %s never follows a redirect to another origin, even if the caller wants it",
    async (place) => {
      service.answer = { status: 302, headers: { Location: `${other()}/stolen` } };
      const own = { key: { kind: "apiKey", in: place, name: "X-Key" } } as const;
      const following = client({ schemes: own }, { auth, redirect: "follow" });
      expect(await following.call(operation({ security: [["key"]] }))).toMatchObject({ ok: false, status: 302 });
      expect(service.received).toHaveLength(1);
    },
  );

  it("in the query does not follow a redirect to another origin, nor does its page", async () => {
    service.answer = { status: 302, headers: { Location: `${other()}/download` } };
    const own = { key: { kind: "apiKey", in: "query", name: "key" } } as const;
    expect(await client({ schemes: own }, { auth: { key: "secret" } }).call(operation({ security: [["key"]] }))).toMatchObject({
      ok: true,
    });
    expect(service.received[0]?.url).toBe("/v1/pets?key=secret");
    expect(JSON.stringify(service.received.slice(1))).not.toContain("secret");
    expect(service.received[1]?.url).toBe("/download");
  });

  it("says what is wrong where a browser hides the redirect", async () => {
    const hidden = Object.defineProperty(new Response(), "type", { value: "opaqueredirect" });
    const browser = client({ schemes }, { auth, fetch: () => Promise.resolve(hidden) });
    await expect(browser.call(operation({ security: [["key"]] }))).rejects.toThrow(
      ": the service redirects, and no browser shows where to",
    );
  });
});
