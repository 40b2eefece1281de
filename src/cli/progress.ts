import type { Stage } from "../generate.js";
import type { Io } from "../io.js";
import { printOver } from "../report/print.js";

/** Says on a terminal what a run is at, in one line that is written over and in the end erased. Elsewhere, and on one that cannot do that, it says nothing. */
export interface Progress {
  enter(label: string, stage: Stage | "fetching" | "writing files" | "comparing"): void;
  done(): void;
}

export function progressOn(io: Io): Progress {
  if (!io.stderr.isTTY || io.env["TERM"] === "dumb") return silentProgress;
  return {
    enter: (label, stage) => {
      printOver(io, `${label}: ${stage}`);
    },
    done: () => {
      printOver(io, "");
    },
  };
}

export const silentProgress: Progress = { enter: () => undefined, done: () => undefined };
