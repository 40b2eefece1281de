/** A generated client in processes of its own, as modules of either kind, in a worker, and where there is no process. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder, writeFiles } from "../../../../support/compile.js";
import { generateTexts } from "../../../../support/pipeline.js";

const description = `openapi: 3.1.0
info: { title: Shop, version: 1.0.0 }
servers: [{ url: "https://shop.example.com" }]
paths:
  /old:
    get: { operationId: getOld, deprecated: true, x-sunset: "2999-01-01", x-deprecation: { message: It is slow. }, responses: { "200": { description: Done } } }
  /ended:
    get: { operationId: getEnded, deprecated: true, x-sunset: "2020-01-01", responses: { "200": { description: Done } } }
`;

const service = `const fetch = () => Promise.resolve(Response.json({}, { headers: { Deprecation: "@1688169599" } }));`;
const options = `{ fetch, gate: false, ...JSON.parse(globalThis.process?.env.OPTIONS ?? "{}") }`;
const calls = `${service}
const shop = createShopClient(${options});
const run = async () => { for (let call = 0; call < Number(globalThis.process?.env.PAIRS ?? 250); call += 1) { await getOld(shop); await shopPaths(shop).GET("/old"); } };`;

const programs = {
  "once.ts": `import { createShopClient, getOld, shopPaths } from "./generated/index.js"; ${calls} run();`,
  "browser.ts": `import { createShopClient, getOld, shopPaths } from "./generated/index.js"; globalThis.process = undefined; ${calls} run();`,
  "ended.ts": `import { createShopClient, getEnded } from "./generated/index.js"; ${service} getEnded(createShopClient(${options}));`,
  "hook.ts": `import { createShopClient, getOld, shopPaths } from "./generated/index.js"; ${service}
const told = [];
const shop = createShopClient({ fetch, onDeprecation: (event) => { told.push(event.code); throw new Error("hook"); } });
getOld(shop).then(({ ok }) => getOld(shop)).then(({ ok }) => console.log(ok, told.join()));`,
  "error.ts": `import { createShopClient, getOld, shopPaths, DeprecationError } from "./generated/index.js";
let sent = 0;
const shop = createShopClient({ fetch: async () => { sent += 1; return Response.json({}); }, deprecations: "error" });
for (const call of [() => getOld(shop), () => shopPaths(shop).GET("/old")]) call().catch((error) => console.log(error instanceof DeprecationError, error.code, sent));`,
  "worker.ts": `import { Worker } from "node:worker_threads"; new Worker(new URL("./once.mjs", import.meta.url));`,
};

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder();
  const { files } = await generateTexts({ "shop.yaml": description }, ["types", "client", "paths"]);
  await writeFiles(join(folder.path, "generated"), files);
  await writeFiles(
    folder.path,
    Object.entries(programs).map(([path, text]) => ({ path, text })),
  );
  const entryPoints = Object.keys(programs).map((name) => join(folder.path, name));
  const shared = { entryPoints, outdir: folder.path, bundle: true, platform: "node", target: "es2022", logLevel: "silent" } as const;
  await build({ ...shared, format: "esm", outExtension: { ".js": ".mjs" } });
  await build({ ...shared, entryPoints: [join(folder.path, "once.ts")], format: "cjs", outExtension: { ".js": ".cjs" } });
});

afterAll(() => folder.remove());

interface Output {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly warnings: number;
}

async function run(program: string, flags: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<Output> {
  const child = spawn(process.execPath, [...flags, join(folder.path, program)], { env: { PATH: process.env["PATH"] ?? "", ...env } });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, stdout, stderr, warnings: stderr.split("DeprecationWarning").length - 1 };
}

const text = "DeprecationWarning: getOld (GET /old) is deprecated: it is to be removed on 2999-01-01.";

describe("many calls", () => {
  it.each<[string, string, number]>([
    ["ten thousand", "once.mjs", 5_000],
    ["five hundred", "once.cjs", 250],
    ["five hundred", "worker.mjs", 250],
  ])("%s of %s, warn once, on the terminal", async (_, program, pairs) => {
    const { stderr, warnings, code } = await run(program, [], { PAIRS: String(pairs) });
    expect([code, warnings]).toEqual([0, 1]);
    expect(stderr).toMatch(/^\(node:\d+\) \[SHOP_DEP_GETOLD\] DeprecationWarning: /);
    expect(stderr).toContain(`${text}\nIt is slow.`);
  });

  it("warn once on the console where there is no process", async () => {
    const { stderr, code } = await run("browser.mjs");
    expect([code, stderr]).toEqual([0, `[SHOP_DEP_GETOLD] ${text} It is slow.\n`]);
  });

  it.each<[string, readonly string[], Readonly<Record<string, string>>]>([
    ["--no-deprecation", ["--no-deprecation"], {}],
    ["--disable-warning with the code", ["--disable-warning=SHOP_DEP_GETOLD"], {}],
    ["NODE_NO_WARNINGS", [], { NODE_NO_WARNINGS: "1" }],
    ["SUNDIAL_DEPRECATIONS", [], { SUNDIAL_DEPRECATIONS: "off" }],
    ["the option", [], { OPTIONS: '{"deprecations":"silent"}' }],
    ["the option for the code", [], { OPTIONS: '{"deprecations":{"SHOP_DEP_GETOLD":"silent"}}' }],
  ])("are silent with %s", async (_, flags, env) => {
    expect(await run("once.mjs", flags, env)).toMatchObject({ code: 0, stdout: "", stderr: "" });
  });
});

describe("Node's flags", () => {
  it("silence a code alone, and not what has become of it", async () => {
    expect((await run("once.mjs", ["--disable-warning=OTHER"])).warnings).toBe(1);
    const { stderr } = await run("ended.mjs", ["--disable-warning=SHOP_DEP_GETENDED"]);
    expect(stderr).toContain("[SHOP_DEP_GETENDED_SUNSET_PASSED]");
    expect(stderr).toContain("getEnded (GET /ended) may stop working at any time: it was to be removed on 2020-01-01.");
    expect((await run("ended.mjs", ["--disable-warning=SHOP_DEP_GETENDED_SUNSET_PASSED"])).stderr).toBe("");
  });

  it("trace a warning to the call, and make it an error", async () => {
    expect((await run("once.mjs", ["--trace-deprecation"])).stderr).toMatch(/ at getOld \(.*\n[^]* at run \(/);
    const { code, stderr } = await run("once.mjs", ["--throw-deprecation"]);
    expect(code).not.toBe(0);
    expect(stderr).toContain("code: 'SHOP_DEP_GETOLD'");
  });
});

describe("the generated client", () => {
  it("goes on when a hook throws", async () => {
    const { stdout, stderr } = await run("hook.mjs");
    expect(stdout).toBe("true SHOP_DEP_GETOLD\n");
    expect(stderr).toMatch(/^A deprecation could not be reported: Error: hook\n/);
  });

  it("sends nothing where an error is asked for, called by name and by path", async () => {
    expect((await run("error.mjs")).stdout).toBe("true SHOP_DEP_GETOLD 0\ntrue SHOP_DEP_GETOLD 0\n");
  });
});
