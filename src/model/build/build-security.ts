import { diagnostic } from "../../diagnostic/catalogue.js";
import { spellingSuggestion } from "../../diagnostic/spelling-suggestion.js";
import type { Origin } from "../../diagnostic/diagnostic.js";
import { meantScheme } from "../../openapi/rules/meaning/meant-scheme.js";
import type { SecurityRequirementObject, SecuritySchemeObject } from "../../openapi/rules/types.js";
import { readLifecycle, readUseLifecycle } from "../lifecycle/build-lifecycle.js";
import { readFlows } from "../lifecycle/read-raw.js";
import type { BuildContext } from "./context.js";
import { reportForbiddenHeader } from "./forbidden-header.js";
import { followReference } from "./follow-reference.js";
import type { SecurityScheme } from "../ir/api.js";
import type { Operation } from "../ir/operation.js";
import { memberOrigin, originOf } from "./origin.js";

/**
 * The schemes of the root's components, in the order written, then those that are required without being declared. How a credential
 * of those is sent nobody knows: the client sends none, and the server leaves the request to the user's function, so that it stays closed.
 */
export function buildSecuritySchemes(build: BuildContext): readonly SecurityScheme[] {
  const { document } = build.resolved;
  const declared = Object.entries(document.components?.securitySchemes ?? {}).map(([name, start]): SecurityScheme => {
    const { value, description, dated } = followReference("securityScheme", start, build.resolved);
    const origin = originOf(value, build.resolved);
    const scheme = buildScheme(value);
    if (scheme === undefined) {
      const message = `Security scheme "${name}" does not say how a credential is sent.`;
      const needed = value.type === "http" ? ["scheme"] : (["in", "name"] as const).filter((key) => value[key] === undefined);
      const hint = `Add ${needed.map((key) => `"${key}"`).join(" and ")}.`;
      build.report(diagnostic("security-scheme-incomplete", message, { at: origin, hint }));
    }
    if (scheme?.kind === "apiKey" && scheme.in === "header")
      reportForbiddenHeader(scheme.parameter, origin, build, `, which the security scheme ${JSON.stringify(name)} sends a key in`);
    // Clients have a list of those that they send credentials for.
    const element = value.type === "mutualTLS" ? ({ what: "security scheme", name } as const) : undefined;
    const own = readLifecycle(value, origin, "securityScheme", build, element);
    const lifecycle = readUseLifecycle({ beside: dated, target: value }, "securityScheme", build, element) ?? own;
    readFlows(value, build);
    const text = description ?? value.description;
    const doc = { ...(text === undefined ? {} : { description: text }), ...(lifecycle === undefined ? {} : { lifecycle }) };
    return { name, doc, ...(scheme ?? { kind: "mutualTLS" }) };
  });
  const undeclared = [...build.undeclaredSchemes].flatMap(([name, meant]): readonly SecurityScheme[] =>
    meant === undefined ? [{ name, doc: {}, kind: "mutualTLS" }] : [],
  );
  return [...declared, ...undeclared];
}

// Distributes over the union, which `Omit` alone does not.
type Kind<T> = T extends unknown ? Omit<T, "name" | "doc"> : never;

function buildScheme(value: SecuritySchemeObject): Kind<SecurityScheme> | undefined {
  switch (value.type) {
    case "apiKey":
      return value.in === undefined || value.name === undefined ? undefined : { kind: "apiKey", in: value.in, parameter: value.name };
    case "http":
      return buildHttpScheme(value.scheme?.toLowerCase(), value.bearerFormat);
    case "oauth2":
    case "openIdConnect":
    case "mutualTLS":
      return { kind: value.type };
    default:
      // Reported where it was read: a type the specification does not know.
      return undefined;
  }
}

function buildHttpScheme(scheme: string | undefined, format: string | undefined): Kind<SecurityScheme> | undefined {
  if (scheme === undefined) return undefined;
  if (scheme === "basic") return { kind: "basic" };
  return scheme === "bearer" ? { kind: "bearer", format } : { kind: "authorization", scheme };
}

/** Schemes that are not declared for which something near is looked for. */
const mostSuggestions = 100;

/**
 * The alternatives of an operation: its own, else those of the whole description, which are one list for all that have no others. Schemes that
 * are not declared are reported once.
 */
export function buildSecurity(
  own: readonly SecurityRequirementObject[] | undefined,
  at: object,
  build: BuildContext,
): Operation["security"] {
  const { document } = build.resolved;
  const written = own ?? document.security ?? [];
  const holder = own === undefined ? document : at;
  return build.once("security", holder, () => buildAlternatives(written, holder, build));
}

function buildAlternatives(written: readonly SecurityRequirementObject[], holder: object, build: BuildContext): Operation["security"] {
  const alternatives = written.map((requirement, index) => {
    const scopesOf = new Map<string, readonly string[]>();
    for (const [name, scopes] of Object.entries(requirement)) {
      const scheme = knownScheme(name, () => memberOrigin(holder, build.resolved, "security", index, name), build);
      scopesOf.set(scheme, [...new Set([...(scopesOf.get(scheme) ?? []), ...scopes])]);
    }
    return [...scopesOf].map(([scheme, scopes]) => ({ scheme, scopes }));
  });
  // `[{}]` alone is another way to say that nothing is needed.
  return alternatives.every((alternative) => alternative.length === 0) ? [] : alternatives;
}

/** The scheme that a name means: the declared one of that name, else one that is meant, else one that nothing is known of. */
function knownScheme(name: string, at: () => Origin, build: BuildContext): string {
  const { undeclaredSchemes, resolved, report } = build;
  const known = resolved.document.components?.securitySchemes ?? {};
  if (Object.hasOwn(known, name)) return name;
  if (undeclaredSchemes.has(name)) return undeclaredSchemes.get(name) ?? name;
  // For thousands, what was meant would be looked for in the time of their square.
  const names = undeclaredSchemes.size >= mostSuggestions ? [] : Object.keys(known);
  const meant = meantScheme(name, names);
  undeclaredSchemes.set(name, meant);
  const message = `There is no security scheme "${name}".`;
  if (meant !== undefined) {
    const assumed = `it is read as "${meant}"`;
    report(diagnostic("security-scheme-unknown", message, { at: at(), hint: `Write "${meant}".`, assumed }));
    return meant;
  }
  const near = spellingSuggestion(name, names);
  const section = resolved.version === "2.0" ? "securityDefinitions" : "components.securitySchemes";
  const advice = near === undefined ? `Declare it under ${section}.` : `Did you mean "${near}"? Else declare it under ${section}.`;
  const hint = `${advice} Until then \`auth\` cannot carry its credential: the client sends none, and only your own code can tell whether a request is allowed.`;
  report(diagnostic("security-scheme-unknown", message, { at: at(), hint }));
  return name;
}
