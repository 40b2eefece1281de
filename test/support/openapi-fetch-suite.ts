/** openapi-fetch's own tests, run against our calls by path: each schema through the product's pipeline, our client in the place of its own. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, posix, resolve as resolvePath } from "node:path";
import { compile, compilers, projectRoot, run, temporaryFolder, writeFiles, type Compiler } from "./compile.js";
import { generateFrom } from "./pipeline.js";

/** Beside the project, or where SUNDIAL_SUITES says. */
const root = resolvePath(projectRoot, process.env["SUNDIAL_SUITES"] ?? "../shared/suites", "openapi-fetch");

/** Whether the suite is there. */
export function hasSuite(): boolean {
  return existsSync(join(root, "test"));
}

export interface Results {
  /** Every test of the suite that was run, with why it fails if it does. */
  readonly tests: ReadonlyMap<string, string | undefined>;
  /** What each compiler says of the suite, by file and line. */
  readonly errors: ReadonlyMap<Compiler, ReadonlyMap<string, string>>;
}

/** What the tests and the types of the suite say of our client. */
export async function runSuite(): Promise<Results> {
  const folder = await temporaryFolder();
  try {
    await prepare(folder.path);
    const tests = await runTests(folder.path);
    const errors: [Compiler, ReadonlyMap<string, string>][] = [];
    for (const compiler of Object.keys(compilers) as Compiler[]) errors.push([compiler, await checkTypes(folder.path, compiler)]);
    return { tests, errors: new Map(errors) };
  } finally {
    await folder.remove();
  }
}

/** What each compiler says of the suite with openapi-fetch itself as the client, on types of ours. */
export async function compileSuite(): Promise<Results["errors"]> {
  const folder = await temporaryFolder();
  try {
    const { files } = await writeClients(folder.path);
    await mkdir(join(folder.path, "src"));
    await writeFile(join(folder.path, "src/index.ts"), 'export * from "openapi-fetch";\nexport { default } from "openapi-fetch";\n');
    for (const path of files) {
      await mkdir(dirname(join(folder.path, path)), { recursive: true });
      await writeFile(join(folder.path, path), await readFile(join(root, path), "utf8"));
    }
    const errors: [Compiler, ReadonlyMap<string, string>][] = [];
    for (const compiler of Object.keys(compilers) as Compiler[]) errors.push([compiler, await checkTypes(folder.path, compiler)]);
    return new Map(errors);
  } finally {
    await folder.remove();
  }
}

/** Generates a client beside each description of the suite. Gives the functions that make them, by the place of the description, and the modules of the suite. */
async function writeClients(folder: string): Promise<{ readonly clients: ReadonlyMap<string, string>; readonly files: readonly string[] }> {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).map((path) => path.replaceAll("\\", "/"));
  const clients = new Map<string, string>();
  for (const path of files.filter((path) => path.endsWith(".yaml") && path.includes("/schemas/"))) {
    const place = path.replace(/\.yaml$/, "");
    clients.set(place, await generate(join(root, path), join(folder, place)));
  }
  return { clients, files: files.filter((path) => path.endsWith(".ts") && !path.endsWith(".d.ts")) };
}

async function prepare(folder: string): Promise<void> {
  const { clients, files } = await writeClients(folder);
  const [first = ""] = clients.keys();
  await mkdir(join(folder, "src"));
  await writeFile(join(folder, "src/index.ts"), substitute(`../${first}`));
  for (const path of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), usingOurs(await readFile(join(root, path), "utf8"), path, clients));
  }
}

