/** A Worker that calls the Petstore service with clients that live as long as it does, and serves one itself. */
import {
  createPetstoreClient,
  createPetstoreServer,
  listPets,
  notImplemented,
  type PetstoreClient,
} from "../../../generated/petstore/index.js";

/** The base URL of the service: put here when this is bundled. */
declare const UPSTREAM: string;

const settings = { baseUrl: UPSTREAM, onLimit: (): void => undefined };
const clients: Readonly<Record<string, PetstoreClient>> = {
  first: createPetstoreClient({ ...settings, auth: { bearerAuth: "shared" } }),
  second: createPetstoreClient({ ...settings, auth: { bearerAuth: "shared" } }),
  other: createPetstoreClient({ ...settings, auth: { bearerAuth: "other" } }),
};

const server = createPetstoreServer<{ readonly key: string }>({
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
      const { response } = await client.GET("/pets", { signal: controller.signal });
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
    return server.fetch(request);
  },
};
