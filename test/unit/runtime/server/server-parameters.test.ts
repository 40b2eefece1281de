import { describe, expect, test } from "vitest";
import { parameterDecoder } from "../../../../templates/runtime/server/decode/parameter-decoder.js";
import { failConst, failRequired } from "../../../../templates/runtime/validate/issues.js";
import type { Operation } from "../../../../templates/runtime/shared/operation.js";
import type { ProblemIssue } from "../../../../templates/runtime/server/route/problem.js";
import { createRouter } from "../../../../templates/runtime/server/route/router.js";
import { writeEncoded } from "../../../../templates/runtime/client/call/parameter-styles.js";
import { headerTexts, pathText, queryText } from "../../../../templates/runtime/shared/serialise.js";
import type { WireType } from "../../../../templates/runtime/server/decode/wire-type.js";
import { createValidator as validator } from "../../../../templates/runtime/validate/validate.js";
import { located, onlyParameter, type LocatedParameter } from "../../../support/located-parameters.js";

const operationOf = (parameter: LocatedParameter): Operation => ({
  id: "x",
  method: "GET",
  path: parameter.in === "path" ? `/x/{${parameter.name}}/y` : "/x",
  responses: {},
  parameters: located([parameter]),
});

/** What the client writes of a value, read by the server. */
function roundTrip(parameter: LocatedParameter, shape: WireType | undefined, value: unknown): unknown {
  const operation = operationOf(parameter);
  const values = { [parameter.name]: value };
  const found = createRouter([{ method: "GET", template: operation.path, route: 0 }]).find(
    "GET",
    pathText(operation, values, writeEncoded),
  );
  const [raw] = found.kind === "found" ? found.values : [];
  return decode(operation, shape, {
    path: new Map([[parameter.name, raw ?? ""]]),
    query: queryText(operation, parameter.in === "query" ? values : {}, parameter.in === "querystring" ? value : undefined, writeEncoded),
    headers: Object.fromEntries(
      Object.entries(
        headerTexts(
          operation,
          parameter.in === "header" ? values : undefined,
          parameter.in === "cookie" ? values : undefined,
          writeEncoded,
        ),
      ).map(([name, text]) => [name.toLowerCase(), text ?? ""]),
    ),
  });
}

function decode(
  operation: Operation,
  shape: WireType | undefined,
  source: { path?: Map<string, string>; query?: string; headers?: Record<string, string> },
): unknown {
  const parameter = onlyParameter(operation);
  const issues: ProblemIssue[] = [];
  const part = shape === undefined ? {} : { decode: { [parameter.name]: shape } };
  const parts = parameter.in === "querystring" ? (shape === undefined ? {} : { querystring: { decode: shape } }) : { [parameter.in]: part };
  const decoded = parameterDecoder(operation, parts)(
    { path: source.path ?? new Map(), query: source.query ?? "", headers: source.headers ?? {} },
    issues,
  );
  return issues.length > 0 ? issues : parameter.in === "querystring" ? decoded.querystring : decoded[parameter.in][parameter.name];
}

const list: WireType = { items: "integer" };
const texts: WireType = { items: "string" };
const object: WireType = { properties: { name: "string", size: "integer", live: "boolean" } };
const nested: WireType = {
  properties: { at: { properties: { gte: "integer" } }, tags: { items: "string" }, people: { items: { properties: { age: "integer" } } } },
};

