/** Parameters that credentials supply: optional in the arguments of functions. */
import { alone, createKeysClient, either, elsewhere, maybe, several, type operations } from "./keys/index.js";

const client = createKeysClient({ auth: { header: "A", query: "B" } });

export const answer: Promise<number | undefined> = alone(client).then((found) => (found.ok ? found.data : undefined));
void alone(client, { header: { "x-api-key": "own" } });
// @ts-expect-error it is still of its type
void alone(client, { header: { "x-api-key": 1 } });
// @ts-expect-error the description has no such parameter
void alone(client, { header: { other: "x" } });

void several(client, { header: { "X-Other": 1 }, body: 5 });
void several(client, {
  header: { "X-Other": 1, "X-Api-Key": "own" },
  query: { limit: 5, key: "own" },
  body: "t",
  contentType: "text/plain",
});
// @ts-expect-error no credential is this one
void several(client, { body: 5 });
// @ts-expect-error the body is required
void several(client, { header: { "X-Other": 1 } });
// @ts-expect-error the type of the body is that of the media type
void several(client, { header: { "X-Other": 1 }, body: "t" });

// @ts-expect-error with another credential nothing supplies it
void either(client);
// @ts-expect-error without a credential nothing supplies it
void maybe(client);
// @ts-expect-error it is in another place
void elsewhere(client);

// A server has what the description says.
export const key: string = ({} as operations["alone"]["parameters"]["header"])["x-api-key"];
