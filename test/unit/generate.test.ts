import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { generateFiles, outputOf, type Generation, type ReadFile, type Request, type Stage } from "../../src/generate.js";
import type { Output } from "../../src/output/plan.js";
import { memoryIo } from "../support/memory-io.js";

const petstore = readFileSync(new URL("../../spec/petstore.yaml", import.meta.url), "utf8");
const request: Request = { input: "spec/api.yaml", source: "spec/api.yaml", command: "npm run generate", emit: ["types"], name: undefined };
const head = 'openapi: 3.1.0\ninfo: { title: T, version: "1" }\n';

describe("the pipeline", () => {
  test("makes files of a description, and changes nothing on disk", async () => {
    const io = memoryIo({ "/project/spec/api.yaml": petstore });
    const stages: Stage[] = [];
    const { value, diagnostics, sources } = await generateFiles(request, io, { enter: (stage) => stages.push(stage) });
    expect(diagnostics).toEqual([]);
    expect(value?.files.map(({ path }) => path)).toEqual(["types.ts", "index.ts"]);
    expect(sources.map(({ uri }) => uri)).toEqual(["file:///project/spec/api.yaml"]);
    expect(stages).toEqual(["reading", "resolving", "modelling", "emitting"]);
    expect(io.changes).toEqual([]);
  });

  test("makes the same files each time, wherever it is started", async () => {
    const here = await generateFiles(
      { ...request, emit: ["types", "validators", "client", "paths", "server"] },
      memoryIo({ "/project/spec/api.yaml": petstore }),
    );
    const there = await generateFiles(
      { ...request, input: "../x/spec/api.yaml", emit: ["types", "validators", "client", "paths", "server"] },
      memoryIo({ "/else/x/spec/api.yaml": petstore }, { cwd: "/else/y" }),
    );
    expect(here.value?.files.length).toBeGreaterThan(5);
    expect(there.value?.files).toEqual(here.value?.files);
  });

  test("finds the mistakes of every stage at once, and makes nothing", async () => {
    // A reference that leads nowhere is found by resolve, a scheme that does not exist by the model.
    const text = `${head}paths:\n  /a: { get: { security: [{ nope: [] }], parameters: [{ $ref: "#/components/parameters/Nope" }], responses: { "200": { description: ok } } } }\n`;
    const { value, diagnostics } = await generateFiles({ ...request, strict: true }, memoryIo({ "/project/spec/api.yaml": text }));
    expect(value).toBeUndefined();
    expect(diagnostics.map(({ code }) => code)).toEqual(expect.arrayContaining(["ref-not-found", "security-scheme-unknown"]));
  });

  test("names files in an order that does not depend on which is read first", async () => {
    const texts = {
      "/project/spec/api.yaml": `${head}paths:\n  /b: { $ref: "b.yaml" }\n  /a: { $ref: "a.yaml" }\n`,
      "/project/spec/a.yaml": 'get: { operationId: a, responses: { "200": { description: ok } } }\n',
      "/project/spec/b.yaml": 'get: { operationId: b, responses: { "200": { description: ok } } }\n',
    };
    const names = async (slow: string): Promise<readonly string[]> => {
      const io = memoryIo(texts);
      const read = async (path: string): Promise<Uint8Array> => {
        if (path.endsWith(slow)) await new Promise((done) => setTimeout(done, 20));
        return io.read(path);
      };
      const { value, diagnostics, sources } = await generateFiles(request, { ...io, read });
      expect(diagnostics).toEqual([]);
      return generated(value, sources, "/project/out").manifest.inputs.map(({ name }) => name);
    };
    expect(await names("a.yaml")).toEqual(["../spec/api.yaml", "../spec/b.yaml", "../spec/a.yaml"]);
    expect(await names("b.yaml")).toEqual(["../spec/api.yaml", "../spec/b.yaml", "../spec/a.yaml"]);
  });

  test("does not read what the description may not refer to", async () => {
    const text = `${head}paths:\n  /a: { $ref: "http://169.254.169.254/latest" }\n  /b: { $ref: "/etc/passwd" }\n`;
    const io = memoryIo({ "/project/spec/api.yaml": text, "/etc/passwd": "root" });
    const asked: string[] = [];
    const watched = {
      ...io,
      fetch: (url: string) => (asked.push(url), io.fetch(url)),
      read: (path: string) => (asked.push(path), io.read(path)),
    };
    const { diagnostics } = await generateFiles(request, watched);
    expect(diagnostics.filter(({ code }) => code === "ref-outside")).toHaveLength(2);
    expect(asked).toEqual(["/project/spec/api.yaml"]);
  });
});

describe("a manifest", () => {
  test("names inputs relative to the output, and URLs without credentials", async () => {
    const { value, sources } = await generateFiles(request, memoryIo({ "/project/spec/api.yaml": petstore }));
    const { manifest } = generated(
      value,
      [...sources, ...sources.map((each) => ({ ...each, uri: "https://me:secret@example.com/a.yaml?x=1" }))],
      "/project/generated/api",
    );
    expect(manifest.inputs.map(({ name }) => name)).toEqual(["../../spec/api.yaml", "https://example.com/a.yaml?x=1"]);
    expect(manifest.options).toEqual({ emit: ["types"], name: "petstore", source: "spec/api.yaml", command: "npm run generate" });
  });
});

function generated(value: Generation | undefined, sources: readonly ReadFile[], root: string): Output {
  if (value === undefined) throw new Error("Nothing was generated");
  return outputOf(request, value, sources, root);
}
