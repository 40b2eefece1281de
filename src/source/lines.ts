/** Line and column, both from 1, of offsets into a text. Columns count UTF-16 units. LF and CRLF end a line. */
export interface Lines {
  at(offset: number): { readonly line: number; readonly column: number };
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
  };
}
