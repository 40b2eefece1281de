import type { IncomingMessage, ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { GateData } from "../../../templates/runtime/client/limits/gate-state.js";
import { localServers } from "../../support/chromium.js";
import { temporaryFolder } from "../../support/compile.js";
import { missing, serveWorker, type RunningWorker, type WorkerOptions } from "../../support/workerd.js";

/** What the service has received, and when. */
interface Received {
  readonly at: number;
  readonly key: string;
}

/** What a Worker has sent to the service, and when it had the answer. */
interface Sent {
  readonly sent: number;
  readonly received: number;
  readonly status: number;
}

const latency = 400;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let upstream: ReturnType<typeof localServers>;
let received: Received[];
/** What to answer a request with, by its number: the status, and `Retry-After` in seconds. */
let answer: (number: number) => { readonly status: number; readonly retryAfter?: number };
/** Nothing is answered before. */
let held: Promise<void>;
/** What stores texts and counts calls: whether it is there, what it holds, how often it was asked to count. */
let store: { isThere: boolean; texts: Map<string, { readonly version: number; readonly text: string }>; counted: number };
let worker: RunningWorker;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const number = received.length;
  received.push({ at: performance.now(), key: request.headers.authorization ?? "" });
  const { status, retryAfter } = answer(number);
  await held;
  if (status === 200) await pause(latency);
  response.writeHead(status, {
    "Content-Type": "application/json",
    "X-RateLimit-Limit": "60",
    "X-RateLimit-Remaining": String(Math.max(59 - number, 0)),
    "X-RateLimit-Reset": String(Math.ceil(Date.now() / 1000) + 60),
    ...(retryAfter !== undefined && { "Retry-After": String(retryAfter) }),
  });
  response.end(status === 200 ? "[]" : '{"code":"limited","message":"","status":429}');
}

async function serveStore(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url = "" } = request;
  const { version, text } = store.texts.get(url) ?? { version: 0 };
  if (!store.isThere) response.writeHead(503).end();
  else if (url === "/counts") response.end(String((store.counted += 1)));
  else if (method === "GET") response.end(JSON.stringify({ version, text, now: Date.now() }));
  else {
    const given = JSON.parse(Buffer.concat(await request.toArray()).toString()) as { readonly version: number; readonly text: string };
    const isCurrent = given.version === (store.texts.get(url)?.version ?? 0);
    if (isCurrent) store.texts.set(url, { version: given.version + 1, text: given.text });
    response.writeHead(isCurrent ? 200 : 409).end();
  }
}

beforeAll(async () => {
  folder = await temporaryFolder();
  upstream = localServers();
  const url = await upstream.listen((request, response) => void serve(request, response));
  const storeUrl = await upstream.listen((request, response) => void serveStore(request, response));
  await build({
    entryPoints: [fileURLToPath(new URL("worker.ts", import.meta.url))],
    outfile: join(folder.path, "worker.js"),
    bundle: true,
    format: "esm",
    conditions: ["workerd", "worker"],
    external: ["node:*"],
    define: { UPSTREAM: JSON.stringify(`${url}/v1`), STORE: JSON.stringify(storeUrl) },
  });
});

afterAll(async () => {
  upstream.close();
  await folder.remove();
});

