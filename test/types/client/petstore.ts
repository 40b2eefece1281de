// Checked against the generated Petstore client, in the folder `petstore` beside this file.
import type { Middleware as FetchMiddleware } from "openapi-fetch";
import {
  createPet,
  createPetstoreClient,
  getPet,
  KeyBlockedError,
  listPets,
  listPetsOperation,
  petstorePaths,
  RateLimitError,
  ResponseError,
  type CallOptions,
  type Middleware,
} from "./petstore/index.js";

const petstore = createPetstoreClient({ server: "production", auth: { bearerAuth: () => Promise.resolve("key") } });
createPetstoreClient();
createPetstoreClient({ server: { name: "staging", variables: { host: "localhost" } }, baseUrl: "/v1", headers: { "X-Trace": "1" } });
createPetstoreClient({
  auth: { bearerAuth: undefined },
  deprecations: "silent",
  onDeprecation: ({ operation, deprecation }) => void [operation, deprecation.sunset?.epoch],
});
// What is read from the environment may not be there.
declare const setting: string | undefined;
createPetstoreClient({ baseUrl: setting, server: undefined, auth: undefined, headers: undefined, fetch: undefined, maxWait: undefined });
void listPets(petstore, {}, { baseUrl: setting, headers: undefined, middleware: undefined });
// @ts-expect-error there is no such server
createPetstoreClient({ server: "prod" });
// @ts-expect-error there is no such variable
createPetstoreClient({ server: { name: "staging", variables: { hots: "localhost" } } });
// @ts-expect-error there is no such scheme
createPetstoreClient({ auth: { apiKey: "key" } });
// @ts-expect-error a bearer token is text
createPetstoreClient({ auth: { bearerAuth: { username: "a", password: "b" } } });

const options: CallOptions = { signal: AbortSignal.timeout(1000), headers: { "X-Trace": "1" } };

// Arguments.
await listPets(petstore);
await listPets(petstore, {}, options);
await listPets(petstore, { query: { status: "available", limit: 50 } });
// @ts-expect-error not a status
await listPets(petstore, { query: { status: "lost" } });
// @ts-expect-error there is no such parameter
await listPets(petstore, { query: { page: 1 } });
// @ts-expect-error there is no path parameter
await listPets(petstore, { path: { petId: 1 } });
// @ts-expect-error there is no body
await listPets(petstore, { body: {} });
// @ts-expect-error options are the third argument
await listPets(petstore, options);
await createPet(petstore, { body: { name: "Rex", categoryId: 1 } });
await createPet(petstore, { body: { name: "Rex", categoryId: 1 }, contentType: "application/json" });
// @ts-expect-error the body is required
await createPet(petstore, {});
// @ts-expect-error categoryId is required
await createPet(petstore, { body: { name: "Rex" } });
// @ts-expect-error petId is required
await getPet(petstore);

// Results.
const pets = await listPets(petstore);
if (pets.ok) {
  const name: string | undefined = pets.data[0]?.name;
  const status: 200 = pets.status;
  void [name, status];
} else if (pets.status === 401) {
  const code: string = pets.error.code;
  void code;
} else {
  // @ts-expect-error a failure that is not described has an unknown error
  void pets.error.code;
  const unknown: unknown = pets.error;
  void unknown;
}
// @ts-expect-error data exists only where it is ok
void pets.data;
switch (pets.status) {
  case 200:
    void pets.data.length;
    break;
  case 401:
    void pets.error.message;
    break;
  case 503:
    void pets.response.headers;
    break;
  // @ts-expect-error not a code that can come
  case 201:
    break;
}
const direct = await petstore.call(listPetsOperation, { query: { limit: 1 } });
if (direct.ok) void direct.data[0]?.categoryId;
// @ts-expect-error the descriptor knows its arguments
await petstore.call(listPetsOperation, { query: { limit: "1" } });

// openapi-fetch's surface.
const paths = petstorePaths(petstore, { querySerializer: () => "" });
const raw = await paths.GET("/pets", { params: { query: { limit: 5 } } });
void [raw.data?.[0]?.name, raw.error?.code];
const one = await paths.GET("/pets/{petId}", { params: { path: { petId: 5 } } });
void [one.data?.name, one.error?.code];
const text = await paths.GET("/pets/{petId}", { params: { path: { petId: 5 } }, parseAs: "text" });
const words: string | undefined = text.data;
await paths.POST("/pets", { body: { name: "Rex", categoryId: 1 } });
await paths.request("get", "/pets");
paths.use({ onRequest: ({ request, options: { parseAs } }) => (parseAs === "json" ? request : undefined) });
export const middleware = (ours: Middleware, theirs: FetchMiddleware): void => {
  petstore.use(ours, theirs);
  paths.use(theirs);
  void listPets(petstore, {}, { middleware: [ours, theirs] });
  void paths.GET("/pets", { middleware: [theirs] });
};
petstore.use({ onRequest: ({ request, schemaPath, params: { query } }) => void [request.url, schemaPath, query?.["limit"]] });
// @ts-expect-error there is no such path
await paths.GET("/pet");
// @ts-expect-error petId is required
await paths.GET("/pets/{petId}");
// @ts-expect-error petId is a number
await paths.GET("/pets/{petId}", { params: { path: { petId: "5" } } });
void words;

try {
  await listPets(petstore);
} catch (error) {
  if (error instanceof ResponseError) console.error(error.operation, error.status, error.body);
}

// Limits.
const paced = createPetstoreClient({
  plan: "free",
  maxWait: 5_000,
  maxConcurrency: 4,
  retries: 1,
  onLimit: ({ kind, message, limits }) => void [kind === "nearly-spent", message, limits.retryAt?.getTime()],
});
createPetstoreClient({ plan: "enterprise", retries: false, gate: false });
createPetstoreClient({ plan: { policies: { minute: { quota: 5_000, window: 60 } } } });
// @ts-expect-error there is no such plan
createPetstoreClient({ plan: "gold" });
// @ts-expect-error a wait is in milliseconds
createPetstoreClient({ maxWait: "5s" });
await listPets(paced, {}, { rateLimit: { maxWait: 1_000, priority: "background" } });
// @ts-expect-error there is no such priority
await listPets(paced, {}, { rateLimit: { priority: "high" } });
await petstorePaths(paced).GET("/pets", { rateLimit: { maxWait: 1_000 } });
const [limit] = paced.limits;
if (limit?.state === "blocked") limit.resume();
const left: number | undefined = limit?.policies[0]?.remaining;
void left;
// @ts-expect-error the list is the client's
paced.limits.push();
try {
  await listPets(paced);
} catch (error) {
  if (error instanceof RateLimitError) console.error(error.retryAt.toISOString(), error.policy, error.source, error.response?.status);
  if (error instanceof KeyBlockedError) console.error(error.retryAt?.toISOString());
}
