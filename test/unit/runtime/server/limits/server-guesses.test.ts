import { afterEach, describe, expect, test, vi } from "vitest";
import type { RateLimits } from "../../../../../templates/runtime/shared/rate-limits.js";
import type { RejectedEvent } from "../../../../../templates/runtime/server/limits/rejection-hooks.js";
import { createGuessGuard } from "../../../../../templates/runtime/server/limits/guess-guard.js";
import { ProblemError } from "../../../../../templates/runtime/server/route/problem.js";
import { route, serve, type Serving, type Setup } from "../serving.js";

const rateLimits: RateLimits = {
  key: { credential: true },
  plans: { free: { policies: { minute: { quota: 1_000_000, window: 60 } } } },
  headers: { limit: "X-Limit", remaining: "X-Remaining" },
};
const open: Serving[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((serving) => serving.close()));
});

/** A service whose keys begin with "good". Counts how often it was asked for a credential. */
async function service(setup: Setup = {}) {
  const clock = { now: 1_000_000 };
  const asked: string[] = [];
  const check = (credential: unknown): unknown => {
    const text = typeof credential === "string" ? credential : JSON.stringify(credential);
    asked.push(text);
    return text.includes("good") ? { name: text } : undefined;
  };
  const serving = await serve(
    [
      route("op", "GET", "/op", { security: [["bearer"]] }),
      route("login", "GET", "/login", { security: [["basic"]] }),
      route("any", "GET", "/any", { security: [["bearer"], ["header"]] }),
      route("both", "GET", "/both", { security: [["bearer", "header"]] }),
      route("either", "GET", "/either", { security: [["bearer"], ["token"]] }),
      route("optional", "GET", "/optional", { security: [["bearer"], []] }),
    ],
    {
      rateLimits,
      definition: {
        schemes: {
          bearer: { kind: "bearer" },
          token: { kind: "bearer" },
          basic: { kind: "basic" },
          header: { kind: "apiKey", in: "header", name: "X-Key" },
        },
      },
      authenticate: { bearer: check, basic: check, header: check, token: (key: string) => check(key.replace("token", "good")) },
      now: () => clock.now,
      address: ({ headers }) => headers["x-from"]?.toString() ?? "192.0.2.1",
      ...setup,
    },
  );
  open.push(serving);
  const send = async (path: string, headers: Record<string, string>): Promise<Response> =>
    serving.fetch(new Request(`http://x${path}`, { headers }));
  const bearer = async (key: string, path = "/op", more: Record<string, string> = {}): Promise<number> =>
    (await send(path, { ...more, authorization: `Bearer ${key}` })).status;
  return { clock, asked, send, bearer };
}

