/**
 * The functions of the library. They are apart from its entry, which a configuration imports for `defineConfig`: that import loads nothing
 * of this file.
 */
import { resolve } from "node:path";
import type { ApiConfig } from "./config/config.js";
import { ConfigReader } from "./config/config-reader.js";
import { readFormats, type FormatsConfig } from "./config/formats.js";
import { readHeading } from "./config/header.js";
import { defaultCommand, inputOfFlag } from "./config/resolve-config.js";
import type { Diagnostic, Outcome } from "./diagnostic/diagnostic.js";
import { redact } from "./diagnostic/redact.js";
import { allParts, completeParts } from "./emit/emitters.js";
import type { GeneratedFile } from "./emit/print/file.js";
import type { ImportExtension } from "./emit/print/import-specifiers.js";
import { generateFiles, outputOf, type Request } from "./generate.js";
import type { Io } from "./io.js";
import { nodeIo } from "./io-node.js";
import { checkOutput, type Drift } from "./output/check-output.js";
import { realFolder, unreadableOutput } from "./output/path-containment.js";
import { readRecordedOptions, type RecordedOptions } from "./output/recorded-options.js";
import type { FoundTemplates } from "./project/own-templates.js";
import type { Json } from "./source/source-file.js";

/** What to generate. Paths are relative to the current folder. */
export interface GenerateOptions extends Pick<
  ApiConfig,
  | "input"
  | "emit"
  | "name"
  | "limits"
  | "gateStore"
  | "deprecations"
  | "int64"
  | "validators"
  | "references"
  | "templates"
  | "header"
  | "eslintDisable"
> {
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

export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  const io = nodeIo();
  const request = await requestOf(options, io);
  if (request.value === undefined) return { files: [], diagnostics: request.diagnostics };
  const { value, diagnostics } = await generateFiles(request.value, io);
  return { files: value?.files ?? [], diagnostics };
}

export async function check(options: CheckOptions): Promise<CheckResult> {
  const io = nodeIo();
  const folder = resolve(options.output);
  const obstacle = await unreadableOutput(io, folder);
  if (obstacle !== undefined) return { current: false, drift: [], reasons: [], diagnostics: [obstacle] };
  const requested = await requestOf(options, io, await readRecordedOptions(io, folder));
  const request = requested.value;
  if (request === undefined) return { current: false, drift: [], reasons: [], diagnostics: requested.diagnostics };
  const { value, diagnostics, sources } = await generateFiles(request, io);
  if (value === undefined) return { current: false, drift: [], reasons: [], diagnostics };
  const { drift, reasons } = await checkOutput(io, folder, outputOf(request, value, sources, await realFolder(io, folder)));
  return { current: drift.length === 0, drift, reasons, diagnostics };
}

async function requestOf(options: GenerateOptions, io: Io, recorded?: RecordedOptions): Promise<Outcome<Request>> {
  const reader = new ConfigReader("options", "options:");
  const formats = readFormats(reader, { ...options }, [], undefined);
  const heading = readHeading(reader, { ...options }, []);
  if (reader.diagnostics.length > 0) return { value: undefined, diagnostics: reader.diagnostics };
  const { templates } = options;
  const request: Request = {
    ...inputOfFlag(options.input, process.cwd()),
    emit: completeParts(options.emit ?? allParts),
    name: options.name,
    previous: options.name === undefined ? recorded : undefined,
    command: redact(options.command ?? recorded?.command ?? defaultCommand),
    gateStore: options.gateStore === true ? { at: { file: "options:", pointer: "/gateStore" } } : undefined,
    deprecations: options.deprecations,
    int64: options.int64,
    references: options.references?.map((each) => resolve(each)),
    importExtension: options.importExtension ?? recorded?.importExtension,
    formats,
    validators: options.validators,
    templates: templates === undefined ? undefined : await templatesIn(templates, reader, io),
    ...heading,
    limits: options.limits && { value: options.limits as unknown as Json, name: "limits", at: { file: "options:", pointer: "/limits" } }, // data, by its type
  };
  return { value: request, diagnostics: [] };
}

async function templatesIn(written: string, reader: ConfigReader, io: Io): Promise<FoundTemplates> {
  const { readTemplates } = await import("./project/own-templates.js");
  return readTemplates(io, { path: resolve(written), written, at: reader.place(["templates"]), base: io.cwd });
}
