import { afterEach, describe, expect, test } from "vitest";
import type { RateLimits } from "../../../../../templates/runtime/shared/rate-limits.js";
import { ProblemError } from "../../../../../templates/runtime/server/route/problem.js";
import { route, serve, type Serving, type Setup } from "../serving.js";
import { located } from "../../../../support/located-parameters.js";

const limits: RateLimits = {
  key: { securityScheme: "key" },
  plans: { free: { policies: { minute: { quota: 6, window: 60 }, day: { quota: 1000, window: 86_400 } } } },
  headers: {
    limit: "X-RateLimit-Limit",
    remaining: "X-RateLimit-Remaining",
    reset: { name: "X-RateLimit-Reset", format: "unix-seconds" },
  },
};

async function* lines(): AsyncGenerator<string> {
  yield "a\n";
  await Promise.resolve();
  yield "b\n";
}

const secured = { security: [["key"]] };
const open: Serving[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((serving) => serving.close()));
});

/** A service with an operation for every way to answer. The keys "a" and "b" are good. */
async function service(setup: Setup = {}): Promise<Serving> {
  const checked = { query: { decode: { n: "integer" as const } } };
  const serving = await serve(
    [
      route("list", "GET", "/list", { ...secured, parameters: located([{ name: "n", in: "query", required: true }]) }, checked),
      route("plain", "GET", "/plain", secured),
      route("add", "POST", "/add", { ...secured, body: { content: { "application/json": {} } } }),
      route("fail", "GET", "/fail", secured),
      route("missing", "GET", "/missing", secured),
      route("stream", "GET", "/stream", { ...secured, responses: { 200: ["text/plain"] } }),
      route("nothing", "GET", "/nothing", secured),
      route("public", "GET", "/public"),
      route("costly", "GET", "/costly", { ...secured, rateLimit: { cost: 4 } }),
      route("own", "GET", "/own", secured),
    ],
    {
      rateLimits: limits,
      definition: { schemes: { key: { kind: "bearer" } } },
      authenticate: {
        key: (credential: string) => {
          if (credential === "broken") throw new Error("the directory of keys is away");
          return ["a", "b"].includes(credential) ? { name: credential } : undefined;
        },
      },
      bodyLimit: 100,
      handlers: {
        plain: () => ({ status: 200, body: "fine" }),
        fail: () => {
          throw new Error("a fault of the handler");
        },
        missing: () => {
          throw new ProblemError("not-found", "There is no such thing.", { headers: ["Retry-After", "7"] });
        },
        stream: () => ({ status: 200, body: lines() }),
        nothing: () => ({ status: 204 }),
        own: () => ({ status: 200, body: "x", headers: { "x-ratelimit-remaining": "own", Link: "</next>; rel=next" } }),
      },
      ...setup,
    },
  );
  open.push(serving);
  return serving;
}

const bearer = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });
const json = { "content-type": "application/json" };

/** Sends a request through one of the adapters. */
type Send = (target: string, init?: RequestInit) => Promise<Response>;
const adapters = (serving: Serving): readonly Send[] => [
  (target, init) => fetch(serving.url + target, init),
  (target, init) => serving.fetch(new Request(`http://service${target}`, init)),
];

const said = (response: Response) => ({
  status: response.status,
  limit: response.headers.get("x-ratelimit-limit"),
  remaining: response.headers.get("x-ratelimit-remaining"),
});

