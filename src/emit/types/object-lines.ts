import { lineColumns } from "../print/layout.js";
import { bar, layOut, marksOf, type Line } from "./line-layout.js";

/** Lines of a declaration, of which those of an object with one member become one where it fits: `{ [key: string]: string }`. */
export interface ObjectLines {
  /** `opens`: the line ends with the brace of an object. */
  readonly add: (line: Line, opens: boolean) => void;
  /** Adds a line that is done: of a comment. */
  readonly addDone: (text: string) => void;
  readonly text: () => string;
}

export function createObjectLines(): ObjectLines {
  const done: string[] = [];
  // What may still become one line is held back: lines that open an object each, one in the other, and the only member of the innermost.
  let heads: Line[] = [];
  let only: Line | undefined;
  const release = (): void => {
    if (heads.length === 0) return;
    for (const line of heads) done.push(layOut(line));
    if (only !== undefined) done.push(layOut(only));
    heads = [];
    only = undefined;
  };
  const add = (line: Line, opens: boolean): void => {
    if (opens && (line.joined !== undefined || !line.text.startsWith("export interface"))) {
      if (only !== undefined) release();
      heads.push(line);
    } else if (line.name > 0 && heads.length > 0 && only === undefined) only = line;
    else {
      release();
      done.push(layOut(line));
    }
  };
  return {
    add: (line, opens) => {
      const joined = line.name === 0 ? onOneLine(heads.at(-1), only, line) : undefined;
      if (joined !== undefined) {
        heads.pop();
        only = undefined;
      }
      add(joined ?? line, opens);
    },
    addDone: (text) => {
      release();
      done.push(text);
    },
    text: () => {
      release();
      return done.join("\n");
    },
  };
}

/** An object of one member as one line, where it fits. `end`: the line that closes it. */
function onOneLine(head: Line | undefined, member: Line | undefined, end: Line): Line | undefined {
  if (head === undefined || member === undefined || !isSmall(member.text)) return undefined;
  const text = `${head.text} ${member.text.slice(0, -";".length)} ${end.text}`;
  const fits = head.indentation.length + text.length <= lineColumns;
  if (!fits && (member.text.length >= lineColumns / 2 || !isAdded(head, end))) return undefined;
  return { ...head, text, joined: { hasBar: [head, member, end].some(hasBar), isAdding: isAdding(end) } };
}

/** What is added to a member of a union (`& { kind: "cat" }`) may be long: the union is laid out later. */
function isAdded(head: Line, end: Line): boolean {
  return isAdding(head) && [head, end].some(hasBar);
}

const isAdding = ({ text, joined }: Line): boolean => joined?.isAdding ?? text.endsWith(" & {");

const hasBar = ({ text, joined }: Line): boolean =>
  joined?.hasBar ?? (text.includes(bar) && marksOf(text).some((mark) => mark.text === bar));

/** A member with at most one object in it. */
function isSmall(text: string): boolean {
  return text.indexOf("{") === text.lastIndexOf("{") || marksOf(text).filter((mark) => mark.text === "{").length < 2;
}
