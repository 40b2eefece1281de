import type { Api } from "../../model/ir/api.js";
import type { Operation, Parameter } from "../../model/ir/operation.js";
import { code, hanging, ident, propertyKey, type Code } from "../print/code.js";
import { file, type Emitted } from "../print/file.js";
import { header } from "../print/header.js";
import { Imports } from "../print/imports.js";
import { braces } from "../print/layout.js";
import { commentText } from "../print/doc.js";
import { localsOf, render } from "../print/template.js";
import type { Views } from "../print/views.js";
import type { EmitOptions } from "../options.js";
import { answersByRedirect, hasListMembers } from "../wire/client-members.js";
import { unsendableParameters } from "../wire/unsendable-parts.js";
import { isDefault } from "../wire/default-styles.js";
import { schemesOf, securityCode, sentPath } from "../wire/descriptor.js";
import type { Int64s } from "../wire/int64-code.js";
import { operationLimitCode } from "../wire/rate-limits-code.js";
import { int64sOf } from "./int64-file.js";
import { deprecatedOperations } from "./lifecycle-file.js";
import { deprecatedPathsOf, overloadNames, overloadsOf, pathsRuntime, rawMethods, wholeNames } from "./path-overloads.js";

/** Types that a program infers without naming them: its declarations can name what is exported only. */
const inferred = [
  ..."PathCall PathMiddleware PathOptions RawResult".split(" "),
  // openapi-fetch's own: whoever has the package need not have that one.
  ..."BodySerializer ClientMethod FetchOptions MergedOptions MiddlewareCallbackParams MiddlewareRequestParams".split(" "),
  ..."PathSerializer QuerySerializer QuerySerializerOptions".split(" "),
] as const;

/** `paths.ts`: openapi-fetch's methods, typed by the paths of the description, on a client of `client.ts`. */
export function emitPaths(api: Api, options: EmitOptions, int64s = int64sOf(api, options)): Emitted {
  const { type: apiType, value } = api.names;
  const [type, create] = [`${apiType}Paths`, `${value}Paths`];
  const [overloads, deprecatedPaths] = [`${apiType}DeprecatedCalls`, `${apiType}DeprecatedPaths`];
  const locals = localsOf("paths", options.templates);
  const imports = new Imports([type, create, overloads, deprecatedPaths, ...overloadNames(api), ...locals]);
  const deprecated = deprecatedOperations(api).filter(({ method }) => rawMethods.some((raw) => raw === method));
  const paths = imports.type("paths", "./types.js");
  const overloaded = { api, deprecated, paths, deprecatedPaths: ident(deprecatedPaths), imports };
  const described = code`${imports.type("PathClient", pathsRuntime)}<${paths}>`;
  const view: Views["paths"] = {
    title: commentText(api.title),
    type: ident(type),
    pathsType: deprecated.length === 0 ? described : code`${ident(overloads)} & Omit<${described}, keyof ${ident(overloads)}>`,
    deprecated: deprecated.length > 0,
    overloads: ident(overloads),
    deprecatedPaths: ident(deprecatedPaths),
    pathsByMethod: deprecatedPathsOf(overloaded),
    functions: overloadsOf(overloaded),
    create: ident(create),
    client: imports.type(`${apiType}Client`, "./client.js"),
    options: imports.type("PathOptions", pathsRuntime),
    createPathClient: imports.value("createPathClient", pathsRuntime),
    settings: settingsCode(api, options, imports, int64s).map((setting) => ({ setting: hanging(setting, 3) })),
  };
  const exports = [
    { name: type, type: true },
    { name: create, type: false },
    ...wholeNames(overloaded).map((name) => ({ name, type: true })),
    ...inferred.map((name) => ({ name, type: true })),
  ];
  return { ...file("paths.ts", header(options), imports, [render("paths", view, options.templates)]), exports };
}

/** The entries of a `PathsDescription` of `runtime/path-client.ts`. */
function settingsCode(api: Api, { limits = true }: EmitOptions, imports: Imports, int64s: Int64s | undefined): readonly Code[] {
  const keys = securityKeys(api);
  const usual = usualSecurity(api, keys);
  const security = schemesOf(usual?.security ?? []);
  const isUsual = (operation: Operation): boolean => keys.get(operation.security) === usual?.key;
  const isExact = (operation: Operation): boolean => int64s?.isExact(operation) === true;
  const special = api.operations.filter(
    (operation) => !isUsual(operation) || !isPlain(api, operation) || (limits && !isCountedPlain(operation)) || isExact(operation),
  );
  const entries = special.map((operation) => routeEntry(operation, imports));
  return [
    ...(security.length === 0 ? [] : [code`security: ${securityCode(security)}`]),
    ...(entries.length === 0 ? [] : [code`operations: ${braces(entries, Infinity)}`]),
    ...(api.operations.some(isExact) ? [imports.value("readExact", pathsRuntime)] : []),
  ];
}

// By route, and not as a list: of the items of a list the checker compares each type with each other.
function routeEntry({ method, path, names }: Operation, imports: Imports): Code {
  return code`${propertyKey(`${method} ${path}`)}: ${imports.value(names.descriptor, "./operations.js")}`;
}

type Security = Operation["security"];

/** The schemes of each list of requirements as a text. Operations without requirements of their own have one list, which is written once. */
function securityKeys({ operations }: Api): ReadonlyMap<Security, string> {
  const lists = new Set(operations.map(({ security }) => security));
  return new Map(Array.from(lists, (security) => [security, JSON.stringify(schemesOf(security))]));
}

/** The security of most operations; the first of several. */
function usualSecurity(
  { operations }: Api,
  keys: ReadonlyMap<Security, string>,
): { readonly security: Security; readonly key: string } | undefined {
  const counts = new Map<string, { readonly security: Security; readonly key: string; readonly count: number }>();
  for (const { security } of operations) {
    const key = keys.get(security) ?? "";
    counts.set(key, { security, key, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  let [usual] = counts.values();
  for (const entry of counts.values()) if (entry.count > (usual?.count ?? 0)) usual = entry;
  return usual;
}

/** Whether a call by method and path is right without the operation's descriptor, but for its security. */
function isPlain(api: Api, operation: Operation): boolean {
  const {
    path,
    parameters,
    body,
    servers,
    doc: { lifecycle },
  } = operation;
  return (
    sentPath(path) === path &&
    parameters.every((parameter) => isDefault(parameter) && !isOperator(parameter) && !hasListMembers(api, parameter)) &&
    unsendableParameters(api, operation).size === 0 &&
    (body === undefined || (body.contents.length === 1 && body.contents[0]?.mediaType === "application/json")) &&
    servers === undefined &&
    lifecycle?.deprecated !== true &&
    !api.deprecatedParts.operations.has(operation.names.value) &&
    !answersByRedirect(operation)
  );
}

/** Whether a parameter of the path is called as if it had an operator of RFC 6570: by the path alone, `{rest*}` is `rest`. */
const isOperator = ({ in: place, name }: Parameter): boolean => place === "path" && /^[.;?]|\*$/.test(name);

/** Whether a call counts for one in every limit, and is sent again by the rules of HTTP alone. */
function isCountedPlain({ rateLimit, retry }: Operation): boolean {
  return retry === undefined && (rateLimit === undefined || operationLimitCode(rateLimit) === undefined);
}
