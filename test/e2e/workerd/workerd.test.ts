import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { localServers } from "../../support/chromium.js";
import { temporaryFolder } from "../../support/compile.js";
import { missing, serveWorker, type RunningWorker, type WorkerOptions } from "../../support/workerd.js";

/** What the service has received, in milliseconds since the first request. */
interface Received {
  readonly at: number;
  readonly key: string;
}

const latency = 400;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let upstream: ReturnType<typeof localServers>;
let received: Received[];
/** What to answer a request with, by its number: the status, and `Retry-After` in seconds. */
let answer: (number: number) => { readonly status: number; readonly retryAfter?: number };
let worker: RunningWorker;

beforeAll(async () => {
  folder = await temporaryFolder();
  upstream = localServers();
  const url = await upstream.listen((request, response) => {
    const number = received.length;
    received.push({ at: performance.now(), key: request.headers.authorization ?? "" });
    const { status, retryAfter } = answer(number);
    setTimeout(
      () => {
        response.writeHead(status, {
          "Content-Type": "application/json",
          "X-RateLimit-Limit": "60",
          "X-RateLimit-Remaining": String(Math.max(59 - number, 0)),
          "X-RateLimit-Reset": String(Math.ceil(Date.now() / 1000) + 60),
          ...(retryAfter !== undefined && { "Retry-After": String(retryAfter) }),
        });
        response.end(status === 200 ? "[]" : '{"code":"limited","message":"","status":429}');
      },
      status === 200 ? latency : 0,
    );
  });
  await build({
    entryPoints: [fileURLToPath(new URL("worker.ts", import.meta.url))],
    outfile: join(folder.path, "worker.js"),
    bundle: true,
    format: "esm",
    conditions: ["workerd", "worker"],
    external: ["node:*"],
    define: { UPSTREAM: JSON.stringify(`${url}/v1`) },
  });
});

afterAll(async () => {
  upstream.close();
  await folder.remove();
});

const ask = async (path: string, init?: RequestInit): Promise<unknown> => (await fetch(`${worker.url}${path}`, init)).json();
const times = <T>(count: number, action: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => action(index)));
const ok = { status: 200 };

/** Whatever the runtime says of requests that it cancels, or that touch what is another's. */
const trespass = /different request|will never generate|hung|cancel|on behalf/i;

const platforms: readonly WorkerOptions[] = [
  { compatibilityDate: "2026-10-01", compatibilityFlags: ["nodejs_compat"] },
  // Before the platform moved a promise that another request settles into its own context.
  { compatibilityDate: "2023-06-01" },
];

describe.skipIf(missing !== "").each(platforms)(
  `a Worker of the rules of $compatibilityDate, $compatibilityFlags${missing}`,
  (platform) => {
    // Cold for each test.
    beforeEach(async () => {
      received = [];
      answer = () => ({ status: 200 });
      worker = await serveWorker(folder.path, platform);
    });
    afterEach(async () => {
      const said = worker.log();
      await worker.stop();
      expect(said).not.toMatch(trespass);
    });

    it("answers ten requests at once that wait for each other's first call", async () => {
      expect(await times(10, () => ask("/call"))).toEqual(Array(10).fill(ok));
      expect(received).toHaveLength(10);
      // The others waited for the first answer.
      expect((received[1]?.at ?? 0) - (received[0]?.at ?? 0)).toBeGreaterThanOrEqual(latency);
    });

    it("answers ten requests at once that come upon a limit, and sends nothing before its time", async () => {
      answer = (number) => (number === 4 ? { status: 429, retryAfter: 1 } : { status: 200 });
      expect(await times(10, () => ask("/call"))).toEqual(Array(10).fill(ok));
      expect(received).toHaveLength(11);
      const rejected = received[4]?.at ?? 0;
      // What was under way already arrives a little later.
      expect(received.filter(({ at }) => at > rejected + 200 && at < rejected + 1000)).toEqual([]);
    });

    it("answers the others when some of those that wait are given up, by the Worker or by the client", async () => {
      const gone = new AbortController();
      const left = times(3, () => ask("/call", { signal: gone.signal }).catch(() => "gone"));
      const rest = times(9, (index) => ask(index % 3 === 0 ? "/call?within=150" : "/call"));
      setTimeout(() => {
        gone.abort();
      }, 200);
      expect(await left).toEqual(["gone", "gone", "gone"]);
      const answers = await rest;
      expect(answers.filter((_, index) => index % 3 !== 0)).toEqual(Array(6).fill(ok));
      for (const [index, given] of answers.entries()) if (index % 3 === 0) expect(given).toMatchObject({ message: "given up" });
    });

    it("answers requests of several clients, by functions and by path", async () => {
      const paths = ["/call", "/call?client=second", "/call?client=other", "/call?path", "/call?client=second&path"];
      expect(await times(10, (index) => ask(paths[index % paths.length] ?? ""))).toEqual(Array(10).fill(ok));
      expect(received.filter(({ key }) => key === "Bearer other")).toHaveLength(2);
    });

    it("is a server that keeps ten requests at once within a plan", async () => {
      const responses = await times(10, () => fetch(`${worker.url}/v1/pets`, { headers: { Authorization: "Bearer key" } }));
      expect(responses.map(({ status }) => status).sort()).toEqual([...Array<number>(5).fill(200), ...Array<number>(5).fill(429)]);
      await Promise.all(responses.map((response) => response.text()));
    });
  },
);
