/** A header that a caller gives as null is not sent, as with openapi-fetch: not with the client's credential either. */
import { describe, expect, it, vi } from "vitest";
import type { HeadersOptions } from "../../../../templates/runtime/client/call/headers.js";
import { operation, receivingService, type AnyClient } from "./receiving-service.js";

const service = receivingService();
const { client, last } = service;

const ways: readonly (readonly [string, (of: AnyClient, args: object, options: object) => Promise<unknown>])[] = [
  ["a function", (of, args, options) => of.call(operation({ security: [["key"]] }), args, options)],
  ["a path", (of, args, options) => of.GET("/pets", { params: args, ...options })],
];
const places = [
  { scheme: { kind: "bearer" }, name: "Authorization", own: "Bearer own", sent: "Bearer k" },
  { scheme: { kind: "basic" }, name: "authorization", own: "Basic own", sent: "k" },
  { scheme: { kind: "apiKey", in: "header", name: "X-Key" }, name: "x-KEY", own: "own", sent: "k" },
  { scheme: { kind: "apiKey", in: "cookie", name: "session" }, name: "Cookie", own: "a=1", sent: "session=k" },
] as const;
const credentials = [
  ["a text", "k"],
  ["a function", () => "k"],
  ["a promise", () => Promise.resolve("k")],
] as const;

describe.each(ways)("a credential of a call by %s", (_way, call) => {
  describe.each(places)("in $name", ({ scheme, name, own, sent }) => {
    it.each(credentials)("given as %s is sent unless its header is null", async (_form, key) => {
      const header = name.toLowerCase();
      const send = async (
        settings: HeadersOptions | undefined,
        headers: HeadersOptions | undefined,
        args: object = {},
      ): Promise<unknown> => {
        const made = client({ schemes: { key: scheme }, security: [["key"]] }, { auth: { key }, ...(settings && { headers: settings }) });
        await call(made, args, headers === undefined ? {} : { headers });
        return last().headers[header];
      };
      const both = name === "Cookie" ? `${own}; ${sent}` : own;
      expect(await send(undefined, undefined)).toBe(sent);
      expect(await send(undefined, { "X-Other": null })).toBe(sent);
      expect(await send(undefined, { [name]: undefined })).toBe(sent);
      expect(await send(undefined, { [name]: null })).toBeUndefined();
      expect(await send({ [name]: null }, undefined)).toBeUndefined();
      expect(await send({ [name]: own }, { [name]: null })).toBeUndefined();
      expect(await send({ [name]: null }, { [name]: own })).toBe(both);
      expect(await send({ [name]: null }, new Headers({ [name]: own }))).toBe(both);
      expect(await send(undefined, { [name]: null }, { cookie: { c: 1 } })).toBe(name === "Cookie" ? "c=1" : undefined);
      expect(await send(undefined, undefined, { header: { [name]: null } })).toBeUndefined();
    });
  });

  it("is sent by the other schemes of its alternative, and in the query", async () => {
    const schemes = { key: { kind: "bearer" }, other: { kind: "apiKey", in: "query", name: "k" } } as const;
    const both = operation({ security: [["key", "other"]] });
    const made = client({ schemes, operations: { "GET /pets": both } }, { auth: { key: "a", other: "b" } });
    const options = { headers: { Authorization: null, k: null } };
    await (call === ways[0]?.[1] ? made.call(both, {}, options) : made.GET("/pets", options));
    expect([last().url, last().headers.authorization]).toEqual(["/v1/pets?k=b", undefined]);
  });

  it("is all that null takes away: header and cookie parameters of the call are sent", async () => {
    const made = client({ security: [["key"]], schemes: { key: { kind: "apiKey", in: "cookie", name: "k" } } }, { auth: { key: "a" } });
    await call(made, { cookie: { c: 1 }, header: { "X-Own": "h" } }, { headers: { Cookie: null, "X-Own": null } });
    expect([last().headers.cookie, last().headers["x-own"]]).toEqual(["c=1", "h"]);
  });

  it("is not told of as sent", async () => {
    const onAttach = vi.fn();
    const made = client({ schemes: { key: { kind: "bearer" } }, security: [["key"]], onAttach }, { auth: { key: "k" } });
    await call(made, {}, { headers: { authorization: null } });
    expect(onAttach.mock.calls.map(([, attachments]: unknown[]) => attachments)).toEqual([[]]);
  });
});
