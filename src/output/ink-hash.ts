import { createHash } from "node:crypto";
import { piecesOf } from "../io.js";

/**
 * SHA-256, hex and cut short, of what formatters leave of a text of TypeScript: no white space outside of strings, no parentheses, commas,
 * semicolons, bars or quotes. Two texts with one ink are nearly always the same program, laid out otherwise; of any that differ in a name, a
 * word or a number, it differs. Only of code as we write it: what it takes for a regular expression is decided by the character before it.
 */
export function inkHash(content: string | Uint8Array): string {
  const hash = createHash("sha256");
  const ink = new Ink();
  if (typeof content === "string") for (const piece of piecesOf(content)) hash.update(ink.of(encoder.encode(piece)));
  else hash.update(ink.of(content));
  return hash.digest("hex").slice(0, 32);
}

const encoder = new TextEncoder();

/** What a byte of code begins, or is. */
const KEPT = 0;
const DROPPED = 1;
const QUOTE = 2;
const SLASH = 3;
const BACKTICK = 4;
const BRACE = 5;

const kinds = new Uint8Array(256);
for (const each of " \t\r\n(),;|") kinds[each.charCodeAt(0)] = DROPPED;
for (const each of "\"'") kinds[each.charCodeAt(0)] = QUOTE;
kinds["/".charCodeAt(0)] = SLASH;
kinds["`".charCodeAt(0)] = BACKTICK;
for (const each of "{}") kinds[each.charCodeAt(0)] = BRACE;
kinds[0xef] = kinds[0xbb] = kinds[0xbf] = DROPPED; // a byte order mark; of letters, others than these tell

const isSpace = new Uint8Array(256);
for (const each of " \t\r\n") isSpace[each.charCodeAt(0)] = 1;

/** Bytes before which a slash divides: the ends of names, numbers and brackets. */
const endsValue = new Uint8Array(256);
for (const each of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$)]}\"'`") endsValue[each.charCodeAt(0)] = 1;

const [NEWLINE, DOLLAR, CLOSING, STAR, SLASH_BYTE, SEMICOLON] = [0x0a, 0x24, 0x29, 0x2a, 0x2f, 0x3b] as const;
const [OPEN, BACKSLASH, CLOSE, BACKTICK_BYTE, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5c, 0x5d, 0x60, 0x7b, 0x7d] as const;

/** Where in a text a byte stands. */
const [CODE, BLOCK, LINE, AFTER_SLASH, STRING, TEMPLATE, REGEXP, CLASS] = [0, 1, 2, 3, 4, 5, 6, 7] as const;
type State = typeof CODE | typeof BLOCK | typeof LINE | typeof AFTER_SLASH | typeof STRING | typeof TEMPLATE | typeof REGEXP | typeof CLASS;

/** Reads a text piece by piece. */
class Ink {
  #state: State = CODE;
  /** The quote that a string ends with. */
  #quote = 0;
  #isEscaped = false;
  /** The byte before, white space left out. */
  #before = 0;
  /** Of the templates around the code that is read: how many braces are open in each. */
  readonly #templates: number[] = [];

