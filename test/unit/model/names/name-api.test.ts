import { describe, expect, test, vi } from "vitest";
import { nameInTitle } from "../../../../src/model/names/api-title.js";
import { generateFiles, type Request } from "../../../../src/generate.js";
import { memoryIo } from "../../../support/memory-io.js";

test.each([
  ["Petstore", "Petstore"],
  ["GitHub v3 REST API", "GitHub"],
  ["Swagger Petstore - OpenAPI 3.0", "Petstore"],
  ["Redocly Museum API", "Redocly Museum"],
  ["Stripe API v1.2.3", "Stripe"],
  ["The Jira Cloud platform REST API", "Jira Cloud platform"],
  ["Discord HTTP API (Preview)", "Discord"],
  ["Twilio - Api", "Twilio"],
  ["WebApplication1 | v1", "WebApplication1"],
  ["MyCompany.Orders.Api", "MyCompany Orders"],
  ["InfluxDB OSS API Service", "InfluxDB OSS"],
  ["Billing REST-API", "Billing"],
  ["Open Banking API Specification 3.1.10", "Open Banking"],
  ["Amazon Route 53", "Amazon Route 53"],
  ["API Football", "API Football"],
  ["openapi-fetch", "openapi-fetch"],
  ["Spotify [beta] Web API", "Spotify Web"],
])("the name in %j is %j", (title, name) => {
  expect(nameInTitle(title)).toBe(name);
});

test.each(
  "API|REST API|Web API|My API|API V1|API 3|OpenAPI definition|Swagger|Swagger UI API documentation for all of our internal services|FastAPI|Api Documentation|OpenAPI Specification|v1|1.0|2|| - |Test Server|The API|Untitled"
    .split("|")
    .map((title) => [title]),
)("there is no name in %j", (title) => {
  expect(nameInTitle(title)).toBeUndefined();
});

test.each(["API ", "v1 ", "the ", "service 2 "])("the words of a long title are not copied for each word that is left out: %j", (word) => {
  const slice = vi.spyOn(Array.prototype, "slice");
  expect(nameInTitle(word.repeat(5000))).toBeUndefined();
  const copied = slice.mock.results.reduce((sum, { value }) => sum + (value as readonly unknown[]).length, 0);
  slice.mockRestore();
  expect(copied).toBeLessThan(50_000);
});

