import { createHash } from "node:crypto";
import { piecesOf } from "../io.js";
import { importBlock } from "./import-block.js";

/**
 * SHA-256, hex and cut short, of what formatters leave of a text of TypeScript: no white space outside of strings, no parentheses, commas,
 * semicolons, bars or quotes, and no order of imports. Two texts with one ink are nearly always the same program, laid out otherwise; of any that differ in a name, a
 * word or a number, it differs. Only of code as we write it: what it takes for a regular expression is decided by the character, or the word, before it.
 */
export function inkHash(content: string | Uint8Array): string {
  const hash = createHash("sha256");
  const ink = new Ink();
  const { imports, rest } = importBlock(typeof content === "string" ? content : decoder.decode(content));
  hash.update(imports.join("\n"));
  for (const piece of piecesOf(rest)) hash.update(ink.of(encoder.encode(piece)));
  return hash.digest("hex").slice(0, 32);
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Where in a text a byte stands: in code, behind a slash of it, in a comment, a string, a template or a regular expression; `_ESC`: behind a backslash. */
const [CODE, SLASH, LINE, BLOCK, BLOCK_STAR, DOUBLE, DOUBLE_ESC, SINGLE] = [0, 1, 2, 3, 4, 5, 6, 7] as const;
const [SINGLE_ESC, TEMPLATE, TEMPLATE_ESC, TEMPLATE_DOLLAR, REGEXP, REGEXP_ESC, CLASS, CLASS_ESC] = [8, 9, 10, 11, 12, 13, 14, 15] as const;

/** Beside the place of the next byte: whether this one is kept, and whether more has to be looked at than the two. */
const [KEEP, SPECIAL] = [16, 32] as const;

/** What follows from a place and a byte: that of each byte which has no rule first. A newline ends what a mistake may have begun. */
const rules: readonly (readonly [place: number, otherwise: number, bytes: Readonly<Record<string, number>>])[] = [
  [CODE, CODE | KEEP, { " \t\r\n(),;|": CODE, '"': DOUBLE, "'": SINGLE, "`": TEMPLATE, "/": SLASH | KEEP, "{}": CODE | SPECIAL }],
  [SLASH, CODE | SPECIAL, { "/": LINE | KEEP, "*": BLOCK | KEEP }],
  [LINE, LINE | KEEP, { " \t\r": LINE, "\n": CODE }],
  [BLOCK, BLOCK | KEEP, { " \t\r\n": BLOCK, "*": BLOCK_STAR | KEEP }],
  [BLOCK_STAR, BLOCK | KEEP, { " \t\r\n": BLOCK, "*": BLOCK_STAR | KEEP, "/": CODE | KEEP }],
  [DOUBLE, DOUBLE | KEEP, { '"\n': CODE, "\\": DOUBLE_ESC, "\r": DOUBLE }],
  [SINGLE, SINGLE | KEEP, { "'\n": CODE, "\\": SINGLE_ESC, "\r": SINGLE }],
  // A formatter that changes the quotes of a string changes what has to be escaped in it.
  [DOUBLE_ESC, DOUBLE | SPECIAL, { "\"'": DOUBLE | KEEP }],
  [SINGLE_ESC, SINGLE | SPECIAL, { "\"'": SINGLE | KEEP }],
  [TEMPLATE, TEMPLATE | KEEP, { "`": CODE, "\\": TEMPLATE_ESC | KEEP, $: TEMPLATE_DOLLAR | KEEP, "\r": TEMPLATE }],
  [TEMPLATE_ESC, TEMPLATE | KEEP, {}],
  [TEMPLATE_DOLLAR, TEMPLATE | KEEP, { "`": CODE, "\\": TEMPLATE_ESC | KEEP, $: TEMPLATE_DOLLAR | KEEP, "{": CODE | SPECIAL }],
  [REGEXP, REGEXP | KEEP, { "/": CODE | KEEP, "\\": REGEXP_ESC | KEEP, "[": CLASS | KEEP, "\n": CODE, "\r": REGEXP }],
  [REGEXP_ESC, REGEXP | KEEP, {}],
  [CLASS, CLASS | KEEP, { "]": REGEXP | KEEP, "\\": CLASS_ESC | KEEP, "\n": CODE, "\r": CLASS }],
  [CLASS_ESC, CLASS | KEEP, {}],
];

const table = new Uint8Array(16 * 256);
for (const [place, otherwise, bytes] of rules) {
  table.fill(otherwise, place * 256, (place + 1) * 256);
  for (const [characters, next] of Object.entries(bytes)) for (const each of characters) table[place * 256 + each.charCodeAt(0)] = next;
}
// A byte order mark; of letters, others than these tell.
for (const byte of [0xef, 0xbb, 0xbf]) table[byte] = CODE;

/** Bytes before which a slash divides: the ends of names, numbers and brackets. */
const endsValue = new Uint8Array(256);
for (const each of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$)]}\"'`") endsValue[each.charCodeAt(0)] = 1;

