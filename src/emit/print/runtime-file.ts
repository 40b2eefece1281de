/** The runtime as it comes with this package: the modules of `templates/runtime`, joined when the package is built. */

/** A file of the runtime, without its extension. */
export type RuntimeFileName = "shared" | "validators" | "client" | "client-limits" | "paths" | "server" | "server-limits" | "mock";

/** A file of the runtime. */
export interface RuntimeFile {
  /** What it is, in a sentence. */
  readonly about: string;
  /** In the order in which they load. */
  readonly modules: readonly RuntimeModule[];
}

export interface RuntimeModule {
  /** The comment before its declarations: its name, and what it is. */
  readonly heading: string;
  readonly declarations: readonly RuntimeDeclaration[];
}

/** A declaration, or several by one statement, and what it refers to. */
export interface RuntimeDeclaration {
  readonly names: readonly string[];
  readonly text: string;
  /** No empty line parts it from the declaration before it. */
  readonly close?: true;
  /** Names of other declarations of its file. */
  readonly own: readonly string[];
  readonly imports: readonly RuntimeImport[];
}

/** What a declaration has of another file of the runtime ("./shared.js"), or of a package. */
export interface RuntimeImport {
  readonly module: string;
  readonly name: string;
  /** The name that it has in the file, where that is another. */
  readonly local?: string;
  readonly type?: true;
}
