import { describe, expect, it, test } from "vitest";
import { parseArguments } from "../../../src/cli/arguments.js";
import { targetFlags } from "../../../src/cli/flags.js";
import { run } from "../../../src/cli/run.js";
import { flagOfFilters, filtersOfFlag } from "../../../src/cli/selection-flags.js";
import type { Diagnostic } from "../../../src/diagnostic/diagnostic.js";
import { memoryIo } from "../../support/memory-io.js";

const description = `openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
  /pets:
    get: { operationId: listPets, tags: [pets], responses: { "200": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/V1Pet" } } } } } }
    post: { operationId: addPet, tags: [pets], deprecated: true, responses: { "201": { description: ok } } }
  /staff:
    get: { operationId: listStaff, x-internal: true, responses: { "200": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/None" } } } } } }
components:
  schemas:
    V1Pet: { type: object }
`;
const config = (more: object): string => JSON.stringify({ input: "api.yaml", output: "api", emit: ["client", "server"], ...more });
const project = (more?: object) =>
  memoryIo({ "/project/api.yaml": description, ...(more === undefined ? {} : { "/project/sundial.config.json": config(more) }) });
const rewrite = (io: ReturnType<typeof project>, more: object): Promise<void> =>
  io.write("/project/sundial.config.json", new TextEncoder().encode(config(more)));

describe("a selection", () => {
  const include = { tags: ["pets"] };

  test("generates a description of which the rest is broken; a change of it makes the output stale, and says why", async () => {
    expect(await run(["generate"], project({}))).toBe(1);
    const io = project({ include });
    expect(await run(["generate"], io)).toBe(0);
    expect(io.printed.stderr).toBe("");
    expect(io.text("/project/api/operations.ts")).toContain("addPet");
    expect(await run(["check"], io)).toBe(0);
    expect(await run(["check", "--full"], io)).toBe(0);
    await rewrite(io, { include, exclude: { deprecated: true } });
    expect(await run(["check"], io)).toBe(1);
    expect(io.printed.stdout).toContain('the option exclude changed from unset to [{"deprecated":true}]');
    expect(await run(["generate"], io)).toBe(0);
    expect(io.text("/project/api/operations.ts")).not.toContain("addPet");
    await rewrite(io, { include, exclude: { deprecated: true }, components: "all" });
    expect(await run(["check", "--frozen"], io)).toBe(1);
    expect(io.printed.stdout).toContain('the option components changed from unset to "all"');
  });

  test("counts for lint, and its own mistakes are reported with their place", async () => {
    expect(await run(["lint"], project({}))).toBe(1);
    expect(await run(["lint"], project({ include }))).toBe(0);
    expect(await run(["lint", "--input", "api.yaml", "--exclude", "x-internal"], project())).toBe(0);
    const io = project({ include: { tags: ["pet"] } });
    expect(await run(["generate"], io)).toBe(1);
    expect(io.printed.stderr).toContain("`include` selects none of the 3 operations of the description.");
    expect(io.printed.stderr).toContain('Did you mean "pets"?');
    expect(io.printed.stderr).toContain("sundial.config.json");
    expect(io.changes).toEqual([]);
  });

  test("is said by flags, and by the command that is suggested", async () => {
    const io = project();
    const flags = [
      "--input",
      "api.yaml",
      "--output",
      "api",
      "--emit",
      "client",
      "--include",
      "tag:pets, path:/pets/**",
      "--exclude",
      "deprecated",
    ];
    expect(await run(["generate", ...flags], io)).toBe(0);
    expect(io.text("/project/api/operations.ts")).not.toContain("addPet");
    expect(await run(["check", ...flags], io)).toBe(0);
    await io.write(
      "/project/api.yaml",
      new TextEncoder().encode(description.replace("title: Shop", "title: Shops").replaceAll("listPets", "findPets")),
    );
    expect(await run(["check", ...flags], io)).toBe(1);
    expect(io.printed.stdout).toContain("--include 'tag:pets,path:/pets/**' --exclude deprecated");
  });

  test("needs --input where flags say it", async () => {
    const io = project({});
    expect(await run(["generate", "--include", "tag:pets"], io)).toBe(2);
    expect(io.printed.stderr).toContain("--include needs --input and --output.");
  });
});

