import type { ApiTarget } from "../config/config.js";
import { defaultCommand } from "../config/resolve-config.js";
import type { Diagnostic, Severity } from "../diagnostic/diagnostic.js";
import type { Io } from "../io.js";
import { codeQuality } from "../report/code-quality.js";
import { findingsAsJson, printFindings } from "../report/findings.js";
import { annotatedPlace } from "../report/place.js";
import { print, printAsJson, visible } from "../report/print.js";
import { sarif, type PlacedFinding } from "../report/sarif.js";
import type { ShownFile } from "../source/source-file.js";
import { usage } from "./arguments.js";
import { command } from "./command.js";
import { exitCodeOf } from "./exit-codes.js";
import { targetFlags } from "./flags.js";
import { silence } from "./generate-target.js";
import { progressOn } from "./progress.js";
import { readTargetsToFetch } from "./targets.js";

const formats = ["pretty", "json", "github", "gitlab", "sarif"] as const;
type Format = (typeof formats)[number];

const { input, overlay, references, strict, include, exclude, config } = targetFlags;

export const lintCommand = command(
  {
    name: "lint",
    description: "Read and judge the descriptions of the APIs of the configuration, or one. Writes nothing",
    flags: {
      ...{ input, overlay, references, strict, include, exclude, config },
      format: { type: "string", valueHint: formats.join("|"), description: "How to print (default: pretty)" },
    },
    operands: { hint: "api…", description: "Names of APIs of the configuration (default: all)", max: Infinity },
  },
  async (args, io) => {
    const format = formats.find((each) => each === (args.format ?? "pretty"));
    const mistakes =
      format === undefined ? [usage(`--format does not take ${JSON.stringify(args.format)}.`, `It takes ${formats.join(", ")}.`)] : [];
    // Nothing is written: the name of a folder is as good as any.
    const output = args.input === undefined ? undefined : "generated";
    const targets = await readTargetsToFetch({ ...args, output }, io);
    const wrong = [...mistakes, ...targets.diagnostics];
    if (targets.value === undefined || format === undefined) {
      report([], wrong, [], format ?? "pretty", io);
      return exitCodeOf(wrong);
    }
    const progress = progressOn(io);
    const linted: Linted[] = [];
    for (const target of targets.value) {
      progress.enter(target.label, "reading");
      linted.push(await lint(target, io));
    }
    progress.done();
    const all = linted.flatMap(({ diagnostics }) => diagnostics);
    report(
      linted,
      all,
      linted.flatMap(({ sources }) => sources),
      format,
      io,
    );
    return exitCodeOf(all);
  },
);

interface Linted {
  readonly target: ApiTarget;
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: readonly ShownFile[];
}

async function lint(target: ApiTarget, io: Io): Promise<Linted> {
  const { judgeDescription } = await import("../generate.js");
  const { diagnostics, sources } = await judgeDescription(
    { ...target, command: defaultCommand, importExtension: undefined, runtime: undefined },
    io,
  );
  return { target, diagnostics: silence(diagnostics, target.silence, target.label), sources };
}

function report(linted: readonly Linted[], all: readonly Diagnostic[], sources: readonly ShownFile[], format: Format, io: Io): void {
  if (format === "gitlab") printAsJson(io, codeQuality(placed(all, sources, io)));
  else if (format === "sarif") printAsJson(io, sarif(placed(all, sources, io)));
  else {
    printFindings(all, { sources, format, io });
    const apis = linted.map(({ target, diagnostics }) => ({ api: target.label, input: target.source, ...counts(diagnostics) }));
    if (format === "json") printAsJson(io, { apis, diagnostics: findingsAsJson(all, sources, io.cwd) });
    else for (const each of apis) print(io, "stdout", `${visible(each.input)}: ${summary(each)}\n`);
  }
}

function placed(all: readonly Diagnostic[], sources: readonly ShownFile[], io: Io): readonly PlacedFinding[] {
  const byUri = new Map(sources.map((source) => [source.uri, source]));
  return all.map((finding) => ({ finding, place: finding.at && annotatedPlace(finding.at, byUri, io) }));
}

interface Counts {
  readonly errors: number;
  readonly warnings: number;
  readonly remarks: number;
}

function counts(diagnostics: readonly Diagnostic[]): Counts {
  const of = (severity: Severity): number => diagnostics.filter((each) => each.severity === severity).length;
  return { errors: of("error"), warnings: of("warning"), remarks: of("info") };
}

function summary({ errors, warnings, remarks }: Counts): string {
  const parts = [counted(errors, "error"), counted(warnings, "warning"), counted(remarks, "remark")].filter((part) => part !== undefined);
  return parts.length === 0 ? "nothing to say" : parts.join(", ");
}

function counted(number: number, word: string): string | undefined {
  return number === 0 ? undefined : `${String(number)} ${word}${number === 1 ? "" : "s"}`;
}
