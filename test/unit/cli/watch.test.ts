/** `generate --watch`, in memory: what wakes it, what it outlives, and what it leaves alone. */
import { afterEach, describe, expect, test } from "vitest";
import { run } from "../../../src/cli/run.js";
import { memoryIo, type MemoryIo } from "../../support/memory-io.js";

const described = (name: string, reference = "string"): string => `openapi: 3.1.0
info: { title: Zoo, version: "1" }
paths: {}
components: { schemas: { ${name}: { type: object, properties: { name: ${reference.includes(".") ? `{ $ref: "${reference}" }` : `{ type: ${reference} }`} } } } }
`;
const config = (more: object = {}): string => JSON.stringify({ input: "api/zoo.yaml", output: "src/zoo", emit: ["types"], ...more });

let io: MemoryIo;
let ended: Promise<number>;
function start(files: Readonly<Record<string, string>> = {}, ...args: readonly string[]): void {
  io = memoryIo({ "/project/api/zoo.yaml": described("Animal"), "/project/sundial.config.json": config(), ...files }, { cwd: "/project" });
  ended = run(["generate", "--watch", ...args], io);
}
afterEach(async () => {
  io.end();
  await ended;
});

/** Waits for what must come, for as long as the test may take. */
async function until(isThere: () => boolean): Promise<void> {
  while (!isThere()) await new Promise((done) => setImmediate(done));
}
const rounds = (): number => io.printed.stderr.split("Ctrl+C ends it\n").length - 1;
const types = (): string => io.text("/project/src/zoo/types.ts");
const round = (count: number): Promise<void> => until(() => rounds() >= count);

describe("a run that watches", () => {
  test("runs once for each change of what it reads, and writes what is different alone", async () => {
    start();
    await round(1);
    expect(types()).toContain("export type Animal");
    await io.write("/project/api/zoo.yaml", described("Beast"));
    await round(2);
    expect(types()).toContain("export type Beast");
    const count = io.changes.length;
    await io.write("/project/api/zoo.yaml", `# a comment\n${described("Beast")}`);
    await round(3);
    expect(io.changes.slice(count).filter((change) => !change.includes(".sundial-lock"))).toEqual(["write /project/api/zoo.yaml"]);
    io.end();
    expect(await ended).toBe(0);
    expect(rounds()).toBe(3);
  });

  test("does not take its own output for a change where links lead to it", async () => {
    const files = { "/project/api/zoo.yaml": described("Animal"), "/project/sundial.config.json": config(), "/elsewhere/keep": "" };
    io = memoryIo(files, { cwd: "/project", symlinks: { "/project/src": "/elsewhere" } });
    ended = run(["generate", "--watch"], io);
    await round(1);
    expect(io.text("/elsewhere/zoo/types.ts")).toContain("export type Animal");
    await new Promise((done) => setTimeout(done, 200));
    expect(rounds()).toBe(1);
    await io.write("/project/api/zoo.yaml", described("Beast"));
    await round(2);
    await new Promise((done) => setTimeout(done, 200));
    expect(rounds()).toBe(2);
  });

  test("outlives a broken description, a file that vanishes, and a broken configuration", async () => {
    start();
    await round(1);
    await io.write("/project/api/zoo.yaml", "openapi: [");
    await until(() => io.printed.stderr.includes("waiting for a change"));
    expect(io.printed.stderr).toContain("[syntax]");
    await io.remove("/project/api/zoo.yaml");
    await until(() => io.printed.stderr.includes("[file-not-found]"));
    await io.write("/project/api/zoo.yaml", described("Beast"));
    await until(() => types().includes("Beast"));
    await io.write("/project/sundial.config.json", "{");
    await until(() => io.printed.stderr.includes("sundial.config.json"));
    await io.write("/project/sundial.config.json", config({ header: "Of the zoo" }));
    await until(() => types().startsWith("// Of the zoo\n"));
  });

  test("follows files that the description comes to refer to, overlays and templates", async () => {
    start({
      "/project/api/more.yaml": "Name: { type: string }\n",
      "/project/fix.yaml": 'overlay: 1.0.0\ninfo: { title: o, version: "1" }\nactions: []\n',
      "/project/sundial.config.json": config({ overlays: ["fix.yaml"] }),
    });
    await round(1);
    await io.write("/project/api/zoo.yaml", described("Animal", "more.yaml#/Name"));
    await round(2);
    await io.write("/project/api/more.yaml", "Name: { type: integer }\n");
    await until(() => /name\?: (?:Name|number)/.test(types()) && types().includes("number"));
    await io.write(
      "/project/fix.yaml",
      'overlay: 1.0.0\ninfo: { title: o, version: "1" }\nactions: [{ target: $.components.schemas.Animal, update: { description: Mended. } }]\n',
    );
    await until(() => types().includes("Mended."));
  });

  test("does not run on its own output, nor on files that it does not read", async () => {
    start();
    await round(1);
    await io.write("/project/src/zoo/types.ts", `${types()}// mine\n`);
    await io.write("/project/api/other.yaml", "x: 1\n");
    await io.write("/project/api/zoo.yaml", described("Beast"));
    await round(2);
    expect(rounds()).toBe(2);
    expect(io.printed.stderr).toContain("[edited-by-hand]");
  });

  test("watches a description that stands in the output folder", async () => {
    start({ "/project/src/zoo/zoo.yaml": described("Animal"), "/project/sundial.config.json": config({ input: "src/zoo/zoo.yaml" }) });
    await round(1);
    await io.write("/project/src/zoo/zoo.yaml", described("Beast"));
    await until(() => types().includes("Beast"));
  });

  test("that has nothing to watch ends at once, and standard input is refused", async () => {
    io = memoryIo({}, { cwd: "/project" });
    ended = run(["generate", "-w"], io);
    expect(await ended).toBe(2);
    io = memoryIo({}, { cwd: "/project" });
    ended = run(["generate", "-w", "--input", "-", "--output", "x"], io);
    expect(await ended).toBe(2);
    expect(io.printed.stderr).toContain("--watch cannot read standard input again.");
  });

  test("says what it cannot watch", async () => {
    io = memoryIo(
      { "/project/sundial.config.json": config({ input: "https://example.com/a.yaml?token=secret" }) },
      {
        cwd: "/project",
        web: { "https://example.com/a.yaml?token=secret": described("Animal") },
      },
    );
    ended = run(["generate", "--watch"], io);
    await round(1);
    await until(() => io.printed.stderr.includes("not watched, as it is no file: https://example.com/a.yaml"));
    expect(io.printed.stderr).not.toContain("secret");
  });
});
