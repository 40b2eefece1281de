// Checked against the client that is generated from `media.yaml`, in the folder `media` beside this file.
import { anything, createMediaClient, optional, servers, several } from "./media/index.js";

const [server] = Object.keys(servers) as (keyof typeof servers)[];
const media = createMediaClient({ auth: { login: { username: "a", password: "b" } } });
if (server !== undefined) {
  createMediaClient({ server: { name: server, variables: { region: "us", version: "v9" } } });
  // @ts-expect-error not a region
  createMediaClient({ server: { name: server, variables: { region: "asia" } } });
}
// @ts-expect-error a name and a password
createMediaClient({ auth: { login: "a:b" } });

// The first media type needs no name; the others are told apart by theirs.
await several(media, { body: { a: 1 } });
await several(media, { body: { a: 1 }, contentType: "application/json" });
await several(media, { body: "text", contentType: "text/plain" });
await several(media, { body: new Blob(["x"]), contentType: "image/png" });
await several(media, { body: { file: new Blob(["x"]) }, contentType: "multipart/form-data" });
await several(media, { body: new FormData(), contentType: "multipart/form-data" });
// @ts-expect-error text is not what the first media type takes
await several(media, { body: "text" });
// @ts-expect-error text/plain takes text
await several(media, { body: { a: 1 }, contentType: "text/plain" });
// @ts-expect-error not a media type of the operation
await several(media, { body: "text", contentType: "text/html" });
// @ts-expect-error the body is required
await several(media, {});

await optional(media);
await optional(media, { body: { a: "b" } });
await optional(media, { body: new URLSearchParams("a=b") });
await optional(media, { body: new Uint8Array(1), contentType: "application/octet-stream" });
// @ts-expect-error bytes have to say so
await optional(media, { body: new Uint8Array(1) });

const result = await several(media, { body: { a: 1 } });
if (result.ok) {
  if (result.status === 200) {
    const data: boolean = result.data;
    void data;
  } else if (result.status === 202) {
    const data: unknown = result.data;
    void data;
  } else {
    const data: undefined = result.data;
    const status: 204 = result.status;
    void [data, status];
  }
} else if (result.status === 404) {
  const error: string = result.error;
  void error;
} else if (result.status === 429) {
  const title: string = result.error.title;
  void title;
} else if (result.status === 500) {
  const error: number = result.error;
  void error;
}

const file = await optional(media);
if (file.ok) {
  const data: Blob | ReadableStream<Uint8Array> = file.data;
  const status: 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226 = file.status;
  void [data, status];
} else {
  const error: unknown = file.error;
  void error;
}

const any = await anything(media);
const value: string = any.ok ? any.data : any.error;
void value;
