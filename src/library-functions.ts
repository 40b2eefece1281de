/**
 * The functions of the library. They are apart from its entry, which a configuration imports for `defineConfig`: that import loads nothing
 * of this file.
 */
import { resolve } from "node:path";
import type { ApiConfig } from "./config/config.js";
import { ConfigReader } from "./config/config-reader.js";
import { readFormats, type FormatsConfig } from "./config/formats.js";
import { readHeading } from "./config/header.js";
import { readGateStore, readLimits } from "./config/limits.js";
import { readOverlays } from "./config/overlays.js";
import { readReferences } from "./config/references.js";
import { readInput } from "./config/input.js";
import { inputOfFlag } from "./config/named-input.js";
import { readEmit, readName } from "./config/resolve-config.js";
import { readNames } from "./config/names.js";
import { readSelection } from "./config/selection.js";
import { readSeverity, readStrict } from "./config/strictness.js";
import { readTemplatesFolder } from "./config/templates.js";
import { readInt64, readUntyped, readValidators } from "./config/validators.js";
import type { Diagnostic, Outcome } from "./diagnostic/diagnostic.js";
import { redact } from "./diagnostic/redact.js";
import { completeParts } from "./emit/emitters.js";
import type { GeneratedFile } from "./emit/print/file.js";
import { importExtensions, type ImportExtension } from "./emit/print/import-specifiers.js";
import { generateFiles, outputOf, type Request } from "./generate.js";
import type { Io } from "./io.js";
import { nodeIo } from "./io-node.js";
import { checkOutput, type Drift } from "./output/check-output.js";
import { unreadableOutput } from "./output/path-containment.js";
import { readRecordedOptions, recordedSource } from "./output/recorded-options.js";
import { defaultCommand } from "./project/generate-script.js";
import type { FoundTemplates, TemplatesFolder } from "./project/own-templates.js";
import { uriOf } from "./source/uri.js";
import { realPlace } from "./source/real-place.js";

/** What to generate. Paths are relative to the current folder. */
export interface GenerateOptions extends Pick<
  ApiConfig,
  | "input"
  | "overlays"
  | "emit"
  | "name"
  | "limits"
  | "gateStore"
  | "deprecations"
  | "int64"
  | "untyped"
  | "validators"
  | "references"
  | "templates"
  | "header"
  | "eslintDisable"
  | "strict"
  | "severity"
  | "include"
  | "exclude"
  | "components"
  | "names"
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
  /** Every file that is not as `generate` would leave it, and has to be mended. */
  readonly drift: readonly Drift[];
  /** What is not as `generate` would leave it, and changes nothing of what the files say, such as what a formatter did. */
  readonly notes: readonly Drift[];
  /** What changed since the output was made. */
  readonly reasons: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  const io = nodeIo();
  const request = await requestOf(readerOf(), options, io);
  if (request.value === undefined) return { files: [], diagnostics: request.diagnostics };
  const { value, diagnostics } = await generateFiles(request.value, io);
  return { files: value?.files ?? [], diagnostics };
}

export async function check(options: CheckOptions): Promise<CheckResult> {
  const io = nodeIo();
  const reader = readerOf();
  const written = reader.record(options, []);
  const output = written && reader.text(written, "output", []);
  const folder = resolve(output ?? "");
  const obstacle = output === undefined ? undefined : await unreadableOutput(io, folder);
  if (obstacle !== undefined) return { current: false, drift: [], notes: [], reasons: [], diagnostics: [obstacle] };
  const requested =
    written === undefined ? { value: undefined, diagnostics: reader.diagnostics } : await requestOf(reader, written, io, folder);
  const request = requested.value;
  if (request === undefined) return { current: false, drift: [], notes: [], reasons: [], diagnostics: requested.diagnostics };
  const { value, diagnostics, sources } = await generateFiles(request, io);
  if (value === undefined) return { current: false, drift: [], notes: [], reasons: [], diagnostics };
  const { drift, notes, reasons } = await checkOutput(io, folder, outputOf(request, value, sources, await realPlace(io, folder)));
  return { current: drift.length === 0, drift, notes, reasons, diagnostics };
}

const readerOf = (): ConfigReader => new ConfigReader("options", "options:", "The argument");

/** `output` is for `check`: both functions may be given the same options. */
const optionNames = {
  ...{
    input: true,
    overlays: true,
    output: true,
    emit: true,
    name: true,
    limits: true,
    gateStore: true,
    deprecations: true,
    int64: true,
    untyped: true,
    validators: true,
  },
  ...{ references: true, templates: true, header: true, eslintDisable: true, formats: true, importExtension: true, command: true },
  ...{ strict: true, severity: true, include: true, exclude: true, components: true, names: true },
} as const satisfies Record<keyof CheckOptions, true>;

/** Options as a request, each of them looked at: programs have no compiler always. `output`: the folder to compare with, absolute. */
async function requestOf(reader: ConfigReader, given: unknown, io: Io, output?: string): Promise<Outcome<Request>> {
  const options = reader.record(given, []);
  if (options === undefined) return { value: undefined, diagnostics: reader.diagnostics };
  reader.onlyKeys(options, Object.keys(optionNames), []);
  const recorded = output === undefined ? undefined : await readRecordedOptions(io, output);
  const input = readInput(reader, options, [], io.cwd);
  const name = readName(reader, options, [], undefined);
  const folder = readTemplatesFolder(reader, options, [], { folder: io.cwd, output });
  const read = {
    emit: completeParts(readEmit(reader, options, [])),
    name,
    previous: name === undefined ? recorded : undefined,
    command: redact(reader.optionalText(options, "command", []) ?? recorded?.command ?? defaultCommand),
    limits: readLimits(reader, options, []),
    gateStore: readGateStore(reader, options, []),
    deprecations: reader.word(options, "deprecations", [], ["service"] as const),
    int64: readInt64(reader, options, []),
    untyped: readUntyped(reader, options, []),
    references: readReferences(reader, options, [], io.cwd),
    overlays: readOverlays(reader, options, [], { folder: io.cwd, output: output ?? io.cwd }),
    importExtension: reader.word(options, "importExtension", [], importExtensions) ?? recorded?.importExtension,
    formats: readFormats(reader, options, [], undefined),
    validators: readValidators(reader, options, []),
    ...readHeading(reader, options, []),
    strict: readStrict(reader, options, []),
    severity: readSeverity(reader, options, []),
    ...readSelection(reader, options, []),
    names: readNames(reader, options, []),
  };
  if (input === undefined || reader.diagnostics.length > 0) return { value: undefined, diagnostics: reader.diagnostics };
  const named = { ...(await inputOfFlag(input.input, io.cwd, io)), remote: input.remote };
  const source = output === undefined ? undefined : await recordedSource(io, output, recorded, uriOf(named.input, io.cwd));
  const templates = folder === undefined ? undefined : await templatesIn(folder, io);
  return { value: { ...read, ...named, source: source ?? named.source, templates }, diagnostics: [] };
}

async function templatesIn(folder: TemplatesFolder, io: Io): Promise<FoundTemplates> {
  const { readTemplates } = await import("./project/own-templates.js");
  return readTemplates(io, folder);
}
