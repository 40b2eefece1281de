import { Redis } from "ioredis";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { limitFailover, type FailoverOptions, type StoreEvent } from "../../templates/runtime/server/limits/limit-failover.js";
import type { LimitStore, LimitWindow } from "../../templates/runtime/server/limits/limit-store.js";
import { ProblemError } from "../../templates/runtime/server/route/problem.js";
import { redisLimits } from "../../templates/runtime/server/limits/redis-limits.js";
import { clientNames, clients, type Connection, describeRedisServer, ownServer, type OwnServer, sleep, until } from "./redis.js";

const minute: LimitWindow = { name: "minute", quota: 40, window: 600 };
const wide: LimitWindow = { name: "wide", quota: 1_000_000, window: 600 };

interface Call {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly took: number;
  readonly outcome: "allowed" | "rejected" | "unavailable";
}

/** Calls without a break, in several lines, until it is told to stop. */
function traffic(store: LimitStore, window: LimitWindow): { readonly calls: readonly Call[]; stop(): Promise<void> } {
  const calls: Call[] = [];
  let stopped = false;
  const line = async (): Promise<void> => {
    while (!stopped) {
      const at = Date.now();
      let outcome: Call["outcome"];
      try {
        outcome = (await store.consume("traffic", [window], 1)).allowed ? "allowed" : "rejected";
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        expect({ code: error.code, headers: error.headers }).toEqual({
          code: "unavailable",
          headers: ["Retry-After", expect.stringMatching(/^[12]$/)],
        });
        outcome = "unavailable";
      }
      calls.push({ at, took: Date.now() - at, outcome });
      await sleep(2);
    }
  };
  const lines = Promise.all(Array.from({ length: 8 }, line));
  return {
    calls,
    async stop() {
      stopped = true;
      await lines;
    },
  };
}

interface Outage {
  readonly before: readonly Call[];
  readonly during: readonly Call[];
  readonly after: readonly Call[];
  /** When calls that were allowed ended, in milliseconds since the epoch like the moments of the outage. */
  readonly allowed: readonly number[];
  readonly killed: number;
  readonly started: number;
}

const outcomes = (calls: readonly Call[]): readonly string[] => [...new Set(calls.map(({ outcome }) => outcome))].sort();

for (const client of clientNames) {
  describeRedisServer(`a server whose Redis is killed and started again, through ${client}`, () => {
    let server: OwnServer;
    let connection: Connection;
    let events: StoreEvent[];
    beforeEach(async () => {
      server = await ownServer();
      connection = await clients[client](server.url);
      events = [];
    });
    afterEach(async () => {
      await connection.close();
      await server.remove();
    });

    /** Traffic before, during and after an outage of a second: as much as it takes, however slow the machine is. A Redis that is busy is not away. */
    async function outage(options: FailoverOptions, window: LimitWindow): Promise<Outage> {
      const store = limitFailover(redisLimits(connection.redis), { timeout: 3000, ...options, onStore: (event) => events.push(event) });
      const running = traffic(store, window);
      await until(() => running.calls.length > 200);
      const killed = Date.now();
      await server.kill();
      const gone = Date.now();
      const many = running.calls.length + 200;
      await sleep(1000);
      await until(() => running.calls.length > many);
      const started = Date.now();
      await server.start();
      await until(() => events.at(-1)?.store === "back");
      const back = Date.now();
      await until(() => running.calls.filter(({ at }) => at > back).length > 100);
      await running.stop();
      return {
        before: running.calls.filter(({ at, took }) => at + took < killed),
        // A call that was under way when Redis went may have been answered by it.
        during: running.calls.filter(({ at, took }) => at > gone && at + took < started),
        after: running.calls.filter(({ at }) => at > back),
        allowed: running.calls.filter(({ outcome }) => outcome === "allowed").map(({ at, took }) => at + took),
        killed,
        started,
      };
    }

    it('goes on with its share of the quota under "local"', async () => {
      const { during, allowed, killed, started } = await outage({ onStoreError: "local", instances: 4 }, minute);
      // A quota is used up in milliseconds, by calls that may end in the one in which Redis goes or comes back.
      const until = (time: number): number => allowed.filter((end) => end <= time).length;
      expect(until(killed - 1)).toBe(40);
      expect(until(started - 1)).toBe(50);
      expect(outcomes(during)).toContain("rejected");
      // The Redis that came back knows of nothing.
      expect(allowed.length).toBeGreaterThan(50);
      expect(allowed.length).toBeLessThanOrEqual(90);
    });

    it('lets everything pass under "open"', async () => {
      const { before, during, after } = await outage({ onStoreError: "open" }, { ...minute, quota: 5 });
      expect(outcomes(before)).toEqual(["allowed", "rejected"]);
      expect(during.length).toBeGreaterThan(100);
      expect(outcomes(during)).toEqual(["allowed"]);
      expect(outcomes(after)).toContain("rejected");
    });

    it('answers 503 with `Retry-After` under "closed"', async () => {
      const { before, during, after } = await outage({ onStoreError: "closed" }, wide);
      expect(outcomes(before)).toEqual(["allowed"]);
      expect(outcomes(during)).toEqual(["unavailable"]);
      expect(outcomes(after)).toEqual(["allowed"]);
    });

    it("is told so once, and once that it is over", async () => {
      const { during } = await outage({ onStoreError: "open" }, wide);
      expect(events).toEqual([
        { store: "away", error: expect.any(Error) as Error, onStoreError: "open" },
        { store: "back", after: expect.any(Number) as number, calls: expect.any(Number) as number },
      ]);
      const [, back] = events;
      expect(back?.store === "back" ? back.calls : 0).toBeGreaterThanOrEqual(during.length);
    });

    it("has nobody wait for a Redis that hangs, but the first", async () => {
      const timeout = 1000;
      const store = limitFailover(redisLimits(connection.redis), { onStoreError: "open", timeout, onStore: (event) => events.push(event) });
      const running = traffic(store, wide);
      await until(() => running.calls.length > 100);
      server.pause();
      await sleep(2500);
      server.resume();
      await until(() => events.at(-1)?.store === "back");
      await running.stop();
      // One for each of the lines that were under way.
      const waited = running.calls.filter(({ took }) => took >= timeout - 1);
      expect(waited.length).toBeGreaterThan(0);
      expect(waited.length).toBeLessThanOrEqual(8);
      expect(outcomes(running.calls)).toEqual(["allowed"]);
    });
  });
}

describeRedisServer("a server that comes up without its Redis", () => {
  describe.each(clientNames)("through %s", (client) => {
    it("counts by itself until there is one", async () => {
      const server = await ownServer();
      const connection = await clients[client](server.url);
      await server.kill();
      const store = limitFailover(redisLimits(connection.redis), { onStore: () => undefined });
      const first = await store.consume("key", [minute], 1);
      expect(first).toMatchObject({ allowed: true, windows: [{ name: "minute", quota: 40, remaining: 39 }] });
      await server.start();
      const watcher = new Redis(server.url);
      await until(async () => {
        await store.consume("key", [minute], 1);
        return (await watcher.keys("*")).length === 1;
      });
      watcher.disconnect();
      await connection.close();
      await server.remove();
    });
  });
});
