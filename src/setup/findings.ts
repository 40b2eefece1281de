/** What a look at one thing of a project comes to. */
export interface Finding {
  /** What it is about, for people: "versions", or the label of an API. */
  readonly topic: string;
  /** Which look it was: a word that stays the same, for programs. */
  readonly check: CheckName;
  readonly state: "ok" | "warning" | "problem";
  /** One sentence without its full stop. */
  readonly message: string;
  /** A command that works here, or what to write where. */
  readonly fix?: string | undefined;
}

export type CheckName =
  | "versions"
  | "installed"
  | "typescript"
  | "configuration"
  | "description"
  | "output"
  | "tsconfig"
  | "imports"
  | "strict"
  | "lib"
  | "runtime"
  | "peers"
  | "tools"
  | "scripts"
  | "ci"
  | "attributes";
