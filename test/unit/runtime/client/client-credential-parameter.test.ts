/** A credential that is described as a parameter, too, is sent once: the value of the call itself, where it has one. */
import { describe, expect, it } from "vitest";
import type { Attachment } from "../../../../templates/runtime/client/auth/credentials.js";
import type { Middleware } from "../../../../templates/runtime/client/call/middleware.js";
import { operation, receivingService, type AnyClient } from "./receiving-service.js";

const service = receivingService();
const { client, last } = service;

const places = [
  { in: "query", name: "api key", sent: (value: string) => `/v1/pets?api%20key=${value}` },
  { in: "header", name: "X-Key", sent: (value: string) => value },
  { in: "cookie", name: "sid", sent: (value: string) => `sid=${value}` },
] as const;
const ways: readonly (readonly [string, (of: AnyClient, args: object, options?: object) => Promise<unknown>])[] = [
  ["a function", (of, args, options) => of.call(secured, args, options)],
  ["a path", (of, args, options) => of.GET("/pets", { params: args, ...options })],
];
const secured = operation({ security: [["key"]] });

describe.each(places)("a key in the $in", ({ in: place, name, sent }) => {
  const described = { schemes: { key: { kind: "apiKey", in: place, name } }, operations: { "GET /pets": secured } } as const;
  const written = (): string | undefined => {
    const { url, headers } = last();
    return place === "query" ? url : headers[place === "cookie" ? "cookie" : "x-key"]?.toString();
  };

  describe.each(ways)("of a call by %s", (_way, call) => {
    it.each([
      ["the credential alone", { key: "AAAA" }, undefined, "AAAA"],
      ["the parameter alone", {}, "BBBB", "BBBB"],
      ["both, the same", { key: "AAAA" }, "AAAA", "AAAA"],
      ["both: the call's own value wins", { key: "AAAA" }, "BBBB", "BBBB"],
      ["a parameter that is empty", { key: "AAAA" }, "", ""],
    ])("is sent once: %s", async (_what, auth, value, expected) => {
      await call(client(described, { auth }), { [place]: { [name]: value } });
      expect(written()).toBe(expected === "" && place === "query" ? "/v1/pets?api%20key=" : sent(expected));
    });

    it("is sent once where a middleware sends the call again, with a credential that is new", async () => {
      let count = 0;
      const again: Middleware = { onResponse: ({ request, options }) => (count > 1 ? undefined : options.fetch(request)) };
      const made = client(described, { auth: { key: () => `AAA${(count += 1)}` } });
      made.use(again);
      await call(made, {});
      expect([count, written()]).toEqual([2, sent("AAA2")]);
      count = 0;
      await call(made, { [place]: { [name]: "AAA1" } });
      expect([count, written()]).toEqual([2, sent(place === "header" ? "AAA2" : "AAA1")]);
    });
  });

  it("counts as what is sent", async () => {
    const told: string[] = [];
    const transport = {
      send: (
        { request, attachments }: { request: Request; attachments: readonly Attachment[] },
        fetch: (one: Request) => Promise<Response>,
      ) => {
        told.push(...attachments.map(({ value }) => value));
        return fetch(request);
      },
    };
    await client({ ...described, transport }, { auth: { key: "AAAA" } }).call(secured, { [place]: { [name]: "BBBB" } });
    if (place !== "header") expect(told).toEqual(["BBBB"]); // the limits read headers themselves
  });

  it("is in no error", async () => {
    const fetch = (request: Request): Promise<Response> => Promise.reject(new TypeError(`no way to ${request.url}`));
    const failing = client(described, { auth: { key: "AAAA" }, fetch }).call(secured, { [place]: { [name]: "BBBB" } });
    const message = await failing.catch((error: unknown) => String(error));
    expect(message).not.toMatch(/AAAA|BBBB/);
  });
});
