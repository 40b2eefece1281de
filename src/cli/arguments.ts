import { parseArgs, renderUsage, type ArgsDef, type ParsedArgs } from "citty";
import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic, Outcome } from "../diagnostic/diagnostic.js";
import { spellingSuggestion } from "../diagnostic/spelling-suggestion.js";
import type { CommandUsage } from "./command.js";
import { eachFlagOnce } from "./flag-words.js";
import { withoutLetters } from "./short-flags.js";

/** The arguments of a command, or every mistake in them. citty takes whatever it is given, so unknown flags and empty values are found here. */
export function parseArguments<A extends ArgsDef>(command: CommandUsage<A>, argv: readonly string[]): Outcome<ParsedArgs<A>> {
  const diagnostics: Diagnostic[] = [];
  const mistyped = argv
    .slice(0, argv.includes("--") ? argv.indexOf("--") : undefined)
    .filter((word) => isLongWithOneDash(word, command.flags));
  for (const word of mistyped) diagnostics.push(usage(`${word} is not a flag of \`sundial ${command.name}\`.`, `Did you mean -${word}?`));
  const words = argv.filter((word) => !mistyped.includes(word));
  const args = parseArgs<A>(eachFlagOnce(words, command.flags, diagnostics), withoutLetters(command.flags));
  const known = Object.keys(command.flags);
  for (const [key, value] of Object.entries(args)) {
    // citty gives a flag of several words a second time, in camel case.
    if (key === "_" || (!known.includes(key) && known.includes(dashedWords(key)))) continue;
    const flag = command.flags[key];
    if (flag === undefined) {
      const meant = spellingSuggestion(key, known);
      diagnostics.push(
        usage(
          `${dashed(key)} is not a flag of \`sundial ${command.name}\`.`,
          meant === undefined ? `\`sundial ${command.name} --help\` lists them.` : `Did you mean --${meant}?`,
        ),
      );
    } else if (value === "") {
      diagnostics.push(usage(`--${key} needs a value.`, `--${key} ${flag.valueHint ?? "VALUE"}`));
    }
  }
  const surplus = args._[command.operands.max];
  if (surplus !== undefined) diagnostics.push(usage(`${JSON.stringify(surplus)} is an extra argument of \`sundial ${command.name}\`.`));
  return { value: diagnostics.length === 0 ? args : undefined, diagnostics };
}

/** Whether a word is a flag but for a dash: `-force` would be the letters of five. */
function isLongWithOneDash(word: string, flags: ArgsDef): boolean {
  const [, name = ""] = /^-([A-Za-z][A-Za-z-]+)(?:=.*)?$/s.exec(word) ?? [];
  return Object.hasOwn(flags, name);
}

/** "importExtension" as "import-extension". */
function dashedWords(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function dashed(key: string): string {
  return key.length === 1 ? `-${key}` : `--${key}`;
}

/** A mistake in the command line. */
export function usage(message: string, hint?: string): Diagnostic {
  return diagnostic("usage", message, { hint });
}

/** What `sundial COMMAND --help` prints. */
export async function commandUsage(command: CommandUsage, version: string): Promise<string> {
  const { hint, description } = command.operands;
  const operands: ArgsDef = command.operands.max === 0 ? {} : { [hint]: { type: "positional", required: false, description } };
  return renderUsage({
    meta: { name: `sundial ${command.name}`, version, description: command.description },
    args: { ...operands, ...command.flags },
  });
}