describe("who guesses credentials", () => {
  test("is told 429 before `authenticate` is asked, and 1,000 users behind the same address notice nothing", async () => {
    const { clock, asked, bearer, send } = await service();
    const users = Array.from({ length: 1_000 }, (_, index) => `good ${index}`);
    for (const user of users) expect(await bearer(user)).toBe(200);
    asked.length = 0;
    const guesses: number[] = [];
    for (let guess = 0; guess < 5_000; guess++) {
      guesses.push(await bearer(`guess ${guess}`, guess % 2 === 0 ? "/op" : "/any"));
      const user = users[(guess * 7) % users.length] ?? "";
      if (guess % 5 === 0) expect(await bearer(user)).toBe(200);
    }
    expect(guesses.slice(0, 100)).toEqual(Array(100).fill(401));
    expect(guesses.slice(100)).toEqual(Array(4_900).fill(429));
    expect(asked.filter((key) => key.startsWith("guess"))).toHaveLength(100);
    const refused = await send("/op", { authorization: "Bearer other" });
    expect(Object.fromEntries(refused.headers)).toMatchObject({ "retry-after": "60", "cache-control": "no-store", "x-limit": "1000000" });
    expect(await refused.json()).toMatchObject({ status: 429, code: "rate-limited" });
    clock.now += 59_999;
    expect(await bearer("other")).toBe(429);
    clock.now += 1;
    expect(await bearer("other")).toBe(401);
    expect(await bearer("good and new")).toBe(200);
  });

  test("is counted by different credentials: a program with an old key shuts out nobody", async () => {
    const { bearer } = await service();
    for (let call = 0; call < 1_000; call++) expect(await bearer(call % 2 === 0 ? "old" : "older")).toBe(401);
    expect(await bearer("good and new")).toBe(200);
  });

  describe("at once", () => {
    /** A service that answers for a key some turns later. */
    const slow = async (failed: number) => {
      const asked: string[] = [];
      const check = async (key: string): Promise<unknown> => {
        asked.push(key);
        await new Promise((resolve) => setTimeout(resolve, 1));
        return key.includes("good") ? { name: key } : undefined;
      };
      const made = await service({ guesses: { failed }, authenticate: { bearer: check, basic: check, header: check, token: check } });
      return { ...made, asked };
    };

    test.each(["/op", "/any", "/nowhere"])("is asked for no more often than one after the other: %s", async (path) => {
      const { asked, bearer } = await slow(100);
      const guesses = await Promise.all(Array.from({ length: 2_000 }, (_, guess) => bearer(`guess ${guess}`, path)));
      expect(new Set(asked).size).toBe(100);
      expect(guesses.filter((status) => status === 429)).toHaveLength(path === "/nowhere" ? 0 : 1_900);
    });

    test("shuts out no user whose key is new, however many come at once", async () => {
      const { asked, bearer } = await slow(3);
      await Promise.all([bearer("guess 1"), bearer("guess 2")]);
      const users = await Promise.all(Array.from({ length: 300 }, (_, user) => bearer(`good ${user}`, user % 2 === 0 ? "/op" : "/any")));
      expect(users).toEqual(Array(300).fill(200));
      expect(asked).toHaveLength(302);
      const both = await Promise.all(
        Array.from({ length: 50 }, (_, user) => bearer(`good, too ${user}`, "/both", { "x-key": `good app ${user}` })),
      );
      expect(both).toEqual(Array(50).fill(200));
    });

    test("lets users with known keys pass while it is asked for", async () => {
      const { bearer } = await slow(10);
      expect(await bearer("good")).toBe(200);
      const guesses = Array.from({ length: 200 }, (_, guess) => bearer(`guess ${guess}`));
      expect(await bearer("good")).toBe(200);
      expect((await Promise.all(guesses)).filter((status) => status === 401)).toHaveLength(10);
      expect(await bearer("good")).toBe(200);
    });
  });

  test("is counted beside a good credential of its own, which goes on to be accepted", async () => {
    for (const path of ["/any", "/both"]) {
      const { asked, send } = await service({ guesses: { failed: 10 } });
      const status = async (guess: string) => (await send(path, { authorization: `Bearer ${guess}`, "x-key": "good" })).status;
      if (path === "/both") await send("/any", { "x-key": "good" });
      const statuses = new Set<number>();
      for (let guess = 0; guess < 50; guess++) statuses.add(await status(`guess ${guess}`));
      expect(asked.filter((key) => key.startsWith("guess"))).toHaveLength(10);
      expect([...statuses]).toEqual(path === "/any" ? [200] : [401, 429]);
      expect((await send("/any", { "x-key": "good" })).status).toBe(200);
    }
  });

  test("is no user whose key another scheme of the operation accepts", async () => {
    const { bearer } = await service({ guesses: { failed: 3 } });
    for (let user = 0; user < 20; user++) expect(await bearer(`token ${user}`, "/either")).toBe(200);
    expect(await bearer("good and new")).toBe(200);
  });

  test.each([
    ["at its beginning", (guess: number) => `${guess}`.padEnd(64, "x")],
    ["in its middle", (guess: number) => `${"x".repeat(40)}${guess}${"x".repeat(40)}`],
    ["at its end", (guess: number) => `${guess}`.padStart(64, "x")],
    ["before a short end", (guess: number) => `${guess}`.padEnd(5, "x")],
  ])("is counted wherever a credential differs: %s", async (_, guessOf) => {
    const { asked, bearer } = await service();
    for (let guess = 0; guess < 300; guess++) await bearer(guessOf(guess));
    expect(asked).toHaveLength(100);
  });

  test("is its address, and its network of version 6, alone", async () => {
    const { bearer } = await service({ guesses: { failed: 3 } });
    const from = (address: string) => ({ "x-from": address });
    for (let guess = 0; guess < 5; guess++) await bearer(`guess ${guess}`, "/op", from(`2001:db8::${guess}`));
    expect(await bearer("wrong", "/op", from("2001:db8::ffff"))).toBe(429);
    expect(await bearer("wrong", "/op", from("2001:db8:0:1::1"))).toBe(401);
  });

  test("gains nothing by a user's name, a good key beside, a path that is not there, or an operation that asks for none", async () => {
    const { asked, send, bearer } = await service({ guesses: { failed: 3 } });
    const basic = (text: string) => ({ authorization: `Basic ${btoa(text)}` });
    expect((await send("/login", basic("user:good"))).status).toBe(200);
    for (let guess = 0; guess < 3; guess++) await send("/nowhere", { authorization: `Bearer guess ${guess}` });
    asked.length = 0;
    expect((await send("/login", basic("user:wrong"))).status).toBe(429);
    expect((await send("/login", basic("user:good"))).status).toBe(200);
    expect((await send("/any", { authorization: "Bearer wrong", "x-key": "wrong" })).status).toBe(429);
    expect(await bearer("wrong", "/optional")).toBe(429);
    // As ever, and counted for the address.
    expect(await bearer("wrong", "/nowhere")).toBe(404);
    expect((await send("/optional", {})).status).toBe(200);
    expect(asked).toEqual(['{"username":"user","password":"good"}']);
  });

  test("may guess as ever where nobody wants it otherwise, or nothing tells where it is", async () => {
    for (const more of [{ guesses: false }, { address: () => undefined, strangers: false }, { exempt: () => true }] as const) {
      const { asked, bearer } = await service(more);
      for (let guess = 0; guess < 200; guess++) expect(await bearer(`guess ${guess}`)).toBe(401);
      expect(asked).toHaveLength(200);
    }
  });

  test("is not told apart from a fault of `authenticate`, which counts for nothing", async () => {
    const { bearer } = await service({
      guesses: { failed: 1 },
      authenticate: {
        bearer: () => {
          throw new Error("the directory is away");
        },
        basic: () => undefined,
        header: () => undefined,
        token: () => undefined,
      },
    });
    for (let call = 0; call < 5; call++) expect(await bearer(`key ${call}`)).toBe(500);
  });

  test.each([
    [
      "/op",
      "a throw",
      () => {
        throw new ProblemError("unauthenticated", "It is not known.");
      },
    ],
    ["/op", "a rejection", () => Promise.reject(new ProblemError("unauthenticated", "The token has expired."))],
    [
      "/any",
      "a throw",
      () => {
        throw new ProblemError("unauthenticated", "It is not known.");
      },
    ],
    ["/any", "a rejection", () => Promise.reject(new ProblemError("unauthenticated", "It is not known."))],
  ] as const)("is counted at %s where a wrong credential is told by %s", async (path, _, refuse) => {
    let asked = 0;
    const check = (key: string): unknown => {
      asked++;
      return key.startsWith("good") ? { name: key } : refuse();
    };
    const { bearer } = await service({
      guesses: { failed: 10 },
      authenticate: { bearer: check, basic: check, header: check, token: check },
    });
    const statuses: number[] = [];
    for (let guess = 0; guess < 30; guess++) statuses.push(await bearer(`guess ${guess}`, path));
    expect([asked, statuses.slice(0, 10), statuses.slice(10)]).toEqual([10, Array(10).fill(401), Array(20).fill(429)]);
  });

  test.each([
    [2, 56],
    [90, 90],
  ])("is told the later moment, where strangers may come back in %i s", async (window, wait) => {
    const { clock, bearer, send } = await service({
      guesses: { failed: 2 },
      strangers: { calls: { quota: 2, window } },
      rateLimits: { ...rateLimits, retryAfter: { name: "X-Retry-In", formats: ["delta-seconds"] } },
      errors: ({ retryAfter, detail }) => ({ retryAfter, detail }),
    });
    await bearer("guess 1");
    if (window === 2) clock.now += 1;
    await bearer("guess 2");
    clock.now += window === 2 ? 3_999 : 0;
    for (let call = 0; call < 3; call++) {
      const answer = await send("/op", { authorization: "Bearer good and new" });
      const told = { "retry-after": String(wait), "x-retry-in": String(wait) };
      // Until then strangers have come twice again.
      if (window === 90 || call === 2)
        expect([answer.status, Object.fromEntries(answer.headers)]).toEqual([429, expect.objectContaining(told)]);
      if (window === 90 || call === 2)
        expect(await answer.json()).toEqual({ retryAfter: wait, detail: expect.stringContaining(` ${wait} s`) as string });
    }
  });

  test("is reported with a hash of the address", async () => {
    const events: RejectedEvent[] = [];
    const { bearer } = await service({ guesses: { failed: 1 }, onRejected: (event) => events.push(event) });
    for (let guess = 0; guess < 3; guess++) await bearer(`guess ${guess}`);
    await vi.waitUntil(() => events.length === 2, { timeout: 20_000 });
    const caller = expect.stringMatching(/^[\w-]{22}$/) as string;
    expect(events).toEqual(Array(2).fill({ operation: "op", reason: "guesses", policies: [], caller, retryAfter: 60 }));
  });

  test("is no event where nothing is turned away: a request that reaches no operation says only whose it is", async () => {
    const events: RejectedEvent[] = [];
    const { bearer, send } = await service({ guesses: { failed: 1 }, onRejected: (event) => events.push(event) });
    await bearer("guess");
    expect((await send("/nowhere", { authorization: "Bearer other guess" })).status).toBe(404);
    await bearer("another guess");
    await vi.waitUntil(() => events.length > 0, { timeout: 20_000 });
    expect(events.map(({ operation }) => operation)).toEqual(["op"]);
  });

  test.each([{ failed: 0 }, { failed: NaN }, { within: 0 }, { within: NaN }])(
    "a rule that cannot be kept is refused: %o",
    async (guesses) => {
      await expect(service({ guesses })).rejects.toThrow(TypeError);
    },
  );
});

