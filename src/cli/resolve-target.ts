import { dirname, relative, sep } from "node:path";
import type { ApiTarget } from "../config/config.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { judged } from "../diagnostic/strictness.js";
import { redact } from "../diagnostic/redact.js";
import type { ImportExtension } from "../emit/print/import-specifiers.js";
import { formatterName, type Formatter } from "../format/formatter.js";
import type { Request } from "../generate.js";
import type { Io } from "../io.js";
import { defaultCommand, isKnownCommand, lacksScript, type Generated } from "../project/generate-script.js";
import { readRecordedOptions, recordedSource, type RecordedOptions } from "../output/recorded-options.js";
import type { FoundTemplates } from "../project/own-templates.js";
import { print, visible } from "../report/print.js";
import { uriOf } from "../source/uri.js";
import { newerVersion, olderThanOutput, type NewerVersion } from "./upgrade/other-version.js";

/** A target without a choice left open. */
export interface ResolvedTarget {
  readonly target: ApiTarget;
  readonly request: Request;
  /** The command that makes it, and, for a check, the one that its files name, where that is another. */
  readonly command: { readonly wanted: string; readonly written?: string | undefined };
  /** What its output was made with; undefined where there is none. */
  readonly recorded: RecordedOptions | undefined;
  /** The version that made its output, where that is newer than this one. */
  readonly newer: NewerVersion | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** What decided, one sentence for each choice. */
  readonly reasons: readonly string[];
}

/**
 * Makes the choices that a configuration leaves to the project. `force`: whether an output of a newer version is written over; it is an error
 * otherwise, as an installation that is out of date would undo what others have generated.
 */
export async function resolveForGenerate(wanted: ApiTarget, io: Io, force = false): Promise<ResolvedTarget> {
  const recorded = await readRecordedOptions(io, wanted.output);
  const target = await withSource(wanted, recorded, io);
  const unread = await unreadable(target, io);
  const kept = unread === undefined ? undefined : await knownCommand(target, recorded, io);
  const command = target.command ?? kept ?? (await scriptOf(target, io));
  const extension = await chooseExtension(target, recorded, io);
  const problems = await problemsOf(target, extension.extension, io);
  const templates = await templatesOf(target, io);
  const formatter = await formatterOf(target, io);
  const newer = await newerVersion(io, target.output, recorded?.version, ["generate"]);
  const refused = newer === undefined || force ? [] : [olderThanOutput(newer, target.output, io)];
  const found = {
    ...extension,
    diagnostics: [...refused, ...(unread === undefined ? [] : [unread]), ...extension.diagnostics, ...problems],
  };
  return resolvedTarget(target, recorded, { command, templates, formatter, newer }, found);
}

/** Without a configuration, an output that one has made goes on to name its description as it does. */
async function withSource(target: ApiTarget, recorded: RecordedOptions | undefined, io: Io): Promise<ApiTarget> {
  if (target.config !== undefined) return target;
  const source = await recordedSource(io, target.output, recorded, uriOf(target.input, io.cwd));
  return { ...target, source: source ?? target.source };
}

/** Templates that people have taken over. */
async function templatesOf({ templatesFolder }: ApiTarget, io: Io): Promise<FoundTemplates | undefined> {
  if (templatesFolder === undefined) return undefined;
  const { readTemplates } = await import("../project/own-templates.js");
  return readTemplates(io, templatesFolder);
}

/** What is wrong with what the output needs at run time. */
async function problemsOf(
  { emit, output, formats, runtime }: ApiTarget,
  extension: ImportExtension | undefined,
  io: Io,
): Promise<readonly Diagnostic[]> {
  const { formatModuleProblems, openapiFetchProblems } = await import("../project/inspect-project.js");
  return [
    ...(emit.includes("paths") ? await openapiFetchProblems(io, runtime?.folder ?? output) : []),
    ...(formats === undefined ? [] : await formatModuleProblems(io, formats, extension)),
  ];
}

/** What goes through the files, where the configuration asks for it. */
async function formatterOf({ format, output, config }: ApiTarget, io: Io): Promise<Formatter | undefined> {
  if (format === undefined || format === false) return undefined;
  const { findFormatter } = await import("../format/find-formatter.js");
  return findFormatter(format, output, config === undefined ? io.cwd : dirname(config), io);
}

async function scriptOf(target: ApiTarget, io: Io): Promise<string | undefined> {
  const { generateScript } = await import("../project/inspect-project.js");
  return generateScript(io, generatedBy(target));
}

