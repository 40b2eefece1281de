import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { RateLimits } from "../../../../../templates/runtime/shared/rate-limits.js";
import type { IncomingRequest } from "../../../../../templates/runtime/server/route/server-types.js";
import { route, serve, type Serving, type Setup } from "../serving.js";

const rateLimits: RateLimits = {
  key: { securityScheme: "bearer" },
  plans: { free: { policies: { minute: { quota: 2, window: 60 }, day: { quota: 1000, window: 86_400 } } } },
  defaultPlan: "free",
  headers: { limit: "X-Limit", remaining: "X-Remaining" },
};
const routes = [
  route("op", "GET", "/op", { security: [["bearer"]] }),
  route("free", "GET", "/free", { security: [["bearer"]], rateLimit: { exempt: true } }),
];
const start = (more: Setup = {}): Promise<Serving> =>
  serve(routes, {
    definition: { schemes: { bearer: { kind: "bearer" } } },
    authenticate: { bearer: () => undefined },
    rateLimits,
    ...more,
  });

/** As far as it matters here: Bun's knows only the requests that it made, and only as a method. */
class BunServer {
  private readonly address: string;
  constructor(address: string) {
    this.address = address;
  }
  requestIP(request: unknown): object | null {
    return request instanceof Request ? { address: this.address, family: "IPv4", port: 1234 } : null;
  }
}

const warned = vi.spyOn(console, "warn");
beforeEach(() => void warned.mockReset().mockImplementation(() => undefined));
afterEach(() => void warned.mockReset());

async function ask(serving: Serving, platform?: unknown, path = "/op", headers: Record<string, string> = {}): Promise<string> {
  const answer = await serving.fetch(new Request(`http://x${path}`, { headers }), platform);
  return `${answer.status} ${answer.headers.get("x-limit")}/${answer.headers.get("x-remaining")}`;
}

describe("callers without a credential, through fetch", () => {
  test("are not counted where nothing tells them apart, and that is told once", async () => {
    const serving = await start();
    expect(await ask(serving, {}, "/free")).toBe("401 2/2");
    expect(warned).not.toHaveBeenCalled();
    const answers = [await ask(serving), await ask(serving, {}, "/none"), await ask(serving, "text"), await ask(serving, null)];
    await serving.close();
    // Of the window that would be spent first.
    expect(answers).toEqual(["401 2/2", "404 2/2", "401 2/2", "401 2/2"]);
    expect(warned.mock.calls).toEqual([[expect.stringContaining("give the server the option `address`")]]);
  });

  test.each<[string, (address: string) => unknown]>([
    ["what Deno tells of the connection", (hostname) => ({ remoteAddr: { transport: "tcp", hostname, port: 1234 } })],
    ["Bun's server", (address) => new BunServer(address)],
  ])("are counted by their address where %s is given", async (_what, platform) => {
    const serving = await start();
    const answers: string[] = [];
    for (const address of ["192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2"]) answers.push(await ask(serving, platform(address)));
    await serving.close();
    expect(answers).toEqual(["401 2/1", "401 2/0", "429 2/0", "401 2/1"]);
    expect(warned).not.toHaveBeenCalled();
  });

  test.each<[string, unknown]>([
    ["a connection that has none", { remoteAddr: { transport: "unix", path: "/tmp/x" } }],
    ["a request that Bun does not know", { requestIP: () => null }],
    ["variables of other names and kinds", { remoteAddr: "192.0.2.1", requestIP: "192.0.2.1" }],
  ])("are not counted by %s", async (_what, platform) => {
    const serving = await start();
    expect([await ask(serving, platform), await ask(serving, platform), await ask(serving, platform)]).toEqual(Array(3).fill("401 2/2"));
    await serving.close();
    expect(warned).toHaveBeenCalledOnce();
  });

  test("are counted by what `address` makes of a header, or of what the platform gives", async () => {
    for (const address of [
      ({ headers }: IncomingRequest) => headers["cf-connecting-ip"]?.toString(),
      ({ platform }: IncomingRequest) => (platform as { readonly ip?: string }).ip,
    ]) {
      const serving = await start({ address });
      const asked = (): Promise<string> => ask(serving, { ip: "192.0.2.7" }, "/op", { "CF-Connecting-IP": "192.0.2.7" });
      expect([await asked(), await asked(), await asked()]).toEqual(["401 2/1", "401 2/0", "429 2/0"]);
      await serving.close();
    }
    expect(warned).not.toHaveBeenCalled();
  });

  test("behind a proxy are one caller to the address of the connection: that is said, once", async () => {
    const platform = new BunServer("192.0.2.1");
    const serving = await start();
    await ask(serving, platform);
    expect(warned).not.toHaveBeenCalled();
    await ask(serving, platform, "/op", { "X-Forwarded-For": "198.51.100.7" });
    await ask(serving, platform, "/op", { Forwarded: "for=198.51.100.8" });
    expect(warned.mock.calls).toEqual([[expect.stringContaining("give the server the option `address`")]]);
    // Who says where the address stands knows of the proxy.
    warned.mockClear();
    await ask(await start({ address: () => "192.0.2.9" }), platform, "/op", { "X-Forwarded-For": "198.51.100.7" });
    expect(warned).not.toHaveBeenCalled();
  });

  test("are counted by none where `address` finds none, or nobody wants it: nothing is told", async () => {
    for (const more of [{ address: () => undefined }, { strangers: false }, { limits: false }] as const) {
      const serving = await start(more);
      await ask(serving);
      await serving.close();
    }
    expect(warned).not.toHaveBeenCalled();
  });
});

