/** However the tag of an alternative is stated, types and validators take the same values. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { literal } from "../../../../src/emit/print/code.js";
import { emitTypes } from "../../../../src/emit/files/types-file.js";
import { withInt64 } from "../../../../src/model/passes/int64/int64.js";
import type { Json } from "../../../../src/source/source-file.js";
import { apiOf } from "../../../support/api.js";
import { temporaryFolder, typeCheck, writeFiles } from "../../../support/compile.js";
import { validatorsOf } from "../../../support/validators.js";

type Tag = string | number | boolean;
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

/** How a schema of a property says which values it has. `K…`: components of the case. */
const statements: Readonly<Record<string, (tags: readonly Tag[]) => { readonly schema: object; readonly more?: object }>> = {
  "a constant, or a list": (tags) => ({ schema: tags.length === 1 ? { const: tags[0] } : { enum: tags } }),
  "with its type": (tags) => ({ schema: { type: typeOf(tags[0]), enum: tags } }),
  "in an allOf": (tags) => ({ schema: { allOf: [{ type: typeOf(tags[0]) }, { enum: tags }] } }),
  "by two lists": (tags) => ({ schema: { allOf: [{ enum: [...tags, "other"] }, { enum: [...tags, "another"] }] } }),
  "as choices of constants": (tags) => ({ schema: { oneOf: tags.map((tag) => ({ const: tag, title: String(tag) })) } }),
  "as a choice beside null": (tags) => ({ schema: { anyOf: [{ enum: tags }, { type: "null" }] } }),
  "in a list with null": (tags) => ({ schema: { enum: [...tags, null] } }),
  "with null, which its type leaves out": (tags) => ({ schema: { type: typeOf(tags[0]), enum: [...tags, null] } }),
  "by a name": (tags) => ({ schema: ref("K"), more: { enum: tags } }),
  "by a name in a choice": (tags) => ({ schema: { anyOf: [ref("K"), { type: "null" }] }, more: { allOf: [{ enum: tags }] } }),
};

const typeOf = (tag: Tag | undefined): string => (typeof tag === "number" ? "integer" : typeof tag);

type Arrange = (a: Stated, b: Stated) => Readonly<Record<string, object>>;
interface Stated {
  readonly kind: object;
  readonly tags: readonly Tag[];
}

const object = (kind: object, own: string): object => ({
  type: "object",
  required: ["kind", own],
  properties: { kind, [own]: { type: "string" } },
});
const extended = (kind: object, own: string): object => ({ allOf: [ref("Base"), object(kind, own)] });
const union = (members: readonly object[], mapping?: object): object => ({
  oneOf: members,
  discriminator: { propertyName: "kind", ...(mapping === undefined ? {} : { mapping }) },
});
const mappingOf = (a: Stated, b: Stated): object =>
  Object.fromEntries([
    ...a.tags.map((tag) => [String(tag), "#/components/schemas/A"] as const),
    ...b.tags.map((tag) => [String(tag), "#/components/schemas/B"] as const),
  ]);
const plainBase = { type: "object", required: ["kind"], properties: { kind: {} } };

/** A base whose property may have the values of all children. */
const listing = (a: Stated, b: Stated): object => ({
  type: "object",
  required: ["kind"],
  properties: { kind: { anyOf: [a.kind, b.kind] } },
});

/** The same, which no longer requires its tag: with a constant and a default for it, a program writes none. */
const optional = (schema: object): object => ({
  ...schema,
  required: (schema as { readonly required: readonly string[] }).required.slice(1),
});

