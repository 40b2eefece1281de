import { connect } from "node:net";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { RateLimits } from "../../templates/runtime/shared/rate-limits.js";
import { redisLimits } from "../../templates/runtime/server/limits/redis-limits.js";
import { route, serve, type Serving, type Setup } from "../unit/runtime/server/serving.js";
import {
  clients,
  type Connection,
  describeRedis,
  describeRedisServer,
  keysOf,
  ownServer,
  redisUrl,
  removeKeys,
  uniquePrefix,
  until,
} from "./redis.js";

const rateLimits: RateLimits = {
  key: { securityScheme: "bearer" },
  plans: { free: { policies: { minute: { quota: 60, window: 60 }, day: { quota: 1000, window: 86_400 } } } },
  defaultPlan: "free",
  headers: {
    limit: "X-RateLimit-Limit",
    remaining: "X-RateLimit-Remaining",
    reset: { name: "X-RateLimit-Reset", format: "unix-seconds" },
  },
};

const routes = [route("get", "GET", "/", { security: [["bearer"]] })];

/** An instance of a service on a port of its own. */
const instance = (setup: Setup): Promise<Serving> =>
  serve(routes, {
    definition: { schemes: { bearer: { kind: "bearer" } } },
    authenticate: { bearer: (key: string) => (key.startsWith("key-") ? { key } : undefined) },
    handlers: { get: () => ({ status: 200, body: {} }) },
    rateLimits,
    ...setup,
  });

const get = ({ url }: Serving, key: string): Promise<Response> => fetch(url, { headers: { Authorization: `Bearer ${key}` } });

describeRedis("two instances of a service with one Redis", () => {
  const prefix = uniquePrefix();
  const watcher = new Redis(redisUrl, { lazyConnect: true });
  const connections: Connection[] = [];
  const running: Serving[] = [];

  beforeAll(async () => {
    connections.push(await clients.ioredis(redisUrl), await clients.redis(redisUrl));
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((serving) => serving.close()));
  });
  afterAll(async () => {
    watcher.disconnect();
    await Promise.all(connections.map((connection) => connection.close()));
    await removeKeys(redisUrl, prefix);
  });

  async function instances(part: string, setup: Setup = {}): Promise<readonly [Serving, Serving]> {
    const start = (index: number): Promise<Serving> => {
      const { redis } = connections[index] ?? {};
      if (redis === undefined) throw new Error("There are two connections");
      return instance({ ...setup, limits: redisLimits(redis, { prefix: `${prefix}${part}:` }), timeout: 60_000 });
    };
    const both = [await start(0), await start(1)] as const;
    running.push(...both);
    return both;
  }

  it("answer together as many calls at once as the plan allows", async () => {
    const [one, other] = await instances("burst");
    const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => get(index % 2 === 0 ? one : other, "key-burst")));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(140);
    const told = answers.map(({ headers }) => Number(headers.get("x-ratelimit-remaining"))).sort((less, more) => more - less);
    expect(told).toEqual([...Array.from({ length: 60 }, (_, index) => 59 - index), ...Array<number>(140).fill(0)]);
    for (const { status, headers } of answers) {
      if (status === 200) continue;
      const wait = Number(headers.get("retry-after"));
      expect(wait).toBeGreaterThan(50);
      expect(wait).toBeLessThanOrEqual(60);
    }
  });

  it("hold a ban that one of them has pronounced", async () => {
    const [one, other] = await instances("ban", { ban: { rejected: 3, within: 60, for: 60 } });
    for (let call = 0; call < 63; call++) await get(one, "key-banned");
    expect((await get(other, "key-banned")).status).toBe(403);
    expect((await get(other, "key-good")).status).toBe(200);
  });

  it("tell of a ban once, however many calls come at once", async () => {
    const told: number[] = [];
    const both = await instances("told", { ban: { rejected: 3, within: 60, for: 60 }, onBan: ({ retryAfter }) => told.push(retryAfter) });
    const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => get(both[index % 2] ?? both[0], "key-told")));
    expect(answers.filter(({ status }) => status === 403).length).toBeGreaterThan(100);
    await until(() => told.length > 0);
    expect(told).toEqual([60]);
  });

  it("give back the places of all requests of a connection that closes", async () => {
    const held: RateLimits = { ...rateLimits, plans: { free: { policies: { calls: { concurrency: 10 } } } } };
    let begun = 0;
    const work = () => {
      begun++;
      return new Promise(() => undefined);
    };
    const [one] = await instances("places", { rateLimits: held, handlers: { get: work } });
    const socket = connect(Number(new URL(one.url).port), "127.0.0.1");
    socket.write("GET / HTTP/1.1\r\nhost: x\r\nauthorization: Bearer key-places\r\n\r\n".repeat(3));
    await until(() => begun === 3);
    const places = async (): Promise<number> => {
      const keys = (await keysOf(watcher, `${prefix}places:`)).filter((key) => key.endsWith(":calls"));
      return (await Promise.all(keys.map((key) => watcher.zcard(key)))).reduce((sum, count) => sum + count, 0);
    };
    expect(await places()).toBe(3);
    socket.destroy();
    await until(async () => (await places()) === 0);
  });

  it("leave no credential in Redis, neither in a key nor in a value", async () => {
    const [one] = await instances("secret");
    const secret = "key-5ecret-of-a-caller";
    for (const key of [secret, `un${secret}`]) await get(one, key);
    const keys = await keysOf(watcher, `${prefix}secret:`);
    expect(keys).toHaveLength(2);
    for (const key of keys) {
      const all = JSON.stringify([key, await watcher.hgetall(key)]);
      for (const form of [secret, "5ecret", Buffer.from(secret).toString("base64"), "127.0.0.1"]) expect(all).not.toContain(form);
    }
  });
});

describeRedisServer("a service whose Redis goes away", () => {
  it("says so with 503 and when to come back, and answers again by itself", async () => {
    const server = await ownServer();
    const connection = await clients.ioredis(server.url);
    const serving = await instance({ limits: redisLimits(connection.redis), onStoreError: "closed", onStore: () => undefined });
    await until(async () => (await get(serving, "key-1")).status === 200);
    await server.kill();
    const refused = await get(serving, "key-1");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await refused.text()).not.toMatch(/redis|ECONN|127\.0\.0\.1/i);
    await server.start();
    await until(async () => (await get(serving, "key-1")).status === 200);
    await serving.close();
    await connection.close();
    await server.remove();
  });
});
