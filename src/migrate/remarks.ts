/** Something that is left to a person. */
export interface Remark {
  /** Absolute; undefined where it is about the project as a whole. */
  readonly file: string | undefined;
  /** From 1. */
  readonly line: number | undefined;
  /** One sentence without its full stop. */
  readonly message: string;
  /** What to do, in the same form. */
  readonly fix: string;
  /** Whether openapi-typescript is needed until it is done. */
  readonly needsOld?: true;
}

/** The page of ours that has each step by hand. */
export const guide = "docs/migrate-openapi-typescript.md";

/** What swr-openapi needs of a client. */
export const swr = {
  message: "swr-openapi asks for every method at every path",
  fix: `give it a client of the type that ${guide} has`,
} as const;
