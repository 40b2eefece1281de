/**
 * Parameters as text on the wire: every style of OpenAPI, for values, arrays and objects.
 * @see https://spec.openapis.org/oas/v3.2.0.html#style-values
 */
import { codecOf } from "./media.js";
import type { Encoding, Operation, Parameter } from "./operation.js";

type Style = NonNullable<Parameter["style"]>;

interface Form {
  /** Put before the first item. */
  readonly first: string;
  /** Between items when exploded. */
  readonly separator: string;
  /** Between items when not. */
  readonly list: string;
  /** Whether the name is written. */
  readonly named: boolean;
}

const form: Form = { first: "", separator: "&", list: ",", named: true };
const forms: Record<Style, Form> = {
  matrix: { first: ";", separator: ";", list: ",", named: true },
  label: { first: ".", separator: ".", list: ",", named: false },
  simple: { first: "", separator: ",", list: ",", named: false },
  form,
  spaceDelimited: { ...form, list: "%20" },
  pipeDelimited: { ...form, list: "%7C" },
  deepObject: form,
  cookie: { ...form, separator: "; " },
};

const exploded = (style: Style): boolean => style === "form" || style === "deepObject" || style === "cookie";

const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null;

/** A single value as text: dates as RFC 3339, and JSON for what no style has a form for, such as an object in a list. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "object") return JSON.stringify(value);
  return `${value as number}`; // or a boolean, or a bigint
}

/**
 * One parameter as text, name included where the style writes it. Nothing (an empty list or object) gives "". Members
 * that are null or undefined are left out.
 */
export function expand(name: string, value: unknown, style: Style, explode: boolean | undefined, encode: (text: string) => string): string {
  const { first, separator, list, named } = forms[style];
  const key = encode(name);
  if (typeof value !== "object" || value === null || value instanceof Date) {
    const text = encode(textOf(value));
    if (!named) return first + text;
    return style === "matrix" && text === "" ? first + key : `${first}${key}=${text}`;
  }
  if (style === "deepObject") return deep(key, value, encode).join("&");
  const apart = explode ?? exploded(style);
  const items = Array.isArray(value)
    ? present(value).map((item) => (apart && named ? `${key}=` : "") + encode(textOf(item)))
    : Object.entries(value)
        .filter(([, member]) => !isAbsent(member))
        .map(([member, item]) => encode(member) + (apart ? "=" : list) + encode(textOf(item)));
  if (items.length === 0) return "";
  return first + (apart || !named ? "" : `${key}=`) + items.join(apart ? separator : list);
}

const present = (items: readonly unknown[]): readonly unknown[] => items.filter((item) => !isAbsent(item));

/** `a[b][c]=1` and `a[0]=1`, to any depth, with the brackets encoded: some servers refuse them bare. */
function deep(key: string, value: unknown, encode: (text: string) => string): string[] {
  if (isAbsent(value)) return [];
  if (typeof value !== "object" || value instanceof Date) return [`${key}=${encode(textOf(value))}`];
  return Object.entries(value).flatMap(([member, item]) => deep(`${key}%5B${encode(member)}%5D`, item, encode));
}

