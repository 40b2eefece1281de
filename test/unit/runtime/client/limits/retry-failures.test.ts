/** What a call fails with decides whether it is sent again: only what can pass by itself. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { AnyClient } from "../../../../support/any-client.js";
import { hurriedClock, limitedClient, operation, retryingClient, service, type Service } from "./limited-service.js";

const coded = (code: string): Error => Object.assign(new Error(code), { code });
const failed = (cause?: unknown): TypeError => new TypeError("fetch failed", cause === undefined ? undefined : { cause });

const passing: readonly (readonly [string, unknown])[] = [
  ["Node", failed()],
  ...["ECONNRESET", "ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_SOCKET", "UND_ERR_CONNECT_TIMEOUT", "UND_ERR_HEADERS_TIMEOUT"].map(
    (code) => [`Node, ${code}`, failed(coded(code))] as const,
  ),
  ["Node, of several addresses", failed(Object.assign(new AggregateError([coded("ECONNREFUSED")]), { code: "ECONNREFUSED" }))],
  ["Chrome", new TypeError("Failed to fetch")],
  ["Chrome, with a host", new TypeError("Failed to fetch (api.example.com)")],
  ["Chrome, while it streams", new TypeError("network error")],
  ["Firefox", new TypeError("NetworkError when attempting to fetch resource.")],
  ["Safari", new TypeError("Load failed")],
  ["Safari, offline", new TypeError("The Internet connection appears to be offline.")],
  ["Safari, cut", new TypeError("The network connection was lost.")],
  ["Safari, without a host", new TypeError("A server with the specified hostname could not be found.")],
  ["React Native", new TypeError("Network request failed")],
  ["Deno", new TypeError("error sending request for url (https://api.example.com/)")],
  ["Bun", Object.assign(new Error("Unable to connect. Is the computer able to access the url?"), { code: "ConnectionRefused" })],
  ["Workers", new Error("Network connection lost.")],
  ["a mock of responses", new TypeError("Failed to fetch", { cause: Response.error() })],
  ["node-fetch", Object.assign(new Error("request failed, reason: "), { name: "FetchError", type: "system", code: "ECONNRESET" })],
  ["a library", Object.assign(new Error("socket hang up"), { name: "HttpError" })],
  ["a timeout of the program's own", new DOMException("late", "TimeoutError")],
  ["a text", "down"],
];

const lasting: readonly (readonly [string, unknown])[] = [
  ["a redirect", failed(new Error("unexpected redirect"))],
  ["redirects without end", failed(new Error("redirect count exceeded"))],
  ["a port that is not to be used", failed(new Error("bad port"))],
  ["a wrong dispatcher", failed(new TypeError("agent.dispatch is not a function"))],
  ["a wrong setting of undici", failed(coded("UND_ERR_INVALID_ARG"))],
  ["a wrong URL", new TypeError("Failed to parse URL from http://", { cause: coded("ERR_INVALID_URL") })],
  ["a body where there is none", new TypeError("Request with GET/HEAD method cannot have body.")],
  ["a wrong setting in Chrome", new TypeError("Failed to execute 'fetch' on 'Window': 'navigate' is not a mode.")],
  ["what is not there in V8", new TypeError("Cannot read properties of undefined (reading 'fetch')")],
  ["what is not there in Safari", new TypeError("undefined is not an object (evaluating 'network.fetch')")],
  ["what is not there in Firefox", new TypeError('can\'t access property "fetch", network is undefined')],
  ["what is no function", new TypeError("fetch is not a function")],
  ["a wrong name", new ReferenceError("fetch is not defined")],
  ["a wrong status", new RangeError('init["status"] must be in the range of 200 to 599, inclusive.')],
  ["text that is no JSON", new SyntaxError("Unexpected token '<'")],
  ["a lone surrogate", new URIError("URI malformed")],
  ...["CERT_HAS_EXPIRED", "DEPTH_ZERO_SELF_SIGNED_CERT", "UNABLE_TO_VERIFY_LEAF_SIGNATURE", "ERR_TLS_CERT_ALTNAME_INVALID"].map(
    (code) => [`a certificate, ${code}`, failed(coded(code))] as const,
  ),
];

let http: Service;
beforeAll(async () => {
  http = await service();
});
afterAll(() => http.close());

let hosts = 0;
const clients = [
  ["with a gate", (at: Service, options: object) => limitedClient(at, options, {}, {}, hurriedClock)],
  ["whose description has no limits", (at: Service, options: object) => retryingClient(at, options, {}, hurriedClock)],
] as const;
const ways: readonly (readonly [string, (client: AnyClient, options?: object) => Promise<unknown>])[] = [
  ["a function", (client, options) => client.call(operation(), {}, options)],
  ["a path", (client, options) => client.GET("/pets", options)],
];
/** A `fetch` that fails, and how. */
const forms = (error: unknown) => [
  (): Promise<Response> => {
    throw error;
  },
  // eslint-disable-next-line @typescript-eslint/require-await -- it rejects
  async (): Promise<Response> => {
    throw error;
  },
];

describe.each(clients)("a client %s", (_client, make) => {
  const at = (fetch: () => Promise<Response>): AnyClient =>
    make({ ...http, origin: `https://failing-${String((hosts += 1))}.example.com` }, { fetch });

  it.each(passing)("sends a call again that fails as in %s", async (_name, error) => {
    for (const fail of forms(error)) {
      const fetch = vi.fn(fail);
      await expect(at(fetch).call(operation())).rejects.toBe(error);
      expect(fetch).toHaveBeenCalledTimes(3);
    }
  });

  it.each(lasting)("sends a call once that fails for %s", async (_name, error) => {
    for (const fail of forms(error)) {
      const fetch = vi.fn(fail);
      await expect(at(fetch).call(operation())).rejects.toBe(error);
      expect(fetch).toHaveBeenCalledTimes(1);
    }
  });

  it.each(ways)("called by %s, asks for a redirect once where it is not to be followed", async (_way, call) => {
    const before = http.received.length;
    http.always({ status: 302, headers: { Location: "/v1/other" } });
    await expect(call(make(http, {}), { redirect: "error" })).rejects.toThrow("fetch failed");
    expect(http.received.length - before).toBe(1);
    http.always({ cut: true });
    await expect(call(make(http, {}), { redirect: "error" })).rejects.toThrow("fetch failed");
    expect(http.received.length - before).toBe(4);
    // A browser does not say which it was.
    const fetch = vi.fn(() => Promise.reject(new TypeError("Failed to fetch")));
    await expect(call(at(fetch), { redirect: "error" })).rejects.toThrow("Failed to fetch");
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});
