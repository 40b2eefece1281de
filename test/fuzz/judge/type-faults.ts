/** What a compiler says of outputs: of many at once, as it takes longest to read its libraries. */
import type { GeneratedFile } from "../../../src/emit/print/file.js";
import { temporaryFolder, typeCheck, writeFiles } from "../../support/compile.js";
import { isRuntime, runtimeOf, withRuntimeIn } from "../../support/shared-runtime.js";
import type { FuzzCase } from "../cases/fuzz-case.js";
import type { Fault } from "./fault.js";
import { generateCase } from "./generate-case.js";

/** Compilers take other extensions where an option says so, and this is not asked here. */
export const isTypeChecked = ({ settings }: FuzzCase): boolean => settings.importExtension === undefined;

/** The first fault of each case that has one. The cases are known to be generated. */
export async function typeFaults(cases: readonly FuzzCase[]): Promise<ReadonlyMap<FuzzCase, Fault>> {
  const folder = await temporaryFolder();
  try {
    const all: GeneratedFile[] = [];
    for (const [index, each] of cases.entries()) {
      const { generated } = await generateCase(each);
      const files = generated.value?.files ?? [];
      all.push(...files);
      const own = files.filter((file) => !isRuntime(file));
      await writeFiles(
        folder.path,
        own.map(({ path, text }) => ({ path: `cases/${String(index)}/${path}`, text: withRuntimeIn(text, "../../runtime") })),
      );
    }
    await writeFiles(folder.path, runtimeOf(all));
    const found = new Map<FuzzCase, Fault>();
    for (const { file, line, text } of await typeCheck(folder.path, ["cases/*/*.ts"], "7", "both")) {
      const [, number, path = file] = /^cases\/(\d+)\/(.*)$/.exec(file) ?? [];
      const owner = cases[Number(number ?? 0)];
      if (owner !== undefined && !found.has(owner)) found.set(owner, { kind: "types", detail: `${path}: ${text} (line ${String(line)})` });
    }
    return found;
  } finally {
    await folder.remove();
  }
}
