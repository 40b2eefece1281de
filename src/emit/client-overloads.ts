import type { Api, Operation } from "../model/types.js";
import { code, ident, indent, join, literal, type Code } from "./code.js";
import { doc } from "./doc.js";
import type { Imports } from "./imports.js";
import { lifecycleTags } from "./operation-doc.js";
import type { View } from "./template.js";

/** The types of calls by path. */
export const pathCalls = "./runtime/path-calls.js";

/** The function of a client for one method, with an overload per deprecated operation; nothing where it has none. */
export function overloadsOf(api: Api, method: string, deprecated: readonly Operation[], paths: Code, imports: Imports): readonly View[] {
  const operations = deprecated.filter((operation) => operation.method === method);
  if (operations.length === 0) return [];
  const own = literal(method.toLowerCase());
  return [
    {
      method: ident(method),
      current: code`${imports.type("FirstOverload", pathCalls)}<${paths}, ${own}, ${union(operations.map(({ path }) => literal(path)))}>`,
      calls: operations.map((operation) => ({ text: indent(overload(api, operation, own, paths, imports), 2) })),
      incomplete: code`${imports.type("LastOverload", pathCalls)}<${paths}, ${own}>`,
    },
  ];
}

/** A path that is added later is a line of its own. */
function union(types: readonly Code[]): Code {
  return types.length < 2
    ? join(types, "")
    : code`\n${indent(
        join(
          types.map((type) => code`| ${type}`),
          "\n",
        ),
        2,
      )}\n  `;
}

/** The tag must stand on a line of its own to be seen. */
function overload(api: Api, operation: Operation, method: Code, paths: Code, imports: Imports): Code {
  const type = (name: string): Code => imports.type(name, pathCalls);
  const described = code`${type("OverloadInit")}<${paths}, This, ${method}>`;
  return code`${doc({ tags: lifecycleTags(api, operation.doc, "types") })}<Path extends string, Init extends ${described}, This extends keyof ${paths} = ${literal(operation.path)}>(
  url: ${type("OverloadPath")}<Path, This>,
  ...init: ${type("OverloadArguments")}<Path, This, ${described}, Init>
): ${type("RawResult")}<${paths}, This, ${method}, Init>;`;
}
