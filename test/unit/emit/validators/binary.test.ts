import { describe, expect, test } from "vitest";
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

describe("a file beside a text", () => {
  const text = { type: "string" };
  const uri = { type: "string", format: "uri" };
  const long = { type: "string", minLength: 3 };
  const file = new Blob(["x"]);
  const named = { Bytes: bytes, Text: text, Both: { anyOf: [bytes, text] } };
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  test.each([
    ["anyOf", [bytes, text]],
    ["anyOf", [text, bytes]],
    ["anyOf", [bytes, text, { type: "null" }]],
    ["anyOf", [ref("Bytes"), ref("Text")]],
    ["anyOf", [ref("Both"), text]],
    ["anyOf", [bytes, uri]],
    ["anyOf", [bytes, { type: "integer" }, text]],
    ["oneOf", [bytes, text]],
    ["oneOf", [text, bytes]],
    ["oneOf", [bytes, uri]],
    ["oneOf", [uri, bytes]],
    ["oneOf", [bytes, long]],
    ["oneOf", [bytes, text, { type: "null" }]],
    ["oneOf", [ref("Bytes"), ref("Text")]],
    ["oneOf", [bytes, { type: "object" }, text]],
    ["oneOf", [{ type: ["string", "null"], format: "binary" }, uri]],
  ] as const)("%s: either is valid, wherever it stands (%j)", async (keyword, members) => {
    const schema = { [keyword]: members };
    const list = { type: "array", items: schema };
    const all = { ...named, S: schema, O: { type: "object", properties: { part: schema, parts: list } } };
    const { validator } = await validatorsOfSchemas(all);
    for (const value of [file, "https://example.com/", "abc"]) {
      expect(validator("SSchema").safeParse(value)).toMatchObject({ success: true });
      expect(validator("SSchema").is(value)).toBe(true);
      expect(validator("OSchema").safeParse({ part: value, parts: [value, file] })).toMatchObject({ success: true });
    }
    expect(validator("SSchema").safeParse([true]).success).toBe(false);
    expect(validator("OSchema").is({ part: true })).toBe(false);
  });
});
