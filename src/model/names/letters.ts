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

/**
 * Letters of Latin with marks. A name that is made of a description's is written without them ("Grosse" for "Größe"); one that somebody asks for is
 * taken as it is. Left out are those with a case that depends on Unicode's edition, or is several characters, and those that NFC takes apart.
 */
const latinWithMarks =
  "\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u012f\\u0131-\\u0137\\u0139-\\u0148\\u014a-\\u017e" +
  "\\u01a0\\u01a1\\u01af\\u01b0\\u01cd-\\u01dc\\u0218-\\u021b\\u1e00-\\u1e95\\u1ea0-\\u1ef9";

/** Letters beyond ASCII of a name that somebody asks for, as the inside of a character class. */
const askedLetters = lettersBeyondAscii + latinWithMarks;

/** A text that is an identifier in generated code, whether or not it is a word of the language. */
export const identifierPattern = new RegExp(`^[A-Za-z_$${askedLetters}][\\w$${askedLetters}]*$`);

/** What a message says of the letters in names. */
export const scripts = "Latin, Greek, Cyrillic, Armenian, kana, Han or Hangul";

/** A character beyond ASCII that may stand in a name. */
export const letterBeyondAscii = new RegExp(`^[${lettersBeyondAscii}]$`);
