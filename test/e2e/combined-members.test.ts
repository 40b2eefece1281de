/** Members and items of which several parts have alternatives that are too many together for TypeScript: as with those of the value itself. */
import { describe, expect, it } from "vitest";
import { compile, temporaryFolder, writeFiles } from "../support/compile.js";
import { answering, described, list, schemaPath } from "../support/many.js";
import { generateTexts } from "../support/pipeline.js";
import { validatorsOfSchemas } from "../support/validators.js";

const ref = (name: string): object => ({ $ref: schemaPath(name) });
const one = (name: string): object => ({ type: "object", properties: { [name]: { type: "string" } }, required: [name] });
const choice = (letter: string, count = 50): object => ({ oneOf: list(count, (index) => one(`${letter}${String(index)}`)) });
const letters = ["a", "b", "c"] as const;

/** Where alternatives stand, and a value in which those of all parts are in that place. */
const places: Readonly<Record<string, readonly [around: (schema: object) => object, value: (inside: object) => object]>> = {
  member: [(m) => ({ type: "object", properties: { m } }), (m) => ({ m })],
  required: [(m) => ({ type: "object", properties: { m }, required: ["m"] }), (m) => ({ m })],
  nested: [(m) => ({ type: "object", properties: { n: { type: "object", properties: { m } } } }), (m) => ({ n: { m } })],
  items: [(items) => ({ type: "array", items }), (item) => [item]],
  itemsOfMember: [(items) => ({ type: "object", properties: { l: { type: "array", items } } }), (item) => ({ l: [item] })],
  first: [(item) => ({ type: "array", prefixItems: [item] }), (item) => [item]],
  others: [(additionalProperties) => ({ type: "object", additionalProperties }), (x) => ({ x })],
};
const named = Object.fromEntries<object>(letters.map((letter) => [`${letter.toUpperCase()}Choice`, choice(letter)]));
const parts = Object.fromEntries(
  Object.entries(places).map(([place, [around]]) => {
    const inPlace = letters.map((letter) => around(choice(letter)));
    const byName = letters.map((letter) => around(ref(`${letter.toUpperCase()}Choice`)));
    return [place, { inPlace, byName, layered: [around({ allOf: [ref("AChoice"), choice("b")] }), around(choice("c"))] }] as const;
  }),
);
const schemas: Readonly<Record<string, object>> = {
  ...named,
  ...Object.fromEntries(
    Object.entries(parts).flatMap(([place, { inPlace, byName, layered }]): (readonly [string, object])[] => [
      [`${place}InPlace`, { allOf: inPlace }],
      [`${place}ByName`, { allOf: byName }],
      [`${place}Layered`, { allOf: layered }],
      ...byName.map((each, index) => [`${place}Part${String(index)}`, each] as const),
      [`${place}OfParts`, { allOf: byName.map((_, index) => ref(`${place}Part${String(index)}`)) }],
    ]),
  ),
};
/** Two of fifty, and three parts of which each has a member of its own. */
const fewer: Readonly<Record<string, object>> = {
  Two: { allOf: [ref("memberPart0"), ref("memberPart1")] },
  Apart: { allOf: letters.map((letter) => ({ type: "object", properties: { [letter]: choice(letter) } })) },
};
const generated = generateTexts(
  { "api.json": `${described(answering({ type: "object", properties: { all: ref("memberInPlace") } }), { ...schemas, ...fewer })}\n` },
  ["types", "validators", "client", "server"],
);
const typeName = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

it.each(Object.keys(places))("are told once where they stand in %s", async (place) => {
  const told = (await generated).diagnostics.filter(({ code }) => code === "type-too-complex");
  const pointers = told.flatMap(({ at }) => (at !== undefined && "pointer" in at ? [at.pointer] : []));
  for (const kind of ["InPlace", "ByName", "Layered", "OfParts"])
    expect(pointers.filter((each) => new RegExp(`/schemas/${place}${kind}(/|$)`).test(each))).toHaveLength(1);
  expect(pointers).toHaveLength(Object.keys(places).length * 4);
});

it("compile, and so does a program that reads them", async () => {
  const folder = await temporaryFolder();
  const { files } = await generated;
  const uses = Object.keys(schemas)
    .filter((name) => /^member(InPlace|ByName|Layered|OfParts)$/.test(name))
    .map((name) => `export const ${name} = (value: ${typeName(name)}): unknown => value.m;`);
  const imports = uses.map((_, index) => typeName(["memberInPlace", "memberByName", "memberLayered", "memberOfParts"][index] ?? ""));
  const text = `import type { ${imports.join(", ")} } from "./types.js";\n${uses.join("\n")}\n`;
  await writeFiles(folder.path, [...files, { path: "uses.ts", text }]);
  const lib = ["es2022", "dom", "dom.iterable"];
  const options = { target: "es2022", module: "nodenext", strict: true, noEmit: true, lib, types: ["node"] };
  expect(await compile(folder.path, ["."], "7", options)).toEqual([]);
  await folder.remove();
}, 120_000);

describe("validators", () => {
  it.each(Object.keys(places))("ask all parts of what stands in %s", async (place) => {
    const { validator } = await validatorsOfSchemas(schemas);
    const [, value] = places[place] ?? [];
    for (const kind of ["InPlace", "ByName", "Layered", "OfParts"]) {
      const { is } = validator(`${typeName(place)}${kind}Schema`);
      const values = [
        { a1: "", b2: "", c3: "" },
        { a1: "", b2: "" },
        { b2: "", c3: "" },
      ];
      expect(values.map((each) => is(value?.(each)))).toEqual([true, false, false]);
    }
  });
});
