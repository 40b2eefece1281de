import { diagnostic } from "../../diagnostic/catalogue.js";
import type { Diagnostic } from "../../diagnostic/diagnostic.js";
import { spellingSuggestion } from "../../diagnostic/spelling-suggestion.js";
import { parse as parsePointer } from "../../source/json-pointer.js";
import type { Json } from "../../source/source-file.js";
import { childLocation, originAt, type DocumentLocation } from "../resolve/document-location.js";
import { listOf, mapOf } from "./collections.js";
import { fields, tabled } from "./fields.js";
import { isObject, meantAs, renamed, saysNothing, type JsonObject, type KindRule, type Rule, type Walk } from "./rule.js";
import { anything, flag, oneOf, text } from "./scalars.js";

/** Security requirements and schemes. */

const scopes = listOf(text);

/** A scheme is required whatever its scopes are: those that cannot be read are none. */
const requirement = mapOf((raw, parent, key, walk) => scopes(raw, parent, key, walk) ?? []);

/**
 * A requirement; the name of a scheme, or a list of names, is one without scopes. Nothing is assumed of what else stands there: a requirement
 * that is left out may make public what is not.
 */
const requirementOrNames: Rule = (raw, parent, key, walk) => {
  const at = childLocation(parent, key);
  const expected = "an object (a security requirement)";
  const reference = isObject(raw) && Object.keys(raw).length === 1 ? raw["$ref"] : undefined;
  const schemeName = typeof reference === "string" ? nameOfScheme(reference) : undefined;
  if (schemeName !== undefined)
    return requirement(
      meantAs({ [schemeName]: [] }, `"${schemeName}" without scopes`, raw, expected, at, walk, "a reference"),
      parent,
      key,
      walk,
    );
  const referred = typeof reference === "string" ? (walk.peek(reference, at)?.raw ?? null) : raw;
  if (isObject(raw) && reference === undefined) return requirement(raw, parent, key, walk);
  if (isObject(referred) && isRequirement(referred))
    return requirement(meantAs(referred, "what it refers to", raw, expected, at, walk, "a reference"), parent, key, walk);
  const names: readonly Json[] = Array.isArray(raw) ? raw : [raw];
  const texts = names.filter((name): name is string => typeof name === "string" && name !== "");
  if (texts.length > 0 && texts.length === names.length) {
    const meant = Object.fromEntries(texts.map((name): readonly [string, Json] => [name, []]));
    return requirement(meantAs(meant, "one without scopes", raw, expected, at, walk), parent, key, walk);
  }
  return unreadable("A security requirement must be an object, and none can be assumed in its place.", hintFor(raw), at, walk);
};

/** An empty list may be what a program has made of `{}`, or what is left of a list of names: only the author knows which. */
function hintFor(raw: Json): string {
  const usual = "Write the name of a scheme and a list of scopes: `- key: []`.";
  return Array.isArray(raw) && raw.length === 0 ? `${usual} Where calls without a credential are allowed, write \`- {}\`.` : usual;
}

/** An error however strict: what is left out may make public what is not. */
function unreadable(message: string, hint: string, at: DocumentLocation, walk: Walk): unknown {
  walk.report(diagnostic("security-unreadable", message, { at: originAt(at), hint }));
  return undefined;
}

/** The scheme that a reference leads to, by its name. */
function nameOfScheme(reference: string): string | undefined {
  const [, name] = /^#\/(?:components\/securitySchemes|securityDefinitions)\/([^/]+)$/.exec(reference) ?? [];
  return name === undefined ? undefined : parsePointer(`/${name}`)?.[0];
}

/** Whether an object has names of schemes and lists of scopes, and nothing else. */
function isRequirement(raw: JsonObject): boolean {
  const scopes = Object.values<Json>(raw);
  return scopes.length > 0 && scopes.every((each) => Array.isArray(each));
}

const requirements = listOf(requirementOrNames);

