import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

/** What stands at a JSON Pointer of the description, references on the way followed. */
type Node = string | number | boolean | null | undefined | readonly Node[] | { readonly [key: string]: Node };

const text = readFileSync(new URL("../../spec/petstore.yaml", import.meta.url), "utf8");
const description = parse(text) as Node;

function member(node: Node, key: string): Node {
  const value = key === "$ref" ? node : follow(node);
  if (typeof value !== "object" || value === null) return undefined;
  return (value as { readonly [key: string]: Node })[key];
}

function follow(node: Node): Node {
  const ref = member(node, "$ref");
  return typeof ref === "string" ? at(ref.slice(1).replaceAll("/", " ").trim()) : node;
}

/** Keys are separated by blanks, since paths hold slashes; `~` stands for a slash. */
function at(keys: string): Node {
  return keys
    .split(" ")
    .filter((key) => key !== "")
    .reduce<Node>((node, key) => member(node, key.replaceAll("~", "/")), description);
}

const list = "paths ~pets get";
const create = "paths ~pets post";
const get = "paths ~pets~{petId} get";
const schemas = "components schemas";
const ok = "content application/json schema $ref";
const error = "#/components/schemas/Error";

describe("spec/petstore.yaml holds each fact of the service document", () => {
  test.each<[section: string, fact: string, where: string, value: Node]>([
    ["2", "the statuses", `${schemas} PetStatus enum`, ["available", "pending", "sold"]],
    ["2", "a status is a string", `${schemas} PetStatus type`, "string"],
    ["2", "what a new animal must have", `${schemas} NewPet required`, ["name", "categoryId"]],
    ["2", "name", `${schemas} NewPet properties name type`, "string"],
    ["2", "categoryId", `${schemas} NewPet properties categoryId type`, "integer"],
    ["2", "categoryId is 64 bits", `${schemas} NewPet properties categoryId format`, "int64"],
    ["2", "status", `${schemas} NewPet properties status $ref`, "#/components/schemas/PetStatus"],
    ["2", "a pet is a new pet", `${schemas} Pet allOf 0 $ref`, "#/components/schemas/NewPet"],
    ["2", "with an id", `${schemas} Pet allOf 1 required`, ["id"]],
    ["2", "id", `${schemas} Pet allOf 1 properties id type`, "integer"],
    ["2", "id is 64 bits", `${schemas} Pet allOf 1 properties id format`, "int64"],
    ["2", "pets are an array", `${schemas} Pets type`, "array"],
    ["2", "of pets", `${schemas} Pets items $ref`, "#/components/schemas/Pet"],
    ["2", "what an error has", `${schemas} Error required`, ["code", "message", "status"]],
    ["2", "code", `${schemas} Error properties code type`, "string"],
    ["2", "message", `${schemas} Error properties message type`, "string"],
    ["2", "status of an error", `${schemas} Error properties status type`, "integer"],
    ["4.1", "operation id", `${list} operationId`, "listPets"],
    ["4.1", "limit", `${list} parameters 0 name`, "limit"],
    ["4.1", "limit is a query parameter", `${list} parameters 0 in`, "query"],
    ["4.1", "limit's schema", `${list} parameters 0 schema`, { type: "integer", minimum: 1, maximum: 100, default: 20 }],
    ["4.1", "limit is optional", `${list} parameters 0 required`, undefined],
    ["4.1", "status", `${list} parameters 1 name`, "status"],
    ["4.1", "status is a query parameter", `${list} parameters 1 in`, "query"],
    ["4.1", "status is a PetStatus", `${list} parameters 1 schema $ref`, "#/components/schemas/PetStatus"],
    ["4.1", "status is optional", `${list} parameters 1 required`, undefined],
    ["4.1", "no third parameter", `${list} parameters 2`, undefined],
    ["4.1", "200", `${list} responses 200 ${ok}`, "#/components/schemas/Pets"],
    ["4.1", "401", `${list} responses 401 ${ok}`, error],
    ["4.2", "operation id", `${create} operationId`, "createPet"],
    ["4.2", "the body is required", `${create} requestBody required`, true],
    ["4.2", "the body is a NewPet", `${create} requestBody ${ok}`, "#/components/schemas/NewPet"],
    ["4.2", "201", `${create} responses 201 ${ok}`, "#/components/schemas/Pet"],
    ["4.2", "400", `${create} responses 400 ${ok}`, error],
    ["4.2", "401", `${create} responses 401 ${ok}`, error],
    ["4.3", "operation id", `${get} operationId`, "getPet"],
    ["4.3", "deprecated", `${get} deprecated`, true],
    ["4.3", "removal date", `${get} x-sunset`, "2030-12-05"],
    ["4.3", "replacement", `${get} x-deprecation replacement`, { operationId: "listPets", note: "with the `status` filter" }],
    ["4.3", "petId", `${get} parameters 0 name`, "petId"],
    ["4.3", "petId is in the path", `${get} parameters 0 in`, "path"],
    ["4.3", "petId is required", `${get} parameters 0 required`, true],
    ["4.3", "petId's schema", `${get} parameters 0 schema`, { type: "integer", format: "int64" }],
    ["4.3", "200", `${get} responses 200 ${ok}`, "#/components/schemas/Pet"],
    ["4.3", "401", `${get} responses 401 ${ok}`, error],
    ["4.3", "404", `${get} responses 404 ${ok}`, error],
    ["5", "every operation needs the key", "security", [{ bearerAuth: [] }]],
    ["5", "a bearer key", "components securitySchemes bearerAuth scheme", "bearer"],
    ["5", "over HTTP", "components securitySchemes bearerAuth type", "http"],
    ["8", "a counter belongs to a key", "x-rate-limits key", { securityScheme: "bearerAuth" }],
    ["8", "free", "x-rate-limits plans free policies", { minute: { q: 60, w: 60 }, day: { q: 1000, w: 86400 } }],
    ["8", "pro", "x-rate-limits plans pro policies", { minute: { q: 300, w: 60 }, day: { q: 10_000, w: 86400 } }],
    ["8", "business", "x-rate-limits plans business policies", { minute: { q: 1000, w: 60 }, day: { q: 100_000, w: 86400 } }],
    ["8", "enterprise", "x-rate-limits plans enterprise", { custom: true }],
    ["8", "the header of the limit", "x-rate-limits headers limit", "X-RateLimit-Limit"],
    ["8", "the header of what remains", "x-rate-limits headers remaining", "X-RateLimit-Remaining"],
    ["8", "the header of the reset", "x-rate-limits headers reset", { name: "X-RateLimit-Reset", format: "unix-seconds" }],
    ["9", "version", "info version", "1.0.0"],
    ["9", "production", "servers 0 description", "Production"],
    ["9", "production under /v1", "servers 0 url", "https://{host}/v1"],
    ["9", "staging", "servers 1 description", "Staging"],
    ["9", "staging under /v1", "servers 1 url", "https://{host}/v1"],
  ])("section %s: %s", (_section, _fact, where, value) => {
    expect(at(where)).toEqual(value);
  });

  test.each([
    [list, ["200", "401", "429"]],
    [create, ["201", "400", "401", "429"]],
    [get, ["200", "401", "404", "429"]],
  ])("section 4 and 7: %s answers these statuses and no other", (operation, statuses) => {
    expect(Object.keys(at(`${operation} responses`) ?? {})).toEqual(statuses);
    for (const status of statuses) {
      const response = `${operation} responses ${status}`;
      expect(Object.keys(at(`${response} headers`) ?? {}).filter((name) => name !== "Retry-After")).toEqual([
        "X-RateLimit-Limit",
        "X-RateLimit-Remaining",
        "X-RateLimit-Reset",
      ]);
      expect(at(`${response} headers Retry-After required`)).toBe(status === "429" ? true : undefined);
      expect(at(`${response} content`) === undefined).toBe(status === "429");
    }
  });
});

