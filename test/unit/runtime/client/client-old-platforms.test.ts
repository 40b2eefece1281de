/** Platforms that lack what newer ones have: pages of older browsers, React Native, test runners with a DOM of their own. */
import { expect, it, vi } from "vitest";
import { apiKeys } from "../../../../templates/runtime/client/auth/api-keys.js";
import { encodeBody } from "../../../../templates/runtime/client/call/request-body.js";
import { retryTransport } from "../../../../templates/runtime/client/limits/retry-transport.js";
import { retryReason } from "../../../../templates/runtime/client/limits/retry.js";
import { baseUrlOf } from "../../../../templates/runtime/client/call/servers.js";
import { anyClient } from "../../../support/any-client.js";
import { operation } from "./limits/limited-service.js";

// Node makes these when somebody first asks for one of them, of what is there then.
const put = (body: unknown): Request => new Request("http://x", { method: "PUT", body: body as never });
put(new FormData());

/** What `make` gives while something is not there. Nothing else may run in between: Node's own `fetch` needs it. */
function without<T>(from: object, name: string | symbol, make: () => T): T {
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
  expect(without(globalThis, "ReadableStream", () => retryReason(departure, { status: 429, isLimit: true }))).toBe("limit");
});

it("files, forms and streams are what they are where every object calls itself Object", async () => {
  const tags = ["Blob", "File", "FormData", "URLSearchParams"] as const;
  const encoded = (value: unknown, type: string): { readonly body: unknown } =>
    encodeBody(operation({ method: "PUT", body: { content: { [type]: {} } } }), value, type);
  const [file, form] = [new File(["abc"], "a.png", { type: "image/png" }), new FormData()];
  const untagged = <T>(make: () => T): T =>
    tags.reduce((inner, name) => () => without(globalThis[name].prototype, Symbol.toStringTag, inner), make)();
  const sent = untagged(() => encoded({ file, blob: new Blob(["d"]) }, "multipart/form-data").body) as FormData;
  expect(sent.get("file")).toMatchObject({ name: "a.png", type: "image/png", size: 3 });
  expect(await (sent.get("blob") as Blob).text()).toBe("d");
  expect(untagged(() => encoded(file, "application/octet-stream").body)).toBe(file);
  expect(untagged(() => encoded(form, "multipart/form-data").body)).toBe(form);
});

it("a base URL is known without URL.canParse", () => {
  expect(without(URL, "canParse", () => baseUrlOf("https://example.com/v1/"))).toBe("https://example.com/v1");
  expect(() => without(URL, "canParse", () => baseUrlOf("/v1"))).toThrow("is not an absolute http(s) URL");
});

/** As polyfills have it, React Native's too: what a request is are its own properties. */
class PolyfilledRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly signal: AbortSignal | undefined;
  bodyUsed = false;
  readonly #body: string;

  constructor(input: string | URL | PolyfilledRequest, init: RequestInit = {}) {
    const from = input instanceof PolyfilledRequest ? input : undefined;
    if (from?.bodyUsed === true && init.body == null) throw new TypeError("Already read");
    this.url = input instanceof PolyfilledRequest ? input.url : String(input);
    this.method = init.method ?? from?.method ?? "GET";
    this.headers = new Headers(init.headers ?? from?.headers);
    this.signal = init.signal ?? from?.signal;
    this.#body = init.body instanceof Blob ? "a blob" : typeof init.body === "string" ? init.body : (from?.text() ?? "");
  }

  text(): string {
    if (this.bodyUsed) throw new TypeError("Already read");
    this.bodyUsed = this.#body !== "";
    return this.#body;
  }

  blob(): Promise<Blob> {
    return Promise.resolve(new Blob([this.text()]));
  }
}

it("a request of a polyfill has its key in the query, and is sent again with its body", async () => {
  const sent: string[] = [];
  const fetch = vi.fn((request: Request) => {
    const { url, bodyUsed } = request;
    sent.push(`${url} ${String(bodyUsed)} ${(request as unknown as PolyfilledRequest).text()}`);
    return Promise.resolve(Response.json({}, { status: sent.length % 2 === 1 ? 503 : 200 }));
  });
  const put = operation({ method: "PUT", security: [["key"]], body: { content: { "application/json": {} } } });
  for (const place of ["query", "header"] as const) {
    const client = anyClient(
      { servers: {}, apiKeys, schemes: { key: { kind: "apiKey", in: place, name: "k" } }, transport: retryTransport({}, {}) },
      { baseUrl: `https://${place}.example.com`, auth: { key: "1" }, fetch, Request: PolyfilledRequest as unknown as typeof Request },
    );
    await client.call(put, { body: { a: 1 } });
  }
  expect(sent).toEqual([
    "https://query.example.com/pets?k=1 false a blob",
    'https://query.example.com/pets?k=1 false {"a":1}',
    'https://header.example.com/pets false {"a":1}',
    'https://header.example.com/pets false {"a":1}',
  ]);
});
