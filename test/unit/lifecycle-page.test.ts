/** Walks the table of `docs/lifecycle.md`: what is said of the end of each place stands where the table has it, and nowhere else. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { deprecations } from "../../src/cli/deprecations.js";
import { allParts } from "../../src/emit/emitters.js";
import { generateFiles } from "../../src/generate.js";
import { projectRoot } from "../support/compile.js";
import { apiOf } from "../support/api.js";
import { memoryIo } from "../support/memory-io.js";

type Version = "2.0" | "3.0" | "3.1" | "3.2";
type Node = { readonly [key: string]: unknown };
/** The parts of a description that hold a fact. `keys` say the fact. */
type Holder = (keys: Node) => Node;
type Holders = Partial<Record<Version, Holder>>;

interface Row {
  readonly place: string;
  readonly comments: readonly string[];
  readonly constants: readonly string[];
  readonly warning: boolean;
  readonly header: boolean;
  readonly summary: boolean;
}

const page = readFileSync(join(projectRoot, "docs/lifecycle.md"), "utf8");
const rows = page
  .slice(page.indexOf("| place |"))
  .replace(/\n\n[\s\S]*/, "")
  .split("\n")
  .slice(2)
  .map((line): Row => {
    const [place = "", comments = "", constants = "", warning, header, summary] = line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
    const named = (cell: string): readonly string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
    return {
      place: place.replaceAll("`", ""),
      comments: named(comments),
      constants: named(constants),
      warning: warning === "yes",
      header: header === "yes",
      summary: summary === "yes",
    };
  });

// ------------------------------------------------------------------------------------------------ descriptions

const schemaOf = (schema: Node) => ({ components: { schemas: { Thing: schema } } });
const definitionOf = (schema: Node) => ({ definitions: { Thing: schema } });
const json = (schema: Node, more: Node = {}) => ({ content: { "application/json": { schema, ...more } } });
const get = (operation: Node, item: Node = {}) => ({
  paths: { "/a": { ...item, get: { operationId: "getA", responses: ok, ...operation } } },
});
const put = (operation: Node) => ({ paths: { "/a": { put: { operationId: "putA", responses: ok, ...operation } } } });
const ok = { 200: { description: "Fine." } };
const answer = (response: Node) => get({ responses: { 200: { description: "Fine.", ...response } } });
const text = { type: "string" };
const thing = { $ref: "#/components/schemas/Thing" };
const any = { $ref: "#/definitions/Thing" };
const object = (properties: Node, more: Node = {}) => ({ type: "object", properties, ...more });

/** In every version of 3, or from one on. */
const since = (first: Version, holder: Holder): Holders =>
  Object.fromEntries((["3.0", "3.1", "3.2"] as const).filter((version) => version >= first).map((version) => [version, holder]));
/** In all four. */
const all = (holder: Holder): Holders => ({ "2.0": holder, ...since("3.0", holder) });
/** A schema, under its name. */
const named = (schema: (keys: Node) => Node): Holders => ({
  "2.0": (keys) => definitionOf(schema(keys)),
  ...since("3.0", (keys) => schemaOf(schema(keys))),
});
const body = { in: "body", name: "body" };

