/** Another program on the same key: at the beginning of each window it sends 50 requests, as its own user wants it. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Assignment, FromCaller } from "./messages.js";

const share = 50;

async function takeShare({ baseUrl, key }: Assignment): Promise<number> {
  const responses = await Promise.all(
    Array.from({ length: share }, () => fetch(`${baseUrl}/pets`, { headers: { authorization: `Bearer ${key}`, "x-program": "other" } })),
  );
  await Promise.all(responses.map((response) => response.arrayBuffer()));
  return Number(responses[0]?.headers.get("x-ratelimit-reset")) * 1000;
}

const assignment = JSON.parse(process.argv[2] ?? "{}") as Assignment; // written by `limits.ts`
const ready: FromCaller = "ready";
process.on("disconnect", () => process.exit());
for (let first = true; ; first = false) {
  const reset = await takeShare(assignment);
  if (first) process.send?.(ready);
  await sleep(reset - Date.now());
}
