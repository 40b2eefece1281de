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
const methods = "get,put,post,delete,options,head,patch,trace,query";
/** Objects with a `deprecated` of their own, wherever they stand. */
const deprecatable = [
  `$.paths[*][${methods}]`,
  `$.webhooks[*][${methods}]`,
  "$..parameters[*]",
  "$..headers[*]",
  "$..properties[*]",
  "$.components.schemas[*]",
  "$.components.securitySchemes[*]",
  "$.definitions[*]",
  "$.securityDefinitions[*]",
];

const rules = {
  ...Object.fromEntries(
    keys.map((key) => [
      `openapi-sundial-${key}`,
      {
        description: String(published.$defs[key]?.["description"]),
        message: key === "x-sunset" ? "A removal date is a date (2030-12-05), or a date and time with its offset." : "{{error}}",
        severity: "error",
        given: `$..[?(@property === '${key}')]`,
        then: { function: "schema", functionOptions: { schema: alone(key) } },
      },
    ]),
  ),
  "openapi-sundial-deprecated": {
    description: String(published.$defs["deprecatedWhereDated"]?.["description"]),
    message: "A removal date and what is said of a deprecation need `deprecated: true` beside them.",
    severity: "warn",
    given: deprecatable,
    then: { function: "schema", functionOptions: { schema: alone("deprecatedWhereDated") } },
  },
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

it("the plugin says where the mistake is", () => {
  const value = { "x-rate-limits": { plans: { free: { policies: { minute: { q: 60, w: "60" } } } } } };
  expect(plugin.problemsOf(value, published.$defs["document"]).map(({ path }) => path.join("."))).toEqual([
    "x-rate-limits.plans.free.policies.minute.w",
  ]);
});
