import { describe, expect, it } from "vitest";
import { camelCase, kebabCase, pascalCase, shortHash, upperSnakeCase, splitWords } from "../../../../src/model/names/letter-case.js";

describe("words", () => {
  it.each([
    ["pet_status", ["pet", "status"]],
    ["PET_STATUS", ["pet", "status"]],
    ["APIKey", ["APIKey"]],
    ["list users!", ["list", "users"]],
    ["user's pet", ["users", "pet"]],
    ["Größe", ["Grosse"]],
    ["Ångström Øl", ["Angstrom", "Ol"]],
    ["zero\u200bwidth", ["zerowidth"]],
    ["ﬁle", ["file"]],
    ["削除", ["削除"]],
    ["勤怠 情報・一覧", ["勤怠", "情報", "一覧"]],
    ["ПЛАН_РАБОТ", ["план", "работ"]],
    ["العميل", []],
    ["🐾", []],
    ["*/ ${1}", ["1"]],
    ["", []],
  ])("splits %j at what is no letter or digit", (text, expected) => {
    expect(splitWords(text)).toEqual(expected);
  });
});

describe("pascalCase", () => {
  it.each([
    ["pet_status", "PetStatus"],
    ["foo-bar", "FooBar"],
    ["foo.bar.Baz", "FooBarBaz"],
    ["APIKey", "APIKey"],
    ["HTTP_error", "HTTPError"],
    ["v1.2.3", "V1_2_3"],
    ["iOS", "IOS"],
    ["constructor", "Constructor"],
    ["__proto__", "Proto"],
  ])("turns %j into %j and keeps capitals inside words", (text, expected) => {
    expect(pascalCase(text)).toBe(expected);
  });
});

describe("camelCase", () => {
  it.each([
    ["ListUsers", "listUsers"],
    ["list-users", "listUsers"],
    ["APIKeyList", "apiKeyList"],
    ["URL", "url"],
    ["GetURL", "getURL"],
    ["UsersController_findAll", "usersControllerFindAll"],
    ["OAuthToken", "oAuthToken"],
    ["IDs", "iDs"],
  ])("turns %j into %j", (text, expected) => {
    expect(camelCase(text)).toBe(expected);
  });
});

describe("kebabCase", () => {
  it.each([
    ["Pet Store", "pet-store"],
    ["GCPIntegration", "gcp-integration"],
    ["PagerDuty", "pager-duty"],
    ["OAuth", "oauth"],
    ["DBRPs", "dbrps"],
    ["admin.usergroups", "admin-usergroups"],
    ["../../etc/passwd", "etc-passwd"],
  ])("turns %j into %j", (text, expected) => {
    expect(kebabCase(text)).toBe(expected);
  });
});

it("writes codes in capitals with underscores between the words as written", () => {
  expect([upperSnakeCase("getPet"), upperSnakeCase("list-users"), upperSnakeCase("pet-store")]).toEqual([
    "GETPET",
    "LIST_USERS",
    "PET_STORE",
  ]);
});

it("hashes the same text to the same seven letters and digits", () => {
  expect(shortHash("削除")).toMatch(/^[0-9a-z]{7}$/);
  expect(shortHash("削除")).toBe(shortHash("削除"));
  expect(shortHash("削除")).not.toBe(shortHash("削る"));
});
