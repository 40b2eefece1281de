import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { route, serve, type Serving } from "./serving.js";
import { located } from "../../../support/located-parameters.js";

/** A generator of numbers below 1, the same on each run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const pieces = [
  "%",
  "%2",
  "%zz",
  "%00",
  "%e0%a4%a",
  "__proto__",
  "constructor",
  "[",
  "]",
  "[]",
  "[0]",
  "[999999999999]",
  "=",
  "&",
  "&&",
  ";",
  ",",
  ".",
  "..",
  "/",
  "//",
  "?",
  "#",
  "+",
  "{",
  "}",
  "{}",
  "null",
  "-1",
  "1e999",
  "é",
  "\u0001",
  " ",
  '"',
  "a".repeat(300),
  "[a]".repeat(60),
  "0",
  "true",
];
const bodies = [
  "",
  "{",
  "[".repeat(100_000),
  '{"a":'.repeat(20_000),
  '"\\ud800"',
  "\u0000",
  "null",
  '{"__proto__":{}}',
  "a=1&b[c]=2",
  "a[__proto__][x]=1",
  "--x\r\n",
  '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--',
  "1\n2\n{",
];
const types = [
  "application/json",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "multipart/form-data",
  "text/plain",
  "application/x-ndjson",
  "",
  ";",
  "/",
  "*/*",
  "application/json;".repeat(50),
  "__proto__",
];

describe("hostile requests", () => {
  let serving: Serving;
  const failures: unknown[] = [];
  const described = {
    parameters: located([
      { name: "id", in: "path", required: true },
      { name: "list", in: "query" },
      { name: "deep", in: "query", style: "deepObject" },
      { name: "pipes", in: "query", style: "pipeDelimited", explode: false },
      { name: "json", in: "query", content: "application/json" },
      { name: "X-List", in: "header" },
      { name: "crumb", in: "cookie" },
      { name: "object", in: "cookie" },
    ]),
    body: {
      content: {
        "application/json": {},
        "application/x-www-form-urlencoded": {},
        "multipart/form-data": {},
        "text/plain": {},
        "application/x-ndjson": {},
      },
    },
  } as const;
  const open = { properties: { a: "integer", b: { properties: { c: "integer" } } }, additional: "any" } as const;
  const server = {
    query: { decode: { list: { items: "integer" }, deep: open, pipes: { items: "number" } } },
    header: { decode: { "X-List": { items: "integer" } } },
    cookie: { decode: { crumb: "integer", object: open } },
    body: {
      "application/x-www-form-urlencoded": { decode: open },
      "multipart/form-data": { decode: open },
      "text/plain": { decode: "integer" },
    },
  } as const;
  beforeAll(async () => {
    serving = await serve(
      [
        route("post", "POST", "/x/{id}", described, server),
        route("mixed", "GET", "/m/{id}.{format}:{verb}", { parameters: { path: ["id"] } }),
      ],
      {
        onError: (error) => failures.push(error),
        definition: { schemes: {} },
      },
    );
  });
  afterAll(() => serving.close());

  test("are answered, and never with a failure of the server", async () => {
    const random = seeded(7);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const some = (most: number): string => Array.from({ length: Math.floor(random() * most) }, () => pick(pieces)).join("");
    const header = (text: string): string => text.replace(/[^\t -~]/g, "");
    for (let round = 0; round < 1500; round += 1) {
      const query = ["list", "deep[a]", "deep", "deep[b][c]", "pipes", "json", some(2)]
        .filter(() => random() < 0.4)
        .map((name) => `${name}=${some(4)}`);
      const target = `${pick(["/x/", "/m/", "/", "x", "//"])}${some(5)}?${query.join("&")}`.replace(/[^!-~]/g, "");
      const body = pick(bodies);
      const request = [
        `${pick(["POST", "POST", "GET", "HEAD", "OPTIONS", "DELETE"])} ${target} HTTP/1.1`,
        "Host: x",
        "Connection: close",
        `X-List: ${header(some(4))}`,
        `Cookie: ${header(`crumb=${some(3)}; a=${some(2)}`)}`,
        `Content-Type: ${pick(types)}`,
        `Content-Length: ${Buffer.byteLength(body)}`,
      ];
      const answer = await serving.raw(`${request.join("\r\n")}\r\n\r\n${body}`);
      expect(answer, request.join("\n")).toMatch(/^HTTP\/1\.1 (?:200|204|400|404|405|413|415) /);
    }
    expect(failures).toEqual([]);
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  test("with thousands of pairs, headers and brackets are refused soon", async () => {
    const many = Array.from({ length: 3000 }, (_, index) => `a${index}=1`).join("&");
    expect((await serving.fetch(new Request(`http://x/x/1?${many}`, { method: "POST" }))).status).toBe(400);
    const form = (text: string): Promise<Response> =>
      serving.fetch(
        new Request("http://x/x/1", { method: "POST", body: text, headers: { "content-type": "application/x-www-form-urlencoded" } }),
      );
    expect((await form(Array.from({ length: 20_000 }, (_, index) => `a${index}=1`).join("&"))).status).toBe(400);
    expect((await form(`a${"[x]".repeat(100_000)}=1`)).status).toBe(400);
    expect((await form(`b[0]=1&b[999999999]=2`)).status).toBeLessThan(500);
    const headers = Array.from({ length: 1500 }, (_, index) => `X-${index}: 1\r\n`).join("");
    expect(await serving.raw(`POST /x/1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`)).toMatch(/^HTTP\/1\.1 (?:200|431) /);
    expect((await serving.get("/m/a.b:c")).status).toBe(200);
  });

  test("that break off leave the server as it was", async () => {
    await serving.raw("POST /x/1 HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{", 300);
    expect((await serving.get("/m/a.b:c")).status).toBe(200);
    expect(failures).toEqual([]);
  });
});