describe("what the client writes, the server reads", () => {
  const styles: readonly [string, Omit<LocatedParameter, "name">][] = [
    ...(["matrix", "label", "simple"] as const).flatMap((style) =>
      [false, true].map((explode): [string, Omit<LocatedParameter, "name">] => [
        `path ${style} ${explode}`,
        { in: "path", style, explode },
      ]),
    ),
    ...([false, true] as const).map((explode): [string, Omit<LocatedParameter, "name">] => [
      `query form ${explode}`,
      { in: "query", explode },
    ]),
    ...(["spaceDelimited", "pipeDelimited"] as const).flatMap((style) =>
      [false, true].map((explode): [string, Omit<LocatedParameter, "name">] => [
        `query ${style} ${explode}`,
        { in: "query", style, explode },
      ]),
    ),
    ["query deepObject", { in: "query", style: "deepObject" }],
    ...[false, true].map((explode): [string, Omit<LocatedParameter, "name">] => [`header ${explode}`, { in: "header", explode }]),
    ...[false, true].map((explode): [string, Omit<LocatedParameter, "name">] => [`cookie form ${explode}`, { in: "cookie", explode }]),
    ["cookie cookie", { in: "cookie", style: "cookie" }],
    ["query content", { in: "query", content: "application/json" }],
    ["path content", { in: "path", content: "application/json" }],
    ["header content", { in: "header", content: "application/json" }],
    ["cookie content", { in: "cookie", content: "application/json" }],
  ];
  describe.each(styles)("%s", (label, partial) => {
    const parameter: LocatedParameter = { name: "the-value", ...partial };
    test.each<[string, WireType | undefined, unknown]>([
      ["text", undefined, "Fred"],
      ["integer", "integer", -7],
      ["number", "number", 1e21],
      ["boolean", "boolean", false],
      ["list of one", list, [5]],
      ["list", list, [1, 2, 3]],
      ["list of texts", texts, ["a", "b c".replace(" ", label.includes("space") ? "_" : " ")]],
      ["list or text", ["string", texts], ["a", "b"]],
      ["text or list", ["string", texts], "a"],
      ["object", object, { name: "x", size: 3, live: true }],
      ["text or null", ["string", "null"], "null"],
    ])("%s", (_, shape, value) => {
      // A label's separator is the dot, so a dot in a value would be one more item; 1e21 has none.
      expect(roundTrip(parameter, shape, value)).toEqual(value);
    });
    test("text with separators and letters of all scripts", () => {
      if (parameter.in === "header") return; // header values are ISO 8859-1, and nothing is encoded there
      if (parameter.style === "cookie") return;
      const text = `a,b;c=d&e f+g%h/i?j#k|l"ü€`;
      expect(roundTrip(parameter, undefined, text)).toBe(text);
      if (label === "query spaceDelimited false" || label === "query pipeDelimited false") return; // these styles have no way to write their own separator in an item
      // Nor can the dot between the items of a label be told from a dot in one: it is never percent-encoded.
      expect(roundTrip(parameter, texts, [text, "-"])).toEqual([text, "-"]);
    });
  });
  test("nesting survives deepObject", () => {
    const value = { at: { gte: 5 }, tags: ["a", "b[c"], people: [{ age: 1 }, { age: 2 }] };
    expect(roundTrip({ name: "filter", in: "query", style: "deepObject" }, nested, value)).toEqual(value);
  });
  test("objects in lists are JSON where the style has no form for them", () => {
    expect(roundTrip({ name: "p", in: "query" }, { items: { properties: { age: "integer" } } }, [{ age: 1 }, { age: 2 }])).toEqual([
      { age: 1 },
      { age: 2 },
    ]);
  });
  test("the whole query string can be one value", () => {
    expect(roundTrip({ name: "q", in: "querystring", content: "application/json" }, undefined, { a: [1], b: "ü" })).toEqual({
      a: [1],
      b: "ü",
    });
    expect(
      roundTrip(
        { name: "q", in: "querystring", content: "application/x-www-form-urlencoded" },
        { properties: { a: "integer", tags: texts } },
        { a: 1, tags: ["x", "y"] },
      ),
    ).toEqual({ a: 1, tags: ["x", "y"] });
  });
});

