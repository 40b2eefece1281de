import { createInstances } from "../../model/instances/instances.js";
import { isInteger } from "../../model/ir/is-integer.js";
import { loadChecks } from "../../model/refusal/checks.js";
import type { Api, SecurityScheme } from "../../model/ir/api.js";
import { isJsonArray, type Json } from "../../source/source-file.js";
import type { EmitOptions } from "../options.js";
import { code, empty, hanging, ident, indexedMember, literal, type Code } from "../print/code.js";
import { commentText } from "../print/doc.js";
import { namedExports } from "../print/exports.js";
import { file, type Emitted } from "../print/file.js";
import { header } from "../print/header.js";
import { Imports } from "../print/imports.js";
import { braces } from "../print/layout.js";
import type { OutputBudget } from "../print/output-budget.js";
import { localsOf, render } from "../print/template.js";
import type { Views } from "../print/views.js";
import type { Int64s } from "../wire/int64-code.js";
import { hasPlans } from "../wire/rate-limits-code.js";
import { clientLimits } from "./client-limits.js";
import { int64sOf } from "./int64-file.js";
import { exampleCode, repliesCode, type ReplyWriting } from "./mock-replies.js";
import { assumedPlan } from "./server-features.js";
import { extendsCode, sharedError, usedSchemes } from "./server-file.js";
import { basePathOf } from "./server-route.js";

const runtime = "./runtime/mock.js";

/** `mock.ts`: what a service answers in tests, as data, and the function that makes one of it. `plain`: the API as JSON has it. */
export async function emitMock(
  api: Api,
  options: EmitOptions,
  plain: Api = api,
  int64s: Int64s | undefined = int64sOf(api, options),
  budget?: OutputBudget,
): Promise<Emitted> {
  const { type } = api.names;
  const [settings, call, mock, create] = [`${type}MockOptions`, `${type}MockCall`, `${type}Mock`, `create${type}Mock`];
  const imports = new Imports(["definition", "Principal", settings, call, mock, create, ...localsOf("mock", options.templates)]);
  const secured = usedSchemes(api).length > 0;
  const generic = secured ? code`<Principal>` : empty;
  const declared = code`${ident(settings)}${secured ? code`<Principal = unknown>` : empty}`;
  const handlers = imports.type(`${type}Handlers`, "./server.js");
  const serverOptions = imports.type(`${type}ServerOptions`, "./server.js");
  const someOf = imports.type("SomeOf", runtime);
  const writing: ReplyWriting = { plain, instances: await instancesOf(plain, options), int64s, imports, budget };
  const { entries, constants } = repliesCode(api, writing);
  const view: Views["mock"] = {
    title: commentText(api.title),
    secured,
    options: code`${ident(settings)}${generic}`,
    declaredOptions: declared,
    extends: extendsCode(`export interface ${declared}`, [
      code`Partial<Omit<${serverOptions}${generic}, "handlers"${secured ? code` | "authenticate"` : empty}>>`,
    ]),
    authenticate: secured ? code`${someOf}<${imports.type(`${type}Authenticate`, "./server.js")}${generic}>` : empty,
    clientOptions: imports.type(`${type}Options`, "./client.js"),
    call: ident(call),
    callType: api.operations.length === 0 ? code`never` : callType(handlers, secured, imports),
    mock: ident(mock),
    mockType: imports.type("Mock", runtime),
    client: imports.type(`${type}Client`, "./client.js"),
    create: code`${ident(create)}${secured ? code`<Principal = unknown>` : empty}`,
    handlers: code`${someOf}<${handlers}${generic}>`,
    createMock: imports.value("createMock", runtime),
    createServer: imports.value(`create${type}Server`, "./server.js"),
    createClient: imports.value(`create${type}Client`, "./client.js"),
    bodies: constants.map((body) => ({ body })),
    definition: imports.type("MockDefinition", runtime),
    settings: settingsCode(api, options, entries, writing).map((setting) => ({ setting: hanging(setting) })),
    exports: [...namedExports(true, ["Mock", "MockCall"], runtime), ...namedExports(false, ["MockReplyError"], runtime)],
  };
  const types = [settings, call, mock, "Mock", "MockCall"].map((name) => ({ name, type: true }));
  const values = [create, "MockReplyError"].map((name) => ({ name, type: false }));
  return {
    ...file("mock.ts", header(options), imports, [render("mock", view, options.templates)]),
    exports: [...types, ...values],
    apart: true,
  };
}

