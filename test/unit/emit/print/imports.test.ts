import { expect, test } from "vitest";
import { code } from "../../../../src/emit/print/code.js";
import { Imports } from "../../../../src/emit/print/imports.js";

test("a name is imported where code uses it, whatever the order in which names were asked for", () => {
  const imports = new Imports();
  const [later, first, middle] = ["Later", "First", "Middle"].map((name) => imports.type(name, "./types.js"));
  const body = [code`type A = ${first ?? code``};`, code`type B = ${middle ?? code``};`, code`type C = ${later ?? code``};`];
  expect(imports.print(body)).toBe(`import type { Later, First, Middle } from "./types.js";`);
});

test("a name that no code uses is not imported, nor one that is only a part of another", () => {
  const imports = new Imports();
  imports.type("Pet", "./types.js");
  imports.value("read", "./runtime/read.js");
  const used = imports.type("Pets", "./types.js");
  expect(imports.print([code`const reader: ${used} = $read;`])).toBe(`import type { Pets } from "./types.js";`);
});

test("a module is imported as a whole where one of its values is used", () => {
  const imports = new Imports([], new Map([["./validators.js", "validators"]]));
  const value = imports.value("PetSchema", "./validators.js");
  expect(imports.print([code`${value}.is(1)`])).toBe(`import * as validators from "./validators.js";`);
  expect(imports.print([code`1`])).toBe("");
});

test("a module is not imported for a member that is called as it is", () => {
  const imports = new Imports([], new Map([["./int64.js", "int64"]]));
  expect(imports.print([code`const parameters = { int64: "bigint" };`])).toBe("");
});
