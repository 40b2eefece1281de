import type { Api, SecurityScheme, Server } from "../../model/ir/api.js";
import type { Content, Operation, Parameter } from "../../model/ir/operation.js";
import { code, empty, ident, indent, indexedMember, join, literal, propertyKey, typeKey, type Code } from "../print/code.js";
import { deprecationExports, deprecationHooks, warns } from "./client-deprecations.js";
import { deprecatedPathsOf, overloadNames, overloadsOf, pathCalls, rawMethods, wholeNames } from "./client-overloads.js";
import { callOptionsModule, limitExports, limitOptionsType, transportCode } from "./client-limits.js";
import { isDefault, schemesOf, securityCode, serverCode } from "../wire/descriptor.js";
import { doc, inline } from "../print/doc.js";
import { file, type Emitted } from "../print/file.js";
import { header } from "../print/header.js";
import { Imports } from "../print/imports.js";
import { int64sOf } from "./int64-file.js";
import type { Int64s } from "../wire/int64-code.js";
import { braces, intersection } from "../print/layout.js";
import { deprecatedOperations } from "./lifecycle-file.js";
import { lifecycleTags, proseOf } from "../doc/operation-doc.js";
import type { EmitOptions } from "../options.js";
import { operationLimitCode } from "../wire/rate-limits-code.js";
import { render, type View } from "../print/template.js";

const runtime = "./runtime/client.js";

/** Types that a program infers without naming them: its declarations can name what is exported only. */
const inferred = [
  ..."CallableOperation ClientErrorCode Failure ServerErrorCode Success SuccessCode".split(" "),
  ..."PathCall RawResult ServerChoice".split(" "),
  // openapi-fetch's own: whoever has the package need not have that one.
  ..."BodySerializer ClientMethod FetchOptions HeadersOptions MergedOptions Middleware MiddlewareCallbackParams".split(" "),
  ..."MiddlewareRequestParams PathSerializer QuerySerializer QuerySerializerOptions".split(" "),
] as const;

/** `client.ts`: the servers, the credentials, and the function that makes a client of them. */
export function emitClient(api: Api, options: EmitOptions, int64s = int64sOf(api, options)): Emitted {
  const { type } = api.names;
  const [client, auth, settings, create] = [`${type}Client`, `${type}Auth`, `${type}Options`, `create${type}Client`];
  const secured = api.securitySchemes.some(isSent);
  const [overloads, deprecatedPaths] = [`${type}DeprecatedCalls`, `${type}DeprecatedPaths`];
  const { limits = true } = options;
  const fixed = ["servers", "ResponseError", "DeprecationError", "KeyBlockedError", "RateLimitError"];
  const imports = new Imports([...fixed, client, auth, settings, create, overloads, deprecatedPaths, ...overloadNames(api)]);
  const deprecated = deprecatedOperations(api).filter(({ method }) => isRaw(method));
  const paths = imports.type("paths", "./types.js");
  const overloaded = { api, deprecated, paths, deprecatedPaths: ident(deprecatedPaths), imports };
  const view: View = {
    servers: serversCode(api.servers),
    secured,
    auth: ident(auth),
    schemes: api.securitySchemes.filter(isSent).map((scheme) => ({ text: indent(schemeCode(api, scheme, imports)) })),
    options: ident(settings),
    optionsType: optionsType(ident(settings), api, limits, secured ? ident(auth) : code`never`, imports),
    client: ident(client),
    clientType: clientTypeCode(deprecated.length === 0 ? undefined : ident(overloads), paths, options, imports),
    deprecated: deprecated.length > 0,
    overloads: ident(overloads),
    warns: warns(api),
    limited: limits,
    deprecatedPaths: ident(deprecatedPaths),
    pathsByMethod: deprecatedPathsOf(overloaded),
    functions: overloadsOf(overloaded),
    create: ident(create),
    // Without a server of the description, only the caller knows where the service is.
    usual: api.servers.length === 0 ? empty : code` = {}`,
    createClient: imports.value("createClient", runtime),
    settings: settingsCode(api, limits, imports, int64s).map((setting) => ({ text: indent(code`${setting},`, 3) })),
  };
  const exports = [
    { name: "servers", type: false },
    ...(secured ? [{ name: auth, type: true }] : []),
    { name: settings, type: true },
    { name: client, type: true },
    { name: create, type: false },
    ...wholeNames(overloaded).map((name) => ({ name, type: true })),
    { name: "CallOptions", type: true },
    ...(secured ? [{ name: "Credential", type: true }] : []),
    ...(warns(api) ? deprecationExports : []),
    { name: "ResponseError", type: false },
    ...(limits ? limitExports : []),
    ...inferred.map((name) => ({ name, type: true })),
  ];
  return { ...file("client.ts", header(options), imports, [render("client", view)]), exports };
}

