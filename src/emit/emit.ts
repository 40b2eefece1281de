import { withInt64 } from "../model/passes/int64/int64.js";
import { withoutDiscriminatedParents } from "../model/passes/discriminators/without-discriminated-parents.js";
import { withoutDiscriminators } from "../model/passes/discriminators/without-discriminators.js";
import type { Api } from "../model/ir/api.js";
import { completeParts, emittersOf, runtimeOf, type EmitContext, type Part } from "./emitters.js";
import { int64sOf } from "./files/int64-file.js";
import { emitRuntime, emitSharedRuntime } from "./files/runtime-files.js";
import { createOutputBudget } from "./print/output-budget.js";
import type { EmitOptions } from "./options.js";
import { InternalError } from "../diagnostic/diagnostic.js";
import type { Emitted, GeneratedFile } from "./print/file.js";
import type { OwnHeading } from "./print/header.js";
import { withImportExtension, withRuntimeIn, type ImportExtension } from "./print/import-specifiers.js";
import { exportedNames } from "./print/module-statements.js";
import { views } from "./print/views.js";

/** The files of an output, but for the manifest. It can fail in one way alone, with `OutputTooLarge`: what an API may be was checked before there was a model. */
export async function emit(described: Api, requested: EmitOptions, budget = createOutputBudget()): Promise<readonly GeneratedFile[]> {
  const exact = requested.validators?.discriminator === "exact";
  const plain = exact ? withoutDiscriminators(described) : described;
  const api = withInt64(plain, requested.int64 ?? "number");
  const typed = withoutDiscriminatedParents(api);
  // Types are part of every output.
  const options = { ...requested, parts: new Set(completeParts(["types", ...requested.parts])) };
  const context: EmitContext = { options, typed, plain, int64s: int64sOf(api, options), budget };
  const own = new Set<string>([...(options.templates?.keys() ?? [])].map((name) => views[name].makes));
  const emitted: Emitted[] = [];
  // One after the other: none waits for anything but the module that all of them share.
  for (const { files } of emittersOf(options.parts))
    for (const file of await files(api, context)) {
      budget.done(file);
      emitted.push(own.has(file.path) ? asOwn(file) : file);
    }
  // With the templates, which a command that generates nothing does not load.
  const { emitIndex } = await import("./files/emit-functions.js");
  const all: readonly Emitted[] = [...emitted, { ...emitIndex(emitted, options), exports: [], own: own.has("index.ts") }];
  const files = options.runtime === undefined ? [...all, ...emitRuntime(all, options)] : withRuntimeIn(all, options.runtime);
  refuseSecondEmitter(files);
  return withImportExtension(files, options.importExtension ?? "js");
}

/** A file that somebody's template has made: it exports what its text says, in our order as far as that is the same. */
function asOwn(file: Emitted): Emitted {
  const found = new Map<string, Emitted["exports"][number]>();
  // What is both a type and a value is a value.
  for (const each of exportedNames(file.text)) if (found.get(each.name)?.type !== false) found.set(each.name, each);
  const names = new Set([...file.exports.map(({ name }) => name), ...found.keys()]);
  return { ...file, own: true, exports: [...names].flatMap((name) => found.get(name) ?? []) };
}

/** The runtime that outputs of these parts share, all of it: what a description needs of it changes nothing. */
export function emitRuntimeOf(parts: Iterable<Part>, extension: ImportExtension, heading: OwnHeading = {}): readonly GeneratedFile[] {
  return withImportExtension(emitSharedRuntime(runtimeOf(parts), heading), extension);
}

/** Of two emitters for one file, one would be lost without a word. */
export function refuseSecondEmitter(files: readonly Pick<GeneratedFile, "path">[]): void {
  // On some disks, names that differ in case alone are the same.
  const paths = files.map(({ path }) => path.toLowerCase());
  const twice = files.find((_, index) => paths.indexOf(paths[index] ?? "") < index);
  if (twice !== undefined) throw new InternalError(`Two emitters make ${twice.path}`);
}