const ask = async (path: string, init?: RequestInit, { url } = worker): Promise<unknown> => (await fetch(`${url}${path}`, init)).json();
const times = <T>(count: number, action: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => action(index)));
const ok = { status: 200 };
const oks = (count: number): unknown[] => Array<unknown>(count).fill(ok);

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
      held = Promise.resolve();
      store = { isThere: true, texts: new Map(), counted: 0 };
      worker = await serveWorker(folder.path, platform);
    });
    afterEach(async () => {
      const said = worker.log();
      await worker.stop();
      expect(said).not.toMatch(trespass);
    });

    it("answers ten requests at once that wait for each other's first call", async () => {
      expect(await times(10, () => ask("/call"))).toEqual(oks(10));
      expect(received).toHaveLength(10);
      // The others waited for the first answer.
      expect((received[1]?.at ?? 0) - (received[0]?.at ?? 0)).toBeGreaterThanOrEqual(latency);
    });

    it("answers ten requests at once that come upon a limit, and sends nothing before its time", async () => {
      answer = (number) => (number === 4 ? { status: 429, retryAfter: 1 } : { status: 200 });
      expect(await times(10, () => ask("/call"))).toEqual(oks(10));
      expect(received).toHaveLength(11);
      const log = (await ask("/log")) as Sent[]; // what the Worker keeps
      const rejected = log.find(({ status }) => status === 429)?.received ?? NaN;
      expect(log.filter(({ sent }) => sent >= rejected)).not.toEqual([]);
      expect(log.filter(({ sent }) => sent > rejected && sent < rejected + 1000)).toEqual([]);
    });

    it("answers the others when some of those that wait are given up, by the Worker or by the client", async () => {
      let goOn = (): void => undefined;
      held = new Promise((resolve) => (goOn = resolve));
      const gone = new AbortController();
      const left = times(3, () => ask("/call", { signal: gone.signal }).catch(() => "gone"));
      const rest = times(6, () => ask("/call"));
      const givenUp = await times(3, () => ask("/call?within=150"));
      expect(givenUp).toEqual(Array(3).fill({ name: "Error", message: "given up" }));
      gone.abort();
      expect(await left).toEqual(["gone", "gone", "gone"]);
      goOn();
      expect(await rest).toEqual(oks(6));
    });

    it("answers requests of several clients, by functions and by path", async () => {
      const paths = ["/call", "/call?client=second", "/call?client=other", "/call?path", "/call?client=second&path"];
      expect(await times(10, (index) => ask(paths[index % paths.length] ?? ""))).toEqual(oks(10));
      expect(received.filter(({ key }) => key === "Bearer other")).toHaveLength(2);
    });

    it("is a server that keeps ten requests at once within a plan", async () => {
      const responses = await times(10, () => fetch(`${worker.url}/v1/pets`, { headers: { Authorization: "Bearer key" } }));
      expect(responses.map(({ status }) => status).sort()).toEqual([...Array<number>(5).fill(200), ...Array<number>(5).fill(429)]);
      await Promise.all(responses.map((response) => response.text()));
    });

    it("shares a gate with another Worker, through a store that each request asks for itself", async () => {
      const other = await serveWorker(folder.path, platform);
      try {
        const call = (index: number): Promise<unknown> => ask("/call?client=stored", {}, index % 2 === 0 ? worker : other);
        expect(await times(10, call)).toEqual(oks(10));
        for (let index = 0; index < 10; index += 1) expect(await call(index)).toEqual(ok);
        expect(received).toHaveLength(20);
        expect((received[1]?.at ?? 0) - (received[0]?.at ?? 0)).toBeGreaterThanOrEqual(latency);
        expect(store.texts.size).toBe(1);
        // The store knows what has become of each call, though the request of it is over.
        const [{ text = "" } = {}] = store.texts.values();
        const { flights, policies } = JSON.parse(text) as GateData; // what gates keep there
        expect(flights.filter(({ count }) => count > 0)).toEqual([]);
        expect(policies).toMatchObject([{ remaining: 40 }]);
      } finally {
        await other.stop();
      }
    });

    it("is a server that finds its store again, though what a request begins ends with its answer", async () => {
      const status = async (): Promise<number> => {
        const response = await fetch(`${worker.url}/counting/pets`, { headers: { Authorization: "Bearer key" } });
        await response.text();
        return response.status;
      };
      // A store that is slow, on a machine with other work, is away for a while, too.
      await expect.poll(status).toBe(200);
      store.isThere = false;
      expect(await times(3, status)).toEqual([503, 503, 503]);
      store.isThere = true;
      await expect.poll(status).toBe(200);
    });
  },
);
