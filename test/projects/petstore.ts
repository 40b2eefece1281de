/** The Petstore service that projects call: the reference service, on a port of this machine. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { close, createPetstoreService, type Principal } from "../../examples/petstore/service.js";

export interface Petstore {
  readonly baseUrl: string;
  /** Of a plan that no project exhausts. */
  readonly key: string;
  /** Ten requests in two seconds. */
  readonly smallKey: string;
  /** The same service, a while away: milliseconds from a request to its answer. */
  readonly distant: { readonly baseUrl: string; readonly delay: number };
  readonly close: () => Promise<void>;
}

/** What is in the store, as `Answers` of a project that works. */
export const expected = { byFunction: ["Rex", "Polly"], byPath: ["Rex", "Tom"] } as const;

export async function startPetstore(): Promise<Petstore> {
  const [key, smallKey] = ["key-of-a-project", "key-of-few-requests"];
  const service = createPetstoreService({
    keys: new Map<string, Principal>([
      [key, { name: "project", plan: { policies: { minute: { quota: 10_000, window: 60 } } } }],
      [smallKey, { name: "small", plan: { policies: { burst: { quota: 10, window: 2 } } } }],
    ]),
    // Pages call it from addresses of their own.
    cors: true,
    animals: [
      { id: 1, name: "Rex", categoryId: 1, status: "available" },
      { id: 2, name: "Tom", categoryId: 2, status: "sold" },
      { id: 3, name: "Polly", categoryId: 3, status: "available" },
    ],
  });
  const delay = 400;
  const distant = createServer((request, response) => {
    setTimeout(() => service.emit("request", request, response), delay);
  });
  const [near, far] = await Promise.all(
    [service, distant].map(async (server) => {
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1`; // it listens on a port: no pipe
    }),
  );
  if (near === undefined || far === undefined) throw new Error("The service has no address");
  return {
    baseUrl: near,
    key,
    smallKey,
    distant: { baseUrl: far, delay },
    close: async () => {
      await Promise.all([close(service), close(distant)]);
    },
  };
}
