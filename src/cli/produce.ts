import type { ApiTarget } from "../config/config.js";
import { silence } from "../config/silence.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import type { Generation, ReadFile, Request, Stage } from "../generate.js";
import type { Io } from "../io.js";
import { realFolder } from "../output/path-containment.js";
import type { Output } from "../output/plan.js";
import type { StartPrinter } from "./command.js";
import type { Progress } from "./progress.js";
import type { SettledTarget } from "./settle.js";

/** A target and what was made of it. */
export interface Produced {
  readonly target: ApiTarget;
  readonly request: Request;
  /** Undefined when an error stands. */
  readonly made: { readonly generation: Generation; readonly output: Output } | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: readonly ReadFile[];
  /** Milliseconds. */
  readonly time: number;
}

export interface Producer {
  /** Generates one target in memory. */
  produce(settled: SettledTarget): Promise<Produced>;
}

/** Generates targets in memory. Everything that generates is loaded on first use: a check may need none of it. */
export function createProducer(io: Io, progress: Progress, startPrinter: StartPrinter): Producer {
  return {
    async produce({ target, request, diagnostics: remarks }) {
      const print = startPrinter();
      const { generateFiles, outputOf } = await import("../generate.js");
      const start = io.now();
      const enter = (stage: Stage): void => {
        progress.enter(target.label, stage);
      };
      const { value, diagnostics, sources } = await generateFiles(request, io, { enter, print });
      const made =
        value === undefined
          ? undefined
          : { generation: value, output: outputOf(request, value, sources, await realFolder(io, target.output)) };
      const all = silence([...remarks, ...diagnostics], target.silence, target.label);
      return { target, request, made, diagnostics: all, sources, time: io.now() - start };
    },
  };
}
