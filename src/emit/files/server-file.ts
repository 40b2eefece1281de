import type { Api, SecurityScheme } from "../../model/ir/api.js";
import type { Content, Operation } from "../../model/ir/operation.js";
import type { SchemaId } from "../../model/ir/schema.js";
import { asciiOf } from "../../model/names/letter-case.js";
import { code, empty, hanging, ident, join, literal, typeKey, type Code } from "../print/code.js";
import { commentText, doc } from "../print/doc.js";
import { namedExports } from "../print/exports.js";
import { file, type Emitted } from "../print/file.js";
import { header } from "../print/header.js";
import { Imports } from "../print/imports.js";
import { int64sOf } from "./int64-file.js";
import { braces, signature, lineColumns } from "../print/layout.js";
import { lifecycleTags, operationDoc, proseOf, shortOperationDoc } from "../doc/operation-doc.js";
import type { OutputBudget } from "../print/output-budget.js";
import type { EmitOptions } from "../options.js";
import { featuresView, type PassedOn } from "./server-features.js";
import { basePathOf, defaultsType, schemesCode } from "./server-route.js";
import { localsOf, render } from "../print/template.js";
import type { Views } from "../print/views.js";

const runtime = "./runtime/server.js";

/** What every `server.ts` passes on, for handlers and for what is around them, and what a program infers of them: its declarations name it. */
const always: PassedOn = {
  module: runtime,
  types: [
    ..."AuthenticateContext Bytes Context CorsOptions Defaults Handler IncomingHeaders IncomingRequest NodeRequest NodeResponse".split(" "),
    ..."Problem ProblemCode ProblemIssue Reply ReportedIssue Server ServerOptions ServerRequest".split(" "),
  ],
  values: ["notImplemented", "ProblemError"],
};

/** `server.ts`: the types of requests, replies and handlers, the routes as data, and the function that makes a server of them. */
export function emitServer(api: Api, options: EmitOptions, int64s = int64sOf(api, options), budget?: OutputBudget): Emitted {
  const { type } = api.names;
  const [handlers, authenticate, settings, create] = [
    `${type}Handlers`,
    `${type}Authenticate`,
    `${type}ServerOptions`,
    `create${type}Server`,
  ];
  const schemes = usedSchemes(api);
  const secured = schemes.length > 0;
  const served = api.operations.length > 0;
  const own = [
    { name: handlers, type: true },
    ...(served ? [`${type}Request`, `${type}Reply`] : []).map((name) => ({ name, type: true })),
    ...(secured ? [{ name: authenticate, type: true }] : []),
    { name: settings, type: true },
    { name: create, type: false },
  ];
  const imports = new Imports(["definition", "Principal", ...own.map(({ name }) => name), ...localsOf("server", options.templates)]);
  const generic = secured ? code`<Principal>` : empty;
  const declared = code`${ident(settings)}${secured ? byDefault : empty}`;
  const errors = sharedError(api);
  const serverOptions = imports.type("ServerOptions", runtime);
  const { bases, members, features, passedOn } = featuresView(api, options, secured, imports);
  const passed = [...passedOn, always];
  const view: Views["server"] = {
    title: commentText(api.title),
    request: ident(`${type}Request`),
    reply: ident(`${type}Reply`),
    requestOf: served ? imports.type("RequestOf", runtime) : empty,
    replyOf: served ? imports.type("ReplyOf", runtime) : empty,
    anyHandlers: code`${ident(handlers)}${secured ? code`<never>` : empty}`,
    served,
    handlers: code`${ident(handlers)}${generic}`,
    declaredHandlers: served ? declaredHandlers(handlers, secured, imports) : ident(handlers),
    functions: handlersOf(api, imports, options, budget),
    secured,
    authenticate: code`${ident(authenticate)}${generic}`,
    schemes: schemes.map((scheme) => ({ scheme: hanging(schemeCode(api, scheme, imports)) })),
    options: code`${ident(settings)}${generic}`,
    declaredOptions: declared,
    extends: extendsCode(`export interface ${declared}`, [serverOptions, ...bases]),
    members: [...members, errorsCode(api, errors, imports)].map((member) => ({ member: hanging(member) })),
    create: code`${ident(create)}${generic}`,
    server: imports.type("Server", runtime),
    createServer: imports.value("createServer", runtime),
    features: featuresCode(features),
    definition: imports.type("ServerDefinition", runtime),
    settings: settingsCode(api, schemes, errors, errors && int64s?.jsonOf(errors.schema, imports)).map((setting) => ({
      setting: hanging(setting),
    })),
    routes: served ? imports.value("routes", "./routes.js") : code`routes: {}`,
    exports: passed.flatMap(({ module, types, values }) => [...namedExports(true, types, module), ...namedExports(false, values, module)]),
  };
  return {
    ...file("server.ts", header(options), imports, [render("server", view, options.templates)]),
    exports: [...own, ...passed.flatMap(passedNames)],
  };
}

