/** Calls at random for a while, as a busy program does: in bursts, some with little patience, some given up, some not to be repeated. */
import { setTimeout as sleep } from "node:timers/promises";
import { createPet, listPets } from "../../generated/petstore/index.js";
import type { Assignment, FromCaller } from "./messages.js";
import { createSundialClient } from "./ours.js";

const { baseUrl, key, redis, calls } = JSON.parse(process.argv[2] ?? "{}") as Assignment; // written by `soak.ts`
const [minutes, process_] = calls;
process.on("disconnect", () => process.exit());

const petstore = await createSundialClient({ baseUrl, key, redis });
const warm = await createSundialClient({ baseUrl, key: `warm-${key}`, redis });
await Promise.all(Array.from({ length: 20 }, () => listPets(warm)));
const tell = (message: FromCaller, then = (): void => undefined): void => void process.send?.(message, undefined, undefined, then);
tell("ready");
await new Promise((resolve) => process.once("message", resolve));

async function call(number: number): Promise<string> {
  const [kind, patience, fate] = [Math.random(), Math.random(), Math.random()];
  const options = {
    headers: { "X-Call": `${String(process_)}-${String(number)}` },
    ...(patience < 0.1 && { rateLimit: { maxWait: 5000 } }),
    ...(patience > 0.8 && { rateLimit: { priority: "background" as const } }),
    ...(fate < 0.03 && { signal: AbortSignal.timeout(1 + Math.random() * 30_000) }),
  };
  try {
    if (kind < 0.7) return String((await listPets(petstore, {}, options)).status);
    return `POST ${String((await createPet(petstore, { body: { name: "Rex", categoryId: 1 } }, options)).status)}`;
  } catch (error) {
    return error instanceof Error ? error.name : String(error);
  }
}

const outcomes: Record<string, number> = {};
const running: Promise<void>[] = [];
const end = Date.now() + minutes * 60_000;
for (let number = 0; Date.now() < end;) {
  const burst = 1 + Math.floor(40 * Math.random() ** 4);
  for (let index = 0; index < burst; index += 1, number += 1) {
    running.push(call(number).then((outcome) => void (outcomes[outcome] = (outcomes[outcome] ?? 0) + 1)));
  }
  // Some 27 a minute and process: close to what two of them may, now and then more.
  await sleep(burst * 2200 * -Math.log(1 - Math.random()));
}
await Promise.all(running);
tell({ outcomes }, () => process.exit());
