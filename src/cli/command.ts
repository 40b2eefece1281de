import type { ArgsDef, ParsedArgs } from "citty";
import type { Io } from "../io.js";
import { parseArguments } from "./arguments.js";
import { exitCodeOf } from "./exit-codes.js";
import { printFindings } from "../report/findings.js";

/** What a command is, for its usage. */
export interface CommandUsage<A extends ArgsDef = ArgsDef> {
  readonly name: string;
  readonly description: string;
  readonly flags: A;
  /** What stands behind the command without a flag. */
  readonly operands: { readonly hint: string; readonly description: string; readonly max: number };
}

/** One command of the tool. */
export interface Command extends CommandUsage {
  /** Does what the words behind the command's name say, and returns the exit code. */
  run(argv: readonly string[], io: Io): Promise<number>;
}

/** A command of its flags and of what it does with their values; mistakes in them are printed before it is asked. */
export function command<const A extends ArgsDef>(usage: CommandUsage<A>, run: (args: ParsedArgs<A>, io: Io) => Promise<number>): Command {
  return {
    ...usage,
    run(argv, io) {
      const parsed = parseArguments(usage, argv);
      if (parsed.value !== undefined) return run(parsed.value, io);
      printFindings(parsed.diagnostics, { sources: [], format: "pretty", io });
      return Promise.resolve(exitCodeOf(parsed.diagnostics));
    },
  };
}
