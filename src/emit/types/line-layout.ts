import { lineColumns } from "../print/layout.js";

/** A line of a declaration, as it grew: it may turn out too long. */
export interface Line {
  readonly indentation: string;
  /** What follows the indentation: the text of types, with a name before them and the mark that ends a member. */
  readonly text: string;
  /** Columns of the name that its type stands behind; none on a line that begins with the end of an object. */
  readonly name: number;
  /** What is known of a line that others were joined to. It may be as long as they are many, and is not read again for each. */
  readonly joined?: { readonly hasBar: boolean; readonly isAdding: boolean };
}

/** A line of types, or several where it is too long and holds a union that can be set one member per line. */
export function layOut({ indentation, text, name }: Line): string {
  const line = indentation + text;
  if (line.length <= lineColumns) return line;
  const start = name > 0 ? { at: name, joint: "name" as const } : afterObject(text);
  if (start === undefined) return line;
  const tail = text.endsWith(";") ? ";" : "";
  const head = { text: indentation + text.slice(0, start.at), joint: start.joint };
  return breakType(head, text.slice(start.at, text.length - tail.length), tail, indentation);
}

/** What stands before a type on its line ends in this. "own bar": it is a member of a union that has a line of its own. */
type Joint = "name" | "bar" | "ampersand" | "own bar";

/** On a line that begins with the end of an object: what is joined to the object, if anything is. */
function afterObject(text: string): { readonly at: number; readonly joint: Joint } | undefined {
  const [end = "", joint] = /^[)\]}](?:[)\]}]|\[\])*( [|&] )?/.exec(text) ?? [];
  return joint === undefined ? undefined : { at: end.length, joint: joint === bar ? "bar" : "ampersand" };
}

/** `head`, a type, `tail`: on one line where they fit, else broken at the outermost union. */
function breakType(head: { readonly text: string; readonly joint: Joint }, type: string, tail: string, indentation: string): string {
  const line = head.text + type + tail;
  if (line.length <= lineColumns) return line;
  const members = membersOf(type);
  if (members.length > 1) {
    if (head.joint === "own bar" || head.joint === "ampersand") return line;
    const lines = ownLines(`${indentation}  `, members, tail);
    // What closed on this line is a member too: the bar after it is the first one of the lines that follow.
    return `${(head.joint === "bar" ? head.text.slice(0, -bar.length) : head.text).trimEnd()}\n${lines}`;
  }
  const group = longestGroup(type);
  if (group === undefined) return line;
  const deeper = head.joint === "own bar" ? `${indentation}  ` : indentation;
  const lines = ownLines(`${deeper}  `, membersOf(type.slice(group.start, group.end)), "");
  return `${head.text}${type.slice(0, group.start)}\n${lines}\n${deeper}${type.slice(group.end)}${tail}`;
}

/** The members of a union, each on a line of its own. */
function ownLines(indentation: string, members: readonly string[], tail: string): string {
  const head = { text: `${indentation}| `, joint: "own bar" } as const;
  const last = members.length - 1;
  return members.map((member, index) => breakType(head, member, index === last ? tail : "", indentation)).join("\n");
}

/** The longest union in round brackets that stands in no other bracket. */
function longestGroup(type: string): { readonly start: number; readonly end: number } | undefined {
  let found: { readonly start: number; readonly end: number } | undefined;
  let opened = 0;
  for (const { text, at, depth } of marksOf(type)) {
    if (depth < 0) break;
    if (text === "(" && depth === 1) opened = at + 1;
    if (text !== ")" || depth !== 0) continue;
    const isLonger = at - opened > (found === undefined ? 0 : found.end - found.start);
    if (isLonger && membersOf(type.slice(opened, at)).length > 1) found = { start: opened, end: at };
  }
  return found;
}

/** The members of a union; the whole where it is none, or only a part of a type. */
function membersOf(type: string): readonly string[] {
  const members: string[] = [];
  let start = 0;
  let left = 0;
  for (const { text, at, depth } of marksOf(type)) {
    if (depth < 0) return [type];
    left = depth;
    if (text !== bar || depth > 0) continue;
    members.push(type.slice(start, at));
    start = at + bar.length;
  }
  return left === 0 ? [...members, type.slice(start)] : [type];
}

/** Between the members of a union. */
export const bar = " | ";
const quotedOrMark = /"(?:[^"\\]|\\.)*"?|[()[\]{}]| [|&] /g;

/** A bracket, or what joins types: outside of quoted text. */
interface Mark {
  readonly text: string;
  readonly at: number;
  /** Of brackets, behind it: below zero where one closes that opened before the text. */
  readonly depth: number;
}

/** The marks of a text of types, in their order: looked for only in the few lines that need it. */
export function marksOf(type: string): readonly Mark[] {
  const marks: Mark[] = [];
  let depth = 0;
  for (const { 0: text, index: at } of type.matchAll(quotedOrMark)) {
    if (text.startsWith('"')) continue;
    if (/^[([{]/.test(text)) depth += 1;
    else if (/^[)\]}]/.test(text)) depth -= 1;
    marks.push({ text, at, depth });
  }
  return marks;
}
