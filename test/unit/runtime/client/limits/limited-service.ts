/** A service over real HTTP that answers as it is told, and a client of it with a gate. */
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { apiKeys } from "../../../../../templates/runtime/client/auth/api-keys.js";
import { detectLimitHeaders } from "../../../../../templates/runtime/client/limits/detect-limit-headers.js";
import type { CallableOperation, Failure, Success } from "../../../../../templates/runtime/client/call/call-types.js";
import { clockOf, realClock, type Clock } from "../../../../../templates/runtime/client/limits/clock.js";
import { newIdempotencyKey } from "../../../../../templates/runtime/client/limits/idempotency-key.js";
import type { LimitOptions } from "../../../../../templates/runtime/client/limits/limit-options.js";
import type { LimitedOperation } from "../../../../../templates/runtime/shared/rate-limits.js";
import type { RetryOptions } from "../../../../../templates/runtime/client/limits/retry-options.js";
import { retryTransport } from "../../../../../templates/runtime/client/limits/retry-transport.js";
import { rateLimitTransport, type LimitDescription } from "../../../../../templates/runtime/client/limits/rate-limit-transport.js";
import { encodeBody } from "../../../../../templates/runtime/client/call/request-body.js";
import { anyClient, type AnyClient, type AnyDescription, type AnyOptions } from "../../../../support/any-client.js";

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The connection is closed without an answer. */
  readonly cut?: boolean;
  /** There is no answer. */
  readonly hang?: boolean;
  /** The body of the answer does not end. */
  readonly endless?: boolean;
}

export interface Service {
  readonly origin: string;
  readonly received: { method: string | undefined; url: string | undefined; headers: IncomingHttpHeaders; body: string }[];
  /** How many endless answers were given up by the client. */
  readonly hungUp: () => number;
  always(answer: Answer): void;
  close(): Promise<void>;
}

/** Answers in turn, then 200. */
export async function service(...answers: readonly Answer[]): Promise<Service> {
  const waiting = [...answers];
  let otherwise: Answer = {};
  let hungUp = 0;
  const received: Service["received"] = [];
  const http = createServer((request, response) => {
    let body = "";
    request.setEncoding("latin1").on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      received.push({ method: request.method, url: request.url, headers: request.headers, body });
      const answer = waiting.shift() ?? otherwise;
      if (answer.hang === true) return;
      if (answer.cut === true) return void request.socket.destroy();
      response.writeHead(answer.status ?? 200, { "Content-Type": "application/json", ...answer.headers });
      if (answer.endless === true) {
        response.on("close", () => (hungUp += 1));
        return void response.write("x".repeat(100_000));
      }
      response.end(request.method === "HEAD" ? undefined : (answer.body ?? "{}"));
    });
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${String((http.address() as AddressInfo).port)}`,
    received,
    hungUp: () => hungUp,
    always: (answer) => {
      otherwise = answer;
    },
    close: () =>
      new Promise((resolve) => {
        http.close(() => {
          resolve();
        });
        http.closeAllConnections();
      }),
  };
}

const hurry = 50;
const start = Date.now();

/** A clock on which a second takes 20 milliseconds, for waits that are long by the service's wish. */
export const hurriedClock = clockOf({
  wall: () => start + performance.now() * hurry,
  monotonic: () => performance.now() * hurry,
  start: (action, ms) => setTimeout(action, ms / hurry),
  stop: (timer) => {
    clearTimeout(timer as NodeJS.Timeout); // what `start` gave
  },
});

/** A client of a service, with a gate. */
export function limitedClient(
  { origin }: Service,
  options: AnyOptions & LimitOptions<string> = {},
  description: Partial<AnyDescription> = {},
  limits: Partial<LimitDescription> = {},
  clock: Clock = realClock,
): AnyClient {
  const transport = rateLimitTransport({ read: detectLimitHeaders, newIdempotencyKey, ...limits }, options, clock);
  return anyClient({ servers: {}, apiKeys, encodeBody, transport, ...description }, { baseUrl: `${origin}/v1`, ...options });
}

/** A client of a service whose limits are not described. */
export function retryingClient(
  { origin }: Service,
  options: AnyOptions & RetryOptions = {},
  description: Partial<AnyDescription> = {},
  clock: Clock = realClock,
): AnyClient {
  const transport = retryTransport({ newIdempotencyKey, keyHeaders: ["X-Key"] }, options, clock);
  return anyClient({ servers: {}, apiKeys, encodeBody, transport, ...description }, { baseUrl: `${origin}/v1`, ...options });
}

export type AnyResult = Success<number, unknown> | Failure<number, unknown>;

export function operation(rest: Partial<LimitedOperation> = {}): CallableOperation<object, AnyResult> {
  return { id: "op", method: "GET", path: "/pets", responses: { 200: ["application/json"] }, ...rest };
}