const arrangements: Readonly<Record<string, Arrange>> = {
  "by reference": (a, b) => ({ A: object(a.kind, "a"), B: object(b.kind, "b"), U: union([ref("A"), ref("B")]) }),
  "by reference, with a mapping": (a, b) => ({
    ...{ A: object(a.kind, "a"), B: object(b.kind, "b") },
    U: union([ref("A"), ref("B")], mappingOf(a, b)),
  }),
  "by reference, with a mapping that they do not allow": (a, b) => ({
    ...{ A: object(a.kind, "a"), B: object(b.kind, "b") },
    U: union([ref("A"), ref("B")], { first: "#/components/schemas/A", second: "#/components/schemas/B" }),
  }),
  "by reference, where it is optional": (a, b) => ({
    ...{ A: optional(object(a.kind, "a")), B: optional(object(b.kind, "b")) },
    U: union([ref("A"), ref("B")]),
  }),
  "as they are, where one is optional": (a, b) => ({ U: union([optional(object(a.kind, "a")), object(b.kind, "b")]) }),
  "by extension, where it is optional": (a, b) => ({
    Base: { type: "object", properties: { kind: {} } },
    ...{ A: { allOf: [ref("Base"), optional(object(a.kind, "a"))] }, B: { allOf: [ref("Base"), optional(object(b.kind, "b"))] } },
    U: union([ref("A"), ref("B")], mappingOf(a, b)),
  }),
  "as a choice by itself, where it is optional": (a, b) => ({
    ...{ A: optional(object(a.kind, "a")), B: optional(object(b.kind, "b")) },
    C: object({ const: "c" }, "c"),
    ...{ Inner: union([ref("A"), ref("B")], mappingOf(a, b)), U: union([ref("C"), ref("Inner")]) },
  }),
  "as they are": (a, b) => ({ U: union([object(a.kind, "a"), object(b.kind, "b")]) }),
  "in an allOf of one": (a, b) => ({
    ...{ A: object(a.kind, "a"), B: object(b.kind, "b") },
    U: union([{ allOf: [ref("A")] }, { allOf: [ref("B")] }], mappingOf(a, b)),
  }),
  "by extension": (a, b) => ({ Base: plainBase, A: extended(a.kind, "a"), B: extended(b.kind, "b"), U: union([ref("A"), ref("B")]) }),
  "by extension of what lists all": (a, b) => ({
    Base: { type: "object", properties: { kind: { enum: [...a.tags, ...b.tags] } } },
    ...{ A: extended(a.kind, "a"), B: extended(b.kind, "b"), U: union([ref("A"), ref("B")]) },
  }),
  "by another name": (a, b) => ({
    ...{ A: object(a.kind, "a"), B: object(b.kind, "b"), Other: ref("A") },
    U: union([ref("Other"), ref("B")]),
  }),
  "as a choice by itself": (a, b) => ({
    ...{ A: object(a.kind, "a"), B: object(b.kind, "b") },
    C: object({ const: "c" }, "c"),
    ...{ Inner: { oneOf: [ref("A"), ref("B")] }, U: union([ref("Inner"), ref("C")]) },
  }),
  "as a choice by itself, by the same property": (a, b) => ({
    ...{ A: object(a.kind, "a"), B: object(b.kind, "b") },
    C: object({ const: "c" }, "c"),
    ...{ Inner: union([ref("A"), ref("B")], mappingOf(a, b)), U: union([ref("C"), ref("Inner")]) },
  }),
  "of a parent": (a, b) => ({
    Base: { ...plainBase, discriminator: { propertyName: "kind", mapping: mappingOf(a, b) } },
    ...{ A: extended(a.kind, "a"), B: extended(b.kind, "b"), U: ref("Base") },
  }),
  "of a parent that lists all": (a, b) => ({
    Base: { ...listing(a, b), discriminator: { propertyName: "kind", mapping: mappingOf(a, b) } },
    ...{ A: extended(a.kind, "a"), B: extended(b.kind, "b"), U: ref("Base") },
  }),
  "of a parent that alone lists them": (a, b) => ({
    Base: { ...listing(a, b), discriminator: { propertyName: "kind", mapping: mappingOf(a, b) } },
    ...{ A: extended({}, "a"), B: extended({}, "b"), U: ref("Base") },
  }),
  "by extension of what alone lists them": (a, b) => ({
    ...{ Base: listing(a, b), A: extended({}, "a"), B: extended({}, "b") },
    U: union([ref("A"), ref("B")], mappingOf(a, b)),
  }),
  "of a parent, without a mapping": (a, b) => ({
    Base: { ...plainBase, discriminator: { propertyName: "kind" } },
    ...{ A: extended(a.kind, "a"), B: extended(b.kind, "b"), U: ref("Base") },
  }),
};