describe("every response says what is left", () => {
  const now = 1_700_000_000_000;
  test.each<[string, number, string, RequestInit?]>([
    ["a reply", 200, "/plain", { headers: bearer("a") }],
    ["a reply to HEAD", 200, "/plain", { method: "HEAD", headers: bearer("a") }],
    ["a reply without a body", 204, "/nothing", { headers: bearer("a") }],
    ["a stream", 200, "/stream", { headers: bearer("a") }],
    ["a call without a credential, of an operation that needs none", 200, "/public"],
    ["a request that is not valid", 400, "/list?n=x", { headers: bearer("a") }],
    ["a body that is not JSON", 400, "/add", { method: "POST", headers: { ...bearer("a"), ...json }, body: "{" }],
    ["a missing credential", 401, "/plain"],
    ["a wrong credential", 401, "/plain", { headers: bearer("wrong") }],
    ["a path that is not there", 404, "/nowhere", { headers: bearer("a") }],
    ["a path that is malformed", 400, "/%zz"],
    ["a thing that is not there", 404, "/missing", { headers: bearer("a") }],
    ["a method that is not allowed", 405, "/plain", { method: "DELETE" }],
    ["a question for the methods", 204, "/plain", { method: "OPTIONS" }],
    ["a body that is too large", 413, "/add", { method: "POST", headers: { ...bearer("a"), ...json }, body: `"${"x".repeat(200)}"` }],
    [
      "a media type that is not supported",
      415,
      "/add",
      { method: "POST", headers: { ...bearer("a"), "content-type": "text/csv" }, body: "x" },
    ],
    ["a fault of the handler", 500, "/fail", { headers: bearer("a") }],
    ["a fault of the authentication", 500, "/plain", { headers: bearer("broken") }],
  ])("%s, with %d", async (_, status, target, init) => {
    for (const send of adapters(await service({ now: () => now, address: () => "192.0.2.1" }))) {
      const response = await send(target, init);
      expect(said(response)).toMatchObject({ status, limit: "6" });
      expect(Number(response.headers.get("x-ratelimit-remaining"))).toBeLessThan(6);
      expect(response.headers.get("x-ratelimit-reset")).toBe("1700000060");
      await response.text();
    }
  });

  test("and a rejected one when to come back, whatever it asked for", async () => {
    for (const send of adapters(await service({ now: () => now }))) {
      for (let index = 0; index < 6; index++) await (await send("/plain", { headers: bearer("a") })).text();
      for (const [target, init] of [["/plain"], ["/plain", { method: "HEAD" }], ["/list?n=x"], ["/fail"], ["/stream"]] as const) {
        const response = await send(target, { ...init, headers: bearer("a") });
        expect(said(response)).toEqual({ status: 429, limit: "6", remaining: "0" });
        expect(response.headers.get("retry-after")).toBe("60");
        expect(response.headers.get("cache-control")).toBe("no-store");
        await response.text();
      }
    }
  }, 10_000);
});

describe("a rejected call", () => {
  test("is told so as RFC 9457 has it", async () => {
    const serving = await service({ rateLimits: { ...limits, plans: { free: { policies: { minute: { quota: 0, window: 60 } } } } } });
    const response = await fetch(`${serving.url}/plain`, { headers: bearer("a") });
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(await response.json()).toEqual({
      type: "https://iana.org/assignments/http-problem-types#quota-exceeded",
      title: "The rate limit is exceeded",
      status: 429,
      detail: "The limit is reached (0 in 60 s). Try again in 60 s.",
      code: "rate-limited",
      "violated-policies": ["minute"],
    });
  });

  test("is told so by the API's own errors, where it has some", async () => {
    const serving = await service({
      definition: { schemes: { key: { kind: "bearer" } }, errorType: "application/json" },
      errors: ({ code, status, retryAfter, policies }) => ({ code, status, retryAfter, policies }),
    });
    for (let index = 0; index < 6; index++) await fetch(`${serving.url}/plain`, { headers: bearer("a") });
    const response = await fetch(`${serving.url}/plain`, { headers: bearer("a") });
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toEqual({ code: "rate-limited", status: 429, retryAfter: 60, policies: ["minute"] });
  });

  test("says what is left where the API's own error cannot be made", async () => {
    const serving = await service({
      errors: () => {
        throw new Error("a fault of `errors`");
      },
    });
    expect(said(await fetch(`${serving.url}/list`, { headers: bearer("a") }))).toEqual({ status: 500, limit: "6", remaining: "5" });
  });

  test("does not reach the handler, and its body is not read", async () => {
    const serving = await service({ now: () => 1 });
    for (let index = 0; index < 6; index++) await fetch(`${serving.url}/plain`, { headers: bearer("a") });
    const response = await fetch(`${serving.url}/add`, { method: "POST", headers: { ...bearer("a"), ...json }, body: "{" });
    expect(response.status).toBe(429);
  });

  test("consumes nothing, so that a cheaper one may still pass", async () => {
    const serving = await service();
    const status = async (path: string): Promise<number> => (await fetch(serving.url + path, { headers: bearer("a") })).status;
    expect([
      await status("/costly"),
      await status("/costly"),
      await status("/plain"),
      await status("/plain"),
      await status("/plain"),
    ]).toEqual([200, 429, 200, 200, 429]);
  });
});

