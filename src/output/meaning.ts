import type { SourceFile } from "../source/source-file.js";

/**
 * What a file of YAML says, as a text that comments and layout have no part in. Undefined where that cannot be told from its value alone, or would be
 * much longer than the file, and for JSON, which has no comments: it is then what is written that counts.
 */
export function meaningOf({ text, value, large }: Pick<SourceFile, "text" | "value" | "large">): string | undefined {
  const isJson = /^\s*[{[]/.test(text);
  return isJson || large !== undefined || special.test(text) ? undefined : JSON.stringify(value);
}

/** Aliases, and numbers that JSON has not: also where they are words of a text. */
const special = /(?:^|[\s[,{:-])\*[^\s*]|\.(?:inf|nan)\b/im;
