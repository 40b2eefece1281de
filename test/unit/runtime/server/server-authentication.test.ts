import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { route, serve, type Serving } from "./serving.js";
import { located } from "../../../support/located-parameters.js";

describe("authentication", () => {
  let serving: Serving;
  let seen: unknown[] = [];
  const one = (name: string) => ({ security: [[name]] });
  beforeAll(async () => {
    serving = await serve(
      [
        route("bearer", "GET", "/bearer", one("bearer")),
        route("basic", "GET", "/basic", one("basic")),
        route("header", "GET", "/header", one("header")),
        route("query", "GET", "/query", one("query")),
        route("cookie", "GET", "/cookie", one("cookie")),
        route("cookies", "GET", "/cookies", { security: [["cookie", "header"]] }),
        route("both", "GET", "/both", { security: [["header", "query"]] }),
        route("either", "GET", "/either", { security: [["bearer"], ["header"]] }),
        route("optional", "GET", "/optional", { security: [[], ["bearer"]] }),
        route("scoped", "GET", "/scoped", one("bearer"), { security: [{ bearer: ["read", "write"] }] }),
        route("open", "GET", "/open"),
        route("guarded", "POST", "/guarded", {
          ...one("bearer"),
          body: { required: true, content: { "application/json": {} } },
          parameters: located([{ name: "n", in: "query", required: true }]),
        }),
      ],
      {
        definition: {
          realm: "Shop",
          schemes: {
            bearer: { kind: "bearer" },
            basic: { kind: "basic" },
            header: { kind: "apiKey", in: "header", name: "X-Key" },
            query: { kind: "apiKey", in: "query", name: "api key" },
            cookie: { kind: "apiKey", in: "cookie", name: "session" },
          },
        },
        authenticate: {
          bearer: async (token: string, context: { scopes: readonly string[]; operation: string }) => {
            await Promise.resolve();
            seen.push([token, context.scopes, context.operation]);
            if (token === "boom") throw new Error("secret of the database");
            return token === "good" ? { name: "bearer" } : undefined;
          },
          basic: ({ username, password }: { username: string; password: string }) =>
            username === "ü:".slice(0, 1) && password === "a:b" ? { name: username } : undefined,
          header: (key: string) => (key === "h" ? { name: "header" } : undefined),
          query: (key: string) => (key === "q +" ? { name: "query" } : undefined),
          cookie: (key: string) => {
            seen.push(key);
            return ["c=1", "s%3Aabc", "100%", "s:xyz", "a b", "%C3%BC"].includes(key) ? { name: `cookie ${key}` } : undefined;
          },
        },
        handlers: Object.fromEntries(
          ["bearer", "basic", "header", "query", "cookie", "cookies", "both", "either", "optional", "scoped", "open", "guarded"].map(
            (id) => [
              id,
              (_: never, context: { principal?: { name: string } }) => ({ status: 200, body: context.principal?.name ?? "nobody" }),
            ],
          ),
        ),
      },
    );
  });
  afterAll(() => serving.close());
  const get = async (target: string, headers: Record<string, string> = {}) => {
    seen = [];
    const { status, text, headers: answered } = await serving.get(target, headers);
    return [status, status === 200 ? (JSON.parse(text) as unknown) : answered["www-authenticate"]];
  };
  const bearer = 'Bearer realm="Shop"';

  test("takes each kind of credential from its place", async () => {
    expect(await get("/bearer", { authorization: "bEARER  good " })).toEqual([200, "bearer"]);
    expect(await get("/basic", { authorization: `Basic ${Buffer.from("ü:a:b").toString("base64")}` })).toEqual([200, "ü"]);
    expect(await get("/header", { "x-KEY": "h" })).toEqual([200, "header"]);
    expect(await get("/query?api%20key=q+%2B")).toEqual([200, "query"]);
    expect(await get("/cookie", { cookie: "a=b; session=c=1" })).toEqual([200, "cookie c=1"]);
    expect(await get("/open")).toEqual([200, "nobody"]);
  });
  test.each([
    ["s%3Aabc", "s%3Aabc", ["s%3Aabc"]],
    ["100%", "100%", ["100%"]],
    ["s:xyz", "s:xyz", ["s:xyz"]],
    ["s%3Axyz", "s:xyz", ["s%3Axyz", "s:xyz"]],
    ["100%25", "100%", ["100%25", "100%"]],
    ["a%20b", "a b", ["a b"]],
    ["%C3%BC", "%C3%BC", ["ü", "%C3%BC"]],
  ])("takes the key of a cookie as it is, and as it is decoded: %s", async (sent, key, asked) => {
    expect(await get("/cookie", { cookie: `session=${sent}` })).toEqual([200, `cookie ${key}`]);
    expect(seen).toEqual(asked);
    expect(await get("/cookies", { cookie: `session="${sent}"`, "x-key": "h" })).toEqual([200, `cookie ${key}`]);
    expect(seen).toEqual(asked);
  });
  test("answers 401 where neither reading of a cookie is a key", async () => {
    for (const sent of ["s%3Ab", "%", "%20", "%zz", ""]) {
      expect(await get("/cookie", { cookie: `session=${sent}` })).toEqual([401, 'ApiKey realm="Shop"']);
      expect(await get("/cookies", { cookie: `session=${sent}`, "x-key": "h" })).toEqual([401, 'ApiKey realm="Shop"']);
    }
  });
  test("answers 401 with a challenge where one is missing or wrong", async () => {
    for (const authorization of ["", "Bearer", "Bearer ", "Bearer bad", "Basic good", "Bearergood", "good"])
      expect(await get("/bearer", authorization === "" ? {} : { authorization })).toEqual([401, bearer]);
    expect(await get("/basic")).toEqual([401, 'Basic realm="Shop", charset="UTF-8"']);
    for (const authorization of ["Basic !!", "Basic YQ=="])
      expect(await get("/basic", { authorization })).toEqual([401, expect.any(String)]);
    expect(await get("/header")).toEqual([401, 'ApiKey realm="Shop"']);
    expect(await get("/query?api%20key=q+%2B&api+key=x")).toEqual([401, expect.any(String)]);
  });
  test("wants all schemes of an alternative, and any alternative", async () => {
    expect(await get("/both?api+key=q+%2B", { "x-key": "h" })).toEqual([200, "header"]);
    expect(await get("/both", { "x-key": "h" })).toEqual([401, expect.any(String)]);
    expect(await get("/both?api+key=wrong", { "x-key": "h" })).toEqual([401, expect.any(String)]);
    expect(await get("/either", { "x-key": "h" })).toEqual([200, "header"]);
    expect(await get("/either", { "x-key": "h", authorization: "Bearer bad" })).toEqual([200, "header"]);
    expect(await get("/either")).toEqual([401, `${bearer}, ApiKey realm="Shop"`]);
  });
  test("lets anyone in where a credential is optional, but nobody with a wrong one", async () => {
    expect(await get("/optional")).toEqual([200, "nobody"]);
    expect(await get("/optional", { authorization: "Bearer good" })).toEqual([200, "bearer"]);
    expect(await get("/optional", { authorization: "Bearer bad" })).toEqual([401, bearer]);
  });
  test("hands on the scopes", async () => {
    await get("/scoped", { authorization: "Bearer good" });
    expect(seen).toEqual([["good", ["read", "write"], "scoped"]]);
  });
  test("comes before anything of the request is judged", async () => {
    const response = await fetch(`${serving.url}/guarded`, { method: "POST", body: "{", headers: { "content-type": "text/x" } });
    expect(response.status).toBe(401);
  });
  test("that throws is a failure that tells nothing", async () => {
    const { status, text } = await serving.get("/bearer", { authorization: "Bearer boom" });
    expect([status, text.includes("secret")]).toEqual([500, false]);
  });
  test("refuses whom a function that only compares does not know", async () => {
    const compare = (key: string): boolean => key === "good";
    const routes = [route("one", "GET", "/one", one("key")), route("two", "GET", "/two", { security: [["key"], ["other"]] })];
    const server = await serve(routes, {
      definition: { schemes: { key: { kind: "bearer" }, other: { kind: "apiKey", in: "query", name: "k" } } },
      authenticate: { key: compare, other: (key: string) => Promise.resolve(compare(key)) },
    });
    const statuses = ["/one", "/two", "/two?k=bad", "/two?k=good"].map(async (target) => {
      const { status } = await server.get(target, { authorization: "Bearer bad" });
      return status;
    });
    expect([...(await Promise.all(statuses)), (await server.get("/one", { authorization: "Bearer good" })).status]).toEqual([
      401, 401, 401, 200, 200,
    ]);
    await server.close();
  });
  test("lets a caller without a certificate in where none is needed", async () => {
    const server = await serve(
      [
        route("one", "GET", "/one", { security: [[], ["certificate"]] }),
        route("two", "GET", "/two", { security: [[], ["certificate"], ["key"]] }),
        route("must", "GET", "/must", one("certificate")),
      ],
      {
        definition: { schemes: { certificate: { kind: "mutualTLS" }, key: { kind: "bearer" } } },
        authenticate: { certificate: () => undefined, key: () => undefined },
      },
    );
    const status = async (target: string, headers = {}): Promise<number> => (await server.get(target, headers)).status;
    expect([
      await status("/one"),
      await status("/two"),
      await status("/two", { authorization: "Bearer bad" }),
      await status("/must"),
    ]).toEqual([200, 200, 401, 401]);
    await server.close();
  });
  test("without a function for a scheme, there is no server", async () => {
    await expect(
      serve([route("a", "GET", "/a", one("bearer"))], { definition: { schemes: { bearer: { kind: "bearer" } } }, authenticate: {} }),
    ).rejects.toThrow('`authenticate` has no function for the security scheme "bearer"');
  });
});

