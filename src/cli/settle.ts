import type { ApiTarget } from "../config/config.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { importExtensions, type ImportExtension } from "../emit/specifiers.js";
import type { Request } from "../generate.js";
import type { Io } from "../io.js";
import type { Manifest } from "../output/manifest.js";
import { recordedOptions } from "../output/recorded.js";
import { visible } from "./frame.js";

/** A target without a choice left open. */
export interface SettledTarget {
  readonly target: ApiTarget;
  readonly request: Request;
  readonly diagnostics: readonly Diagnostic[];
  /** What decided, one sentence for each choice. */
  readonly reasons: readonly string[];
}

/** Makes the choices that a configuration leaves to the project. */
export async function settleForGenerate(target: ApiTarget, io: Io): Promise<SettledTarget> {
  const project = await import("../project/import-extension.js");
  const { importExtension } = target;
  if (importExtension !== "auto") {
    const diagnostics = await project.importExtensionProblems(io, target.output, importExtension);
    return settled(target, importExtension, "the configuration says so", diagnostics);
  }
  const recorded = recordedExtension(await recordedOptions(io, target.output));
  const { extension, reason, diagnostics } = await project.decideImportExtension(io, target.output, recorded);
  return settled(target, extension, reason, diagnostics);
}

/** Takes the choices that the output was made with: a check is about the output, and the project around it may not be whole. */
export async function settleForCheck(target: ApiTarget, io: Io): Promise<SettledTarget> {
  if (target.importExtension !== "auto") return settled(target, target.importExtension, "the configuration says so", []);
  return settled(target, recordedExtension(await recordedOptions(io, target.output)), "the output was made so", []);
}

function settled(
  target: ApiTarget,
  importExtension: ImportExtension | undefined,
  reason: string,
  diagnostics: readonly Diagnostic[],
): SettledTarget {
  const ending = importExtension === "none" ? "have no extension" : `end in .${importExtension ?? "js"}`;
  return { target, request: { ...target, importExtension }, diagnostics, reasons: [`imports ${ending}, because ${reason}`] };
}

/** Undefined in outputs of versions that always wrote `.js`. */
function recordedExtension(options: Manifest["options"] | undefined): ImportExtension | undefined {
  return importExtensions.find((each) => each === options?.["importExtension"]);
}

/** Prints what decided, for `--verbose`. */
export function explainChoices(targets: readonly SettledTarget[], io: Io): void {
  for (const { target, reasons } of targets) for (const reason of reasons) io.stderr.write(`${target.label}: ${visible(reason)}\n`);
}
