/** The flag a pattern needs: `u` as the standard has it, none where only the older grammar reads it, `undefined` where none does. */
export function patternFlags(pattern: string): "u" | "" | undefined {
  if (compiles(pattern, "u")) return "u";
  return compiles(pattern, "") ? "" : undefined;
}

function compiles(pattern: string, flags: string): boolean {
  try {
    new RegExp(pattern, flags);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
