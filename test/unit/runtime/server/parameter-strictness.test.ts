/** What every type is read as from every style of a parameter, and how each way of writing it wrongly is refused. */
import { describe, expect, test } from "vitest";
import { parameterDecoder } from "../../../../templates/runtime/server/decode/parameter-decoder.js";
import type { Operation } from "../../../../templates/runtime/shared/operation.js";
import type { ProblemIssue } from "../../../../templates/runtime/server/route/problem.js";
import type { WireType } from "../../../../templates/runtime/server/decode/wire-type.js";
import { located, type LocatedParameter } from "../../../support/located-parameters.js";

interface Wire {
  readonly path?: string;
  readonly query?: string;
  readonly header?: string | readonly string[];
  readonly cookie?: string;
}

const absent = "absent";

/** The value of a parameter `limit`, "absent", or what is wrong: "limit.0: must be …". */
function read(parameter: Omit<LocatedParameter, "name">, shape: WireType | undefined, { path, query = "", header, cookie }: Wire): unknown {
  const name = "limit";
  const operation: Operation = { id: "x", method: "GET", path: "/x", responses: {}, parameters: located([{ name, ...parameter }]) };
  const issues: ProblemIssue[] = [];
  const part = shape === undefined ? {} : { decode: { [name]: shape } };
  const decoded = parameterDecoder(operation, parameter.in === "querystring" ? {} : { [parameter.in]: part })(
    {
      path: new Map(path === undefined ? [] : [[name, path]]),
      query,
      headers: { ...(header === undefined ? {} : { limit: header }), ...(cookie === undefined ? {} : { cookie }) },
    },
    issues,
  );
  if (issues.length > 0) return issues.map(({ path: at, message }) => `${at.join(".")}: ${message}`).join("; ");
  const values = parameter.in === "querystring" ? {} : decoded[parameter.in];
  return Object.hasOwn(values, name) ? values[name] : absent;
}

const query = (shape: WireType | undefined, text: string, more: Partial<LocatedParameter> = {}): unknown =>
  read({ in: "query", ...more }, shape, { query: text });

const integer = "limit: must be an integer";
const range = "limit: must be an integer between -9007199254740991 and 9007199254740991";
const once = "limit: must be given only once";
const brackets = "limit: must be written without brackets";
const encoding = "limit: is not percent-encoded correctly";

/** One piece of text, as it is after percent-decoding, and what it is as each type. `undefined`: the text itself. */
const scalars: readonly (readonly [
  text: string,
  as: { readonly integer: unknown; readonly number: unknown; readonly boolean: unknown; readonly bigint: unknown },
])[] = (
  [
    ["0", 0, 0, "no", 0n],
    ["-0", 0, -0, "no", 0n],
    ["10", 10, 10, "no", 10n],
    ["-7", -7, -7, "no", -7n],
    ["9007199254740991", 9007199254740991, 9007199254740991, "no", 9007199254740991n],
    ["9007199254740992", "range", 9007199254740992, "no", 9007199254740992n],
    ["9007199254740993", "range", 9007199254740992, "no", 9007199254740993n],
    ["9223372036854775807", "range", 9223372036854775807, "no", 9223372036854775807n],
    ["99999999999999999999999", "range", 1e23, "no", "bits"],
    ["1e1", "exponent", 10, "no", "exponent"],
    ["1E+1", "exponent", 10, "no", "exponent"],
    ["1.0", "fraction", 1, "no", "fraction"],
    ["1.5", "fraction", 1.5, "no", "fraction"],
    ["-1.5e-3", "exponent", -0.0015, "no", "exponent"],
    ["1.", "fraction", "point", "no", "fraction"],
    [".5", "fraction", "point", "no", "fraction"],
    ["0x10", "radix", "radix", "no", "radix"],
    ["0b1", "radix", "radix", "no", "radix"],
    ["0o7", "radix", "radix", "no", "radix"],
    ["+1", "plus", "plus", "no", "plus"],
    ["01", "zeros", "zeros", "no", "zeros"],
    ["-01", "zeros", "zeros", "no", "zeros"],
    [" 1", "plus", "plus", "no", "plus"],
    ["1 ", "blank", "blank", "no", "blank"],
    ["\t1", "plus", "plus", "no", "plus"],
    ["1\n", "blank", "blank", "no", "blank"],
    ["1e400", "no", "large", "no", "no"],
    ["10abc", "no", "no", "no", "no"],
    ["1_000", "no", "no", "no", "no"],
    ["1n", "no", "no", "no", "no"],
    ["--1", "no", "no", "no", "no"],
    ["-", "no", "no", "no", "no"],
    ["NaN", "no", "no", "no", "no"],
    ["Infinity", "no", "no", "no", "no"],
    ["٣", "no", "no", "no", "no"],
    [" ", "no", "no", "no", "no"],
    ["null", "no", "no", "no", "no"],
    ["true", "no", "no", true, "no"],
    ["false", "no", "no", false, "no"],
    ["TRUE", "no", "no", "no", "no"],
    ["yes", "no", "no", "no", "no"],
    ["", "empty", "empty", "empty", "empty"],
  ] as const
).map(([text, asInteger, asNumber, asBoolean, asBigint]) => [
  text,
  { integer: asInteger, number: asNumber, boolean: asBoolean, bigint: asBigint },
]);

