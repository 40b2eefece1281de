import type { Answer } from "./workloads.js";
import type { Description } from "./schema.js";

/** What a contender is to be made for. */
export interface Order {
  readonly description: Description;
  /** Names of the schemas that get a validator. */
  readonly roots: readonly string[];
  readonly answer: Answer;
  readonly formats: boolean;
  /** A folder of its own, where files may be put that the program imports. */
  readonly folder: string;
}

/** A validator as its users have it: how it is exported, and how it is asked. */
export interface Program {
  /** An ES module, TypeScript or JavaScript, that exports `v0`, `v1`, … in the order of the roots. */
  readonly source: string;
  /** An expression: a function that makes of such an export a function from a value to the answer: a boolean, or how many issues there are. */
  readonly ask: string;
  /** What that expression needs, as import lines. */
  readonly imports?: string;
  /** What a reader should know: printed below the table. */
  readonly note?: string;
}

export interface Contender {
  readonly name: string;
  /** Throws `Unable` where it cannot. */
  program(order: Order): Program | Promise<Program>;
}

/** Why a contender has no figure. */
export class Unable extends Error {}
