/** Programs that mock `fetch` and timers: what the guides say of `gate`. */
import { afterEach, describe, expect, it, vi } from "vitest";
import type { AnyClient } from "../../../../support/any-client.js";
import { limitedClient, operation, retryingClient, type Service } from "./limited-service.js";

afterEach(() => {
  vi.useRealTimers();
});

const answerOf = (status: number, headers: Readonly<Record<string, string>> = {}): Response => Response.json({}, { status, headers });
const down = (): Promise<Response> => Promise.resolve(answerOf(503));
const cut = (): Promise<Response> => Promise.reject(new TypeError("fetch failed"));
const away = (): Promise<Response> => Promise.resolve(answerOf(429, { "Retry-After": "3000" }));
const fine = (): Promise<Response> => Promise.resolve(answerOf(200));

let hosts = 0;
/** No other test has its origin. */
const nowhere = (): Service => ({ origin: `https://api-${String((hosts += 1))}.example.com` }) as Service;

type Options = Parameters<typeof limitedClient>[1] & { readonly gate?: false };
const clients: readonly (readonly [string, (service: Service, options: Options) => AnyClient])[] = [
  ["with a gate", (service, options) => limitedClient(service, options)],
  ["whose description has no limits", (service, options) => retryingClient(service, options)],
];
/** As it is before timers are mocked. */
const realImmediate = setImmediate;

const ways: readonly (readonly [string, (client: AnyClient) => Promise<unknown>])[] = [
  ["a function", (client) => client.call(operation())],
  ["a path", (client) => client.GET("/pets")],
];

describe.each(clients)("a client %s", (_client, make) => {
  describe.each(ways)("called by %s", (_way, call) => {
    it("calls a mock once with `gate: false`, and up to three times without", async () => {
      for (const [answer, expected] of [
        [down, 3],
        [cut, 3],
        [fine, 1],
      ] as const) {
        const [gated, plain] = [vi.fn(answer), vi.fn(answer)];
        await Promise.allSettled([call(make(nowhere(), { fetch: gated })), call(make(nowhere(), { fetch: plain, gate: false }))]);
        expect([gated.mock.calls.length, plain.mock.calls.length]).toEqual([expected, 1]);
      }
    });

    it.each([
      ["a text", "busy"],
      ["a stream of a package", { pipe: () => undefined }],
    ])("sends again after answers whose body is %s, and holds up nobody", async (_what, body) => {
      const refused = (status: number): Response => {
        const answer = answerOf(status, { "Retry-After": "0" });
        Object.defineProperty(answer, "body", { value: body });
        return answer;
      };
      const answers = [refused(429), refused(503)];
      const fetch = vi.fn(() => Promise.resolve(answers.shift() ?? answerOf(200)));
      const client = make(nowhere(), { fetch });
      for (let count = 0; count < 2; count += 1) await call(client);
      expect(fetch.mock.calls).toHaveLength(4);
    });

    it.each([NaN, -1, "1000" as unknown as number])("takes no %s for a wait, or for a number of attempts", async (wrong) => {
      expect(() => make(nowhere(), { maxWait: wrong })).toThrow(/^`maxWait` must be a number from 0 on, and is /);
      expect(() => make(nowhere(), { retries: wrong })).toThrow("`retries` must be");
      const fetch = vi.fn(fine);
      const client = make(nowhere(), { fetch });
      await expect(client.call(operation(), {}, { rateLimit: { maxWait: wrong } })).rejects.toThrow("`maxWait` must be");
      expect(fetch.mock.calls).toHaveLength(0);
    });

    it("needs no timer with `gate: false`, and waits for one without where it sends again", async () => {
      vi.useFakeTimers();
      for (const answer of [down, cut, away]) {
        await Promise.allSettled([call(make(nowhere(), { fetch: answer, gate: false }))]);
        expect(vi.getTimerCount()).toBe(0);
        const ended = vi.fn();
        void call(make(nowhere(), { fetch: answer, maxWait: 5_000_000 })).then(ended, ended);
        // `vi.waitFor` would move the timers on while it waits.
        while (vi.getTimerCount() === 0 && ended.mock.calls.length === 0) await new Promise((resolve) => realImmediate(resolve));
        expect(vi.getTimerCount()).toBeGreaterThan(0);
        expect(ended).not.toHaveBeenCalled();
        vi.clearAllTimers();
      }
    });

    it("is held by a `429` of another client, but not with `gate: false`", async () => {
      const service = nowhere();
      await Promise.allSettled([call(make(service, { fetch: away, retries: false }))]);
      const [gated, plain] = [vi.fn(fine), vi.fn(fine)];
      await expect(call(make(service, { fetch: gated, maxWait: 0 }))).rejects.toMatchObject({ name: "RateLimitError" });
      await call(make(service, { fetch: plain, gate: false }));
      expect([gated.mock.calls.length, plain.mock.calls.length]).toEqual([0, 1]);
    });
  });
});
