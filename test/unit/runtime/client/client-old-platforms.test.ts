/** Platforms that lack what newer ones have: pages of older browsers, React Native, test runners with a DOM of their own. */
import { expect, it } from "vitest";
import { encodeBody } from "../../../../templates/runtime/client/call/request-body.js";
import { retryReason } from "../../../../templates/runtime/client/limits/retry.js";
import { baseUrlOf } from "../../../../templates/runtime/client/call/servers.js";
import { operation } from "./limits/limited-service.js";

// Node makes these when somebody first asks for one of them, of what is there then.
const put = (body: unknown): Request => new Request("http://x", { method: "PUT", body: body as never });
put(new FormData());

/** What `make` gives while something is not there. Nothing else may run in between: Node's own `fetch` needs it. */
function without<T>(from: object, name: string, make: () => T): T {
  const there = Object.getOwnPropertyDescriptor(from, name) ?? {};
  Reflect.deleteProperty(from, name);
  try {
    return make();
  } finally {
    Object.defineProperty(from, name, there);
  }
}

it.each<[type: string, value: unknown]>([
  ["application/json", { a: 1 }],
  ["application/x-www-form-urlencoded", { a: 1 }],
  ["multipart/form-data", { a: 1 }],
  ["text/plain", "text"],
  ["application/octet-stream", new Uint8Array([1])],
])("a body of %s is sent, and sent again, without streams", (type, value) => {
  const described = operation({ method: "PUT", body: { content: { [type]: {} } } });
  const { body } = without(globalThis, "ReadableStream", () => encodeBody(described, value, type));
  const departure = { operation: described, request: put(body), attachments: [], body, options: {} } as never;
  expect(without(globalThis, "ReadableStream", () => retryReason(departure, { status: 429, asked: true }))).toBe("limit");
});

it("a base URL is known without URL.canParse", () => {
  expect(without(URL, "canParse", () => baseUrlOf("https://example.com/v1/"))).toBe("https://example.com/v1");
  expect(() => without(URL, "canParse", () => baseUrlOf("/v1"))).toThrow("is not an absolute http(s) URL");
});
