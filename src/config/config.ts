import type { Int64, Part } from "../emit/options.js";
import type { ImportExtension } from "../emit/print/import-specifiers.js";
import type { DiagnosticCode } from "../diagnostic/catalogue.js";
import type { WrittenNames } from "../model/names/asked-names.js";
import type { UntypedPolicy } from "../model/passes/untyped-schemas.js";
import type { Diagnostic, Origin } from "../diagnostic/diagnostic.js";
import type { ConfiguredFormat } from "../project/format-modules.js";
import type { TemplatesFolder } from "../project/own-templates.js";
import type { RemoteInput } from "../source/remote-input.js";
import type { FormatChoice, FormatSetting } from "../format/formatter.js";
import type { FormatsConfig } from "./formats.js";
import type { RemoteInputConfig } from "./input.js";
import type { PresetName } from "../presets/index.js";
import type { PresetConfig, WrittenLimits } from "./limits.js";
import type { OverlayFile } from "./overlays.js";
import type { RuntimeTarget } from "./runtime.js";
import type { NamesConfig } from "./names.js";
import type { ReadSelection, SelectionConfig } from "./selection.js";
import type { SeverityConfig, StrictConfig } from "./strictness.js";
import type { ValidatorsConfig } from "./validators.js";

/** What to generate of one API. */
export interface ApiConfig extends SelectionConfig {
  /** The description: a path relative to the configuration file, an http(s) URL, or a URL with headers to send and a copy to keep. */
  readonly input: string | URL | RemoteInputConfig;
  /**
   * Overlays of the OpenAPI Overlay Specification: paths relative to the configuration file, or http(s) URLs. They are applied to the input in
   * this order, before it is read.
   */
  readonly overlays?: readonly string[];
  /** Folder of the generated files, relative to the configuration file. Each API needs one of its own. An API without one is read by `lint` alone. */
  readonly output?: string;
  /** Parts of the output; all but `mock` when absent. What a part needs comes with it. */
  readonly emit?: readonly Part[];
  /** The API's name in generated code: "petstore" for `createPetstoreClient`. Else the key in `apis`, else the name in the title, else that of the input file; an output that exists keeps its name. */
  readonly name?: string;
  /** Folder for handler stubs, relative to the configuration file: yours, written once and only added to. None when absent. */
  readonly handlers?: string;
  /**
   * Limits and retries that the description does not have; the name of a service, as `"github"`, for what is known of it. `"auto"`: a client keeps to
   * the limits that the service reports, in whatever headers. `false`: the output has no code for limits.
   */
  readonly limits?: PresetConfig | PresetName | "auto" | false;
  /**
   * Several processes can share the limits of a credential: the client then takes `gateStore`, and exports `redisGateStore` and `sharedGates`.
   * Needs limits. False when absent.
   */
  readonly gateStore?: boolean;
  /**
   * `"service"`: the client warns of what the service says of the end of any operation, in `Deprecation` and `Sunset`. When absent, it warns
   * of that where the description calls the operation deprecated.
   */
  readonly deprecations?: "service";
  /**
   * What holds a 64-bit integer in types, validators, client and server: `number` refuses what it would round, `bigint` and `string`
   * hold every value. "number" when absent.
   */
  readonly int64?: Int64;
  /**
   * What becomes of a schema that describes members (`properties`, `required`, …) or items and has no `type`. `object`: it is the object, or the
   * list, that it describes; `any`: as JSON Schema has it, values of all other types are valid, too, and types say so. "object" when absent.
   */
  readonly untyped?: UntypedPolicy;
  /**
   * How generated files import one another: `./client.js`, `./client.ts` or `./client`. `auto`, also when absent: as the tsconfig.json that
   * is nearest to the output needs it, else as Deno, a bundler or Jest does whose configuration is there. The choice is recorded in the manifest.
   */
  readonly importExtension?: ImportExtension | "auto";
  /**
   * Formats of strings that your own code checks, by name: `{ iban: "./src/formats.ts#isIban" }`. Validators import the check, a function of a
   * string that returns a boolean. Paths are relative to the configuration file. One that is called like a known format takes its place.
   */
  readonly formats?: FormatsConfig;
  /** Options of validators. */
  readonly validators?: ValidatorsConfig;
  /**
   * What a description on disk may refer to besides the files of its own folder and of its project: folders, with all that is in them, and single files,
   * relative to the configuration file. A file that commonly holds secrets, or whose name begins with a dot, is named itself.
   */
  readonly references?: readonly string[];
  /**
   * A folder with templates that you have taken over, relative to the configuration file: `sundial eject` puts them there. A template in it is
   * used in place of ours.
   */
  readonly templates?: string;
  /** What stands above the first line of every generated file, such as a licence: a text or a list of lines, without the marks of a comment. Handlers are yours, and have none. */
  readonly header?: string | readonly string[];
  /** Whether every generated file begins with `/* eslint-disable *\/`. Handlers do not. */
  readonly eslintDisable?: boolean;
  /**
   * What becomes of a defect in the description whose meaning is evident, such as a reference that leads to nothing. `true`: it is an error;
   * `false`: it is a warning that says what is assumed, and the rest is generated. "auto", also when absent: an error where a server is
   * generated from a file, since a constraint that is lost there is a check that is lost; else a warning.
   */
  readonly strict?: StrictConfig;
  /** Severities of single codes: `{ "unknown-key": "error", "ref-not-found": "off" }`. An error without which nothing can be generated stays one. */
  readonly severity?: SeverityConfig;
  /** Names in generated code for schemas and operations whose names in the description are not what you want to type. */
  readonly names?: NamesConfig;
  /** Codes of warnings not to print: a short form of `severity`. One that never occurs is reported. */
  readonly silence?: readonly DiagnosticCode[];
}

