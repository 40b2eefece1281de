/** The official JSON-Schema-Test-Suite: each schema through the product's own pipeline, what is emitted in a process that makes no code from texts. */
import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, relative, resolve as resolvePath } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { transform } from "esbuild";
import { hasErrors, type Outcome } from "../../src/diagnostic/diagnostic.js";
import type { EmitOptions, ValidatorOptions } from "../../src/emit/options.js";
import { emitValidators } from "../../src/emit/files/validators-file.js";
import { build } from "../../src/model/build/build.js";
import { resolve } from "../../src/openapi/resolve/resolve.js";
import { load } from "../../src/source/load-file.js";
import { referencePolicy } from "../../src/source/reference-policy.js";
import type { SourceFile } from "../../src/source/source-file.js";
import { projectRoot, temporaryFolder } from "./compile.js";
import { memoryIo } from "./memory-io.js";
import { completeRuntime } from "./shared-runtime.js";
import type { Planned, Verdict } from "./suite-child.js";

export type { Verdict } from "./suite-child.js";

/** Beside the project, or where SUNDIAL_SUITES says. */
const root = resolvePath(projectRoot, process.env["SUNDIAL_SUITES"] ?? "../shared/suites", "json-schema");

/** The suite's remotes are served from here, and so is each description: it may refer to its own origin. */
const origin = "http://localhost:1234/";

/** One test group of the suite's own format, as far as it is compiled. */
interface Group {
  readonly description: string;
  readonly schema: unknown;
}

/** A part of the suite: a folder or a file of `tests`. */
export interface Part {
  readonly path: string;
  /** Version of the description whose dialect the part is. */
  readonly openapi: "3.0.3" | "3.1.0";
  readonly formats: "assert" | "annotate";
}

/** Whether the suite is there. */
export function hasSuite(): boolean {
  return existsSync(join(root, "tests"));
}

/** The verdicts of all tests of a part, in the order of the files. */
export async function runPart(part: Part, mode: NonNullable<ValidatorOptions["mode"]>): Promise<readonly Verdict[]> {
  const options: EmitOptions = {
    parts: new Set(["types", "validators"]),
    source: "api.json",
    command: "npm run generate",
    validators: { mode, formats: part.formats },
  };
  const folder = await temporaryFolder();
  try {
    await mkdir(join(folder.path, "runtime"));
    // One for all modules: each imports a part of it.
    for (const { path, text } of completeRuntime())
      await writeFile(join(folder.path, path.replace(/\.ts$/, ".js")), (await transform(text, { loader: "ts" })).code);
    const remotes = readRemotes();
    const plan: Planned[] = [];
    for (const file of filesOf(part)) {
      const groups = JSON.parse(readFileSync(file, "utf8")) as readonly Group[]; // the suite's own format
      const modules = await Promise.all(
        groups.map((group, index) =>
          compile(group, part, options, remotes, join(folder.path, `${String(plan.length)}-${String(index)}.js`)),
        ),
      );
      plan.push({ file, name: relative(join(root, "tests", part.path), file), modules });
    }
    return await runChild(folder.path, plan);
  } finally {
    await folder.remove();
  }
}

/** Required tests are the files of a draft's folder itself; its optional ones stand in folders below. */
function filesOf({ path }: Part): readonly string[] {
  const folder = join(root, "tests", path);
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => join(folder, name));
}

function readRemotes(): Readonly<Record<string, string>> {
  const folder = join(root, "remotes");
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [origin + relative(folder, path).replaceAll("\\", "/"), readFileSync(path, "utf8")];
    }),
  );
}

/** Writes what is emitted for a description whose one component is the group's schema, in a file of its own and as it stands. Its module; or why there is none. */
async function compile(
  group: Group,
  { openapi }: Part,
  options: EmitOptions,
  remotes: Readonly<Record<string, string>>,
  path: string,
): Promise<Planned["modules"][number]> {
  const description = {
    openapi,
    info: { title: "Suite", version: "1" },
    paths: {},
    components: { schemas: { Root: { $ref: "schema.json" } } },
  };
  const texts = { [`${origin}suite/api.json`]: JSON.stringify(description), [`${origin}suite/schema.json`]: JSON.stringify(group.schema) };
  const io = memoryIo({}, { web: { ...remotes, ...texts } });
  const loaded = await load(`${origin}suite/api.json`, io);
  const mayRead = referencePolicy(`${origin}suite/api.json`, {}, io);
  const read = async (uri: string): Promise<Outcome<SourceFile>> => {
    const refusal = await mayRead(uri);
    return refusal === undefined ? load(uri, io) : { value: undefined, diagnostics: [refusal] };
  };
  const resolved = loaded.value === undefined ? loaded : await resolve(loaded.value, read);
  const api =
    resolved.value === undefined || !("document" in resolved.value) ? undefined : build(resolved.value, { name: "suite", untyped: "any" });
  const diagnostics = [...resolved.diagnostics, ...(api?.diagnostics ?? [])];
  if (api?.value === undefined || hasErrors(diagnostics))
    return {
      refused: diagnostics
        .filter(({ severity }) => severity === "error")
        .map(({ code, message }) => `${code}: ${message}`)
        .join(" "),
    };
  const emitted = emitValidators(api.value, options);
  await writeFile(path, (await transform(emitted.text, { loader: "ts" })).code);
  return { path, validator: api.value.schemas.get("Root")?.names.validator ?? "" };
}

async function runChild(folder: string, plan: readonly Planned[]): Promise<readonly Verdict[]> {
  const child = await readFile(fileURLToPath(new URL("suite-child.ts", import.meta.url)), "utf8");
  await writeFile(join(folder, "child.mjs"), (await transform(child, { loader: "ts" })).code);
  await writeFile(join(folder, "package.json"), '{"type": "module"}');
  await writeFile(join(folder, "plan.json"), JSON.stringify(plan));
  const flags = ["--disallow-code-generation-from-strings", "child.mjs"];
  const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: folder, maxBuffer: 64e6 });
  return JSON.parse(stdout) as readonly Verdict[]; // what the child has just printed
}
