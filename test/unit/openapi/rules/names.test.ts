import { describe, expect, test } from "vitest";
import { resolve } from "../../../../src/openapi/resolve/resolve.js";
import type { Resolved } from "../../../../src/openapi/resolve/resolved.js";
import { load } from "../../../../src/source/load-file.js";
import { referencePolicy } from "../../../../src/source/reference-policy.js";
import { memoryIo } from "../../../support/memory-io.js";
import { brief, description, resolving } from "../resolve/resolving.js";

const root = "file:///project/a.yaml#/components/schemas";

function schemas(lines: string, version?: string): string {
  return description(`components:\n  schemas:\n${lines.trim().replaceAll(/^/gm, "    ")}`, version);
}

function schema(resolved: Resolved, name: string): unknown {
  return resolved.document.components?.schemas?.[name];
}

/** The same with the rule of which files a description may read. */
async function resolvingAsUsers(files: Readonly<Record<string, string>>) {
  const io = memoryIo(Object.fromEntries(Object.entries(files).map(([name, text]) => [`/project/${name}`, text])));
  const first = await load(Object.keys(files)[0] ?? "", io);
  if (first.value === undefined) throw new Error(JSON.stringify(first.diagnostics));
  const uri = first.value.uri;
  const asked: string[] = [];
  const mayRead = referencePolicy(uri, {}, io);
  const { value, diagnostics } = await resolve(first.value, async (reference) => {
    asked.push(reference);
    const refusal = await mayRead(reference);
    return refusal === undefined ? load(reference, io) : { value: undefined, diagnostics: [refusal] };
  });
  if (value === undefined) throw new Error(JSON.stringify(diagnostics));
  return { resolved: value, diagnostics, asked };
}

