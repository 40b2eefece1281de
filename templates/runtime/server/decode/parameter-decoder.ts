/**
 * The parameters of one operation, read and validated together.
 */
import { cookieReader, formType, headerReader, pathReader, queryReader, querystringReader, type Read } from "./parameter-readers.js";
import { textOfValue } from "../route/http-exchange.js";
import { hasOwn } from "../../shared/has-own.js";
import { codecOf } from "../../shared/media-type.js";
import type { Issue } from "../../validate/issues.js";
import type { Operation, Parameter } from "../../shared/operation.js";
import { mostParameters, pairsMessage, parseCookies, parsePairs, Pairs } from "./query-pairs.js";
import { withoutPlatformHeaders } from "./platform-headers.js";
import type { ProblemIssue } from "../route/problem.js";
import { rejectBracketedQuery } from "./reject-bracketed-query.js";
import { isAmbiguous, readAgain, readerOfTexts, wholeAgain } from "./second-reading.js";
import { addIssues, hideInherited, inheritedNames, setOwn, readerOf, type Issues, type Reader, type WireType } from "./wire-type.js";
import type { IncomingHeaders, Location } from "../route/server-types.js";
import type { Validator } from "../../validate/validate.js";

/** What the generated server says of the parameters of one location. */
export interface PartDefinition {
  /** By name, where a parameter is not text. */
  readonly decode?: { readonly [name: string]: WireType };
  /** By name: values of parameters that were not sent. */
  readonly defaults?: { readonly [name: string]: unknown };
  readonly validator?: Validator<unknown>;
}

export type PartDefinitions = { readonly [L in Location]?: PartDefinition } & {
  /** Where the description has the whole query string as one value. */
  readonly querystring?: { readonly decode?: WireType; readonly validator?: Validator<unknown> };
};

/** A request, as far as its parameters are concerned. All raw. */
export interface ParameterSource {
  /** By name in the path template. */
  readonly path: ReadonlyMap<string, string>;
  /** Without `?`. */
  readonly query: string;
  readonly headers: IncomingHeaders;
  /** Whether the query was encoded anew on its way. */
  readonly reencoded?: boolean;
}

export interface DecodedParameters {
  readonly path: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly header: Record<string, unknown>;
  readonly cookie: Record<string, unknown>;
  readonly querystring?: unknown;
}

/** Reads all parameters of an operation. What is wrong with them goes into `issues`; the result counts only when there are none. */
export type DecodeParameters = (source: ParameterSource, issues: Issues) => DecodedParameters;

/** The objects whose members are written under names of their own, by parameter. */
function explodedObjects(parameters: readonly Parameter[], { decode = {} }: PartDefinition = {}): ReadonlyMap<string, Reader> {
  const isExploded = ({ content, style = "form", explode = true }: Parameter): boolean =>
    content === undefined && style === "form" && explode;
  const readers = parameters
    .filter(isExploded)
    .map(({ name }) => [name, readerOf(hasOwn(decode, name) ? decode[name] : undefined)] as const);
  return new Map(readers.filter(([, { members }]) => members !== undefined));
}

/** The names that parameters of a location answer to, and those of credentials. */
function namesOf(parameters: readonly Parameter[], exploded: ReadonlyMap<string, Reader>, keys: readonly string[]): ReadonlySet<string> {
  const members = [...exploded.values()].flatMap((reader) => [...(reader.members?.keys() ?? [])]);
  return new Set([...parameters.map(({ name }) => name), ...members, ...keys]);
}

/** Names of the query and of cookies that credentials have: an object that takes any member does not take them. */
export interface CredentialNames {
  readonly query: readonly string[];
  readonly cookie: readonly string[];
}

const noKeys: CredentialNames = { query: [], cookie: [] };

const noParameters: Record<string, unknown> = Object.freeze({});

