import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Report } from "../../diagnostic/diagnostic.js";
import type { Resolved } from "../resolve/resolved.js";
import { itemsOf } from "./operations.js";
import type { PathItemObject } from "./types.js";

interface Named {
  readonly path: string;
  readonly item: PathItemObject;
}

/** Reports paths that match the same requests, and queries in paths. */
export function reportPathNames(resolved: Resolved, report: Report): void {
  const shapes = new Map<string, readonly Named[]>();
  const requests = new Map<string, readonly Named[]>();
  for (const [path, item] of Object.entries(resolved.document.paths ?? {})) {
    const shape = path.replace(/\{[^{}]*\}/g, "{}");
    const { request, query } = requestOf(shape);
    const [same, alike] = [shapes.get(shape), requests.get(request)];
    // Each method has its own: gateways of gRPC write `GET /{name}` and `PUT /{app.name}`, and a server tells these apart.
    const first = same?.find((other) => shareMethod(other.item, item, resolved));
    const other = alike?.find((each) => shareMethod(each.item, item, resolved));
    if (first !== undefined) reportAmbiguous({ path, item }, first, "warning", resolved, report);
    // Whoever writes a `#` into a path means to tell its operations from the others; the request does not.
    else if (other !== undefined) reportAmbiguous({ path, item }, other, "info", resolved, report);
    shapes.set(shape, [...(same ?? []), { path, item }]);
    requests.set(request, [...(alike ?? []), { path, item }]);
    if (query !== undefined) reportQuery({ path, item }, query, resolved, report);
  }
}

/** Whether two path items, with what they refer to, have an operation for one method. */
function shareMethod(one: PathItemObject, other: PathItemObject, resolved: Resolved): boolean {
  const methods = new Set(itemsOf(one, resolved).flatMap(({ operations }) => Object.keys(operations)));
  return itemsOf(other, resolved).some(({ operations }) => Object.keys(operations).some((method) => methods.has(method)));
}

/** What tells the requests of a path from those of others: the path, and the pairs of a query that have no parameter in them. */
function requestOf(shape: string): { readonly request: string; readonly query: string | undefined } {
  const [sent = ""] = shape.split("#", 1);
  const [path = "", query] = sent.split(/\?(.*)/s, 2);
  const pairs = query?.split("&").filter((pair) => pair !== "" && !pair.includes("{"));
  return { request: [path, ...(pairs ?? []).sort()].join("\n"), query };
}

function reportAmbiguous(one: Named, before: Named, severity: "warning" | "info", resolved: Resolved, report: Report): void {
  const related = [{ message: "The other path is here.", at: resolved.origin(before.item) }];
  const hint = "Write the operations of both under one of them.";
  const message = `"${one.path}" and "${before.path}" match the same requests.`;
  report(diagnostic("ambiguous-paths", message, { at: resolved.origin(one.item), severity, related, hint }));
}

function reportQuery({ path, item }: Named, query: string, resolved: Resolved, report: Report): void {
  const pairs = query.split("&").filter((pair) => pair !== "");
  const fixed = pairs.filter((pair) => !pair.includes("{"));
  const said = [
    ...(fixed.length < pairs.length ? ["What stands in braces in it is sent as query parameters."] : []),
    ...(fixed.length === 0
      ? []
      : [`${fixed.length < pairs.length ? "The rest" : "It"} is sent as it is written, and a server takes requests that have it.`]),
  ];
  const hint = "Other tools may drop it: describe it as query parameters.";
  report(diagnostic("path-query", [`The path "${path}" has a query.`, ...said].join(" "), { at: resolved.origin(item), hint }));
}
