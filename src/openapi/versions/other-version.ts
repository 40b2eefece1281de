import { isJsonArray, type Json } from "../../source/source-file.js";
import { objects } from "../rules/objects.js";
import { childLocation, type Version } from "../resolve/document-location.js";
import { present, reportOther, reportOtherAt } from "../rules/report-other-version.js";
import { isInBody, isObject, type JsonObject, type Kind, type KindRule } from "../rules/rule.js";

/**
 * Descriptions that were moved by hand from one version to another keep parts of the old one. What such an object means is evident
 * from its members: it is read by the rules of the version it is written in, and a warning says so.
 */

/** What shows the version that an object is written in: one of its members, or one inside it. */
type Sign = string | { readonly path: readonly (string | number)[]; readonly word: string };

/** The members that show that an object of 2.0 is written as one of 3.x. */
const later: Readonly<Partial<Record<Kind, (raw: JsonObject) => readonly Sign[]>>> = {
  parameter: contentWithoutType,
  header: contentWithoutType,
  response: (raw) => (present(raw, ["schema"]).length > 0 ? [] : present(raw, ["content"])),
  securityScheme: (raw) =>
    ["http", "mutualTLS", "openIdConnect"].some((type) => raw["type"] === type) ? ["type"] : present(raw, ["flows"]),
};

/** The members that show that an object of 3.x is written as one of 2.0. */
const earlier: Readonly<Partial<Record<Kind, (raw: JsonObject) => readonly Sign[]>>> = {
  pathItem: bodyParameters,
  operation: (raw) => [...present(raw, ["consumes", "produces"]), ...bodyParameters(raw)],
  parameter: typeWithoutSchema,
  header: typeWithoutSchema,
  response: (raw) => (present(raw, ["content"]).length > 0 ? [] : present(raw, ["schema"])),
  securityScheme: (raw) =>
    raw["type"] === "basic" ? ["type"] : raw["type"] === "oauth2" && !isObject(raw["flow"]) ? present(raw, ["flow"]) : [],
};

/** The rules of each version, with those of the other for what is written in it. */
export function eitherVersion(swagger: Readonly<Record<Kind, KindRule>>): (version: Version) => Readonly<Record<Kind, KindRule>> {
  const kinds = Object.keys(objects) as readonly Kind[]; // the keys of a record of every Kind
  const mixed = (own: typeof objects, other: typeof objects, signs: typeof later, of: "2.0" | "3"): typeof objects =>
    Object.fromEntries(kinds.map((kind) => [kind, either(own[kind], other[kind], signs[kind], of)])) as typeof objects; // one for each kind
  const [inSwagger, inLater] = [mixed(swagger, objects, later, "3"), mixed(objects, swagger, earlier, "2.0")];
  return (version) => (version === "2.0" ? inSwagger : inLater);
}

function either(own: KindRule, other: KindRule, signs: ((raw: JsonObject) => readonly Sign[]) | undefined, of: "2.0" | "3"): KindRule {
  if (signs === undefined) return own;
  return (raw, at, walk) => {
    // One is reported: the others are from the same mistake.
    const [sign] = isObject(raw) ? signs(raw) : [];
    if (sign === undefined) return own(raw, at, walk);
    if (typeof sign === "string") reportOther(of, sign, at, walk);
    else reportOtherAt(of, sign.word, sign.path.reduce(childLocation, at), walk);
    return other(raw, at, walk);
  };
}

function contentWithoutType(raw: JsonObject): readonly string[] {
  const isOwn = present(raw, ["type"]).length > 0 || isInBody(raw);
  return isOwn ? [] : present(raw, ["schema", "content"]);
}

function typeWithoutSchema(raw: JsonObject): readonly string[] {
  return present(raw, ["schema", "content"]).length > 0 ? [] : present(raw, ["type", "items", "collectionFormat"]);
}

function bodyParameters(raw: JsonObject): readonly Sign[] {
  const { parameters } = raw;
  const list: readonly Json[] = isJsonArray(parameters) ? parameters : [];
  const index = list.findIndex(isInBody);
  const found = list[index];
  return isObject(found) ? [{ path: ["parameters", index, "in"], word: found["in"] === "body" ? "in: body" : "in: formData" }] : [];
}
