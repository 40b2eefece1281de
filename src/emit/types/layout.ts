import { width } from "../print/layout.js";

/** A line of types, or several where it is too long and holds a union that can be set one member per line. */
export function layOut(line: string): readonly string[] {
  if (line.length <= width || /^ *(?:\*|\/\*\*|\/\/)/.test(line)) return [line];
  const indentation = /^ */.exec(line)?.[0] ?? "";
  const start = startOfType(line);
  const end = line.endsWith(";") ? line.length - 1 : line.length;
  return set(line.slice(0, start), line.slice(start, end), line.slice(end), indentation);
}

/** `head`, a type, `tail`: on one line where they fit, else broken at the outermost union. */
function set(head: string, type: string, tail: string, indentation: string): readonly string[] {
  if (head.length + type.length + tail.length <= width) return [head + type + tail];
  const members = split(type, "|");
  if (members.length > 1) {
    const inner = `${indentation}  `;
    const lines = members.flatMap((member, index) => set(`${inner}| `, member, index === members.length - 1 ? tail : "", inner));
    const start = head.trimEnd();
    if (head.trim() === "|" || start.endsWith("&")) return [head + type + tail];
    // What closed on this line is a member too: the bar after it is the first one of the lines that follow.
    return [start.endsWith("|") ? start.slice(0, -1).trimEnd() : start, ...lines];
  }
  const group = longestGroup(type);
  if (group === undefined) return [head + type + tail];
  const deeper = head.trim() === "|" ? `${indentation}  ` : indentation;
  const choices = split(type.slice(group.start, group.end), "|");
  return [
    head + type.slice(0, group.start),
    ...choices.flatMap((choice) => set(`${deeper}  | `, choice, "", `${deeper}  `)),
    deeper + type.slice(group.end) + tail,
  ];
}

/** Where the type begins: after `name: ` or `export type Name = `, or after what closes one that began on a line before. */
function startOfType(line: string): number {
  const match =
    /^ *(?:export type [A-Za-z0-9_$]+ = |(?:readonly )?(?:[A-Za-z0-9_$]+|"(?:[^"\\]|\\.)*"|\[key: string\])\??: |[)}\]]+(?:\[\])* [&|] )/.exec(
      line,
    );
  return (match ?? /^ */.exec(line))?.[0].length ?? 0;
}

/** The longest union in round brackets that stands in no other bracket. */
function longestGroup(type: string): { readonly start: number; readonly end: number } | undefined {
  let found: { readonly start: number; readonly end: number } | undefined;
  let opened = 0;
  walk(type, (index, depth) => {
    if (type[index] === "(" && depth === 1) opened = index + 1;
    if (type[index] !== ")" || depth !== 0) return;
    if (split(type.slice(opened, index), "|").length > 1 && index - opened > (found === undefined ? 0 : found.end - found.start))
      found = { start: opened, end: index };
  });
  return found;
}

/** The parts of a type between separators that stand in no bracket and no string; the whole when brackets do not match. */
function split(type: string, separator: string): readonly string[] {
  const cuts: number[] = [];
  const depth = walk(type, (index, at) => {
    if (at === 0 && type[index] === separator) cuts.push(index);
  });
  if (depth !== 0) return [type];
  return [-1, ...cuts].map((cut, index) => type.slice(cut + 1, cuts[index] ?? type.length).trim());
}

/** Calls back for each character outside strings with the depth of brackets after it; gives the depth at the end, NaN when one closed that was not open. */
function walk(type: string, visit: (index: number, depth: number) => void): number {
  let depth = 0;
  for (let index = 0; index < type.length; index += 1) {
    const character = type[index] ?? "";
    if (character === '"') index = endOfString(type, index);
    else {
      if ("([{".includes(character)) depth += 1;
      else if (")]}".includes(character)) depth -= 1;
      if (depth < 0) return NaN;
      visit(index, depth);
    }
  }
  return depth;
}

function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text[index] !== '"') index += text[index] === "\\" ? 2 : 1;
  return index;
}
