/** A run over several APIs: each is judged, what can be written is, and nothing is left out of what is said. */
import { describe, expect, test } from "vitest";
import { run } from "../../../src/cli/run.js";
import { memoryIo, type MemoryIo } from "../../support/memory-io.js";

const described = (name: string): string => `openapi: 3.1.0
info: { title: ${name}, version: "1" }
paths: { /p: { get: { operationId: get${name}, responses: { "200": { description: Fine } } } } }
components: { schemas: { ${name}: { type: object, properties: { name: { type: string } } } } }
`;
const api = (name: string, more: object = {}): object => ({ input: `${name}.yaml`, output: `src/${name}`, emit: ["types"], ...more });
const names = ["billing", "billing-old", "users"] as const;

function project(apis: object = Object.fromEntries(names.map((name) => [name, api(name)])), more: object = {}): MemoryIo {
  const files = Object.fromEntries(names.map((name) => [`/project/${name}.yaml`, described(name.replace("-", ""))]));
  return memoryIo({ ...files, "/project/sundial.config.json": JSON.stringify({ apis, ...more }) }, { cwd: "/project" });
}

async function ran(io: MemoryIo, ...args: readonly string[]) {
  const { stdout, stderr } = io.printed;
  const code = await run(args, io);
  return { code, stdout: io.printed.stdout.slice(stdout.length), stderr: io.printed.stderr.slice(stderr.length) };
}

const written = (io: MemoryIo): readonly string[] =>
  [...io.files.keys()].flatMap((path) => /^\/project\/src\/(.*)\/types\.ts$/.exec(path)?.[1] ?? []).sort();
const broken = (io: MemoryIo, name: string): void =>
  void io.files.set(`/project/${name}.yaml`, new TextEncoder().encode("openapi: 3.1.0\n"));

describe("generate", () => {
  test("writes what it can, and ends with what failed", async () => {
    const io = project();
    io.files.delete("/project/users.yaml");
    const { code, stdout, stderr } = await ran(io, "generate");
    expect(code).toBe(2);
    expect(written(io)).toEqual(["billing", "billing-old"]);
    expect(stdout).toContain("billing: 1 operation");
    expect(stderr).toMatch(/2 of 3 APIs written; users failed\n$/);
    // The worst of all.
    broken(io, "billing-old");
    expect((await ran(io, "generate")).code).toBe(2);
    await io.write("/project/users.yaml", described("users"));
    expect((await ran(io, "generate")).code).toBe(1);
    expect(written(io)).toEqual(["billing", "billing-old", "users"]);
  });

  test("does not count one whose handlers could not be written", async () => {
    const io = project({ billing: api("billing", { emit: ["server"], handlers: "src/handlers" }), users: api("users") });
    const rename = io.rename.bind(io);
    io.rename = (from, to) =>
      to.startsWith("/project/src/handlers/")
        ? Promise.reject(Object.assign(new Error("EACCES: permission denied"), { code: "EACCES" }))
        : rename(from, to);
    const { code, stderr } = await ran(io, "generate");
    expect([code, stderr]).toEqual([2, expect.stringMatching(/\[output-failed\][^]*\n1 of 2 APIs written; billing failed\n$/)]);
    const { stdout } = await ran(io, "generate", "--format", "json");
    const { apis } = JSON.parse(stdout) as { readonly apis: readonly object[] };
    expect(apis).toMatchObject([{ name: "billing", failed: true }, { name: "users" }]);
    expect(apis[1]).not.toHaveProperty("failed");
  });

  test("writes an API as a whole or not at all, and no file of one that fails is touched", async () => {
    const io = project();
    await ran(io, "generate");
    const before = new Map(io.files);
    broken(io, "users");
    await io.write("/project/billing.yaml", described("invoices"));
    expect((await ran(io, "generate")).code).toBe(1);
    const changed = [...io.files].filter(([path, bytes]) => before.get(path) !== bytes && path.startsWith("/project/src/"));
    expect(new Set(changed.map(([path]) => path.split("/")[3]))).toEqual(new Set(["billing"]));
    expect([...io.files.keys()].filter((path) => path.includes(".sundial-"))).toEqual([]);
  });

  test("writes nothing where the configuration is mistaken, or two outputs are one", async () => {
    const io = project({ billing: api("billing"), users: api("users", { emitt: [] }) });
    expect((await ran(io, "generate")).code).toBe(2);
    const shared = project({ billing: api("billing"), users: api("users", { output: "src/billing" }) });
    expect((await ran(shared, "generate")).code).toBe(2);
    expect([...written(io), ...written(shared)]).toEqual([]);
  });

  test("lists all in JSON, those that failed, too, and what is wrong with which", async () => {
    const io = project();
    broken(io, "users");
    const { code, stdout } = await ran(io, "generate", "--format", "json");
    const { apis, diagnostics } = JSON.parse(stdout) as {
      readonly apis: readonly { readonly name: string; readonly failed?: boolean }[];
      readonly diagnostics: readonly { readonly severity: string; readonly api?: string }[];
    };
    expect(code).toBe(1);
    expect(apis.map(({ name, failed = false }) => [name, failed])).toEqual([
      ["billing", false],
      ["billing-old", false],
      ["users", true],
    ]);
    expect(diagnostics.filter(({ severity }) => severity === "error").every((each) => each.api === "users")).toBe(true);
  });

  test("writes nothing in a dry run, says what it would, and needs nothing to be writable", async () => {
    const io = project();
    const { code, stdout } = await ran(io, "generate", "-n");
    expect(code).toBe(0);
    expect(stdout).toContain("users: ");
    expect(stdout).toContain("would be written");
    expect(io.changes).toEqual([]);
    await ran(io, "generate");
    const count = io.changes.length;
    await io.write("/project/users.yaml", described("members"));
    const json = JSON.parse((await ran(io, "generate", "--dry-run", "--format", "json")).stdout) as {
      readonly dryRun: boolean;
      readonly apis: readonly { readonly name: string; readonly written: readonly string[] }[];
    };
    expect(json.dryRun).toBe(true);
    expect(json.apis.map(({ name, written: files }) => [name, files.includes("types.ts")])).toEqual([
      ["billing", false],
      ["billing-old", false],
      ["users", true],
    ]);
    expect(io.changes.slice(count)).toEqual(["write /project/users.yaml"]);
    expect(io.text("/project/src/users/types.ts")).not.toContain("members");
  });

  test("says nothing when quiet but what is wrong", async () => {
    const io = project();
    expect(await ran(io, "generate", "-q")).toMatchObject({ code: 0, stdout: "", stderr: "" });
    broken(io, "users");
    const { stdout, stderr } = await ran(io, "generate", "--quiet");
    expect(stdout).toBe("");
    expect(stderr).toContain("error ");
    expect(stderr).toContain("users failed");
  });
});

