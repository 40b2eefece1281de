/** Output under every tsconfig of the table. */
import { cp, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { compile, projectRoot, type CompileError } from "../support/compile.js";
import { programs, settings, writeOutput, type Output, type Source } from "./outputs.js";
import { combinationOf, type Tsconfig } from "./tsconfigs.js";

/** Outputs of each kind, in a package of modules and in one of CommonJS. */
export interface Matrix {
  readonly outputs: readonly Output[];
  /** The errors of all outputs that suit a tsconfig, each by the output's folder. */
  readonly judge: (tsconfig: Tsconfig) => Promise<{ readonly outputs: number; readonly errors: readonly CompileError[] }>;
}

/** Generates from descriptions in a new folder `root`, ready to be judged. */
export async function writeMatrix(root: string, sources: readonly Source[]): Promise<Matrix> {
  const outputs: Output[] = [];
  for (const type of ["commonjs", "module"]) {
    const folder = join(root, type);
    await mkdir(folder);
    await symlink(join(projectRoot, "node_modules"), join(folder, "node_modules"));
    await writeFile(join(folder, "package.json"), JSON.stringify({ type }));
    outputs.length = 0;
    for (const setting of settings) {
      for (const source of sources) {
        const output = await writeOutput(folder, source, setting);
        if (output.mistakes.length === 0) await shareRuntime(join(folder, output.folder), join(folder, setting.name, "runtime"));
        outputs.push(output);
      }
    }
  }
  return {
    outputs,
    async judge(tsconfig) {
      const { compiler, output, inCommonJs, compilerOptions } = combinationOf(tsconfig);
      const folder = join(root, inCommonJs ? "commonjs" : "module");
      const suited = outputs.filter(({ setting }) => setting.name === output);
      const errors: CompileError[] = [];
      for (const program of programs(suited)) {
        const include = program.map((each) => `${each.folder}/*.ts`);
        errors.push(...(await compile(folder, include, compiler, compilerOptions)));
      }
      return { outputs: suited.length, errors };
    },
  };
}

/** Outputs of one kind have the same runtime files: in one folder, which each of them links to, they are checked once. */
async function shareRuntime(output: string, shared: string): Promise<void> {
  const own = join(output, "runtime");
  await cp(own, shared, { recursive: true });
  await rm(own, { recursive: true });
  await symlink(shared, own);
}