const tagsOfCase: Readonly<Record<string, readonly [readonly Tag[], readonly Tag[]]>> = {
  texts: [["alpha"], ["beta", "Beta"]],
  integers: [[1], [2, 3]],
  booleans: [[true], [false]],
};

interface Case {
  readonly name: string;
  readonly type: string;
  readonly good: readonly Json[];
  readonly bad: readonly Json[];
}

/** The cases, each in components of its own. */
function casesOf(): { readonly cases: readonly Case[]; readonly schemas: Readonly<Record<string, unknown>> } {
  const cases: Case[] = [];
  const schemas: Record<string, unknown> = {};
  for (const [kind, [first, second]] of Object.entries(tagsOfCase))
    for (const [said, state] of Object.entries(statements))
      for (const [arranged, arrange] of Object.entries(arrangements)) {
        const prefix = `Case${cases.length}`;
        const [a, b] = [state(first), state(second)];
        const arrangement = {
          ...arrange({ kind: renamed(a.schema, "K", "KA"), tags: first }, { kind: renamed(b.schema, "K", "KB"), tags: second }),
          ...(a.more === undefined ? {} : { KA: a.more }),
          ...(b.more === undefined ? {} : { KB: b.more }),
        };
        for (const [name, schema] of Object.entries(arrangement)) schemas[prefix + name] = prefixed(schema, prefix);
        cases.push({
          name: `${kind}, ${said}, ${arranged}`,
          type: `${prefix}U`,
          good: [...first.map((tag) => ({ kind: tag, a: "x" })), ...second.map((tag) => ({ kind: tag, b: "x" }))],
          bad: [{ kind: second[0] ?? "", a: "x" }, { kind: first[0] ?? "", b: "x" }, { kind: "never", a: "x", b: "x" }, { a: "x" }],
        });
      }
  return { cases, schemas };
}

function descriptionOf(described: object): string {
  return `${JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths: {}, components: { schemas: described } })}\n`;
}

const renamed = (schema: object, from: string, to: string): object =>
  JSON.parse(JSON.stringify(schema).replaceAll(`/schemas/${from}"`, `/schemas/${to}"`)) as object;
const prefixed = (schema: object, prefix: string): unknown =>
  JSON.parse(JSON.stringify(schema).replaceAll("#/components/schemas/", `#/components/schemas/${prefix}`));

const { cases, schemas } = casesOf();
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const apiText = descriptionOf(schemas);
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

