import { describe, expect, test } from "vitest";
import { parameterDecoder } from "../../../../templates/runtime/server/decode/parameter-decoder.js";
import type { Operation } from "../../../../templates/runtime/shared/operation.js";
import { writeEncoded } from "../../../../templates/runtime/client/call/parameter-styles.js";
import type { ProblemIssue } from "../../../../templates/runtime/server/route/problem.js";
import { queryText } from "../../../../templates/runtime/shared/serialise.js";
import type { ServerOptions } from "../../../../templates/runtime/server/route/server-types.js";
import type { WireType } from "../../../../templates/runtime/server/decode/wire-type.js";
import { route, serve } from "./serving.js";
import { located, type LocatedParameter } from "../../../support/located-parameters.js";

/** What Next.js makes of a query. */
const reencode = (query: string): string => String(new URLSearchParams(query));

function decode(parameter: Omit<LocatedParameter, "name">, shape: WireType | undefined, sent: object): unknown {
  const operation: Operation = { id: "op", method: "GET", path: "/{p}", parameters: located([{ name: "p", ...parameter }]), responses: {} };
  const at = parameter.in;
  const parts = at === "querystring" ? {} : { [at]: shape === undefined ? {} : { decode: { p: shape } } };
  const issues: ProblemIssue[] = [];
  const decoded = parameterDecoder(operation, parts)({ path: new Map(), query: "", headers: {}, ...sent }, issues);
  return issues.length > 0 ? issues.map(({ message }) => message) : at === "querystring" ? decoded.querystring : decoded[at]["p"];
}

const numbers: WireType = { items: "integer" };
const texts: WireType = { items: "string" };
const object: WireType = { properties: { name: "string", size: "integer" } };

describe("what the client writes is read where the host encodes the query anew", () => {
  const styles: readonly [string, Omit<LocatedParameter, "name">][] = [
    ...([true, false] as const).flatMap((explode) =>
      (["form", "spaceDelimited", "pipeDelimited"] as const).map((style): [string, Omit<LocatedParameter, "name">] => [
        `${style} ${explode}`,
        { in: "query", style, explode },
      ]),
    ),
    ["deepObject", { in: "query", style: "deepObject" }],
    ["content", { in: "query", content: "application/json" }],
  ];
  describe.each(styles)("%s", (_style, parameter) => {
    test.each<[string, WireType | undefined, unknown]>([
      ["text", undefined, `a,b;c=d&e f+g%h/i?j#k|l"ü€`],
      ["list of integers", numbers, [1, 2, 3]],
      ["list of one", numbers, [1]],
      ["list of texts", texts, ["a(b)~", "c+d!", "ü"]],
      ["list or number", ["number", numbers], [1, 2]],
      ["list or text", ["string", texts], ["a", "b"]],
      ["object", object, { name: "x&y=z", size: 3 }],
    ])("%s", (_shape, shape, value) => {
      const operation: Operation = {
        id: "op",
        method: "GET",
        path: "/",
        parameters: located([{ name: "p", ...parameter }]),
        responses: {},
      };
      const query = reencode(queryText(operation, { p: value }, undefined, writeEncoded));
      expect(decode(parameter, shape, { query, reencoded: true })).toEqual(value);
    });
  });

  test("the whole query as JSON, beside what the edge runtime adds", () => {
    const value = { a: "x y+z=&,", b: [1, 2] };
    const query = `${reencode(encodeURIComponent(JSON.stringify(value)))}&path=v1`;
    expect(decode({ in: "querystring", content: "application/json" }, undefined, { query, reencoded: true })).toEqual(value);
  });
});

describe("a comma that arrives encoded", () => {
  const list: Omit<LocatedParameter, "name"> = { in: "query", explode: false };
  test.each<[string, WireType, string, boolean, unknown]>([
    ["is data in a list of texts", texts, "p=a%2Cb,c", false, ["a,b", "c"]],
    ["is data in a list of one text", texts, "p=a%2Cb", false, ["a,b"]],
    ["separates texts where the host encodes anew", texts, "p=a%2Cb%2cc", true, ["a", "b", "c"]],
    ["is data where a literal comma stands beside it, for then nothing was encoded anew", texts, "p=a%2Cb,c", true, ["a,b", "c"]],
    ["separates integers, which have none", numbers, "p=1%2C2", false, [1, 2]],
    ["separates booleans", { items: ["boolean", "null"] }, "p=true%2cfalse", false, [true, false]],
    ["separates big integers", { items: "bigint" }, "p=1%2C9007199254740993", false, [1n, 9007199254740993n]],
    ["is no separator beside a literal one", numbers, "p=1,2%2C3", false, ["must be an integer"]],
    ["is data in a choice of text and integers", ["string", numbers], "p=1%2C2", false, "1,2"],
    ["is data in lists of anything", { items: "any" }, "p=1%2C2", false, ["1,2"]],
    ["is none where the percent sign itself was encoded", texts, "p=a%252Cb", true, ["a%2Cb"]],
  ])("%s", (_name, shape, query, reencoded, value) => {
    expect(decode(list, shape, { query, reencoded })).toEqual(value);
  });

  test.each<[string, Omit<LocatedParameter, "name">, object]>([
    ["paths", { in: "path" }, { path: new Map([["p", "1%2C2"]]) }],
    ["matrix paths", { in: "path", style: "matrix" }, { path: new Map([["p", ";p=1%2C2"]]) }],
    ["cookies", { in: "cookie", explode: false }, { headers: { cookie: "p=1%2C2" } }],
  ])("separates integers in %s too", (_place, parameter, sent) => {
    expect(decode(parameter, numbers, sent)).toEqual([1, 2]);
  });
});

describe("a server", () => {
  const listing = route(
    "op",
    "GET",
    "/op",
    { parameters: located([{ name: "p", in: "query", explode: false }]) },
    { query: { decode: { p: texts } } },
  );
  const handlers = { op: ({ query }: { readonly query: { readonly p: unknown } }) => ({ status: 200, body: query.p }) };
  const asked = async (request: Request, options: Partial<ServerOptions> = {}): Promise<unknown> => {
    const serving = await serve([listing], { ...options, handlers });
    const answer = await serving.fetch(request);
    await serving.close();
    return answer.json();
  };
  const request = () => new Request("http://x/op?p=a%2Cb");

  test("knows Next.js by its requests", async () => {
    expect(await asked(request())).toEqual(["a,b"]);
    expect(await asked(Object.defineProperty(request(), "nextUrl", { value: new URL("http://x/") }))).toEqual(["a", "b"]);
  });

  test("can be told, whatever hands requests on", async () => {
    expect(await asked(request(), { reencodedQuery: true })).toEqual(["a", "b"]);
    const next = Object.defineProperty(request(), "nextUrl", { value: new URL("http://x/") });
    expect(await asked(next, { reencodedQuery: false })).toEqual(["a,b"]);
    const serving = await serve([listing], { reencodedQuery: true, handlers });
    expect((await serving.get("/op?p=a%2Cb")).text).toBe('["a","b"]');
    await serving.close();
  });
});
