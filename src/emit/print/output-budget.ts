/**
 * How much code is made of one description. What is written in a description once may be said at many places of the code, and what one of
 * them times the other comes to takes more memory than there is. Characters are counted, and not bytes of memory: every machine draws the
 * line at the same place.
 */
export interface OutputLimits {
  /** Characters of one file. A string of JavaScript has some five times as many at most. */
  readonly file: number;
  /** Characters of all files. */
  readonly total: number;
}

export const outputLimits: OutputLimits = { file: 100_000_000, total: 200_000_000 };

/** Counts what is printed while it is printed: what is joined first has taken the memory already. */
export interface OutputBudget {
  /** What counts the pieces of a file that is being made. Throws `OutputTooLarge`. */
  readonly of: (path: string) => (piece: string) => void;
  /** Counts a whole file, in place of its pieces. Throws `OutputTooLarge`. */
  readonly done: (file: { readonly path: string; readonly text: string }) => void;
  /** The error for a string that JavaScript refused to make. */
  readonly refused: () => OutputTooLarge;
}

/** There is more code than is made. */
export class OutputTooLarge extends Error {
  override readonly name = "OutputTooLarge";

  /** The file that has most. */
  readonly path: string;
  /** How many characters there may be: of that file `alone`, or of all. */
  readonly limit: number;
  readonly alone: boolean;

  constructor(path: string, limit: number, alone: boolean) {
    super(`More than ${String(limit)} characters of ${alone ? path : "code"}`);
    [this.path, this.limit, this.alone] = [path, limit, alone];
  }
}

export function createOutputBudget(limits: OutputLimits = outputLimits): OutputBudget {
  const lengths = new Map<string, number>();
  let [total, last] = [0, "types.ts"];
  const set = (path: string, length: number): void => {
    total += length - (lengths.get(path) ?? 0);
    lengths.set(path, length);
    last = path;
    if (length > limits.file) throw new OutputTooLarge(path, limits.file, true);
    if (total > limits.total) throw new OutputTooLarge(largest(lengths), limits.total, false);
  };
  return {
    of: (path) => (piece) => {
      set(path, (lengths.get(path) ?? 0) + piece.length);
    },
    done: ({ path, text }) => {
      set(path, text.length);
    },
    refused: () => new OutputTooLarge(last, limits.file, true),
  };
}

function largest(lengths: ReadonlyMap<string, number>): string {
  const [[path] = [""]] = [...lengths].sort(([, a], [, b]) => b - a);
  return path;
}