/** openapi-fetch's methods, those of `overloads` by it, and what a client with a gate shows. */
function clientTypeCode(overloads: Code | undefined, paths: Code, options: EmitOptions, imports: Imports): Code {
  const { limits = true } = options;
  const client = imports.type("Client", pathCalls);
  const described = limits
    ? code`${client}<${paths}, ${imports.type("CallOptions", callOptionsModule(options))}>`
    : code`${client}<${paths}>`;
  const calls = overloads === undefined ? [described] : [overloads, code`Omit<${described}, keyof ${overloads}>`];
  return join([...calls, ...(limits ? [imports.type("LimitedClient", "./runtime/limit-options.js")] : [])], " & ");
}

const isRaw = (method: string): boolean => rawMethods.some((raw) => raw === method);

/** A certificate is given to the platform, not to the client. */
const isSent = ({ kind }: SecurityScheme): boolean => kind !== "mutualTLS";

const hasKind = (api: Api, kind: SecurityScheme["kind"]): boolean => api.securitySchemes.some((scheme) => scheme.kind === kind);

function serversCode(servers: readonly Server[]): Code {
  const entries = servers.map(
    (server) => code`${doc({ text: [server.description] })}${propertyKey(server.key)}: ${serverCode(server, server.key.length + 4)}`,
  );
  return entries.length === 0 ? code`{}` : code`{\n${indent(code`${join(entries, ",\n")},`)}\n}`;
}

/** A member of the interface of credentials. */
function schemeCode(api: Api, scheme: SecurityScheme, imports: Imports): Code {
  const credential = imports.type("Credential", "./runtime/credentials.js");
  const value = scheme.kind === "basic" ? imports.type("BasicCredential", "./runtime/credentials.js") : code`string`;
  const prose = proseOf(scheme.doc);
  const comment = doc({ text: prose, notes: prose.length === 0 ? [hint(scheme)] : [], tags: lifecycleTags(api, scheme.doc, "types") });
  return code`${comment}readonly ${typeKey(scheme.name)}?: ${credential}<${value}> | undefined;`;
}

/** What the value is, in a sentence. */
function hint(scheme: SecurityScheme): Code {
  switch (scheme.kind) {
    case "basic":
      return code`User name and password.`;
    case "authorization":
      return code`The whole value of the \`Authorization\` header (${inline(scheme.scheme)}).`;
    case "apiKey":
      return code`Sent as the ${ident(scheme.in)}${scheme.in === "query" ? code` parameter` : empty} \`${inline(scheme.parameter)}\`.`;
    case "bearer":
    case "oauth2":
    case "openIdConnect":
    case "mutualTLS":
      return code`A bearer token.`;
  }
}

function optionsType(name: Code, api: Api, limits: boolean, auth: Code, imports: Imports): Code {
  const parts = [
    code`${imports.type("ClientOptions", runtime)}<${imports.type("ServerChoice", "./runtime/servers.js")}<typeof servers>, ${auth}>`,
    ...(api.servers.length === 0 ? [imports.type("RequiredBaseUrl", runtime)] : []),
    ...(limits ? [limitOptionsType(api, imports)] : []),
    ...(warns(api) ? [imports.type("DeprecationOptions", "./runtime/deprecation.js")] : []),
  ];
  return intersection(parts, `export type ${name} = ;`.length);
}