describe("basic credentials that cannot be read", () => {
  const asked: unknown[] = [];
  let serving: Serving;
  beforeAll(async () => {
    const accept = (credential: unknown) => {
      asked.push(credential);
      return { name: JSON.stringify(credential) };
    };
    serving = await serve(
      [
        route("needed", "GET", "/needed", { security: [["basic"]] }),
        route("optional", "GET", "/optional", { security: [[], ["basic"]] }),
        route("either", "GET", "/either", { security: [["basic"], ["key"]] }),
        route("both", "GET", "/both", { security: [["basic", "key"]] }),
        route("any", "GET", "/any", { security: [[], ["basic"], ["key"]] }),
      ],
      {
        definition: { schemes: { basic: { kind: "basic" }, key: { kind: "apiKey", in: "header", name: "X-Key" } } },
        authenticate: { basic: accept, key: accept }, // it accepts everything, as a directory does an empty name
        handlers: Object.fromEntries(
          ["needed", "optional", "either", "both", "any"].map((id) => [id, () => ({ status: 200, body: "in" })]),
        ),
      },
    );
  });
  afterAll(() => serving.close());

  test.each(["Basic ###", "Basic dXU=", "basic YQ==", "Basic a", "Basic dXU6cA==x", "Basic dXU6cA== dXU6cA=="])(
    "%s is refused without a question to the program",
    async (authorization) => {
      asked.length = 0;
      for (const path of ["/needed", "/optional", "/either", "/any"]) {
        const { status, headers } = await serving.get(path, { authorization });
        expect([path, status, String(headers["www-authenticate"])]).toEqual([path, 401, expect.stringContaining("Basic realm")]);
      }
      expect((await serving.get("/both", { authorization, "x-key": "k" })).status).toBe(401);
      expect(asked).toEqual([]);
    },
  );

  test("another credential of the same request still counts", async () => {
    asked.length = 0;
    expect((await serving.get("/either", { authorization: "Basic ###", "x-key": "k" })).status).toBe(200);
    expect(asked).toEqual(["k"]);
  });

  test("an empty password, or an empty name, can be read", async () => {
    asked.length = 0;
    for (const text of ["u:", ":p"])
      expect((await serving.get("/needed", { authorization: `Basic ${Buffer.from(text).toString("base64")}` })).status).toBe(200);
    expect(asked).toEqual([
      { username: "u", password: "" },
      { username: "", password: "p" },
    ]);
  });
});
