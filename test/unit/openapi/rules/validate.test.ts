import { describe, expect, test } from "vitest";
import { resolve } from "../../../../src/openapi/resolve/resolve.js";
import { load } from "../../../../src/source/load-file.js";
import { memoryIo } from "../../../support/memory-io.js";
import { brief, description, resolving } from "../resolve/resolving.js";

const ok = "responses: {200: {description: ok}}";

describe("what is no description is told", () => {
  test.each([
    ["[]", "error not-openapi ", undefined],
    ["text", "error not-openapi ", undefined],
    ["{}", "error not-openapi ", 'A description starts with a line such as "openapi: 3.1.0".'],
    ["opanapi: 3.1.0", "error not-openapi ", 'Did you mean "openapi" where it says "opanapi"?'],
    ["openapi: 4.0.0", "error unknown-version /openapi", "Versions 2.0, 3.0, 3.1 and 3.2 are read."],
    ["openapi: 4.1", "error unknown-version /openapi", "Versions 2.0, 3.0, 3.1 and 3.2 are read. Put the version in quotes."],
    ['swagger: "1.2"', "error unknown-version /swagger", "Versions 2.0, 3.0, 3.1 and 3.2 are read."],
    ["openapi: null", "error unknown-version /openapi", "Versions 2.0, 3.0, 3.1 and 3.2 are read. Put the version in quotes."],
  ])("%s", async (text, expected, hint) => {
    const io = memoryIo({ "/project/a.yaml": text });
    const root = await load("a.yaml", io);
    if (root.value === undefined) throw new Error("not loaded");
    const { value, diagnostics } = await resolve(root.value, (uri) => load(uri, io));
    expect(value).toBeUndefined();
    expect(diagnostics.map(brief)).toEqual([expected]);
    expect(diagnostics[0]?.hint).toBe(hint);
  });
});

