import { Cluster, Redis } from "ioredis";
import { createCluster } from "redis";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { LimitPolicy } from "../../templates/runtime/server/limits/limit-store.js";
import { redisLimits } from "../../templates/runtime/server/limits/redis-limits.js";
import type { RedisClient } from "../../templates/runtime/shared/redis-client.js";
import { redisStates } from "../../templates/runtime/client/limits/redis-states.js";
import { describeRedisServer, freePort, ownServer, type OwnServer, until } from "./redis.js";

const slots = 16_384;

/** Three nodes that share the slots. None takes another one for dead because the machine has other work. */
async function ownCluster(): Promise<readonly OwnServer[]> {
  const buses = await Promise.all([freePort(), freePort(), freePort()]);
  const nodes = await Promise.all(
    buses.map((bus) => ownServer(["--cluster-enabled", "yes", "--cluster-port", String(bus), "--cluster-node-timeout", "60000"])),
  );
  const admins = nodes.map(({ url }) => new Redis(url));
  await Promise.all(
    admins.map(async (admin, index) => {
      await admin.cluster("SET-CONFIG-EPOCH", index + 1);
      const [from, to] = [index, index + 1].map((each) => Math.floor((each * slots) / nodes.length));
      await admin.cluster("ADDSLOTSRANGE", from ?? 0, (to ?? 0) - 1);
    }),
  );
  for (const [index, { port }] of nodes.entries()) await admins[0]?.call("CLUSTER", "MEET", "127.0.0.1", port, buses[index] ?? 0);
  await until(async () => {
    const states = await Promise.all(admins.map((admin) => admin.cluster("INFO")));
    return states.every(
      (state) => state.includes("cluster_state:ok") && state.includes("cluster_known_nodes:3") && state.includes("cluster_size:3"),
    );
  });
  for (const admin of admins) admin.disconnect();
  return nodes;
}

describeRedisServer("on a cluster of three nodes", () => {
  let nodes: readonly OwnServer[];
  let ofIoredis: Cluster;
  let ofRedis: Awaited<ReturnType<typeof connect>>;
  const connect = () => createCluster({ rootNodes: nodes.map(({ url }) => ({ url })) }).connect();
  const each = (): readonly (readonly [string, RedisClient])[] => [
    ["ioredis", ofIoredis],
    ["redis", ofRedis],
  ];

  beforeAll(async () => {
    nodes = await ownCluster();
    ofIoredis = new Cluster(nodes.map(({ port }) => ({ host: "127.0.0.1", port })));
    ofRedis = await connect();
  });
  afterAll(async () => {
    ofIoredis.disconnect();
    ofRedis.destroy();
    await Promise.all(nodes.map((node) => node.remove()));
  });

  it("limits count many keys, on every node, with several windows each", async () => {
    const windows = [
      { name: "minute", quota: 2, window: 60 },
      { name: "day", quota: 5, window: 86_400 },
    ];
    for (const [client, redis] of each()) {
      const store = redisLimits(redis, { prefix: `${client}:` });
      const allowed = await Promise.all(
        Array.from({ length: 90 }, async (_, index) => (await store.consume(`key ${index % 30}`, windows, 1)).allowed),
      );
      expect(allowed.filter(Boolean)).toHaveLength(60);
    }
    const sizes = await Promise.all(ofIoredis.nodes("master").map((node) => node.dbsize()));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(60);
    for (const size of sizes) expect(size).toBeGreaterThan(5);
  });

  it("calls count under several keys where these are together, and in all kinds under each", async () => {
    const policies: readonly LimitPolicy[] = [
      { name: "minute", quota: 5, window: 60, kind: "sliding" },
      { name: "calls", quota: 1, window: 0, kind: "concurrency" },
    ];
    const groups = Array.from({ length: 8 }, (_, index) => ({ key: `key ${index}`, policies }));
    for (const [client, redis] of each()) {
      const store = redisLimits(redis, { prefix: `${client}}all:` });
      const taken = await store.consumeAll?.({ groups, cost: 1, together: true });
      expect([taken?.allowed, taken?.windows.length]).toEqual([true, 16]);
      expect(await store.consumeAll?.({ groups, cost: 1, together: true })).toMatchObject({ allowed: false });
      taken?.release?.();
      for (const group of groups) expect(await store.consumeAll?.({ groups: [group], cost: 1 })).toMatchObject({ allowed: true });
      await expect(store.consumeAll?.({ groups, cost: 1 })).rejects.toThrow(/slot/i);
    }
    await Promise.all(ofIoredis.nodes("master").map((node) => node.flushall()));
  });

  it("gates share their states, on every node", async () => {
    for (const [client, redis] of each()) {
      const states = redisStates(redis, { prefix: `${client}:`, timeout: 60_000 });
      const seen = await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          states.update(`gate ${index % 10}`, (text = "") => ({ state: `${text}x`, ttl: 60_000, value: text.length + 1 })),
        ),
      );
      expect(seen.toSorted()).toEqual([...Array<number>(10).fill(1), ...Array<number>(10).fill(2), ...Array<number>(10).fill(3)]);
    }
  });

  it("a key has its slot by what it counts, whatever the prefix", async () => {
    const slot = (key: string): Promise<number> => ofIoredis.cluster("KEYSLOT", key);
    await redisLimits(ofIoredis, { prefix: "a:" }).consume("one key", [{ name: "minute", quota: 1, window: 60 }], 1);
    await redisLimits(ofIoredis, { prefix: "b:" }).consume("one key", [{ name: "minute", quota: 1, window: 60 }], 1);
    expect(await ofIoredis.exists("a:{one key}", "b:{one key}")).toBe(2);
    expect(await slot("a:{one key}")).toBe(await slot("one key"));
  });
});
