import { expect, it } from "vitest";
import { generateFiles } from "../../src/generate.js";
import { memoryIo, type MemoryIo } from "../support/memory-io.js";

/** One description on the network that refers to a file beside it, which is redirected to `landing`. */
function redirecting(landing: string): MemoryIo {
  const root = `{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "paths": { "/": { "get": { "responses": { "200":
    { "description": "ok", "content": { "application/json": { "schema": { "$ref": "./pet.json" } } } } } } } } }`;
  const web = {
    "https://api.example.com/api.json": root,
    "https://api.example.com/pet.json": { url: landing, body: '{ "type": "string" }' },
  };
  return memoryIo({}, { web });
}

const request = {
  input: "https://api.example.com/api.json",
  source: "api.json",
  command: "npx sundial generate",
  emit: ["types"],
  name: undefined,
} as const;

it("refuses a reference that a redirect leads to another origin", async () => {
  const { value, diagnostics } = await generateFiles(request, redirecting("http://169.254.169.254/pet.json"));
  expect(value).toBeUndefined();
  expect(diagnostics.map(({ code }) => code)).toContain("ref-outside");
});

it("follows a redirect within the origin", async () => {
  const { value } = await generateFiles(request, redirecting("https://api.example.com/v2/pet.json"));
  expect(value?.files.map(({ path }) => path)).toContain("types.ts");
});
