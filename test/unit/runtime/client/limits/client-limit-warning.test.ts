import { afterEach, expect, it, vi } from "vitest";
import { limitedClient, operation, service, type Service } from "./limited-service.js";

let running: Service | undefined;
const warnings: (readonly [name: string, message: string])[] = [];
const heard = ({ name, message }: Error): number => warnings.push([name, message]);

/** What Node tells of in the next turn. */
async function warned(): Promise<typeof warnings> {
  await new Promise((resolve) => setTimeout(resolve, 20));
  return warnings;
}

const reset = String(Math.ceil(Date.now() / 1000) + 50);
const left = (remaining: number): { readonly headers: Readonly<Record<string, string>> } => ({
  headers: {
    "X-RateLimit-Limit": "60",
    "X-RateLimit-Remaining": String(remaining),
    "X-RateLimit-Reset": reset,
  },
});

afterEach(async () => {
  process.off("warning", heard);
  vi.unstubAllGlobals();
  warnings.length = 0;
  await running?.close();
});

it("a limit that is nearly spent is a warning of the process, once, however many clients and credentials there are", async () => {
  process.on("warning", heard);
  running = await service(left(7), left(6), left(5), left(4), left(7), left(6));
  const [one, other] = [limitedClient(running), limitedClient(running)];
  for (const client of [one, other, one, other]) await client.call(operation());
  const headers = { Authorization: "Bearer of another" };
  for (let count = 0; count < 2; count += 1) await one.call(operation(), { headers });
  expect(await warned()).toEqual([
    ["RateLimitWarning", expect.stringMatching(/^http:\S+: The format of x-ratelimit-reset is a guess/) as unknown],
    ["RateLimitWarning", `${running.origin}: A tenth or less is left of the limit`],
  ]);
});

it("it is one of the console where there is no process, and cannot steer a terminal", async () => {
  const { warnOfLimit } = await import("../../../../../templates/runtime/client/limits/limit-warning.js");
  const lines: unknown[] = [];
  vi.stubGlobal("process", undefined);
  vi.stubGlobal("console", { ...console, warn: (line: unknown) => lines.push(line) });
  const limits = { state: "paced", policies: [], waiting: 0, heldBack: [], inFlight: 0, retryAt: undefined } as const;
  warnOfLimit({ kind: "nearly-spent", origin: "https://a.example", policy: "min\u001b[2Jut\u202ee", limits });
  warnOfLimit({ kind: "state", origin: "https://a.example", limits });
  vi.unstubAllGlobals();
  expect(lines).toEqual(['https://a.example: A tenth or less is left of the limit "min [2Jut e"']);
});

it("whoever listens is told alone", async () => {
  process.on("warning", heard);
  running = await service(left(5));
  const events: string[] = [];
  await limitedClient(running, { onLimit: ({ kind }) => events.push(kind) }).call(operation());
  expect(await warned()).toEqual([]);
  expect(events).toContain("nearly-spent");
});