describe("a schema with an $id", () => {
  test("is what references inside it are relative to, and what its URI leads to from anywhere", async () => {
    const { resolved, diagnostics, asked } = await resolvingAsUsers({
      "a.yaml": schemas(`
First: {$ref: 'https://example.com/pets/pet'}
Second: {$ref: 'urn:example:owner#/properties/name'}
Pet:
  $id: https://example.com/pets/pet
  properties: {owner: {$ref: 'owner'}, self: {$ref: '#'}, tag: {$ref: '#/$defs/tag'}}
  $defs: {tag: {type: string}, owner: {$id: owner, type: object}}
Owner: {$id: 'urn:example:owner', properties: {name: {type: string}}}`),
    });
    expect(diagnostics).toEqual([]);
    expect(asked).toEqual([]);
    expect(schema(resolved, "First")).toEqual({ $ref: `${root}/Pet` });
    expect(schema(resolved, "Second")).toEqual({ $ref: `${root}/Owner/properties/name` });
    expect(schema(resolved, "Pet")).toMatchObject({
      properties: {
        owner: { $ref: `${root}/Pet/$defs/owner` },
        self: { $ref: `${root}/Pet` },
        tag: { $ref: `${root}/Pet/$defs/tag` },
      },
    });
  });

  test("keeps its base when it is entered by a pointer across it", async () => {
    const { resolved, diagnostics } = await resolving({
      "a.yaml": schemas("A: {$ref: 'b.json#/$defs/outer/$defs/inner'}"),
      "b.json": JSON.stringify({
        $defs: {
          outer: {
            $id: "https://example.com/outer/",
            $defs: { inner: { items: { $ref: "other" } }, other: { $id: "other", type: "null" } },
          },
        },
      }),
    });
    expect(diagnostics).toEqual([]);
    expect(resolved.target("schema", "file:///project/b.json#/$defs/outer/$defs/inner")).toMatchObject({
      items: { $ref: "file:///project/b.json#/$defs/outer/$defs/other" },
    });
  });

  test("is found in another file, which nothing else of is read", async () => {
    const { resolved, diagnostics } = await resolvingAsUsers({
      "a.yaml": schemas("A: {$ref: 'common.yaml#/Used'}\nB: {$ref: 'https://example.com/unused'}"),
      "common.yaml": "Used: {type: string}\nUnused: {$id: 'https://example.com/unused', $defs: {x: {$anchor: y}}, type: integer}\n",
    });
    expect(diagnostics).toEqual([]);
    expect(schema(resolved, "B")).toEqual({ $ref: "file:///project/common.yaml#/Unused" });
  });

  test("is none in an example, an enumeration or an unknown keyword", async () => {
    const { resolved, diagnostics } = await resolving({
      "a.yaml": schemas(`
A: {enum: [{$id: 'https://example.com/x', type: 'null'}]}
B: {x-schemas: [{$id: 'https://example.com/x', type: 'null'}], example: {$id: 'https://example.com/x'}, const: {$id: 'https://example.com/x'}}
C: {properties: {$id: {type: string}, $anchor: {type: string}}}
D: {$id: 'https://example.com/x', type: string}
E: {$ref: 'https://example.com/x'}`),
    });
    expect(diagnostics.filter(({ code }) => code !== "unknown-key")).toEqual([]);
    expect(schema(resolved, "E")).toEqual({ $ref: `${root}/D` });
  });

  test("that reaches out of what may be read reaches nothing", async () => {
    const { diagnostics, asked } = await resolvingAsUsers({
      "a.yaml": schemas("A: {$id: 'file:///etc/', properties: {p: {$ref: passwd}}}\nB: {$id: '/../../', items: {$ref: etc/hosts}}"),
    });
    expect(asked).toEqual(["file:///etc/passwd", "file:///etc/hosts", "file:///project/passwd", "file:///project/etc/hosts"]);
    expect(diagnostics.map(({ code }) => code)).toEqual(["ref-outside", "ref-outside"]);
  });

  test("whose URI is misspelt in a reference is told", async () => {
    const { diagnostics } = await resolvingAsUsers({
      "a.yaml": schemas("A: {$ref: 'https://example.com/pest'}\nB: {$id: 'https://example.com/pets'}\nC: {$ref: 'https://example.com/x'}"),
    });
    expect(diagnostics).toMatchObject([
      { code: "ref-outside", hint: 'Did you mean the schema "https://example.com/pets"?' },
      { code: "ref-outside", hint: "Download it beside the description, and refer to the copy." },
    ]);
  });

  test("that a description on standard input cannot resolve is told why", async () => {
    const io = memoryIo({}, { stdin: schemas("A: {$id: pet}\nB: {$id: 'https://example.com/b', $ref: 'urn:c'}\nC: {$id: 'urn:c'}") });
    const source = await load("-", io);
    if (source.value === undefined) throw new Error(JSON.stringify(source.diagnostics));
    const { diagnostics } = await resolve(source.value, (uri) => load(uri, io));
    expect(diagnostics).toMatchObject([{ code: "bad-id", hint: expect.stringMatching(/^Standard input has no folder/) as string }]);
  });

  test("may be a copy of what is on the network: references in it are read beside it", async () => {
    const { resolved, diagnostics } = await resolvingAsUsers({
      "a.yaml": schemas("Pet: {$ref: schemas/pet.json}"),
      "schemas/pet.json": JSON.stringify({
        $id: "https://example.com/schemas/pet.json",
        properties: { owner: { $ref: "owner.json" }, vet: { $ref: "./owner.json#/properties/vet" } },
      }),
      "schemas/owner.json": JSON.stringify({ properties: { vet: { type: "string" } } }),
    });
    expect(diagnostics.map(brief)).toEqual(["info ref-beside /properties/owner/$ref"]);
    expect(resolved.target("schema", "file:///project/schemas/pet.json#")).toMatchObject({
      properties: {
        owner: { $ref: "file:///project/schemas/owner.json#" },
        vet: { $ref: "file:///project/schemas/owner.json#/properties/vet" },
      },
    });
  });
});

