/** Parameters and fields that are called like what every object has. */
import { describe, expect, test } from "vitest";
import type { WireType } from "../../../../templates/runtime/server/decode/wire-type.js";
import type { Operation } from "../../../../templates/runtime/shared/operation.js";
import { route, serve } from "./serving.js";
import type { RouteDefinition } from "../../../../templates/runtime/server/route/server.js";

const inherited = Object.getOwnPropertyNames(Object.prototype);
const text: WireType = { properties: Object.fromEntries([...inherited, "plain"].map((name) => [name, "string"])) };

/** What a handler gets of a request: `path` picks the object that has the members. */
async function received(
  described: Partial<Operation>,
  server: Omit<RouteDefinition, "operation">,
  request: Request,
): Promise<Record<string, Record<string, unknown>>> {
  let given: unknown;
  const handler = (all: unknown) => {
    given = all;
    return { status: 204 };
  };
  const serving = await serve([route("op", request.method, "/op", described, server)], { handlers: { op: handler } });
  const answer = await serving.fetch(request);
  await serving.close();
  expect(answer.status).toBe(204);
  return given as Record<string, Record<string, unknown>>;
}

/** Every name is there to look at, and only what was sent is something: in the object, in copies of it and as JSON. */
function expectOnly(object: unknown, sent: object): void {
  for (const copy of [object, { ...(object as object) }, structuredClone(object)])
    for (const name of inherited) {
      const value = Object.hasOwn(sent, name) ? (sent as Record<string, unknown>)[name] : undefined;
      expect([name, (copy as Record<string, unknown>)[name]]).toEqual([name, value]);
    }
  expect(JSON.parse(JSON.stringify(object))).toEqual(sent);
}

const parameters = inherited.concat("plain");

describe("what was not sent is undefined, also where every object has it", () => {
  test.each([
    ["query", new Request("http://x/op?plain=1")],
    ["header", new Request("http://x/op", { headers: { plain: "1" } })],
    ["cookie", new Request("http://x/op", { headers: { cookie: "plain=1" } })],
  ] as const)("parameters of a %s", async (place, request) => {
    const given = await received({ parameters: { [place]: parameters } }, {}, request);
    expectOnly(given[place], { plain: "1" });
  });

  test.each([
    ["deepObject", "filter[plain]=1", {}],
    ["form", "plain=1", { style: "form" }],
    ["form", "filter=plain,1", { style: "form", explode: false }],
  ] as const)("members of an object in the style %s: %s", async (style, query, how) => {
    const parameter = { name: "filter", style, ...how };
    const given = await received(
      { parameters: { query: [parameter] } },
      { query: { decode: { filter: text } } },
      new Request(`http://x/op?${query}`),
    );
    expectOnly(given["query"]?.["filter"], { plain: "1" });
  });

  test("members of a whole query", async () => {
    const querystring = { name: "all", content: "application/x-www-form-urlencoded" };
    const request = new Request("http://x/op?plain=1&__proto__=2");
    const given = await received({ parameters: { querystring } }, { querystring: { decode: text } }, request);
    expectOnly(given["querystring"], { plain: "1", ["__proto__"]: "2" });
  });

  test.each([
    ["application/x-www-form-urlencoded", () => new URLSearchParams({ plain: "1", valueOf: "2" })],
    [
      "multipart/form-data",
      () => {
        const form = new FormData();
        form.append("plain", "1");
        form.append("valueOf", "2");
        return form;
      },
    ],
  ])("fields of %s", async (mediaType, body) => {
    const given = await received(
      { body: { content: { [mediaType]: {} } } },
      { body: { [mediaType]: { decode: text } } },
      new Request("http://x/op", { method: "POST", body: body() }),
    );
    expectOnly(given["body"], { plain: "1", valueOf: "2" });
  });

  test("a value that was sent counts, and so does a default", async () => {
    const given = await received(
      { parameters: { query: ["valueOf", "toString"] } },
      { query: { defaults: { toString: "x" } } },
      new Request("http://x/op?valueOf=1"),
    );
    expect(given["query"]).toStrictEqual({ valueOf: "1", toString: "x" });
  });

  test("objects without such names are as they were", async () => {
    const given = await received({ parameters: { query: ["page", "size"] } }, {}, new Request("http://x/op?page=1"));
    expect(given["query"]).toStrictEqual({ page: "1" });
  });
});
