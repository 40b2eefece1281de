/** The flag a pattern needs: `u` as the standard has it, none where only the older grammar reads it, `undefined` where none does. */
export function patternFlags(pattern: string): "u" | "" | undefined {
  if (compiles(pattern, "u")) return "u";
  return !isForeign(pattern) && compiles(pattern, "") ? "" : undefined;
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
