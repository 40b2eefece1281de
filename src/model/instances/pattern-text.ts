import { RegExpParser, type AST } from "@eslint-community/regexpp";
import { patternFlags } from "../patterns/flags.js";

/** Longer texts are not made. In characters. */
const maxLength = 5000;

/** Characters that are tried first where a class allows several: the plainest, and what stands in names and numbers. */
const usual = Array.from("aA10bB2 -_.:/@c3d4e5f6g7h8i9");

/** Looks at parts of patterns, and at characters, for all texts together: what is repeated a million times may write nothing. */
const maxLooks = 3_000_000;

/** Makes texts of patterns, by variant and by the length that they have at least. */
export type PatternTexts = (pattern: string, variant: number, minLength: number) => string | undefined;

/** What the texts of all patterns share. */
interface Shared {
  /** Looks that are left. */
  left: number;
  /** Characters of classes, by their source: some are repeated hundreds of times. */
  readonly characters: Map<string, readonly string[]>;
}

/** The same, which makes each text once: patterns stand in many places. */
export function createPatternTexts(): PatternTexts {
  const known = new Map<string, string | undefined>();
  const shared: Shared = { left: maxLooks, characters: new Map() };
  return (pattern, variant, minLength) => {
    const key = `${String(variant)} ${String(minLength)} ${pattern}`;
    if (!known.has(key)) known.set(key, patternText(pattern, variant, minLength, shared));
    return known.get(key);
  };
}

/** A text that a pattern is likely to match. It looks at neither what surrounds a place nor what is not to follow: whoever asks holds it against the pattern. */
function patternText(pattern: string, variant: number, minLength: number, shared: Shared): string | undefined {
  const flags = patternFlags(pattern);
  if (flags === undefined || shared.left < 0) return undefined;
  const { alternatives } = new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicode: flags === "u" });
  // What is repeated is repeated as seldom as may be; for a longer text, more often.
  for (let extra = 0; ; extra = extra === 0 ? 1 : extra * 2) {
    const text = new Writer(flags, variant, extra, shared).alternatives(alternatives);
    if (text === undefined || Array.from(text).length >= minLength || extra > minLength) return text;
  }
}

/** One text. A class, as groups are referred back to. */
class Writer {
  readonly #groups = new Map<AST.CapturingGroup, string>();
  #length = 0;
  #variant: number;

  readonly flags: "u" | "";
  readonly extra: number;
  readonly shared: Shared;

  constructor(flags: "u" | "", variant: number, extra: number, shared: Shared) {
    this.flags = flags;
    this.extra = extra;
    this.shared = shared;
    this.#variant = variant;
  }

  alternatives(all: readonly AST.Alternative[]): string | undefined {
    const chosen = all[this.#take(all.length)];
    if (chosen === undefined) return undefined;
    let text = "";
    for (const element of chosen.elements) {
      const part = this.#element(element);
      if (part === undefined || this.#length > maxLength) return undefined;
      text += part;
    }
    return text;
  }

  /** Of several, another one for another variant. */
  #take(count: number): number {
    const taken = this.#variant % count;
    this.#variant = Math.floor(this.#variant / count);
    return taken;
  }

  #element(element: AST.Element): string | undefined {
    this.shared.left -= 1;
    if (this.shared.left < 0) return undefined;
    switch (element.type) {
      case "Character":
        return this.#counted(String.fromCodePoint(element.value));
      case "CharacterSet":
      case "CharacterClass":
      case "ExpressionCharacterClass":
        return this.#character(element);
      case "Group":
        return this.alternatives(element.alternatives);
      case "CapturingGroup": {
        const text = this.alternatives(element.alternatives);
        if (text !== undefined) this.#groups.set(element, text);
        return text;
      }
      case "Quantifier":
        return this.#repeated(element);
      case "Assertion":
        return "";
      case "Backreference": {
        const groups = Array.isArray(element.resolved) ? element.resolved : [element.resolved];
        return this.#counted(groups.map((group) => this.#groups.get(group) ?? "").join(""));
      }
    }
  }

  #counted(text: string): string {
    this.#length += text.length;
    return text;
  }

  /** A character that may be left out is there once: "a" for `[a-z]*` tells more than nothing. A group is left out. */
  #repeated({ element, min, max }: AST.Quantifier): string | undefined {
    const isGroup = element.type === "Group" || element.type === "CapturingGroup";
    const times = Math.min(max, Math.max(min, isGroup ? 0 : 1) + this.extra);
    if (times > maxLength) return undefined;
    let text = "";
    for (let count = 0; count < times; count += 1) {
      const part = this.#element(element);
      if (part === undefined || this.#length > maxLength) return count >= min ? text : undefined;
      text += part;
    }
    return text;
  }

  #character(one: CharacterElement): string | undefined {
    const key = this.flags + one.raw;
    const allowed = this.shared.characters.get(key) ?? charactersOf(one, new RegExp(`^${one.raw}$`, this.flags), this.shared);
    this.shared.characters.set(key, allowed);
    const found = allowed[this.#take(Math.max(1, allowed.length))];
    return found === undefined ? undefined : this.#counted(found);
  }
}

/** What stands for one character of several. */
type CharacterElement = AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass;

/** Some characters that a class has: usual ones, else one that it names or that is next to it, else the first of the plane that has nearly all. */
function charactersOf(element: CharacterElement, one: RegExp, shared: Shared): readonly string[] {
  const found = usual.filter((character) => one.test(character));
  if (found.length > 0) return found.slice(0, 4);
  for (const codes of [named(element), plane()]) {
    for (const each of codes) {
      shared.left -= 1;
      if (shared.left < 0) return [];
      const character = String.fromCodePoint(each);
      if (one.test(character)) return [character];
    }
  }
  return [];
}

/** The characters that a class names, and those beside them: of one that is negated, they are the nearest. */
function* named(element: CharacterElement): Generator<number> {
  if (element.type !== "CharacterClass") return;
  for (const each of element.elements) {
    const [first, last] =
      each.type === "Character" ? [each.value, each.value] : each.type === "CharacterClassRange" ? [each.min.value, each.max.value] : [];
    if (first === undefined || last === undefined) continue;
    yield* [first, last + 1, first - 1].filter(isCharacter);
  }
}

/** Halves of characters are none. */
const isCharacter = (code: number): boolean => code >= 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);

function* plane(): Generator<number> {
  for (let code = 0x20; code < 0xffff; code = code === 0xd7ff ? 0xe000 : code + 1) yield code;
}
