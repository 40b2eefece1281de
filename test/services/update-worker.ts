/** A process that adds to a number under one key, one after the other in several lines, and says which sums it has seen. */
import type { GateStore, StoreChange } from "../../templates/runtime/client/limits/gate-store.js";
import { redisStates } from "../../templates/runtime/client/limits/redis-states.js";
import { clients, sleep, type ClientName } from "./redis.js";

export interface UpdateOrder {
  readonly client: ClientName;
  readonly url: string;
  readonly prefix: string;
  readonly key: string;
  readonly lines: number;
  readonly updatesPerLine: number;
}

export interface UpdateOutcome {
  /** What the number was after each update. */
  readonly sums: readonly number[];
  /** Times that a change was told of an earlier time than the change before it, whoever made that. */
  readonly backwards: number;
  /** Times that the text was changed by this process, those that were refused included. */
  readonly attempts: number;
}

// Nor does it stay when the test is gone.
process.once("disconnect", () => process.exit());
process.once("message", (order) => {
  void work(order as UpdateOrder); // what the test sends
});

/** A script of Redis has the time at which its turn began: milliseconds that this may be ago on a machine with other work. */
const turn = 250;

/** Who always comes too late for a text that others change is told so, nothing is changed, and it may try again. */
async function persistently<T>(states: GateStore, ...update: readonly [key: string, change: Change<T>]): Promise<T> {
  for (;;) {
    try {
      return await states.update(...update);
    } catch (error) {
      if (!String(error).includes("was changed by others")) throw error;
      // Updates that wait for this one fail with it: only when all of them have, is there a turn again.
      await sleep(10);
    }
  }
}
type Change<T> = (text: string | undefined, now: number) => StoreChange<T>;

async function work({ client, url, prefix, key, lines, updatesPerLine }: UpdateOrder): Promise<void> {
  const connection = await clients[client](url);
  const states = redisStates(connection.redis, { prefix, timeout: 60_000 });
  const sums: number[] = [];
  let backwards = 0;
  let attempts = 0;
  const add = async (): Promise<void> => {
    for (let count = 0; count < updatesPerLine; count++) {
      const sum = await persistently(states, key, (text, now) => {
        const { total, at } = text === undefined ? { total: 0, at: 0 } : (JSON.parse(text) as { total: number; at: number });
        attempts++;
        if (now < at - turn) backwards++;
        return { state: JSON.stringify({ total: total + 1, at: now, note: "é{}%s\u0000" }), ttl: 60_000, value: total + 1 };
      });
      sums.push(sum);
    }
  };
  process.once("message", () => {
    void Promise.all(Array.from({ length: lines }, add)).then(async () => {
      await connection.close();
      process.send?.({ sums, backwards, attempts } satisfies UpdateOutcome);
      process.disconnect();
    });
  });
  process.send?.("ready");
}
