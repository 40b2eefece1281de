/** Runs an output and everything in it, in a world of its own that notices when something else runs. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import vm from "node:vm";
import { build } from "esbuild";
import type { GeneratedFile } from "../../src/emit/print/file.js";

type Exports = Readonly<Record<string, unknown>>;

/** Bundles and imports an output, calls what it exports, and returns what was done to the world besides. */
export async function runOutput(folder: string, files: readonly GeneratedFile[]): Promise<readonly string[]> {
  const require = createRequire(import.meta.url);
  const { outputFiles } = await build({
    stdin: { contents: entry(files), resolveDir: folder, loader: "ts" },
    plugins: [virtualFiles(files, folder)],
    bundle: true,
    format: "cjs",
    platform: "node",
    write: false,
    logLevel: "silent",
  });
  const module: { exports: Exports } = { exports: {} };
  const before = Object.getOwnPropertyNames(Object.prototype).length;
  const world: Record<string, unknown> = {
    module,
    exports: module.exports,
    require,
    URL,
    URLSearchParams,
    Headers,
    Request,
    Response,
    FormData,
    Blob,
    AbortController,
    AbortSignal,
    ReadableStream,
    TextEncoder,
    TextDecoder,
    console: silentConsole,
    process: { emitWarning: () => undefined },
    setTimeout,
    clearTimeout,
    performance,
    crypto,
    fetch: answer,
  };
  vm.runInNewContext(outputFiles[0]?.text ?? "", world, { timeout: 60_000 });
  await exercise(module.exports);
  const found = [...("PWN" in world ? ["the canary sang"] : []), ...("PWN" in globalThis ? ["the canary sang outside"] : [])];
  if (Object.getOwnPropertyNames(Object.prototype).length !== before || "polluted" in {}) found.push("a prototype was changed");
  return found;
}

/** All that an output exports: mocks are not in its index. */
function entry(files: readonly GeneratedFile[]): string {
  const modules = ["index", ...(files.some(({ path }) => path === "mock.ts") ? ["mock"] : [])];
  return modules.map((name) => `export * from "./${name}.js";\n`).join("");
}

const silentConsole = { log: () => undefined, warn: () => undefined, error: () => undefined };
const answer = (): Promise<Response> => Promise.resolve(new Response('{"a":1}', { headers: { "content-type": "application/json" } }));

const values: readonly unknown[] = [
  undefined,
  null,
  true,
  1,
  "text",
  [],
  ["a", 1],
  {},
  { name: "a", length: "b", kind: "cat", colour: "red" },
  JSON.parse('{"__proto__": {"polluted": 1}, "constructor": 1}'),
];

/** Every validator on some values, and every function of a client, whatever it makes of its arguments. */
async function exercise(exports: Exports): Promise<void> {
  const create = Object.entries(exports).find(([name]) => /^create\w*Client$/.test(name))?.[1];
  const client = await attempt(create, { baseUrl: "https://api.example.com", fetch: answer, onDeprecation: () => undefined });
  const mock = Object.entries(exports).find(([name]) => /^create\w*Mock$/.test(name))?.[1];
  const mocked = (await attempt(mock, {}, { client: { onDeprecation: () => undefined } })) as { readonly client?: unknown } | undefined;
  for (const [name, exported] of Object.entries(exports)) {
    if (isValidator(exported)) for (const value of values) await attempt(exported.safeParse, value);
    else if (!/^create\w*(Client|Server|Mock)$/.test(name))
      for (const one of [client, mocked?.client]) await attempt(exported, one, { path: { widgetId: "1" }, query: {}, body: {} });
  }
}

function isValidator(value: unknown): value is { readonly safeParse: (value: unknown) => unknown } {
  return typeof value === "object" && value !== null && "safeParse" in value;
}

/** What comes of it does not matter: only what it does besides. */
async function attempt(exported: unknown, ...given: readonly unknown[]): Promise<unknown> {
  try {
    return typeof exported === "function" ? ((await Reflect.apply(exported, undefined, given)) as unknown) : undefined;
  } catch {
    return undefined;
  }
}

function virtualFiles(
  files: readonly GeneratedFile[],
  folder: string,
): Parameters<typeof build>[0]["plugins"] extends readonly (infer P)[] | undefined ? P : never {
  const virtual = join(folder, "virtual");
  const texts = new Map(files.map((file) => [join(virtual, file.path), file.text]));
  return {
    name: "virtual",
    setup(builder) {
      builder.onResolve({ filter: /^\.\.?\// }, ({ path, importer }) => {
        const target = join(importer === "<stdin>" ? virtual : dirname(importer), path).replace(/\.js$/, ".ts");
        return texts.has(target) ? { path: target, namespace: "virtual" } : null;
      });
      // Packages are those of the project; a folder that is not there would have none.
      builder.onLoad({ filter: /.*/, namespace: "virtual" }, ({ path }) => ({
        contents: texts.get(path) ?? "",
        loader: "ts",
        resolveDir: folder,
      }));
    },
  };
}
