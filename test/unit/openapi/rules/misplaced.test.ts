/** What stands one level away from where it is meant, under a key of another version, or in a reference with a slash too many. */
import { expect, test } from "vitest";
import { brief, description, resolving } from "../resolve/resolving.js";

async function told(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  return (await resolving(files)).diagnostics.map(brief);
}

const get = (members: string): string => `paths: {/a: {get: {${members}}}}`;

test.each([
  [get("responses: {200: , description: k, content: {text/plain: {}}}"), ["response-status-invalid /paths/~1a/get/responses/description"]],
  [
    get("responses: {200: {$ref: '#/x-r'}, description: k}") + "\nx-r: {description: k}",
    ["response-status-invalid /paths/~1a/get/responses/description"],
  ],
  [
    get("responses: {200: {description: k}, 400: {description: l}, content: {}}"),
    ["response-status-invalid /paths/~1a/get/responses/content"],
  ],
  [
    get("responses: {Not Found: {description: k}, '500, 502': {description: l}}"),
    ["response-status-invalid /paths/~1a/get/responses/Not Found", "response-status-invalid /paths/~1a/get/responses/500, 502"],
  ],
  [
    get("responses: {200: {description: k, text/plain: {schema: {type: string}}}}"),
    ["unknown-key /paths/~1a/get/responses/200/text~1plain"],
  ],
  [
    get("responses: {200: {description: k, headers: {A: {type: string, schema: {type: string}}}}}"),
    ["unknown-key /paths/~1a/get/responses/200/headers/A/type"],
  ],
])("in 3.0: %s", async (members, expected) => {
  const found = await told({ "a.yaml": description(members, "3.0.3") });
  expect(found.map((each) => each.replace(/^\w+ /, ""))).toEqual(expected);
});

test("media types without content around them are read in 2.0, too", async () => {
  const members = get("produces: [text/csv], responses: {200: {description: k, text/plain: {schema: {type: string}}}}");
  const { resolved, diagnostics } = await resolving({ "a.yaml": description(members, "2.0") });
  expect(diagnostics.map(({ code }) => code)).toEqual(["unknown-key"]);
  expect(resolved.document.paths?.["/a"]?.operations["GET"]).toMatchObject({
    responses: { 200: { content: { "text/plain": { schema: { type: "string" } } } } },
  });
});

test("flows by name under the key of one flow are read", async () => {
  const scheme = "{type: oauth2, flow: {implicit: {authorizationUrl: a, scopes: {}}}}";
  expect(await told({ "a.yaml": description(`components: {securitySchemes: {s: ${scheme}}}`, "3.0.3") })).toEqual([
    "warning unknown-key /components/securitySchemes/s/flow",
  ]);
  expect(await told({ "a.yaml": description(`securityDefinitions: {s: ${scheme}}`, "2.0") })).toEqual([
    "warning unknown-key /securityDefinitions/s/flow",
  ]);
});

test.each([
  ["OpenAPI: 3.0.0", "3.0", "unknown-key"],
  ['Swagger: "2.0"', "2.0", "unknown-key"],
  ['swagger: "2.0"\nopenapi: 3.0.0\ncomponents: {}', "3.0", "other-version"],
  ['swagger: "2.0"\nopenapi: 3.0.0\nhost: a.example', "2.0", "other-version"],
])("%s is read as %s", async (head, version, code) => {
  const { resolved, diagnostics } = await resolving({ "a.yaml": `${head}\ninfo: {title: T, version: "1"}\npaths: {}\n` });
  expect([resolved.version, diagnostics.map((each) => each.code)]).toEqual([version, [code]]);
});

test("a schema of the whole file is an editor's hint", async () => {
  const head = "$schema: https://raw.githubusercontent.com/OAI/OpenAPI-Specification/main/schemas/v3.1/schema.json\n";
  const members = "components: {schemas: {A: {$id: https://a.example/a, type: string}, B: {$ref: https://a.example/a}}}";
  expect(await told({ "a.yaml": head + description(members) })).toEqual([]);
});

test("a file with a slash behind its name, and with a query, is the file", async () => {
  const files = {
    "a.yaml": description("components: {schemas: {A: {$ref: './b/c.yml/#/A'}, B: {$ref: 'b/c.yml?v=2#/A'}, C: {$ref: 'b/c.yml#/A'}}}"),
    "b/c.yml": "A: {type: object, properties: {d: {$ref: 'd.yml#/D'}}}",
    "b/d.yml": "D: {type: string}",
  };
  const { resolved, diagnostics } = await resolving(files);
  expect(diagnostics.map(({ message }) => message)).toEqual(['"./b/c.yml/#/A" has a slash behind the name of a file.']);
  const { A, B, C } = resolved.document.components?.schemas ?? {};
  expect([B, A]).toEqual([C, C]);
});

test("extensions of Azure that are not read are told", async () => {
  const members =
    "paths: {}\nx-ms-paths: {'/a?b=c': {get: {responses: {200: {description: k}}}}}\nx-ms-parameterized-host: {hostTemplate: '{a}.example'}";
  expect(await told({ "a.yaml": description(members, "2.0") })).toEqual([
    "warning operation-misplaced /x-ms-paths",
    "warning server-url /x-ms-parameterized-host",
  ]);
});