/** Generates a client beside the description, and what the tests take for its types; gives the module that makes clients with options of openapi-fetch. */
async function generate(description: string, to: string): Promise<string> {
  const { files, diagnostics } = await generateFrom(description, ["types", "client", "paths"]);
  const [error] = diagnostics.filter(({ severity }) => severity === "error");
  if (error !== undefined) throw new Error(`${description}: ${error.message}`);
  // Generated code is compiled elsewhere: here only what the suite says of its types counts.
  await writeFiles(
    to,
    files.map(({ path, text }) => ({ path, text: path.endsWith(".ts") ? `// @ts-nocheck\n${text}` : text })),
  );
  const name = posix.basename(to.replaceAll("\\", "/"));
  await writeFile(`${to}.ts`, `export type * from "./${name}/types.js";\n`);
  const index = files.map(({ text }) => text).join("");
  const [create, byPath] = [/export function (create\w+Client)\(/, /export function (\w+Paths)\(client/].map(
    (each) => each.exec(index)?.[1],
  );
  if (create === undefined || byPath === undefined) throw new Error(`${description} has no client`);
  const serializers = "querySerializer, pathSerializer, bodySerializer";
  await writeFile(
    join(to, "create.ts"),
    `// @ts-nocheck
import { ${create}, ${byPath} } from "./index.js";
export const create = ({ ${serializers}, ...options } = {}) => ${byPath}(${create}(options), { ${serializers} });
`,
  );
  return "create";
}

/** openapi-fetch's module with our client in it: of which description, the tests say before each call. */
function substitute(anyClient: string): string {
  return `import { wrapAsPathBasedClient, type Client as FetchClient, type ClientOptions } from "openapi-fetch";
import type { PathClient as Client } from "${anyClient}/runtime/paths.js";
export * from "openapi-fetch";
type Create = (options: { baseUrl: string }) => unknown;
let current: Create;
export const use = (create: Create): void => { current = create; };
export default function createClient<Paths extends object, _Media extends string = string>(options?: ClientOptions): Client<Paths> {
  return current(options as { baseUrl: string }) as Client<Paths>;
}
export const createPathBasedClient = <Paths extends object, _Media extends string = string>(options?: ClientOptions) =>
  wrapAsPathBasedClient(createClient<Paths>(options) as unknown as FetchClient<Paths>);
`;
}

/** A test of the suite whose clients are made by the generated functions. */
function usingOurs(text: string, path: string, clients: ReadonlyMap<string, string>): string {
  const imports: string[] = [];
  const functions = new Map<string, string>();
  for (const [, names = "", from = ""] of text.matchAll(/^import type \{([^}]*)\} from "([^"]*\/schemas\/[^"]*)\.js";$/gm)) {
    const place = posix.join(posix.dirname(path), from);
    const type = /\bpaths(?: as (\w+))?/.exec(names);
    const create = clients.get(place);
    if (type === null || create === undefined) continue;
    const [, renamed = "paths"] = type;
    functions.set(renamed, `create_${renamed}`);
    imports.push(`import { ${create} as create_${renamed} } from "${from}/create.js";`);
  }
  if (functions.size === 0) return text;
  const [first = ""] = functions.values();
  const calls = /\b(create\w*Client)<(\w*paths|any)\b/g;
  const ours = text.replace(calls, (_, call: string, type: string) => `(use(${functions.get(type) ?? first}), ${call})<${type}`);
  // After the last line, so that lines keep their numbers.
  return `${ours}\n${imports.join("\n")}\nimport { use } from "${posix.relative(posix.dirname(path), "src/index.js")}";\n`;
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

async function runTests(folder: string): Promise<Results["tests"]> {
  const report = join(folder, "report.json");
  const vitest = join(projectRoot, "node_modules/vitest/vitest.mjs");
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:VITEST|TEST$|NODE_ENV$|NODE_OPTIONS$)/.test(name)));
  const settings = ["run", "--root", folder, "--maxWorkers=1", "--no-isolate", "--reporter=json", `--outputFile=${report}`];
  const { output } = await run(process.execPath, [vitest, ...settings], folder, env);
  if (!existsSync(report)) throw new Error(output);
  const { testResults } = JSON.parse(readFileSync(report, "utf8")) as Report; // vitest's own format
  const results = new Map<string, string | undefined>();
  for (const { name, message, assertionResults } of testResults) {
    const file = posix.relative(folder.replaceAll("\\", "/"), name.replaceAll("\\", "/"));
    if (assertionResults.length === 0) results.set(file, message === "" ? "has no tests" : message);
    for (const { fullName, status, failureMessages } of assertionResults) {
      const title = `${file} ${fullName}`;
      // Some have one name together.
      results.set(title, results.get(title) ?? (status === "passed" ? undefined : (failureMessages[0] ?? status)));
    }
  }
  return results;
}

/** As the suite is compiled where it comes from: one folder of it without `strictNullChecks`. */
async function checkTypes(folder: string, compiler: Compiler): Promise<ReadonlyMap<string, string>> {
  const options = {
    target: "es2022",
    lib: ["es2022", "dom", "dom.iterable"],
    module: "esnext",
    moduleResolution: "bundler",
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: ["node"],
  };
  const loose = "test/no-strict-null-checks";
  const strict = await compile(folder, ["src", "test"], compiler, options);
  const others = await compile(folder, [loose], compiler, { ...options, strictNullChecks: false });
  const errors = [...strict.filter(({ file }) => !file.startsWith(loose)), ...others.filter(({ file }) => file.startsWith(loose))];
  return new Map(errors.map(({ file, line, text }) => [`${file}:${String(line)} ${text.split(":", 1)[0] ?? ""}`, text]));
}
