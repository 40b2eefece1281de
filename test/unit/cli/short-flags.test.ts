import { describe, expect, test } from "vitest";
import { run } from "../../../src/cli/run.js";
import { memoryIo } from "../../support/memory-io.js";

const description = `openapi: 3.1.0
info: { title: Zoo, version: "1" }
paths: { /animals: { get: { operationId: listAnimals, responses: { "200": { description: fine } } } } }
`;
const apis = (...names: readonly string[]): object => ({
  apis: Object.fromEntries(names.map((name) => [name, { input: "zoo.yaml", output: `src/${name}`, emit: ["types"] }])),
});

async function ran(argv: readonly string[], config: object = apis("zoo")) {
  const io = memoryIo({ "/project/zoo.yaml": description, "/project/other.json": JSON.stringify(config) });
  const code = await run(argv, io);
  return { code, io, ...io.printed };
}

describe("short flags", () => {
  test("are those that --help shows", async () => {
    const { stdout } = await ran(["generate", "--help"]);
    for (const shown of ["-i, --input", "-o, --output", "-c, --config", "-f, --format", "-q, --quiet", "-n, --dry-run", "-w, --watch"])
      expect(stdout).toContain(shown);
  });

  test("are the long ones, with a value behind them or behind `=`, and together where none has a value", async () => {
    expect((await ran(["generate", "-c", "other.json"])).io.text("/project/src/zoo/types.ts")).toContain("listAnimals");
    expect((await ran(["generate", "-i=zoo.yaml", "-o", "api", "--emit", "types"])).io.text("/project/api/types.ts")).toContain(
      "listAnimals",
    );
    expect(JSON.parse((await ran(["check", "-c=other.json", "-f", "json"])).stdout)).toMatchObject({ apis: [{ name: "zoo" }] });
    const both = await ran(["generate", "-qn", "-c", "other.json"]);
    expect([both.code, both.stdout, both.stderr, both.io.changes]).toEqual([0, "", "", []]);
  });

  test.each([
    [["generate", "-x"], "-x is not a flag of `sundial generate`."],
    [["generate", "-qx"], "is not a flag of `sundial generate`."],
    [["pull", "-i", "zoo.yaml"], "-i is not a flag of `sundial pull`."],
    [["generate", "-force"], "-force is not a flag of `sundial generate`."],
    [["generate", "-c"], "--config needs a value."],
    [["generate", "-c", "a", "--config", "b"], "--config is given twice."],
  ])("that are none, or lack something, are usage mistakes: %j", async (argv, message) => {
    const { code, stderr } = await ran(argv);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  test("a word behind -- is none", async () => {
    expect((await ran(["generate", "-c", "other.json", "--", "-q"])).stderr).toContain('The configuration has no API "-q".');
  });
});

describe("--filter", () => {
  const several = apis("billing", "billing-old", "users");
  const chosen = async (command: string, ...argv: readonly string[]): Promise<readonly string[] | string> => {
    const { code, stdout, stderr } = await ran([command, "-c", "other.json", "-f", "json", ...argv], several);
    return code === 2
      ? stderr + stdout
      : (JSON.parse(stdout) as { apis: { name?: string; api?: string }[] }).apis.map(({ name, api }) => name ?? api ?? "");
  };

  test.each(["generate", "check", "lint"])("chooses APIs of %s by name", async (command) => {
    expect(await chosen(command, "--filter", "billing*,!billing-old")).toEqual(["billing"]);
    expect(await chosen(command, "--filter", "!billing*")).toEqual(["users"]);
    expect(await chosen(command, "--filter", "*i*g*", "--filter", "users")).toEqual(["billing", "billing-old", "users"]);
    expect(await chosen(command, "billing", "users", "--filter", "b*")).toEqual(["billing"]);
  });

  test("that matches nothing is a mistake with advice", async () => {
    expect(await chosen("generate", "--filter", "user")).toMatch(/matches no API of the configuration[^]*Did you mean users\?/);
    expect(await chosen("generate", "--filter", "users,!billing-odl")).toContain("Did you mean billing-old?");
    expect(await chosen("generate", "--filter", "*,!*")).toContain("leaves no API");
    expect(await chosen("lint", "--filter", "x*")).toContain("It has billing, billing-old, users.");
    expect(await chosen("pull", "--filter", "x*")).toContain("matches no API");
    expect(await chosen("pull", "--filter", "users")).toContain("No API of the configuration has a snapshot");
  });

  test("is of a configuration", async () => {
    const { code, stderr } = await ran(["generate", "-i", "zoo.yaml", "-o", "api", "--filter", "a"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("--filter chooses APIs of a configuration")]);
  });
});