/** The entries of a `ClientDescription` of `runtime/client.ts`. */
function settingsCode(api: Api, limits: boolean, imports: Imports, int64s: Int64s | undefined): readonly Code[] {
  const security = usualSecurity(api);
  const special = api.operations.filter(
    (operation) => !isPlain(api, operation, security) || (limits && !isCountedPlain(operation)) || int64s?.isExact(operation) === true,
  );
  const schemes = api.securitySchemes.map((scheme) => indexedMember(scheme.name, schemeData(scheme)));
  return [
    code`servers`,
    ...(schemes.length === 0 ? [] : [code`schemes: ${braces(schemes, 20)}`]),
    ...(hasKind(api, "apiKey") ? [imports.value("apiKeys", "./runtime/api-keys.js")] : []),
    ...(hasKind(api, "basic") ? [imports.value("writeBasic", "./runtime/basic-auth.js")] : []),
    ...(security.length === 0 ? [] : [code`security: ${securityCode(security)}`]),
    ...(special.length === 0
      ? []
      : [
          code`operations: ${braces(
            special.map((operation) => routeEntry(operation, imports)),
            Infinity,
          )}`,
        ]),
    ...(api.operations.every(sendsJson) ? [] : [imports.value("encodeBody", "./runtime/request-body.js")]),
    ...(api.operations.every(receivesJson) ? [] : [imports.value("decodeBody", "./runtime/response-media.js")]),
    ...(api.operations.some((operation) => int64s?.isExact(operation) === true)
      ? [imports.value("readExact", "./runtime/exact-response.js")]
      : []),
    ...(api.operations.every(isWrittenPlain)
      ? []
      : [code`writeParameter: ${imports.value("writeStyled", "./runtime/parameter-styles.js")}`]),
    ...deprecationHooks(api, imports),
    ...(limits ? [transportCode(api, imports)] : []),
  ];
}

// By route, and not as a list: of the items of a list the checker compares each type with each other.
function routeEntry({ method, path, names }: Operation, imports: Imports): Code {
  return code`${propertyKey(`${method} ${path}`)}: ${imports.value(names.descriptor, "./operations.js")}`;
}

function schemeData(scheme: SecurityScheme): Code {
  switch (scheme.kind) {
    case "apiKey":
      return literal({ kind: "apiKey", in: scheme.in, name: scheme.parameter });
    case "oauth2":
    case "openIdConnect":
      return literal({ kind: "bearer" });
    case "basic":
    case "bearer":
    case "authorization":
    case "mutualTLS":
      return literal({ kind: scheme.kind });
  }
}

/** The security of most operations; the first of several. */
function usualSecurity(api: Api): string[][] {
  const counts = new Map<string, { readonly security: string[][]; readonly count: number }>();
  for (const operation of api.operations) {
    const security = schemesOf(operation);
    const key = JSON.stringify(security);
    counts.set(key, { security, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  let usual = { security: [] as string[][], count: 0 };
  for (const entry of counts.values()) if (entry.count > usual.count) usual = entry;
  return usual.security;
}

/** Whether a call by method and path is right without the operation's descriptor. */
function isPlain(api: Api, operation: Operation, security: string[][]): boolean {
  const {
    parameters,
    body,
    servers,
    doc: { lifecycle },
  } = operation;
  return (
    parameters.every((parameter) => isDefault(parameter) && !isOperator(parameter)) &&
    (body === undefined || (body.contents.length === 1 && body.contents[0]?.mediaType === "application/json")) &&
    servers === undefined &&
    lifecycle?.deprecated !== true &&
    !api.deprecatedParts.operations.has(operation.names.value) &&
    !answersByRedirect(operation) &&
    JSON.stringify(schemesOf(operation)) === JSON.stringify(security)
  );
}

/** Whether a parameter of the path is called as if it had an operator of RFC 6570: by the path alone, `{rest*}` is `rest`. */
const isOperator = ({ in: place, name }: Parameter): boolean => place === "path" && /^[.;?]|\*$/.test(name);

/** Whether a redirect is what an operation promises. */
function answersByRedirect({ responses }: Operation): boolean {
  return responses.some(({ status }) => /^3(?:0[12378]|XX)$/.test(status)) && !responses.some(({ status }) => status.startsWith("2"));
}

/** Whether a call counts for one in every limit, and is sent again by the rules of HTTP alone. */
function isCountedPlain({ rateLimit, retry }: Operation): boolean {
  return retry === undefined && (rateLimit === undefined || operationLimitCode(rateLimit) === undefined);
}

/** Whether every body that an operation takes is JSON of one media type. */
function sendsJson({ body }: Operation): boolean {
  return body === undefined || body.contents.every(isJson);
}

function receivesJson({ responses }: Operation): boolean {
  return responses.every(({ contents }) => contents.every(isJson));
}

function isJson({ codec, mediaType }: Content): boolean {
  return codec === "json" && !mediaType.includes("*");
}

/** Whether parameters are in OpenAPI's default styles. Cookies never are: what is between them is no `&`. */
function isWrittenPlain({ parameters }: Operation): boolean {
  return parameters.every((parameter) => parameter.in !== "cookie" && isDefault(parameter));
}
