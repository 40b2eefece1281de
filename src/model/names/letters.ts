/**
 * Letters beyond ASCII that may stand in names of generated code and of its files, as the inside of a character class: Greek, Cyrillic,
 * Armenian, kana, Han and Hangul. ECMAScript takes them in identifiers, and every edition of Unicode that a supported Node has knows them, with the
 * same cases: what is generated does not depend on the version. Scripts that are written from right to left are not among them, since
 * they change the order in which the code around them is shown; those with combining marks, because a name is cut and joined between any two characters.
 */
export const lettersBeyondAscii =
  "\\u0386\\u0388-\\u038a\\u038c\\u038e\\u038f\\u0391-\\u03a1\\u03a3-\\u03af\\u03b1-\\u03ce" +
  "\\u0400-\\u0481\\u048a-\\u04ff\\u0531-\\u0556\\u0561-\\u0586" +
  "\\u3005\\u3007\\u3041-\\u3096\\u30a1-\\u30fa\\u30fc\\u3400-\\u4db5\\u4e00-\\u9fa5\\uac00-\\ud7a3";

/** A text that is an identifier in generated code, whether or not it is a word of the language. */
export const identifierPattern = new RegExp(`^[A-Za-z_$${lettersBeyondAscii}][\\w$${lettersBeyondAscii}]*$`);

/** A character beyond ASCII that may stand in a name. */
export const letterBeyondAscii = new RegExp(`^[${lettersBeyondAscii}]$`);
