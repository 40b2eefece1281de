/** Output under every tsconfig of the table. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { GeneratedFile } from "../../src/emit/print/file.js";
import { importExtensions, withImportExtension, type ImportExtension } from "../../src/emit/print/import-specifiers.js";
import { compile, writeFiles, type CompileError } from "../support/compile.js";
import { isRuntime, runtimeOf, withRuntimeIn } from "../support/shared-runtime.js";
import { generateOutput, settings, type Output, type Source } from "./outputs.js";
import type { Combination } from "./tsconfigs.js";

/** Outputs of each kind, with imports spelled in each way. */
export interface Matrix {
  readonly outputs: readonly Output[];
  /** The errors of the outputs of descriptions, of all of them unless some are named, that suit a tsconfig. */
  readonly judge: (
    combination: Combination,
    descriptions?: readonly Source[],
  ) => Promise<{ readonly outputs: number; readonly errors: readonly CompileError[] }>;
}

/** Generates from descriptions in a folder, a temporary one of `test/support/compile.ts`, ready to be judged. */
export async function writeMatrix(
  root: string,
  sources: readonly Source[],
  extensions: readonly ImportExtension[] = importExtensions,
): Promise<Matrix> {
  const outputs: Output[] = [];
  for (const setting of settings) {
    const own: GeneratedFile[] = [];
    for (const source of sources) {
      const { output, files } = await generateOutput(source, setting);
      outputs.push(output);
      const others = files.filter((file) => !isRuntime(file));
      own.push(...others);
      for (const extension of extensions) await writeSharing(join(root, extension, output.folder), withImportExtension(others, extension));
    }
    // It is checked once for all of them.
    for (const extension of extensions)
      await writeInto(join(root, extension, setting.name), withImportExtension(runtimeOf(own), extension));
  }
  return {
    outputs,
    async judge({ compiler, output, inCommonJs, importExtension, compilerOptions }, descriptions = sources) {
      await writeFile(join(root, "package.json"), JSON.stringify({ type: inCommonJs ? "commonjs" : "module" }));
      const suited = outputs.filter(({ setting, description }) => setting.name === output && descriptions.includes(description));
      const folders = [...suited.map(({ folder }) => folder), `${output}/runtime`];
      const include = folders.map((folder) => `${importExtension}/${folder}/*.ts`);
      return { outputs: suited.length, errors: await compile(root, include, compiler, compilerOptions) };
    },
  };
}

/** Writes an output whose runtime is that of all outputs of its kind. */
const writeSharing = (folder: string, files: readonly GeneratedFile[]): Promise<void> =>
  writeInto(
    folder,
    files.map(({ path, text }) => ({ path, text: withRuntimeIn(text, "../runtime") })),
  );

async function writeInto(folder: string, files: readonly GeneratedFile[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFiles(folder, files);
}
