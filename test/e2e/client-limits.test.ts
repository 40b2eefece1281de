import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import type * as Petstore from "../../generated/petstore/index.js";
import { projectRoot, temporaryFolder, writeFiles } from "../support/compile.js";
import { generateFrom } from "../support/pipeline.js";

const quota = 60;
const window = 1000;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let copies: readonly (typeof Petstore)[];
let http: Server;
let baseUrl = "";
let start = 0;
let used = 0;
const sent: { readonly key: string; readonly status: number }[] = [];

/** Each copy is a bundle of its own, as when two packages of a program have a client of the same service. */
async function copy(name: string): Promise<typeof Petstore> {
  const outfile = join(folder.path, `${name}.mjs`);
  await build({ entryPoints: [join(folder.path, "index.ts")], bundle: true, format: "esm", outfile, logLevel: "silent" });
  return (await import(/* @vite-ignore */ pathToFileURL(outfile).href)) as typeof Petstore;
}

beforeAll(async () => {
  folder = await temporaryFolder();
  const { files } = await generateFrom(`${projectRoot}spec/petstore.yaml`, ["types", "client"]);
  await writeFiles(folder.path, files);
  copies = [await copy("one"), await copy("two")];
  http = createServer((request, response) => {
    const now = Date.now();
    if (now >= start + window) [start, used] = [now, 0];
    used += 1;
    const status = used > quota ? 429 : 200;
    sent.push({ key: request.headers.authorization ?? "", status });
    const reset = String(Math.ceil((start + window) / 1000));
    const limits = { "X-RateLimit-Limit": quota, "X-RateLimit-Remaining": Math.max(quota - used, 0), "X-RateLimit-Reset": reset };
    const retry = status === 429 ? { "Retry-After": Math.ceil((start + window - now) / 1000) } : {};
    response.writeHead(status, { "Content-Type": "application/json", ...limits, ...retry }).end("[]");
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  baseUrl = `http://127.0.0.1:${String((http.address() as AddressInfo).port)}/v1`;
});

afterAll(async () => {
  http.closeAllConnections();
  http.close();
  await folder.remove();
});

it("three clients of two copies of the code keep one credential within its limit", async () => {
  const clients = [0, 1, 0].map((index) => {
    const library = copies[index];
    if (library === undefined) throw new Error("There is no such copy");
    return { library, client: library.createPetstoreClient({ baseUrl, auth: { bearerAuth: "shared" } }) };
  });
  const calls = Array.from({ length: 90 }, (_, index) => {
    const { library, client } = clients[index % 3] ?? clients[0] ?? expect.fail();
    return library.listPets(client);
  });
  const results = await Promise.all(calls);
  expect(results.every(({ status }) => status === 200)).toBe(true);
  expect(sent).toHaveLength(90);
  expect(sent.filter(({ status }) => status === 429)).toEqual([]);
  expect(clients.map(({ client }) => client.limits.length)).toEqual([1, 1, 1]);
});

it("a copy's error is of that copy, whichever closed the gate", async () => {
  const closed = createServer((_, response) => void response.writeHead(429, { "Retry-After": "60" }).end());
  await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${String((closed.address() as AddressInfo).port)}/v1`;
  for (const { createPetstoreClient, listPets, RateLimitError } of copies) {
    const client = createPetstoreClient({ baseUrl: address, auth: { bearerAuth: "turned away" }, maxWait: 10 });
    await expect(listPets(client)).rejects.toBeInstanceOf(RateLimitError);
  }
  closed.closeAllConnections();
  closed.close();
});
