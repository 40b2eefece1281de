/** Clients as their libraries make them, handed over without a cast. */
import { Cluster, Redis } from "ioredis";
import { createClient, createClientPool, createCluster, createSentinel, RESP_TYPES } from "redis";
import type { RedisClient } from "./runtime/redis-client.js";

declare function take(redis: RedisClient): void;

take(new Redis());
take(new Redis({ replyMapping: "resp3", protocol: 3 }));
take(new Redis({ keyPrefix: "app:", stringNumbers: true }));
take(new Cluster([{ host: "127.0.0.1", port: 6379 }]));
take(createClient());
take(createClient({ RESP: 2 }));
take(createClient({ RESP: 3 }));
take(createClient().withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer, [RESP_TYPES.NUMBER]: String }));
take(await createClient().connect());
take(createClientPool());
take(createCluster({ rootNodes: [{ url: "redis://127.0.0.1:6379" }] }));
take(createSentinel({ name: "main", sentinelRootNodes: [{ host: "127.0.0.1", port: 26379 }] }));

// @ts-expect-error a client that cannot run scripts
take({ get: (key: string) => Promise.resolve(key) });
