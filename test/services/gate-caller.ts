/** A process with a client whose gate is shared through Redis. It makes the calls that it is told to, as often as it is told. */
import { declaredLimitHeaders } from "../../templates/runtime/client/limits/declared-limit-headers.js";
import { RateLimitError } from "../../templates/runtime/client/limits/rate-limit-error.js";
import { rateLimitTransport } from "../../templates/runtime/client/limits/rate-limit-transport.js";
import { redisGateStore } from "../../templates/runtime/client/limits/redis-gate-store.js";
import type { RateLimits } from "../../templates/runtime/shared/rate-limits.js";
import { anyClient, type AnyClient } from "../support/any-client.js";
import { clients, type ClientName } from "./redis.js";
import type { WorkerEvent } from "./workers.js";

export interface CallerOrder {
  readonly client: ClientName;
  readonly redisUrl: string;
  readonly prefix: string;
  readonly serviceUrl: string;
  readonly limits: RateLimits;
  /** Milliseconds that it waits for Redis. */
  readonly timeout: number;
}

/** Calls that are made at once. */
export interface CallsOrder {
  readonly calls: readonly string[];
  /** Milliseconds that each of them may wait. */
  readonly maxWait: number;
}

export interface CallsOutcome {
  /** A status, or what the `source` of a `RateLimitError` was. */
  readonly answers: readonly (number | string)[];
  /** Requests so far that were sent although this process had been told to wait. */
  readonly early: number;
}

// Nor does it stay when the test is gone.
process.once("disconnect", () => process.exit());
process.once("message", (order) => {
  void work(order as CallerOrder); // what the test sends
});

async function work({ client, redisUrl, prefix, serviceUrl, limits, timeout }: CallerOrder): Promise<void> {
  const { redis } = await clients[client](redisUrl);
  const sending = watchedFetch();
  const options = {
    baseUrl: serviceUrl,
    auth: { bearer: "key-shared" },
    gateStore: redisGateStore(redis, { prefix, timeout }),
    fetch: sending.fetch,
    onLimit({ kind }: { readonly kind: string }) {
      process.send?.({ event: kind } satisfies WorkerEvent);
    },
  };
  const transport = rateLimitTransport({ read: declaredLimitHeaders(limits), limits }, options);
  const service = anyClient({ servers: {}, transport, security: [["bearer"]], schemes: { bearer: { kind: "bearer" } } }, options);
  process.on("message", (order) => {
    const { calls, maxWait } = order as CallsOrder; // what the test sends
    void Promise.all(calls.map((call) => callOnce(service, call, maxWait))).then((answers) => {
      process.send?.({ answers, early: sending.early() } satisfies CallsOutcome);
    });
  });
  process.send?.("ready");
}

async function callOnce(service: AnyClient, call: string, maxWait: number): Promise<number | string> {
  try {
    return (await service.GET("/", { params: { query: { call } }, rateLimit: { maxWait } })).response.status;
  } catch (error) {
    if (error instanceof RateLimitError) return error.source;
    throw error;
  }
}

/** A `fetch` that counts what is sent before the end of a wait that this process has been told of. */
function watchedFetch(): { readonly fetch: (request: Request) => Promise<Response>; readonly early: () => number } {
  let closedUntil = 0;
  let early = 0;
  return {
    async fetch(request) {
      if (Date.now() < closedUntil) early += 1;
      const response = await fetch(request);
      const wait = Number(response.headers.get("Retry-After") ?? 0) * 1000;
      // Clocks are read to the millisecond; and what is under way at this very moment is sent.
      const end = Date.now() + wait - 20;
      setTimeout(() => (closedUntil = Math.max(closedUntil, end)), 0);
      return response;
    },
    early: () => early,
  };
}
