/** Makes the calls of one process with one of the clients, all at once. */
import { fetchWithBackoff, kyClient, octokitThrottling, undiciRetryAgent } from "./peers.mjs";
import { sundialClient } from "./ours.js";
import type { Assignment, FromCaller } from "./messages.js";

/** Makes a call by its number; the answer is the status it ended with. */
export type MakeCall = (call: number) => Promise<number>;

export type MakeClient = (target: Target) => MakeCall | Promise<MakeCall>;

/** Where a client goes, and as who. */
export type Target = Pick<Assignment, "baseUrl" | "key" | "redis">;

const clients: Readonly<Record<string, MakeClient>> = {
  sundial: sundialClient,
  fetch: fetchWithBackoff,
  ky: kyClient,
  undici: undiciRetryAgent,
  octokit: octokitThrottling,
};

/** The status of an answer that a client throws, each in its own way; the error's name where there is none. */
function outcomeOf(error: unknown): string {
  const { status, statusCode, response, name } = error as {
    status?: number;
    statusCode?: number;
    response?: { status?: number };
    name?: string;
  };
  return String(status ?? statusCode ?? response?.status ?? name);
}

async function main({ client, baseUrl, key, calls: [from, to], instances, redis }: Assignment): Promise<void> {
  const make = clients[client];
  if (make === undefined) throw new Error(`There is no client "${client}"`);
  // Connections are opened and code is compiled by then, so that what counts is when a client chooses to send.
  const made = await Promise.all(Array.from({ length: instances }, async () => make({ baseUrl, key, redis })));
  const warm = await make({ baseUrl, key: `warm-${key}`, redis });
  await Promise.all(Array.from({ length: 20 }, (_, call) => warm(call)));
  tell("ready");
  await new Promise((resolve) => process.once("message", resolve));

  const outcomes: Record<string, number> = {};
  await Promise.all(
    Array.from({ length: to - from }, async (_, index) => {
      const call = made[index % instances] ?? warm;
      const outcome = await call(from + index).then(String, outcomeOf);
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }),
  );
  tell({ outcomes }, () => process.exit());
}

function tell(message: FromCaller, then = (): void => undefined): void {
  process.send?.(message, undefined, undefined, then);
}

process.on("disconnect", () => process.exit());
await main(JSON.parse(process.argv[2] ?? "{}") as Assignment); // written by `limits.ts`
