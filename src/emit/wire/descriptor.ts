import type { Api, Server } from "../../model/ir/api.js";
import type { Content, Operation, Parameter, PropertyEncoding, RequestBody } from "../../model/ir/operation.js";
import { code, ident, indexedMember, literal, propertyKey, type Code } from "../print/code.js";
import type { Imports } from "../print/imports.js";
import { clientMembers } from "./client-members.js";
import type { Int64s } from "./int64-code.js";
import { braces, brackets } from "../print/layout.js";
import type { EmitOptions } from "../options.js";
import { defaultExplode, defaultStyle } from "./default-styles.js";
import type { PolicyLists } from "./policy-lists.js";
import type { SecurityLists, SecurityWriting } from "./security-lists.js";
import { unsendableEntries, unsendableFields, unsendableParameters, type UnsendableParts } from "./unsendable-parts.js";
import { hasPlans, operationLimitCode, operationRetryCode } from "./rate-limits-code.js";

/** Room for the key and the indentation of an entry. */
const entryColumn = 16;

/** Modules of the interfaces that have what only some descriptions say of an operation: an output without it has none of them. */
export const factModules = {
  DeprecatedOperation: "./runtime/shared.js",
  LimitedOperation: "./runtime/shared.js",
  PartlyDeprecatedOperation: "./runtime/client.js",
} as const;

export type FactType = keyof typeof factModules;

export interface Descriptor {
  /** An `Operation` of `runtime/operation.ts`. What OpenAPI says by default is left out. */
  readonly value: Code;
  /** The interfaces that it has besides, in the order of its members. */
  readonly facts: readonly FactType[];
}

/** What descriptors are written with. */
export interface DescriptorWriting {
  readonly options: EmitOptions;
  readonly imports: Imports;
  readonly int64s: Int64s | undefined;
  readonly lists: SecurityLists;
  readonly policies: PolicyLists;
}

/** The lists of requirements of descriptors. */
export const descriptorSecurity: SecurityWriting = {
  type: code`readonly (readonly string[])[]`,
  write: (security) => (security.length === 0 ? undefined : securityCode(schemesOf(security))),
  column: entryColumn,
};

/** The descriptor of an operation. */
export function descriptor(api: Api, operation: Operation, { options, imports, int64s, lists, policies }: DescriptorWriting): Descriptor {
  const { names, method, path, parameters, body, responses, servers } = operation;
  const facts = factsOf(api, operation, options, imports, policies);
  const security = lists.of(operation);
  const integers = int64s?.entryOf(operation, imports);
  const isClient = options.parts.has("client");
  const unsendable = isClient ? unsendableParameters(api, operation) : undefined;
  const entries = [
    code`id: ${literal(names.value)}`,
    code`method: ${literal(method)}`,
    code`path: ${literal(sentPath(path))}`,
    ...(parameters.length === 0 ? [] : [code`parameters: ${parametersCode(parameters, unsendable)}`]),
    ...(body === undefined
      ? []
      : [code`body: ${bodyCode(body, isClient ? (content) => unsendableFields(api, content) : () => new Map())}`]),
    code`responses: ${braces(
      responses.map(({ status, contents }) => responseCode(status, contents)),
      entryColumn,
    )}`,
    ...(security === undefined ? [] : [code`security: ${security}`]),
    ...(servers === undefined ? [] : [code`servers: ${rows(servers.map((server) => serverCode(server, entryColumn)))}`]),
    ...facts.flatMap(({ members }) => members),
    ...(integers === undefined ? [] : [integers]),
    ...(isClient ? clientMembers(api, operation, options, imports) : []),
  ];
  return { value: braces(entries, Infinity), facts: facts.map(({ type }) => type) };
}

/** A path without the pairs of its query that have braces: these are parameters. What is left of the query is sent as it is. */
export function sentPath(path: string): string {
  return path.replace(/\?(?![^{]{0,500}\})[^#]*/, (query) => {
    const fixed = query
      .slice(1)
      .split("&")
      .filter((pair) => pair !== "" && !pair.includes("{"));
    return fixed.length === 0 ? "" : `?${fixed.join("&")}`;
  });
}

/** Members that an operation has by an interface of its own. */
interface Facts {
  readonly type: FactType;
  readonly members: readonly Code[];
}

function factsOf(api: Api, operation: Operation, options: EmitOptions, imports: Imports, lists: PolicyLists): readonly Facts[] {
  const { names, doc } = operation;
  // Read when it is asked for: a bundler keeps each module-level read of a property, and the descriptor that it stands in.
  const lifecycle = (member: string, table: string): Code =>
    code`get ${ident(member)}() {\n  return ${imports.value(table, "./lifecycle.js")}.${ident(names.value)};\n}`;
  const isDeprecated = doc.lifecycle?.deprecated === true;
  const hasParts = options.parts.has("client") && api.deprecatedParts.operations.has(names.value);
  const all: readonly Facts[] = [
    { type: "DeprecatedOperation", members: isDeprecated ? [lifecycle("deprecation", "deprecations")] : [] },
    { type: "PartlyDeprecatedOperation", members: hasParts ? [lifecycle("deprecatedParts", "deprecatedParts")] : [] },
    { type: "LimitedOperation", members: limitEntries(api, operation, options, lists) },
  ];
  return all.filter(({ members }) => members.length > 0);
}

/** What a call counts for and whether it may be sent again, where there is code that asks: the client's gate, the server's limiter. */
function limitEntries(
  api: Api,
  { rateLimit, retry }: Operation,
  { parts, limits = true }: EmitOptions,
  lists: PolicyLists,
): readonly Code[] {
  const gated = limits && parts.has("client");
  const limited = gated || (limits && parts.has("server") && hasPlans(api));
  const counted = rateLimit === undefined || !limited ? undefined : operationLimitCode(rateLimit, lists.of);
  return [
    ...(counted === undefined ? [] : [code`rateLimit: ${counted}`]),
    ...(retry === undefined || !gated ? [] : [code`retry: ${operationRetryCode(retry)}`]),
  ];
}

