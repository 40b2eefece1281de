/** The rules for other linters say what the published schema says. `UPDATE=1` writes those of Spectral anew. */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { registerSchema, unregisterSchema, validate, type SchemaObject } from "@hyperjump/json-schema/draft-2020-12";
import { expect, it } from "vitest";
import { parse, stringify } from "yaml";

interface Definition {
  readonly [keyword: string]: unknown;
}
const published = JSON.parse(readFileSync("schema/lifecycle.schema.json", "utf8")) as {
  readonly $schema: string;
  readonly $id: string;
  readonly $defs: Readonly<Record<string, Definition>>;
};

/** A definition with all that it refers to, as a schema of its own. */
function alone(name: string): Definition {
  const needed = new Set<string>([name]);
  for (const each of needed) {
    // It grows while it is walked.
    for (const [, other = ""] of JSON.stringify(published.$defs[each]).matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)) needed.add(other);
  }
  needed.delete(name);
  const { $defs } = published;
  const used = Object.fromEntries([...needed].sort().map((each) => [each, $defs[each]]));
  return { $schema: published.$schema, ...$defs[name], ...(needed.size === 0 ? {} : { $defs: used }) };
}

const keys = ["x-sunset", "x-deprecation", "x-stability-level", "x-rate-limit", "x-rate-limits", "x-retry"] as const;

/** Members that map names to objects: what looks like a key in one is a name. */
const maps = [
  ...[
    "properties",
    "patternProperties",
    "dependentSchemas",
    "\\$defs",
    "definitions",
    "schemas",
    "headers",
    "content",
    "encoding",
    "links",
  ],
  ...["variables", "examples", "callbacks", "securitySchemes", "securityDefinitions", "requestBodies", "pathItems", "mediaTypes"],
  ...["responses", "parameters", "webhooks"],
];
const map = `\\['(?:${maps.join("|")})'\\]`;
/** Where a name stands: a map is before it, which is no name itself, as the second of `properties.properties` is. */
const named = `(?<!${map})(?:${map}${map})*${map}`;
/** Values of the API and data of extensions, in which nothing is a key of OpenAPI. */
const data = `(?<!${named})\\['(?:example|default|enum|const|value|dataValue|x-[^']*)'\\]\\[|\\['examples'\\]\\[\\d`;
/** A condition of Spectral's JSONPath on the path of what is looked at. */
const where = (path: string, besides = ""): string => `[?(${besides}@path.match(/${path}/) && !@path.match(/${data}/))]`;
const children = where(`(?<=${named})(?:\\['[^']*'\\]|\\[\\d+\\])$`);

const methods = "get,put,post,delete,options,head,patch,trace,query";
const operations = [`$.paths[*][${methods}]`, `$.webhooks[*][${methods}]`];
/** Objects with a `deprecated` of their own from 3.0 on, wherever they stand. */
const deprecatableSince3 = [
  `$..parameters${children}`,
  `$..headers${children}`,
  `$..properties${children}`,
  "$.components.schemas[*]",
  "$.definitions[*]",
];
/** Objects that have none in any version. */
const withoutDeprecated = [
  ...["responses", "content", "links", "encoding", "examples", "variables", "requestBodies", "mediaTypes"].map(
    (key) => `$..${key}${children}`,
  ),
  `$..${where(`(?<!${named})\\['(?:requestBody|discriminator)'\\]$`)}`,
  ...["$.tags[*]", "$.servers[*]", "$.paths[*].servers[*]", `$.paths[*][${methods}].servers[*]`],
];
/** What holds others, or only describes: nothing is read there. */
const unread = [
  ...["$.info.contact", "$.info.license", "$.components", "$.paths", `$.paths[*][${methods}].responses`],
  ...["$.components.securitySchemes[*].flows", `$..${where(`(?<!${named})\\['(?:externalDocs|xml)'\\]$`)}`],
];
/** `deprecated` of a security scheme is of 3.2. A format of Spectral for that version would be a mistake where Spectral is older. */
const ofSchemes = (definition: string) => ({
  properties: { securitySchemes: { additionalProperties: { $ref: `#/$defs/${definition}` } } },
});
const schemes = {
  $schema: published.$schema,
  if: { properties: { openapi: { pattern: "^3\\.2" } }, required: ["openapi"] },
  then: { properties: { components: ofSchemes("deprecatedWhereDated") } },
  else: {
    properties: {
      components: ofSchemes("endsByDate"),
      securityDefinitions: { additionalProperties: { $ref: "#/$defs/endsByDate" } },
    },
  },
  $defs: { deprecatedWhereDated: published.$defs["deprecatedWhereDated"], endsByDate: published.$defs["endsByDate"] },
};

