/**
 * Values and forms in every style of OpenAPI: what a client sends, and what a server replies.
 * @see https://spec.openapis.org/oas/v3.2.0.html#style-values
 */
import { hasOwn } from "./has-own.js";
import { isJsonType } from "./media-type.js";
import type { Encoding, Parameter, UnsendableParts } from "./operation.js";
import { isAbsent, plain, textOf, undivided, type Stringify } from "./serialise.js";

type Style = NonNullable<Parameter["style"]>;

interface StyleRules {
  /** Put before the first item. */
  readonly first: string;
  /** Between items when exploded. */
  readonly separator: string;
  /** Between items when not. */
  readonly list: string;
  /** Whether the name is written. */
  readonly named: boolean;
}

const form: StyleRules = { first: "", separator: "&", list: ",", named: true };
// Written out: bundlers leave an object with `...` where it is, in use or not.
const styleRules: Record<Style, StyleRules> = {
  matrix: { first: ";", separator: ";", list: ",", named: true },
  label: { first: ".", separator: ".", list: ",", named: false },
  simple: { first: "", separator: ",", list: ",", named: false },
  form,
  spaceDelimited: { first: "", separator: "&", list: "%20", named: true },
  pipeDelimited: { first: "", separator: "&", list: "%7C", named: true },
  deepObject: form,
  cookie: { first: "", separator: "; ", list: ",", named: true },
};

const explodesByDefault = (style: Style): boolean => style === "form" || style === "deepObject" || style === "cookie";

/**
 * One parameter as text, name included where the style writes it. Nothing (an empty list or object) gives "". Members
 * that are null or undefined are left out. Throws a `TypeError` for what has no form.
 */
export function expand(
  name: string,
  value: unknown,
  style: Style,
  explode: boolean | undefined,
  encode: (text: string) => string,
  stringify?: Stringify,
  unsendable?: UnsendableParts,
): string {
  if (isAbsent(value)) return "";
  const { first, separator, list, named } = styleRules[style];
  const inName = encode === plain ? plain : nameEncoder(encode);
  const key = inName(name);
  const whole = style === "cookie" ? wholeCookie : plain;
  if (typeof value !== "object" || value instanceof Date) {
    const text = whole(encode(textOf(value)));
    if (!named) return first + text;
    return style === "matrix" && text === "" ? first + key : `${first}${key}=${text}`;
  }
  if (style === "deepObject") return deepObjectPairs(key, value, encode, unsendable).join("&");
  refuseNames(value, unsendable);
  const apart = explode ?? explodesByDefault(style);
  const part = (item: unknown, write = encode): string => {
    const text = write(textOf(item, stringify));
    // A comma is encoded in a path, and a header is looked at as a whole.
    return style === "simple" ? text : undivided(apart ? whole(text) : text, (apart ? separator : list).trim());
  };
  const nameOf = (member: string): string => {
    // Those of cookies are decoded, however they are written.
    if (style === "cookie" && encode === plain && member.includes("%")) throw new TypeError('no name of a cookie has "%"');
    return apart ? undivided(part(member, inName), "=") : part(member);
  };
  const items = Array.isArray(value)
    ? present(value, unsendable).map((item) => (apart && named ? `${key}=` : "") + part(item))
    : Object.entries(value)
        .filter(([, member]) => !isAbsent(member))
        .flatMap(([member, item]: [string, unknown]) =>
          (apart && separator === "&" ? listed(item, inMember(unsendable, member)) : [item]).map(
            (one) => nameOf(member) + (apart ? "=" : list) + part(one),
          ),
        );
  if (items.length === 0) return "";
  const text = items.join(apart ? separator : list);
  return first + (apart || !named ? "" : `${key}=`) + (apart ? text : whole(text));
}

/** What is reserved may stand in values: in a name it would end the name. */
const nameEncoder =
  (encode: (text: string) => string) =>
  (text: string): string =>
    encode(text).replace(/[^\w.~%-]/g, encodeURIComponent);

/** The value of a cookie. Blanks and quotes around it are none of its text for those who read it. */
function wholeCookie(text: string): string {
  if (/^[\t ]|[\t ]$|^".*"$/.test(text)) throw new TypeError("no cookie keeps blanks or quotes around a text");
  return undivided(text, ";");
}

/** The items of a list in an object, each to be written under the name of the member; JSON where one of them looks like it. */
const listed = (item: unknown, unsendable: UnsendableParts | undefined): readonly unknown[] =>
  Array.isArray(item) && !present(item).some(looksLikeList) ? present(item, unsendable) : [item];