/** An array of objects: more than one are easier to read one per line. */
function rows(items: readonly Code[]): Code {
  return brackets(items, items.length > 1 ? Infinity : entryColumn);
}

/** The names of the schemes of each alternative. */
export function schemesOf(security: Operation["security"]): string[][] {
  return security.map((alternative) => alternative.map(({ scheme }) => scheme));
}

/** Alternatives of schemes, as data. */
export function securityCode(security: readonly string[][]): Code {
  return brackets(security.map(literal), entryColumn);
}

/** A server as data: its URL, and its variables where it has some. */
export function serverCode({ url, variables }: Pick<Server, "url" | "variables">, column: number): Code {
  const described = variables.map(({ name, default: usual, values }) => {
    const start = column + name.length;
    const listed = values === undefined ? [] : [code`values: ${brackets([...values].map(literal), start)}`];
    const given = usual === undefined ? [] : [code`default: ${literal(usual)}`];
    return code`${propertyKey(name)}: ${braces([...given, ...listed], start)}`;
  });
  return braces([code`url: ${literal(url)}`, ...(described.length === 0 ? [] : [code`variables: ${braces(described, column)}`])], column);
}

const locations = ["path", "query", "header", "cookie", "querystring"] as const satisfies readonly Parameter["in"][];

type Unsendable = ReturnType<typeof unsendableParameters>;

function parametersCode(parameters: readonly Parameter[], unsendable?: Unsendable): Code {
  const entries = locations.flatMap((location) => {
    const all = parameters.filter((parameter) => parameter.in === location).map((each) => parameterCode(each, unsendable?.get(each)));
    const [only] = all;
    if (only === undefined) return [];
    return [code`${ident(location)}: ${location === "querystring" ? only : brackets(all, entryColumn)}`];
  });
  return braces(entries, entryColumn);
}

/** Its name; with what OpenAPI does not say by default an object. */
function parameterCode({ name, in: place, required, encoding }: Parameter, unsendable: UnsendableParts | undefined): Code {
  const more = [
    ...(required && place !== "path" ? [code`required: true`] : []),
    ...encodingEntries(place, encoding),
    ...unsendableEntries(unsendable, entryColumn),
  ];
  return more.length === 0 && place !== "querystring" ? literal(name) : braces([code`name: ${literal(name)}`, ...more], entryColumn);
}

function encodingEntries(place: Parameter["in"], encoding: Parameter["encoding"]): readonly Code[] {
  if (encoding.kind === "content") return [code`content: ${literal(encoding.mediaType)}`];
  const { style, explode, allowReserved, allowEmptyValue } = encoding;
  return [
    ...(style === defaultStyle(place) ? [] : [code`style: ${literal(style)}`]),
    ...(explode === defaultExplode(style) ? [] : [code`explode: ${literal(explode)}`]),
    ...(allowReserved ? [code`allowReserved: true`] : []),
    ...(allowEmptyValue && place === "query" ? [code`allowEmptyValue: true`] : []),
  ];
}

function bodyCode(
  { required, contents }: Pick<RequestBody, "required" | "contents">,
  unsendableOf: (content: Content) => ReadonlyMap<string, UnsendableParts>,
): Code {
  const entries = contents.map((content) => {
    const { mediaType, encoding } = content;
    const unsendable = unsendableOf(content);
    const isEncoded = encoding.length + unsendable.size > 0;
    const value = isEncoded ? braces([code`encoding: ${encodingsCode(encoding, unsendable)}`], entryColumn + mediaType.length) : code`{}`;
    return code`${propertyKey(mediaType)}: ${value}`;
  });
  return braces([...(required ? [code`required: true`] : []), code`content: ${braces(entries, entryColumn)}`], entryColumn);
}

/** How the properties of a form are written, by name. `unsendable`: of properties, whether they have an encoding or not. */
export function encodingsCode(encodings: readonly PropertyEncoding[], unsendable: ReadonlyMap<string, UnsendableParts> = new Map()): Code {
  const said = new Set(encodings.map(({ property }) => property));
  const others = Array.from(unsendable.keys()).filter((property) => !said.has(property));
  const all = [...encodings, ...others.map((property): PropertyEncoding => ({ property, contentType: undefined, style: undefined }))];
  return braces(
    all.map((each) => indexedMember(each.property, encodingCode(each, unsendable.get(each.property)))),
    entryColumn,
  );
}

function encodingCode({ contentType, style }: PropertyEncoding, unsendable: UnsendableParts | undefined): Code {
  const entries = contentType === undefined ? [] : [code`contentType: ${literal(contentType)}`];
  if (style !== undefined) {
    entries.push(code`style: ${literal(style.style)}`);
    if (style.explode !== defaultExplode(style.style)) entries.push(code`explode: ${literal(style.explode)}`);
    if (style.allowReserved) entries.push(code`allowReserved: true`);
  }
  return braces([...entries, ...unsendableEntries(unsendable, entryColumn)], entryColumn);
}

function responseCode(status: string, contents: readonly Content[]): Code {
  return code`${propertyKeyOfStatus(status)}: ${literal(contents.map(({ mediaType }) => mediaType))}`;
}

/** "200" is a number among keys; "4XX" is not. */
function propertyKeyOfStatus(status: string): Code {
  return /^[1-9]\d\d$/.test(status) ? code`${Number(status)}` : propertyKey(status);
}