const types = ["integer", "number", "boolean", "bigint"] as const;
const names = { integer: "an integer", number: "a number", boolean: "true or false", bigint: "an integer" } as const;

/** What to do about a number that is only written in another way: each way has its own sentence. */
const remedies = {
  exponent: "written without an exponent",
  fraction: "without a fraction",
  radix: "written in decimal digits",
  plus: "written without a plus sign or a blank before it",
  zeros: "written without leading zeros",
  blank: "written without a blank after it",
  point: "written with digits on both sides of the point",
} as const;

/** The sentence that a word of the table stands for. */
function sentence(word: unknown, type: (typeof types)[number]): unknown {
  switch (word) {
    case "no":
      return `limit: must be ${names[type]}`;
    case "exponent":
    case "fraction":
    case "radix":
    case "plus":
    case "zeros":
    case "blank":
    case "point":
      return `limit: must be ${names[type]}, ${remedies[word]}`;
    case "range":
      return range;
    case "large":
      return "limit: is too large";
    case "bits":
      return "limit: must be an integer of 64 bits";
    case "empty":
      return `limit: is empty, and must be ${names[type]}`;
    default:
      return word;
  }
}

/** Every place that a single value can stand in, and how its text gets there. */
const places: readonly (readonly [label: string, parameter: Omit<LocatedParameter, "name">, wire: (text: string) => Wire | undefined])[] = [
  ["query form", { in: "query" }, (text) => ({ query: `limit=${encodeURIComponent(text)}` })],
  ["query form, not exploded", { in: "query", explode: false }, (text) => ({ query: `a=1&limit=${encodeURIComponent(text)}` })],
  ["query deepObject", { in: "query", style: "deepObject" }, (text) => ({ query: `limit=${encodeURIComponent(text)}` })],
  ["path simple", { in: "path" }, (text) => ({ path: encodeURIComponent(text) })],
  ["path label", { in: "path", style: "label" }, (text) => (text.includes(".") ? undefined : { path: `.${encodeURIComponent(text)}` })],
  ["path matrix", { in: "path", style: "matrix" }, (text) => ({ path: `;limit=${encodeURIComponent(text)}` })],
  // A header's own text is not encoded, and HTTP itself takes the blanks around it.
  ["header", { in: "header" }, (text) => (/[^!-~]/.test(text) ? undefined : { header: text })],
  ["cookie form", { in: "cookie" }, (text) => ({ cookie: `limit=${encodeURIComponent(text)}` })],
  ["cookie cookie", { in: "cookie", style: "cookie" }, (text) => (/[^!-~]/.test(text) ? undefined : { cookie: `limit=${text}` })],
];

describe.each(places)("%s", (_, parameter, wire) => {
  test.each(types)("%s", (type) => {
    for (const [text, as] of scalars) {
      const sent = wire(text);
      if (sent !== undefined) expect([text, read(parameter, type, sent)]).toEqual([text, sentence(as[type], type)]);
    }
  });
  test("text is text, whatever it looks like", () => {
    for (const [text] of scalars) {
      const sent = wire(text);
      if (sent !== undefined) expect(read(parameter, undefined, sent)).toBe(text);
    }
  });
  test("64-bit integers as digits are what was sent", () => {
    for (const [text, as] of scalars) {
      const sent = wire(text);
      if (sent === undefined) continue;
      const expected = typeof as.bigint === "bigint" ? text : sentence(as.bigint, "bigint");
      expect([text, read(parameter, "digits", sent)]).toEqual([text, expected]);
    }
  });
});

