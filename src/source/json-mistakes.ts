import { membersOf, skipBlank } from "./json-text.js";
import { MAX_NESTING } from "./size-limits.js";
import type { Mistake } from "./parse-json.js";

/** Members that repeat the name of an earlier member of the same object, in well-formed JSON text. */
export function duplicateKeys(text: string, quotes: boolean): readonly Mistake[] {
  const mistakes: Mistake[] = [];
  const open = [skipBlank(text, 0)];
  for (let start = open.pop(); start !== undefined; start = open.pop()) {
    const code = text.charAt(start);
    if (code !== "{" && code !== "[") continue;
    const seen = new Set<string>();
    for (const member of membersOf(text, start)) {
      if (code === "{" && seen.has(member.name))
        mistakes.push({
          message: `${quotes ? `The key ${JSON.stringify(member.name)}` : "A key"} appears twice in its object.`,
          offset: member.key,
        });
      seen.add(member.name);
      open.push(member.value);
    }
  }
  return mistakes.sort((a, b) => a.offset - b.offset);
}

/** Reading position in a text, and what was found wrong. */
interface Scan {
  readonly text: string;
  readonly quotes: boolean;
  readonly mistakes: Mistake[];
  at: number;
}

/** After this many, more would not help. */
const MAX_MISTAKES = 100;

/** The mistakes of a text that is no JSON, in order. After each one the scan goes on as if what was meant stood there. */
export function jsonMistakes(text: string, quotes: boolean): readonly Mistake[] {
  const scan: Scan = { text, quotes, mistakes: [], at: 0 };
  value(scan, 0);
  skip(scan);
  if (scan.at < text.length) wrong(scan, "There is more text after the end of the value.");
  return scan.mistakes.length > 0 ? scan.mistakes.slice(0, MAX_MISTAKES) : [{ message: "This is not JSON.", offset: 0 }];
}

/** Of several things that are missing in one place the first is reported: it is the cause of the others. */
function wrong(scan: Scan, message: string, offset = scan.at): void {
  if (scan.mistakes.at(-1)?.offset !== offset) scan.mistakes.push({ message, offset });
}

/** The match of a sticky expression here, which is passed. */
function take(scan: Scan, pattern: RegExp): string | undefined {
  pattern.lastIndex = scan.at;
  const found = pattern.exec(scan.text)?.[0];
  if (found !== undefined) scan.at += found.length;
  return found;
}

function skip(scan: Scan): void {
  for (;;) {
    take(scan, /[\t\n\r ]*/y);
    const start = scan.at;
    if (take(scan, /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/y) === undefined) return;
    wrong(scan, "JSON has no comments.", start);
  }
}

function value(scan: Scan, depth: number): void {
  skip(scan);
  const start = scan.at;
  const first = scan.text.charAt(start);
  if (scan.mistakes.length >= MAX_MISTAKES || depth > MAX_NESTING) scan.at = scan.text.length;
  else if (first === "{") container(scan, "}", depth);
  else if (first === "[") container(scan, "]", depth);
  else if (first === '"' || first === "'") string(scan, first);
  else if (take(scan, /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)/y) === undefined) {
    const word = take(scan, /[^\s,:{}[\]"]+/y);
    const what = scan.quotes && word !== undefined ? JSON.stringify(word.slice(0, 40)) : "This";
    wrong(scan, word === undefined ? "A value is missing here." : `${what} is not a JSON value.`, start);
  }
}

/** An object or a list, from its opening bracket. */
function container(scan: Scan, close: "}" | "]", depth: number): void {
  const start = scan.at++;
  for (;;) {
    skip(scan);
    if (scan.at >= scan.text.length) {
      wrong(scan, `This ${close === "}" ? "object" : "list"} is not closed.`, start);
      return;
    }
    if (take(scan, close === "}" ? /\}/y : /\]/y) !== undefined) return;
    const before = scan.at;
    if (close === "}") key(scan);
    value(scan, depth + 1);
    separator(scan, close);
    if (scan.at === before) scan.at++;
  }
}

function separator(scan: Scan, close: string): void {
  const end = scan.at;
  skip(scan);
  const next = scan.text.charAt(scan.at);
  const comma = scan.at;
  if (take(scan, /,/y) !== undefined) {
    skip(scan);
    if (scan.text.charAt(scan.at) === close) wrong(scan, `There is a comma too many before the "${close}".`, comma);
  } else if (next !== close && next !== "") wrong(scan, 'A "," is missing here.', end);
}

function key(scan: Scan): void {
  const start = scan.at;
  const first = scan.text.charAt(start);
  if (first === '"' || first === "'") string(scan, first);
  else wrong(scan, take(scan, /[^\s,:{}[\]"]+/y) === undefined ? "A key is missing here." : "A key needs double quotes.", start);
  const end = scan.at;
  skip(scan);
  if (take(scan, /:/y) === undefined) wrong(scan, 'A ":" is missing after the key.', end);
}

function string(scan: Scan, quote: '"' | "'"): void {
  const start = scan.at;
  if (quote === "'") wrong(scan, "A string needs double quotes.", start);
  scan.at++;
  for (;;) {
    take(scan, quote === '"' ? /[^"\\\u0000-\u001f]+/y : /[^'\\\u0000-\u001f]+/y);
    const here = scan.at;
    if (take(scan, quote === '"' ? /"/y : /'/y) !== undefined) return;
    if (take(scan, /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y) !== undefined) continue;
    if (take(scan, /\\[^\n]?/y) !== undefined) wrong(scan, "This escape does not exist.", here);
    else if (here >= scan.text.length || scan.text.charAt(here) === "\n" || scan.text.charAt(here) === "\r") {
      wrong(scan, "This string is not closed on its line.", start);
      return;
    } else {
      wrong(scan, "A control character must be written as an escape.", here);
      scan.at++;
    }
  }
}
