/** Random patterns with all that automata have, and texts that come near to them. */
import { pick, type Random } from "./sample-text.js";

const atoms = ["a", "b", "ab", "-", "é", "[ab]", "[^a]", "[a-c]", "\\w", "\\W", "\\d", "\\s", "\\S", ".", "[\\w-]", "\\x61", "\\."];
const unicodeAtoms = ["\\u{1F600}", "😀", "[😀-😃]", "\\p{L}", "\\P{L}", "[\\p{Lu}b]", "\\uD83D", "[^\\p{N}a]"];
const oldAtoms = ["\\_", "\\-", "{", "]", "[\\w-a]", "\\uD83D"];
const assertions = ["^", "$", "\\b", "\\B"];
const quantifiers = ["", "", "", "*", "+", "?", "*?", "+?", "{2}", "{1,3}", "{0,2}", "{2,}", "{0}"];

/** A pattern that is legal with the flag, and has neither references back nor lookarounds. */
export function randomPattern(random: Random, flags: "u" | ""): string {
  const own = [...atoms, ...(flags === "u" ? unicodeAtoms : oldAtoms)];
  const alternative = (depth: number): string =>
    Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
      if (random() < 0.08) return pick(random, assertions) ?? "";
      const single = depth === 0 || random() < 0.6;
      const body = single ? (pick(random, own) ?? "") : `(${random() < 0.5 ? "?:" : ""}${choice(depth - 1)})`;
      // What is several characters is repeated as one.
      const quantifier = pick(random, quantifiers) ?? "";
      return `${quantifier !== "" && single && /^(?:ab|\{)$/.test(body) ? `(?:${body})` : body}${quantifier}`;
    }).join("");
  const choice = (depth: number): string =>
    Array.from({ length: random() < 0.3 ? 2 : 1 }, () => (random() < 0.1 ? "" : alternative(depth))).join("|");
  return `${random() < 0.5 ? "^" : ""}${choice(2)}${random() < 0.5 ? "$" : ""}`;
}

const characters = ["a", "a", "b", "c", "ab", "-", "_", " ", "\n", "é", "A", "0", "1", ".", "{", "]", "😀", "\uD83D", "\uDE00", "\u2028"];

/** Short: what backtracks without end does so on longer ones. */
export function randomText(random: Random): string {
  return Array.from({ length: Math.floor(random() * 9) }, () => pick(random, characters) ?? "").join("");
}
