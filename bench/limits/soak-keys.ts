/** A server's count of many keys; then calls with one key after the other, each with a client of its own. Run it with `--expose-gc`. */
import { createPetstoreClient, listPets, memoryLimits } from "../../generated/petstore/index.js";

const [, , count = "1000000", window = "2"] = process.argv;
const keys = Number(count);
const seconds = Number(window);
const rounds = 10;
const callsPerKey = 3;

/** Used memory in megabytes, after what is not used was collected. */
function heap(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1e6;
}

async function inRounds(title: string, each: (index: number) => unknown): Promise<void> {
  console.log(`${title}: ${String(keys)} keys\n\n| keys | µs a key | heap, MB |\n|---|---|---|\n| 0 | | ${heap().toFixed(0)} |`);
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    for (let index = (round * keys) / rounds; index < ((round + 1) * keys) / rounds; index += 1) await each(index);
    const took = ((performance.now() - start) * 1000) / (keys / rounds);
    console.log(`| ${String(((round + 1) * keys) / rounds)} | ${took.toFixed(1)} | ${heap().toFixed(0)} |`);
  }
  console.log();
}

const most = { "as many as it remembers by default": {}, "all of them": { maxKeys: keys } };
for (const [title, settings] of Object.entries(most)) {
  const store = memoryLimits(settings);
  const windows = [{ name: "minute", quota: 60, window: 60 }];
  await inRounds(`The server's counts in memory, ${title}`, (index) => store.consume(`key ${String(index)}`, windows, 1));
}

let calls = 0;
const options = {
  baseUrl: "https://petstore.example/v1",
  onLimit: (): void => undefined,
  fetch: (): Promise<Response> => {
    calls += 1;
    const headers = {
      "Content-Type": "application/json",
      "X-RateLimit-Limit": "60",
      "X-RateLimit-Remaining": String(59 - (calls % callsPerKey)),
      "X-RateLimit-Reset": String(Math.ceil(Date.now() / 1000) + seconds),
    };
    return Promise.resolve(new Response("[]", { headers }));
  },
};
await inRounds(`Clients, ${String(callsPerKey)} calls a key, windows of ${String(seconds)} s`, async (index) => {
  const client = createPetstoreClient({ ...options, auth: { bearerAuth: `key ${String(index)}` } });
  for (let call = 0; call < callsPerKey; call += 1) await listPets(client);
});
