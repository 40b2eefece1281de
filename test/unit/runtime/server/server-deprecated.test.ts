import { createHash } from "node:crypto";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { DeprecatedCallEvent } from "../../../../templates/runtime/server/route/deprecated-calls.js";
import { route, serve, type Serving, type Setup } from "./serving.js";

const sunset = { date: "2030-12-05", epoch: 1_922_659_200 };
const deprecation = { code: "PETS", sunset, replacement: { operation: "list", path: "/pets" } };
const before = sunset.epoch * 1000 - 1;
const bearer = { authorization: "Bearer a" };

const open: Serving[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(open.splice(0).map((serving) => serving.close()));
});

/** A service with a deprecated operation for those who have a key, and one for everybody. */
async function service(setup: Setup = {}): Promise<Serving> {
  const serving = await serve(
    [
      route("get", "GET", "/pets/{id}", { deprecation, security: [["key"]] }),
      route("open", "GET", "/open", { deprecation: { code: "OPEN" } }),
      route("list", "GET", "/pets"),
    ],
    {
      definition: { basePath: "/v1", schemes: { key: { kind: "bearer" } } },
      authenticate: { key: (credential: string) => (credential === "wrong" ? undefined : { name: credential }) },
      now: () => before,
      ...setup,
    },
  );
  open.push(serving);
  return serving;
}

const get = (serving: Serving, path: string, headers: Record<string, string> = bearer): Promise<Response> =>
  fetch(`${serving.url}/v1${path}`, { headers });

describe("who calls a deprecated operation", () => {
  test("is told to the hook at each call, by a fingerprint of the credential", async () => {
    const events: DeprecatedCallEvent<unknown>[] = [];
    const serving = await service({ onDeprecatedCall: (event) => events.push(event) });
    await get(serving, "/pets/1");
    await get(serving, "/pets/2?secret=x");
    await get(serving, "/pets/2", { authorization: "Bearer b" });
    await get(serving, "/pets");
    const fingerprint = (text: string): string => createHash("sha256").update(text).digest().subarray(0, 16).toString("base64url");
    const event = { operation: "get", method: "GET", path: "/pets/{id}", deprecation, past: false };
    await vi.waitFor(() => {
      expect(events).toHaveLength(3);
    }, 30_000);
    expect(events).toEqual([
      { ...event, caller: fingerprint("key a"), principal: { name: "a" } },
      { ...event, caller: fingerprint("key a"), principal: { name: "a" } },
      { ...event, caller: fingerprint("key b"), principal: { name: "b" } },
    ]);
  });

  test("is nobody where no credential is asked for", async () => {
    const events: DeprecatedCallEvent<unknown>[] = [];
    await get(await service({ onDeprecatedCall: (event) => events.push(event) }), "/open");
    expect(events).toMatchObject([{ operation: "open", caller: undefined, principal: undefined, past: false }]);
  });

  test("is not told where the call is not let through", async () => {
    const events: DeprecatedCallEvent<unknown>[] = [];
    const serving = await service({
      onDeprecatedCall: (event) => events.push(event),
      rateLimits: { key: { securityScheme: "key" }, plans: { free: { policies: { minute: { quota: 1, window: 60 } } } } },
    });
    const statuses = [
      await get(serving, "/pets/1", { authorization: "Bearer wrong" }),
      await get(serving, "/pets/1"),
      await get(serving, "/pets/1"),
    ];
    expect(statuses.map(({ status }) => status)).toEqual([401, 200, 429]);
    await vi.waitFor(() => {
      expect(events).toHaveLength(1);
    }, 30_000);
  });

  test("is answered all the same when the hook throws or rejects, and `onError` is told", async () => {
    const told: (readonly unknown[])[] = [];
    const fail = { sync: new Error("sync"), async: new Error("async") };
    const onError: Setup["onError"] = (error, { operation }) => told.push([error, operation]);
    for (const onDeprecatedCall of [
      () => {
        throw fail.sync;
      },
      () => Promise.reject(fail.async) as unknown as undefined, // what a type of `void` lets through
    ])
      for (let call = 0; call < 2; call++) expect((await get(await service({ onDeprecatedCall, onError }), "/pets/1")).status).toBe(200);
    await vi.waitFor(() => {
      expect(told).toHaveLength(4);
    }, 30_000);
    // A busy machine may tell of one after the next call.
    for (const error of [fail.sync, fail.async]) expect(told.filter(([each]) => each === error)).toEqual(Array(2).fill([error, "get"]));
  });

  test("is warned of on the console by default, once in ten minutes for each operation", async () => {
    const warned: unknown[] = [];
    vi.spyOn(console, "warn").mockImplementation((text) => warned.push(text));
    const clock = { now: before };
    const serving = await service({ onDeprecatedCall: undefined, now: () => clock.now }); // as if it were not given
    const fingerprint = createHash("sha256").update("key a").digest().subarray(0, 16).toString("base64url");
    for (let call = 0; call < 5; call++) await get(serving, "/pets/1");
    await vi.waitFor(() => {
      expect(warned).toHaveLength(1);
    }, 30_000);
    await get(serving, "/open");
    clock.now += 600_000;
    await get(serving, "/pets/1");
    expect(warned).toEqual([
      `get (GET /pets/{id}) is deprecated, and is to be removed on 2030-12-05. It was called by ${fingerprint}.`,
      "open (GET /open) is deprecated. It was called by someone without a credential.",
      `get (GET /pets/{id}) is deprecated, and was to be removed on 2030-12-05. It was called by ${fingerprint}; 4 more calls since the last warning.`,
    ]);
  });
});