const looksLikeList = (item: unknown): boolean => Array.isArray(item) || (typeof item === "string" && item.trimStart().startsWith("["));

/** The items that are written. Throws a `TypeError` where others would come to stand in the place of one that is left out. */
export function present(items: readonly unknown[], { positions = 0 }: UnsendableParts = {}): readonly unknown[] {
  const written = items.filter((item) => !isAbsent(item));
  const gap = items.findIndex(isAbsent);
  if (gap >= 0 && gap < positions && gap < written.length) throw new TypeError("null has no form before other items of its list");
  return written;
}

/** Throws a `TypeError` where a member would be read as another parameter, or another field, or as something in one. */
function refuseNames(value: object, { otherNames }: UnsendableParts = {}): void {
  if (otherNames === undefined) return;
  for (const name of Object.keys(value))
    if (otherNames.includes(name) || otherNames.includes(name.split("[", 1)[0] ?? ""))
      throw new TypeError(`nothing tells its member "${name}" from what else has that name`);
}

const inMember = ({ members, others }: UnsendableParts = {}, name: string): UnsendableParts | undefined =>
  members !== undefined && hasOwn(members, name) ? members[name] : others;

/** `a[b][c]=1` and `a[0]=1`, to any depth, with the brackets encoded: some servers refuse them bare. */
export function deepObjectPairs(key: string, value: unknown, encode: (text: string) => string, unsendable?: UnsendableParts): string[] {
  if (isAbsent(value)) return [];
  if (typeof value !== "object" || value instanceof Date) return [`${key}=${encode(textOf(value))}`];
  if (Array.isArray(value)) present(value, unsendable);
  else refuseNames(value, unsendable);
  return Object.entries(value).flatMap(([member, item]) => {
    // Brackets in pairs are part of a name.
    undivided(member.replace(/\[[^[\]]*\]/g, ""), "][");
    const pairs = deepObjectPairs(`${key}%5B${nameEncoder(encode)(member)}%5D`, item, encode, inMember(unsendable, member));
    if (Array.isArray(value) && pairs.length === 0 && !isAbsent(item)) throw new TypeError("an item with nothing in it has no form");
    return pairs;
  });
}

// A percent-encoded triple stays as it is. So does every reserved character, unless it would end its part of the URL or have another
// meaning there.
export const reservedInQuery = (text: string): string =>
  text.replace(/[^A-Za-z0-9\-._~:/?[\]@!$'()*,;=%]+|%(?![0-9A-Fa-f]{2})/g, encodeURIComponent);

/** A part of a request as JSON. Throws a `TypeError` for a number that is none, of which JSON would make a null. */
export function jsonText(value: unknown, stringify: Stringify = JSON.stringify): string {
  JSON.stringify(value, (_, part: unknown) => (typeof part === "object" ? part : typeof part === "number" && textOf(part)));
  return stringify(value);
}

/**
 * Fields as `application/x-www-form-urlencoded`: `a=1&b=2`. Without a style of their own, lists are exploded and
 * objects are JSON. So is a list whose only item could be taken for one.
 */
export function formText(
  fields: readonly (readonly [name: string, value: unknown])[],
  encodings?: Readonly<Record<string, Encoding>>,
  stringify?: Stringify,
  others?: UnsendableParts,
): string {
  const parts: string[] = [];
  for (const [name, value] of fields) {
    const encoding = encodings !== undefined && hasOwn(encodings, name) ? encodings[name] : others;
    const { style, explode, allowReserved, contentType }: Encoding = encoding ?? {};
    const styled = style !== undefined || explode !== undefined || allowReserved !== undefined;
    const isJson = !styled && contentType !== undefined && isJsonType(contentType);
    if (value === undefined || (value === null && !isJson)) continue;
    const whole = isJson || (!styled && isWrittenWhole(value));
    const encode = allowReserved === true ? reservedInQuery : encodeURIComponent;
    parts.push(expand(name, whole ? jsonText(value, stringify) : value, style ?? "form", explode, encode, stringify, encoding));
  }
  return parts.filter((part) => part !== "").join("&");
}

const isWrittenWhole = (value: unknown): boolean =>
  Array.isArray(value)
    ? present(value).length === 1 && present(value).some(looksLikeList)
    : typeof value === "object" && !(value instanceof Date);
