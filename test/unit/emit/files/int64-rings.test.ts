/** Alternatives that lead back to themselves through a discriminator's parent: the search for integers of 64 bits ends. */
import { expect, test } from "vitest";
import { generateTexts } from "../../../support/pipeline.js";

const to = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const id = { type: "integer", format: "int64" };
const others: Readonly<Record<string, object>> = {
  "any members": { type: "object", additionalProperties: true },
  "a number": { type: "object", properties: { id: { type: "number" } } },
  "a list": { type: "array" },
};
const links: Readonly<Record<string, object>> = {
  "beside its parent": { allOf: [to("Pet")], anyOf: [to("Pet"), to("Other")] },
  "as one of its parent": { allOf: [to("Pet")], oneOf: [to("Other"), to("Pet")] },
  "in a member": { allOf: [to("Pet")], properties: { next: { anyOf: [to("Pet"), to("Other")] } } },
  "in items": { allOf: [to("Pet")], properties: { all: { type: "array", items: { anyOf: [to("Dog"), to("Other")] } } } },
  "by a condition": { allOf: [to("Pet")], if: to("Pet"), then: to("Other") },
};

test.each(
  Object.keys(links).flatMap((link) =>
    Object.keys(others).flatMap((other) => (["number", "bigint", "string"] as const).map((int64) => [link, other, int64] as const)),
  ),
)("%s, where another has %s: %s", async (link, other, int64) => {
  const Pet = { type: "object", required: ["kind"], properties: { kind: { type: "string" }, id }, discriminator: { propertyName: "kind" } };
  const schemas = { Pet, Other: others[other], Dog: links[link], Cat: { allOf: [to("Pet")], properties: { dog: to("Dog") } } };
  const content = { "application/json": { schema: to("Pet") } };
  const get = { operationId: "getPet", responses: { 200: { description: "ok", content } } };
  const text = JSON.stringify({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: { "/pet": { get } },
    components: { schemas },
  });
  const { files } = await generateTexts({ "a.json": text }, ["types", "validators", "client", "server"], { strict: false, int64 });
  expect(files.map(({ path }) => path)).toContain("operations.ts");
});
