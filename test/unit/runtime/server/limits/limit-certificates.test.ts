/** Of a certificate that a proxy has checked, the request has no text: callers are told apart by what `authenticate` makes of it. */
import { afterEach, describe, expect, test, vi } from "vitest";
import type { RateLimits } from "../../../../../templates/runtime/shared/rate-limits.js";
import { route, serve, type Setup } from "../serving.js";

const free = { policies: { minute: { quota: 6, window: 60 } } };
const headers = { remaining: "X-RateLimit-Remaining" };
const keyed = (key: RateLimits["key"]): RateLimits => ({ key, plans: { free }, headers });

/** Calls by certificate, all from one address; what is left for each. */
async function left(certificates: readonly (string | undefined)[], principal: (name: string) => unknown, setup: Setup = {}) {
  const serving = await serve([route("a", "GET", "/a", { security: [["tls"], ["key"]] })], {
    rateLimits: keyed({ credential: true }),
    definition: { schemes: { tls: { kind: "mutualTLS" }, key: { kind: "bearer" } } },
    authenticate: {
      tls: (_: undefined, { request }: { request: { headers: Record<string, string | undefined> } }) =>
        request.headers["x-cert"] === undefined ? undefined : principal(request.headers["x-cert"]),
      key: () => undefined,
    },
    address: () => "192.0.2.1",
    ...setup,
  });
  const found: (string | null)[] = [];
  for (const certificate of certificates) {
    const request = new Request("http://x/a", certificate === undefined ? {} : { headers: { "x-cert": certificate } });
    found.push((await serving.fetch(request)).headers.get("x-ratelimit-remaining"));
  }
  await serving.close();
  return found;
}

afterEach(() => vi.restoreAllMocks());

describe("callers with certificates behind one address", () => {
  const warn = () => vi.spyOn(console, "warn").mockImplementation(() => undefined);

  test.each<[string, (name: string) => unknown]>([
    ["texts", (name) => name],
    ["numbers", (name) => name.charCodeAt(0)],
    ["bigints", (name) => BigInt(name.charCodeAt(0))],
  ])("have counters of their own where their principals are %s", async (_, principal) => {
    const told = warn();
    expect(await left(["A", "B", "A", "B", undefined, "B"], principal)).toEqual(["5", "5", "4", "4", "5", "3"]);
    expect(told).not.toHaveBeenCalled();
  });

  test.each([[[["tls"]]], [[["tls"], ["key"]]]])("are counted though they hang up while they are asked for: %j", async (security) => {
    const calls: { fingerprint: string | undefined }[] = [];
    const serving = await serve([route("a", "GET", "/a", { security })], {
      rateLimits: keyed({ credential: true }),
      definition: { schemes: { tls: { kind: "mutualTLS" }, key: { kind: "bearer" } } },
      // The connection ends while the program looks.
      authenticate: {
        tls: async () => {
          await Promise.resolve();
          for (const call of calls) call.fingerprint = undefined;
          return {};
        },
        key: () => undefined,
      },
      address: () => "192.0.2.1",
    });
    const found: (string | null)[] = [];
    for (const fingerprint of ["A", "B", "A"]) {
      const call: (typeof calls)[number] = { fingerprint };
      calls.push(call);
      const socket = { getPeerCertificate: () => (call.fingerprint === undefined ? undefined : { fingerprint256: call.fingerprint }) };
      const answer = await serving.fetch(Object.assign(new Request("http://x/a"), { socket }));
      found.push(answer.headers.get("x-ratelimit-remaining"));
    }
    await serving.close();
    expect(found).toEqual(["5", "5", "4"]);
  });

  test("have those of `limitKey`", async () => {
    const told = warn();
    const limitKey = (principal: unknown) => (principal as { name: string }).name;
    expect(await left(["A", "B", "A"], (name) => ({ name }), { limitKey })).toEqual(["5", "5", "4"]);
    expect(told).not.toHaveBeenCalled();
  });

  test("share one where nothing tells them apart, which the console is told once, and not with strangers", async () => {
    const told = warn();
    expect(await left([undefined, "A", "B", "A", undefined], (name) => ({ name }))).toEqual(["5", "5", "4", "3", "4"]);
    expect(told.mock.calls.map(([text]) => String(text))).toEqual([expect.stringMatching(/certificate.*`limitKey`/)]);
  });

  test("share one with everybody where the description counts addresses", async () => {
    const told = warn();
    const rateLimits = keyed({ address: true });
    expect(await left([undefined, "A", "B"], (name) => ({ name }), { rateLimits })).toEqual(["5", "4", "3"]);
    expect(told).not.toHaveBeenCalled();
  });
});