/** Without a value, it says nothing: what the document requires holds. */
export const security: Rule = (raw, parent, key, walk) => {
  const at = childLocation(parent, key);
  if (raw === null) return saysNothing("a list of security requirements", at, walk);
  const held: Diagnostic[] = [];
  const read = requirements(raw, parent, key, { ...walk, report: (each) => held.push(each) });
  const message = '"security" must be a list of security requirements, and none can be assumed in its place.';
  const hint =
    "Write the names of schemes and their scopes: `security: [{ key: [] }]`. Where no credential is needed, write `security: []`.";
  if (read === undefined) return unreadable(message, hint, at, walk);
  for (const each of held) walk.report(each);
  return read;
};

const securitySchemeTable = fields({
  type: oneOf(["apiKey", "http", "mutualTLS", "oauth2", "openIdConnect"]),
  description: text,
  name: text,
  in: oneOf(["query", "header", "cookie"]),
  scheme: text,
  bearerFormat: text,
  openIdConnectUrl: text,
  flows: anything,
  oauth2MetadataUrl: anything,
  deprecated: flag,
});

const readScheme = tabled(securitySchemeTable, "A security scheme", { type: null });
const tabledScheme: KindRule = (given, at, walk) => {
  const raw = withFlows(given, at, walk);
  if (isObject(raw)) reportFlows(raw, at, walk);
  return readScheme(raw, at, walk);
};

/** `flow: { implicit: … }`: the flows by name, under the key that one flow had in 2.0. */
function withFlows(raw: Json, at: DocumentLocation, walk: Walk): Json {
  if (!isObject(raw) || !isObject(raw["flow"]) || Object.hasOwn(raw, "flows")) return raw;
  const { flow: flows = null, ...rest } = raw;
  renamed("flow", "flows", at, walk);
  return { ...rest, flows };
}

/** The URLs that each flow needs. */
const urlsOfFlows: Readonly<Record<string, readonly string[]>> = {
  implicit: ["authorizationUrl"],
  password: ["tokenUrl"],
  clientCredentials: ["tokenUrl"],
  authorizationCode: ["authorizationUrl", "tokenUrl"],
  deviceAuthorization: ["deviceAuthorizationUrl", "tokenUrl"],
};

/** What people need to get a token. No generated code depends on it: clients take tokens. */
function reportFlows(raw: JsonObject, at: DocumentLocation, walk: Walk): void {
  const lacks = (what: string, name: string, place: DocumentLocation): void => {
    const message = `${what} needs "${name}", which says where a token comes from.`;
    walk.report(diagnostic("missing-member", message, { at: originAt(place), severity: "warning" }));
  };
  if (raw["type"] === "openIdConnect" && raw["openIdConnectUrl"] === undefined) lacks("A scheme of OpenID Connect", "openIdConnectUrl", at);
  const flows = raw["flows"];
  if (raw["type"] !== "oauth2" || !isObject(flows)) return;
  for (const [name, flow] of Object.entries<Json>(flows)) {
    const place = childLocation(childLocation(at, "flows"), name);
    const urls = Object.hasOwn(urlsOfFlows, name) ? urlsOfFlows[name] : undefined;
    if (urls === undefined && !name.startsWith("x-")) {
      const meant = spellingSuggestion(name, Object.keys(urlsOfFlows));
      const hint = meant === undefined ? `The flows are ${Object.keys(urlsOfFlows).join(", ")}.` : `Did you mean "${meant}"?`;
      const key = { ...originAt(place), on: "key" } as const;
      walk.report(diagnostic("unknown-key", `${JSON.stringify(name)} is not a flow of OAuth 2.`, { at: key, hint }));
    }
    for (const url of urls ?? []) if (isObject(flow) && flow[url] === undefined) lacks(`The flow "${name}"`, url, place);
  }
}

/** "bearer" is a scheme of the type "http", and is written as a type of its own. */
export const securityScheme: KindRule = (raw, at, walk) => {
  if (!isObject(raw) || typeof raw["type"] !== "string" || raw["type"].toLowerCase() !== "bearer") return tabledScheme(raw, at, walk);
  walk.report(
    diagnostic("unknown-word", `"type" is ${JSON.stringify(raw["type"])}, which is a scheme of the type "http".`, {
      at: originAt(childLocation(at, "type")),
      hint: "Write `type: http` and `scheme: bearer`.",
      assumed: "it is read as that",
    }),
  );
  return tabledScheme({ ...raw, type: "http", scheme: "bearer" }, at, walk);
};
