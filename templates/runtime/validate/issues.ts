/**
 * What is wrong with a value. One function per keyword of JSON Schema, so that a bundle carries the sentences it can need and
 * no others: each gives the issues so far and one more, with the path from the value that is checked and what the keyword asks for.
 */

export type Key = string | number;

type Path = readonly Key[];

/** How each keyword that a bundle can tell of is put into words. They are no part of an issue, which can so be sent and copied like any data. */
const sentences: Record<string, (expected: never) => string> = {};

/** One thing that is wrong with a value. The sentence and the pointer are made when somebody asks for them. */
export class Issue {
  /** Where: property names and array indexes from the root. */
  readonly path: Path;
  /** The keyword of JSON Schema that failed: "required", "minimum", … */
  readonly keyword: string;
  /** What the keyword asks for: 100 for "maximum", "string" for "type", the list for "enum"; `undefined` where its name says it all. */
  readonly expected: unknown;

  constructor(path: Path, keyword: string, expected: unknown) {
    this.path = path;
    this.keyword = keyword;
    this.expected = expected;
  }

  /** A sentence for the person who sent the value: it goes on where "The value" leaves off. Never repeats the value. */
  get message(): string {
    // Who made an issue has put its keyword into words, for what it asks for.
    const text = sentences[this.keyword]?.(this.expected as never) ?? "";
    // What a description says may be of any length.
    return text.length > 200 ? `${text.slice(0, 200)}…` : text;
  }

  /** The path as a JSON Pointer. @see https://www.rfc-editor.org/rfc/rfc6901 */
  get pointer(): string {
    return pointerOf(this.path);
  }

  /** The path and the sentence on one line, without what could steer a terminal. Names in the data may be of any length. */
  toString(): string {
    return `${this.path.join(".").slice(0, 100) || "The value"} ${this.message}`.replace(/[\p{C}\p{Z}]+/gu, " ");
  }

  /** The same as a plain object that can be copied and written as JSON: a bigint is in digits. */
  toJSON(): PlainIssue {
    const { path, pointer, keyword, expected, message } = this;
    return { path, pointer, keyword, expected: inDigits(expected), message };
  }
}

export const pointerOf = (path: Path): string => path.map((key) => `/${String(key).replace(/~/g, "~0").replace(/\//g, "~1")}`).join("");

export type PlainIssue = Pick<Issue, "path" | "pointer" | "keyword" | "expected" | "message">;

const inDigits = (value: unknown): unknown =>
  typeof value === "bigint" ? String(value) : Array.isArray(value) ? value.map(inDigits) : value;

/** More than this many issues help nobody, and a hostile value must not fill the memory with them. */
const maxIssues = 100;

/** An issue as long as they are collected. */
export interface FoundIssue extends Pick<Issue, "path" | "keyword" | "expected"> {
  /**
   * The same as it was found where the path ends. Where the parts of a value are looked at apart from each other, each level puts its keys
   * before those from the level below: to copy the path each time would take the square of its length.
   */
  readonly rest?: FoundIssue;
}

/**
 * The issues found in a value so far, as seen from one place in it. Every check is handed them and gives them back. A check changes them by
 * what it calls and never assigns them: TypeScript would follow an assignment at every later use.
 */
export interface Issues {
  /** All of them, wherever in the value they are. */
  readonly all: FoundIssue[];
  /** As seen from what this is a part of, and the key there; `undefined` of the value itself. */
  readonly outer: Issues | undefined;
  key: Key;
  /** As seen from a part of the value at this place: used again for the next part, so that a valid value takes no memory. */
  part: Issues | undefined;
}

/** Of a value that nobody has looked at. */
export const noIssues = (): Issues => ({ all: [], outer: undefined, key: "", part: undefined });

/** Whether there are as many as are told: who finds more need not look for them. */
export const isFull = ({ all }: Issues): boolean => all.length >= maxIssues;

