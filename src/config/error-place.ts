import { fileURLToPath, pathToFileURL } from "node:url";
import type { Position } from "../diagnostic/diagnostic.js";

/** The end of a line of a stack: "at f (/project/a.ts:3:7)", "file:///project/a.mjs:3". Paths of Windows begin with a drive. */
const frame = /(?:^|[\s(])((?:file:\/\/)?\/[^()\n]*?|[A-Za-z]:\\[^()\n]*?):(\d+)(?::(\d+))?\)?$/;

/**
 * Where an error of a program of the user's comes from: the first line of its stack that is in a file of the user's; undefined without one.
 * `own`: the URL of the module that runs the program, behind which nothing is the user's. `isCompiled`: whether it was compiled on the way: lines stay
 * then, and columns are those of the compiled text, so that the place is the line.
 */
export function errorPlace(error: unknown, own: string, isCompiled: boolean): Position | undefined {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth += 1) {
    const found = placeInStack(each.stack ?? "", own, isCompiled);
    if (found !== undefined) return found;
  }
  return undefined;
}

function placeInStack(stack: string, own: string, isCompiled: boolean): Position | undefined {
  for (const line of stack.split("\n")) {
    const [, path, row, column] = frame.exec(line.trimEnd()) ?? [];
    if (path === undefined || row === undefined) continue;
    const file = uriOf(path);
    if (file === own) return undefined;
    if (file === undefined || file.includes("/node_modules/")) continue;
    const isSyntax = countsFromZero(stack);
    return { file, line: Math.max(1, Number(row)), column: isCompiled && !isSyntax ? 1 : Number(column ?? 1) + (isSyntax ? 1 : 0) };
  }
  return undefined;
}

/** What reads TypeScript for us counts columns from 0, unlike stacks do. */
function countsFromZero(stack: string): boolean {
  return /\bParseError: /.test(stack);
}

function uriOf(path: string): string | undefined {
  try {
    return pathToFileURL(path.startsWith("file:") ? fileURLToPath(path) : path).href;
  } catch {
    return undefined; // no path of this machine
  }
}
