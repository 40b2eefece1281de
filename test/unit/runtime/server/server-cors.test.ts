import { afterEach, describe, expect, test } from "vitest";
import { route, serve, type Serving, type Setup } from "./serving.js";

const origin = "https://shop.example";
const open: Serving[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((serving) => serving.close()));
});

async function service(cors: NonNullable<Setup["cors"]> | undefined, quota = 100): Promise<Serving> {
  const serving = await serve(
    [route("list", "GET", "/pets", { security: [["key"]] }), route("add", "POST", "/pets"), route("ask", "OPTIONS", "/ask")],
    {
      definition: { schemes: { key: { kind: "bearer" } } },
      authenticate: { key: (credential: string) => (credential === "a" ? {} : undefined) },
      rateLimits: {
        key: { securityScheme: "key" },
        plans: { free: { policies: { minute: { quota, window: 60 } } } },
        headers: { limit: "X-Limit" },
      },
      address: () => "192.0.2.1",
      ...(cors === undefined ? {} : { cors }),
    },
  );
  open.push(serving);
  return serving;
}

/** What is said of other origins, through both adapters, which must agree. */
async function said(serving: Serving, path: string, init: { readonly method?: string; readonly headers?: Record<string, string> } = {}) {
  const { status, headers } = await serving.get(path, init.headers, init.method);
  const response = await serving.fetch(new Request(`http://x${path}`, init));
  const of = (read: (name: string) => unknown) => ({
    allow: read("access-control-allow-origin") ?? undefined,
    credentials: read("access-control-allow-credentials") ?? undefined,
    methods: read("access-control-allow-methods") ?? undefined,
    headers: read("access-control-allow-headers") ?? undefined,
    age: read("access-control-max-age") ?? undefined,
    expose: read("access-control-expose-headers") ?? undefined,
    vary: read("vary") ?? undefined,
  });
  const found = of((name) => headers[name]);
  expect(of((name) => response.headers.get(name))).toEqual(found);
  expect(response.status).toBe(status);
  return { status, ...found };
}

const preflight = (headers: Record<string, string> = {}) => ({
  method: "OPTIONS",
  headers: { origin, "access-control-request-method": "GET", "access-control-request-headers": "authorization,x-own", ...headers },
});
const nothing = { allow: undefined, credentials: undefined, methods: undefined, headers: undefined, age: undefined, expose: undefined };
const exposed = "X-Limit, Retry-After, Date, Deprecation, Sunset, Link";

describe("scripts of other origins", () => {
  test("are told nothing by default", async () => {
    const serving = await service(undefined);
    expect(await said(serving, "/pets", { headers: { origin, authorization: "Bearer a" } })).toEqual({
      status: 200,
      ...nothing,
      vary: undefined,
    });
    expect(await said(serving, "/pets", preflight())).toEqual({ status: 204, ...nothing, vary: undefined });
  });

  test("may call, and send their key, where all may", async () => {
    expect(await said(await service(true), "/pets", preflight())).toEqual({
      status: 204,
      allow: "*",
      credentials: undefined,
      methods: "GET, HEAD, OPTIONS, POST",
      headers: "authorization,x-own",
      age: "600",
      expose: undefined,
      vary: undefined,
    });
  });

  test("may read what is left, and when the server's clock says so, by name, in every response", async () => {
    const serving = await service(true, 2);
    for (const [path, headers, status] of [
      ["/pets", { authorization: "Bearer a" }, 200],
      ["/pets", { authorization: "Bearer a" }, 429],
      ["/pets", {}, 401],
      ["/nowhere", {}, 429],
    ] as const)
      expect(await said(serving, path, { headers: { origin, ...headers } })).toEqual({
        status,
        ...nothing,
        allow: "*",
        expose: exposed,
        vary: undefined,
      });
  });

  test("may call where their origin is listed, and others may not", async () => {
    const serving = await service({ origins: [origin], expose: ["X-Total"], maxAge: 5 });
    const reading = { headers: { origin, authorization: "Bearer a" } };
    expect(await said(serving, "/pets", reading)).toMatchObject({
      allow: origin,
      expose: "X-Limit, Retry-After, Date, Deprecation, Sunset, Link, X-Total",
      vary: "Origin",
    });
    expect(await said(serving, "/pets", preflight())).toMatchObject({ status: 204, allow: origin, age: "5", vary: "Origin" });
    for (const other of ["https://evil.example", "https://shop.example.evil", "null", "https://SHOP.example"]) {
      expect(await said(serving, "/pets", { headers: { origin: other } })).toMatchObject({ ...nothing, vary: "Origin" });
      expect(await said(serving, "/pets", preflight({ origin: other }))).toEqual({ status: 204, ...nothing, vary: "Origin" });
    }
    expect(await said(serving, "/pets")).toMatchObject({ ...nothing, vary: "Origin" });
  });

  test("may send cookies where their origin is listed and that is asked for", async () => {
    const serving = await service({ origins: [origin], credentials: true });
    expect(await said(serving, "/pets", preflight())).toMatchObject({ allow: origin, credentials: "true" });
    await expect(service({ origins: true, credentials: true })).rejects.toThrow("needs its `origins` by name");
  });

  test("ask as often as they like: a preflight counts for nobody", async () => {
    const serving = await service(true, 2);
    for (let index = 0; index < 10; index++) expect(await said(serving, "/pets", preflight())).toMatchObject({ status: 204 });
    expect(await said(serving, "/pets", { headers: { origin, authorization: "Bearer a" } })).toMatchObject({ status: 200 });
  });

  test("may ask for what is not there, so that they get to see the 404", async () => {
    expect(await said(await service(true), "/nowhere", preflight())).toMatchObject({ status: 204, allow: "*", methods: "GET" });
  });

  test("reach an operation that is an OPTIONS itself, when they do not ask beforehand", async () => {
    const serving = await service(true);
    expect(await said(serving, "/ask", { method: "OPTIONS", headers: { origin } })).toMatchObject({ status: 200, allow: "*" });
    expect(await said(serving, "/ask", preflight())).toMatchObject({ status: 204, methods: "GET" });
  });

  test.each<[string, string, object]>([
    ["of another origin", "https://evil.example", nothing],
    ["of no origin that has a name", "null", nothing],
    ["of an origin that is listed", origin, { ...nothing, allow: origin }],
  ])("%s are allowed nothing by a reply that is passed on from another service", async (_, from, expected) => {
    const passedOn = {
      "Access-Control-Allow-Origin": "*",
      "access-control-allow-Credentials": "true",
      "Access-Control-Allow-Methods": "PUT",
    };
    const handlers = { op: () => ({ status: 200, body: {}, headers: { ...passedOn, "X-Total": "1" } }) };
    const serving = await serve([route("op", "GET", "/op")], { handlers, cors: { origins: [origin] } });
    open.push(serving);
    const { status, vary, expose, ...allowed } = await said(serving, "/op", { headers: { origin: from } });
    expect([status, vary]).toEqual([200, "Origin"]);
    expect({ ...allowed, expose: undefined }).toEqual({ ...expected, expose: undefined });
    expect(expose === undefined).toBe(from !== origin);
    expect((await serving.get("/op", { origin: from })).headers["x-total"]).toBe("1");
  });

  test("cannot write headers of their own into the answer", async () => {
    const asked = { "access-control-request-headers": "a\u00e9, b<script>" };
    expect(await said(await service(true), "/pets", preflight(asked))).toMatchObject({ allow: "*", headers: undefined });
  });
});
