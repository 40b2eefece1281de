import { afterEach, describe, expect, test } from "vitest";
import type { RateLimits } from "../../../../../templates/runtime/shared/rate-limits.js";
import { ProblemError } from "../../../../../templates/runtime/server/route/problem.js";
import { route, serve, type Serving, type Setup } from "../serving.js";

const rateLimits: RateLimits = {
  key: { securityScheme: "key" },
  plans: {
    pro: { policies: { minute: { quota: 300, window: 60 } } },
    free: { policies: { minute: { quota: 6, window: 60 } } },
  },
  headers: { limit: "X-Limit", remaining: "X-Remaining" },
};
const open: Serving[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((serving) => serving.close()));
});

async function service(setup: Setup = {}): Promise<Serving> {
  const serving = await serve(
    [
      route("plain", "GET", "/plain", { security: [["key"]] }),
      route("both", "GET", "/both", { security: [["app", "session"]] }),
      route("cert", "GET", "/cert", { security: [["certificate"]] }),
    ],
    {
      rateLimits,
      definition: {
        schemes: {
          key: { kind: "bearer" },
          app: { kind: "apiKey", in: "header", name: "X-App" },
          session: { kind: "apiKey", in: "query", name: "session" },
          certificate: { kind: "mutualTLS" },
        },
      },
      authenticate: {
        key: (key: string) => (key === "good" ? { name: key } : undefined),
        app: (key: string) => (key === "app" ? { name: key } : undefined),
        session: (key: string) => (key === "mine" ? { name: key } : undefined),
        certificate: () => ({ name: "anybody" }),
      },
      plan: () => "pro",
      address: () => "192.0.2.1",
      ...setup,
    },
  );
  open.push(serving);
  return serving;
}

/** Status, limit and what is left of it, through both adapters, which must agree. */
async function ask(serving: Serving, target: string, headers: Record<string, string> = {}, method = "GET"): Promise<string> {
  const web = await serving.fetch(new Request(`http://x${target}`, { method, headers }));
  const node = await fetch(serving.url + target, { method, headers });
  expect([node.status, node.headers.get("x-limit")]).toEqual([web.status, web.headers.get("x-limit")]);
  return `${web.status} ${web.headers.get("x-limit")}/${web.headers.get("x-remaining")}`;
}

const good = { authorization: "Bearer good" };

describe("a request that reaches no operation", () => {
  test.each([
    ["404", "GET", "/nowhere", good],
    ["405", "DELETE", "/plain", good],
    ["204", "OPTIONS", "/plain", good],
    ["400", "GET", "/%zz", good],
    ["404", "GET", "/nowhere?session=mine", { "x-app": "app" }],
  ])("is counted for its caller, and answered as ever: %s", async (status, method, target, headers) => {
    expect(await ask(await service(), target, headers, method)).toBe(`${status} 300/299`);
  });

  test.each<[string, string, Record<string, string>]>([
    ["no credential", "/nowhere", {}],
    ["a wrong one", "/nowhere", { authorization: "Bearer wrong" }],
    ["one that cannot be read", "/nowhere", { authorization: "Bearer" }],
    ["one of two that belong together", "/nowhere", { "x-app": "app" }],
    ["one of a scheme that no operation has", "/nowhere", { authorization: "Basic Z29vZDpnb29k" }],
    ["no certificate", "/nowhere", {}],
  ])("is counted for its address with %s, and answered all the same", async (_, target, headers) => {
    expect(await ask(await service(), target, headers)).toBe("404 6/5");
  });

  test("does not keep a good key out where its address is banned", async () => {
    const serving = await service({ ban: { rejected: 1, within: 60, for: 600 } });
    for (let index = 0; index < 8; index++) await serving.get("/nowhere");
    expect((await serving.get("/nowhere")).status).toBe(403);
    expect((await serving.get("/nowhere", good)).status).toBe(404);
    expect((await serving.get("/plain", good)).status).toBe(200);
  });

  test("is answered as ever where nobody can tell who it is, and a fault is reported", async () => {
    const errors: unknown[] = [];
    const fails = (reason: unknown) => () => {
      throw reason;
    };
    for (const [reason, reported] of [
      [new Error("the directory is away"), 2],
      [new ProblemError("banned", "No."), 0],
    ] as const) {
      const functions = { key: fails(reason), app: fails(reason), session: fails(reason), certificate: fails(reason) };
      expect(await ask(await service({ authenticate: functions, onError: (error) => errors.push(error) }), "/nowhere", good)).toBe(
        "404 6/5",
      );
      expect(errors.splice(0)).toHaveLength(reported);
    }
  });

  test("is told of to the function of its scheme with no operation and no scopes", async () => {
    const seen: unknown[] = [];
    const serving = await service({
      authenticate: {
        key: (_: string, { operation, scopes }: { readonly operation: string; readonly scopes: readonly string[] }) =>
          seen.push([operation, scopes]),
        app: () => undefined,
        session: () => undefined,
        certificate: () => undefined,
      },
    });
    await serving.get("/nowhere", good);
    await serving.get("/plain", good);
    expect(seen).toEqual([
      ["", []],
      ["plain", []],
    ]);
  });

  test("is not asked who it is where nothing is counted", async () => {
    let asked = 0;
    const key = (): undefined => void (asked += 1);
    const serving = await service({ limits: false, authenticate: { key, app: key, session: key, certificate: key } });
    await serving.get("/nowhere", good);
    expect(asked).toBe(0);
  });
});
