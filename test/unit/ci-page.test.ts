/** docs/ci.md: each row of its table of verdicts is played, and its words are those of the command. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { resolveConfig } from "../../src/config/resolve-config.js";
import { run } from "../../src/cli/run.js";
import { changes as played } from "../projects/consumers/changes.js";
import { generators, hasMeaning } from "../projects/consumers/verdicts.js";
import { memoryIo, type MemoryIo } from "../support/memory-io.js";

const page = readFileSync(new URL("../../docs/ci.md", import.meta.url), "utf8");
const rows = Array.from(
  page.matchAll(/^\| (.+?) \| ([01]) \| `(.+?)` \| (.+?) \|$/gm),
  ([, what = "", code = "", says = "", does = ""]) => ({
    what,
    code: Number(code),
    says,
    does,
  }),
);

const description = `openapi: 3.1.0
info: { title: Pets, version: "1" }
paths: { /pets: { get: { operationId: listPets, responses: { "200": { description: Fine } } } } }
components: { schemas: { Pet: { type: object, properties: { name: { type: string } } }, Old: { type: string } } }
`;
const config = { input: "api.yaml", output: "out", emit: ["types", "validators"], command: "npm run generate" };

const edit = (io: MemoryIo, path: string, change: (text: string) => string): void =>
  void io.files.set(`/project/${path}`, new TextEncoder().encode(change(io.text(`/project/${path}`))));

const changes: Readonly<Record<string, (io: MemoryIo) => void>> = {
  nothing: () => undefined,
  "the description says something else": (io) => {
    edit(io, "api.yaml", (text) => text.replace("Pet:", "Animal:"));
  },
  "a comment in the description, or its layout": (io) => {
    edit(io, "api.yaml", (text) => `# a comment\n${text.replace("paths: {", "paths:\n  {")}`);
  },
  "something in the description that no generated file has, such as its version": (io) => {
    edit(io, "api.yaml", (text) => text.replace('version: "1"', 'version: "1.1"'));
  },
  "another version of sundial that writes the same": (io) => {
    edit(io, "out/sundial.json", (text) => text.replace(/"sundial": ".*?"/, '"sundial": "0.0.1"'));
  },
  "another `command`, which each file names in its first line": (io) => {
    edit(io, "sundial.config.json", (text) => text.replace("npm run generate", "make api"));
  },
  "a formatter went over the files": (io) => {
    edit(io, "out/types.ts", (text) => text.replaceAll(";\n", "\n").replaceAll("  ", "\t"));
  },
  "a formatter went over `sundial.json`": (io) => {
    edit(io, "out/sundial.json", (text) => JSON.stringify(JSON.parse(text), undefined, "\t"));
  },
  "a file was edited by hand": (io) => {
    edit(io, "out/types.ts", (text) => `${text}export type Mine = 1;\n`);
  },
  "a file is missing": (io) => void io.files.delete("/project/out/types.ts"),
  "a file is left over": (io) => {
    edit(io, "sundial.config.json", (text) => text.replace('"types","validators"', '"types"'));
  },
  "two branches were merged, and git merged their files": (io) => {
    edit(io, "out/sundial.json", (text) =>
      text.replace(/^ {2}"checksum": .*\n/m, (line) => line + line.replace(/[0-9a-f]{8}/, "00000000")),
    );
  },
  "`sundial.json` has the marks of a conflict": (io) => {
    edit(io, "out/sundial.json", (text) =>
      text.replace(/^ {2}"checksum": .*\n/m, (line) => `<<<<<<< HEAD\n${line}=======\n${line}>>>>>>> theirs\n`),
    );
  },
  "a generated file has the marks of a conflict": (io) => {
    edit(io, "out/types.ts", (text) => text.replace(/^export type .*\n/m, (line) => `<<<<<<< HEAD\n${line}=======\n>>>>>>> theirs\n`));
  },
  "ends of lines, as a checkout on Windows has them": (io) => {
    for (const path of ["api.yaml", "out/types.ts", "out/sundial.json"]) edit(io, path, (text) => text.replaceAll("\n", "\r\n"));
  },
};

/** Runs what `check --frozen` advises, where it does. */
async function runAdvice(io: MemoryIo): Promise<number> {
  const before = io.printed.stdout.length;
  await run(["check", "--frozen"], io);
  const [, advice] = /^ {2}fix: (?:npm run |make |npx openapi-sundial )(.*)$/m.exec(io.printed.stdout.slice(before)) ?? [];
  return advice === undefined ? 0 : run(advice.replace("api", "generate").split(" "), io);
}

describe("docs/ci.md", () => {
  test("has a row for each of these changes", () => {
    expect(rows.map(({ what }) => what)).toEqual(Object.keys(changes));
  });

  test.each(rows)("says what becomes of it: $what", async ({ what, code, says, does }) => {
    const io = memoryIo({ "/project/api.yaml": description, "/project/sundial.config.json": JSON.stringify(config) });
    expect(await run(["generate"], io)).toBe(0);
    changes[what]?.(io);
    const before = io.printed.stdout.length;
    expect(await run(["check"], io)).toBe(code);
    const said = io.printed.stdout.slice(before);
    expect(said).toContain(says);
    if (code === 0) expect(said).not.toContain("cannot be read");
    const isSame = says === "is current";
    expect(await run(["check", "--frozen"], io)).toBe(isSame ? 0 : 1);
    const files = new Map(io.files);
    const made = await run(["generate"], io);
    expect(made).toBe(does.startsWith("refuses") ? 1 : 0);
    if (does === "writes nothing") expect([...io.files].filter(([path, bytes]) => files.get(path) !== bytes)).toEqual([]);
    if (made === 0 && does !== "writes nothing") expect(await run(["check", "--frozen"], io)).toBe(0);
    expect(await runAdvice(io)).toBe(0);
    expect(await run(["check", "--frozen"], io)).toBe(0);
  });

  test("has what each generator says of each change that is played in a repository", () => {
    const [, table = ""] = /<!-- verdicts -->\n([^]*?)<!-- \/verdicts -->/.exec(page) ?? [];
    const [, , ...lines] = table.trim().split("\n");
    const found = lines.map((line) => line.slice(2, -2).split(" | "));
    // `--table` writes them one by one.
    const order = found.map(([what]) => played.findIndex((change) => change.what === what));
    expect(order).toEqual([...new Set(order)].filter((at) => at >= 0).sort((one, other) => one - other));
    for (const [index, [, should, own, ...others]] of found.entries()) {
      const change = played[order[index] ?? -1];
      const wanted = change?.verdict === "green" ? "green" : "red";
      expect([should, own]).toEqual([wanted, wanted]);
      const peers = generators.slice(1).map(({ generator }) => change !== undefined && hasMeaning(change, generator));
      expect(others.map((each) => each !== "–")).toEqual(peers);
    }
  });

  test("takes the configurations that it shows", () => {
    const values = Array.from(page.matchAll(/^\| `("\w+"|\{ command: .*? \}|false)`/gm), ([, text = ""]) => text);
    expect(values).toHaveLength(5);
    for (const text of values) {
      const format: unknown = JSON.parse(text.replace("{ command:", '{ "command":'));
      const { value, diagnostics } = resolveConfig({ path: "/project/sundial.config.json", value: { ...config, format } });
      expect(diagnostics).toEqual([]);
      expect(value).toHaveLength(1);
    }
  });
});
