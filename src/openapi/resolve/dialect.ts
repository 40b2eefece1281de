import type { Json } from "../../source/source-file.js";
import { isObject, type JsonObject } from "../rules/rule.js";

/** What the keywords of a schema mean: a draft of JSON Schema, less the vocabularies that its metaschema leaves out. */
export interface Dialect {
  /** As messages call it. */
  readonly name: string;
  /** Whether `id` names a schema as `$id` does. OpenAPI's own schemas have it for a stray key only. */
  readonly id: boolean;
  /** Whether what stands beside `$ref` counts. */
  readonly siblings: boolean;
  /** Keywords that say nothing here. */
  readonly off: ReadonlySet<string>;
  /** Whether it has 2019-09's `$recursiveRef`: a `$dynamicRef` to an anchor without a name. */
  readonly recursive?: boolean;
  /** Whether a value of a wrong format is invalid, whatever the configuration says. */
  readonly assertsFormats?: boolean;
}

const nothing: ReadonlySet<string> = new Set();
const latest: Dialect = { name: "JSON Schema 2020-12", id: false, siblings: true, off: nothing };

/** The dialect of schemas in a description of a version of OpenAPI, and of those in a file of schemas alone that it refers to. */
export function dialectOf(version: "2.0" | "3.0" | "3.1" | "3.2", isDescription: boolean): Dialect {
  return version === "2.0" || version === "3.0"
    ? { name: `OpenAPI ${version}`, id: !isDescription, siblings: false, off: nothing }
    : latest;
}

const earlier: ReadonlyMap<string, Dialect> = new Map(
  ["04", "05", "06", "07"].map((draft) => [
    `http://json-schema.org/draft-${draft}/schema`,
    { name: `JSON Schema draft ${Number(draft)}`, id: draft < "06", siblings: false, off: nothing },
  ]),
);

/** The dialect that a `$schema` names, when it is one of the standard's or of OpenAPI's. */
export function standardDialect(uri: string): Dialect | undefined {
  const plain = uri.replace(/#$/, "").replace(/^https:(?=\/\/json-schema\.org\/draft-0)/, "http:");
  if (
    plain === "https://json-schema.org/draft/2020-12/schema" ||
    plain === "http://json-schema.org/schema" ||
    plain.startsWith("https://spec.openapis.org/oas/3.")
  )
    return latest;
  if (plain === "https://json-schema.org/draft/2019-09/schema")
    return { ...latest, name: "JSON Schema 2019-09", recursive: true, off: new Set(["prefixItems", "$dynamicRef", "$dynamicAnchor"]) };
  return earlier.get(plain);
}

const vocabularyRoot = "https://json-schema.org/draft/2020-12/vocab/";
const vocabularies: ReadonlyMap<string, string> = new Map([
  [
    "applicator",
    "prefixItems items contains additionalProperties properties patternProperties dependentSchemas propertyNames if then else allOf anyOf oneOf not",
  ],
  ["unevaluated", "unevaluatedItems unevaluatedProperties"],
  [
    "validation",
    "type const enum multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems maxContains minContains maxProperties minProperties required dependentRequired",
  ],
  ["content", "contentEncoding contentMediaType contentSchema"],
]);

/** The dialect of a metaschema of the author's own: what its `$vocabulary` does not list says nothing. `unknown`: vocabularies it requires and nobody here knows. */
export function dialectOfMetaschema(metaschema: Json, uri: string): { readonly dialect: Dialect; readonly unknown: readonly string[] } {
  const listed = isObject(metaschema) ? metaschema["$vocabulary"] : undefined;
  const of = isObject(metaschema) && typeof metaschema["$schema"] === "string" ? standardDialect(metaschema["$schema"]) : undefined;
  const base: Dialect = { ...(of ?? latest), name: uri };
  if (!isObject(listed)) return { dialect: base, unknown: [] };
  const off = [...vocabularies].filter(([name]) => !Object.hasOwn(listed, vocabularyRoot + name)).flatMap(([, words]) => words.split(" "));
  const assertsFormats = Object.hasOwn(listed, `${vocabularyRoot}format-assertion`);
  return { dialect: { ...base, off: new Set([...base.off, ...off]), assertsFormats }, unknown: unknownIn(listed) };
}

function unknownIn(listed: JsonObject): readonly string[] {
  const isKnown = (uri: string): boolean => uri.startsWith(vocabularyRoot) || uri.startsWith("https://spec.openapis.org/oas/3.");
  return Object.keys(listed).filter((uri) => listed[uri] === true && !isKnown(uri));
}