/** What was found, for whoever sent the value. */
export const listIssues = ({ all }: Issues): Issue[] =>
  all.map((found) => (found instanceof Issue ? found : new Issue(wholePath(found), found.keyword, found.expected)));

function wholePath(found: FoundIssue): Path {
  const pieces: Path[] = [];
  for (let each: FoundIssue | undefined = found; each !== undefined; each = each.rest) pieces.push(each.path);
  return pieces.flat();
}

/** A path from a place as one from the whole value. */
function pathFrom(issues: Issues, path: Path): Path {
  if (issues.outer === undefined) return path;
  const keys: Key[] = [];
  for (let place = issues; place.outer !== undefined; place = place.outer) keys.push(place.key);
  return keys.reverse().concat(path);
}

/** The same issues for a check of a part of the value, until the next part is asked for. */
export function at(issues: Issues, key: Key): Issues {
  const { part } = issues;
  if (part === undefined) return (issues.part = { all: issues.all, outer: issues, key, part });
  part.key = key;
  return part;
}

/** One issue more, at a path from a place. */
function add(issues: Issues, path: Path, keyword: string, expected: unknown): Issues {
  if (!isFull(issues)) issues.all.push(new Issue(pathFrom(issues, path), keyword, expected));
  return issues;
}

/** The function for a keyword: one issue more, at a path, and what the keyword asks for. */
export type Fail<Expected> = (issues: Issues, path: Path, expected: Expected) => Issues;

/** The function for a keyword whose name says it all. */
export type Refuse = (issues: Issues, path: Path) => Issues;

/** Makes the function for a keyword. */
export function failing<Expected>(keyword: string, say: (expected: Expected) => string): Fail<Expected> {
  sentences[keyword] = say;
  return (issues, path, expected) => add(issues, path, keyword, expected);
}

/** Makes the function for a keyword whose name says it all. */
export function refusing(keyword: string, words: string): Refuse {
  const fail = failing(keyword, () => words);
  return (issues, path) => fail(issues, path, undefined);
}

/** Copies of issues that were found apart, each at a path from this place. */
export function addIssues(issues: Issues, { all }: Issues, path: Path = []): Issues {
  const before = pathFrom(issues, path);
  for (const rest of all) {
    if (isFull(issues)) break;
    issues.all.push(before.length === 0 ? rest : { path: before, keyword: rest.keyword, expected: rest.expected, rest });
  }
  return issues;
}

/** Leaves the first of several issues. */
export function onlyFirst(issues: Issues): Issues {
  issues.all.splice(1);
  return issues;
}

/**
 * Why none of several alternatives fits: the issues of the one that the value comes closest to when there is one, else that none does. Of
 * `oneOf`, also that several do.
 */
export function failAlternatives(issues: Issues, keyword: "anyOf" | "oneOf", alternatives: readonly Issues[], path: Path): Issues {
  if (keyword === "oneOf" && alternatives.some(({ all }) => all.length === 0)) return failOnlyOne(issues, path);
  // An alternative whose type, constant or tag is wrong was not meant; of the others, the fewest issues are the closest.
  const meant = alternatives.filter(({ all }) => all.length > 0 && !all.some(isOtherAlternative));
  const fewest = Math.min(...meant.map(({ all }) => all.length));
  const [closest, other] = meant.filter(({ all }) => all.length === fewest);
  if (closest === undefined || other !== undefined) return (keyword === "anyOf" ? failAnyOf : failOneOf)(issues, path, undefined);
  return addIssues(issues, closest, path);
}

function isOtherAlternative({ path, keyword, rest }: FoundIssue): boolean {
  // Every piece of a path but the last has a key.
  const length = path.length + (rest === undefined ? 0 : rest.path.length);
  return length === 0 ? keyword === "type" || keyword === "enum" : length === 1 && keyword === "const";
}

const notAllowed = "is not allowed";

/** A type as a schema names it. */
type TypeName = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object" | "binary data" | `integer ${string}`;
export type TypeNames = TypeName | readonly TypeName[];