const holders: Readonly<Record<string, Holders>> = {
  operation: all((keys) => get(keys)),
  "path item": all((keys) => get({}, keys)),
  info: all((keys) => ({ ...get({}), info: { title: "T", version: "1", ...keys } })),
  document: all((keys) => ({ ...get({}), ...keys })),
  parameter: {
    "2.0": (keys) => get({ parameters: [{ name: "q", in: "query", type: "string", ...keys }] }),
    ...since("3.0", (keys) => get({ parameters: [{ name: "q", in: "query", schema: text, ...keys }] })),
  },
  "header parameter": {
    "2.0": (keys) => get({ parameters: [{ name: "X-A", in: "header", type: "string", ...keys }] }),
    ...since("3.0", (keys) => get({ parameters: [{ name: "X-A", in: "header", schema: text, ...keys }] })),
  },
  "reference to a parameter": {
    "2.0": (keys) => ({
      ...get({ parameters: [{ $ref: "#/parameters/Q", ...keys }] }),
      parameters: { Q: { name: "q", in: "query", type: "string" } },
    }),
    ...since("3.0", (keys) => ({
      ...get({ parameters: [{ $ref: "#/components/parameters/Q", ...keys }] }),
      components: { parameters: { Q: { name: "q", in: "query", schema: text } } },
    })),
  },
  "property of a request": {
    "2.0": (keys) => ({ ...put({ parameters: [{ ...body, schema: any }] }), ...definitionOf(object({ p: { ...text, ...keys } })) }),
    ...since("3.0", (keys) => ({ ...put({ requestBody: json(thing) }), ...schemaOf(object({ p: { ...text, ...keys } })) })),
  },
  "property of a response": {
    "2.0": (keys) => ({ ...answer({ schema: any }), ...definitionOf(object({ p: { ...text, ...keys } })) }),
    ...since("3.0", (keys) => ({ ...answer(json(thing)), ...schemaOf(object({ p: { ...text, ...keys } })) })),
  },
  "security scheme": {
    "2.0": (keys) => ({ ...get({}), securityDefinitions: { s: { type: "basic", ...keys } }, security: [{ s: [] }] }),
    ...since("3.0", (keys) => ({
      ...get({}),
      components: { securitySchemes: { s: { type: "http", scheme: "basic", ...keys } } },
      security: [{ s: [] }],
    })),
  },
  "OAuth flow": since("3.0", (keys) => ({
    ...get({}),
    components: {
      securitySchemes: { s: { type: "oauth2", flows: { implicit: { authorizationUrl: "https://a.example", scopes: {}, ...keys } } } },
    },
  })),
  "request body": since("3.0", (keys) => put({ requestBody: { ...json(text), ...keys } })),
  "reference to a request body": since("3.0", (keys) => ({
    ...put({ requestBody: { $ref: "#/components/requestBodies/B", ...keys } }),
    components: { requestBodies: { B: json(text) } },
  })),
  response: all((keys) => answer(keys)),
  "reference to a response": {
    "2.0": (keys) => ({ ...get({ responses: { 200: { $ref: "#/responses/R", ...keys } } }), responses: { R: { description: "Fine." } } }),
    ...since("3.0", (keys) => ({
      ...get({ responses: { 200: { $ref: "#/components/responses/R", ...keys } } }),
      components: { responses: { R: { description: "Fine." } } },
    })),
  },
  "response header": {
    "2.0": (keys) => answer({ headers: { "X-A": { type: "string", ...keys } } }),
    ...since("3.0", (keys) => answer({ headers: { "X-A": { schema: text, ...keys } } })),
  },
  "reference to a header": since("3.0", (keys) => ({
    ...answer({ headers: { "X-A": { $ref: "#/components/headers/H", ...keys } } }),
    components: { headers: { H: { schema: text } } },
  })),
  "media type": since("3.0", (keys) => answer(json(text, keys))),
  "media type of a parameter": since("3.0", (keys) => get({ parameters: [{ name: "q", in: "query", ...json(text, keys) }] })),
  "media type of a header": since("3.0", (keys) => answer({ headers: { "X-A": json(text, keys) } })),
  encoding: since("3.0", (keys) => put({ requestBody: form(keys, {}) })),
  "encoding by position": since("3.2", (keys) =>
    put({ requestBody: { content: { "multipart/mixed": { schema: { type: "array", prefixItems: [text] }, prefixEncoding: [keys] } } } }),
  ),
  "encoding header": since("3.0", (keys) => put({ requestBody: form({}, keys) })),
  schema: named((keys) => ({ ...text, ...keys })),
  "schema of a body without a name": {
    "2.0": (keys) => answer({ schema: { ...object({ p: text }), ...keys } }),
    ...since("3.0", (keys) => answer(json({ ...object({ p: text }), ...keys }))),
  },
  "reference to a schema": {
    "2.0": (keys) => ({ definitions: { Thing: text, Other: object({ p: { ...any, ...keys } }) } }),
    ...since("3.0", (keys) => ({ components: { schemas: { Thing: text, Other: object({ p: { ...thing, ...keys } }) } } })),
  },
  additionalProperties: named((keys) => ({ type: "object", additionalProperties: { ...text, ...keys } })),
  patternProperties: since("3.1", (keys) => schemaOf({ type: "object", patternProperties: { "^a": { ...text, ...keys } } })),
  items: named((keys) => ({ type: "array", items: { ...text, ...keys } })),
  prefixItems: since("3.1", (keys) => schemaOf({ type: "array", prefixItems: [text, { ...text, ...keys }] })),
  "enum value": since("3.1", (keys) => schemaOf({ oneOf: [{ const: "a" }, { const: "b", ...keys }] })),
  "enum value by x-enumDeprecated": named(() => ({ ...text, enum: ["a", "b"], "x-enumDeprecated": [false, true] })),
  "member of a union": since("3.0", (keys) => schemaOf({ anyOf: [text, { type: "number", ...keys }] })),
  "member of allOf": named((keys) => ({ allOf: [object({ p: text }), { ...object({ q: text }), ...keys }] })),
  discriminator: since("3.0", (keys) => ({ components: { schemas: union({ propertyName: "kind", ...keys }, {}) } })),
  "target of a discriminator's mapping": since("3.0", (keys) => ({
    components: { schemas: union({ propertyName: "kind", mapping: { A: "#/components/schemas/A" } }, keys) },
  })),
  server: since("3.0", (keys) => ({ ...get({}), servers: [{ url: "https://example.com", ...keys }] })),
  "server of an operation": since("3.0", (keys) => get({ servers: [{ url: "https://example.com", ...keys }] })),
  "server variable": since("3.0", (keys) => ({
    ...get({}),
    servers: [{ url: "https://{v}.example.com", variables: { v: { default: "a", ...keys } } }],
  })),
  webhook: since("3.1", (keys) => ({ ...get({}), webhooks: { w: { post: { responses: ok, ...keys } } } })),
  callback: since("3.0", (keys) => put({ callbacks: { c: { "{$request.body#/url}": { post: { responses: ok, ...keys } } } } })),
  link: since("3.0", (keys) => answer({ links: { l: { operationId: "getA", ...keys } } })),
  example: since("3.0", (keys) => answer(json(text, { examples: { e: { value: "a", ...keys } } }))),
  tag: all((keys) => ({ ...get({ tags: ["t"] }), tags: [{ name: "t", ...keys }] })),
};

