/**
 * Whether YAML text may nest deeper than a limit, counting brackets, indents and the dashes of one line. It is a bound from above
 * that costs one pass: brackets in texts count too.
 */
export function nestsDeeper(text: string, limit: number): boolean {
  const indents: number[] = [];
  let brackets = 0;
  let deepest = 0;
  for (const line of text.split("\n")) {
    const [lead = ""] = /^[ \t]*(?:[-?:][ \t]+)*/.exec(line) ?? [];
    if (lead.length === line.trimEnd().length && !/[-?]/.test(line)) continue;
    const indent = /^[ \t]*/.exec(line)?.[0].length ?? 0;
    while ((indents.at(-1) ?? -1) >= indent) indents.pop();
    indents.push(indent);
    for (let at = indent; at < lead.length; at++) if (!/[ \t]/.test(lead.charAt(at))) indents.push(at);
    for (let at = lead.length; at < line.length; at++) {
      const code = line.charCodeAt(at);
      if (code === 0x7b || code === 0x5b) deepest = Math.max(deepest, indents.length + ++brackets);
      else if (code === 0x7d || code === 0x5d) brackets = Math.max(0, brackets - 1);
    }
    deepest = Math.max(deepest, indents.length + brackets);
    if (deepest > limit) return true;
  }
  return false;
}
