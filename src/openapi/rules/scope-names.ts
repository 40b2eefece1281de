import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Report } from "../../diagnostic/diagnostic.js";
import { mostSuggestions, spellingSuggestion } from "../../diagnostic/spelling-suggestion.js";
import { child } from "../../source/json-pointer.js";
import type { Resolved } from "../resolve/resolved.js";
import type { Placed } from "./operations.js";
import { isObject } from "./rule.js";
import type { SecurityRequirementObject } from "./types.js";

/** Reports scopes that no flow of their scheme declares, once each: nobody who follows the description gets a token with them. */
export function reportScopeNames(operations: readonly Placed[], resolved: Resolved, report: Report): void {
  const { document } = resolved;
  const schemes = Object.entries(document.components?.securitySchemes ?? {});
  const declared = new Map(schemes.map(([name, scheme]) => [name, scopesOf(scheme, resolved)]));
  const seen = new Set<string>();
  for (const { scheme, scope, holder, path } of neededScopes([document, ...operations.map(({ operation }) => operation)])) {
    const known = declared.get(scheme);
    const key = JSON.stringify([scheme, scope]);
    if (known === undefined || known.size === 0 || known.has(scope) || seen.has(key)) continue;
    seen.add(key);
    const { file, pointer } = resolved.origin(holder);
    const meant = seen.size > mostSuggestions ? undefined : spellingSuggestion(scope, [...known]);
    const hint = meant === undefined ? "Declare it in the scopes of a flow." : `Did you mean ${JSON.stringify(meant)}?`;
    const at = { file, pointer: path.reduce<string>(child, pointer) };
    report(diagnostic("scope-unknown", `No flow of ${JSON.stringify(scheme)} has the scope ${JSON.stringify(scope)}.`, { at, hint }));
  }
}

type Holder = object & { readonly security?: readonly SecurityRequirementObject[] };

interface NeededScope {
  readonly scheme: string;
  readonly scope: string;
  readonly holder: Holder;
  /** Where it stands in its holder. */
  readonly path: readonly (string | number)[];
}

function* neededScopes(holders: readonly Holder[]): Generator<NeededScope> {
  for (const holder of holders)
    for (const [index, requirement] of (holder.security ?? []).entries())
      for (const [scheme, scopes] of Object.entries(requirement))
        for (const [position, scope] of scopes.entries()) yield { scheme, scope, holder, path: ["security", index, scheme, position] };
}

/** The scopes that the flows of a scheme of OAuth 2 declare; those of other schemes are declared elsewhere, or mean roles. */
function scopesOf(scheme: object, resolved: Resolved): ReadonlySet<string> {
  const target = "$ref" in scheme && typeof scheme.$ref === "string" ? resolved.target("securityScheme", scheme.$ref) : scheme;
  const { flows } = target as { readonly flows?: unknown }; // as written: no table reads it
  const scopes = Object.values(isObject(flows) ? flows : {}).map((flow) => (isObject(flow) ? flow["scopes"] : undefined));
  return new Set(scopes.flatMap((each) => (isObject(each) ? Object.keys(each) : [])));
}
