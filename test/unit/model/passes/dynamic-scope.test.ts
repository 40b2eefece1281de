import { describe, expect, test } from "vitest";
import type { NamedSchema, Schema } from "../../../../src/model/ir/schema.js";
import { outcomeOf } from "../../../support/api.js";
import { validatorsOf } from "../../../support/validators.js";
import { description } from "../../openapi/resolve/resolving.js";

async function outcome(schemas: string, files: Readonly<Record<string, string>> = {}) {
  const lines = schemas.replaceAll(/^/gm, "    ");
  const { value, diagnostics } = await outcomeOf(description(`components:\n  schemas:\n${lines}`), { files, untyped: "any" });
  if (value === undefined) throw new Error(JSON.stringify(diagnostics));
  return { api: value, said: diagnostics.map(({ code, message }) => `${code}: ${message}`) };
}

/** A schema's references and those of its items and properties, in the order written. */
function targets(schema: Schema): readonly string[] {
  return schema.assertions.flatMap((assertion) => {
    if (assertion.kind === "ref") return [assertion.target];
    if (assertion.kind === "array") return assertion.items === undefined ? [] : targets(assertion.items);
    if (assertion.kind === "object") return assertion.properties.flatMap((property) => targets(property.schema));
    return [];
  });
}

const all = (schemas: ReadonlyMap<string, NamedSchema>): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries([...schemas].map(([id, { schema }]) => [id, targets(schema)]));

const tree = `
Tree:
  $id: tree
  $dynamicAnchor: node
  type: object
  properties: {children: {type: array, items: {$dynamicRef: '#node'}}}
StrictTree:
  $id: strict-tree
  $dynamicAnchor: node
  $ref: tree
  unevaluatedProperties: false`;

describe("a schema that is extended by a dynamic anchor", () => {
  test("is built once for each resource that binds the anchor, and named after it", async () => {
    const { api, said } = await outcome(tree);
    expect(said).toEqual([]);
    expect(all(api.schemas)).toEqual({ Tree: ["Tree"], StrictTree: ["StrictTreeTree"], StrictTreeTree: ["StrictTree"] });
    expect(api.schemas.get("StrictTreeTree")).toMatchObject({ wireName: "Tree", names: { validator: "StrictTreeTreeSchema" } });
  });

  test("judges by the outermost binding", async () => {
    const { api } = await outcome(tree);
    const { validator } = await validatorsOf(api);
    const misspelled = { children: [{ childern: [] }] };
    expect(validator("TreeSchema").is(misspelled)).toBe(true);
    expect(validator("StrictTreeSchema").is(misspelled)).toBe(false);
    expect(validator("StrictTreeSchema").is({ children: [{ children: [] }] })).toBe(true);
  });

  test("is a template: each use of it has its own items", async () => {
    const { api, said } = await outcome(`
Animal: {type: object, properties: {name: {type: string}}}
Page:
  $id: page
  type: object
  properties: {items: {type: array, items: {$dynamicRef: '#item'}}}
  $defs: {anything: {$dynamicAnchor: item}}
AnimalPage:
  $id: animal-page
  $ref: page
  $defs: {one: {$dynamicAnchor: item, $ref: 'api.yaml#/components/schemas/Animal'}}
NumberPage:
  $id: number-page
  $ref: page
  $defs: {amount: {$dynamicAnchor: item, type: number}}`);
    expect(said).toEqual([]);
    expect(all(api.schemas)).toEqual({
      Animal: [],
      Page: ["Anything"],
      AnimalPage: ["AnimalPagePage"],
      NumberPage: ["NumberPagePage"],
      Anything: [],
      AnimalPagePage: ["One"],
      NumberPagePage: ["Amount"],
      One: ["Animal"],
      Amount: [],
    });
    const { validator } = await validatorsOf(api);
    expect(validator("PageSchema").is({ items: [1, "a"] })).toBe(true);
    expect(validator("NumberPageSchema").is({ items: [1, "a"] })).toBe(false);
    expect(validator("AnimalPageSchema").is({ items: [{ name: 1 }] })).toBe(false);
    expect(validator("AnimalPageSchema").is({ items: [{ name: "a" }] })).toBe(true);
  });

  test("may be another file's, and be bound in place", async () => {
    const page =
      "$id: https://example.com/page\nproperties: {items: {items: {$dynamicRef: '#item'}}}\n$defs: {any: {$dynamicAnchor: item}}\n";
    const { api, said } = await outcome(
      "Holder: {properties: {page: {$id: ids, $ref: page.yaml, $defs: {id: {$dynamicAnchor: item, type: integer}}}}}",
      { "page.yaml": page },
    );
    expect(said).toEqual([]);
    const { validator } = await validatorsOf(api);
    expect(validator("HolderSchema").is({ page: { items: [1] } })).toBe(true);
    expect(validator("HolderSchema").is({ page: { items: ["a"] } })).toBe(false);
  });

  test("keeps its discriminator", async () => {
    const { api, said } = await outcome(`
Base:
  $id: base
  oneOf: [{$ref: '#/$defs/cat'}, {$ref: '#/$defs/dog'}]
  discriminator: {propertyName: kind, mapping: {c: '#/$defs/cat', d: '#/$defs/dog'}}
  $defs:
    cat: {properties: {kind: {const: c}, toy: {$dynamicRef: '#toy'}}}
    dog: {properties: {kind: {const: d}}}
    toy: {$dynamicAnchor: toy}
Strict: {$id: strict, $ref: base, $defs: {ball: {$dynamicAnchor: toy, const: ball}}}`);
    expect(said).toEqual([]);
    const members = [{ assertions: [{ target: "StrictCat" }] }, { assertions: [{ target: "Dog" }] }];
    expect(api.schemas.get("StrictBase")?.schema.assertions).toMatchObject([
      { kind: "oneOf", members, discriminator: { tags: [["c"], ["d"]] } },
    ]);
  });
});

