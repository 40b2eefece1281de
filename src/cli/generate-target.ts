import type { ApiTarget } from "../config/config.js";
import { diagnostic } from "../diagnostic/catalogue.js";
import { hasErrors, ofApi, type Diagnostic } from "../diagnostic/diagnostic.js";
import { judged } from "../diagnostic/strictness.js";
import type { Generation, Request, Stage } from "../generate.js";
import type { Io } from "../io.js";
import type { Output } from "../output/plan.js";
import type { ShownFile } from "../source/source-file.js";
import type { Progress } from "./progress.js";
import type { ResolvedTarget } from "./resolve-target.js";
import { apiCounts, type ApiCounts } from "./summary.js";
import { realPlace } from "../source/real-place.js";

/** A target and what was made of it. */
export type TargetResult = Attempted<Generated | Unchanged | undefined>;
export type GeneratedTarget = Attempted<Generated>;
export type UnchangedTarget = Attempted<Unchanged>;

interface Attempted<Result> {
  readonly target: ApiTarget;
  readonly request: Request;
  /** Undefined when an error stands. */
  readonly value: Result;
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: readonly ShownFile[];
  /** Milliseconds. */
  readonly time: number;
}

/** An output, made in memory. */
interface Generated {
  readonly kind: "generated";
  readonly generation: Generation;
  readonly output: Output;
  readonly figures: ApiCounts;
  /** Those of the generation alone, none silenced. */
  readonly diagnostics: readonly Diagnostic[];
}

/** An output that is on disk as it would be made. */
interface Unchanged {
  readonly kind: "unchanged";
  /** Paths relative to the output folder. */
  readonly files: readonly string[];
  readonly figures: ApiCounts;
  /** What there is to say of handlers, none of which is lacking. */
  readonly handlers: readonly Diagnostic[];
}

export interface TargetGenerator {
  /** Generates one target in memory. */
  generate(target: ResolvedTarget): Promise<Attempted<Generated | undefined>>;
}

/** Generates targets in memory. Everything that generates is loaded on first use: a check may need none of it. */
export function createTargetGenerator(io: Io, progress: Progress): TargetGenerator {
  return {
    async generate({ target, request, diagnostics: remarks }) {
      const { generateFiles, outputOf } = await import("../generate.js");
      const start = io.now();
      const enter = (stage: Stage): void => {
        progress.enter(target.label, stage);
      };
      const { value: generation, diagnostics, sources } = await generateFiles(request, io, { enter });
      const made = generation && outputOf(request, generation, sources, await realPlace(io, target.output));
      const laidOut = made && !hasErrors(remarks) ? await formatted(made, { target, request }, io) : undefined;
      const found = [...diagnostics, ...(laidOut?.diagnostics ?? [])];
      const value: Generated | undefined =
        generation === undefined || laidOut === undefined
          ? undefined
          : { kind: "generated", generation, output: laidOut.output, figures: apiCounts(generation.api), diagnostics: found };
      const all = ofApi(silence([...remarks, ...found], target.silence, target.label), target.label);
      return { target, request, value, diagnostics: all, sources, time: io.now() - start };
    },
  };
}

/** An output as the formatter of the repository lays it out. */
async function formatted(
  output: Output,
  { target, request: { formatter } }: Pick<ResolvedTarget, "target" | "request">,
  io: Io,
): Promise<{ readonly output: Output; readonly diagnostics: readonly Diagnostic[] }> {
  if (formatter === undefined) return { output, diagnostics: [] };
  const { formatFiles } = await import("../format/format-files.js");
  const { files, diagnostics } = await formatFiles(output.files, formatter, target.output, io);
  const layOut = async (path: string, text: string): Promise<string> =>
    (await formatFiles([{ path, text }], formatter, target.output, io)).files[0]?.text ?? text;
  const problems = judged(diagnostics, { strict: true, severity: target.severity });
  return { output: { ...output, files, layOut }, diagnostics: problems };
}

/** Diagnostics without the warnings and remarks that someone does not want to see; a code that silenced nothing is reported. Errors stay. */
export function silence(diagnostics: readonly Diagnostic[], codes: readonly string[], label: string): readonly Diagnostic[] {
  if (codes.length === 0) return diagnostics;
  const occurred = new Set<string>(diagnostics.filter(isSilencedBy(codes)).map(({ code }) => code));
  const errors = new Set<string>(diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code));
  const unused = codes.includes("silence-unused")
    ? []
    : codes.filter((code) => !occurred.has(code) && !isOfHandlers(code)).map(unusedBy(label, errors));
  return [...withoutSilenced(diagnostics, codes), ...unused];
}

const isSilencedBy =
  (codes: readonly string[]) =>
  ({ code, severity }: Diagnostic): boolean =>
    severity !== "error" && codes.includes(code);

function withoutSilenced(diagnostics: readonly Diagnostic[], codes: readonly string[]): readonly Diagnostic[] {
  const isSilenced = isSilencedBy(codes);
  return diagnostics.filter((each) => !isSilenced(each));
}

/** Whether a code is told of files of handlers: not of the description, and by one command alone, so that it may well be silenced and not occur. */
const isOfHandlers = (code: string): boolean => code.startsWith("handler");

/** What there is to say of handlers, as the configuration has it. */
export function wantedOfHandlers(diagnostics: readonly Diagnostic[], { severity, silence: codes }: ApiTarget): readonly Diagnostic[] {
  return withoutSilenced(judged(diagnostics, { strict: true, severity }), codes);
}

function unusedBy(label: string, errors: ReadonlySet<string>): (code: string) => Diagnostic {
  return (code) =>
    errors.has(code)
      ? diagnostic("silence-unused", `${label} silences ${code}, which is an error here.`, {
          hint: `Errors are not silenced. \`severity: { "${code}": "off" }\` says nothing of it, and \`strict: false\` makes it a warning.`,
        })
      : diagnostic("silence-unused", `${label} silences ${code}, which does not occur.`, { hint: "Remove it from `silence`." });
}
