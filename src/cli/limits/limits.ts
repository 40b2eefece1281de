import type { ApiTarget } from "../../config/config.js";
import { hasErrors, ofApi, type Diagnostic } from "../../diagnostic/diagnostic.js";
import type { Io } from "../../io.js";
import { defaultCommand } from "../../project/generate-script.js";
import { findingsAsJson, printFindings } from "../../report/findings.js";
import { print, printAsJson } from "../../report/print.js";
import type { ShownFile } from "../../source/source-file.js";
import { nameOf, uriOf } from "../../source/uri.js";
import { command } from "../command.js";
import { exitCodeOf } from "../exit-codes.js";
import { targetFlags } from "../flags.js";
import { silence } from "../generate-target.js";
import { limitsReport, type LimitsReport } from "./limits-report.js";
import { limitsText } from "./limits-text.js";
import { readLintTargets } from "../lint-targets.js";

const { input, overlay, references, include, exclude, filter, config } = targetFlags;

export const limitsCommand = command(
  {
    name: "limits",
    description: "Print the limits of the APIs of the configuration, or of descriptions, and what a client does about them",
    flags: {
      ...{ input, overlay, references, include, exclude, filter, config },
      json: { type: "boolean", description: "Print them as JSON" },
    },
    operands: {
      hint: "api…",
      description: "Names of APIs of the configuration (default: all); or descriptions: paths that end in .yaml, .yml or .json, and URLs",
      max: Infinity,
    },
  },
  async (args, io) => {
    const targets = await readLintTargets(args, io, "limits");
    const read: Read[] = [];
    for (const target of targets.value ?? []) read.push(await readLimitsOf(target, io));
    const diagnostics = [...targets.diagnostics, ...read.flatMap((each) => each.diagnostics)];
    const sources = [...targets.sources, ...read.flatMap((each) => each.sources)];
    const several = read.length > 1;
    const apis = read.flatMap(({ report }) => report ?? []);
    const format = args.json === true ? "json" : "pretty";
    printFindings(diagnostics, { sources, format, io, several });
    if (format === "json") printAsJson(io, { apis, diagnostics: findingsAsJson(diagnostics, sources, io.cwd) });
    else for (const [index, report] of apis.entries()) print(io, "stdout", `${index === 0 ? "" : "\n"}${limitsText(report)}`);
    return exitCodeOf(diagnostics);
  },
);

interface Read {
  /** Undefined where an error stands. */
  readonly report: LimitsReport | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: readonly ShownFile[];
}

/** Codes of what is said of limits: `lint` is for the others, unless nothing can be read for them. */
const aboutLimits = /limit|^plan-|^reset-format-missing$|^security-scheme-unknown$/;

async function readLimitsOf(target: ApiTarget, io: Io): Promise<Read> {
  const { readConfigured } = await import("../../generate.js");
  const request = { ...target, command: defaultCommand, importExtension: undefined, runtime: undefined };
  const { api, diagnostics, sources } = await readConfigured(request, io);
  const found = silence(diagnostics, target.silence, target.label);
  const names = { api: target.label, input: nameOf(uriOf(target.input, io.cwd), io.cwd) };
  const limits = typeof target.limits === "object" ? true : target.limits;
  const isWrong = api === undefined || hasErrors(found);
  const shown = isWrong ? found : found.filter(({ code }) => aboutLimits.test(code));
  return { report: isWrong ? undefined : limitsReport(api, limits, names), diagnostics: ofApi(shown, target.label), sources };
}