describe("the day of the removal", () => {
  test("changes nothing but what the hook is told, by default", async () => {
    const events: DeprecatedCallEvent<unknown>[] = [];
    const clock = { now: before };
    const serving = await service({ now: () => clock.now, onDeprecatedCall: (event) => events.push(event) });
    expect((await get(serving, "/pets/1")).status).toBe(200);
    clock.now += 1;
    expect((await get(serving, "/pets/1")).status).toBe(200);
    await vi.waitFor(() => {
      expect(events.map(({ past }) => past)).toEqual([false, true]);
    }, 30_000);
  });

  test("ends the operation with `gone`, from its first moment on, and says where to go", async () => {
    const clock = { now: before };
    const serving = await service({ now: () => clock.now, afterSunset: "gone" });
    expect((await get(serving, "/pets/1")).status).toBe(200);
    clock.now += 1;
    for (const response of [
      await get(serving, "/pets/1"),
      await serving.fetch(new Request("http://x/v1/pets/1", { headers: bearer })),
      await fetch(`${serving.url}/v1/pets/1`, { headers: bearer, method: "HEAD" }),
    ]) {
      expect(response.status).toBe(410);
      expect(response.headers.get("sunset")).toBe("Thu, 05 Dec 2030 00:00:00 GMT");
      expect(response.headers.get("link")).toBe('</v1/pets>; rel="successor-version"');
    }
    expect(await (await get(serving, "/pets/1")).json()).toMatchObject({
      status: 410,
      code: "gone",
      detail: "The operation was removed on 2030-12-05. Use list instead.",
    });
    expect((await get(serving, "/pets/1", {})).status).toBe(401);
    expect((await get(serving, "/open")).status).toBe(200);
  });

  test("is said in every response, the refused ones too", async () => {
    const serving = await service({
      rateLimits: { key: { securityScheme: "key" }, plans: { free: { policies: { minute: { quota: 1, window: 60 } } } } },
    });
    for (const [headers, status] of [
      [{}, 401],
      [{}, 429],
      [bearer, 200],
      [bearer, 429],
    ] as const) {
      const response = await get(serving, "/pets/1", headers);
      expect([response.status, response.headers.get("sunset"), response.headers.get("deprecation")]).toEqual([
        status,
        "Thu, 05 Dec 2030 00:00:00 GMT",
        null,
      ]);
    }
  });
});