/** One type for each operation. */
function callType(handlers: Code, secured: boolean, imports: Imports): Code {
  const any = code`${handlers}${secured ? code`<never>` : empty}`;
  return code`{\n  [Name in keyof ${any}]: ${imports.type("MockCall", runtime)}<${any}, Name>;\n}[keyof ${any}]`;
}

/** What finds values, by the rules of the validators of the output. */
async function instancesOf({ schemas }: Api, { validators = {}, formats = [], int64 = "number" }: EmitOptions) {
  const checks = await loadChecks({ formats: validators.formats ?? "assert", own: new Set(formats.map(({ name }) => name)) });
  const [patterns, tags] = [validators.patterns !== "accept", validators.discriminator !== "exact"];
  return createInstances({ schemas, patterns, tags, checks }, int64 === "number" ? isHeldInNumbers : undefined);
}

/** Whether all integers of a value are held as numbers without loss. */
function isHeldInNumbers(value: Json): boolean {
  if (isInteger(value)) return Number.isSafeInteger(value);
  if (typeof value !== "object" || value === null) return true;
  return isJsonArray(value) ? value.every(isHeldInNumbers) : Object.values(value).every(isHeldInNumbers);
}

/** The entries of a `MockDefinition` of `runtime/mock.ts`. */
function settingsCode(api: Api, options: EmitOptions, replies: readonly Code[], writing: ReplyWriting): readonly Code[] {
  const { imports } = writing;
  const limited = options.limits !== false && hasPlans(api);
  const plan = limited ? assumedPlan(api) : undefined;
  const others = otherPaths(api);
  const error = sharedError(api);
  const credentials = api.securitySchemes.map((scheme) => indexedMember(scheme.name, credentialCode(scheme)));
  return [
    code`basePath: ${literal(basePathOf(api.servers))}`,
    ...(others.length === 0 ? [] : [code`otherPaths: ${literal(others)}`]),
    ...(api.operations.length === 0 ? [code`routes: {}`] : [imports.value("routes", "./routes.js")]),
    code`replies: ${braces(replies, replies.length === 0 ? 0 : Infinity)}`,
    ...(credentials.length === 0 ? [] : [code`credentials: ${braces(credentials, 17)}`]),
    ...(error === undefined ? [] : [code`error: ${errorCode(api, error.schema, writing)}`]),
    ...(plan !== undefined ? [code`plan: ${literal(plan)}`] : []),
    ...(limited ? [code`newCounters: ${imports.value("memoryLimits", "./runtime/server-limits.js")}`] : []),
    ...(clientLimits(api, options) === "off" ? [] : [code`client: { gate: false }`]),
  ];
}

function errorCode(api: Api, id: string, writing: ReplyWriting): Code {
  const named = api.schemas.get(id);
  const example = exampleCode(id, writing, 22);
  const entries = [
    ...(named === undefined ? [] : [code`validator: ${writing.imports.value(named.names.validator, "./validators.js")}`]),
    ...(example === undefined ? [] : [code`example: ${example}`]),
  ];
  return braces(entries, 9);
}

/** Base paths that clients put before paths, besides those that the server has operations at. */
function otherPaths({ servers, operations }: Api): readonly string[] {
  const usual = basePathOf(servers);
  const isElsewhere = operations.some((operation) => operation.servers !== undefined && basePathOf(operation.servers) !== usual);
  const named = servers.map((server) => basePathOf([server])).filter((path) => path !== usual);
  return [...new Set([...(isElsewhere ? [usual] : []), ...named])];
}

/** A credential as the generated client takes it. */
function credentialCode(scheme: SecurityScheme): Code {
  switch (scheme.kind) {
    case "basic":
      return literal({ username: "mock", password: "mock" });
    case "authorization":
      return literal(`${scheme.scheme} mock`);
    case "mutualTLS":
      return code`undefined`;
    case "apiKey":
    case "bearer":
    case "oauth2":
    case "openIdConnect":
      return literal("mock");
  }
}
