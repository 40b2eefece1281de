// Checked against a client of a description that has no server.
import { createNowhereClient, listThings } from "./nowhere/index.js";

await listThings(createNowhereClient({ baseUrl: "https://things.example.com" }));
createNowhereClient({ baseUrl: "/v1", maxWait: 1_000, retries: 1 });
// @ts-expect-error nothing is known of limits
createNowhereClient({ baseUrl: "/v1", plan: { policies: { minute: { quota: 10, window: 60 } } } });
// @ts-expect-error nobody but the caller knows where the service is
createNowhereClient();
// @ts-expect-error nobody but the caller knows where the service is
createNowhereClient({ maxWait: 1 });
// @ts-expect-error as above
createNowhereClient({ baseUrl: "/v1", plan: "free" });
