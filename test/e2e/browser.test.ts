/** The generated client in a real browser, on a page of one origin, with the generated service on another. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type * as Petstore from "../../generated/petstore/index.js";
import { launch, localServers, missing } from "../support/chromium.js";
import { projectRoot, temporaryFolder, writeFiles } from "../support/compile.js";
import { generateFrom } from "../support/pipeline.js";

/** What scripts put on the page: the bundle, and a line for the eye. */
declare const petstore: typeof Petstore;
declare const show: (line: string) => void;
const showLines = `const show = (line) => document.querySelector("#calls").append(Object.assign(document.createElement("li"), { textContent: line }));`;

/** Five calls within three seconds, or an hour: for each key a window of its own. */
const hour = 3600;
const policies = { short: { quota: 5, window: 3 } };
const longPolicies = { short: { quota: 5, window: hour } };

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let browser: Browser;
let page: Page;
let printed: string[] = [];
let statuses: number[] = [];
let baseUrl = "";
let pageUrl = "";
const servers = localServers();

async function bundled(format: "esm" | "iife", outfile: string): Promise<string> {
  const path = join(folder.path, outfile);
  const common = { entryPoints: [join(folder.path, "index.ts")], bundle: true, outfile: path, globalName: "petstore" };
  await build({ ...common, format, platform: format === "iife" ? "browser" : "node", logLevel: "silent" });
  return path;
}

async function startService(): Promise<string> {
  const library = (await import(/* @vite-ignore */ pathToFileURL(await bundled("esm", "service.mjs")).href)) as typeof Petstore;
  const service = library.createPetstoreServer<string>({
    handlers: {
      listPets: () => ({ status: 200, body: [{ id: 1, name: "Rex", categoryId: 1 }] }),
      createPet: ({ body }) => ({ status: 201, body: { ...body, id: 2 } }),
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- the service has it until its last day
      getPet: () => ({ status: 200, body: { id: 1, name: "Rex", categoryId: 1 } }),
    },
    authenticate: { bearerAuth: (key) => key },
    // A window that is not over before five calls were made, however long they take.
    plan: (key) => ({ policies: key === "hasty" ? longPolicies : policies }),
    onDeprecatedCall: () => undefined,
    cors: { origins: [pageUrl] },
    errors: ({ code, detail, status }) => ({ code, message: detail, status }),
  });
  return servers.listen((request, response) => {
    if (request.method !== "OPTIONS") response.on("finish", () => statuses.push(response.statusCode));
    service.node(request, response);
  });
}

describe(`the client in Chromium, across origins${missing}`, { skip: missing !== "" }, () => {
  beforeAll(async () => {
    folder = await temporaryFolder();
    const { files } = await generateFrom(`${projectRoot}spec/petstore.yaml`);
    await writeFiles(folder.path, files);
    const script = await bundled("iife", "page.js");
    const html = `<!doctype html><title>Petstore</title><ol id="calls"></ol><script>${showLines}</script><script>${await readFile(script, "utf8")}</script>`;
    pageUrl = await servers.listen((_, response) => response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(html));
    baseUrl = `${await startService()}/v1`;
    browser = await launch();
  });
  afterAll(async () => {
    await browser.close();
    servers.close();
    await folder.remove();
  });
  beforeEach(async () => {
    [printed, statuses] = [[], []];
    page = await browser.newPage();
    page.on("console", (message) => printed.push(`${message.type()}: ${message.text()}`));
    page.on("pageerror", (error) => printed.push(`thrown: ${String(error)}`));
    await page.goto(pageUrl);
    return () => page.close();
  });

  test("reads the headers of the limit, of the removal and of the clock", async () => {
    const { headers, now } = await page.evaluate(async (url) => {
      const client = petstore.createPetstoreClient({ baseUrl: url, auth: { bearerAuth: "reader" }, deprecations: "silent" });
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- for its headers
      const { response } = await petstore.getPet(client, { path: { petId: 1 } });
      return { headers: Object.fromEntries(response.headers), now: Date.now() / 1000 };
    }, baseUrl);
    expect(headers).toMatchObject({ "x-ratelimit-limit": "5", "x-ratelimit-remaining": "4", sunset: "Thu, 05 Dec 2030 00:00:00 GMT" });
    // By the clock of the machine: a busy server sends a date that is some seconds old.
    expect(Number(headers["x-ratelimit-reset"])).toBeLessThanOrEqual(Math.ceil(now + 3));
    expect(Date.parse(headers["date"] ?? "")).toBeLessThanOrEqual(now * 1000);
    expect(headers["link"]).toContain("successor-version");
  });

  test("keeps to the limit, so that none of many calls at once is rejected", async () => {
    const seen = await page.evaluate(async (url) => {
      const client = petstore.createPetstoreClient({ baseUrl: url, auth: { bearerAuth: "pacer" } });
      const begin = performance.now();
      const call = async (): Promise<number> => {
        const { status } = await petstore.listPets(client);
        show(`${String(status)} after ${((performance.now() - begin) / 1000).toFixed(1)} s`);
        return status;
      };
      const answered = await Promise.all(Array.from({ length: 12 }, call));
      return { answered, seconds: (performance.now() - begin) / 1000, states: client.limits.map(({ policies: all }) => all[0]?.limit) };
    }, baseUrl);
    expect(seen.answered).toEqual(Array.from({ length: 12 }, () => 200));
    expect(statuses).toEqual(seen.answered);
    expect(seen.states).toEqual([5]);
    // Twelve calls need three windows.
    expect(seen.seconds).toBeGreaterThan(5.5);
    await page.screenshot({ path: join(folder.path, "calls.png") });
    expect(await page.locator("#calls li").count()).toBe(12);
    // Once, although it is used up in two of the three.
    const low = `warning: ${new URL(baseUrl).origin}: A tenth or less is left of the limit`;
    expect(printed.filter((line) => !line.startsWith("log:"))).toEqual([low]);
  });

  test("warns in the console of a deprecated call, once", async () => {
    await page.evaluate(async (url) => {
      const client = petstore.createPetstoreClient({ baseUrl: url, auth: { bearerAuth: "caller" } });
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- what it is about
      for (let call = 0; call < 2; call += 1) await petstore.getPet(client, { path: { petId: 1 } });
    }, baseUrl);
    expect(printed).toHaveLength(1);
    expect(printed[0]).toMatch(/^warning: .*getPet.*2030-12-05.*listPets/s);
  });

  test("rejects a call that would have to wait for longer than it may, before anything is sent", async () => {
    const error = await page.evaluate(async (url) => {
      const client = petstore.createPetstoreClient({ baseUrl: url, auth: { bearerAuth: "hasty" }, maxWait: 100 });
      for (let call = 0; call < 5; call += 1) await petstore.listPets(client);
      return petstore.listPets(client).then(
        () => undefined,
        (reason: unknown) => {
          if (!(reason instanceof petstore.RateLimitError)) return String(reason);
          return { name: reason.name, source: reason.source, left: reason.retryAt.getTime() - Date.now() };
        },
      );
    }, baseUrl);
    expect(error).toMatchObject({ name: "RateLimitError", source: "reset" });
    // It was not waited for: the time to come back is still ahead.
    expect(error).toSatisfy(({ left }: { left: number }) => left > 100 && left <= hour * 1000 + 60_000);
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
  });
});
