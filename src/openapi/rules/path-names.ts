import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Report } from "../../diagnostic/diagnostic.js";
import type { Resolved } from "../resolve/resolved.js";
import type { PathItemObject } from "./types.js";

interface Named {
  readonly path: string;
  readonly item: PathItemObject;
}

/** Reports paths that match the same requests, and queries in paths. */
export function reportPathNames(resolved: Resolved, report: Report): void {
  const shapes = new Map<string, Named>();
  const requests = new Map<string, Named>();
  for (const [path, item] of Object.entries(resolved.document.paths ?? {})) {
    const shape = path.replace(/\{[^{}]*\}/g, "{}");
    const { request, query } = requestOf(shape);
    const [same, alike] = [shapes.get(shape), requests.get(request)];
    if (same !== undefined) reportAmbiguous({ path, item }, same, "warning", resolved, report);
    // Whoever writes a `#` into a path means to tell its operations from the others; the request does not.
    else if (alike !== undefined && Object.keys(item.operations).some((method) => Object.hasOwn(alike.item.operations, method)))
      reportAmbiguous({ path, item }, alike, "info", resolved, report);
    if (same === undefined) shapes.set(shape, { path, item });
    if (alike === undefined) requests.set(request, { path, item });
    if (query !== undefined) reportQuery({ path, item }, resolved, report);
  }
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

function reportQuery({ path, item }: Named, resolved: Resolved, report: Report): void {
  const message = `The path "${path}" has a query. It is sent as it is written, and a server takes requests that have it.`;
  report(
    diagnostic("path-query", message, { at: resolved.origin(item), hint: "Other tools may drop it: describe it as query parameters." }),
  );
}
