/** Alternatives of several parts that are too many together for TypeScript: the type is without some, wherever they meet, and validators ask all. */
import { describe, expect, it } from "vitest";
import { compile, temporaryFolder, writeFiles, type Compiler } from "../support/compile.js";
import { answering, described, list, schemaPath } from "../support/many.js";
import { generateTexts } from "../support/pipeline.js";
import { validatorsOfSchemas } from "../support/validators.js";

const ref = (name: string): object => ({ $ref: schemaPath(name) });
const one = (name: string): object => ({ type: "object", properties: { [name]: { type: "string" } }, required: [name] });
const alternatives = (letter: string, count = 60): readonly object[] => list(count, (index) => one(`${letter}${String(index)}`));
const [a, b, c] = [{ anyOf: alternatives("a") }, { oneOf: alternatives("b") }, { anyOf: alternatives("c") }];
const named = { A: a, B: b, C: c };

/** More types together than TypeScript takes. */
const tooMany = {
  Named: { allOf: [ref("A"), ref("B"), ref("C")] },
  InPlace: { allOf: [a, b, c] },
  Beside: { ...a, ...b, allOf: [ref("C")] },
  Opened: { allOf: [{ allOf: [a, b] }, ref("C")] },
  Layered: { allOf: [ref("Pair"), ref("C")] },
  InAlternatives: { oneOf: [{ type: "string" }, { allOf: [{ anyOf: [ref("A"), ref("C")] }, ref("B"), ref("C")] }] },
  Filled: { type: "object", properties: { d: { type: "integer", default: 1 } }, allOf: [ref("A"), ref("B"), ref("C")] },
  OfKinds: {
    type: ["object", "null", "string", "array"],
    allOf: [{ anyOf: [...alternatives("a", 200)] }, { oneOf: alternatives("b", 200) }],
  },
};
const fewer = {
  Pair: { allOf: [ref("A"), ref("B")] },
  Long: { anyOf: alternatives("l", 500) },
  Wide: { allOf: [{ anyOf: alternatives("w", 500) }, one("id"), { type: "object" }] },
};
const inside = {
  Member: { type: "object", properties: { m: tooMany.InPlace } },
  Items: { type: "array", items: tooMany.InPlace },
};
const schemas = { ...named, ...tooMany, ...fewer, ...inside };
const description = described(answering({ type: "object", properties: { all: ref("Named") } }), schemas);

const generated = generateTexts({ "api.json": description }, ["types", "validators", "client", "server"]);

it("are told of each schema, and of no other", async () => {
  const told = (await generated).diagnostics.flatMap(({ code, at }) =>
    code === "type-too-complex" && at !== undefined && "pointer" in at ? [at.pointer] : [],
  );
  const places = [...Object.keys(tooMany), "Member", "Items"].map((name) => new RegExp(`/schemas/${name}(/|$)`));
  for (const place of places) expect(told.filter((pointer) => place.test(pointer))).toHaveLength(1);
  expect(told).toHaveLength(places.length);
});

it("leave the parts before them in the type", async () => {
  const text = (await generated).files.find(({ path }) => path === "types.ts")?.text ?? "";
  expect(text).toContain("export type Pair = A & B;");
  expect(text).toContain("export type Named = A & B;");
  expect(text).toContain("export type Layered = Pair;");
});

it.each<Compiler>(["5.9", "7"])("compile with TypeScript %s", async (compiler) => {
  const folder = await temporaryFolder();
  await writeFiles(folder.path, (await generated).files);
  const options = {
    target: "es2022",
    module: "nodenext",
    strict: true,
    noEmit: true,
    lib: ["es2022", "dom", "dom.iterable"],
    types: ["node"],
  };
  expect(await compile(folder.path, ["."], compiler, options)).toEqual([]);
  await folder.remove();
});

describe("validators", () => {
  it.each(["Named", "InPlace", "Beside", "Opened", "Layered", "Filled"])("ask all parts of %s", async (name) => {
    const { validator } = await validatorsOfSchemas(schemas);
    const { is } = validator(`${name}Schema`);
    expect([is({ a1: "", b2: "", c3: "" }), is({ a1: "", b2: "" }), is({ a1: "", c3: "" })]).toEqual([true, false, false]);
  });
});
