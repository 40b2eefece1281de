import { expect, test } from "vitest";
import { validatorsOfSchemas } from "../../../support/validators.js";

const object = { type: "object", required: ["id"], properties: { id: { type: "string" } } };
const bytes = { type: "string", format: "binary" };

test.each([
  ["oneOf", [object, bytes]],
  ["oneOf", [bytes, object]],
  ["anyOf", [object, bytes]],
  ["anyOf", [bytes, object]],
] as const)("%s: a file is not taken for the object that may stand there too", async (keyword, members) => {
  const { validator } = await validatorsOfSchemas({ S: { type: "object", properties: { part: { [keyword]: members } } } });
  const wanted = (part: unknown): boolean => validator("SSchema").safeParse({ part }).success;
  expect([new Blob(["x"]), "x", { id: "x" }, {}, { id: 5 }, 5, []].map(wanted)).toEqual([true, true, true, false, false, false, false]);
  expect(validator("SSchema").is({ part: new Blob(["x"]) })).toBe(true);
});
