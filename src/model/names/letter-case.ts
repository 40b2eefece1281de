/**
 * Text to words, and words to the cases of names. Everything that comes out is digits and letters (and `_` between digits): those of
 * ASCII, and those of other scripts that identifiers and names of files may have everywhere.
 */
import { beyondReading, letterBeyondAscii, lettersBeyondAscii, unspoken } from "./letters.js";

/** Letters that Unicode's compatibility decomposition leaves whole. */
const transliterations: ReadonlyMap<string, string> = new Map([
  ["ß", "ss"],
  ["ẞ", "SS"],
  ["æ", "ae"],
  ["Æ", "AE"],
  ["ø", "o"],
  ["Ø", "O"],
  ["œ", "oe"],
  ["Œ", "OE"],
  ["ł", "l"],
  ["Ł", "L"],
  ["đ", "d"],
  ["Đ", "D"],
  ["ð", "d"],
  ["Ð", "D"],
  ["þ", "th"],
  ["Þ", "Th"],
  ["ı", "i"],
]);

/** A text in letters that names may have: others are written in ASCII where that can be done, and else are blanks. */
function inLetters(text: string): string {
  if (isAscii(text)) return text;
  return text
    .replace(beyondReading, " ")
    .normalize("NFKC")
    .replace(/[^\x00-\x7f]/gu, (character) => (letterBeyondAscii.test(character) ? character : decomposed(character)));
}

function isAscii(text: string): boolean {
  return /^[\x00-\x7f]*$/.test(text);
}

function decomposed(character: string): string {
  return character
    .normalize("NFD")
    .replace(unspoken, "")
    .replace(/[^\x00-\x7f]/gu, (part) => (letterBeyondAscii.test(part) ? part : (transliterations.get(part) ?? " ")));
}

const separators = new RegExp(`[^A-Za-z0-9${lettersBeyondAscii}]+`);

/** What can be said of a text in ASCII; other letters are blanks. */
export function asciiOf(text: string): string {
  return isAscii(text) ? text : inLetters(text).replace(/[^\x00-\x7f]/gu, " ");
}

/**
 * The parts of a name between its separators, each with its capitals as written; a name all in capitals ("PET_STATUS") is
 * read as one in small letters. Empty when it has no letter or digit that a name may have.
 */
export function splitWords(text: string): readonly string[] {
  if (/^[A-Za-z0-9]+$/.test(text)) return [text];
  const parts = inLetters(text)
    .replace(/['`]/g, "")
    .split(separators)
    .filter((part) => part !== "");
  const shouting =
    parts.length > 1 && parts.every((part) => part === part.toUpperCase()) && parts.some((part) => part !== part.toLowerCase());
  return shouting ? parts.map((part) => part.toLowerCase()) : parts;
}

/** "pet_status" -> "PetStatus", "APIKey" -> "APIKey", "v1.2" -> "V1_2". */
export function pascalCase(text: string): string {
  return joinPascal(splitWords(text));
}

/** Parts joined as `pascalCase` does; digits that would run together keep a `_` between them. */
export function joinPascal(parts: readonly string[]): string {
  // Of the part before alone: to look at the end of what is joined so far would join it anew each time.
  return parts.map((part, index) => (/\d$/.test(parts[index - 1] ?? "") && /^\d/.test(part) ? "_" : "") + upperFirst(part)).join("");
}

/** "list-users" -> "listUsers", "APIKeyList" -> "apiKeyList", "URL" -> "url". */
export function camelCase(text: string): string {
  return lowerFirstWord(pascalCase(text));
}

/** The first word of a name in PascalCase put in small letters: "APIKeyList" -> "apiKeyList". */
export function lowerFirstWord(name: string): string {
  if (/^\p{Ll}|^\p{Lu}\p{Ll}/u.test(name)) return name.charAt(0).toLowerCase() + name.slice(1);
  return name.replace(/^\p{Lu}+(?!\p{Ll})|^\p{Lu}+(?=\p{Lu}\p{Ll})|^\p{Lu}/u, (lead) => lead.toLowerCase());
}

/** "petStore API" -> "pet-store-api". */
export function kebabCase(text: string): string {
  return (
    splitWords(text)
      .join("-")
      // "OAuth" and the plural of an abbreviation ("APIs") are one word each.
      .replace(/OAuth/g, "Oauth")
      .replace(/(?<![A-Z])[A-Z]{2,}s(?![a-z])/g, (plural) => plural.toLowerCase())
      .replace(/([\p{Ll}0-9])(\p{Lu})/gu, "$1-$2")
      .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1-$2")
      .toLowerCase()
  );
}

/** "getPet" -> "GETPET", "list-users" -> "LIST_USERS". */
export function upperSnakeCase(text: string): string {
  return splitWords(text).join("_").toUpperCase();
}

export function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Seven letters and digits that stand for a text: FNV-1a of its UTF-16 units. Names, not security. */
export function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(36).padStart(7, "0");
}
