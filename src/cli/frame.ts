import type { Colors } from "./colors.js";
import { visible } from "./print.js";

/** Columns of a source line that are shown. */
const width = 100;

/** The line a place is in, the one before it, and a mark below the column (1-based, UTF-16). Control characters are not printed. */
export function codeFrame(text: string, line: number, column: number, color: Colors): string {
  const lines = text.split(/\r\n?|\n/, line);
  const numbered = [line - 1, line].filter((number) => number >= 1 && lines[number - 1] !== undefined);
  const margin = String(line).length;
  // A minified file is one line: show what is around the place.
  const start = column > width - 10 ? column - width / 2 : 0;
  const shown = numbered.map(
    (number) => `${color.dim(`${String(number).padStart(margin)} |`)} ${visible((lines[number - 1] ?? "").slice(start, start + width))}`,
  );
  return [...shown, `${" ".repeat(margin)} ${color.dim("|")} ${" ".repeat(Math.max(0, column - 1 - start))}${color.red("^")}`].join("\n");
}
