/**
 * Parameters and forms in every style of OpenAPI, for values, arrays and objects.
 * @see https://spec.openapis.org/oas/v3.2.0.html#style-values
 */
import { hasOwn } from "../../shared/has-own.js";
import { codecOf } from "../../shared/media-type.js";
import type { Encoding, Parameter } from "../../shared/operation.js";
import {
  isAbsent,
  plain,
  textOf,
  undivided,
  writePlain,
  type ParameterLocation,
  type Stringify,
  type WriteParameter,
} from "../../shared/serialise.js";

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
 * that are null or undefined are left out.
 */
export function expand(
  name: string,
  value: unknown,
  style: Style,
  explode: boolean | undefined,
  encode: (text: string) => string,
  stringify?: Stringify,
): string {
  const { first, separator, list, named } = styleRules[style];
  const key = encode(name);
  const whole = style === "cookie" ? wholeCookie : plain;
  if (typeof value !== "object" || value === null || value instanceof Date) {
    const text = whole(encode(textOf(value)));
    if (!named) return first + text;
    return style === "matrix" && text === "" ? first + key : `${first}${key}=${text}`;
  }
  if (style === "deepObject") return deepObjectPairs(key, value, encode).join("&");
  const apart = explode ?? explodesByDefault(style);
  const part = (item: unknown): string => {
    const text = encode(textOf(item, stringify));
    // A comma is encoded in a path, and a header is looked at as a whole.
    return style === "simple" ? text : undivided(apart ? whole(text) : text, (apart ? separator : list).trim());
  };
  const nameOf = (member: string): string => {
    // Those of cookies are decoded, however they are written.
    if (style === "cookie" && encode === plain && member.includes("%")) throw new TypeError('no name of a cookie has "%"');
    return apart ? undivided(part(member), "=") : part(member);
  };
  const items = Array.isArray(value)
    ? present(value).map((item) => (apart && named ? `${key}=` : "") + part(item))
    : Object.entries(value)
        .filter(([, member]) => !isAbsent(member))
        .flatMap(([member, item]: [string, unknown]) =>
          (apart && separator === "&" ? listed(item) : [item]).map((one) => nameOf(member) + (apart ? "=" : list) + part(one)),
        );
  if (items.length === 0) return "";
  const text = items.join(apart ? separator : list);
  return first + (apart || !named ? "" : `${key}=`) + (apart ? text : whole(text));
}

/** The value of a cookie. Blanks and quotes around it are none of its text for those who read it. */
function wholeCookie(text: string): string {
  if (/^[\t ]|[\t ]$|^".*"$/.test(text)) throw new TypeError("no cookie keeps blanks or quotes around a text");
  return undivided(text, ";");
}

/** The items of a list in an object, each to be written under the name of the member; JSON where one of them looks like it. */
const listed = (item: unknown): readonly unknown[] => (Array.isArray(item) && !present(item).some(looksLikeList) ? present(item) : [item]);

const looksLikeList = (item: unknown): boolean => textOf(item).trimStart().startsWith("[");

const present = (items: readonly unknown[]): readonly unknown[] => items.filter((item) => !isAbsent(item));

/** `a[b][c]=1` and `a[0]=1`, to any depth, with the brackets encoded: some servers refuse them bare. */
function deepObjectPairs(key: string, value: unknown, encode: (text: string) => string): string[] {
  if (isAbsent(value)) return [];
  if (typeof value !== "object" || value instanceof Date) return [`${key}=${encode(textOf(value))}`];
  return Object.entries(value).flatMap(([member, item]) => {
    const pairs = deepObjectPairs(`${key}%5B${encode(member)}%5D`, item, encode);
    if (Array.isArray(value) && pairs.length === 0 && !isAbsent(item)) throw new TypeError("an item with nothing in it has no form");
    return pairs;
  });
}

