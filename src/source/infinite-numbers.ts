import { endOfString } from "./json-text.js";
import type { Mistake } from "./parse-json.js";

/** Numbers of well-formed JSON text beyond all that a program holds, and the text with each of them as a string: so YAML is read, too. */
export function quoteInfinite(text: string, quotes: boolean): { readonly text: string; readonly mistakes: readonly Mistake[] } {
  const pieces: string[] = [];
  const mistakes: Mistake[] = [];
  let copied = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at);
    else if (code === 0x2d || isDigit(code)) {
      const start = at;
      while (isOfNumber(text.charCodeAt(at + 1))) at++;
      const written = text.slice(start, at + 1);
      if (Number.isFinite(Number(written))) continue;
      mistakes.push({
        offset: start,
        message: `${quotes ? `The number ${shown(written)}` : "A number"} is beyond all that programs hold.`,
      });
      pieces.push(text.slice(copied, start), `"${written}"`);
      copied = at + 1;
    }
  }
  return { text: pieces.join("") + text.slice(copied), mistakes };
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** Digits, the signs, the point and the letter e. */
const isOfNumber = (code: number): boolean =>
  isDigit(code) || code === 0x2d || code === 0x2b || code === 0x2e || code === 0x65 || code === 0x45;

/** Digits may go on for pages. */
const shown = (written: string): string => (written.length > 40 ? `${written.slice(0, 37)}…` : written);
