/** Items that hold what separates items: where a style cannot encode it, nothing is sent in place of other items. */
import { describe, expect, test } from "vitest";
import { encodeBody } from "../../../../templates/runtime/client/call/request-body.js";
import { writeEncoded } from "../../../../templates/runtime/client/call/parameter-styles.js";
import type { Encoding, Operation } from "../../../../templates/runtime/shared/operation.js";
import { headerTexts, pathText, queryText, writePlain, type WriteParameter } from "../../../../templates/runtime/shared/serialise.js";
import { located, onlyParameter, type LocatedParameter } from "../../../support/located-parameters.js";
import { replyOf } from "../server/serving.js";

function written(parameter: Omit<LocatedParameter, "name">, value: unknown, write: WriteParameter): string | null | undefined {
  const operation: Operation = {
    id: "op",
    method: "GET",
    path: parameter.in === "path" ? "/x/{p}" : "/x",
    responses: {},
    parameters: located([{ name: "p", ...parameter }]),
  };
  const values = { [onlyParameter(operation).name]: value };
  if (parameter.in === "path") return pathText(operation, values, write);
  if (parameter.in === "query") return queryText(operation, values, undefined, write);
  const [header, cookie] = parameter.in === "header" ? [values, undefined] : [undefined, values];
  return Object.values(headerTexts(operation, header, cookie, write))[0];
}

const cut = (place: string, character: string): string =>
  `op: the ${place} parameter "p" cannot be sent: an item has "${character}", which separates items`;

describe.each<[label: string, parameter: Omit<LocatedParameter, "name">, delimiter: string]>([
  ["pipeDelimited", { in: "query", style: "pipeDelimited", explode: false }, "|"],
  ["spaceDelimited", { in: "query", style: "spaceDelimited", explode: false }, " "],
  ["a list with commas that are reserved", { in: "query", explode: false, allowReserved: true }, ","],
  ["label, exploded", { in: "path", style: "label", explode: true }, "."],
  ["a header", { in: "header" }, ","],
  ["a header, exploded", { in: "header", explode: true }, ","],
  ["a cookie that is not encoded", { in: "cookie", style: "cookie", explode: false }, ","],
  ["cookies that are not encoded", { in: "cookie", style: "cookie" }, ";"],
])("%s", (_, parameter, delimiter) => {
  test.each<[string, unknown]>([
    ["an item", ["x", `a${delimiter}b`]],
    ["the only item", [`${delimiter}b`]],
    ["a member", { size: `a${delimiter}b` }],
    ["the name of a member", { [`a${delimiter}b`]: 1 }],
  ])("refuses %s", (_of, value) => {
    expect(() => written(parameter, value, writeEncoded)).toThrow(new TypeError(cut(parameter.in, delimiter)));
  });
  test("sends items without it", () => {
    expect(() => written(parameter, ["a", "b"], writeEncoded)).not.toThrow();
  });
});

test.each([["a", "x,y"], { a: "x,y" }, { "a,b": 1 }, [{ a: 1, b: 2 }]])("a header in the default style refuses %j", (...given) => {
  const value: unknown = given.length === 1 ? given[0] : given;
  expect(() => written({ in: "header" }, value, writePlain)).toThrow(new TypeError(cut("header", ",")));
});

test("a cookie that is not encoded refuses what would end it", () => {
  expect(() => written({ in: "cookie", style: "cookie" }, "a;b", writeEncoded)).toThrow(cut("cookie", ";"));
});

test.each<[string, Omit<LocatedParameter, "name">, string]>([
  ["a query", { in: "query", explode: false }, "p=x%2Cy,z"],
  ["a path", { in: "path" }, "/x/x%2Cy,z"],
  ["a label", { in: "path", style: "label" }, "/x/.x%2Cy,z"],
  ["a matrix", { in: "path", style: "matrix" }, "/x/;p=x%2Cy,z"],
  ["a cookie", { in: "cookie", explode: false }, "p=x%2Cy,z"],
])("%s encodes the comma in an item", (_, parameter, expected) => {
  expect(written(parameter, ["x,y", "z"], writeEncoded)).toBe(expected);
});

test.each<[string, Omit<LocatedParameter, "name">, string]>([
  ["deepObject", { in: "query", style: "deepObject", allowReserved: true }, "/x?p%5Bk%3D1%5D=a=/b&p%5Ba%5D%5D=w"],
  ["form", { in: "query", style: "form", allowReserved: true }, "/x?k%3D1=a=/b&a%5D=w"],
])("the names of members are encoded where values have what is reserved: %s", (_, parameter, expected) => {
  expect(`/x?${String(written(parameter, { "k=1": "a=/b", "a]": "w" }, writeEncoded))}`).toBe(expected);
});

test.each<[Encoding, string]>([
  [{ style: "form", explode: false }, "x,y"],
  [{ style: "pipeDelimited", explode: false }, "x|y"],
])("a part of a form in the style %j refuses %j", (encoding, item) => {
  const content = { "multipart/form-data": { encoding: { tags: encoding } } };
  const operation: Operation = { id: "op", method: "POST", path: "/x", responses: {}, body: { content } };
  expect(() => encodeBody(operation, { tags: [item, "z"] }, "multipart/form-data")).toThrow(/which separates items/);
  expect((encodeBody(operation, { tags: ["a", "b c"] }, "multipart/form-data").body as FormData).getAll("tags")).toHaveLength(1);
  expect((encodeBody(operation, { tags: "x,y" }, "multipart/form-data").body as FormData).getAll("tags")).toEqual(["x,y"]);
});

describe("a reply", () => {
  test.each([[["a,b"]], [{ a: "x,y" }], [{ "a,b": 1 }]])("whose list in a header would be another one is refused: %j", async (value) => {
    const told: unknown[] = [];
    const { status } = await replyOf({}, () => ({ status: 200, headers: { "X-Tags": value }, body: {} }), {
      onError: (error) => told.push(error),
    });
    expect([status, String(told[0])]).toEqual([
      500,
      expect.stringMatching(/^TypeError: .* "X-Tags", because an item has ",", which separates items$/),
    ]);
  });
  test("may have commas in a text, and lists of lists where HTTP has them", async () => {
    const { headers } = await replyOf({}, () => ({
      status: 200,
      headers: { "X-Text": "a,b", "X-Tags": ["a", "b"], Vary: ["Origin, Accept", "Cookie"] },
      body: {},
    }));
    expect([headers.get("x-text"), headers.get("x-tags"), headers.get("vary")]).toEqual(["a,b", "a,b", "Origin, Accept,Cookie"]);
  });
});