  /** What is kept of a piece. Most of a text is names and comments: these are gone through here. */
  of(bytes: Uint8Array): Uint8Array {
    const kept = new Uint8Array(bytes.length + 2);
    let length = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (this.#state === CODE && kinds[byte] === KEPT) {
        let code = byte;
        while (at < bytes.length && kinds[(code = bytes[at] ?? 0)] === KEPT) {
          kept[length++] = code;
          at += 1;
        }
        this.#before = kept[length - 1] ?? 0;
        at -= 1;
      } else if (this.#state === BLOCK && byte !== SLASH_BYTE) {
        let code = byte;
        while (at < bytes.length && (code = bytes[at] ?? 0) !== SLASH_BYTE) {
          kept[length] = code;
          length += 1 - (isSpace[code] ?? 0);
          at += 1;
        }
        this.#before = bytes[at - 1] ?? 0;
        at -= 1;
      } else length = this.#next(byte, kept, length);
    }
    return kept.subarray(0, length);
  }

  #next(byte: number, kept: Uint8Array, length: number): number {
    switch (this.#state) {
      case CODE:
        return this.#code(byte, kept, length);
      case AFTER_SLASH:
        return this.#slash(byte, kept, length);
      case LINE:
        if (byte === NEWLINE) this.#leave(SEMICOLON);
        return isSpace[byte] === 1 ? length : keep(byte, kept, length);
      case BLOCK:
        if (this.#before === STAR) this.#leave(SEMICOLON);
        else this.#before = byte;
        return keep(byte, kept, length);
      default:
        return this.#literal(byte, kept, length);
    }
  }

  #code(byte: number, kept: Uint8Array, length: number): number {
    const kind = kinds[byte];
    if (kind === BRACE) return this.#brace(byte, kept, length);
    if (kind === DROPPED) {
      if (isSpace[byte] === 0) this.#before = byte;
    } else if (kind === SLASH) this.#state = AFTER_SLASH;
    else {
      this.#state = kind === QUOTE ? STRING : TEMPLATE;
      this.#quote = byte;
    }
    return length;
  }

  /** A brace of code, which may end the code in a template. */
  #brace(byte: number, kept: Uint8Array, length: number): number {
    const last = this.#templates.length - 1;
    const open = this.#templates[last];
    this.#before = byte;
    if (open === 0 && byte === CLOSE_BRACE) {
      this.#templates.pop();
      this.#state = TEMPLATE;
      this.#quote = BACKTICK_BYTE;
    } else if (open !== undefined) this.#templates[last] = open + (byte === OPEN_BRACE ? 1 : -1);
    return keep(byte, kept, length);
  }

  /** After a slash of code. */
  #slash(byte: number, kept: Uint8Array, length: number): number {
    const next = keep(SLASH_BYTE, kept, length);
    if (byte === SLASH_BYTE || byte === STAR) {
      this.#state = byte === STAR ? BLOCK : LINE;
      this.#before = 0;
      return keep(byte, kept, next);
    }
    this.#state = endsValue[this.#before] === 1 ? CODE : REGEXP;
    this.#before = SLASH_BYTE;
    if (this.#state === REGEXP) return this.#literal(byte, kept, next);
    if (kinds[byte] !== KEPT) return this.#code(byte, kept, next);
    this.#before = byte;
    return keep(byte, kept, next);
  }

  /** In a string, a template or a regular expression. A formatter that changes the quotes of a string changes what has to be escaped in it. */
  #literal(byte: number, kept: Uint8Array, length: number): number {
    if (this.#isEscaped) {
      this.#isEscaped = false;
      const next = this.#state === STRING && kinds[byte] === QUOTE ? length : keep(BACKSLASH, kept, length);
      return keep(byte, kept, next);
    }
    if (byte === BACKSLASH) {
      this.#isEscaped = true;
      return length;
    }
    if (byte === this.#end() || (byte === NEWLINE && this.#state !== TEMPLATE)) {
      this.#leave(CLOSING);
      return length;
    }
    if (this.#state === TEMPLATE && byte === OPEN_BRACE && this.#before === DOLLAR) {
      this.#templates.push(0);
      this.#leave(OPEN_BRACE);
    } else if (this.#state === TEMPLATE) this.#before = byte;
    else if (this.#state === REGEXP && byte === OPEN) this.#state = CLASS;
    else if (this.#state === CLASS && byte === CLOSE) this.#state = REGEXP;
    return keep(byte, kept, length);
  }

  #end(): number {
    if (this.#state === CLASS) return NEWLINE;
    return this.#state === REGEXP ? SLASH_BYTE : this.#quote;
  }

  #leave(before: number): void {
    this.#state = CODE;
    this.#before = before;
  }
}

function keep(byte: number, kept: Uint8Array, length: number): number {
  kept[length] = byte;
  return length + 1;
}
