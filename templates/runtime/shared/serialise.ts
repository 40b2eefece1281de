/**
 * A request's path, query and headers as text. Parameters are written in OpenAPI's default styles. `writeStyled` has the other
 * styles, and is part of an output only where a description asks for one.
 * @see https://spec.openapis.org/oas/v3.2.0.html#style-values
 */
import { hasOwn } from "./has-own.js";
import type { Operation, OperationParameters, Parameter } from "./operation.js";

/** Where a parameter stands. */
export type ParameterLocation = keyof OperationParameters;

/**
 * One parameter as text, with its name where its place has names. Nothing (an empty list or object, `undefined`) gives "". So does null,
 * which has a form in JSON alone.
 */
export type WriteParameter = (
  name: string,
  value: unknown,
  place: ParameterLocation,
  parameter: Parameter | undefined,
  stringify?: Stringify,
) => string;

/** Writes a value as JSON. */
export type Stringify = (value: unknown) => string;

/** How an operation writes JSON. */
export const stringifierOf = ({ exact }: Operation): Stringify => exact?.stringify ?? JSON.stringify;

type Values = Readonly<Record<string, unknown>> | undefined;

export const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null;

/**
 * A single value as text: dates as RFC 3339, and JSON for what no style has a form for, such as an object in a list. Throws a `TypeError` for a
 * number that is none.
 */
export function textOf(value: unknown, stringify: Stringify = JSON.stringify): string {
  if (typeof value === "string") return value;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "object") return stringify(value);
  // NaN and Infinity are no numbers on the wire.
  if (typeof value === "number" && !isFinite(value)) throw new TypeError(`${value}`);
  return `${value as number}`; // or a boolean, or a bigint
}

/** Header values are not percent-encoded. */
export const plain = (text: string): string => text;

/** A part of a list, as it is written. Throws a `TypeError` where it would be read as several: not every style can encode what is between parts. */
export function undivided(written: string, delimiter: string): string {
  if (written.includes(delimiter)) throw new TypeError(`an item has "${decodeURIComponent(delimiter)}", which separates items`);
  return written;
}

/** OpenAPI's default styles: `a=1&a=2` in queries and cookies, `1,2` elsewhere. */
export function writePlain(name: string, value: unknown, place: ParameterLocation, _parameter?: Parameter, stringify?: Stringify): string {
  const named = place === "query" || place === "cookie";
  const encode = place === "header" ? plain : encodeURIComponent;
  const text = (item: unknown): string => encode(textOf(item, stringify));
  if (isAbsent(value)) return "";
  if (typeof value !== "object" || value instanceof Date) return (named ? `${encode(name)}=` : "") + text(value);
  const items = Object.entries(value).flatMap(([member, item]: [string, unknown]) => {
    if (isAbsent(item)) return [];
    if (Array.isArray(value)) return [(named ? `${encode(name)}=` : "") + text(item)];
    return [encode(member) + (named ? "=" : ",") + text(item)];
  });
  return items.join(place === "query" ? "&" : named ? "; " : ",");
}

/** What `write` gives. Throws a `TypeError` that names the operation and the part where that has no form: an invalid date, a lone surrogate. */
export function orUnsendable<T>({ id }: Operation, place: string, name: string | undefined, write: () => T): T {
  try {
    return write();
  } catch (error) {
    const { name: kind, message = "" } = Object(error) as Partial<Error>; // of the platform, or of a `toJSON`
    if (message.startsWith(`${id}: `)) throw error; // it says so itself
    const part = name === undefined ? place : `${place} parameter "${name}"`;
    throw new TypeError(`${id}: the ${part} cannot be sent: ${kind === "URIError" ? "a lone surrogate is no character" : message}`);
  }
}

/**
 * The query string of an operation, without `?`: what the path of the description itself has of it, then the parameters. One
 * that is not described is written in OpenAPI's default style. `whole` is the value of a `querystring` parameter.
 */
