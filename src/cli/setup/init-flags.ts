import type { ArgsDef, ParsedArgs } from "citty";
import { splitParts } from "../../config/emit-parts.js";
import type { Diagnostic, Outcome } from "../../diagnostic/diagnostic.js";
import { redact } from "../../diagnostic/redact.js";
import { spellingSuggestion } from "../../diagnostic/spelling-suggestion.js";
import { allParts, type Part } from "../../emit/emitters.js";
import type { Io } from "../../io.js";
import { folderInside } from "../../setup/plan-setup.js";
import { isUrl } from "../../setup/propose.js";
import { usage } from "../arguments.js";

export const initFlags = {
  yes: { type: "boolean", description: "Ask nothing, and take what is proposed" },
  input: { type: "string", valueHint: "FILE|URL", description: "The description (default: the one that is found)" },
  output: { type: "string", valueHint: "DIR", description: "Folder of the generated files, inside of this one" },
  emit: { type: "string", valueHint: "PARTS", description: `Parts, comma-separated: ${allParts.join(", ")}` },
  ci: { type: "string", valueHint: "github", description: "Add a workflow that checks that the generated code is current" },
  "config-format": {
    type: "string",
    valueHint: "ts|json",
    description: "The configuration as TypeScript or as JSON (default: as the project has it)",
  },
  "dry-run": { type: "boolean", description: "Print what would be written, and write nothing" },
} as const satisfies ArgsDef;

/** What flags say. */
export interface InitChoices {
  readonly isAsking: boolean;
  readonly dryRun: boolean;
  readonly input: string | undefined;
  readonly output: string | undefined;
  readonly emit: readonly Part[] | undefined;
  readonly ci: "github" | undefined;
  readonly configFormat: "ts" | "json" | undefined;
}

export function readInitFlags(args: ParsedArgs<typeof initFlags>, io: Io): Outcome<InitChoices> {
  const diagnostics: Diagnostic[] = [];
  const { parts, unknown } = args.emit === undefined ? { parts: undefined, unknown: [] } : splitParts(args.emit);
  for (const word of unknown) {
    const meant = spellingSuggestion(word, allParts);
    const hint = meant === undefined ? `It takes ${allParts.join(", ")}.` : `Did you mean ${meant}?`;
    diagnostics.push(usage(`--emit does not take ${JSON.stringify(word)}.`, hint));
  }
  const wordOf = <T extends string>(flag: string, text: string | undefined, words: readonly T[]): T | undefined => {
    const word = words.find((each) => each === text);
    if (word === undefined && text !== undefined)
      diagnostics.push(usage(`--${flag} does not take ${JSON.stringify(text)}.`, `It takes ${words.join(", ")}.`));
    return word;
  };
  const ci = wordOf("ci", args.ci, ["github"]);
  const configFormat = wordOf("config-format", args["config-format"], ["ts", "json"]);
  if (args.output !== undefined) {
    const problem = outputProblem(args.output, io.cwd);
    if (problem !== undefined) diagnostics.push(usage(`--output ${problem}.`, "Such as --output src/petstore."));
  }
  if (args.input !== undefined && isUrl(args.input)) {
    const problem = urlProblem(args.input);
    if (problem !== undefined) diagnostics.push(usage(`--input ${problem.what}.`, problem.hint));
  }
  const value: InitChoices = {
    isAsking: args.yes !== true && io.readLine !== undefined && (io.env["CI"] ?? "") === "",
    dryRun: args["dry-run"] === true,
    input: args.input,
    output: args.output,
    emit: parts,
    ci,
    configFormat,
  };
  return { value: diagnostics.length > 0 ? undefined : value, diagnostics };
}

/** Why a folder cannot be an output of a new configuration, as a clause. */
export function outputProblem(output: string, cwd: string): string | undefined {
  if (folderInside(cwd, output) === undefined) return "must be a folder inside of the current one";
  return /[\p{Cc}\\]/u.test(output) ? "must not have a backslash or a control character in it" : undefined;
}

/** Why a URL is not written into a configuration. */
export function urlProblem(url: string): { readonly what: string; readonly hint: string } | undefined {
  if (!URL.canParse(url)) return { what: "is not a valid URL", hint: "It begins with http:// or https://." };
  if (redact(url) === url) return undefined;
  return {
    what: "has credentials in it, which do not belong into a file",
    hint: "Write the configuration by hand, as docs/pinned-inputs.md has it: `input: { url, headers }` takes variables of the environment.",
  };
}
