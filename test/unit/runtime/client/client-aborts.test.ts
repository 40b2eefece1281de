/** Calls that are given up while their answers are being read: whatever is thrown away in between, the signal is heard. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Operation } from "../../../../templates/runtime/shared/operation.js";
import { decodeBody } from "../../../../templates/runtime/client/call/response-media.js";
import { limitedClient, operation } from "./limits/limited-service.js";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

let server: Server;
let origin: string;

beforeAll(async () => {
  // The head and a part of the body, and then nothing.
  let turnedAway = 0;
  server = createServer((request, response) => {
    if (request.url?.includes("moved") === true) return void response.writeHead(307, { Location: "/v1/here" }).end();
    if (request.method === "POST" && (turnedAway += 1) % 2 === 1) return void response.writeHead(429, { "Retry-After": "0.01" }).end();
    const isStream = request.url?.endsWith("/events") === true;
    response.writeHead(200, { "Content-Type": isStream ? "text/event-stream" : "application/json" });
    response.write(isStream ? "data: 1\n\n" : '{"a":');
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** What a promise rejects with after its signal is aborted; memory is given back in between. */
async function leftWith(controller: AbortController, ending: Promise<unknown>): Promise<void> {
  const ended = ending.catch((error: unknown) => error);
  for (let time = 0; time < 10; time += 1) {
    await pause(20);
    collect();
  }
  const reason = new Error("The caller left");
  controller.abort(reason);
  expect(await Promise.race([ended, pause(5000).then(() => "still waiting")])).toBe(reason);
}

it.each<[string, object]>([
  ["with the gate", {}],
  ["without the gate", { gate: false }],
])("a call %s", async (_, options) => {
  const controller = new AbortController();
  const client = limitedClient({ origin } as never, options);
  await leftWith(controller, client.call(operation(), {}, { signal: controller.signal }));
});

it.each<[string, Partial<Operation>, object, object]>([
  ["with an API key in the query", { security: [["inQuery"]] }, {}, {}],
  ["that is redirected", { security: [["inHeader"]], path: "/moved" }, { redirect: "follow" }, {}],
  ["that was turned away before", { method: "POST", body: { content: { "application/json": {} } } }, {}, { body: { a: 1 } }],
])("a call %s", async (_, rest, options, args) => {
  const controller = new AbortController();
  const schemes = {
    inQuery: { kind: "apiKey", in: "query", name: "key" },
    inHeader: { kind: "apiKey", in: "header", name: "X-Key" },
  } as const;
  const client = limitedClient({ origin } as never, { auth: { inQuery: "k", inHeader: "k" } }, { schemes });
  await leftWith(controller, client.call(operation(rest), args, { signal: controller.signal, ...options }));
});

it("a call by path", async () => {
  const controller = new AbortController();
  await leftWith(controller, limitedClient({ origin } as never).GET("/pets", { signal: controller.signal }));
});

it("a stream that is read, of which its reader has nothing else", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const events = operation({ path: "/events", responses: { 200: ["text/event-stream"] } });
  const stream = async (): Promise<ReadableStream<Uint8Array>> => {
    const result = await limitedClient({ origin } as never, {}, { decodeBody }).call(events, {}, { signal });
    return (result as { readonly data: ReadableStream<Uint8Array> }).data;
  };
  const reader = (await stream()).getReader();
  await reader.read();
  await leftWith(controller, reader.read());
});

it("an answer of a mock, whose body is a text", async () => {
  const answer = { ok: true, status: 200, headers: new Headers(), body: "[]", text: () => Promise.resolve("[]") };
  const client = limitedClient({ origin } as never, { fetch: () => Promise.resolve(answer as never) });
  expect(await client.call(operation())).toMatchObject({ ok: true, data: [] });
});