// A percent-encoded triple stays as it is. So does every reserved character, unless it would end its part of the URL or have another
// meaning there.
const reservedInQuery = (text: string): string =>
  text.replace(/[^A-Za-z0-9\-._~:/?[\]@!$'()*,;=%]+|%(?![0-9A-Fa-f]{2})/g, encodeURIComponent);
const reservedInPath = (text: string): string =>
  text.replace(/[^A-Za-z0-9\-._~:[\]@!$&'()*+,;=%]+|%(?![0-9A-Fa-f]{2})/g, encodeURIComponent);

const isJson = (mediaType: string): boolean => codecOf(mediaType) === "json";

/** A value of a `content` parameter, before it is encoded for its place. */
function contentText(value: unknown, mediaType: string, stringify?: Stringify): string {
  if (codecOf(mediaType) === "form" && typeof value === "object" && value !== null)
    return formText(Object.entries(value), undefined, stringify);
  return isJson(mediaType) ? jsonText(value, stringify) : textOf(value, stringify);
}

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
): string {
  const parts: string[] = [];
  for (const [name, value] of fields) {
    if (isAbsent(value)) continue;
    const encoding = encodings !== undefined && hasOwn(encodings, name) ? encodings[name] : undefined;
    const { style, explode, allowReserved, contentType } = encoding ?? {};
    const styled = style !== undefined || explode !== undefined || allowReserved !== undefined;
    const whole = !styled && (isWrittenWhole(value) || (contentType !== undefined && isJson(contentType)));
    const encode = allowReserved === true ? reservedInQuery : encodeURIComponent;
    parts.push(expand(name, whole ? jsonText(value, stringify) : value, style ?? "form", explode, encode, stringify));
  }
  return parts.filter((part) => part !== "").join("&");
}

const isWrittenWhole = (value: unknown): boolean =>
  Array.isArray(value)
    ? present(value).length === 1 && present(value).some(looksLikeList)
    : typeof value === "object" && !(value instanceof Date);

/** Parameters of a query in OpenAPI's default style, or in that of nested objects: `a[b]=1`. */
export const writeDeepObject: WriteParameter = (name, value, place, parameter, stringify) =>
  parameter?.style === "deepObject" && typeof value === "object"
    ? deepObjectPairs(encodeURIComponent(name), value, encodeURIComponent).join("&")
    : writePlain(name, value, place, parameter, stringify);

/** A parameter in the style that the description gives it. What OpenAPI says by default is not written in a descriptor. */
export const writeStyled: WriteParameter = (name, value, place, parameter, stringify) => {
  const { style, explode } = parameter ?? {};
  // Neither style of cookies can use `&` between them.
  const own = place === "cookie" ? "cookie" : place === "header" ? "simple" : (style ?? usual[place]);
  return expand(name, value, own, explode, encoderFor(place, parameter), stringify);
};

/** The same, and parameters that are encoded as a media type. */
export const writeEncoded: WriteParameter = (name, value, place, parameter, stringify) => {
  if (place === "querystring") return wholeText(value, parameter?.content, stringify);
  const { content } = parameter ?? {};
  if (content === undefined) return writeStyled(name, value, place, parameter, stringify);
  const encode = encoderFor(place, parameter);
  // A header's own text is not encoded, and a cookie's name is sent as it is.
  const text = encode(contentText(value, content, stringify));
  return place === "query" ? `${encode(name)}=${text}` : place === "cookie" ? `${name}=${text}` : text;
};

const usual = { path: "simple", query: "form", querystring: "form" } as const;

function encoderFor(place: ParameterLocation, parameter: Parameter | undefined): (text: string) => string {
  if (place === "header") return plain;
  // The style `cookie` leaves values as they are; `form` encodes them.
  if (place === "cookie") return parameter?.style === "cookie" && parameter.content === undefined ? plain : encodeURIComponent;
  if (parameter?.allowReserved !== true) return encodeURIComponent;
  return place === "path" ? reservedInPath : reservedInQuery;
}

function wholeText(value: unknown, mediaType = "application/x-www-form-urlencoded", stringify?: Stringify): string {
  const text = contentText(value, mediaType, stringify);
  return codecOf(mediaType) === "form" ? text : encodeURIComponent(text);
}
