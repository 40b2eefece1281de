/** 64-bit integers from a page in a real browser to the generated service and back, in both forms that hold all of them. */
import { readFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emit } from "../../src/emit/emit.js";
import type { Int64 } from "../../src/emit/options.js";
import { apiOf } from "../support/api.js";
import { launch, localServers, missing } from "../support/chromium.js";
import { temporaryFolder, writeFiles } from "../support/compile.js";

const description = `openapi: 3.1.0
info: { title: Ledger, version: "1" }
paths:
  /accounts/{id}:
    put:
      operationId: save
      parameters:
        - { name: id, in: path, required: true, schema: { $ref: "#/components/schemas/Id" } }
        - { name: since, in: query, schema: { $ref: "#/components/schemas/Id" } }
        - { name: ids, in: query, schema: { type: array, items: { $ref: "#/components/schemas/Id" } } }
        - { name: X-Id, in: header, schema: { $ref: "#/components/schemas/Id" } }
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Account" } } } }
      responses:
        "200":
          description: OK
          headers: { X-Last: { schema: { $ref: "#/components/schemas/Id" } } }
          content: { application/json: { schema: { $ref: "#/components/schemas/Account" } } }
        default: { description: Wrong, content: { text/plain: { schema: { type: string } } } }
components:
  schemas:
    Id: { type: integer, format: int64 }
    Account:
      type: object
      required: [id, ids, text]
      properties: { id: { $ref: "#/components/schemas/Id" }, ids: { type: array, items: { $ref: "#/components/schemas/Id" } }, text: { type: string } }
`;

type Integer = bigint | string;
interface Account {
  readonly id: Integer;
  readonly ids: readonly Integer[];
  readonly text: string;
}
interface Arguments {
  readonly path: { readonly id: Integer };
  readonly query: { readonly since: Integer; readonly ids: readonly Integer[] };
  readonly header: { readonly "X-Id": Integer };
  readonly body: Account;
}

/** What the bundle is on the page. */
declare const ledger: {
  readonly createLedgerClient: (options: object) => object;
  readonly save: (client: object, args: Arguments) => Promise<{ status: number; data?: Account; error?: unknown; response: Response }>;
};
interface Service {
  readonly createLedgerServer: (options: object) => { readonly node: RequestListener };
}

const max = "9223372036854775807";
const min = "-9223372036854775808";

/** Every part of a request, with both ends of what 64 bits hold. */
function argumentsOf(held: (digits: string) => Integer): Arguments {
  return {
    path: { id: held(min) },
    query: { since: held(max), ids: [held(min), held("0"), held(max)] },
    header: { "X-Id": held(min) },
    body: { id: held(max), ids: [held(min), held("9007199254740993")], text: max },
  };
}

describe(`from Chromium and back${missing}`, { skip: missing !== "" }, () => {
  let browser: Browser;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  const servers = localServers();
  beforeAll(async () => {
    folder = await temporaryFolder();
    browser = await launch();
  });
  afterAll(async () => {
    await browser.close();
    servers.close();
    await folder.remove();
  });

  /** The text of the page's script, and the service. */
  async function generated(int64: Int64): Promise<readonly [string, Service]> {
    const api = await apiOf(description, { name: "ledger", int64 });
    const parts = new Set(["types", "validators", "client", "server"] as const);
    await writeFiles(join(folder.path, int64), await emit(api, { parts, source: "api.yaml", command: "npm run generate", int64 }));
    const bundled = async (format: "esm" | "iife", platform: "node" | "browser"): Promise<string> => {
      const outfile = join(folder.path, `${int64}.${format}.mjs`);
      const entryPoints = [join(folder.path, int64, "index.ts")];
      await build({ entryPoints, outfile, bundle: true, format, platform, globalName: "ledger", logLevel: "silent" });
      return outfile;
    };
    const service = (await import(pathToFileURL(await bundled("esm", "node")).href)) as Service; // what was generated
    return [await readFile(await bundled("iife", "browser"), "utf8"), service];
  }

  test.each(["bigint", "string"] as const)("as %s", async (int64) => {
    const [script, { createLedgerServer }] = await generated(int64);
    const held = (digits: string): Integer => (int64 === "bigint" ? BigInt(digits) : digits);
    const wanted = argumentsOf(held);
    let seen: Partial<Arguments> = {};
    const { node } = createLedgerServer({
      handlers: {
        save: (request: Arguments) => {
          seen = request;
          return { status: 200, body: request.body, headers: { "X-Last": request.path.id } };
        },
      },
      validateResponses: "error",
    });
    const html = `<!doctype html><title>Ledger</title><script>${script}</script>`;
    const baseUrl = await servers.listen((request, response) => {
      if (request.url === "/") response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(html);
      else node(request, response);
    });
    const page = await browser.newPage();
    await page.goto(baseUrl);
    const given = await page.evaluate(
      async ({ args, asBigint, url }) => {
        // Values that were bigints arrive on the page as such; nothing rounds them on the way.
        const client = ledger.createLedgerClient({ baseUrl: url, gate: false });
        const { data, error, status, response } = await ledger.save(client, args);
        const isHeld = [data?.id, ...(data?.ids ?? [])].every((integer) => typeof integer === (asBigint ? "bigint" : "string"));
        return { data, error, status, isHeld, last: response.headers.get("X-Last") };
      },
      { args: wanted, asBigint: int64 === "bigint", url: baseUrl },
    );
    expect(given).toEqual({ data: wanted.body, error: undefined, status: 200, isHeld: true, last: min });
    expect(seen).toMatchObject(wanted);
    await page.close();
  });
});
