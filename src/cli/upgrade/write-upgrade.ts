/**
 * Writes an upgrade: the configuration and the package.json, then the outputs. What can be refused is refused before the first of them is touched,
 * and what fails after that takes all of it back.
 */
import { isDeepStrictEqual } from "node:util";
import { readConfig } from "../../config/read-config.js";
import { diagnostic } from "../../diagnostic/catalogue.js";
import { hasErrors, type Diagnostic } from "../../diagnostic/diagnostic.js";
import type { Io } from "../../io.js";
import { notTakenBack, undoable } from "../../output/undoable.js";
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
  /** Undefined where nothing was written, and where it was taken back. */
  readonly written: WrittenApis | undefined;
  /** Paths that are not as they were although it failed: absolute. */
  readonly left: readonly string[];
}

/** What is to be written. */
export interface UpgradeContent {
  readonly resolved: readonly ResolvedTarget[];
  readonly results: readonly TargetResult[];
  readonly edits: UserEdits;
}

/** Writes all of it, or leaves everything as it was. `config`: the value of --config; `again`: the command line that a user runs again. */
export async function writeUpgrade(
  content: UpgradeContent,
  io: Io,
  { config, again }: { readonly config: string | undefined; readonly again: string },
): Promise<WrittenUpgrade> {
  const undo = undoable(io);
  const { diagnostics, written } = await writeAll(content, undo.io, config, again).catch(async (error: unknown) => {
    await undo.takeBack();
    throw error;
  });
  if (!hasErrors(diagnostics)) {
    for (const each of written?.apis ?? []) await each?.keep?.();
    return { diagnostics, written, left: [] };
  }
  if (!undo.isChanged()) return { diagnostics, written: undefined, left: [] };
  const left = await undo.takeBack();
  const hint = `Remove the cause, and run \`${again}\` again.${left.length === 0 ? " All is as it was before." : ""}`;
  // What completes one output does not complete an upgrade.
  const told = diagnostics.map((each) => (each.code === "output-failed" && each.severity === "error" ? { ...each, hint } : each));
  return { diagnostics: [...told, ...notTakenBack(left, io)], written: undefined, left };
}

async function writeAll(
  { resolved, results, edits }: UpgradeContent,
  io: Io,
  config: string | undefined,
  again: string,
): Promise<Omit<WrittenUpgrade, "left">> {
  const options = { force: false, config };
  const refused = await writeApis(resolved, results, { ...options, dry: true }, io);
  if (hasErrors(refused.diagnostics)) return { diagnostics: refused.diagnostics, written: undefined };
  const problems = await writeSetup(io, edits.root, edits.files, again);
  if (hasErrors(problems)) return { diagnostics: problems, written: undefined };
  const misread = await misreadConfig(edits, io, again);
  if (misread !== undefined) return { diagnostics: [misread], written: undefined };
  const written = await writeApis(resolved, results, { ...options, dry: false }, io);
  return { diagnostics: written.diagnostics, written };
}

/** That a configuration, read as it is now, is not what it was to be: it is a program, and its text is not all of it. */
async function misreadConfig({ config }: UserEdits, io: Io, again: string): Promise<Diagnostic | undefined> {
  if (config === undefined) return undefined;
  const { value } = await readConfig(io, config.file, () => undefined);
  if (value !== undefined && isDeepStrictEqual(value.value, config.value)) return undefined;
  const message = `${config.file} does not say what it should after its keys were moved, and is as it was before.`;
  return diagnostic("config-unreadable", message, {
    hint: `Move the keys by hand, as the page lists them, and run \`${again}\` again.`,
  });
}
