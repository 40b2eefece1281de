/** Requests of one kind and ten sizes: what a server does with them grows as they do. */
import { countSteps } from "../../../support/count-steps.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bigints } from "../../../../templates/runtime/shared/exact-json.js";
import { failType } from "../../../../templates/runtime/validate/issues.js";
import { createRouter } from "../../../../templates/runtime/server/route/router.js";
import { createValidator as validator } from "../../../../templates/runtime/validate/validate.js";
import { route, serve, type Serving } from "./serving.js";
import { located } from "../../../support/located-parameters.js";

const form = "application/x-www-form-urlencoded";
const json = "application/json";
const strings = validator((value, issues) => {
  for (const [index, item] of (value as readonly unknown[]).entries()) if (typeof item !== "string") failType(issues, [index], "string");
  return issues;
}) as never;

const routes = [
  route(
    "form",
    "POST",
    "/form",
    { body: { content: { [form]: { encoding: { deep: { style: "deepObject" }, wide: { style: "form" } } } } } },
    {
      body: {
        [form]: {
          decode: {
            properties: {
              n: "integer",
              list: { items: "integer" },
              deep: { additional: { items: "string" } },
              wide: { properties: { w: "string" } },
              "b[c]": { properties: {} },
            },
          },
        },
      },
    },
  ),
  route("parts", "POST", "/parts", { body: { content: { "multipart/form-data": {} } } }),
  route("json", "POST", "/json", { body: { content: { [json]: {} } } }),
  route("strings", "POST", "/strings", { body: { content: { [json]: {} } } }, { body: { [json]: { validator: strings } } }),
  route("exact", "POST", "/exact", { body: { content: { [json]: {} } }, exact: bigints({ body: { [json]: { items: "int64" } } }) }),
  route("lines", "POST", "/lines", { body: { content: { "application/x-ndjson": {} } } }),
  route(
    "parameters",
    "GET",
    "/parameters",
    {
      parameters: located([
        { name: "deep", in: "query", style: "deepObject" },
        { name: "wide", in: "query" },
        { name: "list", in: "query" },
        { name: "tight", in: "query", explode: false },
        { name: "x-list", in: "header" },
        { name: "x-members", in: "header", explode: true },
        { name: "c", in: "cookie" },
        { name: "members", in: "cookie" },
      ]),
    },
    {
      query: {
        decode: {
          deep: { properties: { a: { items: "string" } }, additional: "string" },
          wide: { properties: { w: "string" }, additional: "string" },
          list: { items: "string" },
          tight: { items: "string" },
        },
      },
      header: { decode: { "x-list": { items: "string" }, "x-members": { additional: "string" } } },
      cookie: { decode: { c: { items: "string" }, members: { properties: { w: "string" }, additional: "string" } } },
    },
  ),
  route(
    "whole",
    "GET",
    "/whole",
    { parameters: located([{ name: "q", in: "querystring", content: form }]) },
    { querystring: { decode: { properties: { a: { items: "string" } }, additional: "string" } } },
  ),
  route("segment", "GET", "/files/{a}.{b}.json", { parameters: located([{ name: "a", in: "path" }]) }),
  route(
    "label",
    "GET",
    "/labels/{l}",
    { parameters: located([{ name: "l", in: "path", style: "label", explode: true }]) },
    { path: { decode: { l: { items: "string" } } } },
  ),
];

const times = (count: number, item: (index: number) => string, between = "&"): string =>
  Array.from({ length: count }, (_, index) => item(index)).join(between);
const post = (path: string, type: string, body: string): Request =>
  new Request(`http://x${path}`, { method: "POST", body, headers: { "content-type": type } });
const get = (path: string, headers: Record<string, string> = {}): Request => new Request(`http://x${path}`, { headers });
const ofForm = (item: (index: number) => string) => (size: number) => post("/form", form, times(size, item));
const ofQuery = (item: (index: number) => string) => (size: number) => get(`/parameters?${times(size / 10, item)}`);
const multipart = (nameOf: (index: number) => string) => (size: number) => {
  const body = new FormData();
  for (let index = 0; index < size; index += 1) body.append(nameOf(index), "1");
  return new Request("http://x/parts", { method: "POST", body });
};
const ofPart =
  (content: (size: number) => string, header: (size: number) => string = () => "x: x") =>
  (size: number) =>
    post(
      "/parts",
      "multipart/form-data; boundary=b",
      `--b\r\n${header(size)}\r\nContent-Disposition: form-data; name=f\r\n\r\n${content(size)}\r\n--b--`,
    );

