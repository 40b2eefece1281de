import { Redis } from "ioredis";
import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import type { RateLimits } from "../../templates/runtime/shared/rate-limits.js";
import { route, serve, type Serving } from "../unit/runtime/server/serving.js";
import type { ClientOrder, ClientOutcome } from "./client-worker.js";
import { describeRedis, describeRedisServer, keysOf, ownServer, redisUrl, removeKeys, uniquePrefix, until } from "./redis.js";
import { runTogether } from "./workers.js";

/** 30 calls in 2 seconds. */
const limits: RateLimits = {
  key: { securityScheme: "bearer" },
  plans: { free: { policies: { short: { quota: 30, window: 2 } } } },
  defaultPlan: "free",
  headers: {
    limit: "X-RateLimit-Limit",
    remaining: "X-RateLimit-Remaining",
    reset: { name: "X-RateLimit-Reset", format: "unix-millis" },
  },
};

let service: Serving;
/** The calls that the service has let in, in their order, and how often it has turned one away. */
let received: (string | null)[];
let rejected: number;
/** After the first forty nothing is answered before. */
let held: Promise<void> | undefined;

beforeEach(async () => {
  received = [];
  rejected = 0;
  held = undefined;
  service = await serve([route("get", "GET", "/", { security: [["bearer"]] })], {
    definition: { schemes: { bearer: { kind: "bearer" } } },
    authenticate: { bearer: (key: string) => ({ key }) },
    handlers: {
      get: async (_: never, { request }: { readonly request: { readonly url: string } }) => {
        if (received.push(new URL(request.url, "http://service").searchParams.get("call")) > 40) await held;
        return { status: 200, body: {} };
      },
    },
    errors: (problem) => {
      if (problem.status === 429) rejected++;
      return problem;
    },
    rateLimits: limits,
  });
});
afterEach(() => service.close());

/** Two processes that have one credential, and make 60 calls each at once. They stay until they have been told of `staysFor`. */
function twoProcesses(
  url: string,
  prefix: string,
  timeout: number,
  staysFor?: string,
  onEvent?: (process: number, event: string) => void,
): Promise<readonly ClientOutcome[]> {
  return runTogether<ClientOutcome>(
    "./client-worker.ts",
    (["ioredis", "redis"] as const).map((client): ClientOrder => ({
      client,
      prefix,
      limits,
      redisUrl: url,
      serviceUrl: service.url,
      timeout,
      ...(staysFor === undefined ? {} : { staysFor }),
      calls: Array.from({ length: 60 }, (_, index) => `${client} ${index}`),
    })),
    onEvent,
  );
}

const expected = ["ioredis", "redis"].flatMap((client) => Array.from({ length: 60 }, (_, index) => `${client} ${index}`)).sort();

describeRedis("two processes with one credential and one Redis", () => {
  const prefix = uniquePrefix();
  afterAll(() => removeKeys(redisUrl, prefix));

  it("make all their calls once, and are never turned away", async () => {
    // Longer than any machine is busy with something else: a Redis that is late would be taken for one that is away.
    const outcomes = await twoProcesses(redisUrl, prefix, 10_000);
    expect(outcomes.flatMap(({ statuses }) => statuses)).toEqual(Array<number>(120).fill(200));
    expect(received.toSorted()).toEqual(expected);
    expect(rejected).toBe(0);
  }, 300_000);

  it("show no credential to Redis", async () => {
    const watcher = new Redis(redisUrl);
    const keys = await keysOf(watcher, prefix);
    expect(keys.length).toBeGreaterThan(0);
    const held = await Promise.all(keys.map((key) => watcher.get(key)));
    expect(JSON.stringify([keys, held])).not.toMatch(/key-shared|a2V5LXNoYXJlZA|127\.0\.0\.1/);
    watcher.disconnect();
  });
});

describeRedisServer("two processes whose Redis is killed and started again while they call", () => {
  it("make all their calls once, and share again as soon as they can", async () => {
    const server = await ownServer();
    try {
      const events: string[][] = [[], []];
      let goOn = (): void => undefined;
      held = new Promise((resolve) => (goOn = resolve));
      const outcomes = twoProcesses(server.url, "gates:", 500, "store-away", (index, event) => events[index]?.push(event));
      const whenever = (holds: () => boolean): Promise<unknown> => Promise.race([outcomes, until(holds)]);
      await whenever(() => received.length > 40);
      await server.kill();
      // Each still waits for answers, of which the other one has to know.
      goOn();
      await whenever(() => events.every((told) => told.includes("store-away")));
      await server.start();
      for (const { statuses, told } of await outcomes) {
        expect(statuses).toEqual(Array<number>(60).fill(200));
        expect(told).toContain("store-away");
      }
      expect(received.toSorted()).toEqual(expected);
    } finally {
      await server.remove();
    }
  }, 300_000);
});