describe("limit, an integer in a query, told apart", () => {
  test.each<[string, unknown, Partial<LocatedParameter>?]>([
    ["", absent],
    ["", "limit: is required", { required: true }],
    ["other=1", absent],
    ["Limit=1", absent],
    ["limit", "limit: is empty, and must be an integer"],
    ["limit=", "limit: is empty, and must be an integer"],
    ["limit=", absent, { allowEmptyValue: true }],
    ["limit", absent, { allowEmptyValue: true }],
    ["limit=", "limit: is empty, and must be an integer", { allowEmptyValue: true, required: true }],
    ["limit=x", integer, { allowEmptyValue: true }],
    ["limit=1&limit=1", once],
    ["limit=1&limit=2&limit=x", once],
    ["limit=&limit=", once, { allowEmptyValue: true }],
    ["limit=1,2", integer],
    ["limit[]=1", brackets],
    ["limit[]=1&limit[]=2", brackets],
    ["limit%5B%5D=1", brackets],
    ["limit[0]=1", brackets],
    ["limit[gte]=1", brackets],
    ["limit[]=1", brackets, { required: true }],
    ["limit=1&limit[]=2", brackets],
    ["%6Cimit=5", 5],
    ["limit=%31%30", 10],
    ["limit=+1", `${integer}, ${remedies.plus}`],
    ["limit=%2B1", `${integer}, ${remedies.plus}`],
    ["limit=%zz", encoding],
    ["limit=%", encoding],
    ["limit=%C3", encoding],
    ["&&limit=1&", 1],
    ["limit=1=1", integer],
    ["limit=1#x", integer],
  ])("%s", (text, expected, more) => {
    expect(query("integer", text, more)).toEqual(expected);
  });
  test("a flag that must be there, and may be empty, is set by its name", () => {
    const more: Partial<LocatedParameter> = { allowEmptyValue: true, required: true };
    expect(["limit", "limit=", "limit=false", "limit=true"].map((text) => query("boolean", text, more))).toEqual([true, true, false, true]);
    expect(query("boolean", "limit=&limit=", more)).toEqual(once);
    expect(query("boolean", "limit", { allowEmptyValue: true })).toEqual(absent);
  });
  test("another parameter may have brackets in its name", () => {
    const operation: Operation = {
      id: "x",
      method: "GET",
      path: "/x",
      responses: {},
      parameters: located([
        { name: "ids[]", in: "query" },
        { name: "ids", in: "query" },
      ]),
    };
    const issues: ProblemIssue[] = [];
    const decode = parameterDecoder(operation, { query: { decode: { "ids[]": { items: "integer" } } } });
    expect(decode({ path: new Map(), query: "ids[]=1&ids[]=2", headers: {} }, issues).query).toEqual({ "ids[]": [1, 2] });
    expect(issues).toEqual([]);
  });
});

describe("a header that is given several times", () => {
  test.each<[WireType | undefined, string | readonly string[], unknown]>([
    ["integer", ["1", "2"], once],
    ["integer", "1, 1", once],
    ["boolean", ["true", "true"], once],
    ["bigint", "1,2", once],
    [undefined, ["a", "b"], "a, b"],
    [{ items: "integer" }, ["1", "2,3"], [1, 2, 3]],
    [{ items: "integer" }, "1 ,\t2", [1, 2]],
    [{ items: "integer" }, "1,,2", "limit.1: is empty, and must be an integer"],
    [{ items: "integer" }, ["1", "x"], "limit.1: must be an integer"],
    [{ items: "string" }, "a", ["a"]],
  ])("%j of %j", (shape, header, expected) => {
    expect(read({ in: "header" }, shape, { header })).toEqual(expected);
  });
});

