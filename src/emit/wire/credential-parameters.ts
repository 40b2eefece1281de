/** Parameters that credentials supply: a security scheme has its key where a parameter is described, too. */
import type { Api, SecurityScheme } from "../../model/ir/api.js";
import type { Operation, Parameter } from "../../model/ir/operation.js";

/** The required parameters that a client sends with any of the credentials that the operation takes. Where it takes none, too, there are none. */
export function suppliedParameters({ securitySchemes }: Api, { parameters, security }: Operation): readonly Parameter[] {
  if (security.length === 0) return [];
  const schemes = new Map(securitySchemes.map((scheme) => [scheme.name, scheme]));
  const supplies = (parameter: Parameter) => (named: { readonly scheme: string }) => isOf(parameter, schemes.get(named.scheme));
  return parameters.filter((parameter) => parameter.required && security.every((alternative) => alternative.some(supplies(parameter))));
}

/** To HTTP, the names of headers are the same in any case. */
function isOf({ in: place, name }: Parameter, scheme: SecurityScheme | undefined): boolean {
  if (scheme?.kind !== "apiKey" || scheme.in !== place) return false;
  return place === "header" ? scheme.parameter.toLowerCase() === name.toLowerCase() : scheme.parameter === name;
}
