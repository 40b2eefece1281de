import type { Api } from "../../model/ir/api.js";
import type { Operation, Parameter } from "../../model/ir/operation.js";
import { code, ident, join, literal, propertyKey, type Code } from "../print/code.js";
import { suppliedParameters } from "../wire/credential-parameters.js";
import { descriptor, descriptorSecurity, factModules, type Descriptor, type FactType } from "../wire/descriptor.js";
import { policyLists, type PolicyLists } from "../wire/policy-lists.js";
import { securityLists } from "../wire/security-lists.js";
import type { DocText } from "../print/doc.js";
import { file, type Emitted } from "../print/file.js";
import { header } from "../print/header.js";
import { Imports } from "../print/imports.js";
import { int64sOf } from "./int64-file.js";
import { signature, typeArguments } from "../print/layout.js";
import { operationDoc } from "../doc/operation-doc.js";
import type { OutputBudget } from "../print/output-budget.js";
import type { EmitOptions } from "../options.js";

/**
 * `operations.ts`: a descriptor per operation, as data for the client and the server; with a client also the types of its
 * arguments and results, and the function that calls it.
 */
export function emitOperations(api: Api, options: EmitOptions, int64s = int64sOf(api, options), budget?: OutputBudget): Emitted {
  const callable = options.parts.has("client");
  const exports = api.operations.flatMap(({ names }) => [
    { name: names.descriptor, type: false },
    ...(callable
      ? [
          { name: names.args, type: true },
          { name: names.result, type: true },
          { name: names.value, type: false },
        ]
      : []),
  ]);
  const imports = new Imports(exports.map(({ name }) => name));
  const lists = securityLists(api.operations, imports, descriptorSecurity);
  const policies = options.limits === false ? noPolicies : policyLists(api.operations, imports);
  const count = budget?.of("operations.ts");
  const calls = { api, options, imports };
  const described = api.operations.map((operation) => {
    const write = (): Descriptor => descriptor(api, operation, { options, imports, int64s, lists, policies });
    const made = callable ? callableCode(calls, operation, write) : plainCode(operation, imports, write);
    for (const text of made.texts) count?.(text);
    return made;
  });
  const body = [...lists.constants, ...policies.constants, ...described.flatMap(({ texts }) => texts)];
  const text = body.length === 0 ? [code`export {};`] : body;
  const passed = passedOn([...new Set(described.flatMap((each) => each.facts))], !callable && body.length > 0);
  return {
    ...file("operations.ts", header(options), imports, [...text, ...passedOnCode(passed)]),
    exports: [...exports, ...passed.map(({ name }) => ({ name, type: true }))],
  };
}

/** Of an output without limits. */
const noPolicies: PolicyLists = { of: literal, constants: [] };

const operationModule = "./runtime/shared.js";

/** The code of one operation, and what its descriptor has besides. */
interface Described extends Pick<Descriptor, "facts"> {
  readonly texts: readonly Code[];
}

/**
 * The types of descriptors: a program may infer one, and its declarations name what is exported only. `arePlain`: descriptors are of the type
 * `Operation`; that of callable ones is the client's to pass on.
 */
function passedOn(facts: readonly FactType[], arePlain: boolean): readonly { readonly name: string; readonly module: string }[] {
  const own = arePlain ? [{ name: "Operation", module: operationModule }] : [];
  return [...own, ...facts.toSorted().map((name) => ({ name, module: factModules[name] }))];
}

function passedOnCode(types: ReturnType<typeof passedOn>): readonly Code[] {
  if (types.length === 0) return [];
  const lines = types.map(({ name, module }) => code`export type { ${ident(name)} } from ${literal(module)};`);
  return [code`/** What a program infers of descriptors: its declarations name it. */\n${join(lines, "\n")}`];
}

/** The interfaces of a descriptor besides that of every operation. */
function besides(facts: readonly FactType[], imports: Imports): Code {
  return join(
    facts.map((name) => code` & ${imports.type(name, factModules[name])}`),
    "",
  );
}

function plainCode({ names }: Operation, imports: Imports, write: () => Descriptor): Described {
  const type = imports.type("Operation", operationModule);
  const { value, facts } = write();
  return { texts: [code`export const ${ident(names.descriptor)}: ${type}${besides(facts, imports)} = ${value};`], facts };
}

/** What the code of all calls has in common. */
interface Calls {
  readonly api: Api;
  readonly options: EmitOptions;
  readonly imports: Imports;
}

function callableCode({ api, options, imports }: Calls, operation: Operation, write: () => Descriptor): Described {
  const { names } = operation;
  const [value, args, result, described] = [ident(names.value), ident(names.args), ident(names.result), ident(names.descriptor)];
  const client = imports.type(`${api.names.type}Client`, "./client.js");
  const operations = imports.type("operations", "./types.js");
  const callable = imports.type("CallableOperation", "./runtime/client.js");
  const types = code`${operations}[${literal(names.key)}]`;
  const supplied = suppliedParameters(api, operation);
  const parameters = [
    code`client: ${client}`,
    code`args${isCallableBare(operation, supplied) ? code`?` : code``}: ${args}`,
    code`options?: ${imports.type("CallOptions", "./client.js")}`,
  ];
  const { value: data, facts } = write();
  const texts = [
    code`${typeArguments(code`export const ${described}: ${callable}`, [args, result], code`${besides(facts, imports)} =`)} ${data};`,
    code`export type ${args} = ${imports.type("Args", "./runtime/client.js")}<${argumentTypes(types, supplied, imports)}${firstMediaType(operation)}>;
export type ${result} = ${imports.type("Result", "./runtime/client.js")}<${types}>;`,
    code`${operationDoc(api, operation, "client", limitTags(api, operation, options))}${signature(code`export function ${value}`, parameters, code`: Promise<${result} & {}> {`)}
  return client.send(${described}, args, options);
}`,
  ];
  return { texts, facts };
}

/** Any call may be rejected instead of being sent too early. `@throws` says so where the description has limits. */
function limitTags({ rateLimits }: Api, { rateLimit }: Operation, { limits = true }: EmitOptions): NonNullable<DocText["tags"]> {
  if (!limits || rateLimits === undefined || rateLimit?.exempt === true) return [];
  return [{ tag: "throws", text: code`{RateLimitError} when the wait for the limit is longer than \`maxWait\`` }];
}

/** Whether the operation can be called without arguments. */
function isCallableBare({ parameters, body }: Operation, supplied: readonly Parameter[]): boolean {
  return body?.required !== true && parameters.every((parameter) => !parameter.required || supplied.includes(parameter));
}

/** The types of an operation as its caller has them: what the client's credentials supply is optional. */
function argumentTypes(types: Code, supplied: readonly Parameter[], imports: Imports): Code {
  if (supplied.length === 0) return types;
  const locations = [...new Set(supplied.map((parameter) => parameter.in))].map((location) => {
    const keys = supplied.filter((parameter) => parameter.in === location).map(({ name }) => literal(name));
    return code`${propertyKey(location)}: ${join(keys, " | ")}`;
  });
  return code`${imports.type("Supplied", "./runtime/client.js")}<${types}, { ${join(locations, ", ")} }>`;
}

/** Which of several media types a body has unless it says so: the types of a description have no order. */
function firstMediaType({ body }: Operation): Code {
  const [first, second] = body?.contents ?? [];
  return first === undefined || second === undefined ? code`` : code`, ${literal(first.mediaType)}`;
}
