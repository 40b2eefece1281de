/** A process that makes so many calls at once, gives back what it took, and says how often it was allowed. */
import type { Consumption, LimitCall } from "../../templates/runtime/server/limits/limit-store.js";
import { redisLimits } from "../../templates/runtime/server/limits/redis-limits.js";
import { clients, sleep, type ClientName } from "./redis.js";

export interface KindsOrder {
  readonly client: ClientName;
  readonly url: string;
  readonly prefix: string;
  readonly calls: number;
  readonly call: LimitCall;
  /** Milliseconds over which they are spread. All at once unless given. */
  readonly spread?: number;
}

const send = (message: unknown): void => void process.send?.(message);

// Nor does it stay when the test is gone.
process.once("disconnect", () => process.exit());
process.once("message", (order) => {
  void work(order as KindsOrder); // what the test sends
});

async function work({ client, url, prefix, calls, call, spread = 0 }: KindsOrder): Promise<void> {
  const connection = await clients[client](url);
  const store = redisLimits(connection.redis, { prefix });
  await store.consumeAll?.({ ...call, cost: 0 });
  process.once("message", () => {
    const consume = async (index: number): Promise<Consumption | undefined> => {
      await sleep((spread * index) / calls);
      try {
        return await store.consumeAll?.(call);
      } catch {
        // While a connection is cut nobody knows whether a call was counted.
        return undefined;
      }
    };
    void Promise.all(Array.from({ length: calls }, (_, index) => consume(index))).then(async (all) => {
      for (const taken of all) taken?.release?.();
      // They were sent before this, on the same connection.
      await store.consumeAll?.({ ...call, cost: 0 });
      await sleep(50);
      await connection.close();
      send({ allowed: all.filter((taken) => taken?.allowed === true).length });
      process.disconnect();
    });
  });
  send("ready");
}