const anyMethod = `\\['(?:${methods.replaceAll(",", "|")})'\\]`;
/** Where keys about limits are read. Spectral cannot parse an expression in which a path that begins with `$` goes on without a group. */
const limitPlaces = {
  "x-rate-limits": "^\\$\\['x-rate-limits'\\]$",
  "x-rate-limit": `^\\$(?:\\['(?:paths|webhooks)'\\]\\['[^']*'\\](?:${anyMethod})?|\\['info'\\])?\\['x-rate-limit'\\]$`,
  "x-retry": `^\\$(?:\\['(?:paths|webhooks)'\\]\\['[^']*'\\]${anyMethod})\\['x-retry'\\]$`,
} as const;

const flagged = "A removal date and what is said of a deprecation need `deprecated: true` beside them.";
const unflagged = "What is said of a deprecation needs a date or `x-deprecated: true` beside it.";
const dating = (given: string | readonly string[], schema: object, message: string, formats?: readonly string[]) => ({
  description: String(published.$defs[message === flagged ? "deprecatedWhereDated" : "endsByDate"]?.["description"]),
  message,
  severity: "warn",
  ...(formats === undefined ? {} : { formats }),
  given,
  then: { function: "schema", functionOptions: { schema } },
});

const rules = {
  ...Object.fromEntries(
    keys.map((key) => [
      `openapi-sundial-${key}`,
      {
        description: String(published.$defs[key]?.["description"]),
        message: key === "x-sunset" ? "A removal date is a date (2030-12-05), or a date and time with its offset." : "{{error}}",
        severity: "error",
        given: `$..${where(`(?<!${named})\\['${key}'\\]$`, `@property === '${key}' && `)}`,
        then: { function: "schema", functionOptions: { schema: alone(key) } },
      },
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(limitPlaces).map(([key, place]) => [
      `openapi-sundial-${key}-place`,
      {
        description: "Limits are said of the whole API by x-rate-limits at the root, and of one operation by x-rate-limit and x-retry.",
        message: `${key} is not read here.`,
        severity: "error",
        given: `$..${where(`(?<!${named})\\['${key}'\\]$`, `@property === '${key}' && !@path.match(/${place}/) && `)}`,
        then: { function: "undefined" },
      },
    ]),
  ),
  "openapi-sundial-place": {
    description: String(published.$defs["unread"]?.["description"]),
    message: "Nothing is read of dates, stages and limits here.",
    severity: "warn",
    given: unread,
    then: { function: "schema", functionOptions: { schema: { $schema: published.$schema, ...published.$defs["unread"] } } },
  },
  "openapi-sundial-deprecated": dating(operations, alone("deprecatedWhereDated"), flagged),
  "openapi-sundial-deprecated-3": dating(deprecatableSince3, alone("deprecatedWhereDated"), flagged, ["oas3"]),
  "openapi-sundial-dated-2": dating(deprecatableSince3, alone("endsByDate"), unflagged, ["oas2"]),
  "openapi-sundial-dated": dating(withoutDeprecated, alone("endsByDate"), unflagged),
  "openapi-sundial-security-schemes": dating("$", schemes, "{{error}}"),
};

const head = `# Checks the keys about dates, stages and rate limits with Spectral: see docs/lifecycle.md.
#
#   extends: ["spectral:oas", "./node_modules/openapi-sundial/schema/spectral.yaml"]
#
# Made of lifecycle.schema.json.
`;

it("Spectral's have the published schema of each key", () => {
  if (process.env["UPDATE"] === "1")
    writeFileSync("schema/spectral.yaml", head + stringify({ rules }, { lineWidth: 140, aliasDuplicateObjects: false }));
  expect(parse(readFileSync("schema/spectral.yaml", "utf8"))).toEqual({ rules });
});

const plugin = createRequire(import.meta.url)("../../../schema/redocly-plugin.cjs") as (() => {
  readonly id: string;
  readonly rules: Readonly<Record<string, object>>;
}) & { readonly problemsOf: (value: unknown, schema: unknown) => readonly { readonly path: readonly (string | number)[] }[] };

it("Redocly's is the rule of the plugin, which reads the published schema", () => {
  expect(parse(readFileSync("schema/redocly.yaml", "utf8"))).toEqual({
    plugins: ["./redocly-plugin.cjs"],
    rules: { "openapi-sundial/lifecycle": "error" },
  });
  expect(plugin()).toMatchObject({ id: "openapi-sundial", rules: { oas2: {}, oas3: {} } });
});

const values: readonly unknown[] = [
  ...[null, true, 5, 0, "", "beta", "2030-12-05", "2030-02-30", [], {}, ["a"]],
  ...[{ since: "2030-01-01" }, { since: 1 }, { sinse: "2030-01-01" }, { replacement: {} }, { replacement: { operationId: "a" } }],
  ...[
    { replacement: { operationId: "a", url: "https://example.com" } },
    { replacement: { noet: "a" } },
    { code: "ab" },
    { link: "http://a" },
  ],
  ...[{ cost: 1.5 }, { cost: 1 }, { policies: [1] }, { policies: ["a"] }, { "x-note": 1 }, { never: 1 }],
  ...[{ key: { ip: true } }, { key: { ip: true, securityScheme: "a" } }, { key: { ip: false } }, { retryAfter: { formats: [] } }],
  ...[{ retryAfter: { formats: ["http-date"] } }, { headers: { reset: { name: "A" } } }, { headers: { limit: "a b" } }],
  ...[{ plans: { a: { custom: true, policies: { b: { q: 1, w: 1 } } } } }, { plans: { a: { policies: { b: { q: 1, w: 1 } } } } }],
  ...[{ plans: { a: { policies: { é: { q: 1, w: 1 } } } } }, { plans: { a: { policies: { b: { q: 0, w: 1 } } } } }],
  ...[{ "x-sunset": "2030-01-01" }, { "x-sunset": "2030-01-01", deprecated: true }, { "x-sunset": "soon", deprecated: true }],
];

it("the plugin judges as a validator of JSON Schema does, and knows every keyword that the schema has", async () => {
  registerSchema(published as unknown as SchemaObject); // read from the file: it is one
  try {
    for (const [name, definition] of Object.entries(published.$defs)) {
      for (const value of values) {
        const { valid } = await validate(`${published.$id}#/$defs/${name}`, value as boolean); // what it takes is any JSON
        expect([name, value, plugin.problemsOf(value, definition).length === 0]).toEqual([name, value, valid]);
      }
    }
  } finally {
    unregisterSchema(published.$id);
  }
});

it("the plugin looks at Callback Objects, which have a life beside their path items", () => {
  const said: string[] = [];
  const context = {
    report: ({ location }: { readonly location: string }) => void said.push(location),
    location: { child: (path: readonly (string | number)[]) => path.join(".") },
  };
  type Visitors = Readonly<Record<string, (node: unknown, context: unknown) => void>>;
  const { lifecycle } = plugin().rules["oas3"] as { readonly lifecycle: () => Visitors }; // as Redocly calls it
  const item = { post: { responses: {} } };
  lifecycle()["Callback"]?.({ "x-sunset": "soon", "x-deprecation": { since: "soon" }, "x-rate-limits": {}, "{$url}": item }, context);
  expect(said).toEqual(["x-sunset", "x-deprecation.since", "x-rate-limits"]);
  lifecycle()["Callback"]?.({ "x-sunset": "2030-12-05", "{$url}": item }, context);
  expect(said).toHaveLength(3);
});

it("the plugin says where the mistake is", () => {
  const value = { "x-rate-limits": { plans: { free: { policies: { minute: { q: 60, w: "60" } } } } } };
  expect(plugin.problemsOf(value, published.$defs["document"]).map(({ path }) => path.join("."))).toEqual([
    "x-rate-limits.plans.free.policies.minute.w",
  ]);
});

/** As Spectral's JSONPath writes the way to a value, for each member of a description with that key. */
function pathsTo(key: string, value: unknown, path = "$"): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const at = Array.isArray(value) ? `${path}[${name}]` : `${path}['${name}']`;
    return [...(name === key ? [at] : []), ...pathsTo(key, member, at)];
  });
}

