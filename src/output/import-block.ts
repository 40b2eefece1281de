/** The imports at the head of a text of TypeScript. */
export interface ImportBlock {
  /** What each imports from where, without layout, in an order of its own: two blocks of the same imports have the same. */
  readonly imports: readonly string[];
  /** The text without them. */
  readonly rest: string;
}

/** An import as we write it, and as formatters lay it out and sort it. */
const statement = /^import (type )?(?:\{([^{}]*)\} ?from )?["']([^"']*)["'];?$/;

/**
 * Takes the imports from the head of a text, behind comments of one line. Tools that sort imports, and the names in them, change neither then. What is
 * no import as we write it stays in the rest, with all that follows.
 */
export function importBlock(text: string): ImportBlock {
  const imports: string[] = [];
  const kept: string[] = [];
  let at = 0;
  while (at < text.length) {
    const end = endOfLine(text, at);
    const line = text.slice(at, end).trim();
    if (line.startsWith("import ")) {
      const found = importAt(text, at);
      if (found === undefined) break;
      imports.push(found.name);
      at = found.end;
    } else if (line === "" || line.startsWith("//") || line === "/* eslint-disable */") {
      // Below the imports, the rest begins.
      if (imports.length > 0 && line !== "") break;
      kept.push(text.slice(at, end));
      at = end;
    } else break;
  }
  return { imports: imports.sort(), rest: kept.join("") + text.slice(at) };
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end + 1;
}

/** Lines of an import; a longer one is none of ours. */
const maxLines = 20_000;

function importAt(text: string, start: number): { readonly name: string; readonly end: number } | undefined {
  const lines: string[] = [];
  for (let at = start; at < text.length && lines.length < maxLines;) {
    const end = endOfLine(text, at);
    const line = text.slice(at, end).trim();
    lines.push(line);
    at = end;
    if (!/["'];?$/.test(line)) continue;
    const [, type = "", names, from = ""] = statement.exec(lines.join(" ")) ?? [];
    if (from === "") return undefined;
    const sorted = names
      ?.split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "")
      .sort();
    return { name: `${type}{${sorted?.join(",") ?? ""}}${from}`, end };
  }
  return undefined;
}
