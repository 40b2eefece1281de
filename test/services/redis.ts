/** Real Redis for tests: the one that runs already, and servers of a test's own. */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { createClient } from "redis";
import { describe } from "vitest";
import type { RedisClient } from "../../templates/runtime/shared/redis-client.js";

export const redisUrl = process.env["REDIS_URL"] ?? "redis://127.0.0.1:6379";

const required = process.env["SUNDIAL_REQUIRE_SERVICES"] === "1";

/** `describe`, where a Redis answers. Elsewhere its tests are skipped, or fail where services are required. */
export const describeRedis = await describeWhere(answers(), `no Redis at ${redisUrl}`);

/** `describe`, where a Redis server can be started. */
export const describeRedisServer = await describeWhere(
  Promise.resolve(spawnSync("redis-server", ["--version"]).status === 0),
  "no `redis-server` to start",
);

async function describeWhere(available: Promise<boolean>, missing: string): Promise<(name: string, tests: () => void) => void> {
  if (required || (await available)) return (name, tests) => void describe(name, tests);
  return (name, tests) => {
    console.warn(`Skipped: ${name} (${missing})`);
    describe.skip(name, tests);
  };
}

async function answers(): Promise<boolean> {
  const redis = new Redis(redisUrl, { lazyConnect: true, connectTimeout: 1000, retryStrategy: () => null });
  redis.on("error", () => undefined);
  const pong = await redis.connect().then(
    () => true,
    () => false,
  );
  redis.disconnect();
  return pong;
}

/** What the keys of one run begin with, so that runs do not meet. */
export const uniquePrefix = (): string => `sundial-test:${randomBytes(8).toString("hex")}:`;

export interface Connection {
  readonly redis: RedisClient;
  close(): Promise<void>;
}

/** How a program connects with each client. Errors of a connection come back through commands. */
export const clients = {
  async ioredis(url: string): Promise<Connection> {
    const redis = new Redis(url, { retryStrategy: (times) => Math.min(50 * times, 200) });
    redis.on("error", () => undefined);
    await redis.ping();
    return {
      redis,
      close() {
        redis.disconnect();
        return Promise.resolve();
      },
    };
  },
  async redis(url: string): Promise<Connection> {
    const redis = createClient({
      url,
      socket: { reconnectStrategy: (times) => Math.min(50 * times, 200) },
      // Five seconds by default, which is short for thousands of commands at once on a machine with other work.
      commandOptions: { timeout: 60_000 },
    });
    redis.on("error", () => undefined);
    await redis.connect();
    return {
      redis,
      close() {
        redis.destroy();
        return Promise.resolve();
      },
    };
  },
} as const;

export type ClientName = keyof typeof clients;
export const clientNames = Object.keys(clients) as ClientName[];

/** Removes what a run has written, by its prefix. */
export async function removeKeys(url: string, prefix: string): Promise<void> {
  const redis = new Redis(url);
  for (const key of await keysOf(redis, prefix)) await redis.del(key);
  redis.disconnect();
}

/** All keys that begin with a prefix. */
export async function keysOf(redis: Redis, prefix: string): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const found of redis.scanStream({ match: `${prefix}*`, count: 1000 })) keys.push(...(found as string[])); // of a scan of keys
  return keys.sort();
}

/** A server of a test's own, which can be killed, and started again empty on the same port. */
export interface OwnServer {
  readonly url: string;
  readonly port: number;
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Keeps its connections and answers nothing, until `resume`. */
  pause(): void;
  resume(): void;
  remove(): Promise<void>;
}

/** Servers that run: none of them outlives the tests. */
const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

export async function ownServer(more: readonly string[] = []): Promise<OwnServer> {
  const folder = await mkdtemp(join(tmpdir(), "sundial-redis-"));
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  const server: OwnServer = {
    url,
    port,
    async start() {
      const started = spawn(
        "redis-server",
        ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder, ...more],
        {
          stdio: "ignore",
        },
      );
      child = started;
      running.add(started);
      started.once("exit", () => running.delete(started));
      await untilReady(url);
    },
    async kill() {
      const last = child;
      child = undefined;
      if (last?.exitCode !== null) return;
      const ended = new Promise((resolve) => last.once("exit", resolve));
      last.kill("SIGKILL");
      await ended;
    },
    pause: () => void child?.kill("SIGSTOP"),
    resume: () => void child?.kill("SIGCONT"),
    async remove() {
      await server.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

async function untilReady(url: string): Promise<void> {
  const redis = new Redis(url, { retryStrategy: () => 20, maxRetriesPerRequest: 300 });
  redis.on("error", () => undefined);
  await redis.ping();
  redis.disconnect();
}

/** Ports for one file of tests at a time, of twelve at once. */
const portsPerWorker = 1000;
const firstPort = 20_000 + portsPerWorker * (Number(process.env["VITEST_POOL_ID"] ?? 0) % 12);
const givenPorts = new Set<number>();

/**
 * A port that nobody listens on. Not one of those that the system gives to connections, and to whoever else asks for any, nor one that
 * was given before or that tests beside these may be given: until it is taken, and while a server is away, another test might get it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = firstPort + Math.floor(Math.random() * portsPerWorker);
    if (givenPorts.has(port)) continue;
    givenPorts.add(port);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once("error", () => {
        resolve(false);
      });
      server.listen(port, "127.0.0.1", () => {
        resolve(true);
      });
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

/** Milliseconds. */
export const sleep = (duration: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, duration));

/** Waits until something holds, and fails when it has not after some seconds. */
export async function until(holds: () => boolean | Promise<boolean>, seconds = 60): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`What was waited for did not come about in ${seconds} s`);
    await sleep(10);
  }
}
