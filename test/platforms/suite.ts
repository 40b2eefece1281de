/** The suite of the gate: its programs, and its run on a platform. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { localServers } from "../support/chromium.js";
import { writeFiles } from "../support/compile.js";
import { generateTexts } from "../support/pipeline.js";
import type { CallAnswer } from "./gate-program.js";
import { limitingService } from "./limiting-service.js";
import { scenarios, type Scenario } from "./scenarios.js";

/** Asks the program on a platform, and gives the JSON of its answer. */
export type Ask = (path: string) => Promise<unknown>;

const names = Object.keys(scenarios);
/** The folder of what is generated for a scenario. */
const folderOf = (name: string): string => `limited-${names.indexOf(name)}`;

const respond = { responses: { "200": { description: "Fine" } } };
const describe = (limits: Scenario["limits"]): string =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Limited", version: "1.0.0" },
    security: [{ key: [] }],
    ...(limits !== "auto" && { "x-rate-limits": limits }),
    components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
    paths: { "/first": { get: { operationId: "first", ...respond } }, "/second": { get: { operationId: "second", ...respond } } },
  });

/** How a platform serves `answer`, a function of a request, and prints its port. */
const entries = {
  node: `import { createServer } from "node:http";
    const server = createServer(async (request, response) => {
      const answer = await answerRequest(new Request("http://suite" + request.url));
      response.end(await answer.text());
    }).listen(0, "127.0.0.1", () => console.log("port " + server.address().port));`,
  deno: `Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: ({ port }) => console.log("port " + port) }, answerRequest);`,
  // Zero: connections that are silent for long are not cut.
  bun: `console.log("port " + Bun.serve({ port: 0, hostname: "127.0.0.1", idleTimeout: 0, fetch: answerRequest }).port);`,
  worker: `export default { fetch: answerRequest };`,
  page: `globalThis.answerRequest = answerRequest;`,
} as const;

export type Entry = keyof typeof entries;

/** Writes what is generated, and a program for each kind of platform: `node.js`, `worker.js` and so on. */
export async function writePrograms(folder: string): Promise<void> {
  for (const [name, { limits }] of Object.entries(scenarios)) {
    const settings = limits === "auto" ? ({ limits } as const) : {};
    const { files, diagnostics } = await generateTexts({ "openapi.json": describe(limits) }, ["types", "client"], settings);
    if (files.length === 0) throw new Error(`${name}: ${JSON.stringify(diagnostics)}`);
    await writeFiles(join(folder, folderOf(name)), files);
  }
  const program = fileURLToPath(new URL("gate-program.ts", import.meta.url));
  const imports = names.map((name, index) => `import * as limited${index} from "./${folderOf(name)}/index.js";`);
  const modules = names.map((name, index) => `${JSON.stringify(name)}: limited${index}`);
  for (const [name, serve] of Object.entries(entries)) {
    await build({
      stdin: {
        contents: `import { serveCalls } from ${JSON.stringify(program)};
          ${imports.join("\n")}
          const answerRequest = serveCalls({ ${modules.join(", ")} });
          ${serve}`,
        resolveDir: folder,
      },
      outfile: join(folder, `${name}.js`),
      bundle: true,
      format: name === "page" ? "iife" : "esm",
      platform: "neutral",
      target: "es2022",
      external: ["node:*"],
      logLevel: "silent",
    });
  }
}

/** Milliseconds after which a scenario hangs: far more than any takes. */
const longest = 180_000;

/** Runs all scenarios at once: they wait most of the time. Gives what went wrong with each, undefined for nothing. */
export async function runSuite(ask: Ask): Promise<Readonly<Record<string, string | undefined>>> {
  const servers = localServers();
  const tried = async (name: string, scenario: Scenario): Promise<string | undefined> => {
    const service = await limitingService(servers, scenario.service());
    const { baseUrl } = service;
    const order = { module: name, baseUrl, options: scenario.options };
    let timer: NodeJS.Timeout | undefined;
    const hangs = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new Error(`It hangs: ${JSON.stringify(service.counts)}`));
      }, longest);
    });
    try {
      const over = scenario.run({
        service,
        call: async (more) => (await ask(`/call?${encodeURIComponent(JSON.stringify({ ...order, ...more }))}`)) as CallAnswer, // of the program
        early: async () => Number(await ask(`/early?${encodeURIComponent(baseUrl)}`)),
      });
      await Promise.race([over, hangs]);
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    } finally {
      clearTimeout(timer);
    }
  };
  try {
    const all = Object.entries(scenarios).map(async ([name, scenario]) => [name, await tried(name, scenario)] as const);
    return Object.fromEntries(await Promise.all(all));
  } finally {
    servers.close();
  }
}

/** What `runSuite` gives where all is fine. */
export const allFine: Readonly<Record<string, undefined>> = Object.fromEntries(names.map((name) => [name, undefined]));