/** Types are named in the order in which they are given. */
export const failType: Fail<TypeNames> = /* @__PURE__ */ failing("type", (types) => `must be ${nouns(types)}`);
/** Where a `Blob` is as good as a string. */
export function failBinary(issues: Issues, path: Path, types: TypeNames): Issues {
  return failType(issues, path, [...(typeof types === "string" ? [types] : types), "binary data"]);
}
/** That a value is not an integer, or one that a number of JavaScript does not hold. */
export function failSafeInteger(issues: Issues, path: Path, value: unknown, types: TypeNames = "integer"): Issues {
  return failType(issues, path, Number.isInteger(value) ? "integer between -9007199254740991 and 9007199254740991" : types);
}
/** That a value is not an integer, or one that a number holds where it has to be a bigint: only code in JavaScript can have made it. */
export function failBigint(issues: Issues, path: Path, value: unknown, types: TypeNames = "integer"): Issues {
  return failType(issues, path, Number.isInteger(value) ? "integer held as a bigint" : types);
}
/** That a value is not an integer from 0, or one that a number does not hold. */
export function failSafeUint64(issues: Issues, path: Path, value: unknown): Issues {
  return failType(issues, path, Number.isInteger(value) ? "integer between 0 and 9007199254740991" : "integer");
}

const failValues = /* @__PURE__ */ failing("enum", oneOf);
/** The values that are allowed, as the description has them. */
export function failEnum(issues: Issues, path: Path, values: Iterable<unknown>): Issues {
  return failValues(issues, path, Array.isArray(values) ? values : [...values]);
}
export const failConst: Fail<unknown> = /* @__PURE__ */ failing("const", (value) => oneOf([value]));
/** That a tag is none of those that a discriminator knows. */
export const failDiscriminator: Fail<readonly unknown[]> = /* @__PURE__ */ failing("discriminator", oneOf);

// A limit beyond what a number can hold comes as text.
export const failMinimum: Fail<number | string> = /* @__PURE__ */ failing("minimum", (limit) => `must be at least ${limit}`);
export const failMaximum: Fail<number | string> = /* @__PURE__ */ failing("maximum", (limit) => `must be at most ${limit}`);
export const failExclusiveMinimum: Fail<number | string> = /* @__PURE__ */ failing(
  "exclusiveMinimum",
  (limit) => `must be greater than ${limit}`,
);
export const failExclusiveMaximum: Fail<number | string> = /* @__PURE__ */ failing(
  "exclusiveMaximum",
  (limit) => `must be less than ${limit}`,
);
export const failMultipleOf: Fail<number | string> = /* @__PURE__ */ failing("multipleOf", (divisor) => `must be a multiple of ${divisor}`);

export const failMinLength: Fail<number> = /* @__PURE__ */ failing("minLength", (count) => atLeast(count, "character"));
export const failMaxLength: Fail<number> = /* @__PURE__ */ failing("maxLength", (count) => atMost(count, "character"));
/** A pattern; or how many units of UTF-16 a text may have, to be given to a pattern which is slow on some long texts. */
const failMatch = /* @__PURE__ */ failing("pattern", (pattern: string | number) =>
  typeof pattern === "string" ? `must match the pattern ${pattern}` : `${atMost(pattern, "character")}, for its pattern to be checked`,
);
/** A pattern as the description has it, or as it is checked. */
export function failPattern(issues: Issues, path: Path, pattern: string | RegExp): Issues {
  return failMatch(issues, path, typeof pattern === "string" ? pattern : pattern.source);
}
/** That a text is too long to be given to its pattern. */
export const failPatternLength: Fail<number> = failMatch;

/** What formats ask for, in words, as far as a bundle can need them. */
const formats: Record<string, string> = {};

export function failingFormats(words: Readonly<Record<string, string>>): Fail<string> {
  Object.assign(formats, words);
  return failing("format", (format) => `must be ${formats[format] ?? `of the format ${format}`}`);
}

