/** The Petstore service of `spec/petstore.yaml`, on the generated server. Animals are kept in memory. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createPetstoreServer,
  type AgreedPlan,
  type Pet,
  type PetstoreHandlers,
  type PetstoreServerOptions,
} from "../../generated/petstore/index.js";

/** Who calls: what `authenticate` finds out about an API key. */
export interface Principal {
  readonly name: string;
  /** A plan of the description, or what was agreed with an enterprise. */
  readonly plan: "free" | "pro" | "business" | AgreedPlan;
}

/** Besides, everything that a server can be told and that the service does not decide itself. */
export interface ServiceOptions extends Omit<PetstoreServerOptions<Principal>, "handlers" | "authenticate" | "plan" | "errors"> {
  /** API keys that are accepted, and whose they are. */
  readonly keys: ReadonlyMap<string, Principal>;
  readonly animals?: readonly Pet[];
}

/** The service as an HTTP server that does not listen yet. */
export function createPetstoreService({ keys, animals = [], ...options }: ServiceOptions): Server {
  const server = createPetstoreServer<Principal>({
    // Its document warns of a ban for those who go on calling after a 429.
    ban: { rejected: 20, within: 60, for: 600 },
    ...options,
    handlers: createHandlers(animals),
    authenticate: { bearerAuth: (key) => keys.get(key) },
    plan: (principal) => principal.plan,
    errors: (problem) => ({ code: problem.code, message: problem.detail, status: problem.status }),
  });
  return createServer(server.node);
}

/** The operations on a store of their own. */
export function createHandlers(animals: readonly Pet[]): PetstoreHandlers<Principal> {
  const pets = new Map(animals.map((pet) => [pet.id, pet]));
  let lastId = Math.max(0, ...pets.keys());
  return {
    listPets({ query }) {
      const found = [...pets.values()].filter((pet) => query.status === undefined || pet.status === query.status);
      return { status: 200, body: found.slice(0, query.limit) };
    },

    createPet({ body }) {
      lastId += 1;
      const pet: Pet = { ...body, id: lastId };
      pets.set(pet.id, pet);
      return { status: 201, body: pet };
    },

    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the service has it until its last day
    getPet({ path }) {
      const pet = pets.get(path.petId);
      if (pet !== undefined) return { status: 200, body: pet };
      return { status: 404, body: { code: "not-found", message: `There is no animal ${String(path.petId)}.`, status: 404 } };
    },
  };
}

/** Starts a server; the answer is its base URL as the description has it, version prefix included. Port 0 is any free one. */
export async function listen(server: Server, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const { port: taken } = server.address() as AddressInfo; // a TCP server that listens has no other kind of address
  return `http://127.0.0.1:${String(taken)}/v1`;
}

export async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