test("2019-09's recursive references are dynamic references without a name", async () => {
  const dialect = "https://json-schema.org/draft/2019-09/schema";
  const tree = {
    $schema: dialect,
    $id: "https://example.com/tree",
    $recursiveAnchor: true,
    properties: { label: { type: "string" }, children: { items: { $recursiveRef: "#" } } },
  };
  const strict = {
    $schema: dialect,
    $id: "https://example.com/strict",
    $recursiveAnchor: true,
    $ref: "tree",
    unevaluatedProperties: false,
  };
  const files = { "tree.json": JSON.stringify(tree), "strict.json": JSON.stringify(strict) };
  const { api, said } = await outcome("Strict: {$ref: strict.json}\nTree: {$ref: tree.json}", files);
  expect(said).toEqual([]);
  const { validator } = await validatorsOf(api);
  const misspelled = { children: [{ lable: "a" }] };
  expect([validator("TreeSchema").is(misspelled), validator("StrictSchema").is(misspelled)]).toEqual([true, false]);
  expect(validator("StrictSchema").is({ children: [{ label: "a" }] })).toBe(true);
});

test("names of variants are identifiers, whatever their resources are called", async () => {
  const hostile = ["*/alert(1)//", "${x}", "a\nb", "\u2028", "__proto__", "constructor", '"; drop()', "</script>"];
  const bindings = hostile.map((name, index) => {
    const id = JSON.stringify(`urn:x:${encodeURIComponent(name)}-${String(index)}`);
    return `${JSON.stringify(name)}: {$id: ${id}, $ref: base, $defs: {own: {$dynamicAnchor: t, type: integer}}}`;
  });
  const base = "Base: {$id: base, properties: {p: {$dynamicRef: '#t'}}, $defs: {any: {$dynamicAnchor: t}}}";
  const { api } = await outcome(
    `\n${[base, ...bindings.map((each) => each.replace("$ref: base", "$ref: 'file:///project/base'"))].join("\n")}`,
  );
  expect([...api.schemas.keys()].filter((id) => !/^[A-Z_]\w*$/.test(id))).toEqual([]);
  expect([...api.schemas.values()].filter(({ wireName, id }) => wireName === "Base" && id !== "Base")).toHaveLength(hostile.length);
});

describe("dynamic references", () => {
  test("that lead to a place or to another anchor are references like others", async () => {
    const { api } = await outcome(`
Inner: {$id: inner, items: {$dynamicRef: '#/$defs/a'}, contains: {$dynamicRef: '#b'}, $defs: {a: {$dynamicAnchor: a, type: string}, b: {$anchor: b}}}
Outer: {$id: outer, $ref: inner, $defs: {a: {$dynamicAnchor: a, type: number}, b: {$dynamicAnchor: b, type: number}}}`);
    expect(all(api.schemas)).toEqual({ Inner: ["A"], Outer: ["Inner"], A: [], B: [] });
  });

  test("by which a schema is nothing but itself are reported, and taken out", async () => {
    const { api, said } = await outcome(`
A: {$id: a, allOf: [{$dynamicRef: '#n'}], $defs: {n: {$dynamicAnchor: n, type: string}}}
B: {$id: b, $dynamicAnchor: n, minLength: 1, $ref: a}`);
    expect(said).toEqual([expect.stringMatching(/^ref-cycle: /)]);
    const { validator } = await validatorsOf(api);
    expect(validator("ASchema").is(1)).toBe(false);
    expect([validator("BSchema").is(1), validator("BSchema").is("")]).toEqual([true, false]);
  });

  test("by which a value with a property is held against the same schema again are reported, and taken out", async () => {
    const { api, said } = await outcome(`
A: {$id: a, type: object, dependentSchemas: {x: {$dynamicRef: '#n'}}, $defs: {n: {$dynamicAnchor: n, type: object}}}
B: {$id: b, $dynamicAnchor: n, $ref: a}`);
    expect(said).toEqual([expect.stringMatching(/^ref-cycle: /)]);
    const { validator } = await validatorsOf(api);
    expect([validator("BSchema").is({ x: 1 }), validator("BSchema").is(1)]).toEqual([true, false]);
  });

  test("in more scopes than anybody could read are an error, and come to an end", async () => {
    const anchors = Array.from({ length: 6 }, (_, index) => `n${String(index)}`);
    const define = (names: readonly string[]): string => `$defs: {${names.map((name) => `${name}: {$dynamicAnchor: ${name}}`).join(", ")}}`;
    const uses = anchors.map((name) => `${name}: {$dynamicRef: '#${name}'}`).join(", ");
    const resources = Array.from({ length: 12 }, (_, index) => {
      // Each has some of the anchors and leads to all others: what is bound depends on the whole way.
      const own = anchors.filter((_, place) => place % 3 === index % 3 || place === index % 6);
      const links = Array.from({ length: 12 }, (_, to) => `l${String(to)}: {$ref: r${String(to)}}`).join(", ");
      return `R${String(index)}: {$id: r${String(index)}, properties: {${links}, u: {$ref: used}}, ${define(own)}}`;
    });
    const { said } = await outcome(`\nUsed: {$id: used, properties: {${uses}}, ${define(anchors)}}\n${resources.join("\n")}`);
    expect(said.filter((each) => each.startsWith("too-many-scopes"))).toHaveLength(1);
  });
});
