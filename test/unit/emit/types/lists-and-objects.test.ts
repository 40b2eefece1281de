/** Of a schema that is a list or an object, one of them beside a type: also where the schema leads to itself. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { compilers, temporaryFolder, typeCheck, writeFiles, type Compiler } from "../../../support/compile.js";
import { generateTexts } from "../../../support/pipeline.js";

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const object = (name: string): object => ({ type: "object", allOf: [ref(name)] });
const text = { type: "string" };

const schemas = {
  Item: { type: "object", properties: { x: text } },
  Mixed: { oneOf: [ref("Item"), { type: "array", items: text }] },
  Group: object("Mixed"),
  List: { type: "array", allOf: [ref("Mixed")] },
  Items: { oneOf: [ref("Item"), { type: "array", items: object("Items") }] },
  Member: {
    oneOf: [
      { type: "object", properties: { u: object("Member") } },
      { type: "array", items: ref("First") },
    ],
  },
  First: { oneOf: [ref("Item"), { type: "array", prefixItems: [object("Member")] }] },
  Groups: { type: "object", additionalProperties: object("Lists") },
  Lists: { oneOf: [ref("Groups"), { type: "array", items: { type: "array", allOf: [ref("Lists")] } }] },
};

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let types = "";
beforeAll(async () => {
  folder = await temporaryFolder();
  const description = JSON.stringify({ openapi: "3.1.0", info: { title: "Lists", version: "1" }, paths: {}, components: { schemas } });
  const { files } = await generateTexts({ "a.json": description }, ["types"]);
  types = files.find(({ path }) => path === "types.ts")?.text ?? "";
  const program = `import type * as api from "./types.js";
const object: api.Group = { x: "a" };
const list: api.List = ["a"];
// @ts-expect-error: a list is none of its objects
const noObject: api.Group = ["a"];
// @ts-expect-error: an object is none of its lists
const noList: api.List = { x: "a" };
export const all = [object, list, noObject, noList];
`;
  await writeFiles(folder.path, [
    { path: "out/types.ts", text: types },
    { path: "out/program.ts", text: program },
  ]);
});
afterAll(() => folder.remove());

test("the values of a name that are meant are said of it", () => {
  expect(types).toContain("export type Group = Exclude<Mixed, unknown[]>;");
  expect(types).toContain("export type List = Extract<Mixed, unknown[]>");
});

test.each(Object.keys(compilers) as readonly Compiler[])("TypeScript %s takes them", async (compiler) => {
  expect(await typeCheck(folder.path, ["out"], compiler, "node")).toEqual([]);
});
