import type { Stage } from "../generate.js";
import type { Io } from "../io.js";

/** Says on a terminal what a run is at, in one line that is written over and in the end erased. Elsewhere it says nothing. */
export interface Progress {
  enter(label: string, stage: Stage | "writing files" | "comparing"): void;
  done(): void;
}

export function progressOn({ stderr }: Io): Progress {
  if (!stderr.isTTY) return { enter: () => undefined, done: () => undefined };
  return {
    enter: (label, stage) => {
      stderr.write(`\r\u001b[2K${`${label}: ${stage}`.slice(0, stderr.columns - 1)}`);
    },
    done: () => {
      stderr.write("\r\u001b[2K");
    },
  };
}
