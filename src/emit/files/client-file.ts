import type { Api, SecurityScheme } from "../../model/ir/api.js";
import { code, empty, hanging, ident, indent, indexedMember, join, literal, propertyKey, typeKey, type Code } from "../print/code.js";
import { deprecationExports, deprecationHooks, warns } from "./client-deprecations.js";
import {
  callOptionsType,
  clientLimits,
  isShared,
  limitExports,
  limitOptionsTypes,
  transportCode,
  type ClientLimits,
} from "./client-limits.js";
import { serverCode } from "../wire/descriptor.js";
import { serverFiller } from "../wire/fill-servers.js";
import { commentText, doc, inline } from "../print/doc.js";
import { file, type Emitted } from "../print/file.js";
import { header } from "../print/header.js";
import { Imports } from "../print/imports.js";
import { braces, intersection } from "../print/layout.js";
import { lifecycleTags, proseOf } from "../doc/operation-doc.js";
import type { EmitOptions } from "../options.js";
import { localsOf, render } from "../print/template.js";
import type { Views } from "../print/views.js";

const runtime = "./runtime/client.js";

/** Types that a program infers without naming them: its declarations can name what is exported only. */
const inferred = [
  ..."CallableOperation ClientErrorCode Failure ServerErrorCode Success SuccessCode".split(" "),
  ..."HeadersOptions Middleware MiddlewareContext ServerChoice".split(" "),
] as const;

/** `client.ts`: the servers, the credentials, and the function that makes a client of them. */
export function emitClient(api: Api, options: EmitOptions): Emitted {
  const { type } = api.names;
  const [client, auth, settings, create] = [`${type}Client`, `${type}Auth`, `${type}Options`, `create${type}Client`];
  const secured = api.securitySchemes.some(isSent);
  const limits = clientLimits(api, options);
  const imports = new Imports([
    ...["servers", "ResponseError", "DeprecationError", "KeyBlockedError", "RateLimitError"],
    ...[client, auth, settings, create],
    ...localsOf("client", options.templates),
  ]);
  const view: Views["client"] = {
    title: commentText(api.title),
    servers: serversCode(api),
    secured,
    auth: ident(auth),
    schemes: api.securitySchemes.filter(isSent).map((scheme) => ({ scheme: hanging(schemeCode(api, scheme, imports)) })),
    options: ident(settings),
    optionsType: optionsType(ident(settings), api, options, limits, secured ? ident(auth) : code`never`, imports),
    client: ident(client),
    clientType: clientTypeCode(limits, imports),
    name: literal(type),
    warns: warns(api, options),
    off: limits === "off",
    retry: limits === "retry",
    paced: limits === "paced",
    shared: isShared(limits, options),
    create: ident(create),
    hasServer: isAddressed(api),
    createClient: imports.value("createClient", runtime),
    settings: settingsCode(api, options, limits, imports).map((setting) => ({ setting: hanging(setting, 3) })),
  };
  const exports = [
    { name: "servers", type: false },
    ...(secured ? [{ name: auth, type: true }] : []),
    { name: settings, type: true },
    { name: client, type: true },
    { name: create, type: false },
    { name: "CallOptions", type: true },
    ...(secured ? [{ name: "Credential", type: true }] : []),
    ...(warns(api, options) ? deprecationExports : []),
    { name: "ResponseError", type: false },
    ...limitExports(limits, options),
    ...inferred.map((name) => ({ name, type: true })),
  ];
  return { ...file("client.ts", header(options), imports, [render("client", view, options.templates)]), exports };
}

/** Calls, and what a client with a gate shows. */
function clientTypeCode(limits: ClientLimits, imports: Imports): Code {
  const client = imports.type("Client", runtime);
  if (limits === "off") return client;
  const calls = code`${client}<${callOptionsType(limits, imports)}>`;
  return limits === "retry" ? calls : code`${calls}, ${imports.type("LimitedClient", "./runtime/client-limits.js")}`;
}

/** A certificate is given to the platform, not to the client. */
const isSent = ({ kind }: SecurityScheme): boolean => kind !== "mutualTLS";

const hasKind = (api: Api, kind: SecurityScheme["kind"]): boolean => api.securitySchemes.some((scheme) => scheme.kind === kind);

/** Whether the description says where each operation is: else only the caller knows. */
const isAddressed = ({ servers, operations }: Api): boolean =>
  servers.length > 0 || (operations.length > 0 && operations.every((operation) => /^https?:/i.test(operation.servers?.[0]?.url ?? "")));

function serversCode(api: Api): Code {
  const entries = api.servers.map((server) => {
    const { key, description, lifecycle } = server;
    const tags = lifecycle === undefined ? [] : lifecycleTags(api, { lifecycle }, "types");
    return code`${doc({ text: [description], tags })}${propertyKey(key)}: ${serverCode(server, key.length + 4)}`;
  });
  return entries.length === 0 ? code`{}` : code`{\n${indent(code`${join(entries, ",\n")},`)}\n}`;
}

/** A member of the interface of credentials. */
function schemeCode(api: Api, scheme: SecurityScheme, imports: Imports): Code {
  const credential = imports.type("Credential", runtime);
  const value = scheme.kind === "basic" ? imports.type("BasicCredential", runtime) : code`string`;
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

function optionsType(name: Code, api: Api, options: EmitOptions, limits: ClientLimits, auth: Code, imports: Imports): Code {
  const parts = [
    code`${imports.type("ClientOptions", runtime)}<${imports.type("ServerChoice", runtime)}<typeof servers>, ${auth}>`,
    ...(!isAddressed(api) ? [imports.type("RequiredBaseUrl", runtime)] : []),
    ...limitOptionsTypes(api, options, limits, imports),
    ...(warns(api, options) ? [imports.type("DeprecationOptions", runtime)] : []),
  ];
  return intersection(parts, `export type ${name} = ;`.length);
}

/** The entries of a `ClientDescription` of `runtime/client.ts`. */
function settingsCode(api: Api, options: EmitOptions, limits: ClientLimits, imports: Imports): readonly Code[] {
  const schemes = api.securitySchemes.map((scheme) => indexedMember(scheme.name, schemeData(scheme)));
  const filler = serverFiller(api);
  return [
    code`servers`,
    ...(filler === undefined ? [] : [code`fillUrl: ${imports.value(filler, runtime)}`]),
    ...(schemes.length === 0 ? [] : [code`schemes: ${braces(schemes, 20)}`]),
    ...(hasKind(api, "apiKey") ? [imports.value("apiKeys", runtime)] : []),
    ...(hasKind(api, "basic") ? [imports.value("writeBasic", runtime)] : []),
    ...deprecationHooks(api, options, imports),
    ...transportCode(api, limits, imports),
  ];
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
