import type { ArgsDef } from "citty";
import type { Outcome } from "../diagnostic/diagnostic.js";
import { allParts, usualPartsText } from "../emit/emitters.js";
import { formats, type Format } from "../report/findings.js";
import { reportFormats, type ReportFormat } from "../report/reports.js";
import { usage } from "./arguments.js";

/** Flags that say what to generate, the same for every command that works on outputs. */
export const targetFlags = {
  input: {
    type: "string",
    alias: "i",
    valueHint: "FILE|URL|-",
    description: "The description, instead of a configuration; - reads standard input",
  },
  overlay: {
    type: "string",
    valueHint: "FILES",
    description: "Overlays, comma-separated paths and URLs, that are applied to the description in this order, with --input",
  },
  output: { type: "string", alias: "o", valueHint: "DIR", description: "Folder of the generated files, with --input" },
  emit: { type: "string", valueHint: "PARTS", description: `Parts, comma-separated: ${allParts.join(", ")} (default: ${usualPartsText})` },
  name: {
    type: "string",
    valueHint: "NAME",
    description: "Name of the API in generated code (default: from its title, else the file name)",
  },
  handlers: { type: "string", valueHint: "DIR", description: "Folder of your handler stubs, with --input" },
  "import-extension": {
    type: "string",
    valueHint: "auto|js|ts|none",
    description: "How generated files import one another, with --input (default: auto, as the tsconfig needs it)",
  },
  references: {
    type: "string",
    valueHint: "PATHS",
    description: "Folders and files, comma-separated, that the description may refer to besides those of its project, with --input",
  },
  strict: {
    type: "boolean",
    description:
      "Whether defects of the description whose meaning is evident are errors, with --input (default: where a server is generated from a file)",
    negativeDescription: "Assume what is evident, and warn",
  },
  include: {
    type: "string",
    valueHint: "WORDS",
    description: "Operations to generate, with --input: tag:pets,path:/pets/** and the like, also operation:, method:, deprecated and x-…",
  },
  exclude: { type: "string", valueHint: "WORDS", description: "Operations to leave out, with --input: as --include" },
  filter: {
    type: "string",
    valueHint: "WORDS",
    description: "APIs of the configuration by name, comma-separated: billing*,!billing-old",
  },
  config: {
    type: "string",
    alias: "c",
    valueHint: "FILE",
    description: "Configuration (default: sundial.config.ts, .js, .mjs, .cjs, .mts, .cts or .json here)",
  },
} as const satisfies ArgsDef;

/** Says more. */
export const verboseFlag = {
  verbose: { type: "boolean", description: "Print what decided each choice that the configuration leaves open" },
} as const satisfies ArgsDef;

/** Says less. */
export const quietFlag = {
  quiet: {
    type: "boolean",
    alias: "q",
    description: "Print nothing but errors and warnings, and what is not current, and those on standard error",
  },
} as const satisfies ArgsDef;

/** How findings are printed. */
export const formatFlag = {
  format: { type: "string", alias: "f", valueHint: "pretty|json|github", description: "How to print (default: pretty)" },
} as const satisfies ArgsDef;

/** The same where findings may be a report of one file, too. */
export const reportFormatFlag = {
  format: { type: "string", alias: "f", valueHint: "pretty|json|github|gitlab|sarif", description: "How to print (default: pretty)" },
} as const satisfies ArgsDef;

/** The format asked for, or what is wrong with it. */
export function readFormat(text: string | undefined): Outcome<Format> {
  return formatAmong(formats, text);
}

/** The same of `reportFormatFlag`. */
export function readReportFormat(text: string | undefined): Outcome<ReportFormat> {
  return formatAmong(reportFormats, text);
}

function formatAmong<Word extends string>(words: readonly Word[], text = "pretty"): Outcome<Word> {
  const value = words.find((each) => each === text);
  const message = `--format does not take ${JSON.stringify(text)}.`;
  return { value, diagnostics: value === undefined ? [usage(message, `It takes ${words.join(", ")}.`)] : [] };
}