describe("tags", { timeout: 120_000 }, () => {
  test("are what validators take", async () => {
    const { validator } = await validatorsOf(await apiOf(apiText));
    const wrong = cases.flatMap(({ name, type, good, bad }) => {
      const { is } = validator(`${type}Schema`);
      return [
        ...good.filter((value) => !is(value)).map((value) => `${name}: refuses ${JSON.stringify(value)}`),
        ...bad.filter((value) => is(value)).map((value) => `${name}: takes ${JSON.stringify(value)}`),
      ];
    });
    expect(wrong).toEqual([]);
  });

  test("are what types allow", async () => {
    await writeFiles(folder.path, [
      emitTypes(await apiOf(apiText), { parts: new Set(["types"]), source: "api.yaml", command: "npm run generate" }),
      {
        path: "use.ts",
        text: [
          'import type * as T from "./types.js";',
          "declare function check<V>(value: V): void;",
          ...cases.flatMap(({ type, good, bad }) => [
            ...good.map((value) => `check<T.${type}>(${literal(value)});`),
            ...bad.flatMap((value) => ["// @ts-expect-error", `check<T.${type}>(${literal(value)} as const);`]),
          ]),
          "",
        ].join("\n"),
      },
    ]);
    expect(await typeCheck(folder.path, ["*.ts"], "7", "browser")).toEqual([]);
  });

  test.each(["bigint", "string"] as const)("that are 64-bit integers are held as %s everywhere", async (form) => {
    const kinds = {
      plain: { type: "integer", format: "int64" },
      nullable: { anyOf: [{ type: "integer", format: "int64" }, { type: "null" }] },
    };
    for (const kind of Object.values(kinds)) {
      const listed = (value: number): object => ({ allOf: [kind, { enum: [value] }] });
      const described = {
        A: object(listed(1), "a"),
        ...{ B: object(listed(2), "b"), C: object(listed(3), "c") },
        ...{ Inner: { oneOf: [ref("A"), ref("B")] }, U: union([ref("Inner"), ref("C")]) },
        ...{ D: object(kind, "d"), E: object(kind, "e") },
        V: union([ref("D"), ref("E")], { 7: "#/components/schemas/D", 8: "#/components/schemas/E" }),
      };
      const text = descriptionOf(described);
      const { validator } = await validatorsOf(withInt64(await apiOf(text), form));
      const held = (value: number): unknown => (form === "bigint" ? BigInt(value) : String(value));
      const { is } = validator("USchema");
      expect([1, 2, 3].map((value) => is({ kind: held(value), [["", "a", "b", "c"][value] ?? ""]: "x" }))).toEqual([true, true, true]);
      expect([is({ kind: held(2), a: "x" }), is({ kind: 1, a: "x" })]).toEqual([false, false]);
      const mapped = validator("VSchema").is;
      expect([mapped({ kind: held(7), d: "x" }), mapped({ kind: held(8), d: "x" }), mapped({ kind: 7, d: "x" })]).toEqual([
        true,
        false,
        false,
      ]);
    }
  });
});

test("a mapping may name what a choice chooses from", async () => {
  const open = (own: string): object => object({ type: "string" }, own);
  const place = (name: string): string => `#/components/schemas/${name}`;
  const described = {
    ...{ Lion: open("mane"), Tiger: open("stripes"), Dog: open("bark"), Cat: { oneOf: [ref("Lion"), ref("Tiger")] } },
    U: union([ref("Cat"), ref("Dog")], { lion: place("Lion"), tiger: place("Tiger"), dog: place("Dog") }),
  };
  const text = descriptionOf(described);
  const { is } = (await validatorsOf(await apiOf(text))).validator("USchema");
  const values = [
    { kind: "lion", mane: "x" },
    { kind: "tiger", stripes: "x" },
    { kind: "dog", bark: "x" },
    { kind: "Cat", mane: "x" },
    { kind: "dog", mane: "x" },
  ];
  expect(values.map((value) => is(value))).toEqual([true, true, true, false, false]);
});

test.each([
  ["an integer", { type: "integer" }, ["kind"]],
  ["a boolean that may be left out", { type: "boolean" }, []],
  ["a number", { type: "number" }, ["kind"]],
])("where the tag of one alternative is %s, no other is said to have one", async (_what, kind, required) => {
  const { A, B } = { A: { ...object({ type: "string" }, "a"), required }, B: object(kind, "b") };
  const schemas = { A, B, U: union([ref("A"), ref("B")], { v1: "#/components/schemas/A" }) };
  const api = await apiOf(
    `${JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths: {}, components: { schemas } })}\n`,
  );
  const { is } = (await validatorsOf(api)).validator("USchema");
  expect([is({ kind: "other" }), is({ kind: "v1" })]).toEqual([true, true]);
  const { text } = emitTypes(api, { parts: new Set(["types"]), source: "api.yaml", command: "npm run generate" });
  expect(text).toContain("export type U = A | B;");
});
