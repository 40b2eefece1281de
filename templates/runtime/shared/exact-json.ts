/**
 * JSON whose integers may be larger than a number holds exactly: read and written without loss at the places that the
 * description says. Everything else is as `JSON.parse` and `JSON.stringify` have it, and so is the grammar.
 */
import { hasOwn } from "./has-own.js";
import { integerOf, isText, markedText, unmarked } from "./mark-numbers.js";
import { stringifyBigints } from "./stringify-bigints.js";
import { copied, insideOf, replaced, type Int64Locations, type Ready } from "./int64-locations.js";
import { isDigits, isInt64Text, isUint64Text } from "./int64.js";
import { codecOf, describedAs } from "./media-type.js";
import type { ExactIntegers, ExactJson } from "./operation.js";

/** Where the parts of an operation hold 64-bit integers. */
export interface OperationInt64s {
  /** Of an object of the parameters of each location. */
  readonly parameters?: Int64Locations;
  readonly body?: { readonly [mediaType: string]: Int64Locations };
  /** By status as described; `null` where a described status has none. */
  readonly responses?: { readonly [status: string]: { readonly [mediaType: string]: Int64Locations } | null };
}

/** 64-bit integers as bigints. */
export const bigints = (places: OperationInt64s): ExactIntegers => exactIntegers(places, { ofDigits: BigInt, ready: undefined });

/** 64-bit integers as strings of decimal digits. */
export const digits = (places: OperationInt64s): ExactIntegers =>
  exactIntegers(places, { ofDigits: (text) => BigInt(text).toString(), ready: bigintOf });

/** JSON of a value that holds 64-bit integers, as bigints. */
export const bigintJson = (places: Int64Locations): ExactJson => exactJson(places, { ofDigits: BigInt, ready: undefined });

/** JSON of a value that holds 64-bit integers, as strings of decimal digits. */
export const digitsJson = (places: Int64Locations): ExactJson =>
  exactJson(places, { ofDigits: (text) => BigInt(text).toString(), ready: bigintOf });

/** How a program holds an integer. */
interface IntegerForm {
  readonly ofDigits: (digits: string) => unknown;
  /** What a value at such a place is written as; `undefined` where that is the value itself. */
  readonly ready: Ready | undefined;
}

function exactIntegers({ parameters, body, responses }: OperationInt64s, form: IntegerForm): ExactIntegers {
  const codec = (places: Int64Locations | undefined): ExactJson | undefined => (places === undefined ? undefined : exactJson(places, form));
  const ofParameters = codec(parameters);
  const ofBody = (mediaType: string): ExactJson | undefined => codec(bestOf(body, mediaType));
  return {
    parameters: ofParameters,
    body: ofBody,
    response(status, mediaType) {
      const described = [String(status), `${Math.floor(status / 100)}XX`, "default"].find((key) => hasOwn(responses ?? {}, key));
      return codec(bestOf(described === undefined ? undefined : responses?.[described], mediaType));
    },
    stringify: stringifyBigints,
    ready(sending, mediaType) {
      const ofSent = sending.body === undefined ? undefined : ofBody(mediaType);
      if (form.ready === undefined || (ofParameters === undefined && ofSent === undefined)) return sending;
      const changed: Record<string, unknown> = {};
      for (const part of requestParts)
        if (sending[part] !== undefined) changed[part] = ofParameters?.member(part)?.ready(sending[part]) ?? sending[part];
      if (ofSent !== undefined) changed["body"] = readyBody(sending.body, mediaType, ofSent);
      return { ...sending, ...changed };
    },
  };
}

/** Of lines, each of them. */
function readyBody(value: unknown, mediaType: string, { ready }: ExactJson): unknown {
  return codecOf(mediaType) === "lines" && Array.isArray(value) ? value.map(ready) : ready(value);
}

const requestParts = ["path", "query", "header", "cookie", "querystring"] as const;

/** The places of a media type; of the only one there is where a service sends its JSON as something else. */
function bestOf(
  places: { readonly [mediaType: string]: Int64Locations } | null | undefined,
  mediaType: string,
): Int64Locations | undefined {
  if (places === null || places === undefined || hasOwn(places, mediaType)) return places?.[mediaType];
  const all = Object.keys(places);
  const described = describedAs(all, mediaType) ?? (all.length === 1 ? all[0] : undefined);
  return described === undefined ? undefined : places[described];
}

function exactJson(places: Int64Locations, form: IntegerForm): ExactJson {
  const inside = (inner: Int64Locations | undefined): ExactJson | undefined => (inner === undefined ? undefined : exactJson(inner, form));
  const ready = (value: unknown): unknown => (form.ready === undefined ? value : copied(value, places, form.ready));
  return {
    parse: (text, isStrict = false) => parse(text, places, form, isStrict),
    stringify: (value) => stringifyBigints(ready(value)),
    ready,
    member: (name) => inside(insideOf(places, name)),
    item: () => inside(insideOf(places, undefined)),
  };
}

function parse(text: string, places: Int64Locations, { ofDigits, ready }: IntegerForm, refusesText: boolean): unknown {
  // Where integers are held as text, text must not pass for one.
  const textAt = (found: unknown, isStrict: boolean): unknown => (refusesText && isStrict && ready !== undefined ? NaN : found);
  const rounded: number[] = [];
  const result = replaced(JSON.parse(text), places, (found, isStrict) => {
    if (typeof found === "string") return textAt(found, isStrict);
    if (typeof found !== "number" || !Number.isInteger(found)) return found;
    if (Number.isSafeInteger(found)) return ofDigits(String(found));
    return rounded.push(found);
  });
  // An integer that a number does not hold exactly was read as one that is not safe: only then the text is looked at again.
  if (rounded.length === 0) return result;
  const exactly = (found: unknown, isStrict: boolean): unknown => {
    if (isText(found)) return textAt(found, isStrict);
    const integer = integerOf(found);
    return integer === undefined ? found : ofDigits(integer);
  };
  // A copy: what is marked is still to be exchanged.
  const read = (found: unknown): unknown => unmarked(JSON.parse(JSON.stringify(found)));
  return unmarked(replaced(JSON.parse(markedText(text)), places, exactly, read));
}

/** Text that is to be an integer, as what is written like one. Where it may be any text, what no integer of 64 bits is stays text. */
const bigintOf: Ready = (value, isStrict, path) => {
  if (isDigits(value) && (isStrict || isInt64Text(value) || isUint64Text(value))) return BigInt(value);
  if (typeof value !== "string" || !isStrict) return value;
  throw new TypeError(`${path.length === 0 ? "The value" : `"${path.join(".")}"`} must be an integer as a string of digits`);
};
