/** OpenAPI 3.2's `$self`: what a document calls itself, and what is relative in it relative to (RFC 3986, 5.1.1). */
import { describe, expect, test } from "vitest";
import { resolve } from "../../../../src/openapi/resolve/resolve.js";
import { load } from "../../../../src/source/load-file.js";
import { referencePolicy } from "../../../../src/source/reference-policy.js";
import { memoryIo } from "../../../support/memory-io.js";
import { brief, description } from "./resolving.js";

const api = (members: string, version = "3.2.0"): string => description(members, version);
const schemas = (lines: string, self: string, version?: string): string =>
  api(`$self: ${self}\ncomponents:\n  schemas:\n${lines.replace(/^/gm, "    ")}`, version);

/** Resolves files below /project, or on the network by their URL, the first of which is the root; with all that was asked for. */
async function resolving(files: Readonly<Record<string, string>>) {
  const [root = ""] = Object.keys(files);
  const isRemote = (name: string): boolean => name.startsWith("https:");
  const local = Object.entries(files).filter(([name]) => !isRemote(name));
  const remote = Object.fromEntries(Object.entries(files).filter(([name]) => isRemote(name)));
  const io = memoryIo(Object.fromEntries(local.map(([name, text]) => [`/project/${name}`, text])), { web: remote });
  const asked: string[] = [];
  const source = await load(root, io);
  if (source.value === undefined) throw new Error(JSON.stringify(source.diagnostics));
  const mayRead = referencePolicy(source.value.uri, {}, io);
  const { value, diagnostics } = await resolve(source.value, async (uri) => {
    asked.push(uri);
    const refusal = await mayRead(uri);
    return refusal === undefined ? load(uri, io) : { value: undefined, diagnostics: [refusal] };
  });
  if (value === undefined) throw new Error(JSON.stringify(diagnostics));
  return { resolved: value, schemas: value.document.components?.schemas, told: diagnostics.map(brief), diagnostics, asked };
}

describe("$self is what references of its document are relative to", () => {
  test("read from where it says", async () => {
    const {
      schemas: found,
      told,
      asked,
    } = await resolving({
      "https://example.com/files/1": schemas(
        "A: {$ref: 'pet.yaml#/Pet'}\nB: {$ref: '#/components/schemas/A'}",
        "https://example.com/apis/v1/api.yaml",
      ),
      "https://example.com/apis/v1/pet.yaml": "Pet: {type: string}\n",
    });
    expect(told).toEqual([]);
    expect(asked).toEqual(["https://example.com/apis/v1/pet.yaml"]);
    expect(found).toMatchObject({
      A: { $ref: "https://example.com/apis/v1/pet.yaml#/Pet" },
      B: { $ref: "https://example.com/files/1#/components/schemas/A" },
    });
  });
  test("a relative one is relative to where the document was read", async () => {
    const { schemas: found, told } = await resolving({
      "a.yaml": schemas(
        "A: {$ref: 'pet.yaml#/Pet'}\nB: {$ref: '../apis/api.yaml#/components/schemas/A'}\nC: {$ref: 'api.yaml#/components/schemas/A'}",
        "apis/api.yaml",
      ),
      "apis/pet.yaml": "Pet: {type: string}\n",
    });
    expect(told).toEqual([]);
    expect(found).toMatchObject({
      A: { $ref: "file:///project/apis/pet.yaml#/Pet" },
      B: { $ref: "file:///project/a.yaml#/components/schemas/A" },
      C: { $ref: "file:///project/a.yaml#/components/schemas/A" },
    });
  });
  test("so are names of schemas in it", async () => {
    const { schemas: found, told } = await resolving({
      "a.yaml": schemas(
        "A: {$id: pet, type: string, $anchor: x}\nB: {$ref: 'https://example.com/apis/pet#x'}\nC: {$ref: '#y'}\nD: {$anchor: y}",
        "https://example.com/apis/v1",
      ),
    });
    expect(told).toEqual([]);
    expect(found).toMatchObject({
      B: { $ref: "file:///project/a.yaml#/components/schemas/A" },
      C: { $ref: "file:///project/a.yaml#/components/schemas/D" },
    });
  });
  test("where nothing can be read there, a file beside the document is a copy, and that is told once", async () => {
    const { schemas: found, diagnostics } = await resolving({
      "a.yaml": schemas("A: {$ref: 'pet.yaml#/Pet'}\nB: {$ref: 'pet.yaml#/Cat'}", "https://example.com/apis/api.yaml"),
      "pet.yaml": "Pet: {type: string}\nCat: {$ref: '#/Pet'}\n",
    });
    expect(diagnostics).toMatchObject([
      {
        code: "ref-beside",
        message:
          'https://example.com/apis/pet.yaml is what this reference means by the "$self" of its file, and cannot be read; pet.yaml is read instead.',
      },
    ]);
    expect(found).toMatchObject({ A: { $ref: "file:///project/pet.yaml#/Pet" }, B: { $ref: "file:///project/pet.yaml#/Cat" } });
  });
  test("a document may name itself by its file", async () => {
    const { schemas: found, told } = await resolving({
      "a.yaml": schemas("A: {$ref: 'a.yaml#/components/schemas/B'}\nB: {type: string}", "https://example.com/b"),
    });
    expect(told).toEqual(["info ref-beside /components/schemas/A/$ref"]);
    expect(found).toMatchObject({ A: { $ref: "file:///project/a.yaml#/components/schemas/B" } });
  });
  test("before 3.2 it says nothing", async () => {
    const { schemas: found, told } = await resolving({
      "a.yaml": schemas("A: {$ref: 'pet.yaml#/Pet'}", "https://example.com/apis/api.yaml", "3.1.0"),
      "pet.yaml": "Pet: {type: string}\n",
    });
    expect(told).toEqual([]);
    expect(found).toMatchObject({ A: { $ref: "file:///project/pet.yaml#/Pet" } });
  });
});

