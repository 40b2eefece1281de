/** Writes an upgrade: the configuration and the package.json, then the outputs. What can be refused is refused before the first of them is touched. */
import { isDeepStrictEqual } from "node:util";
import { readConfig } from "../../config/read-config.js";
import { diagnostic } from "../../diagnostic/catalogue.js";
import { hasErrors, type Diagnostic } from "../../diagnostic/diagnostic.js";
import type { Io } from "../../io.js";
import { writeSetup, type FileEdit } from "../../output/write-setup.js";
import type { TargetResult } from "../generate-target.js";
import type { ResolvedTarget } from "../resolve-target.js";
import { writeApis, type WrittenApis } from "../write-apis.js";

/** What is written besides outputs. */
export interface UserEdits {
  /** Nothing outside of this folder is written. Absolute. */
  readonly root: string;
  readonly files: readonly FileEdit[];
  /** The configuration among them, and what it has to say afterwards. */
  readonly config: { readonly file: string; readonly value: unknown } | undefined;
}

export interface WrittenUpgrade {
  readonly diagnostics: readonly Diagnostic[];
  /** Undefined where nothing was written. */
  readonly written: WrittenApis | undefined;
}

export async function writeUpgrade(
  resolved: readonly ResolvedTarget[],
  results: readonly TargetResult[],
  edits: UserEdits,
  io: Io,
  config: string | undefined,
): Promise<WrittenUpgrade> {
  const options = { force: false, config };
  const refused = await writeApis(resolved, results, { ...options, dry: true }, io);
  if (hasErrors(refused.diagnostics)) return { diagnostics: refused.diagnostics, written: undefined };
  const problems = await writeSetup(io, edits.root, edits.files);
  if (hasErrors(problems)) return { diagnostics: problems, written: undefined };
  const misread = await misreadConfig(edits, io);
  if (misread !== undefined) {
    const restored = await writeSetup(
      io,
      edits.root,
      edits.files.flatMap(({ path, before, after }) => (before === undefined ? [] : [{ path, before: after, after: before }])),
    );
    return { diagnostics: [misread, ...restored], written: undefined };
  }
  const written = await writeApis(resolved, results, { ...options, dry: false }, io);
  for (const each of written.apis) await each?.keep?.();
  return { diagnostics: written.diagnostics, written };
}

/** That a configuration, read as it is now, is not what it was to be: it is a program, and its text is not all of it. */
async function misreadConfig({ config }: UserEdits, io: Io): Promise<Diagnostic | undefined> {
  if (config === undefined) return undefined;
  const { value } = await readConfig(io, config.file, () => undefined);
  if (value !== undefined && isDeepStrictEqual(value.value, config.value)) return undefined;
  const message = `${config.file} does not say what it should after its keys were moved, and is as it was before.`;
  return diagnostic("config-unreadable", message, { hint: "Move the keys by hand: `sundial upgrade` lists them." });
}