describe("check", () => {
  test("says what is not current also when quiet, and nothing where all is", async () => {
    const io = project();
    await ran(io, "generate");
    expect(await ran(io, "check", "--quiet")).toMatchObject({ code: 0, stdout: "", stderr: "" });
    await io.write("/project/billing.yaml", described("invoices"));
    const { code, stdout, stderr } = await ran(io, "check", "--quiet");
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/billing: src\/billing is not current\n.*types\.ts[^]*fix: /);
    expect(stderr).not.toContain("users");
  });

  test("judges each, and lists all", async () => {
    const io = project();
    await ran(io, "generate");
    expect(await ran(io, "check")).toMatchObject({ code: 0 });
    broken(io, "users");
    await io.write("/project/billing.yaml", described("invoices"));
    const { code, stdout } = await ran(io, "check", "--format", "json");
    expect(code).toBe(1);
    const { apis } = JSON.parse(stdout) as {
      readonly apis: readonly { readonly name: string; readonly failed?: boolean; readonly current?: boolean }[];
    };
    expect(apis.map(({ name, failed = false, current }) => [name, failed, current === true])).toEqual([
      ["billing", false, false],
      ["billing-old", false, true],
      ["users", true, false],
    ]);
    expect((await ran(io, "check")).stderr).toMatch(/1 of 3 APIs .*users failed\n$/);
    const quality = JSON.parse((await ran(io, "check", "-f", "gitlab")).stdout) as readonly {
      readonly check_name: string;
      readonly location: object;
    }[];
    expect(quality.map(({ check_name: name }) => name)).toContain("output-stale");
    expect(quality.map(({ location }) => location)).toContainEqual({ path: "src/billing/types.ts", lines: { begin: 1 } });
    const { runs } = JSON.parse((await ran(io, "check", "-f", "sarif")).stdout) as {
      readonly runs: readonly { readonly results: readonly object[] }[];
    };
    expect(runs[0]?.results).toHaveLength(quality.length);
  });
});

test("a name in the verdict commands no terminal", async () => {
  const io = project({ "\u001b[31mred": api("billing"), "\u001b]0;title\u0007": api("users") });
  for (const name of ["billing", "users"]) broken(io, name);
  await io.write("/project/billing.yaml", described("billing"));
  const { stderr, stdout } = await ran(io, "generate");
  expect(stderr).toContain("1 of 2 APIs written; ");
  expect(stderr + stdout).not.toMatch(/[\u001b\u0007]/);
});

describe("a filter", () => {
  test.each([
    ["billing*", ["billing", "billing-old"]],
    ["billing*,!billing-old", ["billing"]],
    ["!users", ["billing", "billing-old"]],
    ["*", ["billing", "billing-old", "users"]],
    ["*-*d, users", ["billing-old", "users"]],
  ])("chooses among the APIs of the configuration: %s", async (filter, chosen) => {
    const io = project();
    expect((await ran(io, "generate", "--filter", filter)).code).toBe(0);
    expect(written(io)).toEqual(chosen);
    expect((await ran(io, "check", "--filter", filter)).code).toBe(0);
    expect((await ran(io, "lint", "--filter", filter)).code).toBe(0);
  });

  test("that chooses none is a mistake, with what there is", async () => {
    const io = project();
    const { code, stderr } = await ran(io, "generate", "--filter", "billin");
    expect(code).toBe(2);
    expect(stderr).toContain("Did you mean billing?");
    expect((await ran(io, "generate", "users", "--filter", "billing")).code).toBe(2);
    expect((await ran(io, "generate", "--filter", " , ")).code).toBe(2);
    expect((await ran(io, "generate", "--input", "users.yaml", "--output", "x", "--filter", "a")).code).toBe(2);
    expect(written(io)).toEqual([]);
  });
});
