import { code, indent, join, type Code } from "./code.js";

/** Columns up to which something stays on one line. */
export const lineColumns = 120;

/**
 * An object literal: on one line where it fits after `column` columns of something else, else one entry per line. An entry that
 * has lines itself puts every entry on its own.
 */
export function braces(entries: readonly Code[], column: number): Code {
  if (entries.length === 0) return code`{}`;
  const line = code`{ ${join(entries, ", ")} }`;
  return fits(line, column) ? line : code`{\n${indent(code`${join(entries, ",\n")},`)}\n}`;
}

/** An object with an entry per line, whatever its length: what is added later changes no other line. Entries are made by `entry`. */
export function block(entries: readonly Code[]): Code {
  return entries.length === 0 ? code`{}` : code`{\n${indent(join(entries, "\n"))}\n}`;
}

/** A line of a `block`. */
export function entry(key: Code, value: Code): Code {
  return code`${key}: ${value},`;
}

/** An intersection of types: on one line where it fits after `column` columns of something else, else one type per line. */
export function intersection(types: readonly Code[], column: number): Code {
  const line = join(types, " & ");
  return fits(line, column) ? line : types.reduce((text, type) => code`${text} &\n${indent(type)}`);
}

/** An array literal, laid out in the same way. */
export function brackets(items: readonly Code[], column: number): Code {
  if (items.length === 0) return code`[]`;
  const line = code`[${join(items, ", ")}]`;
  return fits(line, column) ? line : code`[\n${indent(code`${join(items, ",\n")},`)}\n]`;
}

/** `function name(parameters): Result {`, or any other head that ends in its parameters and `tail`. */
export function signature(head: Code, parameters: readonly Code[], tail: Code): Code {
  const line = code`${head}(${join(parameters, ", ")})${tail}`;
  return fits(line, 0) ? line : code`${head}(\n${indent(code`${join(parameters, ",\n")},`)}\n)${tail}`;
}

/** Type arguments after a head: `const x: Type<A, B> = {`, or one per line. */
export function typeArguments(head: Code, arguments_: readonly Code[], tail: Code): Code {
  const line = code`${head}<${join(arguments_, ", ")}>${tail}`;
  return fits(line, 2) ? line : code`${head}<\n${indent(join(arguments_, ",\n"))}\n>${tail}`;
}

function fits(line: Code, column: number): boolean {
  return column + line.length <= lineColumns && !line.includes("\n");
}
