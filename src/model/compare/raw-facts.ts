import type { Resolved } from "../../openapi/resolve/resolved.js";
import type { Json } from "../../source/source-file.js";
import { followReference } from "../build/follow-reference.js";
import { listOperations } from "../build/list-operations.js";
import type { Direction } from "./change.js";
import { addPartHeaders } from "./part-headers.js";
import { closureText, follow, membersOf, unsent } from "./raw-text.js";

/** Facts of a description that the model has no objects for, each as a text that another order or other prose does not change, by what it is called. */
export type RawFacts = ReadonlyMap<string, RawFact>;

export interface RawFact {
  /** The operation that it is of, as "GET /pets"; undefined for a fact of the whole. */
  readonly operation: string | undefined;
  readonly rule: "callback" | "part-header" | "part-encoding" | "security-scheme";
  readonly text: string;
  /** Of what may be required, which way it goes where it is, and where it is not. */
  readonly need?: { readonly way: Direction; readonly required: boolean };
}

/**
 * Callbacks by their operations, headers of the parts of multipart bodies, and what security schemes say besides how a credential is sent: flows, their URLs
 * and scopes.
 */
export function rawFacts(resolved: Resolved): RawFacts {
  const facts = new Map<string, RawFact>();
  const values = new Map(resolved.files.map(({ uri, value }) => [uri, value]));
  for (const [name, start] of Object.entries(resolved.document.components?.securitySchemes ?? {}))
    addScheme(name, followReference("securityScheme", start, resolved).value, facts);
  for (const { method, path, operation } of listOperations(resolved.document.paths, resolved)) {
    const root = values.get(resolved.origin(operation).file) ?? resolved.root.value;
    addPartHeaders(`${method} ${path}`, operation, "request", resolved, facts);
    const { callbacks } = operation as { readonly callbacks?: Json }; // kept as it was written
    for (const [name, callback] of membersOf(callbacks))
      for (const [expression, item] of membersOf(follow(callback, root)))
        for (const [verb, each] of membersOf(follow(item, root)))
          if (!unsent.has(verb) && !verb.startsWith("x-"))
            facts.set(`${method} ${path} ${verb.toUpperCase()} ${expression} of its callback ${JSON.stringify(name)}`, {
              operation: `${method} ${path}`,
              rule: "callback",
              text: closureText(each, root),
            });
  }
  for (const { path, operation } of listOperations(resolved.document.webhooks, resolved))
    addPartHeaders(`WEBHOOK ${path}`, operation, "response", resolved, facts);
  return facts;
}

function addScheme(name: string, scheme: object, facts: Map<string, RawFact>): void {
  const { flows, openIdConnectUrl } = scheme as { readonly flows?: Json; readonly openIdConnectUrl?: Json }; // kept as they were written
  const of = `of the security scheme ${JSON.stringify(name)}`;
  const add = (what: string, value: Json): void =>
    void facts.set(`${what} ${of}`, { operation: undefined, rule: "security-scheme", text: JSON.stringify(value) });
  if (openIdConnectUrl !== undefined) add("the openIdConnectUrl", openIdConnectUrl);
  for (const [flow, value] of membersOf(flows))
    for (const [key, member] of membersOf(value))
      if (key === "scopes") for (const [scope] of membersOf(member)) add(`the scope ${JSON.stringify(scope)} in the flow ${flow}`, true);
      else if (!key.startsWith("x-")) add(`the ${key} in the flow ${flow}`, member);
}
