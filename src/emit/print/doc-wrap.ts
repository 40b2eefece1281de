/** A code fence, a table row, a heading: lines that are only right as they are. */
const fence = /^\s*(```|~~~)/;
const rigid = /^\s*(?:\||#{1,6} )|^ {4,}(?![-*+] |\d+[.)] |> )/;
/** What a line may begin with and its continuation lines must be moved in by, or repeat. */
const lead = /^\s*(?:> ?)*(?:[-*+] |\d+[.)] )?/;
/** A word that would turn a line it begins into a list, a heading, a quote or a table. */
const marker = /^(?:[-+*#>|=]+|\d+[.)])$|^[>|]/;

const anyWord = /\S+/g;
const linkOrWord = /\S*\{@link [^{}]*\}\S*|\S+/g;

/** Paragraphs of Markdown, each a list of lines of at most `columns`: lists, tables and code keep their lines. */
export function paragraphs(text: string, columns: number): readonly (readonly string[])[] {
  // Most texts are one short line.
  if (text.length <= columns && !text.includes("\n") && !fence.test(text)) return /\S/.test(text) ? [[text.trimEnd()]] : [];
  const result: string[][] = [];
  let current: string[] = [];
  let open: string | undefined;
  for (const raw of text.split("\n")) {
    const line = raw.trimEnd();
    if (line === "" && open === undefined) {
      if (current.length > 0) result.push(current);
      current = [];
      continue;
    }
    const mark = fence.exec(line)?.[1];
    if (line.length <= columns || open !== undefined || mark !== undefined || rigid.test(line)) current.push(line);
    else for (const each of wrap(line, columns)) current.push(each);
    if (mark !== undefined) open = open === undefined ? mark : open === mark ? undefined : open;
  }
  // A fence that the description forgot to close would swallow what follows.
  if (open !== undefined) current.push(open);
  if (current.length > 0) result.push(current);
  return result;
}

/** One line as lines of at most `columns`, broken at spaces; a longer word stands alone, and so does a `{@link …}`. */
export function wrap(line: string, columns: number): readonly string[] {
  if (line.length <= columns) return [line];
  const found = lead.exec(line)?.[0] ?? "";
  // Each line has it: one that takes most of a line is text.
  const start = found.length > columns / 2 ? "" : found;
  const hanging = start.replace(/[^\s>]/g, " ");
  const lines: string[] = [];
  let current = "";
  for (const word of line.slice(start.length).match(line.includes("{@link ") ? linkOrWord : anyWord) ?? []) {
    if (current !== "" && start.length + current.length + 1 + word.length > columns && !marker.test(word)) {
      lines.push((lines.length === 0 ? start : hanging) + current);
      current = word;
    } else current = current === "" ? word : `${current} ${word}`;
  }
  lines.push((lines.length === 0 ? start : hanging) + current);
  return lines;
}
