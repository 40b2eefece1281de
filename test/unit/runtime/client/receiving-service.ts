/** A service on two origins that remembers what it received, and clients of it. */
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll } from "vitest";
import { apiKeys } from "../../../../templates/runtime/client/auth/api-keys.js";
import type { CallableOperation, Success, Failure } from "../../../../templates/runtime/client/call/call-types.js";
import type { ClientOperation } from "../../../../templates/runtime/client/call/client.js";
import { anyClient, type AnyClient, type AnyDescription, type AnyOptions } from "../../../support/any-client.js";

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export type { AnyClient } from "../../../support/any-client.js";

export interface ReceivingService {
  /** What it answers the first request of a test with; the others get 200 and `{}`. */
  answer: Answer;
  /** Of the test that is running. */
  readonly received: Received[];
  readonly last: () => Received;
  readonly origin: () => string;
  /** A second origin of the same service. */
  readonly other: () => string;
  readonly client: (description?: Partial<AnyDescription>, options?: AnyOptions) => AnyClient;
}

/** Runs for the tests of a file; forgets everything between them. */
export function receivingService(): ReceivingService {
  const servers: Server[] = [];
  const origin = (index: number): string => `http://127.0.0.1:${String((servers[index]?.address() as AddressInfo).port)}`; // it listens
  const service: ReceivingService = {
    answer: {},
    received: [],
    last() {
      const request = service.received.at(-1);
      if (request === undefined) throw new Error("Nothing was received");
      return request;
    },
    origin: () => origin(0),
    other: () => origin(1),
    client: (description = {}, options = {}) =>
      anyClient({ servers: {}, apiKeys, ...description }, { baseUrl: `${origin(0)}/v1`, ...options }),
  };
  beforeAll(async () => {
    servers.push(...(await Promise.all([start(service), start(service)])));
  });
  afterAll(() => {
    for (const one of servers) {
      one.closeAllConnections();
      one.close();
    }
  });
  afterEach(() => {
    service.received.length = 0;
    service.answer = {};
  });
  return service;
}

async function start(service: ReceivingService): Promise<Server> {
  const started = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      const { answer, received } = service;
      received.push({ method: request.method, url: request.url, headers: request.headers, body });
      const isFirst = received.length === 1;
      response.writeHead(isFirst ? (answer.status ?? 200) : 200, {
        "Content-Type": "application/json",
        ...(isFirst ? answer.headers : {}),
      });
      response.end(request.method === "HEAD" || answer.status === 204 ? undefined : (answer.body ?? "{}"));
    });
  });
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  return started;
}

type AnyResult = Success<number, unknown> | Failure<number, unknown>;

/** `GET /pets`, but for what is said otherwise. */
export const operation = (rest: Partial<ClientOperation> = {}): CallableOperation<object, AnyResult> => ({
  id: "op",
  method: "GET",
  path: "/pets",
  responses: { 200: ["application/json"] },
  ...rest,
});
