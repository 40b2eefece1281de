import { stripVTControlCharacters } from "node:util";
import type { Sink } from "../io.js";

/** Columns of a line where there is no terminal that has some. */
const defaultColumns = 100;

/** Columns of the narrowest text beside another. */
const leastColumns = 30;

/** The columns that lines for people may have. */
export function columnsOf(sink: Sink): number {
  return sink.isTTY ? Math.max(leastColumns, sink.columns) : defaultColumns;
}

/** Text with its lines broken at blanks where they have more columns. Colours take none. A longer word stands alone. */
export function wrap(text: string, columns: number): string {
  return text
    .split("\n")
    .map((line) => wrapLine(line, columns).join("\n"))
    .join("\n");
}

/** A text beside another, which on a terminal goes on below itself. Elsewhere it stays one line, to be looked for. */
export function hanging(before: string, text: string, sink: Sink): string {
  const columns = sink.isTTY ? columnsOf(sink) - before.length : Infinity;
  return before + wrapLine(text, Math.max(leastColumns, columns)).join(`\n${" ".repeat(before.length)}`);
}

/** `wrap` for lists in two columns, `  --flag    What it does`: what is broken goes on in the second one, or below where that would be narrow. */
export function wrapList(text: string, columns: number): string {
  return text
    .split("\n")
    .map((line) => wrapEntry(line, columns))
    .join("\n");
}

function wrapEntry(line: string, columns: number): string {
  const [, first = "", second = ""] = /^(\s+\S.*?\s{2,})(\S.*)$/.exec(line) ?? [];
  if (second === "" || widthOf(line) <= columns) return wrap(line, columns);
  const indentation = widthOf(first);
  if (columns - indentation >= leastColumns) return first + wrapLine(second, columns - indentation).join(`\n${" ".repeat(indentation)}`);
  return [first.trimEnd(), ...wrapLine(second, columns - 8).map((each) => " ".repeat(8) + each)].join("\n");
}

function wrapLine(line: string, columns: number): readonly string[] {
  if (widthOf(line) <= columns) return [line];
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(" ")) {
    const longer = current === "" ? word : `${current} ${word}`;
    if (current !== "" && widthOf(longer) > columns) {
      lines.push(current);
      current = word;
    } else current = longer;
  }
  return [...lines, current];
}

function widthOf(text: string): number {
  return stripVTControlCharacters(text).length;
}