export function queryText(operation: Operation, values: Values, whole?: unknown, write: WriteParameter = writePlain): string {
  let text = operation.path.includes("?") ? (operation.path.split("#", 1)[0]?.split("?", 2)[1] ?? "") : "";
  const stringify = stringifierOf(operation);
  const add = (name: string, value: unknown, place: ParameterLocation, parameter: Parameter | undefined): void => {
    const part = orUnsendable(operation, place, name || undefined, () => write(name, value, place, parameter, stringify));
    if (part !== "") text += text === "" ? part : `&${part}`;
  };
  add("", whole, "querystring", operation.parameters?.querystring);
  for (const [name, value] of Object.entries(values ?? {})) add(name, value, "query", describedParameter(operation, name, "query"));
  return text;
}

/** What a descriptor says of a parameter besides its name. */
function describedParameter(
  { parameters }: Operation,
  name: string,
  place: Exclude<ParameterLocation, "querystring">,
): Parameter | undefined {
  const found = parameters?.[place]?.find((one) => (typeof one === "string" ? one : one.name) === name);
  return typeof found === "string" ? { name } : found;
}

/**
 * The path of an operation with its parameters filled in; without a fragment, which some descriptions use to tell
 * operations apart. Throws where the value would make it another path: nothing at all, `.` and `..`.
 */
export function pathText(operation: Operation, values: Values, write: WriteParameter = writePlain): string {
  const [template = ""] = operation.path.split(/[?#]/, 1);
  const path = template.replace(/\{([^{}]+)\}/g, (_, written: string) => {
    const parameter = describedParameter(operation, written, "path") ?? describedParameter(operation, plainName(written), "path");
    const name = parameter?.name ?? plainName(written);
    const value = values !== undefined && hasOwn(values, name) ? values[name] : undefined;
    const text = orUnsendable(operation, "path", name, () => write(name, value, "path", parameter, stringifierOf(operation)));
    if (text === "") throw new TypeError(`${operation.id}: the path parameter "${name}" is ${isAbsent(value) ? "missing" : "empty"}`);
    return text;
  });
  if (/(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(path))
    throw new TypeError(`${operation.id}: a path parameter makes a "." or ".." of the path`);
  return path;
}

/** Some descriptions write the style into the template, as RFC 6570 does: `{.id*}`. */
const plainName = (written: string): string => written.replace(/^[.;?]/, "").replace(/\*$/, "");

/** Header parameters by name, and cookies in one header; null takes a client's default away. */
export function headerTexts(
  operation: Operation,
  headers: Values,
  cookies: Values,
  write: WriteParameter = writePlain,
): Record<string, string | null> {
  const texts: Record<string, string | null> = {};
  const stringify = stringifierOf(operation);
  const written = (name: string, value: unknown, place: "header" | "cookie"): string =>
    orUnsendable(operation, place, name, () => {
      const parameter = describedParameter(operation, name, place);
      const isDivided = place === "header" && typeof value === "object" && parameter?.content === undefined && !(value instanceof Date);
      const parts = isDivided
        ? Object.entries(value ?? {})
            .flat()
            .map((part) => (isAbsent(part) ? "" : undivided(textOf(part, stringify), ",")))
        : [];
      const text = write(name, value, place, parameter, stringify);
      if ([text, ...parts].some((part) => /^[\t ]|[\t ]$/.test(part))) throw new TypeError(`no ${place} keeps blanks around a text`);
      if (text === "" && Array.isArray(value) && !value.every(isAbsent)) throw new TypeError("a list of one empty text is none");
      if (/[^\t -~\u0080-\u00ff]/.test(text))
        throw new TypeError(`no ${place} has line ends, control characters or letters beyond Latin-1`);
      return text;
    });
  for (const [name, value] of Object.entries(headers ?? {})) {
    if (value === undefined) continue;
    const text = written(name, value, "header");
    // A list of nothing is no list, as RFC 6570 has it: an empty header would be a list of one empty text.
    if (text !== "" || typeof value !== "object") texts[name] = text;
    else if (value === null) texts[name] = null;
  }
  const cookie = Object.entries(cookies ?? {})
    .map(([name, value]) => written(name, value, "cookie"))
    .filter((part) => part !== "")
    .join("; ");
  if (cookie !== "") texts["Cookie"] = cookie;
  return texts;
}
