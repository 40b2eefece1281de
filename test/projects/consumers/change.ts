/** A change that is made to a repository, and the verdict that it must have. */
import type { Environment } from "./repository.js";
import type { Generator, Subject } from "./subject.js";

/** Green: nothing has to be done. Red: the files are not current. Refused: the command cannot do its work. */
export type Verdict = "green" | "red" | "refused";

/** Exit codes of `sundial check`. */
export const exitCodes: Readonly<Record<Verdict, number>> = { green: 0, red: 1, refused: 2 };

/** What the surroundings of the check are then, where they are not those of before. */
export interface Circumstances {
  readonly environment?: Environment;
  /** Another folder that is judged, absolute. */
  readonly home?: string;
  /** What the commands are run by, such as a program that takes the network from them. */
  readonly by?: readonly string[];
  /** Ends what the change has started. */
  readonly end?: () => Promise<void>;
}

export interface Change {
  /** As `--only` has it. */
  readonly name: string;
  /** As the table has it. */
  readonly what: string;
  /** `--quick` has it. */
  readonly quick?: boolean;
  /** Only repositories of these generators have what is changed; all when absent. */
  readonly of?: readonly Generator[];
  /** Each repository is tried with it, and not the client's alone. */
  readonly everywhere?: boolean;
  readonly verdict: Verdict;
  /** What `sundial check` prints has each of these. */
  readonly says: readonly string[];
  readonly make: (subject: Subject) => Promise<Circumstances | undefined>;
  /** What must hold between the check and the command that it prints. */
  readonly between?: (subject: Subject) => Promise<void>;
  /** The printed command runs, and `check --frozen` is green then. Otherwise there is none to run, and `check` has written nothing. */
  readonly then: "advice" | "nothing";
}

/** What is not as it must be. */
export function demand(fact: boolean, sentence: string): void {
  if (!fact) throw new Error(sentence);
}