// What is already a percent-encoded triple stays; so does every reserved character but those that would end the part of
// the URL they stand in, or be read as something else there.
const reservedInQuery = (text: string): string =>
  text.replace(/[^A-Za-z0-9\-._~:/?[\]@!$'()*,;=%]+|%(?![0-9A-Fa-f]{2})/g, encodeURIComponent);
const reservedInPath = (text: string): string =>
  text.replace(/[^A-Za-z0-9\-._~:[\]@!$&'()*+,;=%]+|%(?![0-9A-Fa-f]{2})/g, encodeURIComponent);

const isJson = (mediaType: string): boolean => codecOf(mediaType) === "json";

/** A value of a `content` parameter, before it is encoded for its place. */
function contentText(value: unknown, mediaType: string): string {
  if (codecOf(mediaType) === "form" && typeof value === "object" && value !== null) return formText(Object.entries(value));
  return isJson(mediaType) ? JSON.stringify(value) : textOf(value);
}

/**
 * Fields as `application/x-www-form-urlencoded`: `a=1&b=2`. Without an encoding of their own, lists are exploded and
 * objects are JSON.
 */
export function formText(
  fields: readonly (readonly [name: string, value: unknown])[],
  encodings?: Readonly<Record<string, Encoding>>,
): string {
  const parts: string[] = [];
  for (const [name, value] of fields) {
    if (isAbsent(value)) continue;
    const encoding = encodings !== undefined && Object.hasOwn(encodings, name) ? encodings[name] : undefined;
    const { style, explode, allowReserved, contentType } = encoding ?? {};
    const styled = style !== undefined || explode !== undefined || allowReserved !== undefined;
    const whole = !styled && typeof value === "object" && (contentType === undefined ? !Array.isArray(value) : isJson(contentType));
    const encode = allowReserved === true ? reservedInQuery : encodeURIComponent;
    parts.push(expand(name, whole ? textOf(value) : value, style ?? "form", explode, encode));
  }
  return parts.filter((part) => part !== "").join("&");
}

/**
 * The query string of an operation, without `?`: what the path of the description itself has of it, then the parameters. One
 * that is not described is written in OpenAPI's default style. `whole` is the value of a `querystring` parameter.
 */
export function queryText(operation: Operation, values: Readonly<Record<string, unknown>> | undefined, whole?: unknown): string {
  let text = operation.path.includes("?") ? (operation.path.split("#", 1)[0]?.split("?", 2)[1] ?? "") : "";
  const add = (part: string): void => {
    if (part !== "") text += text === "" ? part : `&${part}`;
  };
  if (!isAbsent(whole)) add(wholeText(operation, whole));
  if (values === undefined) return text;
  for (const [name, value] of Object.entries(values)) {
    if (isAbsent(value)) continue;
    const parameter = operation.parameters?.find((candidate) => candidate.name === name && candidate.in === "query");
    const encode = parameter?.allowReserved === true ? reservedInQuery : encodeURIComponent;
    if (parameter?.content !== undefined) add(`${encode(name)}=${encode(contentText(value, parameter.content))}`);
    else add(expand(name, value, parameter?.style ?? "form", parameter?.explode, encode));
  }
  return text;
}

function wholeText(operation: Operation, whole: unknown): string {
  if (isAbsent(whole)) return "";
  const mediaType =
    operation.parameters?.find((candidate) => candidate.in === "querystring")?.content ?? "application/x-www-form-urlencoded";
  const text = contentText(whole, mediaType);
  return codecOf(mediaType) === "form" ? text : encodeURIComponent(text);
}

/**
 * The path of an operation with its parameters filled in; without a fragment, which some descriptions use to tell
 * operations apart. Throws where the value would make it another path: nothing at all, `.` and `..`.
 */
export function pathText(operation: Operation, values: Readonly<Record<string, unknown>> | undefined): string {
  const [template = ""] = operation.path.split(/[?#]/, 1);
  const path = template.replace(/\{([^{}]+)\}/g, (_, written: string) => {
    const parameter = operation.parameters?.find((candidate) => candidate.in === "path" && isNamed(candidate.name, written));
    const name = parameter?.name ?? plainName(written);
    const value = values !== undefined && Object.hasOwn(values, name) ? values[name] : undefined;
    if (isAbsent(value)) throw new TypeError(`${operation.id}: the path parameter "${name}" is missing`);
    const encode = parameter?.allowReserved === true ? reservedInPath : encodeURIComponent;
    const text =
      parameter?.content === undefined
        ? expand(name, value, parameter?.style ?? "simple", parameter?.explode, encode)
        : encode(contentText(value, parameter.content));
    if (text === "") throw new TypeError(`${operation.id}: the path parameter "${name}" is empty`);
    return text;
  });
  if (/(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(path))
    throw new TypeError(`${operation.id}: a path parameter makes a "." or ".." of the path`);
  return path;
}

/** Some descriptions write the style into the template, as RFC 6570 does: `{.id*}`. */
const plainName = (written: string): string => written.replace(/^[.;?]/, "").replace(/\*$/, "");
const isNamed = (name: string, written: string): boolean => name === written || name === plainName(written);

/** Header parameters by name, and cookies in one header. Header values are not percent-encoded; null takes a client's default away. */
export function headerTexts(
  operation: Operation,
  headers: Readonly<Record<string, unknown>> | undefined,
  cookies: Readonly<Record<string, unknown>> | undefined,
): Record<string, string | null> {
  const texts: Record<string, string | null> = {};
  if (headers !== undefined) {
    for (const [name, value] of Object.entries(headers)) {
      if (value === undefined) continue;
      if (value === null) {
        texts[name] = null;
        continue;
      }
      const parameter = operation.parameters?.find((candidate) => candidate.in === "header" && candidate.name === name);
      texts[name] =
        parameter?.content === undefined ? expand(name, value, "simple", parameter?.explode, plain) : contentText(value, parameter.content);
    }
  }
  const cookie = cookies === undefined ? "" : cookieText(operation, cookies);
  if (cookie !== "") texts["Cookie"] = cookie;
  return texts;
}

const plain = (text: string): string => text;

function cookieText(operation: Operation, cookies: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(cookies).map(([name, value]) => {
    if (isAbsent(value)) return "";
    const parameter = operation.parameters?.find((candidate) => candidate.in === "cookie" && candidate.name === name);
    if (parameter?.content !== undefined) return `${name}=${encodeURIComponent(contentText(value, parameter.content))}`;
    // The style `cookie` leaves values as they are; `form` encodes them. Neither can use `&` between cookies.
    return expand(name, value, "cookie", parameter?.explode, parameter?.style === "cookie" ? plain : encodeURIComponent);
  });
  return parts.filter((part) => part !== "").join("; ");
}
