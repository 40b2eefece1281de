/** What is said of overlays where the cause is not where the mistake shows. */
import { describe, expect, test } from "vitest";
import { run } from "../../../../src/cli/run.js";
import { memoryIo } from "../../../support/memory-io.js";

const description = `openapi: 3.0.3
info: { title: T, version: "1" }
paths:
  /a:
    $ref: ./a.yaml
  /b/{id}:
    get: { operationId: b, parameters: [{ $ref: "#/components/parameters/Id" }], responses: { "200": { $ref: "#/components/responses/Ok" } } }
components:
  parameters: { Id: { name: id, in: path, required: true, schema: { type: string, example: five } } }
  responses: { Ok: { description: k } }
`;

async function linted(target: string, action: string, version = "1.1.0", ...flags: readonly string[]): Promise<string> {
  const overlay = `overlay: ${version}\ninfo: { title: o, version: "1" }\nactions: [{ target: ${JSON.stringify(target)}, ${action} }]\n`;
  const io = memoryIo({
    "/project/api.yaml": description,
    "/project/a.yaml": 'get: { operationId: a, responses: { "200": { description: k } } }\n',
    "/project/ov.yaml": overlay,
  });
  await run(["lint", "--input", "api.yaml", "--overlay", "ov.yaml", ...flags], io);
  return io.printed.stderr + io.printed.stdout;
}

describe("what an overlay has taken away is not called missing without a word of the overlay", () => {
  test.each([
    ["$.openapi", "not-openapi", 'An overlay removes "openapi" from it: ov.yaml:3:'],
    ["$.paths.*.get.parameters", "path-parameter-undeclared", 'An overlay removes "parameters" from it: ov.yaml:3:'],
    ["$.paths.*.get.parameters[0]", "path-parameter-undeclared", "An overlay removes an entry from it: ov.yaml:3:"],
  ])("%s", async (target, code, note) => {
    const text = await linted(target, "remove: true");
    expect(text).toContain(`[${code}]`);
    expect(text).toContain(note);
  });
});

describe("a target behind a reference", () => {
  test("to another file is said not to be reached", async () => {
    const text = await linted("$.paths['/a'].get", "update: { summary: x }");
    expect(text).toContain(
      'is a reference to "./a.yaml", and overlays do not follow references: only the input is changed, and no other file.',
    );
  });
  test("to a component has the target that is meant", async () => {
    const text = await linted("$.paths['/b/{id}'].get.responses['200'].description", "update: x");
    expect(text).toContain("overlays do not follow references: the target is $.components.responses.Ok.description.");
  });
});

describe("a JSONPath of another kind has advice of its own", () => {
  test.each([
    ["$.paths[?search(@.*.operationId, 'b')]", "take one value"],
    ["$.paths[?@.* == 'a']", "take one value"],
    ["$.paths[?(@.get.tags.indexOf('x')>-1)]", "no methods"],
    ["$.paths[?foo(@.x)]", "Functions are length"],
    ["$.paths.*~", "no `~`"],
    ["$.paths.a^", "no way up"],
    ["$.servers[(@.length-1)]", "no scripts"],
    ["$.servers[@.url=='a']", "begins with a question mark"],
    ["$.servers[?@.url =~ /a/]", "search(@.name"],
    ["$.servers[?@.url = 'a']", "`==`"],
    ["$.servers[?@.url in ['a']]", "&&, ||"],
    ["$.paths./pets", "stand in brackets and quotes"],
    ["$.paths[/pets]", "stand in brackets and quotes"],
    ["paths.a", "begins with $"],
    ["$.paths['a'", "RFC 9535"],
  ])("%s", async (target, advice) => {
    const text = await linted(target, "remove: true");
    expect(text).toContain("[overlay-target-invalid]");
    expect(text).toContain(advice);
  });
});

test.each(["--strict", "--no-strict"])("an overlay of version 1.0 may take away a text, with a warning: %s", async (strict) => {
  const text = await linted("$.components.parameters.Id.schema.example", "remove: true", "1.0.0", strict);
  expect(text).toMatch(/^warning The target .* selects a string, .*\[overlay-version\]/);
  expect(text).toContain("api.yaml: 1 warning\n");
});
