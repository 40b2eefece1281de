/** Generated code as a program would have it: bundled from its files, and imported. */
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import type { GeneratedFile } from "../../../src/emit/print/file.js";
import type { Api } from "../../../src/model/ir/api.js";
import { temporaryFolder, writeFiles } from "../../support/compile.js";

type Exports = Readonly<Record<string, unknown>>;

export interface ServiceOptions {
  readonly handlers: Readonly<Record<string, (request: unknown, context: unknown) => unknown>>;
  readonly onError: (error: unknown) => void;
}

export interface GeneratedProgram {
  /** The generated function of an operation, called on a client of the server at a base URL. */
  call(operation: string, client: unknown, args: unknown): Promise<CallResult>;
  createClient(baseUrl: string): unknown;
  /** A server of `node:http` that listens on a free port, and its base URL. */
  serve(options: ServiceOptions): Promise<{ readonly baseUrl: string; readonly server: Server }>;
}

export interface CallResult {
  readonly ok: boolean;
  readonly status: number;
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: globalThis.Response;
}

/** Imports the bundled output of one description. Its types are of no use here: any description may come. */
export async function loadProgram(api: Api, files: readonly GeneratedFile[]): Promise<GeneratedProgram> {
  const folder = await temporaryFolder();
  try {
    await writeFiles(join(folder.path, "generated"), files);
    const outfile = join(folder.path, "bundle.mjs");
    await build({
      entryPoints: [join(folder.path, "generated/index.ts")],
      outfile,
      bundle: true,
      format: "esm",
      platform: "node",
      target: "node20",
      logLevel: "silent",
    });
    const exports = (await import(pathToFileURL(outfile).href)) as Exports;
    return programOf(api, exports);
  } finally {
    await folder.remove();
  }
}

function programOf(api: Api, exports: Exports): GeneratedProgram {
  const named = (name: string): ((...given: readonly unknown[]) => unknown) => {
    const found = exports[name];
    if (typeof found !== "function") throw new Error(`The output exports no function ${name}`);
    return (...given) => Reflect.apply(found, undefined, given) as unknown;
  };
  return {
    call: (operation, client, args) => named(operation)(client, args, { redirect: "manual" }) as Promise<CallResult>, // what every generated function gives
    createClient: (baseUrl) =>
      // What the handlers reply is made up, their limits too: a gate would keep to them.
      named(`create${api.names.type}Client`)({ baseUrl, auth: credentials(api), onDeprecation: () => undefined, gate: false }),
    serve: async (options) => {
      // Whoever is asked lets everybody in.
      const authenticate = new Proxy({}, { get: () => () => ({ caller: "test" }), has: () => true });
      const errors = (problem: unknown): unknown => problem;
      const generated = named(`create${api.names.type}Server`)({
        ...options,
        authenticate,
        errors,
        limits: false,
        onDeprecatedCall: () => undefined,
        basePath: "",
      });
      const server = createServer((generated as { readonly node: RequestListener }).node); // what every generated server has
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      return { server, baseUrl: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}` }; // a TCP server has no other kind of address
    },
  };
}

function credentials(api: Api): Record<string, unknown> {
  return Object.fromEntries(
    api.securitySchemes.map((scheme) => [
      scheme.name,
      scheme.kind === "basic" ? { username: "user", password: "pass:word" } : "credential-1",
    ]),
  );
}
