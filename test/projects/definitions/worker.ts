import { askAt, askServer } from "../ask.js";
import { demandAnswers } from "../mounted.js";
import type { Petstore } from "../petstore.js";
import type { Project } from "../project.js";

/** The files of create-cloudflare's template `hello-world/ts`, less its test. */
export const worker: Project = {
  name: "worker",
  title: "Cloudflare Workers, workerd",
  of: "wrangler",
  tools: ["node-24"],
  imports: "",
  serves: true,
  types: [
    ["npx", "wrangler", "types"],
    ["npx", "tsc"],
  ],
  build: [["npx", "wrangler", "deploy", "--dry-run", "--outdir", "dist"]],
  ask: askServer({
    command: ["npx", "wrangler", "dev", "--ip", "127.0.0.1", "--port", "{port}"],
    mounted: "/v1",
    also: (origin, { petstore }) => askAtOnce(origin, petstore),
  }),
};

/**
 * Ten requests at once, the first of their isolate that call the service, which is 400 ms away and lets ten calls pass in two seconds: each has
 * a context of its own, and all are to be answered. Some callers go away while theirs is under way, which must not touch the others.
 */
async function askAtOnce(origin: string, { distant, smallKey }: Petstore): Promise<void> {
  const leaving = AbortSignal.timeout(distant.delay / 2);
  const gone = Array.from({ length: 3 }, () => askAt(origin, distant.baseUrl, smallKey, leaving));
  const waiting = Array.from({ length: 10 }, () => askAt(origin, distant.baseUrl, smallKey));
  for (const outcome of await Promise.allSettled(gone)) {
    if (outcome.status === "fulfilled") throw new Error("a request that was to be cut off was answered");
  }
  for (const answers of await Promise.all(waiting)) demandAnswers(answers);
}