/** A format of strings. */
export const failFormat: Fail<string> = /* @__PURE__ */ failingFormats({
  date: "a date such as 2026-03-01",
  "date-time": "a date and time such as 2026-03-01T09:30:00Z",
  time: "a time such as 09:30:00Z",
  duration: "a duration such as P3DT12H",
  email: "an email address",
  "idn-email": "an email address",
  hostname: "a host name",
  "idn-hostname": "a host name",
  ipv4: "an IPv4 address",
  ipv6: "an IPv6 address",
  uri: "a URI such as https://example.com/a",
  "uri-reference": "a URI reference",
  iri: "an IRI such as https://example.com/a",
  "iri-reference": "an IRI reference",
  "uri-template": "a URI template",
  uuid: "a UUID",
  byte: "base64",
  "json-pointer": "a JSON Pointer",
  "relative-json-pointer": "a relative JSON Pointer",
  regex: "a regular expression",
  base64url: "base64url",
  char: "one character",
  "date-time-local": "a date and time such as 2026-03-01T09:30:00",
  "time-local": "a time such as 09:30:00",
  "http-date": "a date such as Sun, 06 Nov 1994 08:49:37 GMT",
  "media-range": "a media type such as text/plain or text/*",
  etag: 'an entity tag such as "v1"',
  decimal: "a decimal number",
  decimal128: "a decimal number of at most 34 digits",
  int64: "an integer of 64 bits, in digits",
  uint64: "an integer of 64 bits from 0, in digits",
  "sf-boolean": "?0 or ?1",
  "sf-string": "a string in double quotes",
});
/** A format of integers that a number holds: "int32", "uint8", … */
export const failIntegerFormat: Fail<string> = /* @__PURE__ */ failingFormats({
  int8: "an integer between -128 and 127",
  uint8: "an integer between 0 and 255",
  int16: "an integer between -32768 and 32767",
  uint16: "an integer between 0 and 65535",
  int32: "an integer between -2147483648 and 2147483647",
  uint32: "an integer between 0 and 4294967295",
  "double-int": "an integer between -9007199254740991 and 9007199254740991",
  "sf-integer": "an integer between -999999999999999 and 999999999999999",
});
/** "int64" or "uint64", where what holds them is exact: all of the range is allowed. */
export const failInt64: Fail<string> = /* @__PURE__ */ failingFormats({
  int64: "an integer between -9223372036854775808 and 9223372036854775807",
  uint64: "an integer between 0 and 18446744073709551615",
});

export const failMinItems: Fail<number> = /* @__PURE__ */ failing("minItems", (count) => atLeast(count, "item"));
export const failMaxItems: Fail<number> = /* @__PURE__ */ failing("maxItems", (count) => atMost(count, "item"));
export const failUniqueItems: Refuse = /* @__PURE__ */ refusing("uniqueItems", "must not have the same item twice");
/** That there is an item where `prefixItems` allows none. */
export const failPrefixItems: Refuse = /* @__PURE__ */ refusing("prefixItems", notAllowed);
/** That there are more items than the number that `prefixItems` describes, and no others are allowed. */
export const failItems: Fail<number> = /* @__PURE__ */ failing("items", (count) => atMost(count, "item"));
/** How many items have to match: 1, unless `minContains` says otherwise. */
export const failContains: Fail<number> = /* @__PURE__ */ failing("contains", (count) => `${atLeast(count, "item")} of the kind described`);
export const failMaxContains: Fail<number> = /* @__PURE__ */ failing(
  "maxContains",
  (count) => `${atMost(count, "item")} of the kind described`,
);
export const failUnevaluatedItems: Refuse = /* @__PURE__ */ refusing("unevaluatedItems", notAllowed);

