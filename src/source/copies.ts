/** The files of a description that are kept as copies, by what they are copies of. */
export interface Copies {
  /** URL of the root, without secrets: references in it are relative to it. */
  readonly base: string;
  /** By URL without secrets; one that led to another by a redirect has both. */
  readonly files: ReadonlyMap<string, Copy>;
}

export interface Copy {
  /** Absolute. */
  readonly path: string;
  /** What references in it are relative to. */
  readonly base: string;
}
