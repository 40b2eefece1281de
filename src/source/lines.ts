/** The lines of a text, which LF and CRLF end. Lines and columns count from 1, columns in UTF-16 units. */
export interface Lines {
  /** Where an offset is. */
  at(offset: number): { readonly line: number; readonly column: number };
  /** The text of a line without its end; undefined where there is no such line. */
  readonly text: (line: number) => string | undefined;
}

export function linesOf(text: string): Lines {
  const starts = [0];
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
  return {
    at(offset) {
      let low = 0;
      let high = starts.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((starts[middle] ?? 0) <= offset) low = middle;
        else high = middle - 1;
      }
      return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
    },
    text(line) {
      const start = starts[line - 1];
      return start === undefined ? undefined : text.slice(start, (starts[line] ?? text.length + 1) - 1).replace(/\r$/, "");
    },
  };
}
