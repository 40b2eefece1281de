import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BodyDefaults, SharedDefaults } from "../../../templates/runtime/defaults.js";
import { route, serve, type Serving } from "./serving.js";

describe("defaults of bodies", () => {
  const json = { body: { content: { "application/json": {} } } };
  const shared: SharedDefaults = {
    Node: [{ values: { size: 1 }, properties: { child: "Node", children: { items: "Node" } } }, "Base"],
    Base: ["Node", { values: { size: 2, kind: "base" } }],
  };
  const pet: BodyDefaults = {
    values: { status: "new", tags: ["a"], none: null, address: {} },
    properties: {
      address: { values: { country: "XX" } },
      list: { prefix: [[], { values: { second: 2 } }], items: { values: { rest: 3 } } },
    },
  };
  const strange: BodyDefaults = {
    values: { constructor: "c", toString: 1, ["__proto__"]: { polluted: true } },
    properties: { valueOf: { values: { x: 1 } }, known: [] },
    additional: { values: { extra: true } },
  };
  const never = {
    is: () => false,
    safeParse: () => ({ success: false, issues: [{ path: [], keyword: "x", message: "is wrong" }] }),
  } as never;
  const limited = {
    is: (value: unknown) => Object.hasOwn(value as object, "status"),
    safeParse: () => ({ success: false, issues: [{ path: ["status"], keyword: "required", message: "is required" }] }),
  } as never;
  const form = { properties: { n: "integer", file: "binary", status: "string", deep: { properties: { a: "string" } } } } as const;
  const filled: BodyDefaults = { values: { n: 5, status: "new" }, properties: { deep: { values: { b: 1 } }, file: { values: { x: 1 } } } };
  const routes = [
    route("pet", "POST", "/pet", json, { body: { "application/json": { defaults: pet } } }),
    route("node", "POST", "/node", json, { body: { "application/json": { defaults: "Node" } } }),
    route("pets", "POST", "/pets", json, { body: { "application/json": { defaults: { items: pet } } } }),
    route("strange", "POST", "/strange", json, { body: { "application/json": { defaults: strange } } }),
    route("never", "POST", "/never", json, { body: { "application/json": { defaults: pet, validator: never } } }),
    route("limited", "POST", "/limited", json, { body: { "application/json": { defaults: pet, validator: limited } } }),
    route("any", "POST", "/any", { body: { content: { "*/*": {} } } }, { body: { "*/*": { defaults: pet } } }),
    route(
      "forms",
      "POST",
      "/forms",
      { body: { content: { "application/x-www-form-urlencoded": {}, "multipart/form-data": {} } } },
      {
        body: {
          "application/x-www-form-urlencoded": { decode: form, defaults: filled },
          "multipart/form-data": { decode: form, defaults: filled },
        },
      },
    ),
  ];
  let serving: Serving;
  let seen: Record<string, unknown> = {};
  beforeAll(async () => {
    const keep = ({ body }: { body: Record<string, unknown> }) => {
      seen = body;
      return { status: 200, body: {} };
    };
    serving = await serve(routes, {
      bodyLimit: 3_000_000,
      definition: { defaults: shared },
      handlers: Object.fromEntries(routes.map(({ operation }) => [operation.id, keep])),
    });
  });
  afterAll(() => serving.close());
  const status = async (path: string, body: string | FormData, type?: string): Promise<number> =>
    (await fetch(serving.url + path, { method: "POST", body, headers: type === undefined ? {} : { "content-type": type } })).status;
  const sent = async (path: string, body: unknown, type = "application/json"): Promise<unknown> => {
    expect(await status(path, JSON.stringify(body), type)).toBe(200);
    return seen;
  };

  test("are filled in where a property is absent, and nowhere else", async () => {
    expect(await sent("/pet", {})).toEqual({ status: "new", tags: ["a"], none: null, address: {} });
    const given = { status: null, tags: [], none: false, address: null, more: 1 };
    expect(await sent("/pet", given)).toEqual(given);
    expect(await sent("/pet", { status: 0, address: { street: "s" }, tags: ["b"], none: "" })).toEqual({
      status: 0,
      address: { street: "s", country: "XX" },
      tags: ["b"],
      none: "",
    });
  });
  test("are filled in by position in lists", async () => {
    expect(await sent("/pet", { list: [{}, {}, {}, null, 1, { rest: 0 }] })).toMatchObject({
      list: [{}, { second: 2 }, { rest: 3 }, null, 1, { rest: 0 }],
    });
    expect(await sent("/pets", [{ status: "old" }, {}])).toMatchObject([{ status: "old", tags: ["a"] }, { status: "new" }]);
  });
  test("are each request's own", async () => {
    await sent("/pet", {});
    (seen["tags"] as string[]).push("changed");
    expect(await sent("/pet", {})).toMatchObject({ tags: ["a"] });
  });
  test("of schemas that refer to themselves go as deep as the body, and the first one counts", async () => {
    expect(await sent("/node", { child: { child: { size: 9 } }, children: [{ kind: "x" }] })).toEqual({
      size: 1,
      kind: "base",
      child: { size: 1, kind: "base", child: { size: 9, kind: "base" } },
      children: [{ size: 1, kind: "x" }],
    });
    const deep = `${'{"child":'.repeat(100_000)}{}${"}".repeat(100_000)}`;
    expect(await status("/node", deep, "application/json")).toBe(200);
    let last = seen;
    while (typeof last["child"] === "object") last = last["child"] as Record<string, unknown>;
    expect(last).toEqual({ size: 1, kind: "base" });
  });
  test("may be called like what all objects have", async () => {
    await sent("/strange", { valueOf: {}, known: {}, other: {}, hasOwnProperty: {} });
    expect(Object.entries(seen)).toEqual([
      ["valueOf", { x: 1 }],
      ["known", {}],
      ["other", { extra: true }],
      ["hasOwnProperty", { extra: true }],
      ["constructor", "c"],
      ["toString", 1],
      ["__proto__", { polluted: true }],
    ]);
    expect(Object.getPrototypeOf(seen)).toBe(Object.prototype);
    expect({}).not.toHaveProperty("polluted");
  });
  test("do not make a body valid, nor need to be", async () => {
    expect(await status("/never", "{}", "application/json")).toBe(400);
    expect(await status("/limited", "{}", "application/json")).toBe(400);
    expect(await sent("/limited", { status: "x" })).toMatchObject({ status: "x", tags: ["a"] });
  });
  test("are not for patches, nor for what is no object", async () => {
    expect(await sent("/any", {})).toHaveProperty("status", "new");
    for (const type of ["application/merge-patch+json", "Application/JSON-Patch+json; charset=utf-8"])
      expect(await sent("/any", {}, type), type).toEqual({});
    for (const value of [null, 1, "x", []]) expect(await sent("/pet", value)).toEqual(value);
    expect(await status("/any", "text", "text/plain")).toBe(200);
    expect(seen).toBe("text");
    expect(await status("/any", "bytes", "image/png")).toBe(200);
    expect(Object.keys(seen)).toEqual([]);
    expect(await status("/pet", "")).toBe(200);
    expect(seen).toBeUndefined();
  });
  test("are filled in for forms", async () => {
    expect(await status("/forms", "status=x&deep[a]=y", "application/x-www-form-urlencoded")).toBe(200);
    expect(seen).toEqual({ n: 5, status: "x", deep: { a: "y", b: 1 } });
    const parts = new FormData();
    parts.append("n", "7");
    parts.append("file", new Blob(["abc"]));
    expect(await status("/forms", parts)).toBe(200);
    expect(seen).toMatchObject({ n: 7, status: "new" });
    expect(seen["file"]).toBeInstanceOf(Blob);
    expect(Object.keys(seen["file"] as object)).toEqual([]);
  });
});

test("a default that a handler writes to is whole again for the next request", async () => {
  const parameters = [{ name: "tags", in: "query" as const }];
  const handlers = {
    list: ({ query }: { readonly query: { readonly tags: string[] } }) => ({ status: 200, body: query.tags.push("x") }),
  };
  const serving = await serve([route("list", "GET", "/list", { parameters }, { query: { defaults: { tags: ["a"] } } })], { handlers });
  expect([(await serving.get("/list")).text, (await serving.get("/list")).text]).toEqual(["2", "2"]);
  await serving.close();
});