test("a guard remembers a bounded number of credentials and addresses, and the last of them", () => {
  const context = {
    address: ({ url }: { readonly url: string }) => url,
    now: () => 0,
    hooks: undefined,
    isExempt: undefined,
    retryHeaders: () => [],
  };
  const guard = createGuessGuard({ failed: 1 }, context);
  const at = (address: string) => ({ method: "GET", url: address, headers: {}, signal: new AbortController().signal, raw: {} });
  /** Asks for a credential, whose answer is there at once. */
  const ask = (address: string, key: string) => {
    const attempt = guard.ask(at(address), [key], "op");
    if (!("isRefused" in attempt)) throw new Error("The guard waits");
    return attempt;
  };
  for (let index = 0; index < 250_000; index++) ask("192.0.2.9", `key ${index}`).settle([`key ${index}`], []);
  ask("192.0.2.1", "wrong").settle([], ["wrong"]);
  const passes = (key: string): boolean => !ask("192.0.2.1", key).isRefused(key);
  expect([passes("key 249999"), passes("key 150001"), passes("key 0"), passes("other")]).toEqual([true, true, false, false]);
  for (let index = 0; index < 20_000; index++) ask(`10.0.${index >> 8}.${index & 255}`, "wrong").settle([], ["wrong"]);
  expect([passes("other"), ask("10.0.78.31", "other").isRefused("other")]).toEqual([true, true]);
});

test.each([true, false])(
  "calls that wait go on as soon as there is room, or none any more; in contexts of their own: %s",
  async (perRequest) => {
    const context = { address: () => "192.0.2.1", now: () => 0, hooks: undefined, isExempt: undefined, retryHeaders: () => [] };
    const request = { method: "GET", url: "/", headers: {}, signal: new AbortController().signal, raw: {} };
    const guard = createGuessGuard({ failed: 2 }, context, perRequest);
    const ask = (key: string) => guard.ask(request, [key], "op");
    const [one, two, ...waiting] = ["one", "two", "three", "three", "four", "five"].map(ask);
    expect(waiting.every((each) => each instanceof Promise)).toBe(true);
    (await one)?.settle(["one"], []);
    const third = await waiting[0];
    // Who presents the same takes no place of its own.
    const again = await waiting[1];
    expect([third?.isRefused("three"), again?.isRefused("three")]).toEqual([false, false]);
    (await two)?.settle([], ["two"]);
    third?.settle([], ["three"]);
    again?.settle([], ["three"]);
    expect([(await waiting[2])?.isRefused("four"), (await waiting[3])?.isRefused("five"), (await ask("one")).isRefused("one")]).toEqual([
      true,
      true,
      false,
    ]);
  },
);
