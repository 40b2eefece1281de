import type { ApiTarget } from "../config/config.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import type { Io } from "../io.js";
import { nameOf, uriOf } from "../source/uri.js";
import { usage } from "./arguments.js";
import { readTargetsToFetch, type TargetArgs, type Targets } from "./targets.js";

/** What a command line of `lint` has besides what all commands have. */
type LintTargetArgs = TargetArgs & { readonly severity?: string | undefined; readonly silence?: string | undefined };

/**
 * What `lint` is to read: descriptions that are named themselves, or the APIs of the configuration. An operand is a description where it is a URL, or
 * ends as descriptions do; a name of an API does not.
 */
export async function readLintTargets(args: LintTargetArgs, io: Io): Promise<Targets> {
  const operands = args._.filter(isDescription);
  const names = args._.filter((word) => !isDescription(word));
  const inputs = [...(args.input === undefined ? [] : [args.input]), ...operands];
  if (inputs.length === 0) {
    const stray = (["severity", "silence"] as const).filter((flag) => args[flag] !== undefined).map(needsDescription);
    if (stray.length > 0) return { value: undefined, diagnostics: stray, sources: [] };
    return readTargetsToFetch(args, io, { isWritten: false });
  }
  const targets: ApiTarget[] = [];
  for (const input of inputs) {
    // Nothing is written: the name of a folder is as good as any.
    const read = await readTargetsToFetch({ ...args, _: names, input, output: "generated" }, io);
    if (read.value === undefined) return read; // the flags are the same for all of them
    const label = nameOf(uriOf(input, io.cwd), io.cwd);
    targets.push(...read.value.map((target) => ({ ...target, label })));
  }
  return { value: targets, diagnostics: [], sources: [] };
}

function needsDescription(flag: string): Diagnostic {
  return usage(`--${flag} needs --input, or a description.`, "In a configuration, it is a key of the API.");
}

function isDescription(word: string): boolean {
  return /^https?:\/\//i.test(word) || /\.(?:ya?ml|json)$/i.test(word);
}
