import { describe, expect, it } from "vitest";
import { writeEncoded } from "../../../../templates/runtime/client/call/parameter-styles.js";
import { expand, formText } from "../../../../templates/runtime/shared/styles.js";
import * as serialise from "../../../../templates/runtime/shared/serialise.js";
import type { Operation } from "../../../../templates/runtime/shared/operation.js";
import { located, type LocatedParameter } from "../../../support/located-parameters.js";

type Style = NonNullable<LocatedParameter["style"]>;
type Values = Readonly<Record<string, unknown>> | undefined;

const queryText = (op: Operation, values: Values, whole?: unknown): string => serialise.queryText(op, values, whole, writeEncoded);
const pathText = (op: Operation, values: Values): string => serialise.pathText(op, values, writeEncoded);
const headerTexts = (op: Operation, headers: Values, cookies: Values): object => serialise.headerTexts(op, headers, cookies, writeEncoded);

const array = ["blue", "black", "brown"];
const object = { R: 100, G: 200, B: 150 };

/** https://spec.openapis.org/oas/v3.2.0.html#style-examples */
const table: readonly (readonly [
  style: Style,
  explode: boolean,
  empty: string | undefined,
  string: string | undefined,
  array: string | undefined,
  object: string | undefined,
])[] = [
  ["matrix", false, ";color", ";color=blue", ";color=blue,black,brown", ";color=R,100,G,200,B,150"],
  ["matrix", true, ";color", ";color=blue", ";color=blue;color=black;color=brown", ";R=100;G=200;B=150"],
  ["label", false, ".", ".blue", ".blue,black,brown", ".R,100,G,200,B,150"],
  ["label", true, ".", ".blue", ".blue.black.brown", ".R=100.G=200.B=150"],
  ["simple", false, "", "blue", "blue,black,brown", "R,100,G,200,B,150"],
  ["simple", true, "", "blue", "blue,black,brown", "R=100,G=200,B=150"],
  ["form", false, "color=", "color=blue", "color=blue,black,brown", "color=R,100,G,200,B,150"],
  ["form", true, "color=", "color=blue", "color=blue&color=black&color=brown", "R=100&G=200&B=150"],
  ["spaceDelimited", false, undefined, undefined, "color=blue%20black%20brown", "color=R%20100%20G%20200%20B%20150"],
  ["pipeDelimited", false, undefined, undefined, "color=blue%7Cblack%7Cbrown", "color=R%7C100%7CG%7C200%7CB%7C150"],
  ["deepObject", true, undefined, undefined, undefined, "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"],
  ["cookie", false, "color=", "color=blue", "color=blue,black,brown", "color=R,100,G,200,B,150"],
  ["cookie", true, "color=", "color=blue", "color=blue; color=black; color=brown", "R=100; G=200; B=150"],
];

describe("every style of the specification's own table", () => {
  for (const [style, explode, ...expected] of table) {
    for (const [index, value] of ["", "blue", array, object].entries()) {
      const text = expected[index];
      if (text !== undefined)
        it(`${style}, explode ${String(explode)}: ${text}`, () => {
          expect(expand("color", value, style, explode, encodeURIComponent)).toBe(text);
        });
    }
  }
});

function operation(path: string, ...parameters: LocatedParameter[]): Operation {
  return { id: "op", method: "GET", path, parameters: located(parameters), responses: {} };
}

