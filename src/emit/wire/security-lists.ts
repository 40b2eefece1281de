import type { Operation } from "../../model/ir/operation.js";
import { code, ident, type Code } from "../print/code.js";
import type { Imports } from "../print/imports.js";
import { lineColumns } from "../print/layout.js";

type Security = Operation["security"];

/** The requirements of the operations of a file, as data. */
export interface SecurityLists {
  /** Those of an operation: written out, or the name of a constant. `undefined`: there is nothing to write. */
  readonly of: (operation: Operation) => Code | undefined;
  /** The constants, in the order in which operations have them. */
  readonly constants: readonly Code[];
}

/** How one file has requirements. */
export interface SecurityWriting {
  /** The type of a list, as code of the file. */
  readonly type: Code;
  readonly write: (security: Security) => Code | undefined;
  /** Columns before a list in its place. */
  readonly column: number;
}

/**
 * Requirements that more than one operation has are written once where they take more than a line: an operation without requirements of its
 * own has those of the whole description, and all of them for each would be as much as the one times the other.
 */
export function securityLists(operations: readonly Operation[], imports: Imports, { type, write, column }: SecurityWriting): SecurityLists {
  // Inherited requirements are one list: it is looked at once.
  const texts = new Map<Security, Code | undefined>();
  const uses = new Map<Code, number>();
  for (const { security } of operations) {
    if (!texts.has(security)) texts.set(security, write(security));
    const text = texts.get(security);
    if (text !== undefined && column + text.length > lineColumns) uses.set(text, (uses.get(text) ?? 0) + 1);
  }
  const names = new Map(
    [...uses].flatMap(([text, count]) => (count > 1 ? [[text, ident(imports.reserveLike("sharedSecurity", 1))] as const] : [])),
  );
  const shown = new Map([...texts].map(([security, text]) => [security, text && (names.get(text) ?? text)]));
  return {
    of: ({ security }) => shown.get(security),
    constants: Array.from(names, ([text, name]) => code`/** What several operations require. */\nconst ${name}: ${type} = ${text};`),
  };
}