function form(encoding: Node, header: Node): Node {
  const parts = { p: { headers: { "X-A": { schema: text, ...header } }, ...encoding } };
  return { content: { "multipart/form-data": { schema: object({ p: text }), encoding: parts } } };
}

function union(discriminator: Node, keys: Node): Node {
  const member = (kind: string) => object({ kind: { type: "string", enum: [kind] } }, { required: ["kind"] });
  const members = ["A", "B"].map((name) => ({ $ref: `#/components/schemas/${name}` }));
  return { Thing: { oneOf: members, discriminator }, A: { ...member("A"), ...keys }, B: member("B") };
}

// ----------------------------------------------------------------------------------------------------- the walk

const day = "2031-03-04";
/** Where OpenAPI knows no `deprecated`, a date says it: 2.0 has it on operations only, and nothing of ours is lost there. */
const ends = (version: Version): Node => ({ ...(version === "2.0" ? { "x-deprecated": true } : { deprecated: true }), "x-sunset": day });
/** Places whose `deprecated` is our own, which the specification does not know. */
const isFlag = ({ place }: Row): boolean => place === "enum value by x-enumDeprecated";

function described(version: Version, holder: Holder, keys: Node): string {
  const head = version === "2.0" ? { swagger: "2.0" } : { openapi: `${version}.0` };
  return `${JSON.stringify({ ...head, info: { title: "T", version: "1" }, paths: {}, ...holder(keys) }, undefined, 1)}\n`;
}