describe("spec/petstore.yaml invents nothing that the service document does not show", () => {
  test("no operation but the three", () => {
    expect(Object.keys(at("paths") ?? {})).toEqual(["/pets", "/pets/{petId}"]);
    expect(Object.keys(at("paths ~pets") ?? {})).toEqual(["get", "post"]);
    expect(Object.keys(at("paths ~pets~{petId}") ?? {})).toEqual(["get"]);
  });

  test.each([
    ["4", "another schema", schemas, ["PetStatus", "NewPet", "Pet", "Pets", "Error"]],
    ["4", "a field of a new pet", `${schemas} NewPet properties`, ["name", "categoryId", "status"]],
    ["4", "a field of an error", `${schemas} Error properties`, ["code", "message", "status"]],
    ["8", "a plan", "x-rate-limits plans", ["free", "pro", "business", "enterprise"]],
  ])("section %s: not %s", (_section, _what, where, keys) => {
    expect(Object.keys(at(where) ?? {})).toEqual(keys);
  });

  test.each([
    ["a default status", `${schemas} PetStatus default`],
    ["a default for the status of a new animal", `${schemas} NewPet properties status default`],
    ["a default for the filter", `${list} parameters 1 schema default`],
    ["a date of deprecation", `${get} x-deprecation since`],
    ["the values of an error code", `${schemas} Error properties code enum`],
    ["events", "webhooks"],
    ["a stability level", `${get} x-stability-level`],
    ["a default plan", "x-rate-limits defaultPlan"],
    ["the unit of Retry-After", "components headers RetryAfter schema format"],
  ])("not %s", (_what, where) => {
    expect(at(where)).toBeUndefined();
  });

  test("no host but the reserved example domains", () => {
    const hosts = [...text.matchAll(/default: (\S+\.\S+)/g)].map((match) => match[1]);
    expect(hosts).toEqual(["api.petstore.example.com", "staging.petstore.example.com"]);
    expect([...text.matchAll(/https?:\/\/([^/\s]+)/g)].map((match) => match[1])).toEqual(["{host}", "{host}"]);
  });
});
