import type { Api } from "../../model/ir/api.js";
import type { Operation } from "../../model/ir/operation.js";
import { code, empty, hanging, ident, indent, join, literal, propertyKey, type Code } from "../print/code.js";
import { doc } from "../print/doc.js";
import type { Imports } from "../print/imports.js";
import { lifecycleTags } from "../doc/operation-doc.js";
import type { Views } from "../print/views.js";

type OverloadedFunction = Views["paths"]["functions"][number];

/** The file of the runtime for calls by path. */
export const pathsRuntime = "./runtime/paths.js";

/** The methods that openapi-fetch has a function for. */
export const rawMethods = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"] as const;

/** What all overloads of a client have in common. */
export interface Overloaded {
  readonly api: Api;
  /** Those that a method of the client sends. */
  readonly deprecated: readonly Operation[];
  /** The names of two types: the paths of the description, and those of deprecated operations by method. */
  readonly paths: Code;
  readonly deprecatedPaths: Code;
  readonly imports: Imports;
}

/** The paths of deprecated operations by method, a line each. A path that is added later is a line of its own. */
export function deprecatedPathsOf({ deprecated }: Overloaded): Views["paths"]["pathsByMethod"] {
  return methodsOf(deprecated).map((method) => {
    const paths = deprecated.filter((operation) => operation.method === method).map(({ path }) => literal(path));
    return { method: propertyKey(method.toLowerCase()), paths: union(paths) };
  });
}

/** The functions of a client that a deprecated operation can be called by, each with an overload for each such operation. */
export function overloadsOf(overloaded: Overloaded): Views["paths"]["functions"] {
  const { api, deprecated, paths, deprecatedPaths, imports } = overloaded;
  if (deprecated.length === 0) return [];
  const type = (name: string): Code => imports.type(name, pathsRuntime);
  const methods = methodsOf(deprecated).map((method): OverloadedFunction => {
    const own = literal(method.toLowerCase());
    return {
      name: ident(method),
      ...interfacesOf(api, method),
      first: code`${type("FirstOverload")}<${paths}, ${own}, ${deprecatedPaths}[${own}]>`,
      calls: deprecated.filter((operation) => operation.method === method).map((operation) => overload(overloaded, operation, false)),
      last: code`${type("LastOverload")}<${paths}, ${own}>`,
    };
  });
  const request = {
    name: ident("request"),
    ...interfacesOf(api, "REQUEST"),
    first: code`${type("FirstRequest")}<${paths}, ${deprecatedPaths}>`,
    calls: deprecated.map((operation) => overload(overloaded, operation, true)),
    last: code`${type("LastRequest")}<${paths}>`,
  };
  return [...methods, request];
}

/** The types of those functions: what a program may infer. */
export function wholeNames({ api, deprecated }: Overloaded): readonly string[] {
  return deprecated.length === 0 ? [] : [...methodsOf(deprecated), "REQUEST"].map((method) => wholeName(api, method));
}

/** What the interfaces of overloads may be called: no import has one of these names. */
export function overloadNames(api: Api): readonly string[] {
  return [...rawMethods, "REQUEST"].flatMap((method) => Object.values(interfacesOf(api, method)));
}

/** The interface of a function, and that of the overloads in the middle of it. */
function interfacesOf(api: Api, method: string): Pick<OverloadedFunction, "whole" | "deprecated"> {
  return { whole: ident(wholeName(api, method)), deprecated: ident(`${api.names.type}Deprecated${capitalised(method)}Calls`) };
}

const wholeName = ({ names }: Api, method: string): string => `${names.type}${capitalised(method)}Calls`;

const capitalised = (method: string): string => `${method.slice(0, 1)}${method.slice(1).toLowerCase()}`;

const methodsOf = (operations: readonly Operation[]): readonly string[] =>
  rawMethods.filter((raw) => operations.some(({ method }) => method === raw));

function union(types: readonly Code[]): Code {
  const lines = types.map((type) => code`| ${type}`);
  return types.length < 2 ? join(types, "") : code`\n${indent(join(lines, "\n"), 2)}`;
}

/** The tag must stand on a line of its own to be seen. */
function overload({ api, paths, imports }: Overloaded, operation: Operation, isRequest: boolean): OverloadedFunction["calls"][number] {
  const type = (name: string): Code => imports.type(name, pathsRuntime);
  const method = literal(operation.method.toLowerCase());
  const described = code`${type("OverloadInit")}<${paths}, This, ${method}>`;
  const [given, own] = isRequest ? [code`[Method, Path]`, code`[${method}, This]`] : [code`Path`, code`This`];
  const parameters = [
    ...(isRequest ? [code`method: ${type("Exactly")}<Method, ${method}>`] : []),
    code`url: ${type("Exactly")}<Path, This>`,
    code`...init: ${type("OverloadArguments")}<${given}, ${own}, ${described}, Init>`,
  ];
  const generics = code`${isRequest ? code`Method extends string, ` : empty}Path extends string, Init, This extends keyof ${paths} = ${literal(operation.path)}`;
  const tags = doc({ tags: lifecycleTags(api, operation.doc, "types") });
  const signature = code`<${generics}>(\n${indent(join(parameters, ",\n"))}\n): ${type("RawResult")}<${paths}, This, ${method}, Init>;`;
  return { call: hanging(code`${tags}${signature}`) };
}
