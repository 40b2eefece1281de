/** Changes of a file as the text and the bytes that it is, whatever it says. */
import type { Dice } from "../../support/dice.js";
import { hostileTexts } from "./words.js";

/** A text that is another; what a text is not made of bytes for is done by `byteMutations`. */
export type TextMutation = (text: string, dice: Dice) => string;

/** Marks and words by which YAML steers what it reads. */
const yamlTokens: readonly string[] = [
  "&a ",
  "*a",
  "*none ",
  "&a &b ",
  "!!binary ",
  "!!str ",
  "!!int ",
  "!!float ",
  "!!null ",
  "!!set ",
  "!!omap ",
  "!!timestamp ",
  "!!js/function ",
  "!!python/object:os.system ",
  "!own ",
  "!<tag:yaml.org,2002:int> ",
  "!!merge ",
  "? ",
  "- ",
  "<<: *a\n",
  "<<: {a: 1}\n",
  "%YAML 1.1\n",
  "%YAML 9.9\n",
  "%TAG ! tag:x,2000:\n",
  "---\n",
  "...\n",
  "|\n",
  ">-\n",
  "|9\n",
  '"',
  "'",
  "{",
  "[",
  "}",
  "]",
  "#",
  ": ",
  ", ",
  "@",
  "`",
  "0o17",
  ".inf",
  ".nan",
  "~",
  "yes",
  "2001-01-01",
  "1_000",
  "0x1F",
  "190:20:30",
  "\t",
  "\u0000",
  "\u0085",
  "\u2028",
  "\ufeff",
  "\\u00",
  "\\ud800",
  "//",
  "/* */",
  ",",
];

const linesOf = (text: string): string[] => text.split("\n");
const around = (text: string, dice: Dice, most: number): readonly [number, number] => {
  const start = dice.below(text.length + 1);
  return [start, Math.min(text.length, start + dice.below(most))];
};

function withLines(text: string, dice: Dice, change: (lines: string[], at: number) => void): string {
  const lines = linesOf(text);
  change(lines, dice.below(lines.length));
  return lines.join("\n");
}

/** Anchors that unfold to more than any memory holds. */
function unfolding(dice: Dice): string {
  const levels = 3 + dice.below(25);
  const names = Array.from({ length: levels }, (_, index) => `l${String(index)}`);
  const lines = names.map(
    (name, index) => `  ${name}: &${name} [${Array.from({ length: 9 }, () => (index === 0 ? "a" : `*l${String(index - 1)}`)).join(", ")}]`,
  );
  return `\nx-anchors:\n${lines.join("\n")}\n`;
}

