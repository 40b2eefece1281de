import { isAbsolute, posix, relative, resolve, sep } from "node:path";
import { isUnsafeValue } from "../model/names/reserved.js";
import type { ConfiguredFormat } from "../project/format-modules.js";
import type { ConfigReader } from "./config-reader.js";

/**
 * Formats of strings that a project checks itself, by name. Each names its module: a path that begins with `./` or `../`, relative to the
 * configuration file, or a package. A `#` and a name after it give the export, where its name is not that of the format.
 */
export interface FormatsConfig {
  readonly [format: string]: string | FormatConfig;
}

export interface FormatConfig {
  /** The module of the check, a function of a string that says whether it is of the format: "./src/formats.ts#isIban". */
  readonly from: string;
  /** What a string must be, in messages: "an IBAN" gives "must be an IBAN". */
  readonly words?: string;
}

/** Where the paths of a configuration are: `folder` of the configuration, `output` of the generated files; both absolute. */
interface Folders {
  readonly folder: string;
  readonly output: string;
}

/** The `formats` of an API, in the order written. Without `folders`, paths are relative to the output. */
export function readFormats(
  reader: ConfigReader,
  api: Readonly<Record<string, unknown>>,
  at: readonly string[],
  folders: Folders | undefined,
): readonly ConfiguredFormat[] | undefined {
  if (api["formats"] === undefined) return undefined;
  const place = [...at, "formats"];
  const written = reader.record(api["formats"], place);
  return Object.entries(written ?? {}).flatMap(([name, value]) => readFormat(reader, name, value, [...place, name], folders) ?? []);
}

function readFormat(
  reader: ConfigReader,
  name: string,
  value: unknown,
  at: readonly string[],
  folders: Folders | undefined,
): ConfiguredFormat | undefined {
  const isShort = typeof value === "string";
  const entry = isShort ? { from: value } : reader.record(value, at);
  if (entry === undefined) return undefined;
  if (!isShort) reader.onlyKeys(entry, ["from", "words"], at);
  const from = reader.text(entry, "from", at);
  const words = reader.optionalText(entry, "words", at);
  if (from === undefined) return undefined;
  // A name in the `imports` of a package.json begins with the same character: "#internal/formats#isIban".
  const hash = from.lastIndexOf("#");
  const [module, wanted] = hash > 0 ? [from.slice(0, hash), from.slice(hash + 1)] : [from, name];
  const place = isShort ? at : [...at, "from"];
  if (!isExportName(wanted)) {
    const what =
      wanted === name ? "needs the name of the export behind it" : `does not take ${JSON.stringify(wanted)} as the name of an export`;
    reader.report("config-invalid-value", place, what, `Such as ${JSON.stringify(`${module}#${suggested(name)}`)}.`);
    return undefined;
  }
  const file = isPath(module) && folders !== undefined ? resolve(folders.folder, module) : undefined;
  const path = file === undefined || folders === undefined ? posix.normalize(module) : relative(folders.output, file).split(sep).join("/");
  if (isPath(module) && !path.startsWith("../")) {
    reader.report("config-invalid-value", place, "must not be inside the folder of the generated files, because the module is yours");
    return undefined;
  }
  return {
    name,
    module: isPath(module) ? path : module,
    export: wanted,
    ...(words === undefined ? {} : { words: words.trim() }),
    at: reader.place(place),
    file,
    written: module,
    folder: folders?.folder,
  };
}

const isPath = (module: string): boolean => /^\.\.?[/\\]/.test(module) || isAbsolute(module);

/** A default export has no name to import it by that would say what it is. */
const isExportName = (name: string): boolean => /^[A-Za-z_$][\w$]*$/.test(name) && !isUnsafeValue(name);

/** "phone-number" as isPhoneNumber. */
function suggested(format: string): string {
  const words = format.split(/[^A-Za-z0-9]+/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `is${words.join("") || "Valid"}`;
}
