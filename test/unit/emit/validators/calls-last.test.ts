import { describe, expect, test } from "vitest";
import { generateTexts } from "../../../support/pipeline.js";

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };

const schemas = {
  Owner: { type: "object", required: ["login"], properties: { login: text } },
  // With more members than are read at once, each is read where it is looked at.
  Large: {
    type: "object",
    required: ["owner"],
    properties: {
      owner: ref("Owner"),
      list: { type: "array", items: ref("Owner") },
      part: { type: "object", properties: { owner: ref("Owner"), name: text } },
      ...Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`name${String(index)}`, text])),
    },
  },
  Choice: {
    anyOf: [
      { type: "object", properties: { x: text } },
      { type: "object", properties: { y: text } },
    ],
  },
  Closed: { type: "object", properties: { name: text, owner: ref("Owner") }, allOf: [ref("Choice")], unevaluatedProperties: false },
};

async function guards(): Promise<ReadonlyMap<string, string>> {
  const description = JSON.stringify({ openapi: "3.1.0", info: { title: "Order", version: "1" }, paths: {}, components: { schemas } });
  const { files } = await generateTexts({ "a.json": description }, ["types", "validators"]);
  const validators = files.find(({ path }) => path === "validators.ts")?.text ?? "";
  return new Map([...validators.matchAll(/^function is(\w+)\(.*?^\}/gms)].map(([whole, name = ""]) => [name, whole]));
}

describe("a guard", async () => {
  const of = await guards();

  test("calls other checks after all that it sees by itself", () => {
    const large = of.get("Large") ?? "";
    expect(large).not.toBe("");
    expect(large.indexOf("isOwner(value")).toBeGreaterThan(large.indexOf("name15"));
    expect(large.trimEnd()).toMatch(/return isOwner\(value\["owner"\]\);\n\}$/);
  });

  test("does so in each part", () => {
    expect(of.get("Large")).toMatch(/typeof \w+ !== "string"[^}]*!isOwner\(\w+\)\) return false;\n {2}\}/);
  });

  test("has what a check notes before it is asked for", () => {
    expect(of.get("Closed")).toMatch(/!isChoice\(value, 0, seenHere\)[^]*isNameSeen\(seenHere/);
  });
});