describe("a query", () => {
  it("is written by OpenAPI's defaults where nothing else is described", () => {
    expect(queryText(operation("/"), { a: 1, list: ["x y", "z"], flag: false, object: { k: "&" } })).toBe(
      "a=1&list=x%20y&list=z&flag=false&k=%26",
    );
  });

  it("leaves out what is null, undefined or an empty list, and keeps what is empty text", () => {
    expect(queryText(operation("/"), { a: null, b: undefined, c: [], d: "", e: [null, 1] })).toBe("d=&e=1");
  });

  it("nests brackets to any depth, with numbers for lists", () => {
    const parameter: LocatedParameter = { name: "filter", in: "query", style: "deepObject" };
    const value = { created: { gte: 1 }, items: [{ price: "a" }, { price: "b" }], none: null };
    expect(decodeURIComponent(queryText(operation("/", parameter), { filter: value }))).toBe(
      "filter[created][gte]=1&filter[items][0][price]=a&filter[items][1][price]=b",
    );
  });

  it("writes a list in deepObject with numbers, as Stripe's `expand` needs it", () => {
    expect(queryText(operation("/", { name: "expand", in: "query", style: "deepObject" }), { expand: ["owner", "items"] })).toBe(
      "expand%5B0%5D=owner&expand%5B1%5D=items",
    );
  });

  it("keeps separators of a list apart from the same characters in its items", () => {
    expect(queryText(operation("/", { name: "a", in: "query", explode: false }), { a: ["x,y", "z"] })).toBe("a=x%2Cy,z");
  });

  it("lets reserved characters through with allowReserved, but none that would end the value", () => {
    expect(queryText(operation("/", { name: "a", in: "query", allowReserved: true }), { a: "/b?c=d:e@f,[g]#h&i+j%41%zz é" })).toBe(
      "a=/b?c=d:e@f,[g]%23h%26i%2Bj%41%25zz%20%C3%A9",
    );
  });

  it("writes a parameter with content as JSON", () => {
    expect(queryText(operation("/", { name: "f", in: "query", content: "application/json" }), { f: { a: ["b&c"] } })).toBe(
      `f=${encodeURIComponent('{"a":["b&c"]}')}`,
    );
  });

  it("is one value where the description has it as one", () => {
    const form = operation("/", { name: "q", in: "querystring", content: "application/x-www-form-urlencoded" });
    expect(queryText(form, undefined, { a: "b c", d: [1, 2] })).toBe("a=b%20c&d=1&d=2");
    expect(queryText(operation("/", { name: "q", in: "querystring", content: "application/json" }), undefined, { a: 1 })).toBe(
      "%7B%22a%22%3A1%7D",
    );
  });

  it("begins with what the described path itself asks", () => {
    expect(queryText(operation("/a?action=b#c"), { d: 1 })).toBe("action=b&d=1");
  });

  it("writes dates as RFC 3339, and JSON for an object in a list", () => {
    expect(queryText(operation("/"), { at: new Date(0), list: [{ a: 1 }] })).toBe(
      `at=${encodeURIComponent("1970-01-01T00:00:00.000Z")}&list=%7B%22a%22%3A1%7D`,
    );
  });

  it("does not take names from Object.prototype for described ones", () => {
    expect(queryText(operation("/"), JSON.parse('{"__proto__":1,"constructor":2}') as Record<string, unknown>)).toBe(
      "__proto__=1&constructor=2",
    );
  });
});

describe("a path", () => {
  it("has its parameters encoded", () => {
    expect(pathText(operation("/a/{id}/b"), { id: "x/y?z#%é" })).toBe("/a/x%2Fy%3Fz%23%25%C3%A9/b");
  });

  it("takes parameters that are part of a segment, and styles that stand in the template", () => {
    expect(pathText(operation("/f/{name}.{ext}"), { name: "a", ext: "png" })).toBe("/f/a.png");
    expect(pathText(operation("/f/{;id*}", { name: "id", in: "path", style: "matrix", explode: true }), { id: [1, 2] })).toBe(
      "/f/;id=1;id=2",
    );
  });

  it("leaves fragment and query of a described path out", () => {
    expect(pathText(operation("/files/{id}?x=1#copy"), { id: 1 })).toBe("/files/1");
  });

  it.each([
    ["nothing", {}, "is missing"],
    ["null", { id: null }, "is missing"],
    ["a member of every object", Object.create({ id: 1 }) as Record<string, unknown>, "is missing"],
    ["empty text", { id: "" }, "is empty"],
    ["an empty list", { id: [] }, "is empty"],
    [".", { id: "." }, 'a "." or ".."'],
    ["..", { id: ".." }, 'a "." or ".."'],
  ])("refuses %s", (_, values, problem) => {
    expect(() => pathText(operation("/pets/{id}"), values)).toThrow(problem);
  });

  it("refuses dots that two parameters make together, or that are encoded already", () => {
    expect(() => pathText(operation("/{a}{b}/c"), { a: ".", b: "." })).toThrow('".."');
    expect(() => pathText(operation("/{a}", { name: "a", in: "path", allowReserved: true }), { a: "%2e%2E" })).toThrow('".."');
  });

  it("never lets a reserved value leave its segment", () => {
    expect(pathText(operation("/{a}/x", { name: "a", in: "path", allowReserved: true }), { a: "b/../c?d#e\\f" })).toBe(
      "/b%2F..%2Fc%3Fd%23e%5Cf/x",
    );
  });
});

