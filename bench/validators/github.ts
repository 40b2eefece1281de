/** Real schemas: those of GitHub's own description. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { peers } from "../newer-node.js";
import { closure, definitions, mapSchema, targetOf, type Description, type JsonSchema } from "./schema.js";

interface Media {
  readonly schema?: JsonSchema;
}

interface Operation {
  readonly responses?: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>;
}

interface OpenApi {
  readonly openapi: string;
  readonly info: unknown;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Nullable>>;
    readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
  };
}

/** A schema of OpenAPI 3.0. */
interface Nullable extends JsonSchema {
  readonly nullable?: boolean;
}

export const repository = "full-repository";

/** The name of the list of them, which is ours. */
export const listOfRepositories = "full-repositories";

/** How many schemas are taken. */
const many = 50;

export interface GitHub {
  /** The repository and what it refers to. */
  readonly repository: Description;
  /** The same with a list of them. */
  readonly repositoryList: Description;
  /** Fifty schemas: the repository's, then those of successful responses in the order of the operations, each with all it refers to, while they fit. */
  readonly fifty: Description;
  /** A repository as GitHub's documentation shows it. */
  readonly example: Readonly<Record<string, unknown>>;
}

export const githubFile = join(peers, "@octokit/openapi/generated/api.github.com.json");

export function readGitHub(): GitHub {
  // The description is checked by nobody here: a package of a fixed version.
  const { openapi, info, paths, components } = JSON.parse(readFileSync(githubFile, "utf8")) as OpenApi;
  const all = components.schemas;
  const chosen = new Set(closure([repository], all));
  for (const name of inOrderOfUse(paths)) {
    const together = new Set([...chosen, ...closure([name], all)]);
    if (together.size <= many) for (const needed of together) chosen.add(needed);
  }
  const describe = (names: readonly string[], more: Readonly<Record<string, Nullable>> = {}): Description => {
    const schemas: Readonly<Record<string, Nullable>> = { ...Object.fromEntries(names.map((name) => [name, all[name] ?? {}])), ...more };
    return {
      document: { openapi, info, paths: {}, components: { schemas } },
      schemas: Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, mapSchema(schema, asJsonSchema)])),
    };
  };
  const list = { [listOfRepositories]: { type: "array", items: { $ref: `#/components/schemas/${repository}` } } };
  const example = components.examples["full-repository-default-response"]?.value;
  return {
    repository: describe(closure([repository], all)),
    repositoryList: describe(closure([repository], all), list),
    fifty: describe([...chosen]),
    example: example as Record<string, unknown>, // of an object schema
  };
}

function inOrderOfUse(paths: OpenApi["paths"]): readonly string[] {
  const responses = Object.values(paths)
    .flatMap((path) => Object.values(path))
    .flatMap(({ responses }) => Object.entries(responses ?? {}));
  return responses
    .filter(([status]) => status.startsWith("2"))
    .map(([, { content }]) => content?.["application/json"]?.schema)
    .flatMap((schema) => schema?.$ref ?? schema?.items?.$ref ?? [])
    .map(targetOf);
}

const kept: ReadonlySet<string> = new Set([
  ...["$ref", "type", "properties", "required", "additionalProperties", "items", "minItems", "maxItems", "enum", "minLength", "maxLength"],
  ...["pattern", "format", "minimum", "maximum", "oneOf", "anyOf", "allOf"],
]);

/** What OpenAPI 3.0 means, in 2020-12; without what is there for readers. */
function asJsonSchema(schema: Nullable): JsonSchema {
  const { nullable, ...rest } = schema;
  const bare: JsonSchema = Object.fromEntries(Object.entries(rest).filter(([keyword]) => kept.has(keyword)));
  const plain = bare.$ref === undefined ? bare : { $ref: `${definitions}${targetOf(bare.$ref)}` };
  if (nullable !== true) return plain;
  return typeof plain.type === "string" ? { ...plain, type: [plain.type, "null"] } : { anyOf: [plain, { type: "null" }] };
}
