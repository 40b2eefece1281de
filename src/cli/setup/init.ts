import { basename, dirname, join, relative } from "node:path";
import type { ParsedArgs } from "citty";
import { hasErrors, type Diagnostic, type Outcome } from "../../diagnostic/diagnostic.js";
import { completeParts } from "../../emit/emitters.js";
import { findFormatter } from "../../format/find-formatter.js";
import { formatFiles } from "../../format/format-files.js";
import type { Io } from "../../io.js";
import { writeSetup } from "../../output/write-setup.js";
import { printFindings } from "../../report/findings.js";
import { print } from "../../report/print.js";
import { planSetup, type SetupPlan, type WantedSetup } from "../../setup/plan-setup.js";
import { schemaPlace } from "../../setup/propose.js";
import { posixPath } from "../../setup/read-settings.js";
import { brokenPackage, readRepository, type Repository } from "../../setup/repository.js";
import { command } from "../command.js";
import { exit, exitCodeOf } from "../exit-codes.js";
import { readTargets } from "../targets.js";
import { stopped } from "./ask.js";
import { chooseSetup } from "./choose-setup.js";
import { initFlags, readInitFlags, type InitChoices } from "./init-flags.js";
import { printEdits, printFound, printRest } from "./shown-plan.js";

export const initCommand = command(
  {
    name: "init",
    description: "Set a project up: a configuration, scripts, and what tells other tools that the code is generated. Overwrites nothing",
    flags: initFlags,
    operands: { hint: "", description: "", max: 0 },
  },
  (args, io) => init(args, io),
);

async function init(args: ParsedArgs<typeof initFlags>, io: Io): Promise<number> {
  const choices = readInitFlags(args, io);
  if (choices.value === undefined) return failed(choices.diagnostics, io);
  const repository = await readRepository(io);
  if (repository.manifest === "broken") return failed([brokenPackage(repository, "init")], io);
  const wanted = await wantedSetup(repository, choices.value, io);
  if (wanted === stopped) {
    print(io, "stderr", "\nNothing was written.\n");
    return exit.failure;
  }
  if (wanted.value === undefined) return failed(wanted.diagnostics, io);
  const plan = await laidOut(planSetup(repository, wanted.value), io);
  if (plan.edits.length === 0) {
    const said = plan.byHand.length === 0 ? "The project is set up" : "All that can be written is there";
    print(io, "stdout", `${said}: nothing was written.\n`);
    printRest(io, plan, true);
    return exit.fine;
  }
  printEdits(io, plan);
  return choices.value.dryRun ? dry(io, plan) : written(io, repository, plan);
}

/**
 * New files as the formatter of the project has them, where it is installed: its check looks at them, too. A formatter that fails changes nothing,
 * and says so itself the next time that somebody runs it.
 */
async function laidOut(plan: SetupPlan, io: Io): Promise<SetupPlan> {
  const edits = await Promise.all(
    plan.edits.map(async (edit) => {
      if (edit.before !== undefined) return edit;
      const folder = dirname(edit.path);
      const formatter = await findFormatter("auto", folder, folder, io);
      if (formatter === undefined) return edit;
      const { files } = await formatFiles([{ path: basename(edit.path), text: edit.after }], formatter, folder, io);
      const after = files[0]?.text ?? edit.after;
      return { ...edit, after, added: after.trimEnd().split("\n") };
    }),
  );
  return { ...plan, edits };
}

function dry(io: Io, plan: SetupPlan): number {
  print(io, "stdout", "\nThis was a dry run: nothing was written.\n");
  printRest(io, plan, false);
  return exit.fine;
}

async function written(io: Io, { root }: Repository, plan: SetupPlan): Promise<number> {
  const problems = await writeSetup(io, root, plan.edits);
  if (hasErrors(problems)) {
    print(io, "stderr", "\n");
    return failed(problems, io);
  }
  print(io, "stdout", `\nwrote ${String(plan.edits.length)} ${plan.edits.length === 1 ? "file" : "files"}\n`);
  printRest(io, plan, true);
  return exit.fine;
}

function failed(diagnostics: readonly Diagnostic[], io: Io): number {
  printFindings(diagnostics, { sources: [], format: "pretty", io });
  return exitCodeOf(diagnostics);
}

/** What to set up: as the configuration has it that is there, else as flags, the project and its user say. */
async function wantedSetup(repository: Repository, choices: InitChoices, io: Io): Promise<Outcome<WantedSetup> | typeof stopped> {
  const schema = await schemaPlace(io, repository);
  const configFormat = choices.configFormat ?? (repository.noTypeScript === undefined ? "ts" : "json");
  if (repository.config === undefined) {
    const chosen = await chooseSetup(repository, choices, io);
    if (chosen === stopped) return stopped;
    if (chosen.value === undefined) return { value: undefined, diagnostics: chosen.diagnostics };
    const { api, ci } = chosen.value;
    const outputs = [join(repository.folder, api.output)];
    return { value: { api, configFormat, schema, outputs, parts: new Set(completeParts(api.emit)), ci }, diagnostics: [] };
  }
  const { value: targets, diagnostics } = await readTargets({ _: [] }, io, { isWritten: false });
  if (targets === undefined) return { value: undefined, diagnostics };
  const found = posixPath(relative(repository.folder, repository.config));
  printFound(io, [["configuration", found]]);
  const asked = choices.input === undefined ? undefined : await chooseSetup(repository, { ...choices, isAsking: false }, io);
  if (asked !== undefined && asked !== stopped && asked.value === undefined) return { value: undefined, diagnostics: asked.diagnostics };
  const runtime = targets.find((target) => target.runtime !== undefined)?.runtime?.folder;
  const outputs = targets.filter(({ noOutput }) => noOutput === undefined).map(({ output }) => output);
  const value: WantedSetup = {
    api:
      asked === undefined || asked === stopped || targets.some(({ source }) => source === asked.value?.api.input)
        ? undefined
        : asked.value?.api,
    configFormat,
    schema,
    outputs: [...outputs, ...(runtime === undefined ? [] : [runtime])],
    parts: new Set(targets.flatMap(({ emit }) => emit)),
    ci: choices.ci,
  };
  return { value, diagnostics: [] };
}