const kinds: Readonly<Record<string, (size: number) => Request>> = {
  "a form of other names": ofForm((index) => `f${index}=1`),
  "a form of one name": ofForm(() => "f=1"),
  "a form of one described name": ofForm(() => "list=1"),
  "a form of names in brackets": ofForm((index) => `f${index}[a]=1`),
  "a form of one name with many in brackets": ofForm((index) => `f[a${index}]=1`),
  "a form of one name with a list": ofForm((index) => `f[${index}]=1`),
  "a form of deep names": ofForm((index) => `f[${index}][a][b][c]=1`),
  "a form of brackets that do not close": ofForm((index) => `f[${index}=1`),
  "a form of brackets of both kinds": ofForm((index) => (index % 2 === 0 ? `f[${index}=1` : `f[${index}]=1`)),
  "a form of brackets within brackets": ofForm((index) => `f[${index}[x]=1`),
  "a form of a described name with many in brackets": ofForm((index) => `deep[a${index}]=1`),
  "a form of a described name that has brackets": ofForm((index) => `b[c][a${index}]=1`),
  "a form of one name that is a value and a list": (size) => post("/form", form, `f=1&${times(size, (index) => `f[${index}]=1`)}`),
  "a form of one name that is a value and an object": (size) => post("/form", form, `f=1&${times(size, (index) => `f[a${index}]=1`)}`),
  "a form of one name with one that is too deep": (size) =>
    post("/form", form, `f${"[a]".repeat(40)}=1&${times(size, (index) => `f[${index}]=1`)}`),
  "a form of one name with members that are refused": (size) =>
    post("/form", form, `f[__proto__]=1&${times(size, (index) => `f[a${index}]=1`)}`),
  "a form of a name that is refused": ofForm((index) => `__proto__[a${index}]=1`),
  "a form of a described name that is a value and a list": (size) =>
    post("/form", form, `deep=1&${times(size, (index) => `deep[${index}]=1`)}`),
  "a form of names with one beginning": ofForm((index) => `deep${index}=1`),
  "a form of one long name": (size) => post("/form", form, `${"f[".repeat(size)}=1`),
  "a form of one long name in brackets": (size) => post("/form", form, `f${"[a]".repeat(size)}=1`),
  "a query of other names": ofQuery((index) => `f${index}=1`),
  "a query of names in brackets": ofQuery((index) => `f${index}[a]=1`),
  "a query of an object in brackets": ofQuery((index) => `deep[a${index}]=1`),
  "a query of a list in brackets": ofQuery((index) => `deep[a][${index}]=1`),
  "a query of an exploded list": ofQuery(() => "list=1"),
  "a query of brackets that are refused": ofQuery((index) => `list[${index}]=1`),
  "a query of a long list": (size) => get(`/parameters?tight=${times(size, () => "1", ",")}`),
  "a whole query string": (size) => get(`/whole?${times(size / 10, (index) => `f${index}=1`)}`),
  "a whole query string in brackets": (size) => get(`/whole?${times(size / 20, (index) => `f${index}[a]=1&f[${index}=1`)}`),
  "a whole query string that is a value and a list": (size) => get(`/whole?f=1&${times(size / 10, (index) => `f[${index}]=1`)}`),
  "a query of an object that is a value, too": (size) => get(`/parameters?deep=1&${times(size / 10, (index) => `deep[a${index}]=1`)}`),
  "parts of other names": multipart((index) => `f${index}`),
  "parts of one name": multipart(() => "f"),
  "a part of line breaks": ofPart((size) => "\r\n".repeat(size)),
  "a part that begins like its boundary": ofPart((size) => "\r\n--b-".repeat(size)),
  "a part of many headers": ofPart(
    () => "x",
    (size) => times(size, (index) => `h${index}: x`, "\r\n"),
  ),
  "a part of many parameters": ofPart(
    () => "x",
    (size) => `x: x${'; a="\\\\"'.repeat(size)}`,
  ),
  "a list in JSON": (size) => post("/json", json, `[${times(size, () => "1", ",")}]`),
  "members in JSON": (size) => post("/json", json, `{${times(size, (index) => `"m${index}":{}`, ",")}}`),
  "suspicious JSON": (size) => post("/json", json, `[${times(size, () => '{"constructor":{}}', ",")}]`),
  "JSON of strings with quotes": (size) => post("/json", json, `[${times(size, () => '"\\"\\\\"', ",")}]`),
  "JSON of backslashes": (size) => post("/json", json, `["${"\\\\".repeat(size)}"]`),
  "JSON of large integers": (size) => post("/exact", json, `[${times(size, () => "9007199254740993", ",")}]`),
  "JSON that is all wrong": (size) => post("/strings", json, `[${times(size, () => "1", ",")}]`),
  lines: (size) =>
    post(
      "/lines",
      "application/x-ndjson",
      times(size, () => "1", "\n"),
    ),
  headers: (size) =>
    new Request("http://x/parameters", { headers: Array.from({ length: size }, (_, index): [string, string] => [`h${index}`, "1"]) }),
  "a header with a list": (size) => get("/parameters", { "x-list": times(size, () => "1", ", ") }),
  "a header with members": (size) => get("/parameters", { "x-members": times(size, (index) => `m${index}=1`, ",") }),
  "cookies of other names": (size) => get("/parameters", { cookie: times(size, (index) => `f${index}=1`, "; ") }),
  "cookies of one name": (size) => get("/parameters", { cookie: times(size, () => "c=1", "; ") }),
  "cookies of one name that is to be given once": (size) => get("/parameters", { cookie: `w=1; ${times(size, () => "f=%", "; ")}` }),
  "a path of many segments": (size) => get(times(size, () => "/files", "")),
  "a path of many slashes": (size) => get("/".repeat(size)),
  "a segment of many parts": (size) => get(`/files/${"a.".repeat(size)}json`),
  "a segment of many labels": (size) => get(`/labels/${".a".repeat(size)}`),
  "a percent-encoded path": (size) => get(`/labels/.${"%41".repeat(size)}`),
};

describe("the work for", () => {
  let serving: Serving;
  beforeAll(async () => {
    serving = await serve(routes, { bodyLimit: 10_000_000, handlers: { exact: () => ({ status: 200, body: "read" }) } });
  });
  afterAll(() => serving.close());

  test.each(Object.entries(kinds))("%s grows no faster than its size", async (_, requestOf) => {
    const stepsOf = async (size: number): Promise<number> => {
      const request = requestOf(size);
      return countSteps(async () => {
        const { status } = await serving.fetch(request);
        expect(status).toBeLessThan(500);
      });
    };
    await stepsOf(10); // what is made once
    const [small, large] = [await stepsOf(900), await stepsOf(9_000)];
    expect(large).toBeLessThan(small * 12);
  });

  // Built-in functions have no steps to count: what takes more than linear time of these would not come to an end.
  test("a request that is wrong in half a million places is refused", async () => {
    const long = 500_000;
    for (const request of [
      post("/strings", json, `[${times(long, () => "1", ",")}]`),
      post("/form", form, `list=${times(long, () => "x", ",")}`),
      post(
        "/form",
        form,
        times(9_999, (index) => `list=x&deep[${index}]=%`),
      ),
      get(`/whole?${"a=%&".repeat(1_000)}`),
    ])
      expect((await serving.fetch(request)).status).toBe(400);
  });

  test("long texts of blanks and separators come to an end", async () => {
    const long = 1_000_000;
    for (const text of [" ", "\t ", " ,", "= ", ";=", "a ", "%"]) {
      const value = `a${text.repeat(long / text.length)}b`;
      for (const name of ["x-list", "x-members", "cookie", "authorization", "content-type"])
        expect((await serving.fetch(get("/parameters", { [name]: value }))).status).toBeLessThan(500);
    }
  });

  test("parts of separators and blanks come to an end", async () => {
    const long = 1_000_000;
    for (const text of [
      "\r",
      "\n",
      "\r\n",
      "\r\n--b",
      "--b",
      "\r\n ",
      ";",
      "; ",
      ";a",
      '="',
      ';a="',
      '\\"',
      ";a=\\",
      ' = "',
      "filename*=''",
      "%22",
    ]) {
      const many = text.repeat(long / text.length);
      for (const body of [many, `--b\r\n${many}`, `--b\r\nContent-Disposition: form-data; name=a${many}\r\n\r\n${many}\r\n--b--`])
        expect((await serving.fetch(post("/parts", "multipart/form-data; boundary=b", body))).status).toBeLessThan(500);
    }
  });

  test("a request line does not grow with the number of routes", async () => {
    const stepsOf = (count: number): Promise<number> => {
      const places = Array.from({ length: count }, (_, index) => [`/r${index}`, `/r${index}/{id}`, `/a/{b}/r${index}/x{id}`]).flat();
      const router = createRouter(places.map((template) => ({ method: "GET", template, route: template })));
      return countSteps(() => {
        for (const path of ["/r7", "/r7/1", "/a/1/r7/x1", "/none", "/a/1/none"]) router.find("GET", path);
      });
    };
    await stepsOf(10);
    expect(await stepsOf(10_000)).toBeLessThan((await stepsOf(10)) * 2);
  });
});