describe("strictly", () => {
  const query = (shape: WireType | undefined, text: string, more: Partial<LocatedParameter> = {}): unknown =>
    decode(operationOf({ name: "limit", in: "query", ...more }), shape, { query: text });
  const issue = (message: string, path: (string | number)[] = ["limit"], keyword = "type"): unknown => [
    { in: "query", path, keyword, message },
  ];
  test("a single value may be given once only", () => {
    expect(query("integer", "limit=1&limit=1")).toEqual(issue("must be given only once"));
    expect(query("string", "limit=1&limit=1")).toEqual(issue("must be given only once"));
    expect(query(list, "limit=1&limit=2", { explode: false })).toEqual(issue("must be given only once"));
  });
  test("an absent value is absent, and a required one is missed", () => {
    expect(query("integer", "other=1")).toBeUndefined();
    expect(query("integer", "limits=1", { required: true })).toEqual(issue("is required", ["limit"], "required"));
  });
  test("the item that is wrong is named", () => {
    expect(query(list, "limit=1&limit=x")).toEqual(issue("must be an integer", ["limit", 1]));
    expect(query(object, "limit[size]=x", { style: "deepObject" })).toEqual(issue("must be an integer", ["limit", "size"]));
  });
  test("a choice takes the strictest type that fits", () => {
    expect(query(["string", "integer", "boolean"], "limit=12")).toBe(12);
    expect(query(["string", "integer", "boolean"], "limit=true")).toBe(true);
    expect(query(["string", "integer", "boolean"], "limit=1.5")).toBe("1.5");
    expect(query(["integer", "null"], "limit=null")).toBeNull();
  });
  test("broken percent-encoding is told", () => {
    expect(query(undefined, "limit=%E0%A4%A")).toEqual(issue("is not percent-encoded correctly", ["limit"], "encoding"));
    expect(query(list, "limit=1,%zz", { explode: false })).toEqual(issue("is not percent-encoded correctly", ["limit", 1], "encoding"));
  });
  test("a plus is a blank", () => {
    expect(query(undefined, "limit=a+b%2Bc")).toBe("a b+c");
  });
  test("content must be JSON", () => {
    expect(query(undefined, "limit=%7B", { content: "application/json" })).toEqual(
      issue("is not well-formed JSON", ["limit"], "contentMediaType"),
    );
  });
  test("headers count whatever their case, matrix and label want their marks", () => {
    expect(decode(operationOf({ name: "X-Request-ID", in: "header" }), "integer", { headers: { "x-request-id": "5" } })).toBe(5);
    for (const style of ["matrix", "label"] as const)
      expect(decode(operationOf({ name: "id", in: "path", style }), "integer", { path: new Map([["id", "5"]]) })).toMatchObject([
        { keyword: "style", path: ["id"] },
      ]);
  });
  test("deep brackets, both ways to write a list, and gaps", () => {
    const deep = { style: "deepObject" } as const;
    expect(query(list, "limit[]=1&limit[]=2", deep)).toEqual([1, 2]);
    expect(query(list, "limit[10]=2&limit[2]=1", deep)).toEqual([1, 2]);
    expect(query(list, "limit=1&limit=2", deep)).toEqual([1, 2]);
    expect(query("any", "limit[a][b]=1&limit[c][]=2", deep)).toEqual({ a: { b: "1" }, c: ["2"] });
    expect(query("any", `limit${"[a]".repeat(40)}=1`, deep)).toMatchObject([{ message: "is nested too deeply" }]);
    expect(query(object, "limit[name]=1&limit[name][x]=2", deep)).toMatchObject([{ message: "is given both as a value and in parts" }]);
    expect(query(object, "limit=5", deep)).toMatchObject([{ message: "must be an object" }]);
  });
});

