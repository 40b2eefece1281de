import { objects } from "../rules/objects.js";
import { isObject, wrongType, type KindRule } from "../rules/rule.js";
import { oneOf } from "../rules/scalars.js";

/** 2.0's flows, by the names that 3.x gives them. */
const FLOWS: ReadonlyMap<unknown, string> = new Map([
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
  const { flow, authorizationUrl, tokenUrl, scopes, ...rest } = raw;
  const name = FLOWS.get(flow);
  const details = {
    ...(authorizationUrl === undefined ? {} : { authorizationUrl }),
    ...(tokenUrl === undefined ? {} : { tokenUrl }),
    scopes: scopes ?? {},
  };
  return objects.securityScheme({ ...rest, type: "oauth2", flows: name === undefined ? {} : { [name]: details } }, at, walk);
};
