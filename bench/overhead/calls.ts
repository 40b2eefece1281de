/**
 * Nanoseconds per call of the client: bare openapi-fetch, and sundial's by path and by function, without its gate, with it open, and with
 * it paced.
 */
import createFetchClient from "openapi-fetch";
import { createPetstoreClient, listPets, petstorePaths, type paths, type PetstoreClient } from "../../generated/petstore/index.js";
import { key } from "./petstore.js";
import { compare, type Figure } from "./rounds.js";

const calls = 2000;
const baseUrl = "http://petstore.test/v1";
const body = JSON.stringify([{ id: 1, name: "Rex", categoryId: 1 }]);

/** A service that answers at once, with these headers. */
function instant(headers: Readonly<Record<string, string>>): (request: Request) => Promise<Response> {
  return () => Promise.resolve(new Response(body, { headers: { "Content-Type": "application/json", ...headers } }));
}

const plenty = {
  "X-RateLimit-Limit": "1000000000",
  "X-RateLimit-Remaining": "999999999",
  "X-RateLimit-Reset": String(Math.ceil(Date.now() / 1000) + 86_400),
};

/** A client of that service. `name` is its credential: one of its own, hence a gate of its own. */
const clientOf = (name: string, headers: Readonly<Record<string, string>>, gate: boolean): PetstoreClient =>
  createPetstoreClient({ baseUrl, fetch: instant(headers), auth: { bearerAuth: name }, ...(gate ? {} : { gate: false }) });

/** Calls by the generated function, one after the other. */
function generated(petstore: PetstoreClient): () => Promise<void> {
  return async () => {
    for (let call = 0; call < calls; call += 1) await listPets(petstore, { query: { limit: 5 } });
  };
}

/** What openapi-fetch and calls by path have. */
interface ByPath {
  GET(path: "/pets", init: { readonly params: { readonly query: { readonly limit: number } } }): Promise<unknown>;
}

function raw(client: ByPath): () => Promise<void> {
  return async () => {
    for (let call = 0; call < calls; call += 1) await client.GET("/pets", { params: { query: { limit: 5 } } });
  };
}

const bare = (headers: Readonly<Record<string, string>>): (() => Promise<void>) =>
  raw(createFetchClient<paths>({ baseUrl, fetch: instant(headers), headers: { Authorization: "Bearer bare" } }));
const byPath = (petstore: PetstoreClient): (() => Promise<void>) => raw(petstorePaths(petstore));

export const measureCalls = (rounds: number): Promise<readonly Figure[]> =>
  compare("call of a client", calls, rounds, [
    { name: "openapi-fetch", run: bare({}) },
    { name: "openapi-fetch, more headers", run: bare(plenty) },
    { name: "sundial GET, gate: false", run: byPath(clientOf("path-none", {}, false)) },
    { name: "sundial GET, gate open", run: byPath(clientOf("path-open", {}, true)) },
    { name: "sundial GET, gate paced", run: byPath(clientOf("path-paced", plenty, true)) },
    { name: "sundial listPets, gate: false", run: generated(clientOf("none", {}, false)) },
    { name: "sundial listPets, gate open", run: generated(clientOf("open", {}, true)) },
    { name: "sundial listPets, gate paced", run: generated(clientOf("paced", plenty, true)) },
  ]);

/** The same over HTTP, one after the other: what it comes to beside the call itself. The service tells its limits. */
export function measureHttpCalls(rounds: number, url: string): Promise<readonly Figure[]> {
  const auth = { bearerAuth: key };
  return compare("call of a client over HTTP", calls, rounds, [
    { name: "openapi-fetch", run: raw(createFetchClient<paths>({ baseUrl: url, headers: { Authorization: `Bearer ${key}` } })) },
    { name: "sundial GET, gate: false", run: byPath(createPetstoreClient({ baseUrl: url, auth, gate: false })) },
    { name: "sundial GET, gate paced", run: byPath(createPetstoreClient({ baseUrl: url, auth })) },
    { name: "sundial listPets, gate: false", run: generated(createPetstoreClient({ baseUrl: url, auth, gate: false })) },
    { name: "sundial listPets, gate paced", run: generated(createPetstoreClient({ baseUrl: url, auth })) },
  ]);
}
