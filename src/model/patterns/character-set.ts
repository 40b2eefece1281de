import type { AST } from "@eslint-community/regexpp";

/** Ranges of code points, ascending and apart. It may hold more than the pattern says, never less. */
export type CharacterSet = readonly (readonly [first: number, last: number])[];

const last = 0x10ffff;
export const everything: CharacterSet = [[0, last]];

const digits: CharacterSet = [[0x30, 0x39]];
const words: CharacterSet = [[0x30, 0x39], [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]]; // prettier-ignore
export const lineEnds: CharacterSet = [[0x0a, 0x0a], [0x0d, 0x0d], [0x2028, 0x2029]]; // prettier-ignore
export const spaceRanges: CharacterSet = [[9, 13], [0x20, 0x20], [0xa0, 0xa0], [0x1680, 0x1680], [0x2000, 0x200a], [0x2028, 0x2029], [0x202f, 0x202f], [0x205f, 0x205f], [0x3000, 0x3000], [0xfeff, 0xfeff]]; // prettier-ignore

/** The characters that an element of a pattern matches: one of those that match a single character. */
export function characterSet(node: AST.Character | AST.CharacterSet | AST.CharacterClass): CharacterSet {
  if (node.type === "Character") return [[node.value, node.value]];
  if (node.type === "CharacterSet") return ofEscape(node);
  const all = united(node.elements.flatMap(ofMember));
  if (!node.negate) return all;
  // What a property holds too much here, it would leave out too much.
  const rough = node.elements.some((member) => member.type === "CharacterSet" && member.kind === "property");
  return rough ? united([...complement(all), ...beyondAscii]) : complement(all);
}

const beyondAscii: CharacterSet = [[0x80, last]];

function ofEscape(node: AST.CharacterSet): CharacterSet {
  if (node.kind === "any") return complement(lineEnds);
  if (node.kind === "property") return ofProperty(node.raw);
  const set = node.kind === "digit" ? digits : node.kind === "word" ? words : spaceRanges;
  return node.negate ? complement(set) : set;
}

/** Exact for ASCII, which is what mostly stands beside a property of Unicode; all of the rest, for spelling it out would take long. */
function ofProperty(escape: string): CharacterSet {
  const property = new RegExp(escape, "u");
  const ascii = Array.from({ length: 0x80 }, (_, point) => point).filter((point) => property.test(String.fromCodePoint(point)));
  return united([...ascii.map((point): [number, number] => [point, point]), ...beyondAscii]);
}

function ofMember(member: AST.CharacterClass["elements"][number]): CharacterSet {
  if (member.type === "Character") return [[member.value, member.value]];
  if (member.type === "CharacterClassRange") return [[member.min.value, member.max.value]];
  return member.type === "CharacterSet" ? ofEscape(member) : everything;
}

export function united(ranges: readonly (readonly [number, number])[]): CharacterSet {
  const result: [number, number][] = [];
  for (const [first, end] of [...ranges].sort(([a], [b]) => a - b)) {
    const previous = result.at(-1);
    if (previous !== undefined && first <= previous[1] + 1) previous[1] = Math.max(previous[1], end);
    else result.push([first, end]);
  }
  return result;
}

export function complement(set: CharacterSet): CharacterSet {
  const starts = [0, ...set.map(([, end]) => end + 1)];
  const ends = [...set.map(([first]) => first - 1), last];
  return starts.flatMap((first, index): CharacterSet => (first <= (ends[index] ?? -1) ? [[first, ends[index] ?? -1]] : []));
}

/** Whether some character is in both. */
export function overlap(one: CharacterSet, other: CharacterSet): boolean {
  for (let at = 0, beside = 0; ;) {
    const range = one[at];
    const against = other[beside];
    if (range === undefined || against === undefined) return false;
    if (range[1] < against[0]) at += 1;
    else if (against[1] < range[0]) beside += 1;
    else return true;
  }
}

/** A character of visible ASCII that is in all of some sets: a letter or a digit where there is one. */
export function commonCharacter(all: readonly CharacterSet[]): string | undefined {
  const common = preferred.find((point) => all.every((set) => set.some(([first, end]) => first <= point && point <= end)));
  return common === undefined ? undefined : String.fromCodePoint(common);
}

/** Visible ASCII, for which sets are exact, letters and digits first. */
const preferred = [[0x61, 0x7a], [0x30, 0x39], [0x41, 0x5a], [0x20, 0x2f], [0x3a, 0x40], [0x5b, 0x60], [0x7b, 0x7e]] // prettier-ignore
  .flatMap(([first = 0, end = 0]) => Array.from({ length: end - first + 1 }, (_, index) => first + index));
