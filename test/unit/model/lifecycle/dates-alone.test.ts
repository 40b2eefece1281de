/** Where OpenAPI has no `deprecated`, a date alone says that something ends; where it has, it takes the flag. */
import { describe, expect, it } from "vitest";
import { outcomeOf } from "../../../support/api.js";

type Node = { readonly [key: string]: unknown };
const responses = { 200: { description: "Fine." } };
const get = { operationId: "a", responses };
const date = { "x-sunset": "2031-03-04" };

async function described(version: string, rest: Node) {
  const head = version === "2.0" ? { swagger: "2.0" } : { openapi: `${version}.0` };
  const text = JSON.stringify({ ...head, info: { title: "T", version: "1" }, paths: { "/a": { get } }, ...rest }, undefined, 1);
  const { value, diagnostics } = await outcomeOf(`${text}\n`, { name: "shop" });
  return { text: JSON.stringify(value), found: diagnostics.map(({ code, message, hint }) => [code, message, hint]) };
}

/** By version: whether a date alone marks it. */
const places: Readonly<Record<string, (keys: Node, version: string) => Node>> = {
  operation: (keys) => ({ paths: { "/a": { get: { ...get, ...keys } } } }),
  "path item": (keys) => ({ paths: { "/a": { get, ...keys } } }),
  info: (keys) => ({ info: { title: "T", version: "1", ...keys } }),
  document: (keys) => keys,
  tag: (keys) => ({ tags: [{ name: "t", ...keys }] }),
  response: (keys) => ({ paths: { "/a": { get: { ...get, responses: { 200: { description: "Fine.", ...keys } } } } } }),
  parameter: (keys, version) => ({
    paths: { "/a": { get: { ...get, parameters: [{ name: "q", in: "query", ...typed(version), ...keys }] } } },
  }),
  header: (keys, version) => ({
    paths: { "/a": { get: { ...get, responses: { 200: { description: "Fine.", headers: { X: { ...typed(version), ...keys } } } } } } },
  }),
  schema: (keys, version) =>
    version === "2.0"
      ? { definitions: { S: { type: "string", ...keys } } }
      : { components: { schemas: { S: { type: "string", ...keys } } } },
  "security scheme": (keys, version) =>
    version === "2.0"
      ? { securityDefinitions: { s: { type: "basic", ...keys } } }
      : { components: { securitySchemes: { s: { type: "http", scheme: "basic", ...keys } } } },
};
const typed = (version: string): Node => (version === "2.0" ? { type: "string" } : { schema: { type: "string" } });

/** The first version that has `deprecated` there. */
const flagged: Readonly<Record<string, string>> = {
  ...{ operation: "2.0", parameter: "3.0", header: "3.0", schema: "3.0", "security scheme": "3.2" },
};
const cells = Object.keys(places).flatMap((place) => ["2.0", "3.0", "3.1", "3.2"].map((version) => ({ place, version })));

describe.each(cells)("$place of OpenAPI $version", ({ place, version }) => {
  const hasFlag = version >= (flagged[place] ?? "9");
  const at = (keys: Node) => described(version, places[place]?.(keys, version) ?? {});

  it(hasFlag ? "needs the flag beside a date" : "ends by a date alone", async () => {
    const { text, found } = await at(date);
    expect(text.includes("1930348800")).toBe(!hasFlag);
    const hint = 'Add `deprecated: true`, or remove "x-sunset".';
    expect(found).toEqual(hasFlag ? [["sunset-without-deprecated", '"x-sunset" has no effect without `deprecated: true`.', hint]] : []);
  });

  it("names a flag that OpenAPI allows there where a reason stands alone", async () => {
    const key = hasFlag ? "deprecated" : "x-deprecated";
    const { found } = await at({ "x-deprecation": { message: "Gone." } });
    expect(found).toMatchObject([
      ["sunset-without-deprecated", `"x-deprecation.message" has no effect without \`${key}: true\`.`, expect.stringContaining(key)],
    ]);
    expect((await at({ [key]: true, "x-deprecation": { message: "Gone." } })).found).toEqual([]);
  });

  it("does not end by a date beside `x-deprecated: false`", async () => {
    const { text, found } = await at({ ...date, "x-deprecated": false });
    expect(text.includes("1930348800")).toBe(false);
    expect(found.map(([code]) => code)).toEqual(["sunset-without-deprecated"]);
  });
});
