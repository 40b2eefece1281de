/** The library of openapi-sundial: what the command line does, without writing and without printing. */
import type { CheckOptions, CheckResult, GenerateOptions, GenerateResult } from "./library-functions.js";

export { defineConfig } from "./config/config.js";
export type { ApiConfig, Config } from "./config/config.js";
export type { RemoteInputConfig } from "./config/input.js";
export type { FormatConfig, FormatsConfig } from "./config/formats.js";
export type { LimitsConfig } from "./config/limits.js";
export { presets } from "./presets/index.js";
export type { PresetName } from "./presets/index.js";
export type { ValidatorsConfig } from "./config/validators.js";
export type { Diagnostic } from "./diagnostic/diagnostic.js";
export type { GeneratedFile } from "./emit/print/file.js";
export type { ImportExtension } from "./emit/print/import-specifiers.js";
export type { Int64, Part } from "./emit/options.js";
export type { TemplateName, Views } from "./emit/print/views.js";
export type { CheckOptions, CheckResult, GenerateOptions, GenerateResult } from "./library-functions.js";
export type { Drift } from "./output/check-output.js";

/** Generates the code of one API in memory. Mistakes of the description are diagnostics; what is thrown is a bug of ours. */
export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  return (await import("./library-functions.js")).generate(options);
}

/**
 * Generates in memory, and compares with what is on disk. What the options leave open is as the output records it. An output whose
 * description has an error is not current.
 */
export async function check(options: CheckOptions): Promise<CheckResult> {
  return (await import("./library-functions.js")).check(options);
}