describe("a policy that no operation counts in", () => {
  const grouped = [
    route("op", "GET", "/op", { security: [["bearer"]], rateLimit: { policies: ["minute"] } }),
    route("other", "GET", "/other", { security: [["bearer"]], rateLimit: { policies: ["day"] } }),
  ];
  const setup: Setup = {
    definition: { schemes: { bearer: { kind: "bearer" } } },
    authenticate: { bearer: (key: string) => ({ key }) },
    rateLimits,
    address: () => "192.0.2.1",
  };
  const hourly = { hour: { quota: 1, window: 3600 } };

  test("is an error where strangers have it, whatever else they have", async () => {
    for (const strangers of [hourly, { minute: { quota: 1, window: 60 }, ...hourly }])
      await expect(serve(grouped, { ...setup, strangers })).rejects.toThrow(
        /^`strangers` has the policy "hour", and no operation counts in/,
      );
    for (const strangers of [{ day: { quota: 1, window: 60 } }, false, undefined] as const)
      await (await serve(grouped, { ...setup, strangers })).close();
    // One that counts in nothing hides no mistake of the others.
    const free = route("free", "GET", "/free", { rateLimit: { exempt: true } });
    await expect(serve([...grouped, free], { ...setup, strangers: hourly })).rejects.toThrow(TypeError);
    await (await serve([free], { ...setup, strangers: hourly })).close();
    // An operation that names none counts in all.
    await (await serve([...grouped, ...routes], { ...setup, strangers: hourly })).close();
  });

  test("is told once where figures that were agreed with callers have it", async () => {
    const serving = await serve(grouped, { ...setup, plan: () => ({ policies: { day: { quota: 1000, window: 60 }, ...hourly } }) });
    const headers = { authorization: "Bearer key" };
    for (const path of ["/op", "/op", "/other"]) await ask(serving, undefined, path, headers);
    await serving.close();
    expect(warned.mock.calls).toEqual([[expect.stringMatching(/^`plan` returned figures with the policy "hour", and no operation/)]]);
  });

  test("is nobody's fault who returned none: the default plan of a description", async () => {
    const hour = { policies: { minute: { quota: 1, window: 60 }, hour: { quota: 1, window: 3600 } } };
    const serving = await serve(grouped, { ...setup, rateLimits: { ...rateLimits, plans: { free: hour } }, strangers: false });
    await ask(serving, undefined, "/op", { authorization: "Bearer key" });
    await serving.close();
    expect(warned).not.toHaveBeenCalled();
  });
});

describe("requests that reach no operation", () => {
  const setup: Setup = {
    definition: { schemes: { bearer: { kind: "bearer" } } },
    authenticate: { bearer: (key: string) => ({ key }) },
    rateLimits,
    address: () => "192.0.2.1",
  };
  const operations = [
    route("op", "GET", "/op", { security: [["bearer"]], rateLimit: { policies: ["minute", "day"] } }),
    route("open", "GET", "/open", { security: [["bearer"]], rateLimit: { policies: ["day"] } }),
  ];

  test.each([
    ["of a stranger", {}],
    ["of a caller", { authorization: "Bearer key" }],
  ])("%s count in no policy of a group", async (_, headers) => {
    const serving = await serve(operations, { ...setup, grouped: ["minute"] });
    const answers: string[] = [];
    for (let call = 0; call < 3; call++) answers.push(await ask(serving, undefined, "/nowhere", headers));
    const lost = [new Request("http://x/op", { method: "POST", headers }), new Request("http://x/op", { method: "OPTIONS", headers })];
    for (const request of lost) {
      const { status, headers: told } = await serving.fetch(request);
      answers.push(`${status} ${told.get("x-limit")}/${told.get("x-remaining")}`);
    }
    expect(answers).toEqual(["404 1000/999", "404 1000/998", "404 1000/997", "405 1000/996", "204 1000/995"]);
    expect(await ask(serving, undefined, "/op", { authorization: "Bearer other" })).toBe("200 2/1");
    await serving.close();
  });

  test("count in nothing where all policies are of groups, and in all where none is", async () => {
    const none = await serve(operations, { ...setup, grouped: ["minute", "day"] });
    const all = await serve(operations, setup);
    for (let call = 0; call < 4; call++) expect(await ask(none, undefined, "/nowhere")).toBe("404 null/null");
    for (const answer of ["404 2/1", "404 2/0", "429 2/0"]) expect(await ask(all, undefined, "/nowhere")).toBe(answer);
    await Promise.all([none.close(), all.close()]);
  });
});
