import { basename, dirname, resolve } from "node:path";
import { catalogue, diagnostic, type DiagnosticCode } from "../diagnostic/catalogue.js";
import { hasErrors, type Diagnostic, type Outcome } from "../diagnostic/diagnostic.js";
import { isFixedError } from "../diagnostic/strictness.js";
import { allParts, completeParts, runtimeOf, usualParts, usualPartsText, type Part } from "../emit/emitters.js";
import { importExtensions } from "../emit/print/import-specifiers.js";
import { isBelow } from "../source/uri.js";
import type { ApiTarget } from "./config.js";
import type { FormatChoice } from "../format/formatter.js";
import { readFormats } from "./formats.js";
import { readFormatter } from "./formatter.js";
import { readInput } from "./input.js";
import { readGateStore, readLimits } from "./limits.js";
import { isPart } from "./emit-parts.js";
import type { WrittenConfig } from "./read-config.js";
import { ConfigReader } from "./config-reader.js";
import { movedHints, movedKeys } from "./moved-keys.js";
import { readOverlays } from "./overlays.js";
import { readReferences } from "./references.js";
import { checkRuntimeFolder, readRuntime, type RuntimeTarget } from "./runtime.js";
import { readHeading } from "./header.js";
import { reportSharedFolders } from "./shared-folders.js";
import { readNames } from "./names.js";
import { readSelection } from "./selection.js";
import { reportSnapshots } from "./snapshots.js";
import { readSeverity, readStrict } from "./strictness.js";
import { readTemplatesFolder } from "./templates.js";
import { readInt64, readUntyped, readValidators } from "./validators.js";

/** Checks a configuration and makes every choice in it; all mistakes are reported, each with the key it is at. `moves`: keys that have had another place. */
export function resolveConfig(config: WrittenConfig, moves = movedKeys): Outcome<readonly ApiTarget[]> {
  const reader = new ConfigReader(config.path, undefined, undefined, movedHints(config.value, moves));
  const root = reader.record(
    config.value,
    [],
    Array.isArray(config.value) ? "Several APIs have names: `{ apis: { pets: { input, output } } }`." : undefined,
  );
  if (root === undefined) return { value: undefined, diagnostics: reader.diagnostics };
  const command = reader.optionalText(root, "command", []);
  const format = readFormatter(reader, root);
  const runtime = readRuntime(reader, root, dirname(reader.path));
  const targets: (ReadApi | undefined)[] = [];
  if ("apis" in root) {
    reader.onlyKeys(root, [...sharedKeys, "apis"], [], "With `apis`, it belongs inside one of them.");
    const apis = reader.record(root["apis"], ["apis"]) ?? {};
    if (Object.keys(apis).length === 0) reader.report("config-invalid-value", ["apis"], "must name at least one API");
    for (const [key, value] of Object.entries(apis)) targets.push(readApi(reader, value, ["apis", key], key, command));
  } else {
    targets.push(readApi(reader, root, [], undefined, command));
  }
  const complete = targets.filter((target) => target !== undefined);
  const written = complete.filter(({ noOutput }) => noOutput === undefined);
  reportSharedFolders(reader, written, typeof runtime === "string");
  reportSnapshots(reader, complete, typeof runtime === "string" ? runtime : undefined);
  if (typeof runtime === "string") checkRuntimeFolder(reader, runtime, written);
  return {
    value: hasErrors(reader.diagnostics) ? undefined : together(complete, runtime, format, reader),
    diagnostics: reader.diagnostics,
  };
}

/** What is read of an API by itself. */
type ReadApi = Omit<ApiTarget, "format" | "runtime" | "outputs" | "copies">;

/** APIs with what they have in common. */
function together(
  apis: readonly ReadApi[],
  runtime: string | false | undefined,
  format: FormatChoice | undefined,
  reader: ConfigReader,
): readonly ApiTarget[] {
  const written = apis.filter(({ noOutput }) => noOutput === undefined);
  const outputs = written.map(({ output }) => output);
  const copying = written.filter(({ emit }) => runtimeOf(emit).size > 0);
  const copies = runtime === undefined && copying.length > 1 ? copying.length : 0;
  const extensions = new Set(apis.map(({ importExtension }) => importExtension));
  const [extension = "auto"] = extensions.size === 1 ? extensions : [];
  const shared: RuntimeTarget | undefined =
    typeof runtime === "string" && copying.length > 0
      ? {
          folder: runtime,
          config: reader.path,
          at: reader.place(["runtime"]),
          parts: completeParts(apis.flatMap(({ emit }) => emit)),
          importExtension: extension,
          heading: sharedHeading(apis),
          format,
        }
      : undefined;
  return apis.map((api) => ({ ...api, format, runtime: shared, outputs, copies }));
}

/** What all of some APIs have above their files; of each choice, nothing where they do not agree. */
function sharedHeading(apis: readonly ReadApi[]): RuntimeTarget["heading"] {
  const [first] = apis;
  const header = apis.every((api) => JSON.stringify(api.header) === JSON.stringify(first?.header)) ? first?.header : undefined;
  const eslintDisable = apis.every((api) => api.eslintDisable === true);
  return { ...(header === undefined ? {} : { header }), ...(eslintDisable ? { eslintDisable } : {}) };
}

/** Keys of a configuration that are about all of its APIs. */
const sharedKeys = ["command", "runtime", "format"];

const apiKeys = [
  "input",
  "overlays",
  "output",
  "emit",
  "name",
  "handlers",
  "limits",
  "gateStore",
  "deprecations",
  "int64",
  "untyped",
  "importExtension",
  "formats",
  "validators",
  "references",
  "templates",
  "header",
  "eslintDisable",
  "strict",
  "severity",
  "silence",
  "include",
  "exclude",
  "components",
  "names",
];

