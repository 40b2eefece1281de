import { diagnostic } from "../diagnostic/catalogue.js";
import type { Outcome } from "../diagnostic/diagnostic.js";
import { MAX_FILES, MAX_NETWORK_MINUTES, MAX_TOTAL_UNITS } from "./size-limits.js";
import type { SourceFile } from "./source-file.js";

/** Reads a file by its absolute URI. */
type Read = (uri: string) => Promise<Outcome<SourceFile>>;

/**
 * Reads no more than so many files, and so much text, for one description: a server that answers whatever it is asked for with a reference to
 * one more would be asked for ever. What is counted is the same on every machine, which a time is not; but a server can also answer each time
 * just before it would be too late, so that the network has a time as a whole.
 */
export function withinBudget(read: Read, most: Budget = { files: MAX_FILES, units: MAX_TOTAL_UNITS }): Read {
  const { minutes = MAX_NETWORK_MINUTES } = most;
  const used = { files: 0, units: 0 };
  let end = Infinity;
  const exceeded = (): string | undefined =>
    used.files > most.files ? `${String(most.files)} files` : used.units > most.units ? `${megabytes(most.units)} MB of text` : undefined;
  return async (uri) => {
    used.files += 1;
    const before = exceeded();
    if (before !== undefined) return refused(before);
    if (/^https?:/i.test(uri)) {
      end = Math.min(end, performance.now() + minutes * 60_000);
      if (performance.now() > end) return tooSlow(minutes);
    }
    const outcome = await read(uri);
    used.units += outcome.value?.text.length ?? 0;
    const after = exceeded();
    return after === undefined ? outcome : refused(after);
  };
}

export interface Budget {
  readonly files: number;
  /** Units of UTF-16. */
  readonly units: number;
  /** From the first file on the network to the last; what is usual when absent. */
  readonly minutes?: number;
}

function tooSlow(minutes: number): Outcome<never> {
  return {
    value: undefined,
    diagnostics: [
      diagnostic("too-many-files", `What the description refers to was not there within ${String(minutes)} minutes.`, {
        hint: "Ask who serves it: each file is slow. Where all are meant, bundle them into one file, such as with `npx @redocly/cli bundle`.",
      }),
    ],
  };
}

const megabytes = (units: number): string => String(Math.floor(units / 1024 / 1024));

function refused(what: string): Outcome<never> {
  return {
    value: undefined,
    diagnostics: [
      diagnostic("too-many-files", `The description refers to more than ${what}, which are all that are read.`, {
        hint: "Look whether each file refers to one more. Where all are meant, bundle them into one file, such as with `npx @redocly/cli bundle`.",
      }),
    ],
  };
}
