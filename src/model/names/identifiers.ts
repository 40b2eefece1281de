/** Where names are given away: each once, in the order asked. */
import { isUnsafeValue } from "./reserved.js";
import { pascalCase, camelCase, shortHash } from "./letter-case.js";

/** Longest name made from words of a description; what our own code appends comes on top. */
const maxNameLength = 80;

/** The names of one scope. Names that differ in case only are two names. */
export interface Scope {
  /** The first candidate that is free; else the first one with the smallest free number, from 2. It is taken from then on. */
  take(candidates: readonly [string, ...string[]]): string;
  has(name: string): boolean;
}

/** A scope in which `taken` are gone already. For stems of files, names that differ in case only are one name, and numbers follow a dash. */
export function createScope(taken: Iterable<string> = [], kind: "identifiers" | "stems" = "identifiers"): Scope {
  const fold = (name: string): string => (kind === "stems" ? name.toLowerCase() : name);
  const names = new Set([...taken].map(fold));
  const nextNumber = new Map<string, number>();
  const numbered = (base: string): string => {
    const stem = kind === "stems" ? `${base}-` : /\d$/.test(base) ? `${base}_` : base;
    let number = nextNumber.get(stem) ?? 2;
    while (names.has(fold(`${stem}${number}`))) number += 1;
    nextNumber.set(stem, number + 1);
    return `${stem}${number}`;
  };
  return {
    take(candidates) {
      const name = candidates.find((candidate) => !names.has(fold(candidate))) ?? numbered(candidates[0]);
      names.add(fold(name));
      return name;
    },
    has: (name) => names.has(fold(name)),
  };
}

/** A name in PascalCase, at most `maxNameLength` long; empty when the text has no word. A leading digit gets a `_`. */
export function typeName(text: string): string {
  return identifier(pascalCase(text), text);
}

/** A name in camelCase, at most `maxNameLength` long; empty when the text has no word. Words that cannot stand alone get a `_`. */
export function valueName(text: string): string {
  return safeValue(identifier(camelCase(text), text));
}

/** The name itself where it can be a function and a key, else with a `_` after it: "delete" -> "delete_". */
export function safeValue(name: string): string {
  return isUnsafeValue(name) ? `${name}_` : name;
}

/** Whether a name that is made of a text has to be cut. */
export function isTooLong(text: string): boolean {
  return text.length > maxNameLength && camelCase(text).length > maxNameLength;
}

function identifier(name: string, text: string): string {
  const short = name.length <= maxNameLength ? name : `${name.slice(0, maxNameLength - 8)}_${shortHash(text)}`;
  return /^\d/.test(short) ? `_${short}` : short;
}