const passedNames = ({ types, values }: PassedOn) => [
  ...types.map((name) => ({ name, type: true })),
  ...values.map((name) => ({ name, type: false })),
];

/** Of types that people write without saying who is calling, too. */
const byDefault = code`<Principal = unknown>`;

/**
 * The type of handlers takes a principal whether or not an operation asks for one: files of handlers say it or not, and are written once.
 * They compile when the first operation begins to ask who is calling, and when the last one no longer does.
 */
function declaredHandlers(name: string, secured: boolean, imports: Imports): Code {
  const head = code`${ident(name)}${byDefault}`;
  return secured ? head : code`${head}${extendsCode(`export interface ${head}`, [code`${imports.type("Anonymous", runtime)}<Principal>`])}`;
}

/** What an interface extends, behind its head: on its line where it fits. */
export function extendsCode(head: string, bases: readonly Code[]): Code {
  const tail = code`extends ${join(bases, ", ")}`;
  return `${head} ${tail} {`.length <= lineColumns ? code` ${tail}` : code`\n  ${tail}`;
}

function featuresCode(features: readonly Code[]): Code {
  if (features.length === 0) return empty;
  return hanging(code`, ${braces(features, "  return createServer(definition, options, );".length)}`);
}

/** Schemes that some operation asks for. */
export function usedSchemes(api: Api): readonly SecurityScheme[] {
  const lists = new Set(api.operations.map(({ security }) => security));
  const used = new Set([...lists].flatMap((security) => security.flatMap((alternative) => alternative.map(({ scheme }) => scheme))));
  return api.securitySchemes.filter(({ name }) => used.has(name));
}

function handlersOf(api: Api, imports: Imports, { parts }: EmitOptions, budget: OutputBudget | undefined): Views["server"]["functions"] {
  const [principals, count] = [principalsOf(api), budget?.of("server.ts")];
  return api.operations.map((operation) => {
    const principal = principals.get(operation.security) ?? code`undefined`;
    const handler = hanging(handlerCode(api, operation, imports, parts.has("client"), principal));
    count?.(handler);
    return { handler };
  });
}

/** `isSaidElsewhere`: the client has a function of the operation, and all that is said of it. */
function handlerCode(api: Api, operation: Operation, imports: Imports, isSaidElsewhere: boolean, principal: Code): Code {
  const { names } = operation;
  const defaults = defaultsType(api, operation, imports);
  const described = [imports.type("operations", "./types.js"), literal(names.key), principal];
  const facts = join(defaults === undefined ? described : [...described, defaults], ", ");
  const head = code`${ident(names.value)}: ${imports.type("Handler", runtime)}<${facts}>;`;
  const about = isSaidElsewhere ? shortOperationDoc(api, operation, "server", true) : operationDoc(api, operation, "server");
  return code`${about}${head}`;
}

/** The principal of operations, by their requirements: those of the whole description are looked at once. */
function principalsOf({ operations }: Api): ReadonlyMap<Operation["security"], Code> {
  const lists = new Set(operations.map(({ security }) => security));
  return new Map(Array.from(lists, (security) => [security, principalOf(security)]));
}

