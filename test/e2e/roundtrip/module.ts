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
  /** A service in the process, without a handler of its own; of an output that has the part `mock`. */
  createMock(): { readonly client: unknown; readonly calls: readonly { readonly operation: string; readonly status: unknown }[] };
  /** Whether a generated validator takes a value. */
  isValid(validator: string, value: unknown): boolean;
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
      stdin: { contents: entryOf(files), resolveDir: join(folder.path, "generated"), loader: "ts" },
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

/** All that an output exports: mocks are not in its index. */
function entryOf(files: readonly GeneratedFile[]): string {
  const modules = ["index", "mock"].filter((name) => files.some(({ path }) => path === `${name}.ts`));
  return modules.map((name) => `export * from "./${name}.js";\n`).join("");
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
    createMock: () => {
      const options = { limits: false, client: { onDeprecation: () => undefined } };
      return named(`create${api.names.type}Mock`)({}, options) as ReturnType<GeneratedProgram["createMock"]>; // what every generated mock is
    },
    isValid: (validator, value) => (exports[validator] as { is(value: unknown): boolean }).is(value),
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
