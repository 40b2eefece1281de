import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Report } from "../../diagnostic/diagnostic.js";
import type { Resolved } from "../resolve/resolved.js";
import { itemsOf } from "./operations.js";
import type { PathItemObject } from "./types.js";

interface Named {
  readonly path: string;
  readonly item: PathItemObject;
}

/** The first path of some that are one to a server, by the method of its operations. Gateways of gRPC write `GET /{name}` and `PUT /{app.name}`: those are told apart. */
type ByMethod = Map<string, Named>;

/** Reports paths that match the same requests, and queries in paths. */
export function reportPathNames(resolved: Resolved, report: Report): void {
  const shapes = new Map<string, ByMethod>();
  const requests = new Map<string, ByMethod>();
  const fragments = new Map<Named, Named[]>();
  for (const [path, item] of Object.entries(resolved.document.paths ?? {})) {
    const one = { path, item };
    const shape = path.replace(/\{[^{}]*\}/g, "{}");
    const { request, query } = requestOf(shape);
    const methods = itemsOf(item, resolved).flatMap(({ operations }) => Object.keys(operations));
    const same = firstOf(shapes, shape, methods, one);
    const alike = firstOf(requests, request, methods, one);
    if (same !== undefined) reportAmbiguous([one], same, "warning", resolved, report);
    else if (alike !== undefined && fragments.get(alike)?.push(one) === undefined) fragments.set(alike, [one]);
    if (query !== undefined) reportQuery(one, query, resolved, report);
  }
  // Whoever writes a `#` into a path means to tell its operations from the others; the request does not.
  for (const [before, others] of fragments) reportAmbiguous(others, before, "info", resolved, report);
}

/** The path before this one that has an operation for one of its methods; this one is remembered for the others. */
function firstOf(known: Map<string, ByMethod>, key: string, methods: readonly string[], one: Named): Named | undefined {
  const before: ByMethod = known.get(key) ?? new Map<string, Named>();
  known.set(key, before);
  const first = methods.map((method) => before.get(method)).find((each) => each !== undefined);
  for (const method of methods) if (!before.has(method)) before.set(method, one);
  return first;
}

/** What tells the requests of a path from those of others: the path, and the pairs of a query that have no parameter in them. */
function requestOf(shape: string): { readonly request: string; readonly query: string | undefined } {
  const [sent = ""] = shape.split("#", 1);
  const [path = "", query] = sent.split(/\?(.*)/s, 2);
  const pairs = query?.split("&").filter((pair) => pair !== "" && !pair.includes("{"));
  return { request: [path, ...(pairs ?? []).sort()].join("\n"), query };
}

/** Of several paths that are one to a server, the first is where the message lies. */
function reportAmbiguous(
  [one, ...more]: readonly Named[],
  before: Named,
  severity: "warning" | "info",
  resolved: Resolved,
  report: Report,
): void {
  if (one === undefined) return;
  const related = [{ message: "The other path is here.", at: resolved.origin(before.item) }];
  const hint = "Write the operations of both under one of them.";
  const rest = more.length === 0 ? "" : `, and ${String(more.length)} more,`;
  const message = `"${one.path}" and "${before.path}"${rest} match the same requests.`;
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
