import { inspect } from "node:util";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, vi } from "vitest";
import { apiKeys } from "../../../../templates/runtime/client/auth/api-keys.js";
import { writeBasic } from "../../../../templates/runtime/client/auth/basic-auth.js";
import * as core from "../../../../templates/runtime/client/auth/credentials.js";
import type { Attachment, Credentials, Scheme } from "../../../../templates/runtime/client/auth/credentials.js";
import type { Operation } from "../../../../templates/runtime/shared/operation.js";

const schemes: Readonly<{ [name: string]: Scheme }> = {
  bearer: { kind: "bearer" },
  basic: { kind: "basic" },
  digest: { kind: "authorization" },
  header: { kind: "apiKey", in: "header", name: "X-Key" },
  query: { kind: "apiKey", in: "query", name: "api key" },
  cookie: { kind: "apiKey", in: "cookie", name: "session" },
  certificate: { kind: "mutualTLS" },
  // The compiler takes this name for that of every object: it wants the literal said.
  constructor: { kind: "bearer" as const },
};

const base = "https://api.example.com/v1";

const attachmentsFor = (security: Operation["security"], known: typeof schemes, credentials: Credentials) =>
  core.attachmentsFor(security, { schemes: known, apiKeys, writeBasic }, credentials);
const attach = (request: Request, attachments: readonly Attachment[], url: string, isStream?: boolean) =>
  core.attach(request, attachments, url, isStream, apiKeys);

async function sent(
  security: readonly (readonly string[])[],
  credentials: Credentials,
  request = new Request(`${base}/pets?a=1`),
): Promise<Request> {
  return attach(request, await attachmentsFor(security, schemes, credentials), base);
}

describe("a credential is sent", () => {
  it.each([
    ["bearer", "key", "Bearer key"],
    ["basic", { username: "jürgen", password: "pä:ss" }, `Basic ${Buffer.from("jürgen:pä:ss").toString("base64")}`],
    ["digest", 'Digest username="x"', 'Digest username="x"'],
  ])("as %s in Authorization", async (name, credential, header) => {
    expect((await sent([[name]], { [name]: credential })).headers.get("Authorization")).toBe(header);
  });

  it("in a header, a query parameter or a cookie of the service's own", async () => {
    expect((await sent([["header"]], { header: "k" })).headers.get("X-Key")).toBe("k");
    expect((await sent([["query"]], { query: "k&=" })).url).toBe(`${base}/pets?a=1&api%20key=k%26%3D`);
    const request = new Request(base, { headers: { Cookie: "a=1" } });
    expect((await sent([["cookie"]], { cookie: "k=" }, request)).headers.get("Cookie")).toBe("a=1; session=k=");
  });

  it("together with the others of its alternative", async () => {
    const request = await sent([["bearer", "header"]], { bearer: "b", header: "h" });
    expect([request.headers.get("Authorization"), request.headers.get("X-Key")]).toEqual(["Bearer b", "h"]);
  });

  it("by the first alternative that is given whole, however functions answer", async () => {
    const security = [["bearer", "header"], ["query"], ["basic"]];
    expect(
      (
        await sent(security, { bearer: "b", query: () => undefined, basic: () => Promise.resolve({ username: "u", password: "" }) })
      ).headers.get("Authorization"),
    ).toBe("Basic dTo=");
    expect((await sent(security, { bearer: "b" })).headers.has("Authorization")).toBe(false);
  });

  it("even where the description says that none is needed", async () => {
    expect((await sent([[], ["bearer"]], { bearer: "b" })).headers.has("Authorization")).toBe(true);
    expect((await sent([[], ["bearer"]], {})).headers.has("Authorization")).toBe(false);
  });

  it("beside a certificate, which the platform holds", async () => {
    expect((await sent([["certificate", "bearer"]], { bearer: "b" })).headers.get("Authorization")).toBe("Bearer b");
  });
});

const failure = (attempt: () => unknown): Promise<string> => Promise.resolve().then(attempt).then(String, String);

