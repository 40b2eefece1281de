/**
 * Text to words, and words to the cases of names. Everything that comes out is ASCII letters and digits (and `_`
 * between digits), so that it is an identifier in any language and a file name on any system.
 */

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

function toAscii(text: string): string {
  if (/^[\x00-\x7f]*$/.test(text)) return text;
  return text
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}]+/gu, "")
    .replace(/[^\p{ASCII}]/gu, (letter) => transliterations.get(letter) ?? " ");
}

/**
 * The parts of a name between its separators, each with its capitals as written; a name all in capitals ("PET_STATUS") is
 * read as one in small letters. Empty when no letter or digit of it can be said in ASCII.
 */
export function splitWords(text: string): readonly string[] {
  if (/^[A-Za-z0-9]+$/.test(text)) return [text];
  const parts = toAscii(text)
    .replace(/['`]/g, "")
    .split(/[^A-Za-z0-9]+/)
    .filter((part) => part !== "");
  const shouting = parts.length > 1 && parts.every((part) => part === part.toUpperCase());
  return shouting ? parts.map((part) => part.toLowerCase()) : parts;
}

/** "pet_status" -> "PetStatus", "APIKey" -> "APIKey", "v1.2" -> "V1_2". */
export function pascalCase(text: string): string {
  return joinPascal(splitWords(text));
}

/** Parts joined as `pascalCase` does; digits that would run together keep a `_` between them. */
export function joinPascal(parts: readonly string[]): string {
  let joined = "";
  for (const part of parts) joined += (/\d$/.test(joined) && /^\d/.test(part) ? "_" : "") + upperFirst(part);
  return joined;
}

/** "list-users" -> "listUsers", "APIKeyList" -> "apiKeyList", "URL" -> "url". */
export function camelCase(text: string): string {
  return lowerFirstWord(pascalCase(text));
}

/** The first word of a name in PascalCase put in small letters: "APIKeyList" -> "apiKeyList". */
export function lowerFirstWord(name: string): string {
  if (/^[a-z]|^[A-Z][a-z]/.test(name)) return name.charAt(0).toLowerCase() + name.slice(1);
  return name.replace(/^[A-Z]+(?![a-z])|^[A-Z]+(?=[A-Z][a-z])|^[A-Z]/, (lead) => lead.toLowerCase());
}

/** "petStore API" -> "pet-store-api". */
export function kebabCase(text: string): string {
  return (
    splitWords(text)
      .join("-")
      // "OAuth" and the plural of an abbreviation ("APIs") are one word each.
      .replace(/OAuth/g, "Oauth")
      .replace(/([A-Z]{2,})s(?![a-z])/g, (plural) => plural.toLowerCase())
      .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
      .replace(/([A-Z])([A-Z][a-z])/g, "$1-$2")
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
