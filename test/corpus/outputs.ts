/** Generates descriptions in every setting that we promise something about, and has the compilers judge. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { GeneratedFile } from "../../src/emit/print/file.js";
import type { Part } from "../../src/emit/options.js";
import { typeCheck, writeFiles, type CompileError, type Compiler, type Surroundings } from "../support/compile.js";
import { generateFrom } from "../support/pipeline.js";

export interface Setting {
  readonly name: string;
  readonly parts: readonly Part[];
  readonly around: Surroundings;
}

/** What is generated, and what a program that uses it has around it. */
export const settings: readonly Setting[] = [
  { name: "client", parts: ["types", "validators", "client", "paths"], around: "browser" },
  { name: "server", parts: ["types", "validators", "server"], around: "node" },
  { name: "all", parts: ["types", "validators", "client", "paths", "server", "mock"], around: "both" },
];

/** What there is to generate from. */
export interface Source {
  readonly name: string;
  readonly path: string;
  readonly settings?: NonNullable<Parameters<typeof generateFrom>[2]>;
}

export interface Output<Described extends Source = Source> {
  readonly description: Described;
  readonly setting: Setting;
  /** Relative to the folder that all outputs are in. */
  readonly folder: string;
  readonly files: number;
  readonly bytes: number;
  readonly milliseconds: number;
  /** Errors of the generator itself. */
  readonly mistakes: readonly string[];
}

export async function writeOutput<Described extends Source>(
  root: string,
  description: Described,
  setting: Setting,
): Promise<Output<Described>> {
  const { output, files } = await generateOutput(description, setting);
  await mkdir(join(root, output.folder), { recursive: true });
  await writeFiles(join(root, output.folder), files);
  return output;
}

/** An output that is not written yet. */
export async function generateOutput<Described extends Source>(
  description: Described,
  setting: Setting,
): Promise<{ readonly output: Output<Described>; readonly files: readonly GeneratedFile[] }> {
  const start = performance.now();
  const { files, diagnostics } = await generateFrom(description.path, setting.parts, description.settings);
  const milliseconds = performance.now() - start;
  const mistakes = diagnostics
    .filter((diagnostic) => diagnostic.severity === "error")
    .map((diagnostic) => `${diagnostic.code}: ${diagnostic.message}`);
  if (files.length === 0 && mistakes.length === 0) mistakes.push("nothing was generated");
  const output = {
    description,
    setting,
    folder: `${setting.name}/${description.name}`,
    files: files.length,
    bytes: files.reduce((sum, file) => sum + file.text.length, 0),
    milliseconds,
    mistakes,
  };
  return { output, files };
}

export type Verdicts = ReadonlyMap<Output, readonly CompileError[]>;

/** Characters of output per program: more needs more memory than a small machine has, less reads the libraries more often. */
const programSize = 12_000_000;

/** The errors of each output. Outputs share programs, so that the compiler reads its libraries seldom. */
export async function judge(
  root: string,
  outputs: readonly Output[],
  compiler: Compiler,
  tell: (progress: string) => void = () => undefined,
): Promise<Verdicts> {
  const verdicts = new Map<Output, CompileError[]>(outputs.map((output) => [output, []]));
  for (const setting of new Set(outputs.map((output) => output.setting))) {
    for (const program of programs(outputs.filter((output) => output.setting === setting))) {
      tell(`TypeScript ${compiler}, ${setting.name}: ${program.map((output) => output.description.name).join(", ")}`);
      const errors = await typeCheck(
        root,
        program.map((output) => output.folder),
        compiler,
        setting.around,
      );
      for (const error of errors) {
        // What is about no file, or a file of a library, is everybody's.
        const owners = program.filter((output) => error.file.startsWith(`${output.folder}/`));
        for (const output of owners.length > 0 ? owners : program) verdicts.get(output)?.push(error);
      }
    }
  }
  return verdicts;
}

/** Outputs that are small enough for one program. */
export function programs(outputs: readonly Output[]): readonly (readonly Output[])[] {
  const result: Output[][] = [];
  let size = Infinity;
  for (const output of outputs) {
    if (size + output.bytes > programSize) {
      result.push([]);
      size = 0;
    }
    result.at(-1)?.push(output);
    size += output.bytes;
  }
  return result;
}
