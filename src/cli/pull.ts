import type { ApiTarget } from "../config/config.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import type { Io } from "../io.js";
import { accessOf } from "../openapi/resolve/read-description-files.js";
import { findingsAsJson, printFindings, type Format } from "../report/findings.js";
import { nameOfConfig } from "../report/place.js";
import { print, printAsJson, printWorkflowCommand } from "../report/print.js";
import { usage } from "./arguments.js";
import { command } from "./command.js";
import { exit, exitCodeOf } from "./exit-codes.js";
import { formatFlag, quietFlag, readFormat, targetFlags } from "./flags.js";
import { silence } from "./generate-target.js";
import { progressOn } from "./progress.js";
import { quietIo } from "./quiet-io.js";
import { pulledCommands, pulledData, pulledText } from "./pull-report.js";
import { pullTarget, type Pulled, type PullOptions, type PullTarget } from "./pull-target.js";
import { readTargets } from "./targets.js";

const { filter, config } = targetFlags;

export const pullCommand = command(
  {
    name: "pull",
    description: "Fetch the descriptions of the configuration that have a `snapshot`, and write what has changed",
    flags: {
      check: { type: "boolean", description: "Say whether a description has changed, and what; write nothing. Exit code 1 if it has" },
      force: { type: "boolean", description: "Overwrite snapshots that were edited by hand, or that `pull` did not write" },
      filter,
      config,
      ...quietFlag,
      ...formatFlag,
    },
    operands: { hint: "api…", description: "Names of APIs of the configuration (default: all that have a snapshot)", max: Infinity },
  },
  async (args, given) => {
    const { value: format, diagnostics: formatMistakes } = readFormat(args.format);
    const io = args.quiet === true && format === "pretty" ? quietIo(given) : given;
    const targets = await readTargets(args, io);
    const pulls = pullTargets(targets.value ?? [], args._);
    const mistakes = [...formatMistakes, ...targets.diagnostics, ...(targets.value === undefined ? [] : pulls.mistakes)];
    const otherwise = nameOfConfig(targets.config, io);
    if (format === undefined || mistakes.length > 0) return report([], mistakes, { check: false, otherwise }, format ?? "pretty", io);
    const options = { check: args.check === true, force: args.force === true };
    return report(await pullAll(pulls.targets, options, io), [], { check: options.check, otherwise }, format, io);
  },
);

/** What is to be fetched, each snapshot once; or why nothing is. `names`: the APIs that were named. */
function pullTargets(
  targets: readonly ApiTarget[],
  names: readonly string[],
): { readonly targets: readonly PullTarget[]; readonly mistakes: readonly Diagnostic[] } {
  const bySnapshot = new Map<string, PullTarget>();
  const mistakes: Diagnostic[] = [];
  const hint = 'Write `input: { url: "https://…", snapshot: "spec/vendor.yaml" }` in the configuration.';
  for (const target of targets) {
    const { remote, label } = target;
    const snapshot = remote?.snapshot;
    if (remote === undefined || snapshot === undefined) {
      if (names.includes(label)) mistakes.push(usage(`${label} has no snapshot that could be pulled.`, hint));
      continue;
    }
    const known = bySnapshot.get(snapshot);
    bySnapshot.set(
      snapshot,
      known === undefined
        ? { label, target, targets: [target], remote, snapshot }
        : { ...known, label: `${known.label}, ${label}`, targets: [...known.targets, target] },
    );
  }
  if (bySnapshot.size === 0 && mistakes.length === 0)
    mistakes.push(usage("No API of the configuration has a snapshot that could be pulled.", hint));
  return { targets: [...bySnapshot.values()], mistakes };
}

/** One that fails does not stop the others. What the environment lacks is known before anything is fetched. */
async function pullAll(targets: readonly PullTarget[], options: PullOptions, io: Io): Promise<readonly Pulled[]> {
  const progress = progressOn(io);
  const granted = targets.map((target) => ({ target, access: accessOf(target.remote, io) }));
  const pulled: Pulled[] = [];
  for (const { target, access } of granted) {
    progress.enter(target.label, "fetching");
    const nothing = { target, state: undefined, changes: undefined, counts: undefined, files: undefined, sources: [] };
    const each =
      access.value === undefined ? { ...nothing, diagnostics: access.diagnostics } : await pullTarget(target, access.value, options, io);
    pulled.push({ ...each, diagnostics: silenced(each) });
  }
  progress.done();
  return pulled;
}

/** A code that does not occur here may occur in `generate`: it is not reported as unused. */
function silenced({ diagnostics, target: { target } }: Pulled): readonly Diagnostic[] {
  return silence(diagnostics, target.silence, target.label).filter(({ code }) => code !== "silence-unused");
}

/** `otherwise`: the file of what has no place. */
function report(
  pulled: readonly Pulled[],
  mistakes: readonly Diagnostic[],
  { check, otherwise }: { readonly check: boolean; readonly otherwise: string | undefined },
  format: Format,
  io: Io,
): number {
  const diagnostics = [...mistakes, ...pulled.flatMap((each) => each.diagnostics)];
  const sources = pulled.flatMap((each) => each.sources);
  printFindings(diagnostics, { sources, format, io, otherwise });
  if (format === "json") {
    printAsJson(io, { apis: pulled.map((each) => pulledData(each, io)), diagnostics: findingsAsJson(diagnostics, sources, io.cwd) });
  } else if (format === "github") {
    for (const each of pulled) for (const command of pulledCommands(each, check, io)) printWorkflowCommand(io, "stdout", command);
  } else {
    for (const each of pulled) print(io, "stdout", pulledText(each, check, io));
  }
  const isOutdated = check && pulled.some(({ state }) => state === "changed");
  return Math.max(exitCodeOf(diagnostics), isOutdated ? exit.finding : exit.fine);
}