describe("a credential is not sent", () => {
  it("to another origin than the server's", async () => {
    for (const url of ["https://evil.example.com/v1", "http://api.example.com/v1", "https://api.example.com:8443/v1"]) {
      const request = await sent([["bearer", "query", "cookie"]], { bearer: "b", query: "q", cookie: "c" }, new Request(url));
      expect([request.url, request.headers.get("Authorization"), request.headers.get("Cookie")]).toEqual([url, null, null]);
    }
  });

  it("over one that the caller has set", async () => {
    const request = new Request(base, { headers: { Authorization: "own" } });
    expect((await sent([["bearer"]], { bearer: "b" }, request)).headers.get("Authorization")).toBe("own");
  });

  it("where only every object's own members have the name of the scheme", async () => {
    expect(await attachmentsFor([["constructor"]], schemes, {})).toEqual([]);
  });

  it("for an operation that asks for none", async () => {
    expect(await attachmentsFor(undefined, schemes, { bearer: "b" })).toEqual([]);
  });

  it.each([
    ["bearer", "sec\nret"],
    ["bearer", ""],
    ["header", "sec\r\nX: ret"],
    ["header", "secret\u{1f511}"],
    ["cookie", "sec;ret"],
    ["query", ""],
  ])("as %s when the place cannot carry it, and the error does not show it", async (name, secret) => {
    const attachments = await attachmentsFor([[name]], schemes, { [name]: secret });
    const error = await failure(async () => attach(new Request(`${base}/a`), attachments, base));
    expect(error).toContain(`The credential "${name}"`);
    if (secret !== "") expect(error).not.toContain("ret");
  });

  it("where the caller sends a header of its own, whatever the credential is", async () => {
    const attachments = await attachmentsFor([["bearer"]], schemes, { bearer: "" });
    const request = new Request(`${base}/a`, { headers: { Authorization: "mine" } });
    expect((await attach(request, attachments, base)).headers.get("Authorization")).toBe("mine");
  });

  it("where a function has none: undefined, or null as of the storage of a browser", async () => {
    for (const none of [undefined, null, Promise.resolve(null)]) {
      expect(await attachmentsFor([["bearer"], ["header"]], schemes, { bearer: () => none, header: "k" })).toMatchObject([
        { scheme: "header" },
      ]);
      expect(await attachmentsFor([["bearer"]], schemes, { bearer: () => none })).toEqual([]);
    }
  });

  it("with a colon in a user name, and the error does not show it", async () => {
    const error = await failure(() => attachmentsFor([["basic"]], schemes, { basic: { username: "se:cret", password: "p" } }));
    expect(error).toContain('The user name of the credential "basic" has a colon');
    expect(error).not.toContain('cret"');
  });
});

it("only what `fetch` itself takes away from another origin may follow a redirect", async () => {
  const bound = async (name: string): Promise<boolean> =>
    apiKeys.areBound(await attachmentsFor([[name]], schemes, { [name]: name === "basic" ? { username: "u", password: "p" } : "k" }));
  expect(await Promise.all(["bearer", "basic", "digest", "query", "header", "cookie"].map(bound))).toEqual([
    false,
    false,
    false,
    false,
    true,
    true,
  ]);
});