test.each([
  ["tag:a,tag:b", [{ value: { tags: ["a", "b"] }, name: "--include" }], []],
  [
    "operation:list*, method:get, deprecated, x-internal",
    [{ value: { operations: ["list*"], methods: ["get"], extensions: ["x-internal"], deprecated: true }, name: "--include" }],
    [],
  ],
  ["tag:Users\\, Groups,tag:b", [{ value: { tags: ["Users, Groups", "b"] }, name: "--include" }], []],
  ["path:/a\\,b/{x\\\\},tag:c\\\\", [{ value: { paths: ["/a,b/{x\\}"], tags: ["c\\"] }, name: "--include" }], []],
  ["path:/a:b/{id}", [{ value: { paths: ["/a:b/{id}"] }, name: "--include" }], []],
  ["tags:a", undefined, ['--include does not take "tags:a". Did you mean tag:a?']],
  ["x-a=1", undefined, ["--include takes extensions without a value. In a configuration, `extensions` takes values, too."]],
  [
    "",
    undefined,
    [
      '--include does not take "". It takes words such as tag:pets, operation:list*, path:/pets/**, method:get, deprecated and x-internal, with commas between them; `\\,` is a comma in a word.',
    ],
  ],
])("the flag %j", (text, filters, mistakes) => {
  const found: Diagnostic[] = [];
  const read = filtersOfFlag("--include", text, found) ?? [];
  expect(found.map(({ message, hint }) => `${message} ${String(hint)}`)).toEqual(mistakes);
  if (filters === undefined) return;
  expect(read).toEqual(filters);
  expect(filtersOfFlag("--include", flagOfFilters(read), found)).toEqual(filters);
});

describe("names of one's own", () => {
  const include = { tags: ["pets"] };

  test("are in types, functions and handlers; a change of them makes the output stale", async () => {
    const io = project({ include, names: { schemas: { V1Pet: "Pet" }, operations: { listPets: "allPets" } } });
    expect(await run(["generate"], io)).toBe(0);
    expect(io.text("/project/api/types.ts")).toContain("export type Pet = ");
    expect(io.text("/project/api/types.ts")).toContain("V1Pet: Pet }");
    expect(io.text("/project/api/types.ts")).toContain('get: operations["listPets"];');
    expect(io.text("/project/api/operations.ts")).toContain("export function allPets(");
    expect(io.text("/project/api/operations.ts")).not.toContain("function listPets(");
    expect(io.text("/project/api/server.ts")).toContain("allPets: Handler<");
    expect(await run(["check", "--full"], io)).toBe(0);
    await rewrite(io, { include, names: { schemas: { V1Pet: "Animal" } } });
    expect(await run(["check"], io)).toBe(1);
    expect(io.printed.stdout).toContain("the option names changed from");
    expect(await run(["generate"], io)).toBe(0);
    expect(io.text("/project/api/operations.ts")).toContain("export function listPets(");
  });
});

it("takes a flag several times, as if its words had commas between them", () => {
  const command = { name: "generate", description: "", flags: targetFlags, operands: { max: 0, hint: "", description: "" } };
  const include = (...argv: string[]): unknown => parseArguments(command, argv).value?.include;
  expect(include("--include", "tag:a", "--strict", "--include=tag:b\\, c", "--include", "deprecated")).toBe("tag:a,tag:b\\, c,deprecated");
  expect(include("--include=tag:a")).toBe("tag:a");
  expect(parseArguments(command, ["--include"]).diagnostics).toHaveLength(1);
});