describe("headers and cookies", () => {
  it("writes headers in the style simple, not encoded", () => {
    const described = operation(
      "/",
      { name: "X-List", in: "header" },
      { name: "X-Json", in: "header", content: "application/json" },
      { name: "X-Object", in: "header", explode: true },
    );
    const values = { "X-List": ["a b", "c"], "X-Json": { a: 1 }, "X-Object": { k: 1, l: 2 }, "X-None": undefined, "X-Plain": 5 };
    expect(headerTexts(described, values, undefined)).toEqual({
      "X-List": "a b,c",
      "X-Json": '{"a":1}',
      "X-Object": "k=1,l=2",
      "X-Plain": "5",
    });
  });

  it("leaves out a list or an object without members, and keeps an empty text", () => {
    const described = operation("/", { name: "X-List", in: "header" }, { name: "X-Json", in: "header", content: "application/json" });
    const values = { "X-List": [], "X-Json": [], "X-Object": {}, "X-Text": "" };
    expect(headerTexts(described, values, undefined)).toEqual({ "X-Json": "[]", "X-Text": "" });
  });

  it("joins cookies, encodes those of the style form, and leaves those of the style cookie as they are", () => {
    const described = operation("/", { name: "b", in: "cookie", style: "cookie" }, { name: "c", in: "cookie", explode: false });
    expect(headerTexts(described, undefined, { a: "x y", b: "x=y", c: ["1", "2"], d: null })).toEqual({ Cookie: "a=x%20y; b=x=y; c=1,2" });
  });
});

describe("a form", () => {
  it("explodes lists and writes objects as JSON where nothing is described", () => {
    expect(formText(Object.entries({ a: "x y", list: [1, 2], object: { k: 1 }, none: undefined }))).toBe(
      "a=x%20y&list=1&list=2&object=%7B%22k%22%3A1%7D",
    );
  });

  it("follows the encoding of each property", () => {
    const encodings = {
      metadata: { style: "deepObject", explode: true },
      tags: { explode: false },
      json: { contentType: "application/json" },
    } as const;
    const text = formText(Object.entries({ metadata: { a: { b: "" } }, tags: ["x", "y"], json: [1, 2] }), encodings);
    expect(decodeURIComponent(text)).toBe("metadata[a][b]=&tags=x,y&json=[1,2]");
  });
});

describe("where a description has default styles alone", () => {
  const values = [
    1,
    "",
    "x y&z,é",
    true,
    new Date(0),
    [],
    [1, "a b", null, { k: 1 }],
    {},
    { R: 100, "G ": "a,b", n: null, deep: { a: [1] } },
    JSON.parse('{"__proto__":1}'),
  ];

  it("parameters are written as the writer of every style writes them", () => {
    for (const value of values) {
      for (const place of ["query", "path", "header", "cookie"] as const)
        expect(serialise.writePlain("a b", value, place)).toBe(writeEncoded("a b", value, place, undefined));
    }
  });
});
