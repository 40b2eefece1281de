/** The library of openapi-sundial: what the command line does, without writing and without printing. */
import type { ApiConfig } from "./config/config.js";
import type { FormatsConfig } from "./config/formats.js";
import type { Diagnostic, Outcome } from "./diagnostic/diagnostic.js";
import type { GeneratedFile } from "./emit/print/file.js";
import type { ImportExtension } from "./emit/print/import-specifiers.js";
import type { Request } from "./generate.js";
import type { Drift } from "./output/check-output.js";
import type { RecordedOptions } from "./output/recorded-options.js";
import type { Json } from "./source/source-file.js";

export { defineConfig } from "./config/config.js";
export type { ApiConfig, Config } from "./config/config.js";
export type { FormatConfig, FormatsConfig } from "./config/formats.js";
export type { LimitsConfig } from "./config/limits.js";
export type { ValidatorsConfig } from "./config/validators.js";
export type { Diagnostic } from "./diagnostic/diagnostic.js";
export type { GeneratedFile } from "./emit/print/file.js";
export type { ImportExtension } from "./emit/print/import-specifiers.js";
export type { Int64, Part } from "./emit/options.js";
export type { Drift } from "./output/check-output.js";

/** What to generate. Paths are relative to the current folder. */
export interface GenerateOptions extends Pick<ApiConfig, "input" | "emit" | "name" | "limits" | "int64" | "validators" | "references"> {
  /** Formats of strings that modules of yours check. Paths are relative to the folder where the files will be: "../formats.ts". */
  readonly formats?: FormatsConfig;
  /** How generated files import one another. "js" when absent: where they will be is not known here. */
  readonly importExtension?: ImportExtension;
  /** How generated files say they are made again; "npx openapi-sundial generate" when absent. */
  readonly command?: string;
}

export interface GenerateResult {
  /** Empty when an error stands among the diagnostics. */
  readonly files: readonly GeneratedFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Generates the code of one API in memory. Mistakes of the description are diagnostics; what is thrown is a bug of ours. */
export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  const [{ generateFiles }, { nodeIo }] = await Promise.all([import("./generate.js"), import("./io-node.js")]);
  const request = await requestOf(options);
  if (request.value === undefined) return { files: [], diagnostics: request.diagnostics };
  const { value, diagnostics } = await generateFiles(request.value, nodeIo());
  return { files: value?.files ?? [], diagnostics };
}

export interface CheckOptions extends GenerateOptions {
  /** Folder of the generated files. */
  readonly output: string;
}

export interface CheckResult {
  readonly current: boolean;
  /** Every file that is not as `generate` would leave it. */
  readonly drift: readonly Drift[];
  /** What changed since the output was made. */
  readonly reasons: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Generates in memory, and compares with what is on disk. What the options leave open is as the output records it. An output whose
 * description has an error is not current.
 */
export async function check(options: CheckOptions): Promise<CheckResult> {
  const [{ generateFiles, outputOf }, { nodeIo }, { checkOutput }, { realFolder, unreadableOutput }, { readRecordedOptions }, path] =
    await Promise.all([
      import("./generate.js"),
      import("./io-node.js"),
      import("./output/check-output.js"),
      import("./output/path-containment.js"),
      import("./output/recorded-options.js"),
      import("node:path"),
    ]);
  const io = nodeIo();
  const folder = path.resolve(options.output);
  const obstacle = await unreadableOutput(io, folder);
  if (obstacle !== undefined) return { current: false, drift: [], reasons: [], diagnostics: [obstacle] };
  const requested = await requestOf(options, await readRecordedOptions(io, folder));
  const request = requested.value;
  if (request === undefined) return { current: false, drift: [], reasons: [], diagnostics: requested.diagnostics };
  const { value, diagnostics, sources } = await generateFiles(request, io);
  if (value === undefined) return { current: false, drift: [], reasons: [], diagnostics };
  const { drift, reasons } = await checkOutput(io, folder, outputOf(request, value, sources, await realFolder(io, folder)));
  return { current: drift.length === 0, drift, reasons, diagnostics };
}

async function requestOf(options: GenerateOptions, recorded?: RecordedOptions): Promise<Outcome<Request>> {
  const [{ inputOfFlag, defaultCommand }, { readFormats }, { ConfigReader }, { allParts, completeParts }, { redact }, path] =
    await Promise.all([
      import("./config/resolve-config.js"),
      import("./config/formats.js"),
      import("./config/config-reader.js"),
      import("./emit/emitters.js"),
      import("./diagnostic/redact.js"),
      import("node:path"),
    ]);
  const reader = new ConfigReader("options", "options:");
  const formats = readFormats(reader, { ...options }, [], undefined);
  if (reader.diagnostics.length > 0) return { value: undefined, diagnostics: reader.diagnostics };
  const request: Request = {
    ...inputOfFlag(options.input, process.cwd()),
    emit: completeParts(options.emit ?? allParts),
    name: options.name,
    previous: options.name === undefined ? recorded : undefined,
    command: redact(options.command ?? recorded?.command ?? defaultCommand),
    int64: options.int64,
    references: options.references?.map((each) => path.resolve(each)),
    importExtension: options.importExtension ?? recorded?.importExtension,
    formats,
    validators: options.validators,
    limits: options.limits && { value: options.limits as unknown as Json, name: "limits", at: { file: "options:", pointer: "/limits" } }, // data, by its type
  };
  return { value: request, diagnostics: [] };
}
