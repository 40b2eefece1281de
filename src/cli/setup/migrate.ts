import { relative } from "node:path";
import type { ArgsDef, ParsedArgs } from "citty";
import type { Diagnostic } from "../../diagnostic/diagnostic.js";
import { hasErrors } from "../../diagnostic/diagnostic.js";
import type { Io } from "../../io.js";
import { writeSetup } from "../../output/write-setup.js";
import { printFindings } from "../../report/findings.js";
import { bareCommand } from "../../setup/plan-setup.js";
import { isUrl } from "../../setup/propose.js";
import { posixPath } from "../../setup/read-settings.js";
import type { ShownFile } from "../../source/source-file.js";
import { usage } from "../arguments.js";
import { command } from "../command.js";
import { exit, exitCodeOf } from "../exit-codes.js";
import { findMigration, type MigrationChoices } from "./find-migration.js";
import { urlProblem } from "./init-flags.js";
import { printMigration, printMigrationData } from "./shown-migration.js";
import { uncommittedAmong } from "./uncommitted.js";

const migrateFlags = {
  write: { type: "boolean", description: "Write what is shown (default: show it, and write nothing)" },
  input: { type: "string", valueHint: "FILE|URL", description: "The description, where nothing in the project says it" },
  "types-only": { type: "boolean", description: "Leave clients with openapi-fetch, and change where types come from" },
  "config-format": {
    type: "string",
    valueHint: "ts|json",
    description: "The configuration as TypeScript or as JSON (default: as the project has it)",
  },
  format: { type: "string", valueHint: "pretty|json", description: "How to print (default: pretty)" },
} as const satisfies ArgsDef;

export const migrateCommand = command(
  {
    name: "migrate",
    description:
      "Move a project from openapi-typescript and openapi-fetch: scripts, dependencies, imports, clients. Shows what it would change, and what is left to you; writes with --write",
    flags: migrateFlags,
    operands: { hint: "", description: "", max: 0 },
  },
  (args, io) => migrate(args, io),
);

async function migrate(args: ParsedArgs<typeof migrateFlags>, io: Io): Promise<number> {
  const { choices, format, mistakes } = readFlags(args);
  if (mistakes.length > 0) return failed(mistakes, [], "pretty", io);
  const found = await findMigration(choices, io);
  if (found.kind === "refused") return failed(found.diagnostics, found.sources, format, io);
  const { migration, repository, apis } = found;
  const isWritten = args.write === true && migration.changes.length > 0;
  const changed = migration.changes.filter(({ before, after }) => before !== undefined && after !== undefined).map(({ path }) => path);
  const uncommitted = repository.hasGit ? await uncommittedAmong(changed, io) : undefined;
  const problems = isWritten ? await writeSetup(io, repository.root, migration.changes, "sundial migrate --write") : [];
  if (hasErrors(problems)) return failed(problems, [], format, io);
  const wasNone = apis.length === 0 && repository.config === undefined && migration.changes.length + migration.left.length === 0;
  const init = bareCommand(repository.packageManager, "init");
  const shown = {
    migration,
    apis,
    isWritten,
    wasNone,
    init,
    hasGit: repository.hasGit,
    uncommitted: [...(uncommitted ?? [])].map((path) => posixPath(relative(io.cwd, path))),
  };
  if (format === "json") printMigrationData(shown, io);
  else await printMigration(shown, io);
  return exit.fine;
}

function readFlags(args: ParsedArgs<typeof migrateFlags>): {
  readonly choices: MigrationChoices;
  readonly format: "pretty" | "json";
  readonly mistakes: readonly Diagnostic[];
} {
  const mistakes: Diagnostic[] = [];
  const wordOf = <T extends string>(flag: string, text: string | undefined, words: readonly T[]): T | undefined => {
    const word = words.find((each) => each === text);
    if (word === undefined && text !== undefined)
      mistakes.push(usage(`--${flag} does not take ${JSON.stringify(text)}.`, `It takes ${words.join(", ")}.`));
    return word;
  };
  const configFormat = wordOf("config-format", args["config-format"], ["ts", "json"]);
  const format = wordOf("format", args.format, ["pretty", "json"]) ?? "pretty";
  const problem = args.input !== undefined && isUrl(args.input) ? urlProblem(args.input) : undefined;
  if (problem !== undefined) mistakes.push(usage(`--input ${problem.what}.`, problem.hint));
  return { choices: { input: args.input, configFormat, typesOnly: args["types-only"] === true }, format, mistakes };
}

function failed(diagnostics: readonly Diagnostic[], sources: readonly ShownFile[], format: "pretty" | "json", io: Io): number {
  printFindings(diagnostics, { sources, format, io });
  return exitCodeOf(diagnostics);
}
