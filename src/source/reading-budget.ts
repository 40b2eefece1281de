import { diagnostic } from "../diagnostic/catalogue.js";
import type { Outcome } from "../diagnostic/diagnostic.js";
import { MAX_FILES, MAX_TOTAL_UNITS } from "./size-limits.js";
import type { SourceFile } from "./source-file.js";

/** Reads a file by its absolute URI. */
type Read = (uri: string) => Promise<Outcome<SourceFile>>;

/**
 * Reads no more than so many files, and so much text, for one description: a server that answers whatever it is asked for with a reference to
 * one more would be asked for ever. What is counted is the same on every machine, which a time is not.
 */
export function withinBudget(read: Read, most: Budget = { files: MAX_FILES, units: MAX_TOTAL_UNITS }): Read {
  const used = { files: 0, units: 0 };
  const exceeded = (): string | undefined =>
    used.files > most.files ? `${String(most.files)} files` : used.units > most.units ? `${megabytes(most.units)} MB of text` : undefined;
  return async (uri) => {
    used.files += 1;
    const before = exceeded();
    if (before !== undefined) return refused(before);
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
