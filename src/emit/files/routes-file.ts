import type { Api } from "../../model/ir/api.js";
import { code, indent, join } from "../print/code.js";
import { file, type Emitted } from "../print/file.js";
import { header } from "../print/header.js";
import { Imports } from "../print/imports.js";
import type { OutputBudget } from "../print/output-budget.js";
import { securityLists } from "../wire/security-lists.js";
import type { EmitOptions } from "../options.js";
import { int64sOf } from "./int64-file.js";
import { scalarGuards } from "./scalar-guards.js";
import { routeCode, routeSecurity } from "./server-route.js";

/** What routes take of other files, a whole file at a time: a new operation changes no import. */
const namespaces = new Map([
  ["./operations.js", "operations"],
  ["./validators.js", "validators"],
  ["./int64.js", "int64"],
]);

/** `routes.ts`: what a server has to know of each operation, as data, for `server.ts` alone. None where there are no operations. */
export function emitRoutes(api: Api, options: EmitOptions, int64s = int64sOf(api, options), budget?: OutputBudget): Emitted | undefined {
  if (api.operations.length === 0) return undefined;
  const imports = new Imports(["routes"], namespaces);
  const type = imports.type("ServerDefinition", "./runtime/server.js");
  const guards = scalarGuards(imports, options);
  const lists = securityLists(api.operations, imports, routeSecurity);
  const count = budget?.of("routes.ts");
  const entries = api.operations.map((operation) => {
    const entry = code`${routeCode(api, operation, { imports, int64s, guards, lists })},`;
    count?.(entry);
    return entry;
  });
  const routes = code`export const routes: ${type}["routes"] = {\n${indent(join(entries, "\n"))}\n};`;
  return {
    ...file("routes.ts", header(options), imports, [...lists.constants, routes, ...guards.print()]),
    exports: [],
    foreign: guards.foreign,
  };
}
