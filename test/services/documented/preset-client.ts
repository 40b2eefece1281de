/** A client that sundial generates with a preset, bundled as a program bundles it, and run with the globals of a machine in virtual time. */
import { posix } from "node:path";
import { build, type Plugin } from "esbuild";
import { resolveConfig } from "../../../src/config/resolve-config.js";
import type { WrittenLimits } from "../../../src/config/limits.js";
import type { LimitsConfig } from "../../../src/presets/limits-config.js";
import type { PresetName } from "../../../src/presets/index.js";
import type { Globals } from "../../../bench/services/machine.js";
import { runnable } from "../../../bench/services/programs.js";
import { generateTexts } from "../../support/pipeline.js";

/** A function of an operation, called with what its description says. */
export type CallOperation = (operation: string, args: Readonly<Record<string, unknown>>) => Promise<number>;

/** Makes a client with a credential; each time a process of its own. */
export type PresetProgram = (globals: Globals, token: string) => CallOperation;

/** Operations of a service by name: "POST /channels/{channel}/messages". */
export type Operations = Readonly<Record<string, string>>;

function describedBy(operations: Operations): string {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [operationId, place] of Object.entries(operations)) {
    const [method = "", path = ""] = place.split(" ");
    const parameters = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => ({
      name,
      in: "path",
      required: true,
      schema: { type: "string" },
    }));
    const content = { "application/json": { schema: { type: "object" } } };
    const responses = Object.fromEntries([200, 201, 403, 429].map((status) => [status, { description: "-", content }]));
    paths[path] ??= {};
    paths[path][method.toLowerCase()] = { operationId, parameters, responses, ...(method === "POST" && { requestBody: { content } }) };
  }
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Documented", version: "1" },
    servers: [{ url: "https://service.test" }],
    components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
    security: [{ token: [] }],
    paths,
  });
}

function configured(limits: PresetName | LimitsConfig): WrittenLimits {
  const value = { input: "a.yaml", output: "out", limits };
  const read = resolveConfig({ path: "/project/sundial.config.ts", value }).value?.[0]?.limits;
  if (typeof read !== "object") throw new Error("The limits are not read");
  return read;
}

/** Files that are on no disk. */
const generated = (files: ReadonlyMap<string, string>): Plugin => ({
  name: "generated",
  setup(bundle) {
    bundle.onResolve({ filter: /./ }, ({ path, importer }) => ({
      path: posix.join(importer === "" ? "" : posix.dirname(importer), path).replace(/\.js$/, ".ts"),
      namespace: "generated",
    }));
    bundle.onLoad({ filter: /./, namespace: "generated" }, ({ path }) => ({ contents: files.get(path) ?? "", loader: "ts" }));
  },
});

const entry = `
import * as api from "./index.js";
export const start = (token) => {
  const client = api.createDocumentedClient({ auth: { token }, maxWait: 7 * 86_400_000, onLimit: () => undefined });
  // An answer that is described is a value, or an error with its status.
  return (operation, args) => api[operation](client, args).then(({ status } = {}) => (status >= 400 ? status : 200), (error) => {
    if (typeof error.status === "number") return error.status;
    throw error;
  });
};
`;

/** Generates a client for operations with a preset, or with what was made of one. */
export async function presetProgram(operations: Operations, limits: PresetName | LimitsConfig): Promise<PresetProgram> {
  const { files, diagnostics } = await generateTexts({ "a.yaml": describedBy(operations) }, ["client"], { limits: configured(limits) });
  if (diagnostics.length > 0) throw new Error(JSON.stringify(diagnostics));
  const texts = new Map([...files.map(({ path, text }) => [path, text] as const), ["entry.ts", entry]]);
  const { outputFiles } = await build({
    entryPoints: ["entry.ts"],
    bundle: true,
    write: false,
    format: "iife",
    globalName: "program",
    target: "es2020",
    logLevel: "warning",
    plugins: [generated(texts)],
  });
  const run = runnable(outputFiles[0]?.text ?? "");
  return (globals, token) => (run(globals) as { readonly start: (token: string) => CallOperation }).start(token); // what the entry exports
}
