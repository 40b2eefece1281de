import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { route, serve, type Serving } from "./serving.js";
import { located } from "../../../support/located-parameters.js";

const id = { parameters: { path: ["id"] } } as const;
const named = (name: string) => ({ [name]: () => ({ status: 200, body: name }) });

describe("routing", () => {
  let serving: Serving;
  const routes = [
    route("one", "GET", "/pets/{id}", id),
    route("mine", "GET", "/pets/mine"),
    route("remove", "DELETE", "/pets/{id}", id),
    route("toys", "GET", "/pets/{id}/toys", id),
    route("thumbnail", "GET", "/files/{id}.{format}", {
      parameters: { path: ["id", "format"] },
    }),
    route("act", "POST", "/files/{id}:archive", id),
    route("file", "GET", "/files/{id}", id),
    route("unicode", "GET", "/größe/{id}", id),
    route("replace", "PUT", "/items/{id}", id),
    route("share", "PUT", "/items/{id}#share", id),
    route("beta", "GET", "/reports?beta=true"),
    route("reports", "GET", "/reports"),
    route("query", "GET", "/search", { parameters: located([{ name: "q", in: "query" }]) }),
    route("reflect", "OPTIONS", "/search"),
    route("root", "GET", "/"),
  ];
  const names = ["mine", "root", "beta", "reports", "replace", "share", "reflect"];
  beforeAll(async () => {
    serving = await serve(routes, {
      definition: { basePath: "/v1" },
      handlers: Object.assign({}, ...names.map(named)) as ReturnType<typeof named>,
    });
  });
  afterAll(() => serving.close());
  const body = async (target: string, method = "GET") => JSON.parse((await serving.get(target, {}, method)).text) as unknown;

  test("a fixed segment wins over a parameter", async () => {
    expect(await body("/v1/pets/mine")).toBe("mine");
    expect(await body("/v1/pets/7")).toMatchObject({ path: { id: "7" } });
  });
  test("a parameter is tried where the fixed segment leads nowhere, or has another method only", async () => {
    expect(await body("/v1/pets/mine/toys")).toMatchObject({ path: { id: "mine" } });
    expect(await body("/v1/pets/mine", "DELETE")).toMatchObject({ path: { id: "mine" } });
  });
  test("parameters that share a segment with text are told apart", async () => {
    expect(await body("/v1/files/a.b.json")).toMatchObject({ path: { id: "a.b", format: "json" } });
    expect(await body("/v1/files/x%3Ay:archive", "POST")).toMatchObject({ path: { id: "x:y" } });
    expect(await body("/v1/files/plain")).toMatchObject({ path: { id: "plain" } });
  });
  test("paths are decoded after they are split", async () => {
    expect(await body("/v1/pets/a%2Fb%3F")).toMatchObject({ path: { id: "a/b?" } });
    expect(await body("/v1/gr%C3%B6%C3%9Fe/1")).toMatchObject({ path: { id: "1" } });
    expect(await body("/v1/%70ets/mine")).toBe("mine");
  });
  test("a query in a template is a condition", async () => {
    expect(await body("/v1/reports?beta=true&x=1")).toBe("beta");
    expect(await body("/v1/reports?beta=false")).toBe("reports");
    expect(await body("/v1/reports")).toBe("reports");
  });
  test("a fragment in a template is left out, unless the caller encodes it", async () => {
    expect(await body("/v1/items/1", "PUT")).toBe("replace");
    expect(await body("/v1/items/1%23share", "PUT")).toBe("share");
  });
  test("absolute targets and the root work", async () => {
    expect(await body("http://example.com/v1/pets/mine")).toBe("mine");
    expect(await body("/v1/")).toBe("root");
  });
  test.each([
    "/pets/mine",
    "/v1/pets",
    "/v1/pets/",
    "/v1/pets/1/",
    "/v1/pets//toys",
    "/v1//pets/mine",
    "/v1x/pets/mine",
    "*",
    "/v1/__proto__",
    "/v1/constructor",
  ])("%s is not found", async (target) => {
    const answer = await serving.get(target);
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.text)).toMatchObject({ status: 404, code: "not-found", type: "about:blank" });
    expect(answer.headers["content-type"]).toBe("application/problem+json");
  });
  test("another method is answered with 405 and Allow", async () => {
    const answer = await serving.get("/v1/pets/mine", {}, "PATCH");
    expect(answer.status).toBe(405);
    expect(answer.headers["allow"]).toBe("DELETE, GET, HEAD, OPTIONS");
    expect(JSON.parse(answer.text)).toMatchObject({ code: "method-not-allowed" });
  });
  test("HEAD is GET without the body, OPTIONS is answered unless it is described", async () => {
    const get = await serving.get("/v1/pets/mine");
    const head = await serving.get("/v1/pets/mine", {}, "HEAD");
    expect([head.status, head.text, head.headers["content-length"]]).toEqual([200, "", get.headers["content-length"]]);
    const options = await serving.get("/v1/pets/mine", {}, "OPTIONS");
    expect([options.status, options.headers["allow"], options.text]).toEqual([204, "DELETE, GET, HEAD, OPTIONS", ""]);
    expect(await body("/v1/search", "OPTIONS")).toBe("reflect");
  });
  test("broken percent-encoding is a bad request", async () => {
    for (const target of ["/v1/pets/%E0%A4%A", "/v1/pets/%", "/v1/search?q=%zz", "/v1/search?%ff=1"])
      expect((await serving.get(target)).status, target).toBe(400);
  });
  test("the same works through fetch", async () => {
    const response = await serving.fetch(new Request("http://x/v1/pets/mine?a=1#b"));
    expect([response.status, await response.json()]).toEqual([200, "mine"]);
    const head = await serving.fetch(new Request("http://x/v1/pets/mine", { method: "HEAD" }));
    expect([head.status, await head.text(), head.headers.get("content-length")]).toEqual([200, "", "6"]);
    expect((await serving.fetch(new Request("http://x/v1/pets/mine", { method: "PATCH" }))).headers.get("allow")).toBe(
      "DELETE, GET, HEAD, OPTIONS",
    );
    expect((await serving.fetch(new Request("http://x"))).status).toBe(404);
  });
});

