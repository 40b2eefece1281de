import type { DiagnosticCode } from "./catalogue.js";

export type Severity = "error" | "warning" | "info";

/** A place in a description: a file's URI and an RFC 6901 JSON Pointer into it. Line and column are found only when printed. */
export interface Origin {
  readonly file: string;
  readonly pointer: string;
  /** Where it is about the name of a member, and not about its value. */
  readonly on?: "key";
}

/** A place known by line and column (1-based, UTF-16 columns), as syntax errors have it. */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** One mistake, or one remark, about what the user gave. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** One sentence that names the thing. */
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string;
  /**
   * What is assumed in its place, as a clause: "any value is accepted". An error that has this is a defect with an evident meaning: only a
   * description that is held strictly is refused for it.
   */
  readonly assumed?: string;
  readonly at?: Origin | Position;
  readonly related?: readonly { readonly message: string; readonly at: Origin | Position }[];
  /** What the API that it is about is called, where a command knows. */
  readonly api?: string;
}

/** A value, when there is one, and everything there is to say about how it came to be. */
export interface Outcome<T> {
  readonly value: T | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Collects diagnostics while a stage runs. */
export type Report = (diagnostic: Diagnostic) => void;

/** Diagnostics as those of one API. */
export function ofApi(diagnostics: readonly Diagnostic[], api: string): readonly Diagnostic[] {
  return diagnostics.map((each) => ({ ...each, api }));
}

/** Diagnostics with a place where they have none. */
export function withPlace(diagnostics: readonly Diagnostic[], at: Diagnostic["at"]): readonly Diagnostic[] {
  return at === undefined ? diagnostics : diagnostics.map((each) => (each.at === undefined ? { ...each, at } : each));
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === "error");
}

/** A state the program promised itself could not be: our bug, never the user's mistake. */
export class InternalError extends Error {
  override readonly name = "InternalError";
}

/** One code of the catalogue. */
export interface Entry {
  readonly severity: Severity;
  /** One line: what the code means. */
  readonly title: string;
  /** What `sundial explain CODE` prints below the title: why it matters and what to do. */
  readonly explanation: string;
  /** Of an error that is a warning where the description is not held strictly: what is then assumed. */
  readonly assumed?: string;
}
