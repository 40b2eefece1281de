import { at as valueAt } from "../../source/json-pointer.js";
import type { Json } from "../../source/source-file.js";
import type { DescriptionFile } from "../resolve/document-location.js";
import { formatReference } from "../resolve/parse-reference.js";
import { isObject, type Kind } from "../rules/rule.js";
import { toUpgradedTokens } from "../versions/swagger-pointers.js";

/** A section of the components: what it holds, and where the file has it. */
export interface Section {
  readonly name: string;
  readonly kind: Kind;
  readonly tokens: readonly string[];
}

const later: readonly Section[] = (
  [
    ["schemas", "schema"],
    ["responses", "response"],
    ["parameters", "parameter"],
    ["requestBodies", "requestBody"],
    ["headers", "header"],
    ["securitySchemes", "securityScheme"],
    ["pathItems", "pathItem"],
    ["mediaTypes", "mediaType"],
  ] as const
).map(([name, kind]) => ({ name, kind, tokens: ["components", name] }));

/** Where 2.0 has them. What it says as 3.x does is read, too. */
const swagger: readonly Section[] = [
  { name: "schemas", kind: "schema", tokens: ["definitions"] },
  { name: "responses", kind: "response", tokens: ["responses"] },
  { name: "parameters", kind: "parameter", tokens: ["parameters"] },
  { name: "securitySchemes", kind: "securityScheme", tokens: ["securityDefinitions"] },
  ...later,
];

export function sectionsOf({ version }: DescriptionFile): readonly Section[] {
  return version === "2.0" ? swagger : later;
}

/** The names in a section of a file, each with the absolute reference to what it names. */
export function namesIn(file: DescriptionFile, { tokens }: Section): readonly { readonly name: string; readonly reference: string }[] {
  const members = valueAt(file.source.value, tokens);
  if (!isObject(members)) return [];
  return Object.keys(members).map((name) => ({
    name,
    reference: formatReference(file.source.uri, toUpgradedTokens(file, [...tokens, name])),
  }));
}

/** The root of a description without its components: those that are referred to are read where references lead. */
export function withoutComponents(root: Json, { version }: DescriptionFile): Json {
  if (!isObject(root)) return root;
  const own = version === "2.0" ? new Set(swagger.map(({ tokens }) => tokens[0])) : new Set<string | undefined>();
  const kept = Object.entries(root).filter(([key]) => key === "components" || !own.has(key));
  return Object.fromEntries(kept.map(([key, value]) => [key, key === "components" && isObject(value) ? {} : value]));
}
