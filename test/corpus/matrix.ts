/** Output under every tsconfig of the table. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { GeneratedFile } from "../../src/emit/print/file.js";
import { importExtensions, withImportExtension, type ImportExtension } from "../../src/emit/print/import-specifiers.js";
import { compile, writeFiles, type CompileError } from "../support/compile.js";
import { isRuntime, withRuntimeIn } from "../support/shared-runtime.js";
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
  const runtimes = new Map<string, string>();
  for (const setting of settings) {
    for (const source of sources) {
      const { output, files } = await generateOutput(source, setting);
      outputs.push(output);
      for (const { path, text } of files.filter(isRuntime)) {
        const known = `${setting.name}/${path}`;
        if ((runtimes.get(known) ?? text) !== text)
          throw new Error(`${known} is not the same in ${source.name} as in an output before it.`);
        runtimes.set(known, text);
      }
      for (const extension of extensions) await writeSharing(join(root, extension), output, withImportExtension(files, extension));
    }
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

/** Writes an output. Outputs of one kind have the same runtime files: they share one folder of them, so that they are checked once. */
async function writeSharing(root: string, { folder, setting }: Output, files: readonly GeneratedFile[]): Promise<void> {
  await mkdir(join(root, folder), { recursive: true });
  await writeFiles(
    root,
    files.map(({ path, text }) =>
      isRuntime({ path })
        ? { path: `${setting.name}/${path}`, text }
        : { path: `${folder}/${path}`, text: withRuntimeIn(text, "../runtime") },
    ),
  );
}
