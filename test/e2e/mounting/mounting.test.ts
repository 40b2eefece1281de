/**
 * The server in each framework, on whichever Node runs the test: what is its own it answers, wherever it is mounted, and leaves the
 * rest to others. `npm run test:mounting` runs it on other versions of Node.
 */
import { afterEach, describe, expect, test } from "vitest";
import { createApi, type Api } from "./api.js";
import { frameworks, type Answer, type Plan, type Running, type Sent } from "./frameworks.js";

const running: Running[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.close()));
});

const json = (value: unknown, type = "application/json"): Sent => ({
  method: "POST",
  headers: { "content-type": type },
  body: JSON.stringify(value),
});
const post = (type: string, body: Sent["body"] = ""): Sent => ({
  method: "POST",
  headers: { "content-type": type, "content-length": String(Buffer.byteLength(body)) },
  body,
});
const parsed = (answer: Answer): unknown => JSON.parse(answer.text);

describe.each(frameworks)("$name", ({ tellsPrefix, has, start }) => {
  const begin = async (plan: Plan): Promise<Running> => {
    const one = await start(plan);
    running.push(one);
    return one;
  };
  /** The API at a prefix, as this framework has it. */
  const at = (prefix: string, name = "one", base = "/v1"): { readonly server: Api; readonly prefix: string } => ({
    server: createApi(name, { basePath: tellsPrefix ? base : prefix + base }),
    prefix,
  });

  test("serves at the root", async () => {
    const { send } = await begin({ servers: [at("")] });
    expect([await send("/v1/pets"), await send("/v1/events")].map(({ status, text }) => [status, text])).toEqual([
      [200, '["one"]'],
      [200, "0\n1\n2\n"],
    ]);
    const head = await send("/v1/pets", { method: "HEAD" });
    expect([head.status, head.text, head.all("content-length")]).toEqual([200, "", ["7"]]);
  });

  test.each(["/v1", ""])("links, locations and cookies have the prefix, with the base path '%s'", async (base) => {
    const { send } = await begin({ servers: [at("/api", "one", base)] });
    const pet = await send(`/api${base}/pets/7?x=1`);
    expect(pet.all("link")).toEqual([`</api${base}/animals/7>; rel="successor-version"`]);
    expect(parsed(pet)).toMatchObject({ id: "7", url: `/api${base}/pets/7?x=1` });
    expect((await send(`/api${base}/pets`, json({ name: "Rex" }))).all("location")).toEqual([`/api${base}/pets/1`]);
    expect((await send(`/api${base}/login`, { method: "POST" })).all("set-cookie")).toEqual([`one=1; Path=/api${base}`, "two=2"]);
  });

  test("every cookie and every challenge arrives", async () => {
    const { send } = await begin({ servers: [at("")] });
    expect((await send("/v1/login", { method: "POST" })).all("set-cookie")).toHaveLength(2);
    const refused = await send("/v1/secret");
    expect(refused.status).toBe(401);
    expect(refused.all("www-authenticate").join(", ")).toMatch(/Bearer.*Basic/);
  });

  test("a path of the API belongs to it with all methods", async () => {
    const { send } = await begin({ servers: [at("")] });
    const refused = await send("/v1/pets", { method: "DELETE" });
    expect([refused.status, refused.all("allow")]).toEqual([405, ["GET, HEAD, OPTIONS, POST"]]);
    const asked = await send("/v1/pets", { method: "OPTIONS" });
    expect([asked.status, asked.all("allow")]).toEqual([204, ["GET, HEAD, OPTIONS, POST"]]);
  });

  test.runIf(has.others)("routes before and after it are answered by others", async () => {
    const { send } = await begin({ servers: [at("")] });
    for (const path of ["/before", "/after"]) expect((await send(path)).text).toBe("theirs");
    for (const path of ["/", "/v1", "/v1/none", "/v1/pets/1/2", "/v1x/pets"]) {
      const { status, all } = await send(path);
      expect([path, status, all("content-type").includes("application/problem+json")]).toEqual([path, 404, false]);
    }
    expect((await send("/v1/none", { method: "OPTIONS" })).all("allow")).not.toContain("OPTIONS");
  });

  test.runIf(has.others)("two APIs, and one API twice, are served side by side", async () => {
    const one = at("/a", "one");
    const { send } = await begin({ servers: [one, tellsPrefix ? { ...one, prefix: "/b" } : at("/b", "one"), at("", "two", "/v2")] });
    for (const [path, name] of [
      ["/a/v1/pets", "one"],
      ["/b/v1/pets", "one"],
      ["/v2/pets", "two"],
    ] as const)
      expect(parsed(await send(path))).toEqual([name]);
    for (const prefix of ["/a", "/b"])
      expect((await send(`${prefix}/v1/pets`, json({ name: "x" }))).all("location")).toEqual([`${prefix}/v1/pets/1`]);
    expect((await send("/after")).text).toBe("theirs");
  });

  test.runIf(has.headers)("headers that others have set stay, beside those of the server", async () => {
    const { send } = await begin({ servers: [at("")], headers: true });
    const login = await send("/v1/login", { method: "POST" });
    expect(login.all("set-cookie")).toEqual(["theirs=1", "one=1; Path=/v1", "two=2"]);
    expect(login.all("vary").join(", ")).toBe("Origin, Accept");
    expect([login.all("x-request-id"), login.all("x-theirs")]).toEqual([["ours"], ["1"]]);
    const list = await send("/v1/pets");
    expect([list.all("content-type"), list.all("content-length"), list.text]).toEqual([["application/json"], ["7"], '["one"]']);
    expect((await send("/v1/secret")).all("www-authenticate").join(", ")).toMatch(/Bearer.*Basic/);
    expect((await send("/v1/events")).text).toBe("0\n1\n2\n");
  });

  test.each([...(has.parsers ? (["all"] as const) : []), undefined])(
    "bodies are validated, whoever has read them (%s)",
    async (parsers) => {
      const mounted = at("");
      const { send } = await begin({ servers: [mounted], ...(parsers === undefined ? {} : { parsers }) });
      const created = await send("/v1/pets", json({ name: "Rex" }));
      expect([created.status, parsed(created)]).toEqual([201, { name: "Rex" }]);
      const deep = `{"name":"Rex","x":${"[".repeat(5_000)}${"]".repeat(5_000)}}`;
      for (const body of ["{}", '{"name":""}', "1", '"text"', "[]", '{"name":"Rex","constructor":{"prototype":{}}}', deep]) {
        const { status } = await send("/v1/pets", post("application/json", body));
        expect([body.slice(0, 40), status]).toEqual([body.slice(0, 40), 400]);
      }
      expect((await send("/v1/count", post("application/json", '{"n":7}'))).text).toBe('{"n":"7","type":"bigint"}');
      const fields = await send("/v1/form", post("application/x-www-form-urlencoded", "n=5&tags=a&tags=b%26c&at[x]=3&other=%C3%A9"));
      expect([fields.status, parsed(fields)]).toEqual([200, { n: 5, tags: ["a", "b&c"], at: { x: 3 }, other: "é" }]);
      expect((await send("/v1/form", post("application/x-www-form-urlencoded", "n=five"))).status).toBe(400);
      expect(parsed(await send("/v1/text", post("text/plain", "größe")))).toBe("größe");
      expect(parsed(await send("/v1/bytes", post("application/octet-stream", new Uint8Array([0, 255, 7]))))).toEqual({ size: 3 });
      expect(mounted.server.errors).toEqual([]);
    },
  );

  test.runIf(has.parsers)("an integer that a parser has rounded is not passed on as another one", async () => {
    const mounted = at("");
    const { send } = await begin({ servers: [mounted], parsers: "all" });
    const { status, text } = await send("/v1/count", post("application/json", '{"n":9007199254740993}'));
    // Hono keeps the bytes.
    if (status === 200) expect(text).toBe('{"n":"9007199254740993","type":"bigint"}');
    else expect([status, mounted.server.errors]).toEqual([500, [expect.stringMatching(/64 bits was rounded.*mount the server before/)]]);
  });

  test.runIf(has.others)("a body that was read and not kept is a failure that says so", async () => {
    const mounted = at("");
    const { send } = await begin({ servers: [mounted], parsers: "lost" });
    // Fastify refuses what it cannot parse, and keeps the rest to itself.
    expect((await send("/v1/pets", json({ name: "Rex" }))).status).toBe(500);
    expect(mounted.server.errors).toEqual([expect.stringMatching(/was read before the server got the request: mount the server before/)]);
  });
});
