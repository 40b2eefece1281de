import { inspect } from "node:util";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { LimitEvent } from "../../../../templates/runtime/client/limits/gate.js";
import { writeEncoded } from "../../../../templates/runtime/client/call/parameter-styles.js";
import { limitedClient, operation, retryingClient, service, type Answer, type Service } from "./limits/limited-service.js";
import { located, type LocatedParameter } from "../../../support/located-parameters.js";

let running: Service | undefined;
const serve = async (...answers: readonly Answer[]): Promise<Service> => (running = await service(...answers));

afterEach(async () => {
  vi.restoreAllMocks();
  await running?.close();
  running = undefined;
});

const caught = (promise: Promise<unknown>): Promise<unknown> => promise.then(() => undefined).catch((error: unknown) => error);

describe("a path parameter", () => {
  const values = [
    ...["", ".", "..", "%2e", "%2E%2e", ".%2e", "%252e%252e", "...", "../admin", "..\\admin", "/", "//evil.example.com", "\\", "a/../b"],
    ...[
      "?x=1",
      "#x",
      "..?",
      "..#",
      "..;",
      ";x",
      "\t..",
      "..\n",
      "\u2025",
      "\uff0e\uff0e",
      " ",
      "a\0b",
      "@evil.example.com",
      ":80",
      "&",
      "[]",
    ],
    ...[[], ["..", ".."], [".", ""], {}, { a: ".." }],
  ];
  const styles: readonly Partial<LocatedParameter>[] = [
    {},
    { allowReserved: true },
    { style: "label" },
    { style: "label", allowReserved: true },
    { style: "matrix" },
    { content: "application/json" },
  ];

  it("never changes the route that is asked for, by operation or by path", async () => {
    const http = await serve();
    for (const style of styles) {
      const described = operation({ path: "/pets/{id}/toys", parameters: located([{ name: "id", in: "path", required: true, ...style }]) });
      const client = limitedClient(
        http,
        { gate: false },
        { writeParameter: writeEncoded, operations: { "GET /pets/{id}/toys": described } },
      );
      const calls = values.flatMap((id) => [
        client.call(described, { path: { id } }),
        client.GET("/pets/{id}/toys", { params: { path: { id } } }),
        client.GET("/toys/{id}", { params: { path: { id } } }),
      ]);
      await Promise.allSettled(calls);
    }
    expect(http.received.length).toBeGreaterThan(200);
    const strange = http.received.filter(({ url }) => !/^\/v1\/(?:pets\/[^/?#\\]+\/toys|toys\/[^/?#\\]+)$/.test(url ?? ""));
    expect(strange.map(({ url }) => url)).toEqual([]);
    const dots = http.received.filter(({ url }) => /\/(?:\.|%2e){1,2}(?:\/|$)/i.test(url ?? ""));
    expect(dots.map(({ url }) => url)).toEqual([]);
  });
});

describe("a credential", () => {
  const schemes = {
    inQuery: { kind: "apiKey", in: "query", name: "key" },
    inHeader: { kind: "apiKey", in: "header", name: "X-Key" },
    inCookie: { kind: "apiKey", in: "cookie", name: "session" },
    bearer: { kind: "bearer" },
  } as const;
  const auth = { inQuery: "secret-query", inHeader: "secret-header", inCookie: "secret-cookie", bearer: "secret-bearer" };
  const secured = operation({ security: [Object.keys(schemes)], responses: { 200: ["application/json"], 400: ["application/json"] } });
  const shown = (value: unknown): string =>
    [inspect(value, { depth: 10, getters: false }), String(value), JSON.stringify(value), value instanceof Error ? value.stack : ""].join(
      "\n",
    );

  const withGate = (http: Service, events: LimitEvent[], options: object): ReturnType<typeof limitedClient> =>
    limitedClient(http, { ...options, onLimit: (event) => events.push(event) }, { schemes });
  const withoutLimits = (http: Service, _events: LimitEvent[], options: object): ReturnType<typeof limitedClient> =>
    retryingClient(http, options, { schemes });

  describe.each([
    ["with a gate", withGate],
    ["whose service has no limits that are known", withoutLimits],
  ])("of a client %s", (_client, clientOf) => {
    it.each<readonly [string, readonly Answer[]]>([
      ["the service turns the call away", [{ status: 429, headers: { "Retry-After": "60" } }]],
      ["the service bans the credential", [{ status: 429, headers: { "Retry-After": "0" } }, { status: 403 }]],
      ["the connection breaks", [{ cut: true }, { cut: true }, { cut: true }]],
      ["the answer is not what is described", [{ body: "{" }]],
      ["an error is not what is described", [{ status: 400, body: "{" }]],
      ["the service is down", [{ status: 503 }, { status: 503 }, { status: 503, body: "{" }]],
    ])("is in nothing that is thrown, printed or told when %s", async (_, answers) => {
      const printed = [vi.spyOn(console, "log"), vi.spyOn(console, "warn"), vi.spyOn(console, "error"), vi.spyOn(process, "emitWarning")];
      for (const spy of printed) spy.mockImplementation(() => undefined);
      const http = await serve(...answers);
      const events: LimitEvent[] = [];
      const client = clientOf(http, events, { auth, maxWait: 500, headers: { "X-Own": "secret-own" } });
      const errors = [await caught(client.call(secured)), await caught(client.call(secured, {}, { rateLimit: { maxWait: 0 } }))];
      const [first] = http.received;
      expect(`${first?.url ?? ""} ${JSON.stringify(first?.headers)}`.match(/secret-/g)).toHaveLength(5);
      const seen = [...errors, ...events, client, client.byPath, client.limits, ...printed.flatMap(({ mock }) => mock.calls)];
      expect(seen.map(shown).join("\n")).not.toContain("secret-");
    });
  });

  it("is not in what a call that is called off rejects with", async () => {
    const http = await serve({ hang: true });
    const error = await caught(limitedClient(http, { auth }, { schemes }).call(secured, {}, { signal: AbortSignal.timeout(30) }));
    expect(error).toMatchObject({ name: "TimeoutError" });
    expect(shown(error)).not.toContain("secret-");
  });

  it.each(Object.keys(schemes))("does not follow a redirect to another origin: %s", async (name) => {
    const elsewhere = await service();
    for (const redirect of [undefined, "follow", "manual"] as const) {
      const http = await service({ status: 307, headers: { Location: `${elsewhere.origin}/there` } });
      const options = { auth, ...(redirect === undefined ? {} : { redirect }) };
      await caught(limitedClient(http, options, { schemes }).call(operation({ security: [[name]] })));
      expect(JSON.stringify(http.received)).toContain("secret-");
      await http.close();
    }
    expect(JSON.stringify(elsewhere.received)).not.toContain("secret-");
    await elsewhere.close();
  });
});
