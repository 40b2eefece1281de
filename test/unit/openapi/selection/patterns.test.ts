import { describe, expect, test } from "vitest";
import { namePattern, pathPattern } from "../../../../src/openapi/selection/patterns.js";

describe("a pattern of a path", () => {
  test.each([
    ["/pets", ["/pets"], ["/pets/", "/pets/{id}", "/Pets", "/petss"]],
    ["/pets/{id}", ["/pets/{id}"], ["/pets/{petId}", "/pets/1"]],
    ["/pets/*", ["/pets/{id}", "/pets/mine", "/pets/"], ["/pets", "/pets/{id}/toys"]],
    ["/pets/**", ["/pets", "/pets/{id}", "/pets/{id}/toys"], ["/petshop", "/v1/pets"]],
    ["/**/toys", ["/toys", "/pets/{id}/toys"], ["/pets/toys/{id}", "/pettoys"]],
    ["/v1/**/toys/**", ["/v1/toys", "/v1/a/b/toys/c"], ["/v1/a", "/v2/toys"]],
    ["**", ["/", "/pets", "petSold"], []],
    ["/**", ["/", "/pets/{id}"], ["petSold"]],
    ["/pets-*", ["/pets-old", "/pets-"], ["/pets-old/x", "/pets"]],
    ["*/admin", ["v1/admin"], ["/v1/admin"]],
    ["/a.b(c)+[d]?^$|\\/*", ["/a.b(c)+[d]?^$|\\/x"], ["/aXb(c)+[d]?^$|\\/x"]],
    ["/v1/**/**/x", ["/v1/x", "/v1/a/x"], ["/v1/ax"]],
    ["/line\nbreak/*", ["/line\nbreak/x"], ["/line"]],
    ["/files/*", ["/files/*"], []],
  ])("%j", (pattern, fitting, others) => {
    const fits = pathPattern(pattern);
    expect(fitting.filter((path) => !fits(path))).toEqual([]);
    expect(others.filter(fits)).toEqual([]);
  });
});

describe("a pattern of a name", () => {
  test.each([
    ["pets", ["pets"], ["Pets", "pets2", "mypets"]],
    ["list*", ["list", "listPets", "list/pets"], ["List", "enlist"]],
    ["*Pet*", ["Pet", "getPetById"], ["getpet"]],
    ["a.b", ["a.b"], ["aXb"]],
    ["*", ["", "anything at\nall"], []],
    ["**", ["x"], []],
    ["a*b", ["a*b", "ab"], ["a"]],
  ])("%j", (pattern, fitting, others) => {
    const fits = namePattern(pattern);
    expect(fitting.filter((name) => !fits(name))).toEqual([]);
    expect(others.filter(fits)).toEqual([]);
  });
});
