/** The flag a pattern needs: `u` as the standard has it, none where only the older grammar reads it, `undefined` where none does. */
export function patternFlags(pattern: string): "u" | "" | undefined {
  if (tooMuchIn(pattern) !== undefined) return undefined;
  if (compiles(pattern, "u")) return "u";
  return !isForeign(pattern) && compiles(pattern, "") ? "" : undefined;
}

/** Levels of groups that are read: engines give up at some, each at another number. Real patterns have less than ten. */
const maxPatternNesting = 100;

/** Units of UTF-16 that are read: an engine may take a longer one for a pattern, and throw when it matches the first text. Real patterns have a few hundred. */
const maxPatternLength = 10_000;

/** What a pattern has more of than engines take, as a message says it; `undefined` where they take it. */
export function tooMuchIn(pattern: string): string | undefined {
  if (pattern.length > maxPatternLength) return `has more than ${String(maxPatternLength)} characters`;
  return isNestedDeep(pattern) ? `has more than ${String(maxPatternNesting)} groups inside each other` : undefined;
}

function isNestedDeep(pattern: string): boolean {
  let depth = 0;
  let isInClass = false;
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === "\\") at++;
    else if (isInClass) isInClass = character !== "]";
    else if (character === "[") isInClass = true;
    else if (character === ")") depth--;
    else if (character === "(" && ++depth > maxPatternNesting) return true;
  }
  return false;
}

/** Letters that mean something behind a backslash in the older grammar. */
const escapes = "bBcdDfknrsStuvwWx";

/**
 * Whether a pattern is of another language. The older grammar takes `\A`, `\z`, `\p{Alnum}` and `[[:digit:]]` for those very letters,
 * which nobody who writes them means: what is valid would be refused.
 */
function isForeign(pattern: string): boolean {
  const escaped = Array.from(pattern.matchAll(/\\([^])/g), ([, character = ""]) => character);
  return escaped.some((character) => /[A-Za-z]/.test(character) && !escapes.includes(character)) || /\[\[:\^?[a-z]+:\]|\\u\{/.test(pattern);
}

/** Whether a text is a regular expression with these flags. */
export function compiles(pattern: string, flags: string): boolean {
  try {
    new RegExp(pattern, flags);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
