/** Type-checks generated code as users would: strict, without `skipLibCheck`, with each compiler we promise. */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compileWarm, type Compiled } from "./warm-compilers.js";

export const projectRoot = fileURLToPath(new URL("../..", import.meta.url));

/** The compilers, by what a person calls them; the values are folders of `node_modules`. */
export const compilers = { "5.9": "typescript", "6": "typescript6", "7": "typescript7" } as const;
export type Compiler = keyof typeof compilers;

/** What a program that uses the output has: a browser, Node, or both. */
export const surroundings = {
  browser: { lib: ["es2022", "dom", "dom.iterable"], types: [] },
  node: { lib: ["es2022"], types: ["node"] },
  both: { lib: ["es2022", "dom", "dom.iterable"], types: ["node"] },
} as const;
export type Surroundings = keyof typeof surroundings;

/** Every compiler, and for a client every kind of surroundings; the quick compiler takes each, the two slow ones share them. */
export const clientSettings: readonly (readonly [Compiler, Surroundings])[] = [
  ["5.9", "browser"],
  ["6", "node"],
  ["7", "browser"],
  ["7", "node"],
];

export interface CompileError {
  /** Relative to the folder that was checked, with forward slashes; empty when it is about no file. */
  readonly file: string;
  /** "TS2322: Type 'string' is not …" */
  readonly text: string;
  readonly line: number;
}

/** A new folder in which packages of this project can be imported; it removes itself. */
export async function temporaryFolder(): Promise<{ readonly path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), "sundial-test-"));
  await symlink(join(projectRoot, "node_modules"), join(path, "node_modules"));
  // Without it Node and the compilers take the files for CommonJS.
  await writeFile(join(path, "package.json"), '{ "type": "module" }\n');
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

export async function writeFiles(folder: string, files: readonly { readonly path: string; readonly text: string }[]): Promise<void> {
  for (const directory of new Set(files.map((file) => dirname(join(folder, file.path))))) await mkdir(directory, { recursive: true });
  await Promise.all(files.map((file) => writeFile(join(folder, file.path), file.text)));
}

export async function copyInto(folder: string, from: string): Promise<void> {
  await cp(join(projectRoot, from), folder, { recursive: true });
}

const strictOptions = {
  target: "es2022",
  module: "nodenext",
  moduleResolution: "nodenext",
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  erasableSyntaxOnly: true,
  forceConsistentCasingInFileNames: true,
  skipLibCheck: false,
  noEmit: true,
};

/** Every error of the TypeScript files below `include`, folders of `folder`, under the strict options of the design; `paths` are those of a tsconfig. */
export function typeCheck(
  folder: string,
  include: readonly string[],
  compiler: Compiler,
  around: Surroundings,
  paths: Readonly<Record<string, readonly string[]>> = {},
): Promise<readonly CompileError[]> {
  return compile(folder, include, compiler, { ...strictOptions, ...surroundings[around], paths });
}

/** Every error of the TypeScript files below `include`, folders of `folder`, under the options of a tsconfig. */
export async function compile(
  folder: string,
  include: readonly string[],
  compiler: Compiler,
  compilerOptions: Readonly<Record<string, unknown>>,
): Promise<readonly CompileError[]> {
  const config = join(folder, `tsconfig.${randomUUID()}.json`);
  await writeFile(config, JSON.stringify({ compilerOptions, include, exclude: [] }));
  const { status, output } = await tsc(config, compiler);
  await rm(config);
  // Of `composite` and `incremental`.
  await rm(config.replace(/json$/, "tsbuildinfo"), { force: true });
  const errors = output.split("\n").flatMap((line): CompileError[] => {
    const placed = /^(\S.*)\((\d+),\d+\): error (TS\d+: .*)$/.exec(line);
    if (placed !== null) return [{ file: placed[1] ?? "", line: Number(placed[2]), text: placed[3] ?? "" }];
    const global = /^error (TS\d+: .*)$/.exec(line);
    return global === null ? [] : [{ file: "", line: 0, text: global[1] ?? "" }];
  });
  // A compiler that fails without naming an error (out of memory, a crash) has proved nothing.
  return status !== 0 && errors.length === 0 ? [{ file: "", line: 0, text: output.slice(-2000) }] : errors;
}

/** What `tsc -p` prints in the folder of a tsconfig, and how it ends. `config`: an absolute path. */
export async function tsc(config: string, compiler: Compiler): Promise<Compiled> {
  const warm = await compileWarm(compilers[compiler], config);
  if (warm !== undefined) return warm;
  const program = join(projectRoot, "node_modules", compilers[compiler], "bin/tsc");
  return run(process.execPath, ["--max-old-space-size=8192", program, "-p", config, "--pretty", "false"], dirname(config));
}

/** Runs a program to its end. */
export function run(command: string, arguments_: readonly string[], cwd: string, env: NodeJS.ProcessEnv = process.env): Promise<Compiled> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, arguments_, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const add = (chunk: Buffer): void => void (output += chunk.toString());
    child.stdout.on("data", add);
    child.stderr.on("data", add);
    child.on("error", reject);
    child.on("close", (status) => {
      resolve({ status, output });
    });
  });
}
