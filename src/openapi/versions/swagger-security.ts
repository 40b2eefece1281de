import { diagnostic } from "../../diagnostic/catalogue.js";
import { spellingSuggestion } from "../../diagnostic/spelling-suggestion.js";
import { childLocation, originAt } from "../resolve/document-location.js";
import { objects } from "../rules/objects.js";
import { isObject, wrongType, type KindRule } from "../rules/rule.js";
import { oneOf } from "../rules/scalars.js";

/** 2.0's flows, by the names that 3.x gives them. */
const FLOWS: ReadonlyMap<string, string> = new Map([
  ["implicit", "implicit"],
  ["password", "password"],
  ["application", "clientCredentials"],
  ["accessCode", "authorizationCode"],
]);

const type = oneOf(["basic", "apiKey", "oauth2"]);

/** A security definition of 2.0, as a security scheme. */
export const readSwaggerSecurity: KindRule = (raw, at, walk) => {
  if (!isObject(raw)) return wrongType(raw, "an object (a security definition)", at, walk);
  const meant = type(raw["type"] ?? null, at, "type", walk);
  if (meant === undefined) return undefined;
  if (meant === "apiKey") return objects.securityScheme({ ...raw, type: meant }, at, walk);
  if (meant === "basic") return objects.securityScheme({ ...raw, type: "http", scheme: "basic" }, at, walk);
  if (isObject(raw["flow"])) return objects.securityScheme({ ...raw, type: "oauth2" }, at, walk); // flows by name, which are of 3.x
  const { flow, authorizationUrl, tokenUrl, scopes, ...rest } = raw;
  const name = typeof flow === "string" ? FLOWS.get(flow) : undefined;
  if (name === undefined && flow !== undefined) {
    const own =
      [...FLOWS].find(([, later]) => later === flow)?.[0] ?? spellingSuggestion(typeof flow === "string" ? flow : "", FLOWS.keys());
    const hint = own === undefined ? `The flows are ${[...FLOWS.keys()].join(", ")}.` : `Did you mean "${own}"?`;
    const message = `${JSON.stringify(flow)} is not a flow of OpenAPI 2.0.`;
    walk.report(diagnostic("unknown-word", message, { at: originAt(childLocation(at, "flow")), severity: "warning", hint }));
  }
  const details = {
    ...(authorizationUrl === undefined ? {} : { authorizationUrl }),
    ...(tokenUrl === undefined ? {} : { tokenUrl }),
    scopes: scopes ?? {},
  };
  return objects.securityScheme({ ...rest, type: "oauth2", flows: name === undefined ? {} : { [name]: details } }, at, walk);
};