describe("anchors", () => {
  test("belong to their resource, in whatever file it is", async () => {
    const { resolved, diagnostics } = await resolving({
      "a.yaml": schemas(`
A: {items: {$ref: 'b.yaml#here'}, contains: {$ref: 'https://example.com/b#here'}, not: {$ref: '#here'}}
B: {$defs: {x: {$anchor: here}}}`),
      "b.yaml": "$id: https://example.com/b\n$defs: {y: {$dynamicAnchor: here}, z: {$id: z, $anchor: here}}\n",
    });
    expect(diagnostics).toEqual([]);
    const y = "file:///project/b.yaml#/$defs/y";
    expect(schema(resolved, "A")).toEqual({ items: { $ref: y }, contains: { $ref: y }, not: { $ref: `${root}/B/$defs/x` } });
  });

  test.each([
    ["an anchor", "A: {$ref: '#hree', $defs: {x: {$anchor: here}}}", 'Did you mean "#here"?'],
    ["a place in a resource", "A: {$ref: 'urn:x#/$defs/hree'}\nB: {$id: 'urn:x', $defs: {here: {}}}", 'Did you mean "urn:x#/$defs/here"?'],
    ["a place of the file", "A: {$id: a, $ref: '#/components/schemas/B'}\nB: {}", 'Did you mean "a.yaml#/components/schemas/B"?'],
  ])("and ids that lead nowhere are told with what was probably meant: %s", async (_, lines, hint) => {
    const { diagnostics } = await resolving({ "a.yaml": schemas(lines) });
    expect(diagnostics).toMatchObject([{ code: "ref-not-found", hint }]);
  });

  test.each([
    ["A: {$anchor: x}\nB: {$dynamicAnchor: x}", "warning duplicate-anchor /components/schemas/B/$dynamicAnchor"],
    ["A: {$id: x}\nB: {$id: 'x#'}", "warning duplicate-id /components/schemas/B/$id"],
    ["A: {$id: 'http://['}", "warning bad-id /components/schemas/A/$id"],
  ])("and ids that name nothing or two things are told: %s", async (lines, expected) => {
    expect((await resolving({ "a.yaml": schemas(lines) })).diagnostics.map(brief)).toEqual([expected]);
  });

  test("of one schema may be of both kinds, and the same in two resources", async () => {
    const { diagnostics } = await resolving({
      "a.yaml": schemas("A: {$anchor: x, $dynamicAnchor: x}\nB: {$id: b, $anchor: x}"),
    });
    expect(diagnostics).toEqual([]);
  });
});

describe("files of schemas that a description of an earlier dialect refers to", () => {
  test("have draft 4's id, and ignore what stands beside $ref", async () => {
    const { resolved, diagnostics } = await resolving({
      "a.yaml": schemas("A: {$ref: b.json}\nB: {$ref: 'http://example.com/inner#name'}", "3.0.3"),
      "b.json": JSON.stringify({
        id: "http://example.com/root.json",
        definitions: { inner: { id: "inner", definitions: { name: { id: "#name", type: "string" } } } },
        properties: { id: { type: "string" }, inner: { id: "http://example.com/ignored/", $ref: "inner" } },
      }),
    });
    expect(diagnostics).toMatchObject([{ code: "ref-siblings-ignored" }]);
    const inner = "file:///project/b.json#/definitions/inner";
    expect(resolved.target("schema", "file:///project/b.json#")).toMatchObject({ properties: { inner: { $ref: inner } } });
    expect(schema(resolved, "B")).toEqual({ $ref: `${inner}/definitions/name` });
  });

  test("an id in the description's own schemas is a stray key", async () => {
    const { resolved, diagnostics } = await resolving({
      "a.yaml": schemas("A: {id: 'http://example.com/a', properties: {b: {$ref: '#/components/schemas/B'}}}\nB: {id: B}", "3.0.3"),
    });
    expect(diagnostics.filter(({ code }) => code !== "unknown-key")).toEqual([]);
    expect(schema(resolved, "A")).toMatchObject({ properties: { b: { $ref: `${root}/B` } } });
  });
});

test("percent-encoding in a fragment is undone once, and names that are pointers' own are escaped", async () => {
  const { resolved, diagnostics } = await resolving({
    "a.yaml": schemas(`A: {$ref: '#/components/schemas/B/$defs/x%7E1y%2525%22'}\nB: {$defs: {'x/y%25"': {type: string}}}`),
  });
  expect(diagnostics).toEqual([]);
  expect(schema(resolved, "A")).toEqual({ $ref: `${root}/B/$defs/x~1y%25"` });
});

test("the place of an unknown keyword is a schema when it is referred to", async () => {
  const { resolved, diagnostics } = await resolving({
    "a.yaml": schemas("A: {$ref: '#/components/schemas/B/x-part'}\nB: {x-part: {type: [string, 'null']}}"),
  });
  expect(diagnostics).toEqual([]);
  expect(resolved.target("schema", `${root}/B/x-part`)).toEqual({ type: ["string", "null"] });
});
