/** A Worker that calls the Petstore service with clients that live as long as it does, and serves one itself. */
import {
  createPetstoreClient,
  createPetstoreServer,
  listPets,
  notImplemented,
  petstorePaths,
  sharedGates,
  type GateStore,
  type LimitStore,
  type PetstoreClient,
  type PetstoreServerOptions,
} from "../../../generated/petstore/index.js";

/** The base URLs of the service, and of what stores texts and counts calls: put here when this is bundled. */
declare const UPSTREAM: string;
declare const STORE: string;

/** What was sent to the service, in milliseconds since the epoch. */
interface Sent {
  readonly sent: number;
  readonly received: number;
  readonly status: number;
}

const log: Sent[] = [];

const settings = {
  baseUrl: UPSTREAM,
  onLimit: (): void => undefined,
  async fetch(request: Request): Promise<Response> {
    const sent = Date.now();
    const response = await fetch(request);
    log.push({ sent, received: Date.now(), status: response.status });
    return response;
  },
};

/** What the store answers. */
interface Held {
  readonly version: number;
  readonly text?: string;
  readonly now: number;
}

/** A store over HTTP: each request that changes a text does so by itself. */
const store: GateStore = {
  // Longer than any machine is busy with something else.
  timeout: 60_000,
  async update(key, change) {
    const url = `${STORE}/texts/${encodeURIComponent(key)}`;
    for (;;) {
      const held = (await (await fetch(url)).json()) as Held;
      const { state, value } = change(held.text, held.now);
      const answer = await fetch(url, { method: "PUT", body: JSON.stringify({ version: held.version, text: state }) });
      await answer.text();
      if (answer.ok) return value;
      if (answer.status !== 409) throw new Error(`The store answered ${answer.status}`);
    }
  },
};

const clients: Readonly<Record<string, PetstoreClient>> = {
  first: createPetstoreClient({ ...settings, auth: { bearerAuth: "shared" } }),
  second: createPetstoreClient({ ...settings, auth: { bearerAuth: "shared" } }),
  other: createPetstoreClient({ ...settings, auth: { bearerAuth: "other" } }),
  stored: createPetstoreClient({ ...settings, auth: { bearerAuth: "stored" }, gateStore: sharedGates(store) }),
};

/** Counts over HTTP. */
const counts: LimitStore = {
  async consume(_, windows) {
    const answer = await fetch(`${STORE}/counts`);
    if (!answer.ok) throw new Error(`The store answered ${answer.status}`);
    const used = Number(await answer.text());
    const now = Date.now();
    const state = windows.map((window) => ({ ...window, remaining: Math.max(window.quota - used, 0), resetAt: now + 60_000 }));
    return { allowed: state.every(({ quota }) => used <= quota), windows: state, now };
  },
};

const settingsOfServers: PetstoreServerOptions<{ readonly key: string }> = {
  authenticate: { bearerAuth: async (key) => (await pause(20), { key }) },
  plan: () => ({ policies: { minute: { quota: 5, window: 60 } } }),
  errors: ({ status, code, detail }) => ({ code, message: detail, status }),
  handlers: {
    listPets: async () => {
      await pause(50);
      return { status: 200, body: [] };
    },
    createPet: () => {
      throw notImplemented("createPet");
    },
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- a server has all operations
    getPet: () => {
      throw notImplemented("getPet");
    },
  },
};
const server = createPetstoreServer(settingsOfServers);
const counting = createPetstoreServer({
  ...settingsOfServers,
  plan: () => ({ policies: { minute: { quota: 1_000_000, window: 60 } } }),
  basePath: "/counting",
  limits: counts,
  onStoreError: "closed",
  onStore: () => undefined,
});

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** `/call?client=first&within=100`: one call, by a function or by its path, that is given up after so many milliseconds. */
async function call(url: URL): Promise<Response> {
  const client = clients[url.searchParams.get("client") ?? "first"];
  if (client === undefined) return new Response("no such client", { status: 404 });
  const within = url.searchParams.get("within");
  const controller = new AbortController();
  if (within !== null)
    setTimeout(() => {
      controller.abort(new Error("given up"));
    }, Number(within));
  try {
    if (url.searchParams.has("path")) {
      const { response } = await petstorePaths(client).GET("/pets", { signal: controller.signal });
      return Response.json({ status: response.status });
    }
    const { status } = await listPets(client, {}, { signal: controller.signal });
    return Response.json({ status });
  } catch (error) {
    const { name, message } = error as Error; // what clients reject with
    return Response.json({ name, message });
  }
}

export default {
  fetch(request: Request): Response | Promise<Response> {
    const url = new URL(request.url);
    if (url.pathname === "/call") return call(url);
    if (url.pathname === "/log") return Response.json(log);
    return (url.pathname.startsWith("/counting/") ? counting : server).fetch(request);
  },
};