describe("a list", () => {
  const list: WireType = { items: "integer" };
  test.each<[string, Partial<LocatedParameter>, string, unknown]>([
    ["exploded", {}, "limit=1&limit=2", [1, 2]],
    ["exploded", {}, "limit=1", [1]],
    ["exploded", {}, "", absent],
    ["exploded", {}, "limit=", "limit.0: is empty, and must be an integer"],
    ["exploded", { allowEmptyValue: true }, "limit=", absent],
    ["exploded", {}, "limit=1,2", "limit.0: must be an integer"],
    [
      "exploded",
      {},
      "limit=1&limit=1e1&limit=",
      `limit.1: must be an integer, written without an exponent; limit.2: is empty, and must be an integer`,
    ],
    ["exploded", {}, "limit[]=1&limit[]=2", brackets],
    ["exploded", {}, "limit=[1,2]", "limit.0: must be an integer"],
    ["not exploded", { explode: false }, "limit=1,2", [1, 2]],
    ["not exploded", { explode: false }, "limit=1%2C2", [1, 2]],
    ["not exploded", { explode: false }, "limit=1,,2", "limit.1: is empty, and must be an integer"],
    ["not exploded", { explode: false }, "limit=1&limit=2", once],
    ["spaces", { style: "spaceDelimited", explode: false }, "limit=1%202+3", [1, 2, 3]],
    ["pipes", { style: "pipeDelimited", explode: false }, "limit=1|2%7C3%7c4", [1, 2, 3, 4]],
    ["pipes", { style: "pipeDelimited", explode: false }, "limit=1|x", "limit.1: must be an integer"],
    ["brackets", { style: "deepObject" }, "limit[]=1&limit[]=2", [1, 2]],
    ["brackets", { style: "deepObject" }, "limit[1]=1&limit[0]=x", "limit.0: must be an integer"],
  ])("%s %j %s", (_, more, text, expected) => {
    expect(query(list, text, more)).toEqual(expected);
  });
  test.each<[string, Omit<LocatedParameter, "name">, string, unknown]>([
    ["simple", { in: "path" }, "1,2", [1, 2]],
    ["simple", { in: "path" }, "1,%32", [1, 2]],
    ["simple", { in: "path" }, "1%2C2", [1, 2]],
    ["label", { in: "path", style: "label" }, ".1,2", [1, 2]],
    ["label, exploded", { in: "path", style: "label", explode: true }, ".1.2", [1, 2]],
    ["label without its dot", { in: "path", style: "label" }, "1,2", "limit: must be written in the style label"],
    ["matrix", { in: "path", style: "matrix" }, ";limit=1,2", [1, 2]],
    ["matrix, exploded", { in: "path", style: "matrix", explode: true }, ";limit=1;limit=2", [1, 2]],
    ["matrix of another name", { in: "path", style: "matrix" }, ";other=1", "limit: must be written in the style matrix"],
  ])("%s", (_, parameter, path, expected) => {
    expect(read(parameter, list, { path })).toEqual(expected);
  });
});

describe("an object", () => {
  const object: WireType = { properties: { size: "integer", name: "string" } };
  const open: WireType = { properties: { size: "integer" }, additional: "boolean" };
  test.each<[string, WireType, Partial<LocatedParameter>, string, unknown]>([
    ["deep", object, { style: "deepObject" }, "limit[size]=1&limit[name]=x", { size: 1, name: "x" }],
    ["deep", object, { style: "deepObject" }, "limit[size]=1e1", "limit.size: must be an integer, written without an exponent"],
    ["deep", object, { style: "deepObject" }, "limit[size]=1&limit[size]=1", "limit.size: must be given only once"],
    ["deep", object, { style: "deepObject" }, "limit[size][]=1", "limit.size: must be an integer"],
    ["deep", object, { style: "deepObject" }, "limit=1", "limit: must be an object"],
    ["deep", object, { style: "deepObject" }, "limit[other]=1", { other: "1" }],
    ["deep", open, { style: "deepObject" }, "limit[other]=1", "limit.other: must be true or false"],
    ["deep", object, { style: "deepObject" }, "limit[__proto__]=1", "limit: has a member that could change what all objects share"],
    ["deep", object, { style: "deepObject" }, "limit[constructor]=1", { constructor: "1" }],
    ["exploded", object, {}, "size=1&name=x", { size: 1, name: "x" }],
    ["exploded", object, {}, "size=1&other=x", { size: 1 }],
    ["exploded", object, {}, "size=1&size=2", "size: must be given only once"],
    ["exploded", object, {}, "size=x", "limit.size: must be an integer"],
    ["exploded", object, {}, "limit[size]=1", brackets],
    ["exploded", open, {}, "size=1&other=yes", "limit.other: must be true or false"],
    ["exploded", open, {}, "__proto__=true", "limit: has a member that could change what all objects share"],
    ["not exploded", object, { explode: false }, "limit=size,1,name,x", { size: 1, name: "x" }],
    ["not exploded", object, { explode: false }, "limit=size,1,name", "limit: must be an object, as names with values"],
    ["not exploded", object, { explode: false }, "limit=size,1,size,2", "limit: has a member twice"],
    ["not exploded", object, { explode: false }, "limit=name,a%2Cb", { name: "a,b" }],
  ])("%s %j %j %s", (_, shape, more, text, expected) => {
    expect(query(shape, text, more)).toEqual(expected);
  });
});