interface Shared {
  /**
   * How generated files say they are made again: "npm run generate". Without it, the script of package.json that runs `sundial generate`, else
   * `npx openapi-sundial generate`.
   */
  readonly command?: string;
  /**
   * A folder for the runtime, relative to the configuration file, that all APIs share: "src/sundial". An error of one then is of the same class
   * as that of another. `false`, as when absent: each output has a copy of what it needs, and several copies are no remark.
   */
  readonly runtime?: string | false;
  /**
   * What goes through the files before they are written: `"prettier"` or `"biome"` as installed and configured in the repository; `"auto"`: whichever
   * of the two it has, nearest to the output; a command that reads a text and prints it, `{file}` being its path. `false`, also when absent: nothing,
   * and a formatter that goes over them afterwards is no edit.
   */
  readonly format?: FormatSetting;
}

/** The default export of `sundial.config.ts`: one API, or several by name. */
export type Config =
  (Shared & ApiConfig & { readonly apis?: never }) | (Shared & { readonly apis: { readonly [name: string]: ApiConfig } });

/** Returns its argument: what it adds is completion and checking in an editor. */
export function defineConfig(config: Config): Config {
  return config;
}

/** One API to generate, with every choice made. */
export interface ApiTarget extends ReadSelection {
  /** How messages and the command line call it: its key in `apis`, else its name, else its output folder. */
  readonly label: string;
  /** The configuration that names it, as an absolute path; undefined for the flags of a command line. */
  readonly config: string | undefined;
  /** Absolute path, http(s) URL, or "-" for standard input; of what is kept as a copy, the path of the copy. */
  readonly input: string;
  /** Where a configuration names it. */
  readonly inputAt?: Origin;
  /** How it is fetched, where the configuration says so. */
  readonly remote: RemoteInput | undefined;
  /** How generated files name the input: never absolute. */
  readonly source: string;
  readonly overlays: readonly OverlayFile[] | undefined;
  /** Absolute path. Of an API without an output, a folder that nothing is written to. */
  readonly output: string;
  /** That it has no output, which all but `lint` need. */
  readonly noOutput?: Diagnostic | undefined;
  readonly emit: readonly Part[];
  readonly name: string | undefined;
  /** Absolute path. */
  readonly handlers: string | undefined;
  /** Undefined: what a script of the repository is called, else `defaultCommand`. */
  readonly command: string | undefined;
  readonly limits: WrittenLimits | "auto" | false | undefined;
  /** Where the configuration asks for a store of gates. */
  readonly gateStore: { readonly at: Origin } | undefined;
  readonly deprecations: "service" | undefined;
  readonly int64: Int64 | undefined;
  readonly untyped: UntypedPolicy | undefined;
  readonly importExtension: ImportExtension | "auto";
  readonly formats: readonly ConfiguredFormat[] | undefined;
  readonly validators: ValidatorsConfig | undefined;
  /** Absolute paths. */
  readonly references: readonly string[] | undefined;
  readonly templatesFolder: TemplatesFolder | undefined;
  readonly header: readonly string[] | undefined;
  readonly eslintDisable: boolean | undefined;
  readonly strict: StrictConfig | undefined;
  readonly severity: SeverityConfig | undefined;
  readonly names: WrittenNames | undefined;
  readonly silence: readonly string[];
  /** The formatter of its files. */
  readonly format: FormatChoice | undefined;
  /** The runtime that it shares with others; undefined where it has its own. */
  readonly runtime: RuntimeTarget | undefined;
  /** The output folders of all APIs of its configuration, this one among them; absolute. */
  readonly outputs: readonly string[];
  /** How many APIs have copies of the same runtime, though nobody has said that they shall. */
  readonly copies: number;
}
