/**
 * Parameters in every style of OpenAPI, for values, arrays and objects.
 * @see https://spec.openapis.org/oas/v3.2.0.html#style-values
 */
import { codecOf } from "../../shared/media-type.js";
import type { Parameter, UnsendableParts } from "../../shared/operation.js";
import { plain, textOf, writePlain, type ParameterLocation, type Stringify, type WriteParameter } from "../../shared/serialise.js";
import { deepObjectPairs, expand, formText, jsonText, reservedInQuery } from "../../shared/styles.js";

// As `reservedInQuery`, for a path.
const reservedInPath = (text: string): string =>
  text.replace(/[^A-Za-z0-9\-._~:[\]@!$&'()*+,;=%]+|%(?![0-9A-Fa-f]{2})/g, encodeURIComponent);

/** A value of a `content` parameter, before it is encoded for its place. */
function contentText(value: unknown, mediaType: string, stringify?: Stringify, { members, others }: UnsendableParts = {}): string {
  if (codecOf(mediaType) === "form" && typeof value === "object" && value !== null)
    return formText(Object.entries(value), members, stringify, others);
  return codecOf(mediaType) === "json" ? jsonText(value, stringify) : textOf(value, stringify);
}

/** Parameters of a query in OpenAPI's default style, or in that of nested objects: `a[b]=1`. */
export const writeDeepObject: WriteParameter = (name, value, place, parameter, stringify) =>
  parameter?.style === "deepObject" && typeof value === "object"
    ? deepObjectPairs(encodeURIComponent(name), value, encodeURIComponent, parameter).join("&")
    : writePlain(name, value, place, parameter, stringify);

/** A parameter in the style that the description gives it. What OpenAPI says by default is not written in a descriptor. */
export const writeStyled: WriteParameter = (name, value, place, parameter, stringify) => {
  const { style, explode } = parameter ?? {};
  // Neither style of cookies can use `&` between them.
  const own = place === "cookie" ? "cookie" : place === "header" ? "simple" : (style ?? usual[place]);
  return expand(name, value, own, explode, encoderFor(place, parameter), stringify, parameter);
};

/** The same, and parameters that are encoded as a media type. */
export const writeEncoded: WriteParameter = (name, value, place, parameter, stringify) => {
  const { content } = parameter ?? {};
  if (value === undefined || (value === null && codecOf(content ?? "") !== "json")) return "";
  if (place === "querystring") return wholeText(value, content, stringify, parameter);
  if (content === undefined) return writeStyled(name, value, place, parameter, stringify);
  const encode = encoderFor(place, parameter);
  // A header's own text is not encoded, and a cookie's name is sent as it is.
  const text = encode(contentText(value, content, stringify, parameter));
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

function wholeText(
  value: unknown,
  mediaType = "application/x-www-form-urlencoded",
  stringify?: Stringify,
  parameter?: UnsendableParts,
): string {
  const text = contentText(value, mediaType, stringify, parameter);
  return codecOf(mediaType) === "form" ? text : encodeURIComponent(text);
}