function readApi(
  reader: ConfigReader,
  value: unknown,
  at: readonly string[],
  key: string | undefined,
  command: string | undefined,
): ReadApi | undefined {
  const api = reader.record(value, at);
  if (api === undefined) return undefined;
  reader.onlyKeys(api, key === undefined ? [...apiKeys, ...sharedKeys, "apis"] : apiKeys, at);
  const input = readInput(reader, api, at, dirname(reader.path));
  const { output, noOutput } = readOutput(reader, api, at, key);
  const emit = readEmit(reader, api, at);
  const name = readName(reader, api, at, key);
  const handlers = reader.optionalText(api, "handlers", at);
  const limits = { limits: readLimits(reader, api, at), gateStore: readGateStore(reader, api, at) };
  const deprecations = reader.word(api, "deprecations", at, ["service"] as const);
  const int64 = readInt64(reader, api, at);
  const untyped = readUntyped(reader, api, at);
  const importExtension = reader.word(api, "importExtension", at, ["auto", ...importExtensions] as const) ?? "auto";
  const validators = readValidators(reader, api, at);
  const folder = dirname(reader.path);
  const formats = readFormats(reader, api, at, { folder, output: resolve(folder, output) });
  const selection = readSelection(reader, api, at);
  const references = readReferences(reader, api, at, folder);
  const overlays = readOverlays(reader, api, at, { folder, output: resolve(folder, output) });
  const templatesFolder = readTemplatesFolder(reader, api, at, { folder, output: resolve(folder, output) });
  const problem = handlersProblem(emit, resolve(folder, output), handlers === undefined ? undefined : resolve(folder, handlers));
  if (problem !== undefined) reader.report("config-invalid-value", [...at, "handlers"], problem);
  if (input === undefined) return undefined;
  return {
    label: key ?? name ?? basename(noOutput === undefined ? output : input.source),
    config: reader.path,
    ...input,
    overlays,
    output: resolve(folder, output),
    noOutput,
    emit: completeParts(emit),
    name,
    handlers: handlers === undefined ? undefined : resolve(folder, handlers),
    command,
    ...limits,
    deprecations,
    int64,
    untyped,
    importExtension,
    formats,
    validators,
    references,
    templatesFolder,
    ...readHeading(reader, api, at),
    strict: readStrict(reader, api, at),
    severity: readSeverity(reader, api, at),
    silence: readSilence(reader, api, at),
    ...selection,
    names: readNames(reader, api, at),
  };
}

/** The `silence` of an API. */
function readSilence(reader: ConfigReader, api: Readonly<Record<string, unknown>>, at: readonly string[]): readonly DiagnosticCode[] {
  const isCode = (word: string): word is DiagnosticCode => Object.hasOwn(catalogue, word);
  const codes = reader.words(api, "silence", at, Object.keys(catalogue), isCode) ?? [];
  for (const code of codes)
    if (isFixedError(code))
      reader.report("config-invalid-value", [...at, "silence"], `cannot silence ${JSON.stringify(code)}, because it is an error`);
  return codes;
}

/** The `output` of an API; where it has none, a name that is as good as any, and what is wrong with that for all but `lint`. */
function readOutput(
  reader: ConfigReader,
  api: Readonly<Record<string, unknown>>,
  at: readonly string[],
  key: string | undefined,
): { readonly output: string; readonly noOutput: Diagnostic | undefined } {
  const output = reader.optionalText(api, "output", at);
  if (output !== undefined) return { output, noOutput: undefined };
  const others = key === undefined ? "" : ", or name other APIs";
  const noOutput = diagnostic("config-invalid-value", `\`${[...at, "output"].join(".")}\` is required, and must be a string.`, {
    at: reader.place([...at, "output"]),
    hint: `Without it, an API is for \`lint\` alone: give it a folder for the generated files${others}.`,
  });
  return { output: `generated/${key ?? "api"}`, noOutput };
}

/** The `emit` of an API; the usual parts where it has none. */
export function readEmit(reader: ConfigReader, api: Readonly<Record<string, unknown>>, at: readonly string[]): readonly Part[] {
  // It would generate types alone, and take away everything else that was generated before.
  if (Array.isArray(api["emit"]) && api["emit"].length === 0)
    reader.report(
      "config-invalid-value",
      [...at, "emit"],
      "must name a part",
      `It takes ${allParts.join(", ")}; ${usualPartsText} when absent.`,
    );
  return reader.words(api, "emit", at, allParts, isPart) ?? usualParts;
}

/** The `name` of an API, or its `key` among several. */
export function readName(
  reader: ConfigReader,
  api: Readonly<Record<string, unknown>>,
  at: readonly string[],
  key: string | undefined,
): string | undefined {
  const name = reader.optionalText(api, "name", at) ?? key;
  if (name !== undefined && !/\p{L}/u.test(name))
    reader.report(
      "config-invalid-value",
      name === key ? at : [...at, "name"],
      "must hold a letter, because generated names are made of it",
    );
  return name;
}

/** Why handlers cannot be written to a folder, if they cannot. Paths are absolute. */
export function handlersProblem(emit: readonly Part[], output: string, handlers: string | undefined): string | undefined {
  if (handlers === undefined) return undefined;
  if (!completeParts(emit).includes("server")) return "needs the part `server`";
  return isBelow(output, handlers) ? "must not be inside the folder of the generated files, because handlers are yours" : undefined;
}
