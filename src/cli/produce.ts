import type { ApiTarget } from "../config/config.js";
import { silence } from "../config/silence.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import type { Generation } from "../generate.js";
import type { Io } from "../io.js";
import { realFolder } from "../output/contain.js";
import type { Output } from "../output/plan.js";
import type { SourceFile } from "../source/source-file.js";
import type { Progress } from "./progress.js";

/** A target and what was made of it. */
export interface Produced {
  readonly target: ApiTarget;
  /** Undefined when an error stands. */
  readonly made: { readonly generation: Generation; readonly output: Output } | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: readonly SourceFile[];
  /** Milliseconds. */
  readonly time: number;
}

/** Generates one target in memory. */
export async function produce(target: ApiTarget, io: Io, progress: Progress): Promise<Produced> {
  // Everything that generates is loaded here, and not by a check that needs none of it.
  const { generateFiles, outputOf } = await import("../generate.js");
  const start = io.now();
  const { value, diagnostics, sources } = await generateFiles(target, io, (stage) => {
    progress.enter(target.label, stage);
  });
  const made =
    value === undefined
      ? undefined
      : { generation: value, output: outputOf(target, value.files, sources, await realFolder(io, target.output)) };
  return { target, made, diagnostics: silence(diagnostics, target.silence, target.label), sources, time: io.now() - start };
}