async function outputOf(description: string) {
  const io = memoryIo({ "/project/api.json": description }, { cwd: "/project" });
  const { value, diagnostics } = await generateFiles(
    { input: "api.json", source: "api.json", command: "x", emit: allParts, name: "shop" },
    io,
  );
  const files = new Map((value?.files ?? []).filter(({ path }) => !path.startsWith("runtime/")).map(({ path, text }) => [path, text]));
  return { files, diagnostics };
}

const lifecycle = "lifecycle.ts";
const paths = (found: ReadonlyMap<string, string>, said: RegExp): readonly string[] =>
  [...found]
    .filter(([path, text]) => path !== lifecycle && said.test(text))
    .map(([path]) => path)
    .sort();

/** The constants of `lifecycle.ts` that have something. */
function constantsIn(text: string, said: RegExp): readonly string[] {
  return text
    .split(/^export const /m)
    .slice(1)
    .filter((constant) => said.test(constant))
    .map((constant) => /^\w+/.exec(constant)?.[0] ?? "");
}

/** What is told of the description that a place stands in, whatever stands there: parts without names are not read. */
const toldOfHolder = (place: string): readonly string[] => (place === "encoding by position" ? ["parts-by-position"] : []);

const cells = rows.flatMap((row) => Object.entries(holders[row.place] ?? {}).map(([version, holder]) => ({ row, version, holder })));

it("has a row for each place that is tried, and no other", () => {
  expect(rows.map(({ place }) => place)).toEqual(Object.keys(holders));
});

describe.each(cells)("$row.place in OpenAPI $version", ({ row, version: written, holder }) => {
  const version = written as Version; // a key of `holders`

  it("ends where the table says", async () => {
    const description = described(version, holder, ends(version));
    const { files, diagnostics } = await outputOf(description);
    expect(diagnostics.filter(({ severity }) => severity !== "info").map(({ code }) => code)).toEqual(toldOfHolder(row.place));
    const said = isFlag(row) ? /Deprecated values: `b`/ : new RegExp(`removed on ${day}`);
    expect(paths(files, said)).toEqual([...row.comments].sort());
    // Where properties of several are, they are named in a constant of their own.
    const parts = constantsIn(files.get(lifecycle) ?? "", isFlag(row) ? /value: "b"/ : new RegExp(`date: "${day}"`));
    expect(parts.filter((name) => name !== "deprecatedProperties" || !row.constants.includes("deprecatedParts"))).toEqual(
      row.place === "property of a request" ? row.constants.filter((name) => name !== "deprecatedParts") : row.constants,
    );
    const warns = /onCall: warnDeprecated|warnParts\(operation|warnSchemes\(operation/;
    expect([...files.values()].some((file) => warns.test(file))).toBe(row.warning);
    expect((files.get("operations.ts") ?? "").includes("get deprecation()")).toBe(row.header);
    expect(deprecations(await apiOf(description, { name: "shop" })).some(({ sunset }) => sunset === day)).toBe(row.summary);
  });

  it.skipIf(isFlag(row))("is new where the table says, or is told to be said nowhere", async () => {
    const { files, diagnostics } = await outputOf(described(version, holder, { "x-stability-level": "beta" }));
    const found = paths(files, /@beta\b|not stable yet|\(beta\)/);
    // Overloads by path are of deprecated operations.
    expect(found).toEqual(row.comments.filter((path) => path !== "paths.ts").sort());
    const unread = row.comments.length > 0 ? [] : ["lifecycle-place-unread"];
    expect(diagnostics.map(({ code }) => code)).toEqual([...toldOfHolder(row.place), ...unread]);
  });
});
