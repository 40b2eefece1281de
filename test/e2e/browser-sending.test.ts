/** What a client sends from a real browser: credentials beside redirects, and bodies that are sent again. */
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { launch, localServers, missing } from "../support/chromium.js";
import { temporaryFolder, writeFiles } from "../support/compile.js";
import { generateTexts } from "../support/pipeline.js";

const description = `
openapi: 3.1.0
info: { title: Service, version: "1" }
paths:
  /bearer: { get: { operationId: bearer, security: [{ bearer: [] }], responses: { "200": { description: OK } } } }
  /header: { get: { operationId: header, security: [{ header: [] }], responses: { "200": { description: OK } } } }
  /query: { get: { operationId: query, security: [{ query: [] }], responses: { "200": { description: OK } } } }
  /upload:
    post:
      operationId: upload
      requestBody: { content: { application/json: { schema: {} }, multipart/form-data: { schema: { type: object } } } }
      responses: { "200": { description: OK } }
components:
  securitySchemes:
    bearer: { type: http, scheme: bearer }
    header: { type: apiKey, in: header, name: X-Key }
    query: { type: apiKey, in: query, name: key }
`;

/** The part of the bundle that is called here. */
declare const service: {
  createServiceClient(options: object): object;
  servicePaths(client: object): { GET(path: string): Promise<{ response: Response }> };
  upload(client: object, args: object): Promise<{ status: number }>;
};

interface Received {
  readonly server: "api" | "elsewhere" | "home";
  readonly text: string;
  readonly body: string;
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let browser: Browser;
let page: Page;
let urls: { readonly page: string; readonly api: string; readonly elsewhere: string };
const received: Received[] = [];
const servers = localServers();

function listen(answer: (request: IncomingMessage, response: ServerResponse, body: string) => void): Promise<string> {
  return servers.listen((request, response) => {
    let body = "";
    request.setEncoding("latin1").on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      answer(request, response, body);
    });
  });
}

/** Every page may send it anything: only the client keeps the credential back. */
function open(name: Received["server"], answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  return listen((request, response, body) => {
    const headers = {
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Allow-Headers": "*, Authorization",
      "Access-Control-Expose-Headers": "*",
    };
    for (const [header, value] of Object.entries(headers)) response.setHeader(header, value);
    if (request.method === "OPTIONS") return void response.writeHead(204).end();
    received.push({ server: name, text: `${request.url ?? ""} ${JSON.stringify(request.headers)}`, body });
    answer(request, response);
  });
}

describe(`what is sent from Chromium${missing}`, { skip: missing !== "" }, () => {
  beforeAll(async () => {
    folder = await temporaryFolder();
    const { files } = await generateTexts({ "openapi.yaml": description }, ["types", "client", "paths"], { name: "Service" });
    await writeFiles(folder.path, files);
    const outfile = join(folder.path, "page.js");
    await build({
      entryPoints: [join(folder.path, "index.ts")],
      bundle: true,
      outfile,
      globalName: "service",
      format: "iife",
      logLevel: "silent",
    });
    const script = await readFile(outfile, "utf8");
    const elsewhere = await open("elsewhere", (_, response) => response.end("{}"));
    const api = await open("api", (request, response) => {
      if (request.method === "GET") response.writeHead(307, { Location: `${elsewhere}/there` }).end();
      else if (received.length === 1) response.writeHead(429, { "Retry-After": "1" }).end();
      else response.end("{}");
    });
    const home = (request: IncomingMessage, response: ServerResponse, html: string): void => {
      const { url = "" } = request;
      if (url === "/there") received.push({ server: "home", text: JSON.stringify(request.headers), body: "" });
      if (url === "/header") response.writeHead(307, { Location: "/there" }).end();
      else if (url === "/there") response.end("{}");
      else response.writeHead(200, { "Content-Type": "text/html" }).end(html);
    };
    const html = `<!doctype html><title>Sending</title><script>${script}</script>`;
    urls = {
      api,
      elsewhere,
      page: await listen((request, response) => {
        home(request, response, html);
      }),
    };
    browser = await launch();
    page = await browser.newPage();
    await page.goto(urls.page);
  });
  afterAll(async () => {
    await browser.close();
    servers.close();
    await folder.remove();
  });
  afterEach(() => {
    received.length = 0;
  });

  test.each(["bearer", "header", "query"])("no credential follows a redirect to another origin: %s", async (name) => {
    for (const redirect of [{}, { redirect: "follow" }]) {
      await page.evaluate(
        ([url, path, settings]) => {
          const auth = { bearer: "secret-1", header: "secret-2", query: "secret-3" };
          const client = service.servicePaths(service.createServiceClient({ baseUrl: url, auth, retries: false, ...settings }));
          return client.GET(`/${path}`).then(
            ({ response }) => response.status,
            (error: unknown) => String(error),
          );
        },
        [urls.api, name, redirect] as const,
      );
    }
    expect(received.filter(({ server, text }) => server === "api" && text.includes("secret-"))).not.toEqual([]);
    expect(received.filter(({ server, text }) => server === "elsewhere" && text.includes("secret-"))).toEqual([]);
  });

  test("a redirect within the origin of the page is followed with a key, where the program asks for it", async () => {
    const answers = await page.evaluate(async (url) => {
      const answered = async (path: string, key: string, settings: object): Promise<string> => {
        const auth = { [key]: "secret-4" };
        const client = service.servicePaths(service.createServiceClient({ baseUrl: url, auth, retries: false, ...settings }));
        return client.GET(path).then(
          ({ response }) => String(response.status),
          (error: unknown) => String(error),
        );
      };
      return [await answered("/header", "header", { redirect: "follow" }), await answered("/header", "header", {})];
    }, urls.page);
    expect(answers).toEqual(["200", "TypeError: header: the service redirects, and no browser shows where to"]);
    expect(received.map(({ server, text }) => [server, text.includes("secret-4")])).toEqual([["home", true]]);
  });

  test.each(["JSON", "a form"])("a body is sent again whole: %s", async (kind) => {
    const status = await page.evaluate(
      async ([url, wanted]) => {
        const form = new FormData();
        form.set("file", new Blob(["bytes"]), "a.txt");
        const args = wanted === "JSON" ? { body: { a: 1 } } : { body: form, contentType: "multipart/form-data" };
        const { status: answered } = await service.upload(service.createServiceClient({ baseUrl: url }), args);
        return answered;
      },
      [urls.api, kind] as const,
    );
    expect(status).toBe(200);
    expect(received).toHaveLength(2);
    for (const { body, text } of received) {
      if (kind === "JSON") expect(body).toBe('{"a":1}');
      else expect(body).toMatch(new RegExp(`^--${/boundary=([\w-]+)/.exec(text)?.[1] ?? "none"}[^]*bytes`));
    }
  });
});