/** Everything that can be known before a request is worked out here, once. */
export function parameterDecoder(operation: Operation, parts: PartDefinitions, keys: CredentialNames = noKeys): DecodeParameters {
  const path = partDecoder<ReadonlyMap<string, string>>(operation, "path", parts, (parameter, reader) => {
    const read = pathReader(parameter, reader);
    return (values, issues) => read(values.get(parameter.name), issues);
  });
  const inQuery = parametersIn(operation, "query");
  const inCookies = parametersIn(operation, "cookie");
  const exploded = explodedObjects(inQuery, parts.query);
  const claimed = {
    query: namesOf(inQuery, exploded, keys.query),
    cookie: namesOf(inCookies, explodedObjects(inCookies, parts.cookie), keys.cookie),
  };
  const query = rejectBracketedQuery(
    inQuery,
    partDecoder<Pairs>(operation, "query", parts, (parameter, reader) => queryReader(parameter, reader, claimed.query)),
    { claimed: claimed.query, exploded },
  );
  const header = withoutPlatformHeaders(
    parametersIn(operation, "header"),
    partDecoder<IncomingHeaders>(operation, "header", parts, (parameter, reader) => {
      const read = headerReader(parameter, reader);
      const key = parameter.name.toLowerCase();
      // The headers of `node:http` have what every object has: a header may be called `constructor`.
      return (headers, issues) => read(hasOwn(headers, key) ? textOfHeader(headers[key]) : undefined, issues);
    }),
  );
  const cookie = partDecoder<Pairs>(operation, "cookie", parts, (parameter, reader) => cookieReader(parameter, reader, claimed.cookie));
  const whole = wholeDecoder(operation, parts.querystring, keys.query);
  const decode: DecodeParameters = (source, issues) => ({
    path: path === undefined ? noParameters : path(source.path, issues),
    query: query === undefined ? noParameters : decodeQuery(query, source, issues),
    header: header === undefined ? noParameters : header(source.headers, issues),
    cookie: cookie === undefined ? noParameters : cookie(parseCookies(textOfHeader(source.headers["cookie"])), issues),
  });
  if (whole === undefined) return decode;
  return (source, issues) => ({ ...decode(source, issues), querystring: whole(source, issues) });
}

function parametersIn({ parameters }: Operation, location: Location): readonly Parameter[] {
  const all = (parameters?.[location] ?? []).map((one): Parameter => (typeof one === "string" ? { name: one } : one));
  return location === "path" ? all.map((one) => ({ ...one, required: true })) : all;
}

function wholeDecoder(
  operation: Operation,
  { decode, validator }: NonNullable<PartDefinitions["querystring"]> = {},
  keys: CredentialNames["query"],
): Read<ParameterSource> | undefined {
  const parameter = operation.parameters?.querystring;
  if (parameter === undefined) return undefined;
  const reader = readerOf(decode, operation.exact?.parameters?.member("querystring"));
  const read = querystringReader(parameter, reader, keys);
  const again = isAmbiguous(reader) ? querystringReader(parameter, readerOfTexts(reader), keys) : undefined;
  const isForm = codecOf(parameter.content ?? formType) === "form";
  return ({ query, reencoded }, issues) => {
    const text = reencoded === true && !isForm ? unpaired(query) : query;
    if (text === "" && parameter.required === true) {
      issues.push({ in: "querystring", path: [parameter.name], keyword: "required", message: "is required" });
    }
    const before = issues.length;
    const value = read(text, issues);
    const isRead = value !== undefined && issues.length === before;
    if (isRead ? validator?.is(value) !== false : issues.length === before) return value;
    const meant = again === undefined || validator === undefined ? undefined : wholeAgain(again, text, validator);
    if (meant !== undefined) {
      issues.length = before;
      return meant;
    }
    if (!isRead || validator === undefined) return value;
    const found = issuesOf(validator, value, "querystring");
    addIssues(
      issues,
      found.map((issue) => ({ ...issue, path: [parameter.name, ...issue.path] })),
    );
    return undefined;
  };
}

/** What a host made of a query that is no form: it took the text for a name without a value. */
function unpaired(query: string): string {
  return query.split("=", 1).join("").replace(/\+/g, "%20");
}

type DecodeQuery = NonNullable<ReturnType<typeof rejectBracketedQuery>>;

/** What is wrong with a query as a whole is all that is said of it: no parameter of it is known. */
function decodeQuery(decode: DecodeQuery, { query, reencoded }: ParameterSource, issues: Issues): Record<string, unknown> {
  const pairs = parsePairs(query, mostParameters, reencoded);
  if (pairs instanceof Pairs) return decode(query, pairs, issues);
  issues.push({ in: "query", path: [], keyword: pairs, message: pairsMessage(pairs, `${mostParameters} parameters`) });
  return noParameters;
}