/** Words behind which an operand stands, and so a regular expression. */
const beforeOperand: ReadonlySet<string> = new Set(
  "return typeof case in of delete void throw new else do instanceof await yield default extends".split(" "),
);
const longestWord = Math.max(...Array.from(beforeOperand, ({ length }) => length));

const [BACKSLASH, OPEN_BRACE] = [0x5c, 0x7b] as const;

/** Reads a text piece by piece. */
class Ink {
  #place = CODE as number;
  /** The last characters of the pieces before, white space after the first one left out. */
  #tail = "";
  /** Of the templates around the code that is read: how many braces are open in each. */
  readonly #templates: number[] = [];

  /** What is kept of a piece. One loop on its own variables: it is run a few times only, before a compiler would have come to more. */
  of(bytes: Uint8Array): Uint8Array {
    const kept = new Uint8Array(bytes.length + 2);
    let length = 0;
    let place = this.#place;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      const next = table[place * 256 + byte] ?? 0;
      if (next < SPECIAL) {
        kept[length] = byte;
        length += next >> 4;
      } else if (place === SLASH) {
        // A division or a regular expression, which begins with this byte.
        place = this.#endsValue(bytes, at - 2) ? CODE : REGEXP;
        at -= 1;
        continue;
      } else {
        if (place === DOUBLE_ESC || place === SINGLE_ESC) kept[length++] = BACKSLASH;
        kept[length++] = byte;
        if (place === TEMPLATE_DOLLAR) this.#templates.push(0);
        else if (place === CODE && this.#endsTemplate(byte)) {
          place = TEMPLATE;
          continue;
        }
      }
      place = next & 15;
    }
    this.#place = place;
    this.#tail = this.#before(bytes, bytes.length - (place === SLASH ? 2 : 1));
    return kept.subarray(0, length);
  }

  /** Counts a brace of code; whether it ends the code in a template. */
  #endsTemplate(byte: number): boolean {
    const last = this.#templates.length - 1;
    const open = this.#templates[last];
    if (open === undefined) return false;
    if (open === 0 && byte !== OPEN_BRACE) {
      this.#templates.pop();
      return true;
    }
    this.#templates[last] = open + (byte === OPEN_BRACE ? 1 : -1);
    return false;
  }

  /** Whether what ends at a place, or before the white space there, is a value: a slash behind it divides. */
  #endsValue(bytes: Uint8Array, at: number): boolean {
    const before = this.#before(bytes, at).trimEnd();
    if (endsValue[before.charCodeAt(before.length - 1)] !== 1) return false;
    const word = before.split(/[^\w$.]/).at(-1);
    return word === undefined || !beforeOperand.has(word);
  }

  /** The last characters at a place that can be one of these words, and one more; white space behind them is one blank. */
  #before(bytes: Uint8Array, at: number): string {
    let end = at;
    while (end >= 0 && (bytes[end] ?? 0) <= 0x20) end -= 1;
    const blank = end < at ? " " : "";
    if (end < 0) return blank === "" ? this.#tail : `${this.#tail.trimEnd()} `;
    const start = Math.max(0, end - longestWord);
    const own = String.fromCharCode(...bytes.subarray(start, end + 1)) + blank;
    return start > 0 ? own : (this.#tail + own).slice(-longestWord - 2);
  }
}
