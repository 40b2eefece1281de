/** Names of variables inside one check. */
import { ident, type Code } from "../print/code.js";

export interface Locals {
  /**
   * The name itself as far as it can be a variable here, else one like it: after the variable it is a part of ("ownerName"),
   * else with a number.
   */
  take(name: string, parent?: Code): Code;
  /** A name at the top of the file that the function uses: no block may take it. */
  keep(name: string): string;
  /** What `make` gives; the names it takes are free again after it, for they stand between the braces of a loop. */
  inBlock<T>(make: () => T): T;
}

// What the code of a check calls by name, and so may not be hidden by a property called so.
const used: ReadonlySet<string> = new Set([
  ...["value", "issues", "depth", "seen", "undefined", "Array", "Blob", "Infinity", "Number", "Object", "RegExp", "Set"],
  ...["arguments", "await", "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do", "else", "enum"],
  ...["eval", "export", "extends", "false", "finally", "for", "function", "if", "implements", "import", "in", "instanceof", "interface"],
  ...["let", "new", "null", "package", "private", "protected", "public", "return", "static", "super", "switch", "this", "throw", "true"],
  ...["try", "typeof", "var", "void", "while", "with", "yield", "NaN"],
  ...["at", "noIssues", "own", "countNames", "countProperties", "tooDeep", "maxDepth", "validator"],
  ...["memoized", "memoizedIssues", "onlyFirst", "codePoints", "isMultipleOf", "equal", "isOneOf", "hasDuplicates"],
  ...["evaluated", "fork", "join", "sawNames", "sawAllNames", "sawItems", "sawItem", "isNameSeen", "isItemSeen"],
]);

/** Longest name taken over from a property. */
const longest = 40;

export function createLocals(): Locals {
  const block = new Set<string>();
  /** Numbers that are taken behind a name: none below is tried again. */
  const numbers = new Map<string, number>();
  /** Names of the block, in the order in which they were taken, each with the number of its base before. */
  const taken: { readonly name: string; readonly base: string; readonly number: number | undefined }[] = [];
  const kept = new Set<string>();
  const isTaken = (name: string): boolean => used.has(name) || block.has(name) || kept.has(name);
  const free = (base: string): string => {
    if (!isTaken(base)) return base;
    const stem = /\d$/.test(base) ? `${base}_` : base;
    let number = numbers.get(base) ?? 2;
    while (isTaken(`${stem}${String(number)}`)) number += 1;
    numbers.set(base, number);
    return `${stem}${String(number)}`;
  };
  return {
    take(name, parent) {
      const plain = variableName(name);
      const longer = isTaken(plain) ? partOf(parent, plain) : undefined;
      const base = longer !== undefined && longer.length <= longest ? longer : plain;
      const number = numbers.get(base);
      const own = free(base);
      block.add(own);
      taken.push({ name: own, base, number });
      return ident(own);
    },
    keep(name) {
      const own = free(ours.test(name) ? `_${name}` : name);
      kept.add(own);
      return own;
    },
    inBlock(make) {
      const { length } = taken;
      const made = make();
      for (const { name, base, number } of taken.splice(length).reverse()) {
        block.delete(name);
        if (number === undefined) numbers.delete(base);
        else numbers.set(base, number);
      }
      return made;
    },
  };
}

const plainName = /^[A-Za-z_$][\w$]*$/;
// What the code of a check calls: other checks, tests, and what adds an issue.
const ours = /^(?:check|is|fail|require|optional)[A-Z_\d]/;

function partOf(parent: Code | undefined, name: string): string | undefined {
  return parent === undefined || parent === "value" || !/^\w+$/.test(parent) ? undefined : `${parent}${pascal(name)}`;
}

function variableName(name: string): string {
  if (name.length <= longest && plainName.test(name) && !ours.test(name)) return name;
  const words = name
    .slice(0, longest)
    .split(/[^A-Za-z0-9_$]+/)
    .filter((word) => word !== "");
  const joined = words.map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join("");
  if (joined === "") return "member";
  // Functions of the file are called `checkPet` and `isEmail`.
  if (/^\d/.test(joined) || ours.test(joined)) return `_${joined}`;
  return joined;
}

const oneWord = /^[A-Za-z0-9]{1,40}$/;

/** A wire name as a part of a name in PascalCase; empty when it has no letter. */
export function pascal(name: string): string {
  if (oneWord.test(name)) return name.charAt(0).toUpperCase() + name.slice(1);
  return name
    .slice(0, longest)
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}
