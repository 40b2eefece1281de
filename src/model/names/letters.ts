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

/** Combining marks of Latin, Greek and Cyrillic, and what shows as nothing: a word goes on behind them. */
export const unspoken =
  /[\u0300-\u036f\u0483-\u0489\u1ab0-\u1ace\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]+/gu;

/**
 * What stands between words beyond ASCII, as the inside of a character class: punctuation, blanks, symbols, arrows and pictures, each block whole,
 * so that a later edition of Unicode changes nothing.
 */
export const betweenWords =
  "\\u0080-\\u00a9\\u00ab-\\u00b1\\u00b4\\u00b6-\\u00b8\\u00bb\\u00bf\\u00d7\\u00f7\\u037e\\u0387\\u055a-\\u055f\\u0589\\u05be\\u060c\\u061b\\u061f\\u06d4\\u0964\\u0965" +
  "\\u2000-\\u2018\\u201a-\\u206f\\u20a0-\\u20cf\\u2190-\\u245f\\u2500-\\u2bff\\u2e00-\\u2e7f\\u3000-\\u3004\\u3008-\\u3020\\u3030\\u303d-\\u303f\\u30fb" +
  "\\ufe10-\\ufe1f\\ufe30-\\ufe6f\\ufeff\\uff01-\\uff0f\\uff1a-\\uff20\\uff3b-\\uff40\\uff5b-\\uff65\\uffe0-\\uffff\\u{1f000}-\\u{1faff}";

/** What Unicode's compatibility forms are read in: blocks that have all their characters. Others have no letters of names in them. */
export const beyondReading = new RegExp(
  `[^\\x00-\\x7f${lettersBeyondAscii}\\u0080-\\u058f\\u1100-\\u11ff\\u1ab0-\\u1ace\\u1d00-\\u218f\\u2460-\\u24ff\\u2c60-\\u2c7f\\u2e80-\\u2fdf` +
    `\\u3000-\\u33ff\\uf900-\\ufaff\\ufb00-\\ufb06\\ufe00-\\ufe6f\\ufeff-\\uffef\\u{1d400}-\\u{1d7ff}\\u{1f100}-\\u{1f2ff}\\u{2f800}-\\u{2fa1f}]`,
  "gu",
);
