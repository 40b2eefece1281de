/** A process with a client whose gate is shared through Redis. It calls a service so many times at once, and says how each was answered. */
import { declaredLimitHeaders } from "../../templates/runtime/client/limits/declared-limit-headers.js";
import { rateLimitTransport } from "../../templates/runtime/client/limits/rate-limit-transport.js";
import type { RateLimits } from "../../templates/runtime/shared/rate-limits.js";
import { redisGateStore } from "../../templates/runtime/client/limits/redis-gate-store.js";
import { anyClient } from "../support/any-client.js";
import { clients, sleep, type ClientName } from "./redis.js";
import type { WorkerEvent } from "./workers.js";

export interface ClientOrder {
  readonly client: ClientName;
  readonly redisUrl: string;
  readonly prefix: string;
  readonly serviceUrl: string;
  readonly limits: RateLimits;
  readonly calls: readonly string[];
  /** Milliseconds that it waits for Redis. */
  readonly timeout: number;
  /** What its client is to be told of before it ends: the last calls may be answered before that. */
  readonly staysFor?: string;
}

export interface ClientOutcome {
  readonly statuses: readonly number[];
  /** Kinds of what `onLimit` was told, without repetition. */
  readonly told: readonly string[];
}

// Nor does it stay when the test is gone.
process.once("disconnect", () => process.exit());
process.once("message", (order) => {
  void work(order as ClientOrder); // what the test sends
});

async function work({ client, redisUrl, prefix, serviceUrl, limits, calls, timeout, staysFor }: ClientOrder): Promise<void> {
  const connection = await clients[client](redisUrl);
  const told = new Set<string>();
  const options = {
    baseUrl: serviceUrl,
    auth: { bearer: "key-shared" },
    gateStore: redisGateStore(connection.redis, { prefix, timeout }),
    // While processes are alone they are in each other's way, however long that is on a machine with other work.
    retries: 50,
    onLimit({ kind }: { readonly kind: string }) {
      told.add(kind);
      process.send?.({ event: kind } satisfies WorkerEvent);
    },
  };
  const transport = rateLimitTransport({ read: declaredLimitHeaders(limits), limits }, options);
  const service = anyClient({ servers: {}, transport, security: [["bearer"]], schemes: { bearer: { kind: "bearer" } } }, options);
  process.once("message", () => {
    void Promise.all(calls.map(async (call) => (await service.GET("/", { params: { query: { call } } })).response.status)).then(
      async (statuses) => {
        // What became of the last calls is still to be told to the others.
        await sleep(500);
        while (staysFor !== undefined && !told.has(staysFor)) await sleep(10);
        await connection.close();
        process.send?.({ statuses, told: [...told] } satisfies ClientOutcome);
        process.disconnect();
      },
    );
  });
  process.send?.("ready");
}