describe("a description with a mistake", () => {
  test.each<[string, string, readonly string[]]>([
    [
      "an operationId twice",
      `paths: {/a: {get: {operationId: x, ${ok}}}, /b: {get: {operationId: x, ${ok}}}}`,
      ["error duplicate-operation-id /paths/~1b/get/operationId"],
    ],
    [
      "an operationId twice, in a webhook",
      `paths: {/a: {get: {operationId: x, ${ok}}}}\nwebhooks: {b: {post: {operationId: x, ${ok}}}}`,
      ["error duplicate-operation-id /webhooks/b/post/operationId"],
    ],
    [
      "one path item for two paths",
      `paths: {/a: {$ref: '#/components/pathItems/P'}, /b: {$ref: '#/components/pathItems/P'}}\ncomponents: {pathItems: {P: {get: {operationId: x, ${ok}}}}}`,
      [],
    ],
    [
      "an operation that an alias of YAML repeats",
      `paths: {/a: {get: &op {operationId: x, ${ok}}}, /b: {get: *op}}`,
      ["error duplicate-operation-id /paths/~1b/get"],
    ],
    ["two paths of one shape that have no method in common", `paths: {"/a/{x}": {get: {${ok}}}, "/a/{y.z}": {put: {${ok}}}}`, []],
    [
      "two paths of one shape, of which a third one has the method of the second",
      `paths: {"/a/{x}": {get: {${ok}}}, "/a/{y}": {put: {${ok}}}, "/a/{z}": {$ref: '#/components/pathItems/P'}}\ncomponents: {pathItems: {P: {put: {${ok}}}}}`,
      ["warning ambiguous-paths /paths/~1a~1{z}"],
    ],
    ["a path without a slash", `paths: {a: {get: {${ok}}}}`, ["error path-slash /paths/a"]],
    ["an extension among paths", "paths: {x-a: 1}", []],
    ["two paths of one shape", `paths: {"/a/{x}": {get: {${ok}}}, "/a/{y}": {get: {${ok}}}}`, ["warning ambiguous-paths /paths/~1a~1{y}"]],
    [
      "a parameter twice",
      `paths: {/a: {get: {parameters: [{name: q, in: query, schema: {}}, {name: q, in: query, schema: {}}], ${ok}}}}`,
      ["error duplicate-parameter /paths/~1a/get/parameters/1"],
    ],
    [
      "a parameter of the path item again",
      `paths: {/a: {parameters: [{name: q, in: query, schema: {}}], get: {parameters: [{name: q, in: query, schema: {}}], ${ok}}}}`,
      [],
    ],
    [
      "a parameter that says nothing",
      `paths: {/a: {get: {parameters: [{name: q, in: query}], ${ok}}}}`,
      ["warning parameter-shape /paths/~1a/get/parameters/0"],
    ],
    [
      "a parameter with two media types",
      `paths: {/a: {get: {parameters: [{name: q, in: query, content: {a/b: {}, c/d: {}}}], ${ok}}}}`,
      ["warning parameter-shape /paths/~1a/get/parameters/0"],
    ],
    [
      "a parameter without a name",
      `paths: {/a: {get: {parameters: [{in: query, schema: {}}], ${ok}}}}`,
      ["error missing-member /paths/~1a/get/parameters/0"],
    ],
    [
      "a parameter in a place that does not exist",
      `paths: {/a: {get: {parameters: [{name: q, in: qury, schema: {}}], ${ok}}}}`,
      ["error unknown-word /paths/~1a/get/parameters/0/in"],
    ],
    ["a server without its variable", "servers: [{url: 'https://{a}.example'}]", ["warning server-variable /servers/0"]],
    [
      "a server whose default is none of its values",
      "servers: [{url: 'https://{a}.example', variables: {a: {default: x, enum: [y]}}}]",
      ["warning server-variable /servers/0/variables/a"],
    ],
    [
      "a body without content",
      `paths: {/a: {post: {requestBody: {required: true}, ${ok}}}}`,
      ["error missing-member /paths/~1a/post/requestBody"],
    ],
    [
      "lists where objects belong",
      "components: []\ntags: {}\nservers: a",
      ["error wrong-type /components", "error wrong-type /tags", "error wrong-type /servers"],
    ],
    [
      "an empty list in YAML",
      `paths: {/a: {get: {parameters: , tags: , ${ok}}}}`,
      ["warning wrong-type /paths/~1a/get/parameters", "warning wrong-type /paths/~1a/get/tags"],
    ],
    ["a misspelt key", "paths: {/a: {get: {respones: {}}}}", ["warning unknown-key /paths/~1a/get/respones"]],
    ["a number as the version", "servers: []", []],
    ["no responses, from 3.1 on", "paths: {/a: {get: {}}}", []],
  ])("%s", async (_, members, expected) => {
    const { diagnostics } = await resolving({ "a.yaml": description(members) });
    expect(diagnostics.map(brief)).toEqual(expected);
  });

  test("an operation of 3.0 needs responses", async () => {
    const { diagnostics } = await resolving({ "a.yaml": description("paths: {/a: {get: {}}}", "3.0.3") });
    expect(diagnostics.map(brief)).toEqual(["error missing-member /paths/~1a/get"]);
  });

  test.each([
    ["openapi: 3.1.0\ninfo: {title: T, version: 1.0}\npaths: {}", ["warning wrong-type /info/version"]],
    ["openapi: 3.1.0\ninfo: {title: 5, version: a}\npaths: {}", ["error wrong-type /info/title"]],
    ["openapi: 3.1.0\ninfo: {title: T}\npaths: {}", ["error missing-member /info"]],
    ["openapi: 3.1.0\npaths: {}", ["error missing-member "]],
    ["openapi: 3.1.0\ninfo: {title: T, version: a}", ["error missing-member "]],
    ["openapi: 3.0.0\ninfo: {title: T, version: a}\ncomponents: {}", ["error missing-member "]],
    ["openapi: 3.1.0\ninfo: {title: T, version: a}\nwebhooks: {}", []],
  ])("%j", async (text, expected) => {
    const { diagnostics } = await resolving({ "a.yaml": text });
    expect(diagnostics.map(brief)).toEqual(expected);
  });

  test("lists all mistakes, in the order of the description", async () => {
    const members =
      "paths:\n  b: {get: {parameters: [{in: query}], responses: {200: {$ref: '#/x'}}}}\ncomponents: {schemas: {A: {type: x}, B: {type: y}}}\ntags: 1";
    const { diagnostics } = await resolving({ "a.yaml": description(members) });
    expect(diagnostics.map(brief)).toEqual([
      "error path-slash /paths/b",
      "error missing-member /paths/b/get/parameters/0",
      "error ref-not-found /paths/b/get/responses/200/$ref",
      "error unknown-type /components/schemas/A/type",
      "error unknown-type /components/schemas/B/type",
      "error wrong-type /tags",
    ]);
  });
});