/** That a property is missing; the path ends with its name. */
export const failRequired: Refuse = /* @__PURE__ */ refusing("required", "is required");
/** That a property is missing, or not of these types. */
export function failRequiredType(issues: Issues, path: Path, types: TypeNames, value: unknown): Issues {
  return value === undefined ? failRequired(issues, path) : failType(issues, path, types);
}
/** The property that is there; the path ends with the name of the one that is missing. */
export const failDependentRequired: Fail<string> = /* @__PURE__ */ failing(
  "dependentRequired",
  (property) => `is required beside ${JSON.stringify(property)}`,
);
export const failMinProperties: Fail<number> = /* @__PURE__ */ failing("minProperties", (count) =>
  atLeast(count, "property", "properties"),
);
export const failMaxProperties: Fail<number> = /* @__PURE__ */ failing("maxProperties", (count) => atMost(count, "property", "properties"));
/** That there is a property whose schema is `false`. */
export const failProperties: Refuse = /* @__PURE__ */ refusing("properties", notAllowed);
/** That there is a property which only responses have. */
export const failReadOnly: Refuse = /* @__PURE__ */ refusing("readOnly", "is read-only");
/** That there is a property which only requests have. */
export const failWriteOnly: Refuse = /* @__PURE__ */ refusing("writeOnly", "is write-only");
const failPatternName = /* @__PURE__ */ failing("patternProperties", (count?: number) =>
  count === undefined ? notAllowed : `has a name of more than ${counted(count, "character")}`,
);
export function failPatternProperties(issues: Issues, path: Path): Issues {
  return failPatternName(issues, path, undefined);
}
/** That the name of a property is too long, in units of UTF-16, to be given to a pattern of names, which is slow on some; the path ends with it. */
export const failPatternNameLength: Fail<number> = failPatternName;
export const failAdditionalProperties: Refuse = /* @__PURE__ */ refusing("additionalProperties", notAllowed);
export const failUnevaluatedProperties: Refuse = /* @__PURE__ */ refusing("unevaluatedProperties", notAllowed);
/** That the name of a property is not allowed; the path ends with it. What names must do, in words: "have at most 9 characters". */
export const failPropertyNames: Fail<string | undefined> = /* @__PURE__ */ failing(
  "propertyNames",
  (words) => `is not allowed as a name${words === undefined ? "" : `, which must ${words}`}`,
);

/** What the value must not be, in words: "a string"; `undefined` where it takes more than a few. */
export const failNot: Fail<string | undefined> = /* @__PURE__ */ failing(
  "not",
  (words) => `must not ${words === undefined ? "match what is described as excluded" : `be ${words}`}`,
);
/** All alternatives, in words: "a string or null"; `undefined` where it takes more than a few. */
export const failAnyOf: Fail<string | undefined> = /* @__PURE__ */ failing("anyOf", alternatives);
/** That no alternative fits; in words as for `failAnyOf`. */
export const failOneOf: Fail<string | 1 | undefined> = /* @__PURE__ */ failing("oneOf", (words) =>
  words === 1 ? "must match only one of the described alternatives" : alternatives(words),
);
/** That more than one alternative fits. */
export function failOnlyOne(issues: Issues, path: Path): Issues {
  return failOneOf(issues, path, 1);
}
/** That no value at all is allowed: by the schema `false`, or by others that come to the same. */
export const failFalse: Refuse = /* @__PURE__ */ refusing("false", notAllowed);

function nouns(types: TypeNames): string {
  return [types]
    .flat()
    .map((type) => (type === "null" || type === "binary data" ? type : `${/^[aio]/.test(type) ? "an" : "a"} ${type}`))
    .join(" or ");
}

function oneOf(values: readonly unknown[]): string {
  const words = values.map((value) => (typeof value === "bigint" ? `${value}` : JSON.stringify(inDigits(value))));
  return `must be ${values.length > 1 ? "one of " : ""}${words.join(", ")}`;
}

function alternatives(words?: string): string {
  return `must ${words === undefined ? "match one of the described alternatives" : `be ${words}`}`;
}

function atLeast(count: number, noun: string, plural?: string): string {
  return `must have at least ${counted(count, noun, plural)}`;
}

function atMost(count: number, noun: string, plural?: string): string {
  return `must have at most ${counted(count, noun, plural)}`;
}

function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
