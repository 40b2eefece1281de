/** Four processes whose gate is on a Redis that fails over, hangs or loses what it has, in the middle of their calls. */
import { connect, createServer, type Server, type Socket } from "node:net";
import { Redis } from "ioredis";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { RateLimits } from "../../templates/runtime/shared/rate-limits.js";
import { localServers } from "../support/chromium.js";
import { route, serve, type Serving } from "../unit/runtime/server/serving.js";
import type { CallerOrder, CallsOrder, CallsOutcome } from "./gate-caller.js";
import { describeRedisServer, freePort, ownServer, sleep, until, type OwnServer } from "./redis.js";
import { startWorkers, type Workers } from "./workers.js";

/** 10 calls in a second. */
const limits: RateLimits = {
  key: { securityScheme: "bearer" },
  plans: { free: { policies: { short: { quota: 10, window: 1 } } } },
  defaultPlan: "free",
  headers: {
    limit: "X-RateLimit-Limit",
    remaining: "X-RateLimit-Remaining",
    reset: { name: "X-RateLimit-Reset", format: "unix-millis" },
  },
};

/** An address that stays the same when another server takes over. */
interface Address {
  readonly url: string;
  /** Connections to the server before are cut. */
  leadTo(port: number): void;
  close(): void;
}

async function stableAddress(first: number): Promise<Address> {
  let target = first;
  const sockets = new Set<Socket>();
  const server: Server = createServer((near) => {
    const far = connect(target, "127.0.0.1");
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    leadTo(next) {
      target = next;
      cut();
    },
    close() {
      cut();
      server.close();
    },
  };
}

let master: OwnServer;
let replica: OwnServer;
let address: Address;
let workers: Workers;
/** Kinds of what each process was told. */
let told: string[][];

/** The replica has all that the master has. */
async function replicated(): Promise<void> {
  const [one, other] = [new Redis(master.url), new Redis(replica.url)];
  await until(async () => (await other.info("replication")).includes("master_link_status:up"));
  await until(async () => (await Promise.all((await one.keys("*")).map((key) => other.exists(key)))).every((there) => there === 1));
  one.disconnect();
  other.disconnect();
}

async function command(url: string, name: string, ...more: string[]): Promise<void> {
  const redis = new Redis(url);
  await redis.call(name, ...more);
  redis.disconnect();
}

const promote = (): Promise<void> => command(replica.url, "replicaof", "no", "one");

const allTold = (kind: string): Promise<void> => until(() => told.every((kinds) => kinds.includes(kind)));

/** Starts four processes. `timeout`: milliseconds that they wait for Redis. */
async function startCallers(serviceUrl: string, timeout: number): Promise<void> {
  told = [[], [], [], []];
  const order = { redisUrl: address.url, prefix: "gates:", serviceUrl, limits, timeout };
  const orders = told.map((_, index): CallerOrder => ({ ...order, client: index % 2 === 0 ? "ioredis" : "redis" }));
  workers = await startWorkers("./gate-caller.ts", orders, (index, event) => told[index]?.push(event));
}

const names = (index: number, count: number): string[] => Array.from({ length: count }, (_, number) => `${index} ${number}`);

/** Each process makes so many calls at once. */
const allCall = (count: number, maxWait: number): Promise<readonly CallsOutcome[]> =>
  Promise.all(told.map((_, index) => workers.ask<CallsOutcome>(index, { calls: names(index, count), maxWait } satisfies CallsOrder)));

beforeEach(async () => {
  master = await ownServer();
  replica = await ownServer(["--replicaof", "127.0.0.1", String(master.port), "--repl-diskless-sync-delay", "0"]);
  await replicated();
  address = await stableAddress(master.port);
});
afterEach(async () => {
  workers.end();
  address.close();
  await replica.remove();
  await master.remove();
});

describeRedisServer("four processes that call a service with a limit", () => {
  let service: Serving;
  /** The calls that the service has let in. */
  let received: (string | null)[];
  /** After the first 15 nothing is answered before. */
  let held: Promise<void>;
  let goOn: () => void;

  beforeEach(async () => {
    received = [];
    held = new Promise((resolve) => (goOn = resolve));
    service = await serve([route("get", "GET", "/", { security: [["bearer"]] })], {
      definition: { schemes: { bearer: { kind: "bearer" } } },
      authenticate: { bearer: (key: string) => ({ key }) },
      handlers: {
        get: async (_: never, { request }: { readonly request: { readonly url: string } }) => {
          if (received.push(new URL(request.url, "http://service").searchParams.get("call")) > 15) await held;
          return { status: 200, body: {} };
        },
      },
      rateLimits: limits,
    });
  });
  afterEach(() => service.close());

  // More than are let in before the trouble: no process is done by then.
  const perProcess = 20;
  const all = [0, 1, 2, 3].flatMap((index) => names(index, perProcess)).sort();

  /** All make their calls, and something happens in the middle of them, while each process has calls under way or waiting. */
  async function callDuring(trouble: () => Promise<void>): Promise<void> {
    const outcomes = allCall(perProcess, 600_000);
    const isOver = outcomes.then(() => expect.fail("All was over before it began"));
    await Promise.race([isOver, until(() => received.length > 15)]);
    isOver.catch(() => undefined);
    await trouble();
    goOn();
    for (const { answers, early } of await outcomes) {
      expect(answers).toEqual(Array<number>(perProcess).fill(200));
      expect(early).toBe(0);
    }
    expect(received.toSorted()).toEqual(all);
  }

  it("make each of their calls once when a replica takes over", async () => {
    await startCallers(service.url, 500);
    await callDuring(async () => {
      await master.kill();
      await promote();
      address.leadTo(replica.port);
    });
  });

  it("make each of their calls once when nobody takes over for some seconds", async () => {
    await startCallers(service.url, 500);
    await callDuring(async () => {
      await master.kill();
      goOn();
      await allTold("store-away");
      await promote();
      address.leadTo(replica.port);
    });
  });

  it("make each of their calls once when the store answers nothing for some seconds, and come back", async () => {
    await startCallers(service.url, 500);
    await callDuring(async () => {
      master.pause();
      goOn();
      await allTold("store-away");
      await sleep(1000);
      master.resume();
    });
    // What is over has no work to come back for.
    await until(async () => {
      for (const { answers } of await allCall(1, 600_000)) expect(answers).toEqual([200]);
      return told.every((kinds) => kinds.filter((kind) => kind.startsWith("store")).at(-1) === "store-back");
    });
  });

  it("make each of their calls once when the store loses what it has, and do not even notice", async () => {
    await startCallers(service.url, 60_000);
    await callDuring(() => command(master.url, "flushall"));
    expect(told.flat().filter((kind) => kind.startsWith("store"))).toEqual([]);
  });
});

describeRedisServer("four processes of which one was told to come back in an hour", () => {
  const servers = localServers();
  let received: number;

  beforeEach(async () => {
    received = 0;
    const url = await servers.listen((_, response) => {
      received += 1;
      const left = { "X-RateLimit-Limit": "10", "X-RateLimit-Remaining": "5", "X-RateLimit-Reset": String(Date.now() + 1000) };
      if (received <= 4) response.writeHead(200, { "Content-Type": "application/json", ...left }).end("{}");
      else response.writeHead(429, { "Retry-After": "3600" }).end();
    });
    await startCallers(url, 60_000);
    for (const { answers } of await allCall(1, 60_000)) expect(answers).toEqual([200]);
  });
  afterEach(() => {
    servers.close();
  });

  /** Each process makes a call that the service does not see. */
  async function allWait(): Promise<void> {
    expect(await allCall(1, 1000)).toEqual(Array(4).fill({ answers: ["retry-after"], early: 0 }));
    expect(received).toBe(5);
  }

  async function oneIsTold(): Promise<void> {
    const first = await workers.ask<CallsOutcome>(0, { calls: ["first"], maxWait: 60_000 } satisfies CallsOrder);
    expect(first.answers).toEqual(["retry-after"]);
  }

  it("all wait, also when the store has lost what it had", async () => {
    await oneIsTold();
    await allWait();
    await command(master.url, "flushall");
    await allWait();
    await allWait();
  });

  it("all wait, also when a replica takes over that has not heard of it", async () => {
    await replicated();
    await promote();
    await oneIsTold();
    await allWait();
    await master.kill();
    address.leadTo(replica.port);
    await allWait();
    await allWait();
  });
});