/** That the package.json cannot be read, which would say what generates. */
async function unreadable(target: ApiTarget, io: Io): Promise<Diagnostic | undefined> {
  const { unreadableScripts } = await import("../project/inspect-project.js");
  return unreadableScripts(io, generatedBy(target));
}

function generatedBy({ config, output }: ApiTarget): Generated {
  return config === undefined ? { output } : { config };
}

async function chooseExtension(target: ApiTarget, recorded: RecordedOptions | undefined, io: Io): Promise<Extension> {
  const { decideImportExtension, importExtensionProblems } = await import("../project/inspect-project.js");
  const { importExtension, output } = target;
  if (importExtension === "auto") return decideImportExtension(io, output, recorded?.importExtension);
  return { ...configured(importExtension), diagnostics: await importExtensionProblems(io, output, importExtension) };
}

/** Takes the choices that the output was made with: a check is about the output, and the project around it may not be whole. */
export async function resolveForCheck(wanted: ApiTarget, io: Io): Promise<ResolvedTarget> {
  const recorded = await readRecordedOptions(io, wanted.output);
  const target = await withSource(wanted, recorded, io);
  const extension =
    target.importExtension === "auto"
      ? { extension: recorded?.importExtension, reason: "the existing output uses it", diagnostics: [] }
      : configured(target.importExtension);
  const command = target.command ?? (await knownCommand(target, recorded, io)) ?? (await scriptOf(target, io));
  const newer = await newerVersion(io, target.output, recorded?.version, ["generate"]);
  const found = { command, templates: await templatesOf(target, io), formatter: await formatterOf(target, io), newer };
  const resolved = resolvedTarget(target, recorded, found, extension);
  // A check is about what the files say: that another command makes them now is no mistake in them.
  const written = redact(recorded?.command ?? resolved.command.wanted);
  return { ...resolved, command: { ...resolved.command, written }, request: { ...resolved.request, command: written } };
}

/** The command that an output records, where it may have been written by us, and is there still. */
async function knownCommand(target: ApiTarget, recorded: RecordedOptions | undefined, io: Io): Promise<string | undefined> {
  if (recorded?.command === undefined || !isKnownCommand(recorded.command)) return undefined;
  return (await lacksScript(io, generatedBy(target), recorded.command)) ? undefined : recorded.command;
}

interface Extension {
  readonly extension: ImportExtension | undefined;
  readonly reason: string;
  readonly diagnostics: readonly Diagnostic[];
}

function configured(extension: ImportExtension): Extension {
  return { extension, reason: "the configuration says so", diagnostics: [] };
}

/** What a repository has for a target. */
interface Found {
  readonly command: string | undefined;
  readonly templates: FoundTemplates | undefined;
  readonly formatter: Formatter | undefined;
  readonly newer: NewerVersion | undefined;
}

function resolvedTarget(
  target: ApiTarget,
  recorded: RecordedOptions | undefined,
  { command, templates, formatter, newer }: Found,
  { extension, reason, diagnostics }: Extension,
): ResolvedTarget {
  const ending = extension === "none" ? "have no extension" : `end in .${extension ?? "js"}`;
  const previous = target.name === undefined ? recorded : undefined;
  const wanted = redact(command ?? defaultCommand);
  return {
    target,
    command: { wanted },
    request: {
      ...target,
      command: wanted,
      importExtension: extension,
      previous,
      runtime: runtimePath(target),
      templates,
      formatter,
    },
    recorded,
    newer,
    diagnostics: judged(diagnostics, { strict: true, severity: target.severity }),
    reasons: [
      `imports ${ending}, because ${reason}`,
      ...(formatter === undefined ? [] : [`${formatterName(formatter)} formats the files, as it is found in the repository`]),
      ...(templates?.files ?? []).map(({ path }) => `${path} takes the place of our template`),
    ],
  };
}

/** The folder of a shared runtime as the files of the output name it. */
function runtimePath({ output, runtime }: ApiTarget): string | undefined {
  return runtime && relative(output, runtime.folder).split(sep).join("/");
}

/** Prints what decided, for `--verbose`. */
export function explainChoices(targets: readonly ResolvedTarget[], io: Io): void {
  for (const { target, reasons } of targets)
    for (const reason of reasons) print(io, "stderr", `${visible(target.label)}: ${visible(reason)}\n`);
}