describe("$self is what a document is referred to by", () => {
  const shared = "https://example.com/shared";
  test("once it is among the files read, in whatever order", async () => {
    for (const lines of [
      `A: {$ref: '${shared}#/components/schemas/Pet'}\nB: {$ref: 'b.yaml#/components/schemas/Pet'}`,
      `B: {$ref: 'b.yaml#/components/schemas/Pet'}\nA: {$ref: '${shared}#/components/schemas/Pet'}`,
    ]) {
      const { schemas: found, told } = await resolving({
        "a.yaml": api(`components:\n  schemas:\n${lines.replace(/^/gm, "    ")}`),
        "b.yaml": schemas("Pet: {type: string}", shared),
      });
      expect(told).toEqual([]);
      expect(found).toMatchObject({ A: { $ref: "file:///project/b.yaml#/components/schemas/Pet" } });
    }
  });
  test("also by a reference that is relative to the $self of another", async () => {
    const { schemas: found, told } = await resolving({
      "a.yaml": schemas(
        "A: {$ref: 'shared#/components/schemas/Pet'}\nB: {$ref: 'b.yaml#/components/schemas/Pet'}",
        "https://example.com/api",
      ),
      "b.yaml": schemas("Pet: {type: object, properties: {up: {$ref: 'api#/components/schemas/A'}}}", shared),
    });
    expect(told).toEqual(["info ref-beside /components/schemas/B/$ref"]);
    expect(found).toMatchObject({ A: { $ref: "file:///project/b.yaml#/components/schemas/Pet" } });
  });
  test("twice is told; the first is meant", async () => {
    const { schemas: found, told } = await resolving({
      "a.yaml": api(
        `components:\n  schemas:\n    A: {$ref: '${shared}#/components/schemas/Pet'}\n    B: {$ref: 'b.yaml#/components/schemas/Pet'}\n    C: {$ref: 'c.yaml#/components/schemas/Pet'}`,
      ),
      "b.yaml": schemas("Pet: {type: string}", shared),
      "c.yaml": schemas("Pet: {type: integer}", shared),
    });
    expect(told).toEqual(["warning duplicate-id /$self"]);
    expect(found).toMatchObject({ A: { $ref: "file:///project/b.yaml#/components/schemas/Pet" } });
  });
  test.each(["5", "'https://[bad'"])("%s is none, and that is told", async (self) => {
    const { schemas: found, told } = await resolving({ "a.yaml": schemas("A: {$ref: '#/components/schemas/B'}\nB: {}", self) });
    expect(told).toEqual([self === "5" ? "error wrong-type /$self" : "warning bad-id /$self"]);
    expect(found).toMatchObject({ A: { $ref: "file:///project/a.yaml#/components/schemas/B" } });
  });
});