describe("a wrong key", () => {
  test("uses up the quota of its sender's address, and nobody else's", async () => {
    const serving = await service();
    const statuses: number[] = [];
    for (let index = 0; index < 8; index++) statuses.push((await fetch(`${serving.url}/plain`, { headers: bearer("wrong") })).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429, 429]);
    expect(said(await fetch(`${serving.url}/plain`, { headers: bearer("a") }))).toEqual({ status: 200, limit: "6", remaining: "5" });
  });

  test("is told nothing of the right keys, used up or not", async () => {
    const serving = await service();
    for (let index = 0; index < 7; index++) await fetch(`${serving.url}/plain`, { headers: bearer("a") });
    const first = await fetch(`${serving.url}/plain`, { headers: bearer("A") });
    expect(said(first)).toEqual({ status: 401, limit: "6", remaining: "5" });
    expect(said(await fetch(`${serving.url}/plain`, { headers: bearer("wrong") }))).toEqual({ status: 401, limit: "6", remaining: "4" });
  });

  test("may be as long or as strange as it likes", async () => {
    const serving = await service({ authenticate: { key: (credential: string) => ({ name: credential }) } });
    for (const key of ["__proto__", "constructor", "k".repeat(15_000), "\u00ff\u00fe"]) {
      for (let index = 0; index < 6; index++) expect((await fetch(`${serving.url}/plain`, { headers: bearer(key) })).status).toBe(200);
      expect((await fetch(`${serving.url}/plain`, { headers: bearer(key) })).status).toBe(429);
    }
  });
});

describe("a caller", () => {
  /** A service whose operation takes a tenant's key and a user's password together, or a certificate. */
  const combined = async (key: string): Promise<Serving> => {
    const serving = await serve([route("a", "GET", "/a", { security: [["tenant", "user"], ["certificate"]] })], {
      rateLimits: { ...limits, key: { securityScheme: key } },
      definition: {
        schemes: {
          tenant: { kind: "apiKey", in: "header", name: "X-Tenant" },
          user: { kind: "basic" },
          certificate: { kind: "mutualTLS" },
        },
      },
      authenticate: {
        tenant: (name: string) => name,
        user: ({ username }: { username: string }) => username,
        certificate: () => undefined,
      },
    });
    open.push(serving);
    return serving;
  };
  const remaining = async (serving: Serving, tenant: string, user: string): Promise<string | null> => {
    const headers = { "x-tenant": tenant, authorization: `Basic ${btoa(user)}` };
    return (await fetch(`${serving.url}/a`, { headers })).headers.get("x-ratelimit-remaining");
  };

  test("whom two schemes vouch for is told by the one that the description counts by", async () => {
    const byTenant = await combined("tenant");
    expect([await remaining(byTenant, "x", "a:1"), await remaining(byTenant, "x", "b:1"), await remaining(byTenant, "y", "a:1")]).toEqual([
      "5",
      "4",
      "5",
    ]);
    const byUser = await combined("user");
    expect([await remaining(byUser, "x", "a:1"), await remaining(byUser, "y", "a:1"), await remaining(byUser, "x", "b:1")]).toEqual([
      "5",
      "4",
      "5",
    ]);
  });

  test("is told by whatever credential was accepted, where the description does not say which one counts", async () => {
    const routes = [
      route("either", "GET", "/either", { security: [["tenant"], ["user"]] }),
      route("both", "GET", "/both", { security: [["tenant", "user"]] }),
      route("user", "GET", "/user", { security: [["user"]] }),
      route("public", "GET", "/public"),
    ];
    const serving = await serve(routes, {
      rateLimits: { ...limits, key: { credential: true } },
      definition: { schemes: { tenant: { kind: "apiKey", in: "header", name: "X-Tenant" }, user: { kind: "basic" } } },
      authenticate: { tenant: (name: string) => name, user: ({ username }: { username: string }) => username },
    });
    open.push(serving);
    const left = async (path: string, headers: Record<string, string> = {}): Promise<string | null> =>
      (await fetch(serving.url + path, { headers })).headers.get("x-ratelimit-remaining");
    const [x, y, a] = [{ "x-tenant": "x" }, { "x-tenant": "y" }, { authorization: `Basic ${btoa("a:1")}` }];
    expect([await left("/either", x), await left("/either", x), await left("/either", y), await left("/either", a)]).toEqual([
      "5",
      "4",
      "5",
      "5",
    ]);
    expect([await left("/user", a), await left("/both", { ...x, ...a }), await left("/both", { ...y, ...a })]).toEqual(["4", "3", "4"]);
    expect([await left("/public"), await left("/public", x), await left("/either")]).toEqual(["5", "4", "3"]);
  });

  test("is the same user with another password", async () => {
    const serving = await combined("user");
    expect([await remaining(serving, "x", "a:old"), await remaining(serving, "x", "a:new")]).toEqual(["5", "4"]);
  });
});

