/** A process that consumes at once what it is told to, through a client of its own, and says how often it was allowed. */
import type { LimitWindow } from "../../templates/runtime/server/limits/limit-store.js";
import { redisLimits } from "../../templates/runtime/server/limits/redis-limits.js";
import { clients, type ClientName } from "./redis.js";

export interface Order {
  readonly client: ClientName;
  readonly url: string;
  readonly prefix: string;
  readonly key: string;
  readonly windows: readonly LimitWindow[];
  /** One for each call. */
  readonly costs: readonly number[];
}

export interface Outcome {
  readonly allowed: number;
  readonly consumed: number;
}

const send = (message: "ready" | Outcome): void => void process.send?.(message);

// Nor does it stay when the test is gone.
process.once("disconnect", () => process.exit());
process.once("message", (order) => {
  void work(order as Order); // what the test sends
});

async function work({ client, url, prefix, key, windows, costs }: Order): Promise<void> {
  const connection = await clients[client](url);
  const store = redisLimits(connection.redis, { prefix });
  await store.consume(key, windows, 0);
  process.once("message", () => {
    void Promise.all(costs.map(async (cost) => ({ cost, ...(await store.consume(key, windows, cost)) }))).then(async (all) => {
      const taken = all.filter(({ allowed }) => allowed);
      await connection.close();
      send({ allowed: taken.length, consumed: taken.reduce((sum, { cost }) => sum + cost, 0) });
      process.disconnect();
    });
  });
  send("ready");
}
