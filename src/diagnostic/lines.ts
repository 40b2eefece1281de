/** The lines of a text, which LF and CRLF end. Lines and columns count from 1, columns in UTF-16 units. */
export interface Lines {
  /** Where an offset is. */
  at(offset: number): { readonly line: number; readonly column: number };
  /** The text of a line without its end; undefined where there is no such line. */
  readonly text: (line: number) => string | undefined;
}

/** Lines are looked for as far as somebody asks: most mistakes of a large file stand near its beginning. */
export function linesOf(text: string): Lines {
  const starts = [0];
  let isWhole = false;
  const findUntil = (isEnough: () => boolean): void => {
    while (!isWhole && !isEnough()) {
      const end = text.indexOf("\n", starts.at(-1));
      if (end >= 0) starts.push(end + 1);
      else isWhole = true;
    }
  };
  return {
    at(offset) {
      findUntil(() => (starts.at(-1) ?? 0) > offset);
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
      findUntil(() => starts.length > line);
      const start = starts[line - 1];
      return start === undefined ? undefined : text.slice(start, (starts[line] ?? text.length + 1) - 1).replace(/\r$/, "");
    },
  };
}
