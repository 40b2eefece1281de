/** A Redis of the benchmark's own, or the one of `REDIS_URL`. */
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { once } from "node:events";
import { Redis } from "ioredis";

export interface RunningRedis {
  /** Undefined where there is neither a `REDIS_URL` nor a `redis-server` to start. */
  readonly url: string | undefined;
  readonly stop: () => Promise<void>;
}

export async function startRedis(): Promise<RunningRedis> {
  const given = process.env["REDIS_URL"];
  if (given !== undefined) return { url: given, stop: () => Promise.resolve() };
  const port = await freePort();
  const child = spawn("redis-server", ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"], {
    stdio: "ignore",
  });
  const absent = once(child, "error").then(() => true);
  const url = `redis://127.0.0.1:${String(port)}`;
  if (await Promise.race([absent, answers(url).then(() => false)])) return { url: undefined, stop: () => Promise.resolve() };
  return {
    url,
    stop: async () => {
      child.kill();
      await once(child, "exit");
    },
  };
}

async function answers(url: string): Promise<void> {
  const redis = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => 50 });
  redis.on("error", () => undefined); // it is asked again until it is up
  await redis.ping();
  redis.disconnect();
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("A TCP server has a port");
  return address.port;
}