test("a target that names a host means the same path, and without one the shortest", async () => {
  const serving = await serve([route("root", "GET", "/"), route("a", "GET", "/a")], {
    handlers: { root: () => ({ status: 200, body: "root" }) },
  });
  const answers = await Promise.all(["http://x/a", "http://x", "http://x?a=1", "http://x/?a=1#b"].map((target) => serving.get(target)));
  expect(answers.map(({ status, text }) => [status, text.slice(0, 6)])).toEqual([
    [200, '{"path'],
    [200, '"root"'],
    [200, '"root"'],
    [200, '"root"'],
  ]);
  await serving.close();
});

test("operations that only their parameters tell apart are told apart by them", async () => {
  const uuid = {
    is: (value: unknown) => /^[0-9a-f-]{36}$/.test((value as { id: string }).id),
    safeParse: () => ({ success: false, issues: [{ path: ["id"], keyword: "format", message: "must be a UUID" }] }),
  };
  const serving = await serve([
    route("byNumber", "GET", "/invoices/{number}", { parameters: located([{ name: "number", in: "path", required: true }]) }),
    route("byId", "GET", "/invoices/{id}", id, { path: { validator: uuid as never } }),
    route("add", "PUT", "/invoices#add", { body: { content: { "application/json": {} } } }),
    route("patch", "PUT", "/invoices#patch", { body: { content: { "application/json-patch+json": {} } } }),
  ]);
  expect(JSON.parse((await serving.get("/invoices/INV-1")).text)).toMatchObject({ path: { number: "INV-1" } });
  expect(JSON.parse((await serving.get("/invoices/00000000-0000-0000-0000-000000000000")).text)).toMatchObject({
    path: { id: "00000000-0000-0000-0000-000000000000" },
  });
  for (const contentType of ["application/json", "application/json-patch+json"]) {
    const response = await fetch(`${serving.url}/invoices`, { method: "PUT", body: "[]", headers: { "content-type": contentType } });
    expect(await response.json()).toMatchObject({ contentType });
  }
  await serving.close();
});

test("a base path given by hand takes the place of the described ones", async () => {
  const serving = await serve([route("a", "GET", "/a", {}, { basePath: "/own" }), route("b", "GET", "/b")], {
    definition: { basePath: "/v1" },
    basePath: "/x/",
  });
  expect((await serving.get("/x/a")).status).toBe(200);
  expect((await serving.get("/x/b")).status).toBe(200);
  expect((await serving.get("/own/a")).status).toBe(404);
  await serving.close();
});

test("a handler that is missing is found out when the server is made", async () => {
  await expect(serve([route("a", "GET", "/a")], { handlers: { a: undefined as never } })).resolves.toBeDefined();
  const { createServer } = await import("../../../../templates/runtime/server/route/server.js");
  expect(() => createServer({ basePath: "", realm: "T", schemes: {}, routes: { a: route("a", "GET", "/a") } }, { handlers: {} })).toThrow(
    "`handlers` has no function `a`",
  );
  const named = { toString: route("toString", "GET", "/a") };
  expect(() => createServer({ basePath: "", realm: "T", schemes: {}, routes: named }, { handlers: {} })).toThrow(
    "`handlers` has no function `toString`",
  );
  class Handlers {
    toString(): never {
      throw new Error("of a class");
    }
  }
  expect(() => createServer({ basePath: "", realm: "T", schemes: {}, routes: named }, { handlers: new Handlers() })).not.toThrow();
});
