import { code, ident, indent, join, literal, type Code } from "./code.js";
import { lineColumns } from "./layout.js";

/** `export { a, b } from "./module.js";`, or `export type`, in parts. */
export interface NamedExports {
  readonly type: boolean;
  /** On one line where the statement fits, else one per line. */
  readonly names: Code;
  readonly module: Code;
}

/** The statement that passes names of a module on; none where there are no names. */
export function namedExports(type: boolean, names: readonly string[], module: string): readonly NamedExports[] {
  if (names.length === 0) return [];
  const from = literal(module);
  const line = code`{ ${join(names.map(ident), ", ")} }`;
  const length = `export ${type ? "type " : ""}${line} from ${from};`.length;
  const lines = code`{\n${indent(code`${join(names.map(ident), ",\n")},`)}\n}`;
  return [{ type, names: length <= lineColumns ? line : lines, module: from }];
}
