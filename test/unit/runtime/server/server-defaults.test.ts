import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { completeItems, completeOthers } from "../../../../templates/runtime/validate/apply-defaults.js";
import { failRequired } from "../../../../templates/runtime/validate/issues.js";
import { isObject, createValidator as validator } from "../../../../templates/runtime/validate/validate.js";
import { route, serve, type Serving } from "./serving.js";

/** As a generated file has it: `id` is read-only, `status` has a default, `name` is required. */
const PetSchema = validator(
  (value, issues) => (isObject(value) && value["name"] === undefined ? failRequired(issues, ["name"]) : issues),
  undefined,
  completePet,
);

function completePet(value: unknown, fill: boolean): unknown {
  if (!isObject(value)) return value;
  const copy = { ...value };
  delete copy["id"];
  if (fill && copy["status"] === undefined) copy["status"] = "new";
  return copy;
}

describe("a body, as the handler gets it", () => {
  const body = (type: string) => ({ body: { content: { [type]: {} } } });
  const described = (type: string) => ({ body: { [type]: { validator: PetSchema } } });
  const lines = "application/x-ndjson";
  const routes = [
    route("add", "POST", "/pets", body("application/json"), described("application/json")),
    route("change", "PATCH", "/pets", body("application/json"), described("application/json")),
    route("any", "POST", "/any", body("*/*"), described("*/*")),
    route("lines", "POST", "/lines", body(lines), { body: { [lines]: { validator: PetSchema, each: true } } }),
    route("form", "POST", "/form", body("application/x-www-form-urlencoded"), described("application/x-www-form-urlencoded")),
  ];
  let serving: Serving;
  let seen: unknown;
  beforeAll(async () => {
    const keep = (request: { readonly body: unknown }) => {
      seen = request.body;
      return { status: 200, body: {} };
    };
    serving = await serve(routes, { handlers: Object.fromEntries(routes.map(({ operation }) => [operation.id, keep])) });
  });
  afterAll(() => serving.close());
  const sent = async (path: string, text: string, type = "application/json", method = "POST"): Promise<unknown> => {
    seen = undefined;
    const { status } = await fetch(serving.url + path, { method, body: text, headers: { "content-type": type } });
    return status === 200 ? seen : status;
  };

  test("has the defaults of what was left out, and nothing that was not to be sent", async () => {
    expect(await sent("/pets", '{ "name": "Rex", "id": 7 }')).toEqual({ name: "Rex", status: "new" });
    expect(await sent("/pets", '{ "name": "Rex", "status": null }')).toEqual({ name: "Rex", status: null });
  });
  test("is refused before it is completed", async () => {
    expect(await sent("/pets", "{}")).toBe(400);
  });
  test("has no defaults where it says what to change, by its method or its media type", async () => {
    expect(await sent("/pets", '{ "name": "Rex", "id": 7 }', "application/json", "PATCH")).toEqual({ name: "Rex" });
    expect(await sent("/any", '{ "name": "Rex" }')).toEqual({ name: "Rex", status: "new" });
    for (const type of ["application/merge-patch+json", "Application/JSON-Patch+json; charset=utf-8"])
      expect(await sent("/any", '{ "name": "Rex", "id": 7 }', type), type).toEqual({ name: "Rex" });
  });
  test("has them in each line, and in forms", async () => {
    expect(await sent("/lines", '{ "name": "a" }\n{ "name": "b", "status": "old" }\n', lines)).toEqual([
      { name: "a", status: "new" },
      { name: "b", status: "old" },
    ]);
    expect(await sent("/form", "name=Rex&id=7", "application/x-www-form-urlencoded")).toEqual({ name: "Rex", status: "new" });
  });
});

describe("the pieces of a completion", () => {
  const mark = (value: unknown, fill: boolean) => [value, fill];

  test("complete the items of lists, the first ones by position", () => {
    expect(completeItems([1, 2], true, mark)).toEqual([
      [1, true],
      [2, true],
    ]);
    expect(completeItems([1, 2, 3], false, mark, [undefined, mark])).toEqual([1, [2, false], [3, false]]);
    expect(completeItems([1, 2], true, undefined, [mark])).toEqual([[1, true], 2]);
    expect(completeItems("text", true, mark)).toBe("text");
  });
  test("complete other properties, whatever they are called", () => {
    const copy = { ...(JSON.parse('{ "a": 1, "b": 2, "__proto__": 3 }') as Record<string, unknown>) };
    completeOthers(copy, true, mark, ["a"]);
    expect(Object.entries(copy)).toEqual([
      ["a", 1],
      ["b", [2, true]],
      ["__proto__", [3, true]],
    ]);
  });
});

test("a default that a handler writes to is whole again for the next request", async () => {
  const parameters = { query: ["tags"] };
  const handlers = {
    list: ({ query }: { readonly query: { readonly tags: string[] } }) => ({ status: 200, body: query.tags.push("x") }),
  };
  const serving = await serve([route("list", "GET", "/list", { parameters }, { query: { defaults: { tags: ["a"] } } })], { handlers });
  expect([(await serving.get("/list")).text, (await serving.get("/list")).text]).toEqual(["2", "2"]);
  await serving.close();
});
