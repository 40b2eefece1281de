import { redact } from "../diagnostic/redact.js";
import type { ShownFile } from "../source/source-file.js";
import type { Colors } from "./colors.js";
import { sliceWhole, splitsPair, visible } from "./print.js";

/** Columns of a source line that are shown. */
const shownColumns = 100;

/** What is read around it, so that a secret which begins or ends there is seen whole. */
const contextLength = 2000;

/** The line a place is in, the one before it, and a mark below the column (1-based, UTF-16). Neither control characters nor secrets of URLs are printed. */
export function codeFrame(textOf: ShownFile["line"], line: number, column: number, color: Colors): string {
  const own = textOf(line) ?? "";
  const margin = String(line).length;
  // A minified file is one line: show what is around the place.
  const from = Math.max(0, column - contextLength);
  const before = redact(own.slice(from, column - 1)).length;
  const wanted = before >= shownColumns - 10 ? before + 1 - shownColumns / 2 : 0;
  const start = wanted + Number(splitsPair(redact(own.slice(from, column - 1)), wanted));
  const numbered = [line - 1, line].filter((number) => number >= 1 && textOf(number) !== undefined);
  const shown = numbered.map(
    (number) =>
      `${color.dim(`${String(number).padStart(margin)} |`)} ${visible(sliceWhole(redact((textOf(number) ?? "").slice(from, from + 2 * contextLength)), start, start + shownColumns))}`,
  );
  return [...shown, `${" ".repeat(margin)} ${color.dim("|")} ${" ".repeat(Math.max(0, before - start))}${color.red("^")}`].join("\n");
}