describe("an API is called", () => {
  const named = async (file: string, title: string, rules: Pick<Request, "name" | "previous"> = { name: undefined }) => {
    const text = JSON.stringify({ openapi: "3.1.0", info: { title, version: "1" }, paths: {} });
    const request = { input: file, source: file, command: "x", emit: ["types"], ...rules } as const;
    const { value, diagnostics } = await generateFiles(request, memoryIo({ [`/project/${file}`]: text }, { cwd: "/project" }));
    return { name: value?.api.names.type, diagnostics };
  };

  test.each([
    ["by the configuration first", "museum.yaml", "Redocly Museum API", "art", "Art"],
    ["by its title", "api.github.com.json", "GitHub v3 REST API", undefined, "GitHub"],
    ["by its file where the title says nothing", "petstore.openapi.yaml", "OpenAPI definition", undefined, "Petstore"],
    ["by its file where the title is a sentence", "shop.json", "All that you can do with the shop today", undefined, "Shop"],
    ["by its title in another script", "shop.json", "宠物商店", undefined, "宠物商店"],
    ["by its title in a script with capitals", "d.json", "Заказы и счета API", undefined, "ЗаказыИСчета"],
    ["by its title in two scripts", "d.json", "日本語 Pet API", undefined, "日本語Pet"],
    ["by the configuration in another script", "shop.json", "Shop", "Заказы", "Заказы"],
    ["by the configuration in letters with marks, without them", "shop.json", "Shop", "Größe", "Grosse"],
    ["by whatever its title is, where the file says nothing either", "openapi.yaml", "REST API", undefined, "RestApi"],
  ])("%s", async (_, file, title, name, expected) => {
    expect(await named(file, title, { name })).toEqual({ name: expected, diagnostics: [] });
  });

  test.each([
    ["Заказы", "ЗаказыPaths", "заказыPaths"],
    ["日本", "日本Paths", "api日本Paths"],
  ])("apart as a type and as a value, whether or not a script has capitals: %s", async (name, type, value) => {
    const text = JSON.stringify({ openapi: "3.1.0", info: { title: "x", version: "1" }, paths: { "/a": { get: { responses: {} } } } });
    const request = { input: "d.json", source: "d.json", command: "x", emit: ["types", "client", "paths", "server"], name } as const;
    const made = await generateFiles(request, memoryIo({ "/project/d.json": text }, { cwd: "/project" }));
    const textOf = (path: string) => made.value?.files.find((file) => file.path === path)?.text;
    const paths = textOf("paths.ts");
    expect(paths).toContain(`export type ${type} =`);
    expect(paths).toContain(`export function ${value}(`);
    // Headers have no other letters.
    expect(textOf("server.ts")).toContain('realm: "API"');
  });

  test.each([
    ["a name", "Shop", "العميل", /^Api\w{7}$/, 'The API "العميل" is called "', "no part of its name can"],
    ["a title", "العميل API", undefined, /^Shop$/, 'The API "العميل" is called "Shop"', "no part of its title can"],
  ])("otherwise, and told so, where %s has no letter of names", async (_, title, name, type, start, why) => {
    const result = await named("shop.yaml", title, { name });
    expect(result.name).toMatch(type);
    expect(result.diagnostics).toMatchObject([{ code: "name-changed", severity: "info" }]);
    expect(result.diagnostics[0]?.message).toContain(start);
    expect(result.diagnostics[0]?.message).toContain(why);
  });

  test("as an output that is there was called before other scripts were names", async () => {
    const previous = { name: "api-03pe8oy" };
    const { name, diagnostics } = await named("d.yaml", "Заказы", { name: undefined, previous });
    expect(name).toBe("Api03pe8oy");
    expect(diagnostics).toMatchObject([{ code: "api-name-kept" }]);
  });

  test("as the output that is there, with a remark that says how to change over", async () => {
    const { name, diagnostics } = await named("museum.yaml", "Redocly Museum API", { name: undefined, previous: { name: "art" } });
    expect(name).toBe("Art");
    expect(diagnostics).toMatchObject([{ code: "api-name-kept", severity: "info" }]);
    expect(diagnostics[0]?.hint).toContain('`name: "redocly-museum"`');
    expect(diagnostics[0]?.hint).toContain('`name: "art"`');
  });

  test("by the file, where the output was made when that went first", async () => {
    const previous = { name: undefined };
    expect(await named("museum.yaml", "Redocly Museum API", { name: undefined, previous })).toMatchObject({
      name: "Museum",
      diagnostics: [{ code: "api-name-kept" }],
    });
    expect(await named("openapi.yaml", "Museum", { name: undefined, previous })).toEqual({ name: "Museum", diagnostics: [] });
  });

  test("as the output without a remark where nothing else would come out", async () => {
    expect(await named("museum.yaml", "GitHub API", { name: undefined, previous: { name: "git-hub" } })).toEqual({
      name: "GitHub",
      diagnostics: [],
    });
    expect(await named("museum.yaml", "GitHub API", { name: "museum", previous: undefined })).toEqual({ name: "Museum", diagnostics: [] });
  });

  test.each(["GitHub v3 REST API", "3scale", "宠物商店", "OAuth APIs", `${"long ".repeat(4)}${"x".repeat(80)}`, "v1.2 of it"])(
    "the same when the name that its output records is read again: %s",
    async (title) => {
      const text = JSON.stringify({ openapi: "3.1.0", info: { title, version: "1" }, paths: {} });
      const request = { input: "openapi.json", source: "", command: "x", emit: ["types"], name: undefined } as const;
      const io = memoryIo({ "/project/openapi.json": text }, { cwd: "/project" });
      const first = (await generateFiles(request, io)).value?.api.names;
      const again = await generateFiles({ ...request, previous: { name: first?.stem } }, io);
      expect(again.value?.api.names).toEqual(first);
      expect(again.diagnostics).toEqual([]);
    },
  );
});
