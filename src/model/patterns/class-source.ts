/** Classes of characters as sources of patterns. */
import { characterSet, complement, united, everything, spaceRanges, type CharacterSet } from "./character-set.js";
import { propertiesIn, type CharacterNode } from "./alphabet.js";

/** Some classes as one; `undefined` where that cannot be said exactly. */
export function joinedClass(nodes: readonly (CharacterNode | undefined)[], flags: "u" | ""): string | undefined {
  const sets = nodes.map(exactSet);
  const known = sets.filter((set) => set !== undefined);
  return known.length < sets.length ? undefined : classSource(united(known.flat()), flags);
}

/** A class without the characters of others; `undefined` where it has none of them, nothing is left, or that cannot be said exactly. */
export function reducedClass(
  node: CharacterNode | "any",
  others: readonly (CharacterNode | undefined)[],
  flags: "u" | "",
): string | undefined {
  const own = node === "any" ? everything : exactSet(node);
  const sets = others.map(exactSet);
  const known = sets.filter((set) => set !== undefined);
  if (own === undefined || known.length < sets.length) return undefined;
  const rest = complement(united([...complement(own), ...known.flat()]));
  return rest.length === 0 || rest.join(" ") === own.join(" ") ? undefined : classSource(rest, flags);
}

function exactSet(node: CharacterNode | undefined): CharacterSet | undefined {
  return node === undefined || propertiesIn(node).length > 0 ? undefined : characterSet(node);
}

/** The shorter of what is in a set and what is not. */
function classSource(set: CharacterSet, flags: "u" | ""): string {
  const rest = complement(set);
  if (rest.length === 0) return "[^]";
  const [own, negated] = [sourceOf(set, flags), sourceOf(rest, flags)];
  return negated.length < own.length ? `[^${negated}]` : `[${own}]`;
}

const sourceOf = (set: CharacterSet, flags: "u" | ""): string => membersSource(flags === "u" ? set : units(set));

/** Without the flag `u`, characters are units of UTF-16. */
function units(set: CharacterSet): CharacterSet {
  return set.flatMap(([first, last]) => (first > 0xffff ? [] : [[first, Math.min(last, 0xffff)] as const]));
}

function membersSource(set: CharacterSet): string {
  const hasSpaces = complement(united([...complement(set), ...complement(spaceRanges)])).join(" ") === spaceRanges.join(" ");
  // What is left when \s is said by name.
  const rest = hasSpaces ? complement(united([...complement(set), ...spaceRanges])) : set;
  const ranges = rest.map(([first, last]) =>
    first === last ? escaped(first) : `${escaped(first)}${last === first + 1 ? "" : "-"}${escaped(last)}`,
  );
  return `${hasSpaces ? "\\s" : ""}${ranges.join("")}`;
}

/** A character as the source of a pattern. */
export const characterSource = (code: number): string => (code === 0x2d ? "-" : escaped(code));

/** A character as it stands in a class. */
function escaped(code: number): string {
  const text = String.fromCodePoint(code);
  if (/^[\w !"#%&',:;<=>@`~]$/.test(text)) return text;
  if (/^[ -~]$/.test(text)) return `\\${text}`;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, "0")}`;
}
