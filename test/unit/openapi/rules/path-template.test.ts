import { expect, test } from "vitest";
import { isTemplate, meantTemplate } from "../../../../src/openapi/rules/path-template.js";

const id = ["id"];

test.each<[written: string, names: readonly string[], meant: string]>([
  ["/a/{id", id, "/a/{id}"],
  ["/a/{id/b", id, "/a/{id}/b"],
  ["/a/{id", [], "/a/{id}"],
  ["/a/id}", id, "/a/{id}"],
  ["/a/id}/b", id, "/a/{id}/b"],
  ["/a/pre-id}", id, "/a/pre-{id}"],
  ["/a/{id.json", id, "/a/{id}.json"],
  ["/a/{a.b.c", ["a.b", "a"], "/a/{a.b}.c"],
  ["/a/{a}{b", ["a", "b"], "/a/{a}{b}"],
  ["/a/{{id}", id, "/a/{id}"],
  ["/a/{id}}", id, "/a/{id}"],
  ["/a/{{id}}", id, "/a/{id}"],
  ["/a/{{id}}}/b", id, "/a/{id}/b"],
  ["/a/{ id }", id, "/a/{id}"],
  ["/a/{}", id, "/a/{id}"],
  ["/a/{id}/{}", ["id", "other"], "/a/{id}/{other}"],
  ["/a/{}/{}", ["id", "other"], "/a/{parameter}/{parameter2}"],
  ["/a/{}", [], "/a/{parameter}"],
  ["/a/%7Bid%7D", id, "/a/{id}"],
  ["/a/<id>", id, "/a/{id}"],
  ["/a/{id>", id, "/a/{id}"],
  ["/a/[id]", id, "/a/{id}"],
  ["/a/(id)", id, "/a/{id}"],
  ["/a/$id", id, "/a/{id}"],
  ["/a/:id/b", id, "/a/{id}/b"],
  ["/a/:id.json", id, "/a/{id}.json"],
  ["/a/{id:[0-9]+}", id, "/a/{id}"],
  ["/a/{id:[0-9]{2}}", id, "/a/{id}"],
  ["/a/{id?}", id, "/a/{id}"],
  ["/a/{+id}", id, "/a/{id}"],
  ["/a/{**id}", id, "/a/{id}"],
  ["/a/${id}", id, "/a/{id}"],
  ["/v1/{id=projects/*}", id, "/v1/{id}"],
  ["/v1/{id=projects/*}:cancel", id, "/v1/{id}:cancel"],
])("%s with the parameters %j means %s", (written, names, meant) => {
  expect(isTemplate(written)).toBe(false);
  expect(meantTemplate(written, new Set(names))).toBe(meant);
  expect(isTemplate(meant)).toBe(true);
});

test.each(["/a/$batch", "/a/:verb", "/a/(b)", "/a/{x:y}/b", "/a/[0]"])("%s means itself where no parameter is called so", (path) => {
  expect(meantTemplate(path, new Set(["id"]))).toBe(path);
});

test.each(["/a", "/a/{id}", "/a/{id}:verb", "/a/{id*}", "/a/{id}.{ext}", "/a//b"])("%s is a template", (path) => {
  expect(isTemplate(path)).toBe(true);
});

test("a path of braces alone is looked through once", () => {
  for (const unit of ["{", "}", "{a", "a.", "{:/"])
    expect(meantTemplate(`/${unit.repeat(50_000)}`, new Set(["id"])).startsWith("/")).toBe(true);
});
