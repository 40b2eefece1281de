/** A part of a text, and what stands there instead. Offsets are UTF-16 code units. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text with all edits made. Edits of one place come in their order; none may reach into another. */
export function withEdits(text: string, edits: readonly TextEdit[]): string {
  const ordered = edits.map((edit, index) => ({ ...edit, index })).sort((a, b) => a.start - b.start || a.end - b.end || a.index - b.index);
  let result = "";
  let at = 0;
  for (const { start, end, text: written } of ordered) {
    if (start < at) throw new Error(`two edits overlap at ${String(start)}`);
    result += text.slice(at, start) + written;
    at = end;
  }
  return result + text.slice(at);
}

/** The line of an offset, from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}

/** How the lines of a text end. */
export function lineEndOf(text: string): "\r\n" | "\n" {
  return text.includes("\r\n") ? "\r\n" : "\n";
}
