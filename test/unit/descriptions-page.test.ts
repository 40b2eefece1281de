/** The table of docs/descriptions.md: what is said to be read as something else gives the same types. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { generateTexts } from "../support/pipeline.js";

const page = readFileSync(new URL("../../docs/descriptions.md", import.meta.url), "utf8");
const rows = page
  .split("\n")
  .map((line) => /^\| (?<place>[a-z ]+) \| `(?<written>.+?)` \| (?<meant>.+?) \| `(?<code>[a-z-]+)` \|$/.exec(line)?.groups)
  .filter((groups) => groups !== undefined);

const pet = { type: "object", properties: { id: { type: "string" } } };
const operation = (members: object): object => ({ "/a": { post: { operationId: "a", ...members } } });
const responding = (response: unknown): object => operation({ responses: { 200: response } });

/** A description that has a value in a place. */
const places: Readonly<Record<string, (value: unknown) => object>> = {
  schema: (value) => ({ paths: responding({ description: "", content: { "application/json": { schema: value } } }) }),
  response: (value) => ({ paths: responding(value) }),
  "request body": (value) => ({ paths: operation({ requestBody: value, responses: {} }) }),
  parameter: (value) => ({ paths: operation({ parameters: [value], responses: {} }) }),
  "path item": (value) => ({ paths: { "/a": value } }),
  description: (value) => value as object,
};

async function generated(place: string, written: string, strict: boolean) {
  const common = {
    ...{ openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths: {} },
    "x-lists": { paging: [{ name: "page", in: "query", schema: { type: "integer" } }] },
    components: {
      schemas: { Pet: pet },
      responses: { Found: { description: "Found.", content: { "text/plain": { schema: { type: "string" } } } } },
      requestBodies: { PetBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } } } },
      securitySchemes: { key: { type: "apiKey", in: "header", name: "Key" } },
    },
  };
  const text = stringify({ ...common, ...places[place]?.(parse(written)) });
  // YAML has a null in the place of what a key has no value for; the number 3.1 stays one.
  return generateTexts({ "api.yaml": text }, ["types", "client", "server"], { strict, name: "pets" });
}

const codeIn = (cell: string): string | undefined => /^`(.+)`$/.exec(cell)?.[1];

describe("the table of what is read as what", () => {
  test("is there", () => {
    expect(rows.length).toBeGreaterThan(40);
    for (const { place } of rows) expect(Object.keys(places)).toContain(place);
  });

  test.each(rows)("$place $written is read as $meant", async ({ place = "", written = "", meant = "", code = "" }) => {
    const assumed = await generated(place, written, false);
    expect(assumed.diagnostics.filter((each) => each.severity === "error")).toEqual([]);
    expect(assumed.diagnostics.map((each) => each.code)).toContain(code);
    const strict = await generated(place, written, true);
    expect(strict.files.length === 0).toBe(strict.diagnostics.some((each) => each.severity === "error"));
    const same = codeIn(meant);
    if (same === undefined) return;
    const proper = await generated(place, same, true);
    expect(proper.diagnostics.filter((each) => each.severity === "error")).toEqual([]);
    expect(assumed.files).toEqual(proper.files);
  });
});
