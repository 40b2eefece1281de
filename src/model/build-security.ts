import { diagnostic } from "../diagnostic/catalogue.js";
import type { SecurityRequirementObject, SecuritySchemeObject } from "../openapi/types.js";
import { readLifecycle } from "./build-lifecycle.js";
import type { Build } from "./context.js";
import { follow } from "./follow.js";
import type { Operation, SecurityScheme } from "./types.js";

/** The schemes of the root's components, in the order written. */
export function buildSecuritySchemes(build: Build): readonly SecurityScheme[] {
  const written = Object.entries(build.resolved.document.components?.securitySchemes ?? {});
  return written.flatMap(([name, start]) => {
    const { value, description } = follow("securityScheme", start, build.resolved);
    const scheme = buildScheme(value);
    if (scheme === undefined) {
      build.report(
        diagnostic("security-scheme-incomplete", `Security scheme "${name}" does not say how a credential is sent.`, {
          at: build.resolved.origin(value),
        }),
      );
      return [];
    }
    const lifecycle = readLifecycle(value, build.resolved.origin(value), build);
    const text = description ?? value.description;
    return [
      { name, doc: { ...(text === undefined ? {} : { description: text }), ...(lifecycle === undefined ? {} : { lifecycle }) }, ...scheme },
    ];
  });
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

/** The alternatives of an operation: its own, else those of the whole description. Schemes that do not exist are reported and left out. */
export function buildSecurity(own: readonly SecurityRequirementObject[] | undefined, at: object, build: Build): Operation["security"] {
  const known = build.resolved.document.components?.securitySchemes ?? {};
  const alternatives = (own ?? build.resolved.document.security ?? []).map((requirement) =>
    Object.entries(requirement).flatMap(([scheme, scopes]) => {
      if (Object.hasOwn(known, scheme)) return [{ scheme, scopes }];
      const hint = "Declare it under components.securitySchemes.";
      build.report(
        diagnostic("security-scheme-unknown", `There is no security scheme "${scheme}".`, { at: build.resolved.origin(at), hint }),
      );
      return [];
    }),
  );
  // `[{}]` alone is another way to say that nothing is needed.
  return alternatives.every((alternative) => alternative.length === 0) ? [] : alternatives;
}
