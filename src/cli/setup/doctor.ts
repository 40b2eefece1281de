import { relative } from "node:path";
import type { Diagnostic } from "../../diagnostic/diagnostic.js";
import type { Io } from "../../io.js";
import { colorsFor } from "../../report/colors.js";
import { configAbove } from "../../config/read-config.js";
import { printFindings } from "../../report/findings.js";
import { print, printAsJson, visible } from "../../report/print.js";
import { bareCommand, runnerOf } from "../../setup/plan-setup.js";
import type { Finding } from "../../setup/findings.js";
import { inspectSurroundings, inspectTsconfigs, withoutStop, type InspectedOutput } from "../../setup/inspect-settings.js";
import { inspectVersions } from "../../setup/inspect-versions.js";
import { posixPath } from "../../setup/read-settings.js";
import { readRepository, type Repository } from "../../setup/repository.js";
import { usage } from "../arguments.js";
import { command } from "../command.js";
import { exit, exitCodeOf } from "../exit-codes.js";
import { readTargets, type Targets } from "../targets.js";
import { inspectOutputs } from "./inspect-outputs.js";

export const doctorCommand = command(
  {
    name: "doctor",
    description:
      "Look at the project, and say what keeps generated code from working well in it. Writes nothing, and asks nothing of the network",
    flags: {
      config: {
        type: "string",
        valueHint: "FILE",
        description: "Configuration (default: sundial.config.ts, .js, .mjs, .cjs, .mts, .cts or .json here)",
      },
      format: { type: "string", valueHint: "pretty|json", description: "How to print (default: pretty)" },
    },
    operands: { hint: "", description: "", max: 0 },
  },
  async ({ config, format = "pretty" }, io) => {
    if (format !== "pretty" && format !== "json") {
      const mistakes = [usage(`--format does not take ${JSON.stringify(format)}.`, "It takes pretty, json.")];
      printFindings(mistakes, { sources: [], format: "pretty", io });
      return exitCodeOf(mistakes);
    }
    const found = await examine(config, io);
    const problems = found.filter(({ state }) => state === "problem").length;
    if (format === "json") printAsJson(io, { fine: problems === 0, checks: found });
    else printPage(found, io);
    return problems === 0 ? exit.fine : exit.finding;
  },
);

async function examine(config: string | undefined, io: Io): Promise<readonly Finding[]> {
  const repository = await readRepository(io);
  const targets = await readTargets({ _: [], config }, io, { isWritten: false });
  const written = (targets.value ?? []).filter(({ noOutput }) => noOutput === undefined);
  const outputs: readonly InspectedOutput[] = written.map(({ output, emit, format }) => ({
    output,
    parts: new Set(emit),
    isFormatted: format !== undefined && format !== false,
  }));
  return [
    ...(await inspectVersions(io, repository, process.versions.node)),
    ...(await configurationFindings(targets, repository, io)),
    ...(await inspectOutputs(targets.value ?? [], repository, io, config)),
    ...(await inspectTsconfigs(io, repository, outputs)),
    ...inspectSurroundings(repository, outputs),
  ];
}

async function configurationFindings({ value, config, diagnostics }: Targets, repository: Repository, io: Io): Promise<readonly Finding[]> {
  const about = { topic: "configuration", check: "configuration" } as const;
  // Where a folder above has the configuration, another one is not what is missing.
  const isBelowOne = (await configAbove(io, io.cwd)) !== undefined;
  const findingOf = ({ severity, code, message, hint }: Diagnostic): Finding => ({
    ...about,
    state: severity === "error" ? "problem" : "warning",
    message: withoutStop(message),
    fix: code === "config-not-found" && !isBelowOne ? bareCommand(runnerOf(repository), "init") : hint,
  });
  const found = diagnostics.map(findingOf);
  if (value === undefined || config === undefined) return found;
  const count = `${String(value.length)} ${value.length === 1 ? "API" : "APIs"}`;
  return [{ ...about, state: "ok", message: `${posixPath(relative(io.cwd, config))} is valid: ${count}` }, ...found];
}

const words = { ok: "ok", warning: "warning", problem: "problem" } as const;

function printPage(found: readonly Finding[], io: Io): void {
  const color = colorsFor(io, io.stdout);
  const paint = { ok: color.green, warning: color.yellow, problem: color.red } as const;
  let topic: string | undefined;
  for (const each of found) {
    if (each.topic !== topic) print(io, "stdout", `${topic === undefined ? "" : "\n"}${color.bold(visible(each.topic))}\n`);
    topic = each.topic;
    print(io, "stdout", `  ${paint[each.state](words[each.state].padEnd(words.warning.length))}  ${visible(each.message)}\n`);
    if (each.state !== "ok" && each.fix !== undefined) print(io, "stdout", `           ${color.dim("fix:")} ${visible(each.fix)}\n`);
  }
  const countOf = (state: Finding["state"]): number => found.filter((each) => each.state === state).length;
  const plural = (count: number, word: string): string => `${String(count)} ${word}${count === 1 ? "" : "s"}`;
  print(io, "stdout", `\n${plural(countOf("problem"), "problem")}, ${plural(countOf("warning"), "warning")}\n`);
}