function principalOf(security: Operation["security"]): Code {
  const asking = security.filter((alternative) => alternative.length > 0);
  if (asking.length === 0) return code`undefined`;
  return asking.length === security.length ? code`Principal` : code`Principal | undefined`;
}

/** A member of the interface of functions that authenticate. */
function schemeCode(api: Api, scheme: SecurityScheme, imports: Imports): Code {
  const prose = proseOf(scheme.doc);
  const comment = doc({
    text: prose,
    notes: prose.length === 0 ? [code`Gets ${credentialText(scheme)}.`] : [],
    tags: lifecycleTags(api, scheme.doc, "types"),
  });
  const credential = credentialType(scheme, imports);
  const context = imports.type("AuthenticateContext", runtime);
  const head = signature(
    typeKey(scheme.name),
    [code`credential: ${credential}`, code`context: ${context}`],
    code`: Principal | undefined | Promise<Principal | undefined>;`,
  );
  return code`${comment}${head}`;
}

/** What the function is given to authenticate. */
function credentialType({ kind }: SecurityScheme, imports: Imports): Code {
  switch (kind) {
    case "basic":
      return imports.type("BasicCredential", runtime);
    case "mutualTLS":
      return code`undefined`;
    case "bearer":
    case "authorization":
    case "apiKey":
    case "oauth2":
    case "openIdConnect":
      return code`string`;
  }
}

function credentialText(scheme: SecurityScheme): Code {
  switch (scheme.kind) {
    case "basic":
      return code`user name and password`;
    case "apiKey":
      return code`the key`;
    case "authorization":
      return code`what follows the name of the scheme`;
    case "mutualTLS":
      return code`nothing: the certificate is in \`context.request.raw\``;
    case "bearer":
    case "oauth2":
    case "openIdConnect":
      return code`the bearer token`;
  }
}

export interface SharedError {
  readonly schema: SchemaId;
  readonly mediaType: string;
}

/** The schema that the JSON of all error responses refers to, when they agree. */
export function sharedError(api: Api): SharedError | undefined {
  let shared: SharedError | undefined;
  for (const { responses } of api.operations) {
    for (const { status, contents } of responses) {
      if (!/^(?:[45]..|default)$/.test(status)) continue;
      for (const content of contents) {
        if (content.codec !== "json") continue;
        const schema = referred(content);
        if (schema === undefined || (shared !== undefined && shared.schema !== schema)) return undefined;
        shared ??= { schema, mediaType: content.mediaType };
      }
    }
  }
  return shared;
}

/** The schema that a content is, when it is a lone reference. */
function referred({ schema }: Content): SchemaId | undefined {
  const [only, second] = schema?.assertions ?? [];
  return only?.kind === "ref" && second === undefined ? only.target : undefined;
}

function errorsCode(api: Api, shared: SharedError | undefined, imports: Imports): Code {
  const problem = imports.type("Problem", runtime);
  const named = shared === undefined ? undefined : api.schemas.get(shared.schema);
  if (named === undefined) {
    return code`/** The body of what the server answers by itself. Default: that of RFC 9457. */
readonly errors?: (problem: ${problem}) => unknown;`;
  }
  return code`/** The body of what the server answers by itself, as the description has its errors. */
readonly errors: (problem: ${problem}) => ${imports.type(named.names.type, "./types.js")};`;
}

/** The entries of a `ServerDefinition` of `runtime/server.ts`, but for the routes. */
function settingsCode(
  api: Api,
  schemes: readonly SecurityScheme[],
  shared: SharedError | undefined,
  errorJson: Code | undefined,
): readonly Code[] {
  const mediaType = shared === undefined || shared.mediaType.includes("*") ? undefined : shared.mediaType;
  return [
    code`basePath: ${literal(basePathOf(api.servers))}`,
    // It is sent in a header, which has letters of ASCII only.
    code`realm: ${literal(asciiOf(api.names.type).replace(/ +/g, " ").trim() || "API")}`,
    code`schemes: ${schemesCode(schemes)}`,
    ...(mediaType === undefined ? [] : [code`errorType: ${literal(mediaType)}`]),
    ...(errorJson === undefined ? [] : [code`errorJson: ${errorJson}`]),
  ];
}