describe("names that every object has", () => {
  const query = (parameter: Partial<LocatedParameter>, shape: WireType | undefined, text: string): unknown =>
    decode(operationOf({ name: "f", in: "query", ...parameter }), shape, { query: text });
  test("reach no prototype", () => {
    const open: WireType = { properties: {}, additional: "string" };
    for (const [parameter, text] of [
      [{ style: "deepObject" }, "f[__proto__][polluted]=1"],
      [{ style: "deepObject" }, "f[__proto__]=1"],
      [{ explode: false }, "f=__proto__,1"],
      [{}, "__proto__=1"],
      [{ content: "application/json" }, `f=${encodeURIComponent('{"__proto__":{"polluted":1}}')}`],
      [{ content: "application/json" }, `f=${encodeURIComponent('{"\\u005f_proto__":{"polluted":1}}')}`],
      [{ content: "application/json" }, `f=${encodeURIComponent('[{"constructor":{"prototype":{"polluted":1}}}]')}`],
    ] as const) {
      expect(query(parameter, open, text), text).toMatchObject([{ in: "query" }]);
    }
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
  test("are values like any other where the description has them", () => {
    expect(query({ name: "constructor" }, "integer", "constructor=1")).toBe(1);
    expect(query({ name: "__proto__" }, "integer", "__proto__=1")).toBe(1);
    expect(query({ style: "deepObject" }, { properties: {}, additional: "string" }, "f[constructor]=1&f[toString]=2")).toEqual({
      constructor: "1",
      toString: "2",
    });
  });
});

test("defaults are filled in and not held against the validator", () => {
  const validator = { is: (value: unknown) => !Object.hasOwn(value as object, "limit"), safeParse: () => ({ success: false, issues: [] }) };
  const operation = operationOf({ name: "limit", in: "query" });
  const issues: ProblemIssue[] = [];
  const decoded = parameterDecoder(operation, { query: { defaults: { limit: 20 }, validator: validator as never } })(
    { path: new Map(), query: "", headers: {} },
    issues,
  );
  expect([decoded.query, issues]).toEqual([{ limit: 20 }, []]);
});

describe("what a validator says of parameters", () => {
  const check = validator((value, issues) => {
    const { "x-size": size, "x-name": name } = value as { readonly [name: string]: unknown };
    if (size === undefined) failRequired(issues, ["x-size"]);
    if (name === "no") failConst(issues, ["x-name"], "ok");
    return issues;
  });
  const operation: Operation = {
    ...operationOf({ name: "X-Size", in: "header" }),
    parameters: located([
      { name: "X-Size", in: "header", required: true },
      { name: "X-Name", in: "header" },
    ]),
  };
  const issuesOf = (headers: Record<string, string>): readonly ProblemIssue[] => {
    const issues: ProblemIssue[] = [];
    parameterDecoder(operation, { header: { decode: { "X-Size": "integer" }, validator: check } })(
      { path: new Map(), query: "", headers },
      issues,
    );
    return issues;
  };
  test("names headers as the description does", () => {
    expect(issuesOf({ "x-size": "1", "x-name": "no" })).toEqual([
      { in: "header", path: ["X-Name"], keyword: "const", message: 'must be "ok"' },
    ]);
  });
  test("stands beside what could not be read, and adds nothing to that", () => {
    expect(issuesOf({ "x-size": "1e1", "x-name": "no" })).toMatchObject([
      { path: ["X-Size"], message: "must be an integer, written without an exponent" },
      { path: ["X-Name"], keyword: "const" },
    ]);
    expect(issuesOf({ "x-name": "no" })).toMatchObject([
      { path: ["X-Size"], keyword: "required" },
      { path: ["X-Name"], keyword: "const" },
    ]);
  });
});

test.each(["constructor", "__proto__"])("a header %s, which every object has, is absent unless it is sent", (name) => {
  const issues: ProblemIssue[] = [];
  const decoded = parameterDecoder(operationOf({ name, in: "header" }), {})({ path: new Map(), query: "", headers: {} }, issues);
  expect([Object.hasOwn(decoded.header, name), decoded.header[name], issues]).toEqual([true, undefined, []]);
});