export const textMutations = {
  "a character less": (text, dice) => {
    const at = dice.below(text.length);
    return text.slice(0, at) + text.slice(at + 1);
  },
  "a part less": (text, dice) => {
    const [start, end] = around(text, dice, 200);
    return text.slice(0, start) + text.slice(end);
  },
  "an end less": (text, dice) => text.slice(0, dice.below(text.length + 1)),
  "a part twice": (text, dice) => {
    const [start, end] = around(text, dice, 300);
    return text.slice(0, end) + text.slice(start);
  },
  "a token": (text, dice) => {
    const at = dice.below(text.length + 1);
    return text.slice(0, at) + (yamlTokens[dice.below(yamlTokens.length)] ?? "") + text.slice(at);
  },
  "a token before a value": (text, dice) =>
    withLines(text, dice, (lines, at) => {
      lines[at] = (lines[at] ?? "").replace(/^(\s*(?:- )?[^:]*: ?)/, (start) => start + (yamlTokens[dice.below(yamlTokens.length)] ?? ""));
    }),
  "a hostile text": (text, dice) => {
    const at = dice.below(text.length + 1);
    return text.slice(0, at) + (hostileTexts[dice.below(hostileTexts.length)] ?? "") + text.slice(at);
  },
  "a line less": (text, dice) => withLines(text, dice, (lines, at) => lines.splice(at, 1 + dice.below(3))),
  "a line twice": (text, dice) => withLines(text, dice, (lines, at) => lines.splice(at, 0, ...lines.slice(at, at + 1 + dice.below(4)))),
  "a line elsewhere": (text, dice) =>
    withLines(text, dice, (lines, at) => lines.splice(dice.below(lines.length), 0, ...lines.splice(at, 1 + dice.below(3)))),
  "another indentation": (text, dice) =>
    withLines(text, dice, (lines, at) => {
      lines[at] = dice.of("", " ", "   ", "\t", "\u00a0") + (lines[at] ?? "").replace(/^\s{0,2}/, "");
    }),
  "line endings of Windows": (text) => text.replaceAll("\n", "\r\n"),
  "line endings of old": (text) => text.replaceAll("\n", "\r"),
  "mixed line endings": (text, dice) => text.replaceAll("\n", () => dice.of("\n", "\r\n", "\r")),
  "an anchor and its alias": (text, dice) => {
    const marked = withLines(text, dice, (lines, at) => (lines[at] = (lines[at] ?? "").replace(/: /, ": &a ").replace(/:$/, ": &a")));
    return withLines(marked, dice, (lines, at) => (lines[at] = (lines[at] ?? "").replace(/: .*$/, ": *a")));
  },
  "an anchor and a merge": (text, dice) => {
    const marked = withLines(text, dice, (lines, at) => (lines[at] = (lines[at] ?? "").replace(/:$/, ": &a")));
    return withLines(marked, dice, (lines, at) =>
      lines.splice(at + 1, 0, `${/^ */.exec(lines[at] ?? "")?.[0] ?? ""}${dice.of("", "  ")}<<: ${dice.of("*a", "[*a, *a]", "5", "[]")}`),
    );
  },
  "anchors that unfold": (text, dice) => text + unfolding(dice),
  "an anchor around itself": (text, dice) => `${text}\nx-self: &self ${dice.of("[*self]", "{a: *self}", "[1, {b: [*self]}]")}\n`,
  "several documents": (text, dice) => (dice.chance(0.5) ? `${text}\n---\n${text.slice(0, 2000)}` : `---\na: 1\n---\n${text}`),
  comments: (text, dice) =>
    withLines(text, dice, (lines, at) => (lines[at] = `${lines[at] ?? ""} ${dice.of("# a", "// a", "/* a */", "#")}`)),
  "commas behind": (text) => text.replaceAll(/([}\]"\d])(\s*[}\]])/g, "$1,$2"),
} as const satisfies { readonly [name: string]: TextMutation };

export type ByteMutation = (bytes: Uint8Array, dice: Dice) => Uint8Array;

const latin1 = (text: string): Uint8Array => Buffer.from(text, "latin1");
const decoded = (bytes: Uint8Array): string => Buffer.from(bytes).toString("utf8");

export const byteMutations = {
  "a flipped bit": (bytes, dice) => {
    const at = dice.below(bytes.length);
    return bytes.map((byte, index) => (index === at ? byte ^ (1 << dice.below(8)) : byte));
  },
  "a random byte": (bytes, dice) => {
    const at = dice.below(bytes.length);
    return bytes.map((byte, index) => (index === at ? dice.below(256) : byte));
  },
  "bytes cut": (bytes, dice) => {
    const start = dice.below(bytes.length + 1);
    return Uint8Array.from([...bytes.subarray(0, start), ...bytes.subarray(start + dice.below(20))]);
  },
  "a byte order mark": (bytes) => Uint8Array.from([0xef, 0xbb, 0xbf, ...bytes]),
  "UTF-16, little end first": (bytes, dice) => Buffer.from(`${dice.of("", "\ufeff")}${decoded(bytes)}`, "utf16le"),
  "UTF-16, big end first": (bytes, dice) => Buffer.from(`${dice.of("", "\ufeff")}${decoded(bytes)}`, "utf16le").swap16(),
  "Latin-1": (bytes) => latin1(`${decoded(bytes)}\n# \u00e9\u00ff`),
  "a wrong sequence": (bytes, dice) => {
    const at = dice.below(bytes.length + 1);
    return Uint8Array.from([
      ...bytes.subarray(0, at),
      ...dice.of([0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf5, 0x80]),
      ...bytes.subarray(at),
    ]);
  },
  nothing: () => new Uint8Array(),
} as const satisfies { readonly [name: string]: ByteMutation };