describe("one of several types is the strictest that the text fits", () => {
  test.each<[WireType, string, unknown]>([
    [["string", "integer"], "12", 12],
    [["string", "integer"], "1e1", "1e1"],
    [["string", "integer"], "012", "012"],
    [["integer", "number"], "12", 12],
    [["integer", "number"], "1.5", 1.5],
    [["boolean", "string"], "true", true],
    [["boolean", "string"], "True", "True"],
    [["boolean", "integer"], "1", 1],
    [["boolean", "integer"], "yes", "limit: must be true or false or an integer"],
    [["integer", "null"], "null", null],
    [["integer", "null"], "", "limit: is empty, and must be an integer or null"],
    [["string", "null"], "null", "null"],
    [["bigint", "number"], "12", 12n],
    [["bigint", "number"], "1.5", 1.5],
    [["digits", "string"], "12", "12"],
    // Where it may stay text, no digit of it is lost.
    [["number", "string"], "9007199254740993", "9007199254740993"],
    [["number", "string"], "9007199254740992", 9007199254740992],
    [["integer", "string"], "-0", "-0"],
    [["bigint", "string"], "-0", "-0"],
    [["bigint", "string"], "-1", -1n],
  ])("%j: %s", (shape, text, expected) => {
    expect(query(shape, `limit=${text}`)).toEqual(expected);
  });
});

describe("JSON in a parameter says its types itself", () => {
  test.each<[string, unknown]>([
    ["5", 5],
    ["%225%22", "5"],
    ["1e1", 10],
    ["null", null],
    ["", "limit: is not well-formed JSON"],
    ["5x", "limit: is not well-formed JSON"],
    ["05", "limit: is not well-formed JSON"],
    ["%7B%22a%22%3A%22true%22%7D", { a: "true" }],
  ])("%s", (text, expected) => {
    expect(query(undefined, `limit=${text}`, { content: "application/json" })).toEqual(expected);
  });
});

describe("the whole query string", () => {
  const decode: WireType = { properties: { n: "integer", q: "string" } };
  const validator = {
    is: (value: unknown) => (value as { q?: unknown }).q === "ok",
    safeParse: () => ({ success: false, issues: [{ path: ["q"], keyword: "const", message: "must be ok" }] }),
  } as never;
  const content = "application/x-www-form-urlencoded";
  const whole = (text: string, required?: true): unknown => {
    const parameter: LocatedParameter = { name: "all", in: "querystring", content, ...(required === true ? { required } : {}) };
    const issues: ProblemIssue[] = [];
    const operation: Operation = { id: "x", method: "GET", path: "/x", responses: {}, parameters: located([parameter]) };
    const decoded = parameterDecoder(operation, { querystring: { decode, validator } })(
      { path: new Map(), query: text, headers: {} },
      issues,
    );
    return issues.length === 0 ? decoded.querystring : issues;
  };
  const issue = (path: readonly string[], keyword: string, message: string): unknown => [{ in: "querystring", path, keyword, message }];
  test("is read by type, and held against its schema", () => {
    expect(whole("n=1&q=ok")).toEqual({ n: 1, q: "ok" });
    expect(whole("n=1&q=no")).toEqual(issue(["all", "q"], "const", "must be ok"));
  });
  test("may be left out unless it is required", () => {
    expect(whole("")).toBeUndefined();
    expect(whole("", true)).toEqual(issue(["all"], "required", "is required"));
  });
  test("names the field that is wrong", () => {
    expect(whole("n=1e1&q=ok")).toEqual(issue(["all", "n"], "type", "must be an integer, written without an exponent"));
  });
});