describe("an error of a platform, or of what stands in for its fetch,", () => {
  const key = "se cret/99";
  const url = `https://127.0.0.1/a?api%20key=${encodeURIComponent(key)}`;
  const rejectedWith = async (error: unknown): Promise<unknown> => {
    const attachments = await attachmentsFor([["query"]], schemes, { query: key });
    const follow = apiKeys.follow(attachments, false);
    return follow?.(new Request(url), vi.fn<() => Promise<Response>>().mockRejectedValue(error)).catch((caught: unknown) => caught); // whatever it is
  };
  it.each<[string, unknown]>([
    ["in its message", new TypeError(`cannot reach ${url}`)],
    ["in a member, as of Bun", Object.assign(new Error("Unable to connect"), { code: "ConnectionRefused", path: url })],
    [
      "in its cause, as of Deno",
      new TypeError("fetch failed", { cause: Object.assign(new Error(`error for url (${url})`), { code: "ECONNREFUSED" }) }),
    ],
    ["in a request that it holds", Object.assign(new Error("status 500"), { request: new Request(url) })],
    ["as a text", `no answer from ${url}`],
  ])("that has the key %s is one without it", async (_, error) => {
    const found = await rejectedWith(error);
    const { message, code } = Object(error) as { message?: string; code?: string };
    if (error instanceof Error)
      expect(found).toMatchObject({
        name: error.name,
        message: (message ?? "").replace(url, url.replace(/=.*/, "=***")),
        ...(code && { code }),
      });
    expect(inspect(found, { depth: 9, showHidden: true })).not.toMatch(/se%20cret|se cret/);
  });
  it("is the same one where it has no key", async () => {
    for (const error of [
      new TypeError("fetch failed", { cause: Object.assign(new Error("refused"), { code: "ECONNREFUSED" }) }),
      new DOMException("aborted", "AbortError"),
      undefined,
      5,
    ])
      expect(await rejectedWith(error)).toBe(error);
  });
});

describe("a body beside a credential in the query", () => {
  const send = async (request: Request, isStream?: boolean): Promise<readonly [number, string | undefined, string]> => {
    const seen: (readonly [string | undefined, string])[] = [];
    const http = createServer((incoming, response) => {
      let text = "";
      incoming.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      incoming.on("end", () => {
        seen.push([incoming.headers["content-length"], text]);
        if (incoming.url?.startsWith("/moved") === true) response.writeHead(307, { Location: "/there" }).end();
        else response.end();
      });
    });
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    const own = new Request(request.url.replace(base, origin), request);
    const { status } = await fetch(await attach(own, [{ scheme: "key", in: "query", name: "key", value: "k" }], origin, isStream));
    http.closeAllConnections();
    http.close();
    const [length, text] = seen.at(-1) ?? [undefined, ""];
    return [status, length, text];
  };
  const request = (path: string, body?: RequestInit["body"]): Request =>
    new Request(`${base}${path}`, { method: "POST", ...(body === undefined ? {} : { body, duplex: "half" }) });

  it("is sent with its length, and follows a redirect", async () => {
    expect(await send(request("/here", "{}"))).toEqual([200, "2", "{}"]);
    expect(await send(request("/moved", "{}"))).toEqual([200, "2", "{}"]);
  });

  it("stays none where there is none, and a stream where it is one", async () => {
    expect(await send(request("/here"))).toEqual([200, "0", ""]);
    expect(await send(request("/here", new Blob(["ab"]).stream()), true)).toEqual([200, undefined, "ab"]);
  });

  it.each([undefined, "{}"])("keeps what a platform has put on the request (body: %s)", async (body) => {
    const next = { revalidate: 60, tags: ["t"] };
    const own = Object.assign(request("/here", body), { next });
    expect(await attach(own, [{ scheme: "key", in: "query", name: "key", value: "k" }], base)).toHaveProperty("next", next);
  });

  it("keeps the signal, the headers and the boundary of a form", async () => {
    const controller = new AbortController();
    const form = new FormData();
    form.append("a", "1");
    const own = new Request(`${base}/here`, { method: "POST", body: form, signal: controller.signal, headers: { "X-A": "1" } });
    const type = own.headers.get("Content-Type");
    const copy = await attach(own, [{ scheme: "key", in: "query", name: "key", value: "k" }], base);
    controller.abort();
    expect([copy.url, copy.method, copy.headers.get("X-A"), copy.headers.get("Content-Type"), copy.signal.aborted]).toEqual([
      `${base}/here?key=k`,
      "POST",
      "1",
      type,
      true,
    ]);
    expect(await copy.text()).toContain(`name="a"\r\n\r\n1`);
  });
});

it("a certificate that comes first does not keep a given credential back", async () => {
  expect((await sent([["certificate"], ["bearer"]], { bearer: "k" })).headers.get("Authorization")).toBe("Bearer k");
  expect((await sent([["certificate", "header"], ["bearer"]], { header: "h", bearer: "k" })).headers.get("X-Key")).toBe("h");
});
