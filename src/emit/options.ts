/** What to emit. Everything here is part of the manifest: a change makes the output stale. */
export interface EmitOptions {
  readonly parts: ReadonlySet<Part>;
  /** How a person names the description, for the header line: never an absolute path. */
  readonly source: string;
  /** The command in the header line. */
  readonly command: string;
  /** Whether the output has anything to do with limits: false leaves the client's gate out, and everything the description says of limits. On when absent. */
  readonly limits?: boolean;
}

export type Part = "types" | "validators" | "client" | "server";