describe("limits of a server", () => {
  test("are for each key, however many calls come at once", async () => {
    const serving = await service();
    const calls = Array.from({ length: 40 }, (_, index) => fetch(`${serving.url}/plain`, { headers: bearer(index % 2 ? "a" : "b") }));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(12);
    expect(statuses.filter((status) => status === 429)).toHaveLength(28);
  });

  test("give way to a header that a handler writes itself, but for those that may be there several times", async () => {
    const serving = await service();
    const response = await fetch(`${serving.url}/own`, { headers: bearer("a") });
    expect(said(response)).toEqual({ status: 200, limit: "6", remaining: "own" });
    expect(response.headers.get("link")).toBe("</next>; rel=next");
    const failed = await fetch(`${serving.url}/missing`, { headers: bearer("a") });
    expect(failed.headers.get("retry-after")).toBe("7");
  });

  test("are told in the fields of the IETF as well, where the description asks for them", async () => {
    const serving = await service({ rateLimits: { ...limits, ietf: true } });
    const { headers } = await fetch(`${serving.url}/plain`, { headers: bearer("a") });
    expect(headers.get("ratelimit-policy")).toBe('"minute";q=6;w=60, "day";q=1000;w=86400');
    expect(headers.get("ratelimit")).toMatch(/^"minute";r=5;t=60, "day";r=999;t=86400$/);
  });

  test('answer 503 with `onStoreError: "closed"` while the store is away, to strangers too', async () => {
    const serving = await service({
      limits: { consume: () => Promise.reject(new Error("away")) },
      onStoreError: "closed",
      onStore: () => undefined,
    });
    for (const headers of [bearer("a"), bearer("wrong")]) {
      const response = await fetch(`${serving.url}/plain`, { headers });
      expect(response.status).toBe(503);
      expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(await response.json()).toMatchObject({ code: "unavailable" });
    }
  });

  test("are those of the address, and 500 is answered, when nobody can say which plan a caller has", async () => {
    const told: unknown[] = [];
    const serving = await service({
      plan: () => "gold",
      onError: (error) => {
        told.push(error);
      },
    });
    const response = await fetch(`${serving.url}/plain`, { headers: bearer("a") });
    expect(said(response)).toEqual({ status: 500, limit: "6", remaining: "5" });
    expect(told).toMatchObject([{ message: '`plan` returned "gold", which is not described' }]);
    expect(said(await fetch(`${serving.url}/plain`))).toEqual({ status: 401, limit: "6", remaining: "4" });
  });

  test("are none with `limits: false`", async () => {
    const serving = await service({ limits: false });
    for (let index = 0; index < 10; index++)
      expect(said(await fetch(`${serving.url}/plain`, { headers: bearer("a") }))).toEqual({ status: 200, limit: null, remaining: null });
  });

  test("come with a ban where it is asked for", async () => {
    const clock = { now: 1_700_000_000_000 };
    const serving = await service({ ban: { rejected: 2, within: 60, for: 600 }, now: () => clock.now });
    const statuses: number[] = [];
    for (let index = 0; index < 9; index++) statuses.push((await fetch(`${serving.url}/plain`, { headers: bearer("a") })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 403, 403]);
    const banned = await fetch(`${serving.url}/plain`, { headers: bearer("a") });
    expect(said(banned)).toEqual({ status: 403, limit: "6", remaining: "0" });
    expect(banned.headers.get("retry-after")).toBe("600");
    expect(await banned.json()).toMatchObject({ code: "banned", status: 403 });
    expect((await fetch(`${serving.url}/plain`, { headers: bearer("b") })).status).toBe(200);
    clock.now += 600_000;
    expect((await fetch(`${serving.url}/plain`, { headers: bearer("a") })).status).toBe(200);
  });
});