it("Spectral's ask where a key is one of OpenAPI, and not where it is a name or data", () => {
  const described: unknown = parse(`
info: {x-sunset: key}
x-data: {x-sunset: data, list: [{x-sunset: data}]}
paths:
  /a:
    get:
      x-sunset: key
      parameters: [{x-sunset: key, schema: {default: {x-sunset: data}, x-sunset: key}}]
      responses:
        default: {x-sunset: key, headers: {x-old: {schema: {x-sunset: key}}, x-sunset: {description: name}}}
        "200": {content: {a/b: {example: {x-sunset: data}, examples: {x-sunset: {value: {x-sunset: data}}, e: {x-sunset: key, value: {x-sunset: data}}}}}}
components:
  schemas:
    properties: {x-sunset: key}
    x-sunset: {type: string}
    A:
      enum: [{x-sunset: data}]
      examples: [{x-sunset: data}]
      x-ext: {x-sunset: data}
      properties:
        x-sunset: {x-sunset: key}
        default: {x-sunset: key}
        properties: {x-sunset: key}
        headers: {properties: {x-sunset: {type: string}, b: {x-sunset: key}}}
`);
  const { given } = rules["openapi-sundial-x-sunset" as keyof typeof rules];
  const [, is = "", isNot = ""] = /@path\.match\(\/(.*)\/\) && !@path\.match\(\/(.*)\/\)\)\]$/.exec(String(given)) ?? [];
  const asked = pathsTo("x-sunset", described).filter((path) => new RegExp(is).test(path) && !new RegExp(isNot).test(path));
  const valueAt = (path: string): unknown =>
    [...path.matchAll(/\['([^']*)'\]|\[(\d+)\]/g)].reduce<unknown>(
      (value, [, name, index]) => (value as Readonly<Record<string, unknown>>)[name ?? index ?? ""], // the path was made of it
      described,
    );
  expect(asked.map(valueAt)).toEqual(
    pathsTo("x-sunset", described)
      .map(valueAt)
      .filter((value) => value === "key"),
  );
});