const textOfHeader = (header: IncomingHeaders[string]): string | undefined =>
  typeof header === "object" ? header.join(", ") : textOfValue(header);

type Decode<Source> = (source: Source, issues: Issues) => Record<string, unknown>;

function partDecoder<Source>(
  operation: Operation,
  location: Location,
  parts: PartDefinitions,
  reader: (parameter: Parameter, reader: Reader) => Read<Source>,
): Decode<Source> | undefined {
  const parameters = parametersIn(operation, location);
  if (parameters.length === 0) return undefined;
  const { decode = {}, defaults = {}, validator } = parts[location] ?? {};
  const exact = operation.exact?.parameters?.member(location);
  const readers = parameters.map((parameter) => {
    const { name, required = false } = parameter;
    const own = readerOf(hasOwn(decode, name) ? decode[name] : undefined, exact?.member(name));
    const fallback = hasOwn(defaults, name) ? defaults[name] : undefined;
    const again = validator !== undefined && isAmbiguous(own) ? reader(parameter, readerOfTexts(own)) : undefined;
    return { name, required, fallback, read: reader(parameter, own), again };
  });
  const isAnyAmbiguous = readers.some(({ again }) => again !== undefined);
  const keyOf = (name: string): string => (location === "header" ? name.toLowerCase() : name);
  const inherited = inheritedNames(parameters.map(({ name }) => name));
  const hasDefaults = Object.keys(defaults).length > 0;
  const checkedNames = location === "header" ? new Map(parameters.map(({ name }) => [name.toLowerCase(), name])) : undefined;
  return (source, issues) => {
    const values: Record<string, unknown> = {};
    // Of a parameter that cannot be read nothing else is said.
    const unread = new Set<string | number | undefined>();
    const before = issues.length;
    for (const { name, required, read } of readers) {
      const count = issues.length;
      const value = read(source, issues);
      if (value !== undefined) setOwn(values, name, value);
      else if (required && issues.length === count)
        issues.push({ in: location, path: [name], keyword: "required", message: "is required" });
      if (issues.length > count) unread.add(name);
    }
    if (validator !== undefined) {
      const checked = checkedNames === undefined ? values : withLowerCaseNames(values);
      const isValid = validator.is(checked);
      if ((!isValid || unread.size > 0) && isAnyAmbiguous && readAgain(readers, { source, values, unread }, validator, keyOf)) {
        issues.length = before;
        unread.clear();
      } else if (!isValid) {
        const found = issuesOf(validator, checked, location).map((issue) => renamed(issue, checkedNames));
        addIssues(
          issues,
          found.filter(({ path }) => !unread.has(path[0])),
        );
      }
    }
    if (unread.size > 0) return values;
    // Defaults come from the description, so they are not held against it.
    if (hasDefaults)
      for (const { name, fallback } of readers) if (fallback !== undefined && !hasOwn(values, name)) setOwn(values, name, fresh(fallback));
    return hideInherited(values, inherited);
  };
}

/** Validators know headers by lower-case names. */
function withLowerCaseNames(values: Record<string, unknown>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) setOwn(result, name.toLowerCase(), value);
  return result;
}

/** The same issue, of the parameter as the description writes its name. */
function renamed(issue: ProblemIssue, names: ReadonlyMap<string, string> | undefined): ProblemIssue {
  const [first, ...rest] = issue.path;
  const name = typeof first === "string" ? names?.get(first) : undefined;
  return name === undefined ? issue : { ...issue, path: [name, ...rest] };
}

/** What a validator says of a value, as issues of a part of the request. */
export function issuesOf(validator: Validator<unknown>, value: unknown, at: ProblemIssue["in"]): readonly ProblemIssue[] {
  const result = validator.safeParse(value);
  return "issues" in result ? asProblems(result.issues, at) : [];
}

/** Issues of a part of the request, as they are told. */
export function asProblems(issues: readonly Issue[], at: ProblemIssue["in"]): readonly ProblemIssue[] {
  return issues.map(({ path, keyword, message }) => ({ in: at, path, keyword, message }));
}

/** A copy where there is something to change: a default is the same for every request, and what a handler gets is its own. */
const fresh = (value: unknown): unknown => (typeof value === "object" && value !== null ? structuredClone(value) : value);
