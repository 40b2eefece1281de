import type * as Morph from "ts-morph";
import type { NameOrigins } from "./exported-names.js";
import type { NamedApi } from "./planned-api.js";
import type { Library, ModuleBlock } from "./read-modules.js";
import type { Remark } from "./remarks.js";
import type { Resolve } from "./resolve-module.js";
import type { TextEdit } from "./text-edits.js";

/** What modules are rewritten by. */
export interface ModuleSetting {
  /** By the absolute path of the file of types that each had. */
  readonly apis: ReadonlyMap<string, NamedApi>;
  readonly resolve: Resolve;
  readonly origins: NameOrigins;
  readonly morph: Library;
  /** The folder of the package that a file belongs to. Both are absolute. */
  readonly packageOf: (path: string) => string;
  /** The folder of the project; absolute. */
  readonly folder: string;
  /** How modules of the project name one another, where a specifier does not show it. */
  readonly extension: "js" | "ts" | "none";
  /** Why no client becomes a generated one: it was asked for, and is not told, or swr-openapi takes none. */
  readonly clientsStay: "asked" | "swr" | undefined;
}

/** What is done to a module, while it is decided. Offsets are those of the block. */
export interface ModuleDraft {
  readonly block: ModuleBlock;
  readonly edits: TextEdit[];
  readonly remarks: Remark[];
  /** Files of types that it still needs; absolute. */
  readonly keeps: Set<string>;
  /** Imports that lose names, by their statement. */
  readonly changes: Map<Morph.ImportDeclaration, Set<Morph.Node>>;
  /** `at`: a node, or an offset. */
  tell(at: Morph.Node | number, message: string, fix: string, more?: Pick<Remark, "needsOld">): void;
}
