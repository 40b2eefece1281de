import { stripVTControlCharacters } from "node:util";
import { diagnostic } from "../diagnostic/catalogue.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { spellingSuggestion } from "../diagnostic/spelling-suggestion.js";
import { redact } from "../diagnostic/redact.js";
import { errorCode, type Io } from "../io.js";
import { version } from "../version.js";
import { commandUsage, usage } from "./arguments.js";
import { findCheckout } from "../report/checkout.js";
import { wantsColor } from "../report/colors.js";
import { exit, exitCodeOf } from "./exit-codes.js";
import { printFindings } from "../report/findings.js";
import { print } from "../report/print.js";
import { columnsOf, wrap, wrapList } from "../report/wrap.js";

/** Every command, loaded when asked for. */
const commands = {
  init: {
    summary: "Set a project up: a configuration, scripts, and what other tools are to know",
    load: async () => (await import("./setup/init.js")).initCommand,
  },
  migrate: {
    summary: "Move a project from openapi-typescript and openapi-fetch: show what changes, and write it with --write",
    load: async () => (await import("./setup/migrate.js")).migrateCommand,
  },
  generate: {
    summary: "Write the code of the APIs of the configuration, or of one description",
    load: async () => (await import("./generate.js")).generateCommand,
  },
  check: {
    summary: "Check whether the files on disk are what `generate` would write",
    load: async () => (await import("./check.js")).checkCommand,
  },
  pull: {
    summary: "Fetch descriptions into the snapshots of the configuration, or say what has changed",
    load: async () => (await import("./pull.js")).pullCommand,
  },
  lint: {
    summary: "Read and judge descriptions, and write nothing",
    load: async () => (await import("./lint.js")).lintCommand,
  },
  limits: {
    summary: "Print the limits of an API in plain words, and what a client does about them",
    load: async () => (await import("./limits/limits.js")).limitsCommand,
  },
  eject: {
    summary: "Copy templates into your project, where you can change them",
    load: async () => (await import("./eject.js")).ejectCommand,
  },
  doctor: {
    summary: "Look at the project, and say what keeps generated code from working well in it",
    load: async () => (await import("./setup/doctor.js")).doctorCommand,
  },
  upgrade: {
    summary: "Show what this version of sundial changes in the project, and do it with --write",
    load: async () => (await import("./upgrade/upgrade.js")).upgradeCommand,
  },
  explain: {
    summary: "Explain a code that a message carries, or list all codes",
    load: async () => (await import("./explain.js")).explainCommand,
  },
} as const;

/** Runs the command line `sundial ARGV…` and returns its exit code. What throws is our bug, and is printed as one. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  try {
    return await dispatch(argv, argv.some(isForService) ? { ...io, checkout: await findCheckout(io) } : io);
  } catch (error) {
    const refused = refusedByDisk(error);
    if (refused === undefined) {
      print(io, "stderr", bugReport(error));
      return exit.bug;
    }
    printFindings([refused], { sources: [], format: "pretty", io });
    return exit.failure;
  }
}

/** Whether a word of the command line asks for paths as a CI service has them. */
function isForService(word: string): boolean {
  return /^(?:--format=|-f=)?(?:github|gitlab|sarif)$/.test(word);
}

/** Says that something has ended the process before a run was over, and returns the exit code for that. */
export function endedEarly(io: Io): number {
  const message = "The process was ended before the run was over.";
  return failed([diagnostic("config-unreadable", message, { hint: "A configuration must not call process.exit(), not even later." })], io);
}

/** Says that what a run prints cannot be written, and returns the exit code for that. */
export function cannotPrint(error: Error, io: Io): number {
  const reason = errorCode(error) ?? error.message;
  const hint = "It was run, but what it had to say is lost: the disk may be full.";
  return failed([diagnostic("output-failed", `Standard output cannot be written (${reason}).`, { hint })], io);
}

/** What the disk refuses, where nothing else says so, is no bug of ours. */
function refusedByDisk(error: unknown): Diagnostic | undefined {
  const { syscall, path } = Object(error) as { readonly syscall?: unknown; readonly path?: unknown };
  if (!(error instanceof Error) || errorCode(error) === undefined || typeof syscall !== "string" || typeof path !== "string")
    return undefined;
  return diagnostic("output-failed", `${path} cannot be used: ${error.message}.`, {
    hint: "Check what it is, and the permissions of the file and of the folders above it.",
  });
}

async function dispatch(argv: readonly string[], io: Io): Promise<number> {
  const [first, ...rest] = argv;
  if (first === "--version" || first === "-v") return printed(io, `${version}\n`);
  if (first === undefined || first === "--help" || first === "-h" || first === "help") {
    const stream = first === undefined ? "stderr" : "stdout";
    print(io, stream, wrap(overview(), columnsOf(io[stream])));
    return first === undefined ? exit.failure : exit.fine;
  }
  if (!isCommand(first)) {
    const meant = spellingSuggestion(first, Object.keys(commands));
    const mistake = usage(
      `There is no command ${JSON.stringify(first)}.`,
      meant === undefined ? "`sundial --help` lists them." : `Did you mean \`sundial ${meant}\`?`,
    );
    return failed([mistake], io);
  }
  const command = await commands[first].load();
  const end = rest.indexOf("--");
  const flags = end === -1 ? rest : rest.slice(0, end);
  if (flags.includes("--help") || flags.includes("-h")) {
    const usageText = (await commandUsage(command, version)).replace(/ +$/gm, "");
    const text = wrapList(usageText, columnsOf(io.stdout));
    return printed(io, `${wantsColor(io, io.stdout) ? text : stripVTControlCharacters(text)}\n`);
  }
  return command.run(rest, io);
}

function isCommand(word: string): word is keyof typeof commands {
  return Object.hasOwn(commands, word);
}

function printed(io: Io, text: string): number {
  print(io, "stdout", text);
  return exit.fine;
}

function failed(diagnostics: Parameters<typeof printFindings>[0], io: Io): number {
  printFindings(diagnostics, { sources: [], format: "pretty", io });
  return exitCodeOf(diagnostics);
}

function overview(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`);
  return `sundial ${version}: TypeScript client, server and validators from an OpenAPI description\n\nUsage: sundial COMMAND [FLAGS]\n\n${lines.join("\n")}\n\n\`sundial COMMAND --help\` lists the flags of a command. \`sundial --version\` prints the version.\nExit codes: 0 fine, 1 a finding (invalid description, stale output), 2 wrong usage, configuration or I/O, 70 a bug in sundial.\n`;
}

function bugReport(error: unknown): string {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `This is a bug in openapi-sundial ${version}, not a mistake of yours. Nothing was left half done without saying so.\nPlease report it (\`npm bugs openapi-sundial\`) with the command line, the description if you can share it, and this:\n\n${redact(detail)}\nNode ${process.version} on ${process.platform}\n`;
}
